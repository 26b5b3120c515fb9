"""The same people under another name: noticed and told before the first charge; linking is a person's act."""

import json
import random
import stat
from dataclasses import asdict
from fractions import Fraction
from itertools import product

import pytest

from dpstudio import cli
from dpstudio.core.account import Account, Limit
from dpstudio.core.errors import Refusal
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.receipt.document import read_document
from dpstudio.core.tables.crowd import KEPT, crowd, share_in_common
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation, Source
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding import same_people
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.guarding.same_people import crowds
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.project.project_schema import FORMAT

KEY = bytes(range(32))
TOLD = "seem to be in the table of release"


def crowd_of(names, reading=Persons.TEXT, key=KEY):
    text = "who\n" + "".join(f"{name}\n" for name in names)
    return crowd(Source("text", text=text, header=True), "who", reading, key, lambda _: None)


def persons(first, last):
    return [f"person {place}" for place in range(first, last)]


# ---- what is kept, and what it tells


def test_neither_order_nor_repetition_nor_blanks_change_what_is_kept():
    names = persons(0, 3000)
    mixed = [*names, *names[:700], "", "  "]
    random.Random(1).shuffle(mixed)
    assert crowd_of(mixed) == crowd_of(names)
    assert len(crowd_of(names)) == KEPT
    assert crowd_of(["Ann", "ann "], Persons.FOLDED_TEXT) == crowd_of(["ann"])


def test_of_many_people_those_with_the_smallest_digests_are_kept_whatever_their_order():
    """Else what two large tables have in common is no fair sample."""
    people = persons(0, 3 * KEPT)
    parts = (people[first : first + KEPT] for first in range(0, len(people), KEPT))
    everyone = sorted(digest for part in parts for digest in crowd_of(part))
    assert crowd_of(people) == crowd_of(people[::-1]) == tuple(everyone[:KEPT])


def test_without_the_key_nothing_is_told_of_anybody():
    assert not set(crowd_of(persons(0, 9))) & set(crowd_of(persons(0, 9), key=bytes(32)))


@pytest.mark.parametrize(("one", "other"), list(product(range(1, 6), repeat=2)))
def test_of_small_tables_the_share_is_exact(one, other):
    for common in range(min(one, other) + 1):
        found = share_in_common(crowd_of(persons(0, one)), crowd_of(persons(one - common, one - common + other)))
        assert found == Fraction(common, min(one, other))


@pytest.mark.parametrize(("common", "told"), [(0, False), (45, False), (55, True), (100, True)])
@pytest.mark.parametrize("size", [1500, 6000])
def test_of_large_tables_five_in_a_hundred_beside_a_half_are_told_right(common, told, size):
    moved = size - size * common // 100
    share = share_in_common(crowd_of(persons(0, size)), crowd_of(persons(moved, moved + size)))
    assert (share > Fraction(1, 2)) is told


def test_a_part_of_a_large_table_is_known_as_one():
    whole, part, others = crowd_of(persons(0, 9000)), crowd_of(persons(0, 900)), crowd_of(persons(9000, 9900))
    assert share_in_common(whole, part) == 1
    assert share_in_common(whole, others) == 0


# ---- the command line


def by_column(who, rows="1", relation="add_remove"):
    return UnitPlan("person", person=who, rows=rows, relation=relation)


class Desk:
    """Projects about tables of people, and releases from them."""

    def __init__(self, folder) -> None:
        self.folder, self.many = folder, 0

    def project(self, names, unit=None, who="who", cap="2"):
        """A project of its own about a new private file."""
        self.many += 1
        file = self.folder / f"people{self.many}.csv"
        file.write_text(f"{who},drink\n" + "".join(f"{name},Tea\n" for name in names))
        columns = (ColumnPlan("drink", "category"),)
        table = TablePlan(
            f"{self.many:032x}", "people", "text", str(file), role="private", header="yes", columns=columns
        )
        plan = Plan(
            tables=(table,),
            privacy_unit=unit or by_column(who),
            candidates=CandidatesPlan("list", text="Tea\nCoffee"),
            rule=RulePlan("votes", "one_column", ("drink",)),
            privacy=PrivacyPlan(epsilon="1", cap=cap),
        )
        path = self.folder / f"p{self.many}.dpstudio"
        path.write_text(json.dumps({"format": FORMAT, "program": "dpstudio", "plan": asdict(plan)}))
        return path

    def release(self, project, *options):
        self.many += 1
        return cli.main(["release", str(project), "--out", str(self.folder / f"out{self.many}"), *options])


@pytest.fixture
def desk(tmp_path, home):
    return Desk(tmp_path)


def test_nothing_is_charged_until_it_is_said_whether_the_people_are_the_same(desk, capsys):
    names = persons(0, 9)
    assert desk.release(desk.project(names)) == 0
    assert TOLD not in capsys.readouterr().err
    again = desk.project([*names[1:], "someone else"])
    assert desk.release(again) == 3
    told = capsys.readouterr().err
    assert f"{TOLD} 1 " in told
    assert "--same-people-as 1" in told
    assert "--other-people" in told
    assert len(open_gate().ledger.charges()) == 1
    assert desk.release(again, "--other-people") == 0
    assert len(open_gate().ledger.accounts()) == 2
    assert desk.release(again) == 0
    kept = [digest.hex() for digest in crowd_of(names, key=open_gate().key)]
    for file in desk.folder.glob("out*/*"):  # nothing of it reaches a receipt
        said = file.read_bytes()
        assert TOLD.encode() not in said
        assert not any(digest.encode() in said or bytes.fromhex(digest) in said for digest in kept)


def test_other_people_than_those_of_every_account_are_said_once(desk, capsys):
    names = persons(0, 9)
    desk.release(desk.project(names))
    desk.release(desk.project([*names[1:], "x"]), "--other-people")
    third = desk.project([*names[2:], "y", "z"])
    assert desk.release(third) == 3
    assert desk.release(third, "--other-people") == 0
    assert len(open_gate().ledger.accounts()) == 3


def test_linked_the_table_goes_on_with_that_account_and_its_limit(desk, capsys):
    names = persons(0, 9)
    desk.release(desk.project(names))
    again = desk.project([*names[1:], "someone else"])
    assert desk.release(again, "--same-people-as", "1") == 0
    assert TOLD not in capsys.readouterr().err
    [account] = open_gate().ledger.accounts().values()
    assert account.spent == 2
    assert desk.release(again) == 3
    assert "nothing is left of the limit" in capsys.readouterr().err


def test_the_column_of_persons_may_have_another_name_in_each_linked_table(desk, capsys):
    names = persons(0, 9)
    first = desk.project(names, cap="4")
    desk.release(first)
    linked = desk.project([*names[1:], "x"], who="patient", cap="4")
    assert desk.release(linked, "--same-people-as", "1") == 0
    assert desk.release(linked) == 0
    assert desk.release(first) == 0  # the first table goes on under its own name
    [account] = open_gate().ledger.accounts().values()
    assert account.spent == 4
    units = [read_document(charge.statement).receipt.privacy_unit for charge in account.charges]
    assert [unit.identified_by for unit in units] == ["who", "patient", "patient", "who"]
    files = [str(file) for file in sorted(desk.folder.glob("out*/receipt.json"))]
    capsys.readouterr()
    assert cli.main(["verify", *files]) == 0
    assert "“patient” and “who”" in capsys.readouterr().out


def test_without_a_link_the_column_of_persons_stays_what_it_was():
    account = Account(PrivacyUnit(Relation.ADD_REMOVE, "who"), Limit(Fraction(1)))
    assert account.protects(PrivacyUnit(Relation.ADD_REMOVE, "who"))
    assert not account.protects(PrivacyUnit(Relation.ADD_REMOVE, "drink"))


UNITS = [
    PrivacyUnit(relation, person, rows, everyone, reading)
    for relation in Relation
    for person in (None, "who", "patient", "drink")
    for rows in (1, 2)
    for everyone in (False, True)
    for reading in (Persons.TEXT, Persons.WHOLE_NUMBER)
]


@pytest.mark.parametrize("before", UNITS)
def test_a_link_lets_only_the_name_of_the_column_differ_and_only_as_it_was_linked(before):
    account = Account(before, Limit(Fraction(1)), names=("patient",))
    for unit in UNITS:
        same = asdict(unit) | {"person": None} == asdict(before) | {"person": None}
        named = unit.person == before.person or (before.person is not None and unit.person == "patient")
        assert account.protects(unit) is (same and named)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"unit": by_column("patient", rows="2")}, "at most 1 row of each person"),
        ({"unit": by_column("patient", relation="replace_one")}, "add or remove one person"),
        ({"unit": UnitPlan("row", relation="add_remove")}, "a column identifies people"),
        ({"cap": "3"}, "limit 2"),
    ],
)
def test_a_project_that_asks_otherwise_is_told_before_it_is_linked(desk, capsys, changed, told):
    names = persons(0, 9)
    desk.release(desk.project(names))
    again = desk.project(names[1:], who="patient", **changed)
    capsys.readouterr()
    assert desk.release(again, "--same-people-as", "1") == 3
    assert told in capsys.readouterr().err
    assert desk.release(again, "--other-people") == 0  # nothing was linked


def link(desk, project, number=1):
    """As the window does: the link alone, nothing charged."""
    gate = open_gate()
    found = opened(project, gate, rows=True)
    same_people.link(found.plan.data_table, found.unit, number, gate, lambda _: None)


def test_a_link_is_taken_back_until_something_is_charged(desk, capsys):
    names = persons(0, 9)
    desk.release(desk.project(names, cap="4"))
    again = desk.project(names[1:], who="patient", cap="4")
    link(desk, again)
    assert desk.release(again, "--other-people") == 0
    spent = sorted(account.spent for account in open_gate().ledger.accounts().values())
    assert spent == [1, 1]
    third = desk.project([*names[:8], "x"], who="patient", cap="4")
    link(desk, third)
    assert desk.release(third) == 0
    [handle] = [each for each, account in open_gate().ledger.accounts().items() if account.spent == 2]
    with pytest.raises(Refusal):
        open_gate().ledger.unlink(handle)


def test_a_link_taken_back_leaves_no_name_behind(desk):
    names = persons(0, 9)
    desk.release(desk.project(names))
    again = desk.project(names[1:], who="patient")
    link(desk, again)
    [handle] = open_gate().ledger.accounts()
    assert open_gate().ledger.account(handle).names == ("patient",)
    open_gate().ledger.unlink(handle)
    assert open_gate().ledger.account(handle).names == ()
    link(desk, again)  # once more
    assert open_gate().ledger.account(handle).names == ("patient",)


def test_a_table_that_has_the_account_already_cannot_be_linked_under_another_column(desk):
    project = desk.project(persons(0, 9))
    desk.release(project)
    gate = open_gate()
    found = opened(project, gate, rows=True)
    other = PrivacyUnit(Relation.ADD_REMOVE, "drink")
    same_people.link(found.plan.data_table, other, 1, gate, lambda _: None)
    [account] = open_gate().ledger.accounts().values()
    assert account.names == ()


def test_what_was_looked_at_before_a_link_counts_in_the_account(desk):
    names = persons(0, 9)
    desk.release(desk.project(names, cap="4"))
    again = desk.project(names[1:], who="patient", cap="4")
    gate = open_gate()
    gate.inspect(opened(again, gate, rows=True).plan.data_table, "a plan", lambda _: None)
    assert desk.release(again, "--same-people-as", "1") == 0
    [account] = open_gate().ledger.accounts().values()
    assert account.looks == ("a plan",)
    assert account.spent == 2


def test_a_lost_ledger_goes_on_from_receipts_of_linked_tables(desk, home):
    names = persons(0, 9)
    first = desk.project(names, cap="4")
    desk.release(first)
    linked = desk.project(names[1:], who="patient", cap="4")
    desk.release(linked, "--same-people-as", "1")
    storage.ledger_file().unlink()
    receipts = sorted(str(file) for file in desk.folder.glob("out*/receipt.json"))
    assert cli.main(["resume", *receipts]) == 0
    assert desk.release(first) == 0
    [account] = open_gate().ledger.accounts().values()
    assert account.spent == 3
    assert set(account.names) == {"who", "patient"}


def test_a_table_with_an_account_of_its_own_is_not_linked(desk, capsys):
    desk.release(desk.project(persons(0, 9)))
    again = desk.project(persons(0, 8))
    desk.release(again, "--other-people")
    assert desk.release(again, "--same-people-as", "1") == 3
    assert "an account of its own already" in capsys.readouterr().err
    assert desk.release(desk.project(persons(0, 7)), "--same-people-as", "77") == 2


def test_only_one_of_the_two_answers_is_taken(desk):
    project = desk.project(persons(0, 9))
    assert desk.release(project, "--same-people-as", "1", "--other-people") == 2


def test_half_of_the_people_are_not_more_than_half(home):
    store, known = crowds(), crowd_of(persons(0, 8))
    open_gate()
    store.keep("one", "seen", known)
    assert store.like("two", crowd_of(persons(4, 12))) == []
    assert store.like("two", crowd_of(persons(3, 11))) == ["one"]


def test_where_no_column_identifies_persons_nothing_is_kept(desk, capsys, home):
    rows = UnitPlan("row", relation="add_remove")
    desk.release(desk.project(persons(0, 9), rows))
    desk.release(desk.project(persons(1, 9), rows))
    assert TOLD not in capsys.readouterr().err
    assert not (home / "data" / "people.sqlite").exists()


def test_what_is_kept_is_the_owners_holds_no_name_and_can_be_deleted(desk, capsys, home):
    desk.release(desk.project(persons(0, 9)))
    kept = home / "data" / "people.sqlite"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for file in home.rglob("*"):
        assert not file.is_file() or b"person 3" not in file.read_bytes()
    crowds().forget()
    assert not kept.exists()
    desk.release(desk.project(persons(1, 9)))
    assert TOLD not in capsys.readouterr().err


def test_a_damaged_file_says_that_it_can_be_deleted(desk, capsys, home):
    project = desk.project(persons(0, 9))
    (home / "data").mkdir(parents=True)
    (home / "data" / "people.sqlite").write_text("no database at all, and long enough to be seen as none" * 9)
    assert desk.release(project) == 2
    assert "Delete it" in capsys.readouterr().err
    assert open_gate().ledger.charges() == []


def test_other_people_are_remembered(desk):
    store, digests = crowds(), crowd_of(persons(0, 9))
    open_gate()
    store.keep("one", "seen", digests)
    assert store.like("two", digests) == ["one"]
    store.set_apart("two", "one")
    assert store.like("two", digests) == []
    assert store.like("three", digests) == ["one"]


# ---- a file that has changed


def changed_file(desk, capsys):
    """A project from which there is a release, and whose file has one line more since."""
    project = desk.project(persons(0, 9))
    assert desk.release(project) == 0
    with (desk.folder / "people1.csv").open("a") as file:
        file.write("person 9,Tea\n")
    capsys.readouterr()
    return project


def spent():
    return [account.spent for account in open_gate().ledger.accounts().values()]


def test_of_a_changed_file_it_is_asked_on_the_command_line_whether_it_holds_the_same_people(desk, capsys):
    project = changed_file(desk, capsys)
    assert desk.release(project) == 2
    told = capsys.readouterr().err
    assert "--same-people " in told
    assert "--other-people" in told
    assert spent() == [1]


@pytest.mark.parametrize("answer", [["--same-people"], ["--same-people-as", "1"]])
def test_a_changed_file_of_the_same_people_goes_on_with_its_account_for_good(desk, capsys, answer):
    project = changed_file(desk, capsys)
    assert desk.release(project, *answer) == 0
    assert spent() == [2]
    assert desk.release(project) == 3  # known now, and the limit of 2 is spent
    assert desk.release(project, "--other-people") == 3
    assert spent() == [2]


def test_a_changed_file_of_other_people_has_an_account_of_its_own(desk, capsys):
    project = changed_file(desk, capsys)
    assert desk.release(project, "--other-people") == 0
    assert spent() == [1, 1]
    assert desk.release(project, "--same-people") == 3  # the opposite has been said of these very bytes
    assert "it was said to hold other people" in capsys.readouterr().err
    assert desk.release(project) == 0
    assert spent() == [1, 2]


@pytest.mark.parametrize(("answer", "after"), [("--same-people", [3]), ("--other-people", [2, 1])])
def test_of_a_linked_table_that_changes_it_is_asked_as_of_any_other(desk, capsys, answer, after):
    desk.release(desk.project(persons(0, 9), cap="4"))
    linked = desk.project(persons(0, 9)[1:], cap="4")
    assert desk.release(linked, "--same-people-as", "1") == 0
    file = next(file for file in desk.folder.glob("*.csv") if file.name in linked.read_text())
    file.write_text(file.read_text() + "person 9,Tea\n")
    assert desk.release(linked) == 2
    assert "--other-people" in capsys.readouterr().err
    assert spent() == [2]
    assert desk.release(linked, answer) == 0
    assert spent() == after


def test_a_changed_file_can_hold_the_people_of_another_account(desk, capsys):
    other = desk.project([f"guest {place}" for place in range(9)])
    assert desk.release(other) == 0
    project = desk.project(persons(0, 9))
    assert desk.release(project) == 0
    file = desk.folder / "people3.csv"
    file.write_text("who,drink\n" + "".join(f"guest {place},Tea\n" for place in range(1, 10)))
    assert desk.release(project, "--same-people-as", "1") == 0
    assert spent() == [2, 1]


def test_that_a_changed_file_holds_the_same_people_is_taken_back_until_something_is_charged(desk, capsys):
    project = changed_file(desk, capsys)
    gate = open_gate()
    [table] = opened(project, gate, rows=False).plan.tables
    gate.same_people(table, lambda _: None)
    assert not opened(project, gate, rows=False).known.changed
    assert desk.release(project, "--other-people") == 0
    assert spent() == [1, 1]


def test_a_changed_sample_with_an_account_is_looked_at_again_once_it_is_said_to_hold_the_same(desk, capsys):
    project = desk.project(persons(0, 9))
    stored = json.loads(project.read_text())
    stored["plan"]["tables"][0]["role"] = "sample"
    project.write_text(json.dumps(stored))
    assert cli.main(["law", str(project)]) == 0
    with (desk.folder / "people1.csv").open("a") as file:
        file.write("person 9,Tea\n")
    assert cli.main(["law", str(project)]) == 2, "it has no account yet, and is asked about all the same"
    assert cli.main(["law", str(project), "--same-people"]) == 0
    assert cli.main(["release", str(project), "--out", str(desk.folder / "out")]) == 0
    with (desk.folder / "people1.csv").open("a") as file:
        file.write("person 10,Tea\n")
    assert cli.main(["law", str(project)]) == 2
    assert "--same-people " in capsys.readouterr().err
    assert cli.main(["law", str(project), "--same-people"]) == 0
    assert cli.main(["law", str(project)]) == 0
