"""A look at a private table: it stands in the ledger before anything is read, and every later receipt tells of it."""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.receipt.headline import CHANGED, HEADER_SHOWN, INSPECTED
from dpstudio.core.release import plan_digest
from dpstudio.workspace.bookkeeping.resuming import resume_here
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.gate import Gate, open_gate
from dpstudio.workspace.guarding.header_look import look_at_header
from dpstudio.workspace.project.handles import fresh_handle
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.project.project_schema import FORMAT
from dpstudio.workspace.releasing import jobs

_KILLED = """
import os, sys
from pathlib import Path
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
jobs.look_into = lambda *_: os.kill(os.getpid(), 9)
gate = open_gate()
found = opened(Path(sys.argv[1]), gate, rows=True)
print(jobs.inspect(found.question, found.plan.data_table, gate, Path(sys.argv[2]), lambda _: None))
"""
TEXT = "who,drink\nZaphod,Tea\nArthur,Tea\nFord,Coffee\n"


def nothing(_):
    pass


class Desk:
    """A project with a table in a file, and the commands about it."""

    def __init__(self, folder: Path, role: str = "private") -> None:
        self.folder, self.outs = folder, 0
        self.file, self.project = folder / "people.csv", folder / "p.dpstudio"
        self.file.write_text(TEXT)
        columns = (ColumnPlan("who", "category"), ColumnPlan("drink", "category"))
        self.table = TablePlan("a" * 32, "people", "text", str(self.file), role=role, header="yes", columns=columns)
        self.plan = Plan(
            tables=(self.table,),
            privacy_unit=UnitPlan("row", relation="add_remove"),
            candidates=CandidatesPlan("list", text="Tea\nCoffee"),
            rule=RulePlan("votes", "one_column", ("drink",)),
            privacy=PrivacyPlan(epsilon="1/1000", cap="100"),
        )

    def ask(self, **changes) -> None:
        """The same question of a table that is declared anew."""
        self.table = replace(self.table, **changes)
        self.plan = replace(self.plan, tables=(self.table,))

    def write(self) -> Path:
        self.project.write_text(json.dumps({"format": FORMAT, "program": "dpstudio", "plan": asdict(self.plan)}))
        return self.project

    def look(self, gate: Gate | None = None):
        """The private table is inspected at the question as it stands; what is seen."""
        gate = gate or open_gate()
        found = opened(self.write(), gate, rows=True)
        return jobs.inspect(found.question, found.plan.data_table, gate, self.folder, nothing)

    def release(self, *options: str) -> tuple[int, tuple[str, ...]]:
        """The exit code of a release, and the flags of its receipt that tell of looks."""
        self.outs += 1
        out = self.folder / f"out{self.outs}"
        code = cli.main(["release", str(self.write()), "--out", str(out), *options])
        flags = json.loads((out / "receipt.json").read_text()) if code == 0 else {}
        told = flags.get("statement", flags).get("flags", ())
        return code, tuple(flag for flag in told if flag in (INSPECTED, CHANGED, HEADER_SHOWN))

    @property
    def digest(self) -> str:
        return plan_digest(opened(self.write(), open_gate(), rows=True).question)


@pytest.fixture
def desk(tmp_path, home):
    return Desk(tmp_path)


def seen(view) -> list[tuple[str, ...]]:
    answers = view.answers
    return [tuple(answers.cell(line, place) for place in range(len(answers.names))) for line in range(answers.rows)]


# ---- what is seen


def test_a_look_shows_the_true_scores_and_the_exact_law(desk):
    view = desk.look()
    assert seen(view) == [("Tea", "2"), ("Coffee", "1")]
    [law] = view.laws
    chances = {law.label(place): chance for place, chance in enumerate(law.chances)}
    assert chances["Tea"] > chances["Coffee"] > 0
    assert sum(chances.values()) == pytest.approx(1)


def test_the_look_is_in_the_ledger_before_anything_is_read(desk, monkeypatch):
    """Whatever goes wrong afterwards, a kill too, the look has been made."""
    held = []

    def stopped(*_):
        held.append(open_gate().ledger.looks(desk.table.handle))
        raise InputError("Stopped here.")

    monkeypatch.setattr(jobs, "look_into", stopped)
    with pytest.raises(InputError, match="Stopped here"):
        desk.look()
    assert held == [(desk.digest,)]
    assert desk.release() == (0, (INSPECTED,))


def test_a_look_that_cannot_be_written_down_shows_nothing(desk, monkeypatch):
    def full(*_):
        raise InputError("The disk is full.")

    monkeypatch.setattr(Ledger, "look", full)
    monkeypatch.setattr(jobs, "look_into", lambda *_: pytest.fail("the table was read"))
    with pytest.raises(InputError, match="disk is full"):
        desk.look()
    assert open_gate().ledger.looks(desk.table.handle) == ()


@pytest.mark.parametrize("role", ["sample", "public"])
def test_only_a_private_table_is_looked_into(desk, role):
    desk.ask(role=role)
    with pytest.raises(Refusal, match="Only a private table"):
        open_gate().inspect(desk.table, "", nothing)


def test_a_file_that_has_changed_is_not_looked_into(desk):
    open_gate().decide(desk.table, nothing)
    desk.file.write_text(TEXT + "Trillian,Tea\n")
    with pytest.raises(Refusal, match="has changed"):
        open_gate().inspect(desk.table, "", nothing)
    assert open_gate().ledger.looks(desk.table.handle) == ()


# ---- what later receipts say


def test_a_release_without_a_look_says_nothing_of_one(desk):
    assert desk.release() == (0, ())


def test_every_later_receipt_says_that_the_look_was_made(desk):
    desk.look()
    assert desk.release() == (0, (INSPECTED,))
    assert desk.release() == (0, (INSPECTED,))


def test_an_earlier_receipt_stays_as_it_is(desk):
    desk.release()
    desk.look()
    out = desk.folder / "again"
    assert cli.main(["receipt", "1", "--out", str(out)]) == 0
    assert INSPECTED not in (out / "receipt.json").read_text()


@pytest.mark.parametrize(
    "change",
    [{"privacy": PrivacyPlan(epsilon="1/500", cap="100")}, {"candidates": CandidatesPlan("list", text="Tea\nMilk")}],
)
def test_a_plan_that_changed_after_the_look_is_told(desk, change):
    desk.look()
    desk.plan = replace(desk.plan, **change)
    assert desk.release() == (0, (INSPECTED, CHANGED))
    told = json.loads((desk.folder / "out1" / "receipt.json").read_text())["statement"]["trust"]["assumptions"]
    assert [each for each in told if "chosen by looking" in each] == [
        "But for the look that this receipt tells of, the question, its bounds and types were not chosen by looking at"
        " the private table."
    ]
    assert "or its mechanism" in CHANGED  # with the same question, another ε alone


def test_looking_again_at_the_changed_plan_does_not_unsay_the_change(desk):
    desk.look()
    desk.plan = replace(desk.plan, privacy=PrivacyPlan(epsilon="1/500", cap="100"))
    desk.look()
    assert desk.release() == (0, (INSPECTED, CHANGED))


def test_neither_another_project_nor_another_name_forgets_the_look(desk):
    desk.look()
    copy = desk.folder / "copy.csv"
    copy.write_text(TEXT.replace("\n", "\r\n"))
    desk.ask(handle=fresh_handle(), label="others", path=str(copy))
    assert desk.release() == (0, (INSPECTED,))


def test_a_second_header_line_is_told_as_what_it_was_and_as_no_look_at_the_answers(desk):
    """Neither that Inspect was used nor that the question was another one then; another ledger knows it, too."""
    first_line = {"path": str(desk.folder / "titled.csv"), "first_line": "2"}
    (desk.folder / "titled.csv").write_text("Survey\n" + TEXT)
    desk.ask(**first_line, handle=fresh_handle())
    gate = open_gate()
    look_at_header(desk.table, gate, nothing)
    assert desk.release() == (0, (HEADER_SHOWN,))
    assert desk.release("--ledger", str(desk.folder / "fresh.sqlite")) == (0, (HEADER_SHOWN,))


def test_another_ledger_does_not_forget_the_look(desk):
    desk.look()
    assert desk.release("--ledger", str(desk.folder / "fresh.sqlite")) == (0, (INSPECTED, CHANGED))


def test_a_look_before_the_first_charge_gives_a_table_its_account(desk):
    """Else the same bytes under a second handle would have one without the look."""
    gate, second = open_gate(), replace(desk.table, handle=fresh_handle())
    gate.decide(second, nothing)
    desk.look(gate)
    assert gate.decide(second, nothing).account == desk.table.handle
    with pytest.raises(Refusal, match="has an account already"):
        gate.ledger.look(second.handle, "")


# ---- from private to sample or public


@pytest.mark.parametrize("role", ["sample", "public"])
def test_what_was_private_is_let_go_by_a_look_alone(desk, role):
    gate = open_gate()
    gate.decide(desk.table, nothing)
    desk.ask(role=role)
    assert "Only Inspect" in gate.decide(desk.table, nothing).refusal
    gate.let_go(desk.table, "", nothing)
    assert open_gate().decide(desk.table, nothing).permit is not None
    assert len(gate.ledger.looks(desk.table.handle)) == 1


def test_a_table_that_was_let_go_stays_known_as_one_that_was_looked_into(desk):
    desk.release()
    desk.ask(role="sample")
    assert desk.release()[0] == 3
    open_gate().let_go(desk.table, "", nothing)
    assert desk.release() == (0, (INSPECTED, CHANGED))
    desk.ask(handle=fresh_handle())
    assert desk.release() == (0, (INSPECTED, CHANGED))
    desk.ask(role="private")
    assert desk.release() == (0, (INSPECTED, CHANGED))
    assert len(open_gate().ledger.charges()) == 4
    assert len(open_gate().ledger.accounts()) == 1


def test_only_these_very_bytes_are_let_go(desk):
    gate = open_gate()
    gate.decide(desk.table, nothing)
    desk.ask(role="sample")
    gate.let_go(desk.table, "", nothing)
    for text in (TEXT + "Trillian,Tea\n", TEXT.replace("\n", "\r\n")):
        desk.file.write_text(text)
        assert "Only Inspect" in gate.decide(desk.table, nothing).refusal
        assert "Only Inspect" in gate.decide(replace(desk.table, handle=fresh_handle()), nothing).refusal
    assert open_gate(desk.folder / "other.sqlite").decide(desk.table, nothing).refusal


def test_a_plain_look_lets_nothing_go(desk):
    desk.look()
    assert open_gate().decide(replace(desk.table, role="sample"), nothing).permit is None


def test_what_is_not_sealed_needs_no_letting_go(desk):
    desk.ask(role="sample")
    with pytest.raises(Refusal, match="is not sealed"):
        open_gate().let_go(desk.table, "", nothing)


def test_tables_that_ship_are_not_looked_into(tmp_path, home):
    assert cli.main(["examples", "apples", "--out", str(tmp_path / "a")]) == 0
    shipped = next((tmp_path / "a").glob("*.csv"))
    table = TablePlan("b" * 32, "t", "text", str(shipped), role="private", header="yes")
    with pytest.raises(Refusal, match="Only a private table"):
        open_gate().inspect(table, "", nothing)
    assert not storage.ledger().looks("b" * 32)


def test_the_ledger_tells_how_often_a_table_was_looked_into(desk, capsys):
    desk.release()
    assert cli.main(["ledger"]) == 0
    assert "looked into" not in capsys.readouterr().out
    desk.look()
    desk.look()
    assert cli.main(["ledger"]) == 0
    assert "looked into 2 times" in capsys.readouterr().out


def test_a_lost_ledger_that_goes_on_from_receipts_knows_of_the_look(desk, home):
    desk.look()
    assert desk.release() == (0, (INSPECTED,))
    for file in [*(home / "data").glob("ledger.sqlite*"), home / "data" / "marks.sqlite"]:
        file.unlink()
    resume_here([desk.folder / "out1" / "receipt.json"])
    assert desk.release() == (0, (INSPECTED,)), "the question is the one of the receipt, and so of the look"
    desk.plan = replace(desk.plan, privacy=PrivacyPlan(epsilon="1/500", cap="100"))
    assert desk.release() == (0, (INSPECTED, CHANGED))


def test_where_receipts_tell_of_a_changed_question_nobody_knows_what_was_asked_at_the_look(desk, home):
    """At which plans the table was looked into is not in them, so that no plan is taken for the one of every look."""
    desk.look()
    before, desk.plan = desk.plan, replace(desk.plan, privacy=PrivacyPlan(epsilon="1/500", cap="100"))
    assert desk.release() == (0, (INSPECTED, CHANGED))
    for file in (home / "data").glob("ledger.sqlite*"):
        file.unlink()
    resume_here([desk.folder / "out1" / "receipt.json"])
    assert desk.release() == (0, (INSPECTED, CHANGED))
    desk.plan = before
    assert desk.release() == (0, (INSPECTED, CHANGED))


def test_killed_between_writing_a_look_down_and_reading_nothing_is_shown(desk, tmp_path):
    """The process ends where the table would be read: the look stands in the ledger, and nothing was printed."""
    script = [sys.executable, "-c", _KILLED, str(desk.write()), str(tmp_path)]
    done = subprocess.run(script, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (-9, b"")
    assert open_gate().ledger.looks(desk.table.handle) == (desk.digest,)
