"""The files of a receipt are the ones that were written with it, or it is said that they are not."""

import json
import re
from dataclasses import replace

import pytest

from dpstudio.core.receipt.document import RENDERINGS, Document, canonical, read_document, with_renderings
from dpstudio.core.release import Release
from dpstudio.workspace.releasing.artefacts import artefacts, makers
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.receipts import ISSUER, OTHER, document

KNOWN = Keys({ISSUER.fingerprint: "the issuer's key"}, required=True)
EVIL = b"\n9000 0 obj\n<</Length 9>>\nendobj\nxref\n0 1\ntrailer\n<</Size 1>>\nstartxref\n7\n%%EOF\n"


@pytest.fixture(scope="module")
def files():
    """All files of a receipt, with the signed list of them."""
    return artefacts(Release(0, document("votes, rows, add or remove")), "a4", lambda _: None, ISSUER)


@pytest.fixture
def folder(tmp_path, files):
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def seen(*paths, keys=KNOWN):
    return verify(paths, keys, lambda _: None)


def as_of_another_typesetter(page):
    return re.sub(rb"([Tt]ypst) 0\.[0-9]+\.[0-9]+", rb"\1 0.01.0", page)


def check(found, name):
    return next(each for each in found.checks if each.name == name)


def test_the_files_beside_a_receipt_are_compared_and_named(folder):
    files = check(seen(folder / "receipt.json")[0], "Files")
    assert files.holds
    assert (
        "Made again from the statement, each the very file: receipt.csv, receipt.pdf, certificate.pdf, registry.yaml."
        in files.why
    )
    (folder / "registry.yaml").unlink()
    files = check(seen(folder / "receipt.json")[0], "Files")
    assert (files.holds, files.why.endswith("Not here: registry.yaml.")) == (True, True)


@pytest.mark.parametrize("name", ["receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml"])
def test_an_altered_file_beside_a_receipt_is_found_out(folder, name):
    (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    found = seen(folder / "receipt.json")[0]
    assert (found.broken, check(found, "Files").holds) == (True, False)
    assert check(found, "Files").why == f"Not the file that was written with this receipt: {name}."


def test_where_no_file_lies_beside_it_this_is_said(tmp_path, files):
    (tmp_path / "receipt.json").write_bytes(files["receipt.json"])
    files = check(seen(tmp_path / "receipt.json")[0], "Files")
    assert files.holds is None
    assert "None of them was compared" in files.why


def test_beside_a_receipt_that_was_renamed_may_lie_the_files_of_another(folder):
    (folder / "receipt.csv").write_bytes(b"another")
    (folder / "receipt.json").rename(folder / "first.json")
    files = check(seen(folder / "first.json")[0], "Files")
    assert files.holds is None
    assert "None of them was compared" in files.why


def test_a_list_by_a_key_that_is_nobodys_is_not_believed(folder, files):
    kept = document("votes, rows, add or remove")
    evil = files["receipt.csv"] + b"x"
    (folder / "receipt.csv").write_bytes(evil)
    forged = with_renderings(Document(kept.receipt, kept.envelope), files | {"receipt.csv": evil}, OTHER)
    (folder / "receipt.json").write_bytes(forged.content)
    found = check(seen(folder / "receipt.json")[0], "Files")
    assert (found.holds, found.why) == (False, "It does not follow from the statement: receipt.csv.")
    (folder / "receipt.csv").write_bytes(files["receipt.csv"])
    found = check(seen(folder / "receipt.json")[0], "Files")
    assert found.holds
    assert found.why.startswith("The list of the files is signed with a key that is not known: ")
    assert "Made again from the statement, each the very file: receipt.csv" in found.why


@pytest.fixture
def unlisted(folder):
    """The same files beside a receipt whose signed list someone has taken away."""
    kept = read_document((folder / "receipt.json").read_bytes())
    (folder / "receipt.json").write_bytes(replace(kept, renderings=None).content)
    return folder


@pytest.mark.parametrize("name", ["receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml"])
def test_an_altered_file_is_found_out_also_where_the_list_was_taken_away(unlisted, name):
    (unlisted / name).write_bytes((unlisted / name).read_bytes() + b"\n")
    found = seen(unlisted / "receipt.json")[0]
    assert (found.broken, check(found, "Files").holds) == (True, False)
    assert check(found, "Files").why == f"It does not follow from the statement: {name}."


def test_without_a_list_the_files_beside_it_are_made_again_and_what_cannot_be_is_told(unlisted, files):
    found = seen(unlisted / "receipt.json")[0]
    told = check(found, "Files")
    assert (told.holds, found.holds) == (True, True)
    assert told.why.startswith("No signed list says which files it was written as. Made again from the statement")
    (unlisted / "receipt.pdf").write_bytes(as_of_another_typesetter(files["receipt.pdf"]))
    found = seen(unlisted / "receipt.json")[0]
    assert (check(found, "Files").holds, found.holds, found.broken) == (None, False, False)
    assert check(found, "Files").why.endswith("Not compared: receipt.pdf.")


def test_without_a_list_and_alone_a_receipt_holds_and_says_so(unlisted):
    for each in ("receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml"):
        (unlisted / each).unlink()
    found = seen(unlisted / "receipt.json")[0]
    assert (check(found, "Files").holds, found.holds) == (None, True)
    assert "None of them was compared" in check(found, "Files").why


def test_the_list_of_another_receipt_vouches_for_no_page(tmp_path, files):
    page = as_of_another_typesetter(files["receipt.pdf"])
    kept = document("count, rows, add or remove")
    other = with_renderings(Document(kept.receipt, kept.envelope), {"receipt.pdf": page}, ISSUER)
    (tmp_path / "page.pdf").write_bytes(page)
    (tmp_path / "other.json").write_bytes(other.content)
    told = check(seen(tmp_path / "page.pdf", tmp_path / "other.json")[0], "Page")
    assert (told.holds, told.needed) == (None, True)


WRONG_LISTS = {
    "another type": (lambda data: data, "application/json"),
    "a field more": (lambda data: {**data, "more": ""}, RENDERINGS),
    "a digest that is no text": (lambda data: {**data, "files": {**data["files"], "receipt.csv": 7}}, RENDERINGS),
    "another statement": (lambda data: {**data, "statement": "0" * 64}, RENDERINGS),
    "other bytes": (None, RENDERINGS),
}


@pytest.mark.parametrize("name", WRONG_LISTS)
def test_a_list_that_is_not_written_as_dpstudio_writes_it_is_crossed_whoever_signs_it(folder, name):
    kept, (change, kind) = read_document((folder / "receipt.json").read_bytes()), WRONG_LISTS[name]
    data = json.loads(kept.renderings.payload)
    payload = json.dumps(data).encode() if change is None else canonical(change(data))
    (folder / "receipt.json").write_bytes(replace(kept, renderings=ISSUER.sign(kind, payload)).content)
    files = check(seen(folder / "receipt.json")[0], "Files")
    assert (files.holds, "is not signed, or is of another receipt" in files.why) == (False, True)


def listed_by_its_own_key(folder, **changed):
    """As whoever signs receipts can list any file."""
    kept = document("votes, rows, add or remove")
    for name, content in changed.items():
        (folder / name).write_bytes(content)
    there = {name: (folder / name).read_bytes() for name in (*ALL, *changed)}
    (folder / "receipt.json").write_bytes(with_renderings(Document(kept.receipt, kept.envelope), there, ISSUER).content)


ALL = ("receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml")
CROPPED = (b"/MediaBox[0 0 595", b"/MediaBox[0 9 595")


@pytest.mark.parametrize("name", ALL)
def test_a_file_that_does_not_follow_from_the_statement_is_crossed_whoever_lists_it(folder, files, name):
    other = files[name].replace(*CROPPED) if name.endswith("pdf") else files[name].replace(b"rows", b"beds")
    assert other != files[name]
    listed_by_its_own_key(folder, **{name: other})
    found = check(seen(folder / "receipt.json")[0], "Files")
    assert (found.holds, name in found.why) == (False, True)
    assert any(each.broken for each in seen(folder / "receipt.json", folder / name)[1:])


def test_an_altered_page_that_is_named_and_listed_is_crossed(folder, files):
    listed_by_its_own_key(folder, **{"receipt.pdf": files["receipt.pdf"].replace(*CROPPED)})
    assert check(seen(folder / "receipt.pdf")[0], "Page").holds is False


def test_what_is_no_page_at_all_is_crossed_whoever_lists_it(folder, files):
    for page in (b"%PDF-1.4 not a pdf", as_of_another_typesetter(files["receipt.pdf"]) + EVIL):
        listed_by_its_own_key(folder, **{"receipt.pdf": page})
        assert check(seen(folder / "receipt.json")[0], "Files").holds is False


def test_a_file_that_no_receipt_has_is_crossed_whoever_lists_it(folder):
    listed_by_its_own_key(folder, **{"synthetic.csv": b"a,b\r\n1,0\r\n", "candidates.json": b"[]"})
    found = check(seen(folder / "receipt.json")[0], "Files")
    assert found.why.endswith(": synthetic.csv, candidates.json.")


def test_a_listed_page_that_cannot_be_set_again_is_said_to_be_compared_with_the_list_alone(folder, files):
    listed_by_its_own_key(folder, **{"receipt.pdf": as_of_another_typesetter(files["receipt.pdf"])})
    found = check(seen(folder / "receipt.json")[0], "Files")
    assert found.holds
    assert "Compared with the list alone: receipt.pdf." in found.why


@pytest.mark.parametrize("with_json", [True, False])
@pytest.mark.parametrize("name", ["receipt.pdf", "certificate.pdf"])
def test_an_altered_page_is_not_the_listed_one_whoever_is_said_to_have_set_it(folder, name, with_json):
    """The receipt.json is given, or lies beside the page."""
    page = folder / name
    page.write_bytes(as_of_another_typesetter(page.read_bytes()))
    found = seen(*([folder / "receipt.json"] if with_json else []), page)
    assert check(next(each for each in found if each.name == name), "Page").holds is False


def test_a_listed_page_of_another_typesetter_is_not_ticked_and_nothing_is_wrong(tmp_path, files):
    """It was not rendered again, which is said: a tick would be for what was done."""
    kept = document("votes, rows, add or remove")
    page = as_of_another_typesetter(files["receipt.pdf"])
    (tmp_path / "receipt.pdf").write_bytes(page)
    (tmp_path / "receipt.json").write_bytes(
        with_renderings(Document(kept.receipt, kept.envelope), {"receipt.pdf": page}, ISSUER).content
    )
    found = seen(tmp_path / "receipt.pdf")[0]
    assert (check(found, "Page").holds, found.holds, found.broken) == (None, True, False)
    assert "The very file that the signed list names; it could not be rendered again here" in check(found, "Page").why


def test_a_page_that_cannot_be_set_again_is_not_said_to_hold(tmp_path, files):
    page = tmp_path / "receipt.pdf"
    page.write_bytes(as_of_another_typesetter(files["receipt.pdf"]))
    found = seen(page)[0]
    assert (found.holds, found.broken, check(found, "Page").needed) == (False, False, True)
    assert "Pages not checked" in check(found, "Page").why


def test_what_is_appended_to_a_page_is_found_out(tmp_path, files):
    page = tmp_path / "receipt.pdf"
    for more in (EVIL, b"%%EOF", b"\n" * 9):
        page.write_bytes(as_of_another_typesetter(files["receipt.pdf"]) + more)
        assert check(seen(page)[0], "Page").holds is False


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_page_that_was_written_again_on_other_paper_holds(folder, paper):
    """The list beside it tells of the first one."""
    page = folder / "receipt.pdf"
    page.write_bytes(makers(Release(0, document("votes, rows, add or remove")), paper)["receipt.pdf"]())
    assert check(seen(page)[0], "Page").holds
