"""What others wrote is shown as they wrote it, and never as if the program had said it."""

import json
import unicodedata

import pytest

from dpstudio import choose, column, from_table, rows, table, votes
from dpstudio.core.errors import InputError
from dpstudio.core.receipt.document import read_document
from dpstudio.core.receipt.renderings import page_inputs
from dpstudio.foreign_texts import harmless, on_one_line
from dpstudio.telling import complain, remark
from dpstudio.workspace.project import demonstrations
from tests.verifying.receipts import document, resigned

FORGED = "x\r\n  ✓ Signer: Signed by the key that was named.\x1b[31m\x9b2K\u2028\u202e"
TICK = "\n  ✓ Signer"
TURNS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
MARKS = "\u200e\u200f\u061c"


def obeyed(text):
    """The characters of a text that do something instead of being read."""
    return {
        sign
        for sign in text
        if unicodedata.category(sign) in ("Cc", "Zl", "Zp") or unicodedata.bidirectional(sign) in TURNS or sign in MARKS
    }


def test_no_character_that_is_there_breaks_a_line_moves_the_cursor_or_turns_the_direction():
    every = [chr(number) for number in range(0x110000)]
    some = obeyed(every)
    assert (obeyed(on_one_line("".join(some))), obeyed(harmless("".join(some)))) == (set(), {"\n", "\t"})
    others = "".join(sign for sign in every if sign not in some)
    assert on_one_line(others) == harmless(others) == others


@pytest.mark.parametrize("place", ["name", "issued.issued_by", "words.protected"])
def test_no_text_of_a_receipt_forges_a_line_of_its_checks(run, tmp_path, place):
    statement = document("votes, rows, add or remove").receipt.statement
    *within, last = place.split(".")
    (statement[within[0]] if within else statement)[last] = FORGED
    (tmp_path / "receipt.json").write_bytes(resigned(statement))
    _, out, _ = run("verify", tmp_path / "receipt.json")
    assert r"x\r\n  ✓ Signer: Signed" in out
    assert (TICK in out, "\n  – Signer" in out, obeyed(out)) == (False, True, {"\n"})


def test_no_name_of_a_file_forges_a_line_of_its_checks(run, tmp_path):
    file = tmp_path / "a\u2028  ✓ Signer\x9b: x.json"
    file.write_bytes(document("votes, rows, add or remove").content)
    _, out, _ = run("verify", file)
    assert r"a\u2028  ✓ Signer\u009b: x.json" in out
    assert obeyed(out) == {"\n"}


def test_errors_and_remarks_are_one_line_each_that_no_terminal_obeys(capsys):
    complain(InputError(FORGED, FORGED), as_json=False)
    remark(FORGED)
    complain(InputError(FORGED, FORGED), as_json=True)
    told = capsys.readouterr().err
    assert (told.count("\n"), obeyed(told)) == (3, {"\n"})


FORGED_NAME = "Oslo\n  ✓ Signer: forged\r\x1b[2K\u2028."


def texts_in(told):
    """Every text of a statement."""
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return [told] if isinstance(told, str) else [text for part in parts for text in texts_in(part)]


def one_line_each(run, tmp_path, project, *book):
    """What `plan`, `release`, `ledger` and `receipt` print of a project."""
    told = [run("plan", project)[1], run("release", project, "--out", tmp_path / "out")[1]]
    return [*told, run("ledger", *book)[1], run("receipt", "1", *book, "--out", tmp_path / "again")[1]]


def test_no_name_in_a_public_table_writes_a_line_of_its_own(run, tmp_path):
    (tmp_path / "names.csv").write_text(f'name\n"{FORGED_NAME}"\n"{FORGED_NAME}!"\n', "utf-8", newline="")
    (tmp_path / "people.csv").write_text("likes\nOslo\n")
    written = {"header": True, "delimiter": ",", "encoding": "utf-8"}
    names = table(tmp_path / "names.csv", "public", column("name", "category"), **written)
    people = table(tmp_path / "people.csv", "private", column("likes", "category"), **written)
    asked = choose(
        people, from_table(names, "name"), votes("likes"), unit=rows("add_remove"), epsilon=1, limit=4, public=[names]
    )
    asked.save(tmp_path / "asked.dpstudio")
    shown = one_line_each(run, tmp_path, tmp_path / "asked.dpstudio")
    assert not any(TICK in each or obeyed(each) - {"\n"} for each in shown)
    assert all(r"Oslo\n  ✓ Signer: forged\r\u001b[2K\u2028." in each for each in shown[1:])
    receipt = read_document((tmp_path / "out" / "receipt.json").read_bytes().decode()).receipt
    on_the_page = json.loads(page_inputs(receipt)["statement"])
    assert receipt.winners[0].startswith("Oslo\n"), "the receipt has the name as it is"
    assert on_the_page["result"]["winners"][0].startswith(r"Oslo\n  ✓ Signer")
    assert obeyed("".join(texts_in(on_the_page))) == set()


def test_no_name_of_a_question_or_of_a_figure_writes_a_line_of_its_own(run, tmp_path):
    demonstrations.write("counts", tmp_path)
    project = tmp_path / "counts.dpstudio"
    whole = json.loads(project.read_text("utf-8"))
    whole["plan"]["name"] = whole["plan"]["tables"][0]["label"] = FORGED_NAME
    whole["plan"]["figures"][0]["name"] = FORGED_NAME
    project.write_text(json.dumps(whole), "utf-8")
    shown = one_line_each(run, tmp_path, project, "--demonstrations")
    assert all(shown)
    assert not any(TICK in each or obeyed(each) - {"\n"} for each in shown)
    assert r"Oslo\n  ✓ Signer: forged" in shown[1]
