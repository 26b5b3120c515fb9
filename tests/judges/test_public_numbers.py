"""A public number of people beside a column of persons: the same on every neighbouring table, or refused."""

import json

import pytest

from dpstudio import cli
from tests.receipts import statement

SIX = "who,answer\n" + "".join(f"p{place},{'yes' if place % 2 else 'no'}\n" for place in range(6))
FIVE = SIX.replace("p5,yes\n", "")


@pytest.fixture
def release(tmp_path, capsys):
    def call(text, everyone, rows="1"):
        folder = tmp_path / f"{len(text)}{everyone}{rows}"
        folder.mkdir()
        (folder / "t.csv").write_text(text, "utf-8")
        table = {"handle": "a" * 32, "label": "t.csv", "format": "text", "path": "t.csv", "role": "private",
                 "header": "yes", "columns": [{"name": "answer", "kind": "yes_no", "blank": "no"}]}  # fmt: skip
        unit = {"kind": "person", "person": "who", "rows": rows, "relation": "replace_one", "everyone": everyone}
        survey = {"column": "answer", "answers": "yes\nno", "people": "6"}
        plan = {"name": "Q", "tables": [table], "unit": unit, "privacy": {"cap": "3"}, "kind": "survey",
                "survey": survey}  # fmt: skip
        project = {"format": 3, "program": "dpstudio", "plan": plan}
        (folder / "q.dpstudio").write_text(json.dumps(project), "utf-8")
        ledger = folder / "l.sqlite"
        code = cli.main([*map(str, ("release", folder / "q.dpstudio", "--out", folder / "r", "--ledger", ledger))])
        receipt = folder / "r" / "receipt.json"
        return code, capsys.readouterr().err, statement(receipt) if receipt.exists() else None

    return call


@pytest.mark.parametrize("text", [SIX, FIVE])
def test_without_a_declaration_a_table_and_its_neighbour_are_refused_alike(release, text):
    code, said, receipt = release(text, "")
    assert (code, receipt) == (3, None)
    assert "may have no row" in said


def test_with_it_the_number_of_persons_is_compared_and_the_receipt_says_what_was_declared(release):
    code, _, receipt = release(SIX, "yes")
    assert code == 0
    assert receipt["privacy_unit"]["each_has_a_row"] is True
    assert "each of them has one in every neighbouring table" in json.dumps(receipt)


def test_with_it_a_table_that_breaks_the_declaration_is_refused_before_anything_is_charged(release):
    code, said, receipt = release(FIVE, "yes")
    assert (code, receipt) == (3, None)
    assert "does not hold the number of people" in said


def test_a_number_of_rows_is_no_number_of_people(release):
    code, said, _ = release(SIX, "yes", "2")
    assert code == 3
    assert "not the number of people" in said
