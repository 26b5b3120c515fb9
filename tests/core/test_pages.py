"""The PDFs: a receipt on A4 or Letter, and its first page alone as a certificate."""

import re
from dataclasses import replace

import pytest

from dpstudio.core.receipt.receipt import Symbol, read
from dpstudio.core.receipt.renderings import FONTS, PAPERS, certificate, page, page_inputs, to_json, to_pdf
from dpstudio.resources import resource
from tests.core.test_release_kinds import ROWS, question, release
from tests.verifying.receipts import document

FLAGS = (
    "demonstration, not private: the table was declared a sample",
    "the sensitivity of the scores was asserted by the curator, not derived",
    "made with another data folder than the usual one",
    "the account was begun again from receipts",
    "true scores were looked at before this release",
    "the plan was changed after the look",
)


def made(tmp_path, name="count"):
    return release(tmp_path, question(name, ROWS))[0].receipt


def pictures(receipt, paper="a4", part="certificate"):
    """The pages as pictures, by the typesetter's own renderer."""
    import typst

    inputs, fonts = page_inputs(receipt, paper, part), typst.Fonts(False, font_paths=[resource("fonts")])
    found = typst.compile(page(receipt).read_bytes(), format="png", ppi=24, sys_inputs=inputs, font_paths=fonts)
    return found if isinstance(found, list) else [found]


@pytest.mark.parametrize("name", ["count", "survey"])
def test_certificate_and_receipt_are_the_same_bytes_twice_on_either_paper(name, tmp_path):
    receipt = made(tmp_path, name)
    again = read(to_json(receipt))
    found = [render(receipt, paper) for render in (to_pdf, certificate) for paper in PAPERS]
    assert found == [render(again, paper) for render in (to_pdf, certificate) for paper in PAPERS]
    assert len(set(found)) == len(found)
    for pdf in found:
        assert b"pdfaid:part" in pdf
        assert b"receipt.json" in pdf
        assert b"not rendered" not in pdf
        assert all(font.encode() in pdf for font in FONTS), "a PDF names its fonts"
    sizes = [next(size for size in (b"595.2", b"612 792", b"none") if size in pdf or size == b"none") for pdf in found]
    assert sizes == [b"595.2", b"612 792"] * 2


@pytest.mark.parametrize(("name", "paper"), [("all figures", "letter")])
def test_every_flag_and_sentence_of_a_first_page_stands_on_the_certificate(name, paper, tmp_path):
    receipt = replace(made(tmp_path, name), flags=FLAGS)
    words = receipt.words
    long = replace(receipt, words=replace(words, warning=words.not_from, accuracy=f"{words.accuracy} " * 6))
    (whole,) = pictures(long, paper)
    for place in range(len(FLAGS)):
        fewer = replace(long, flags=(*FLAGS[:place], FLAGS[place][:-1] + "?", *FLAGS[place + 1 :]))
        assert pictures(fewer, paper) != [whole]
    for field in ("protected", "from_what", "not_from", "accuracy", "warning", "question", "model"):
        text = getattr(long.words, field)
        other = replace(long, words=replace(long.words, **{field: f"{text[:-1]}?"}))
        assert pictures(other, paper) != [whole], f"{field} is not seen"


def test_the_certificate_tells_how_to_check_it_and_which_key_signed_it():
    kept = document("votes, rows, add or remove").receipt
    other = replace(kept, signer=replace(kept.signer, fingerprint=kept.signer.fingerprint[::-1]))
    assert pictures(other) != pictures(kept)
    assert pictures(replace(kept, signer=None)) != pictures(kept)
    assert len(pictures(kept)) == len(pictures(other)) == 1


def test_the_fonts_that_are_named_are_those_that_stand_in_it(tmp_path):
    """A receipt of Latin text is set in Inter, its formulas in their own font; others are named as being at hand."""
    for name, others in (("plain", set()), ("価格", {"DroidSansFallback"})):
        receipt = replace(made(tmp_path / name), name=name)
        pdf = to_pdf(receipt)
        found = set(re.findall(rb"/FontName/[A-Z]{6}\+([A-Za-z]+)", pdf.replace(b" ", b"")))
        assert {each.decode() for each in found} == {"Inter", "NewCMMath"} | others
    assert "Set in #fonts.first()" in page(receipt).read_text("utf-8")


def test_what_stands_on_later_pages_alone_is_not_on_the_certificate(tmp_path):
    receipt = made(tmp_path)
    other = replace(receipt, words=replace(receipt.words, symbols=(Symbol("x", "another", "1"),)))
    assert pictures(other) == pictures(receipt)
    assert pictures(other, part="whole") != pictures(receipt, part="whole")
    assert len(pictures(receipt, part="whole")) > 1


def test_a_page_that_needs_a_font_of_the_system_says_so_on_it_and_in_it(tmp_path):
    receipt = replace(made(tmp_path), name="தமிழ்")
    for pdf in (to_pdf(receipt), certificate(receipt)):
        assert b"pdfaid:part" not in pdf
        assert b"cannot be rendered again elsewhere" in pdf
    assert b"cannot be rendered" not in to_pdf(made(tmp_path / "other"))
