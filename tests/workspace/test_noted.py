"""All that the ledger noted is told in its order, whatever it is and whether or not anything was charged after it."""

import json
from fractions import Fraction
from typing import get_args

import pytest

from dpstudio import cli
from dpstudio.core.account import Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.ledger import entries
from dpstudio.core.plan import ColumnPlan
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.bookkeeping.noted import AllNoted
from dpstudio.workspace.guarding.gate import open_gate
from tests.workspace.test_inspect import Desk

HASHED = "5ec4e7"
UNIT, LIMIT = PrivacyUnit(Relation.ADD_REMOVE), Limit(Fraction(3), Fraction(1, 1000))
LOSS = PrivacyLoss(Fraction(2), Fraction(1, 2000), Fraction(2))
EVERY_KIND = [
    entries.Opened(HASHED, 0),
    entries.KeyUsed(HASHED),
    entries.Sighted("", (HASHED,), private=True),
    entries.Looked("only looked at", HASHED, ()),
    entries.Sighted("t", (HASHED,), private=True),
    entries.Sighted("t", (HASHED,), private=False),
    entries.Settled("t", UNIT),
    entries.FormatChecked("t"),
    entries.FormatChecked("t", 3),
    entries.Looked("t", HASHED, (HASHED,)),
    entries.AccountOpened("t", UNIT, LIMIT),
    entries.Spent(7, "t", LOSS, HASHED),
    entries.SignerUsed("a public key"),
    entries.Drawn(7, HASHED),
    entries.Exported(7),
    entries.Attempted("t", HASHED),
    entries.LimitLowered("t", Limit(Fraction(5, 2), Fraction(1, 1000))),
    entries.Linked("t", "Pat", (HASHED,)),
    entries.Linked("t", "", (HASHED,)),
    entries.Unlinked("t", "", (HASHED,)),
    entries.Moved(),
    entries.Arrived(),
    entries.Resumed(7, HASHED, "a public key", 2, anew=True),
    entries.CarriedOver("t", LOSS),
]


@pytest.fixture
def desk(tmp_path, home):
    desk = Desk(tmp_path)
    desk.ask(columns=(ColumnPlan("who", "decimal", step="1"), ColumnPlan("drink", "category")))
    return desk


def listed(capsys, *options):
    """What the ledger lists below the tables, in text, and as JSON of the same."""
    capsys.readouterr()
    assert cli.main(["ledger", *options]) == 0
    text = capsys.readouterr().out
    assert cli.main(["ledger", "--json", *options]) == 0
    told = json.loads(capsys.readouterr().out)["entries"]
    lines = [line.strip() for line in text.partition("All entries, in their order:\n")[2].splitlines()]
    assert lines == [f"table {each['table']}: {each['says']}" if each["table"] else each["says"] for each in told]
    return lines, told


def test_every_kind_of_entry_is_told_each_in_words_of_its_own_and_nothing_that_is_hashed():
    assert {type(each) for each in EVERY_KIND} == set(get_args(entries.Entry))
    noted = AllNoted(EVERY_KIND)
    assert [each.said for each in noted] == [
        "the ledger was begun",
        "tables are known again by this computer's digest.key",
        "contents of a private table noted, so that a copy of them is recognised",
        "looked into (Inspect)",
        "known as private from here on",
        "known by its contents from here on",
        "number of people compared, which fixes who is protected",
        "format checked",
        "format checked 3 times",
        "looked into (Inspect), no longer private",
        "account opened, limit 3, for δ 0.001",
        "release 7 charged, ε 2, δ 0.0005",
        "results are signed by the key a public key from here on",
        "release 7 drawn",
        "receipt of release 7 written",
        "release refused, nothing charged",
        "lowered to limit 2.5, for δ 0.001",
        "another table with the same people goes on with its account",
        "a file with the same people goes on with its account",
        "that was taken back",
        "the ledger moved to another computer",
        "the ledger arrived from another computer",
        "the ledger was begun again from 2 signed receipts, up to release 7",
        "ε 2, δ 0.0005 carried over from receipts",
    ]
    assert HASHED not in "".join(f"{each}" for each in noted)
    assert {each.kind: each.number for each in noted if each.number} == {"charge": 7, "result": 7, "exported": 7}


def test_a_table_has_one_number_wherever_it_is_told_of_and_those_with_an_account_come_first():
    noted = AllNoted(EVERY_KIND)
    assert noted.tables == {"t": 1, "only looked at": 2}
    assert "table 2: looked into (Inspect)" in noted.lines
    assert "table 1: release 7 drawn" in noted.lines
    assert "the ledger moved to another computer" in noted.lines


def test_what_was_done_before_the_first_charge_is_listed_in_its_order(desk, capsys):
    """Looks and format checks too, with no account to stand in."""
    assert cli.main(["check-format", str(desk.write()), "who"]) == 0
    desk.look()
    assert cli.main(["check-format", str(desk.write()), "who"]) == 0
    done = ["table 1: format checked", "table 1: looked into (Inspect)", "table 1: format checked"]
    lines, told = listed(capsys)
    assert [line for line in lines if "check" in line or "look" in line] == done
    assert [each["entry"] for each in told][-3:] == ["format check", "looked", "format check"]
    assert {each["dataset"] for each in told[-3:]} == {desk.table.handle}
    code, _ = desk.release()
    assert code == 0
    lines, _ = listed(capsys)
    after = ["account opened, limit 100", "release 1 charged, ε 0.001", "release 1 drawn"]
    kept = [line for line in lines if "signed" not in line]
    assert kept[-7:] == [*done, *(f"table 1: {each}" for each in (*after, "receipt of release 1 written"))]


def test_the_list_and_the_tables_above_it_name_a_table_alike_and_lower_takes_that_number(desk, capsys):
    ledger = open_gate().ledger
    ledger.check_format("z" * 32)
    ledger.charge("b" * 32, UNIT, LIMIT, LOSS, "p")
    ledger.charge("a" * 32, UNIT, LIMIT, LOSS, "p")
    lines, told = listed(capsys)
    assert {each["dataset"]: each["table"] for each in told if each["dataset"]} == {
        "b" * 32: 1,
        "a" * 32: 2,
        "z" * 32: 3,
    }
    assert "table 3: format checked" in lines
    assert cli.main(["lower", "--table", "2", "--to", "5/2"]) == 0
    assert "table 2: lowered to limit 2.5, for δ 0.001" in listed(capsys)[0]
    assert cli.main(["lower", "--table", "3", "--to", "1"]) == 3
    assert "has no limit yet" in capsys.readouterr().err


def test_a_ledger_in_which_nothing_was_charged_says_so_and_one_that_was_not_begun_lists_nothing(desk, capsys):
    assert listed(capsys) == ([], [])
    assert cli.main(["check-format", str(desk.write()), "who"]) == 0
    capsys.readouterr()
    assert cli.main(["ledger"]) == 0
    assert capsys.readouterr().out.startswith("Nothing has been charged yet.\n\nAll entries, in their order:")
