"""The format check of a private column: one of two words, noted before anything is read, told by later receipts."""

import csv
import json
import random
from dataclasses import replace

import pytest

from dpstudio import cli
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.plan import ColumnPlan, UnitPlan
from dpstudio.core.receipt.headline import checked, checks_in
from dpstudio.core.tables.permit import FormatCheck
from dpstudio.workspace.bookkeeping.resuming import resume_here
from dpstudio.workspace.guarding import format_check
from dpstudio.workspace.guarding.gate import open_gate
from tests.workspace.test_inspect import Desk

WRITTEN = {"decimal": ["1.5", "-2", "1e3", " 7 "], "date": ["2026-12-31", "20261231", "2026-01-02T10:00"]}
ODD = {"decimal": ["1,5", "tea", "1.5.2", "nan"], "date": ["31/12/2026", "12.1", "tea", "2026-13-01"]}
BLANKS = ["", "  ", "\t"]


@pytest.fixture
def desk(tmp_path, home):
    return Desk(tmp_path)


def column(desk, kind, cells, **declared):
    """The table has one more column, written as these cells; the other two are as they were."""
    with desk.file.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerows([("who", "drink", "x"), *((f"row{i}", "Tea", cell) for i, cell in enumerate(cells))])
    desk.ask(columns=(*desk.table.columns[:2], ColumnPlan("x", kind, **declared)))


def asked(desk, capsys, *options):
    capsys.readouterr()
    code = cli.main(["check-format", str(desk.write()), "x", "--json", *options])
    said = json.loads(capsys.readouterr().out or "{}")
    return said.get("readable") if code == 0 else code


def flags_of(desk, *options):
    desk.outs += 1
    out = desk.folder / f"out{desk.outs}"
    assert cli.main(["release", str(desk.write()), "--out", str(out), *options]) == 0
    flags = json.loads((out / "receipt.json").read_text())["statement"]["flags"]
    return tuple(each for each in flags if "format check" in each), out


@pytest.mark.parametrize("kind", WRITTEN)
def test_at_least_half_of_the_cells_that_are_not_blank_is_most(desk, capsys, kind):
    """Whatever blanks stand among them; and where all of them are blank none is misread."""
    for good in range(4):
        for odd in range(4):
            cells = [*WRITTEN[kind] * 2][:good] + ODD[kind][:odd] + BLANKS[: (good + odd) % 3]
            random.Random(f"{good} {odd}").shuffle(cells)
            column(desk, kind, cells, step="1")
            desk.ask(handle=f"{good}{odd}" * 16)
            assert asked(desk, capsys) == ("most" if good >= odd else "fewer than half"), cells


@pytest.mark.parametrize(("cells", "declared", "word"), [
    (["1,94", "2,10"], {"decimal_mark": ","}, "most"), (["1,94", "2,10"], {}, "fewer than half"),
    (["1.234,5"], {"decimal_mark": ",", "grouping_mark": "."}, "most"),
    (["1.234,5"], {"decimal_mark": ","}, "fewer than half"),
    (["999", "-3"], {"lower": "0", "upper": "5"}, "most"), (["0.004"], {"step": "100"}, "most"),
    (["tea"], {"blank": "0"}, "fewer than half"), (["9.4"], {"step": "no number", "lower": "x"}, "most"),
])  # fmt: skip
def test_marks_alone_matter_and_neither_bounds_nor_steps(desk, capsys, cells, declared, word):
    column(desk, "decimal", cells, **{"step": "0.01"} | declared)
    assert asked(desk, capsys) == word


@pytest.mark.parametrize(("order", "word"), [("ymd", "fewer than half"), ("dmy", "most"), ("mdy", "fewer than half")])
def test_the_order_of_a_date_matters(desk, capsys, order, word):
    column(desk, "date", ["31/12/2026", "24/12/2026"], date_order=order)
    assert asked(desk, capsys) == word


def test_the_check_is_in_the_ledger_before_anything_is_read(desk, capsys, monkeypatch):
    held = []

    def stopped(*_):
        held.append(open_gate().ledger.format_checks(desk.table.handle))
        raise InputError("Stopped here.")

    column(desk, "decimal", ["1"], step="1")
    monkeypatch.setattr(format_check, "most_readable", stopped)
    assert asked(desk, capsys) == 2
    assert held == [1]


def test_every_later_receipt_tells_how_many_there_were_and_holds(desk, capsys):
    column(desk, "decimal", ["1", "2"], step="1")
    assert flags_of(desk)[0] == ()
    for times in (1, 2, 3):
        asked(desk, capsys)
        flags, out = flags_of(desk)
        assert flags == checked(times)
        assert checks_in(flags) == times
        assert cli.main(["verify", str(out / "receipt.json"), str(out / "receipt.pdf")]) == 0
    statement = json.loads((out / "receipt.json").read_text())["statement"]
    assert "But for the format checks" in " ".join(statement["trust"]["assumptions"])
    assert flags_of(desk, "--ledger", str(desk.folder / "fresh.sqlite"))[0] == checked(3), "another ledger is told"
    capsys.readouterr()
    assert cli.main(["ledger"]) == 0
    assert "its format checked 3 times" in capsys.readouterr().out


def test_a_ledger_that_goes_on_from_receipts_tells_of_them(desk, capsys, tmp_path, monkeypatch):
    """On another computer, that knows nothing else."""
    column(desk, "decimal", ["1", "2"], step="1")
    for _ in range(4):
        asked(desk, capsys)
    out = flags_of(desk)[1]
    statement = json.loads((out / "receipt.json").read_text())["statement"]
    monkeypatch.setenv("DPSTUDIO_HOME", str(tmp_path / "another"))
    resume_here([out / "receipt.json"], signed_by=[statement["signer"]["fingerprint"]])
    flags = flags_of(desk)[0]
    assert checks_in(flags) == 4


def test_a_receipt_that_tells_of_fewer_than_one_before_it_does_not_hold(desk, capsys):
    column(desk, "decimal", ["1", "2"], step="1")
    asked(desk, capsys)
    first = flags_of(desk)[1]
    asked(desk, capsys)
    second = flags_of(desk)[1]
    assert cli.main(["verify", str(first / "receipt.json"), str(second / "receipt.json")]) == 0
    assert checks_in(("before this release the curator made 2 format check: some",)) == 2
    assert checked(1) != checked(2)


@pytest.mark.parametrize("role", ["public", "sample"])
def test_only_a_private_table_is_checked(desk, capsys, role):
    column(desk, "decimal", ["1"], step="1")
    desk.ask(role=role)
    with pytest.raises(Refusal, match="Only a private table's format"):
        format_check.check(desk.table, "x", open_gate(), lambda _: None)
    assert open_gate().ledger.format_checks(desk.table.handle) == 0


@pytest.mark.parametrize("name", ["who", "drink", "never", ""])
def test_only_number_and_date_columns_are_checked_and_nothing_else_is_noted(desk, name):
    with pytest.raises(InputError, match="declares no number or date column"):
        format_check.check(desk.table, name, open_gate(), lambda _: None)
    assert open_gate().ledger.format_checks(desk.table.handle) == 0


def test_the_answer_is_kept_nowhere(desk, capsys, home):
    for kind, cell in (("decimal", "1"), ("date", "tea")):
        column(desk, kind, [cell], step="1")
        desk.ask(handle=kind[0] * 32)
        asked(desk, capsys)
    kept = b"".join(each.read_bytes() for each in home.rglob("*") if each.is_file())
    assert b"format check" in kept
    assert b"fewer than half" not in kept
    assert b'"times":1' in kept


def test_two_neighbouring_tables_leave_the_same_entries(desk, capsys):
    """What is noted does not depend on a row."""
    noted = []
    for handle, cells in (("1" * 32, ["1", "tea"]), ("2" * 32, ["tea", "tea"])):
        column(desk, "decimal", cells, step="1")
        desk.ask(handle=handle)
        asked(desk, capsys)
        noted.append(open_gate().ledger.format_checks(handle))
    assert noted == [1, 1]


def test_leave_for_a_check_is_the_gates_to_give(desk):
    with pytest.raises(TypeError, match="Only the gate"):
        FormatCheck(object(), desk.table.source)


def test_a_checked_table_has_one_account_under_whatever_handle(desk, capsys):
    column(desk, "decimal", ["1"], step="1")
    asked(desk, capsys)
    first = desk.table.handle
    desk.ask(handle="b" * 32)
    assert open_gate().decide(desk.table, lambda _: None).account == first
    assert checks_in(flags_of(desk)[0]) == 1


def test_persons_do_not_matter(desk, capsys):
    column(desk, "decimal", ["1", "tea", "tea"], step="1")
    desk.plan = replace(desk.plan, privacy_unit=UnitPlan("person", relation="add_remove", person="who", rows="1"))
    assert asked(desk, capsys) == "fewer than half"


def test_of_a_file_that_has_changed_it_is_asked_first_whether_it_holds_the_same_people(desk, capsys):
    column(desk, "decimal", ["1", "2"], step="1")
    assert asked(desk, capsys) == "most"
    column(desk, "decimal", ["tea", "2", "tea"], step="1")
    assert cli.main(["check-format", str(desk.write()), "x"]) == 2
    assert "--same-people" in capsys.readouterr().err
    assert asked(desk, capsys, "--same-people") == "fewer than half"
    assert open_gate().ledger.format_checks(desk.table.handle) == 2
