"""The same people under another name: noticed and told before the first charge; linking is a person's act."""

import json
import random
import stat
from dataclasses import asdict
from fractions import Fraction
from itertools import product

import pytest

from dpstudio import cli
from dpstudio.core.question import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.tables.crowd import KEPT, crowd, share_in_common
from dpstudio.core.tables.schema import Persons, Source
from dpstudio.workspace.gate import open_gate
from dpstudio.workspace.project_schema import FORMAT
from dpstudio.workspace.same_people import crowds

KEY = bytes(range(32))
TOLD = "seem to be those of entry"


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


class Desk:
    """Projects about tables of people, and releases from them."""

    def __init__(self, folder) -> None:
        self.folder, self.many = folder, 0

    def project(self, names, unit=None):
        """A project of its own about a new private file."""
        self.many += 1
        file = self.folder / f"people{self.many}.csv"
        file.write_text("who,drink\n" + "".join(f"{name},Tea\n" for name in names))
        columns = (ColumnPlan("drink", "category"),)
        table = TablePlan(
            f"{self.many:032x}", "people", "text", str(file), role="private", header="yes", columns=columns
        )
        plan = Plan(
            tables=(table,),
            unit=unit or UnitPlan("person", person="who", rows="1", relation="add_remove"),
            candidates=CandidatesPlan("list", text="Tea\nCoffee"),
            rule=RulePlan("votes", "one_column", ("drink",)),
            privacy=PrivacyPlan(epsilon="1", cap="2"),
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


def test_the_same_people_in_another_file_are_told_before_the_first_charge(desk, capsys):
    names = persons(0, 9)
    assert desk.release(desk.project(names)) == 0
    assert TOLD not in capsys.readouterr().err
    again = desk.project([*names[1:], "someone else"])
    assert desk.release(again) == 0
    assert f"{TOLD} 1 of the ledger" in capsys.readouterr().err
    assert len(open_gate().ledger.accounts()) == 2
    kept = [digest.hex() for digest in crowd_of(names, key=open_gate().key)]
    for file in desk.folder.glob("out*/*"):  # nothing of it reaches a receipt
        said = file.read_bytes()
        assert TOLD.encode() not in said
        assert not any(digest.encode() in said or bytes.fromhex(digest) in said for digest in kept)
    assert desk.release(again) == 0
    assert TOLD not in capsys.readouterr().err


def test_linked_the_table_goes_on_with_that_account_and_its_limit(desk, capsys):
    names = persons(0, 9)
    desk.release(desk.project(names))
    again = desk.project([*names[1:], "someone else"])
    assert desk.release(again, "--same-people-as", "1") == 0
    assert TOLD not in capsys.readouterr().err
    [account] = open_gate().ledger.accounts().values()
    assert account.spent == 2
    assert desk.release(again) == 3
    assert "only 0 is left" in capsys.readouterr().err


def test_a_table_with_an_account_of_its_own_is_not_linked(desk, capsys):
    desk.release(desk.project(persons(0, 9)))
    again = desk.project(persons(0, 8))
    desk.release(again)
    assert desk.release(again, "--same-people-as", "1") == 3
    assert "an account of its own already" in capsys.readouterr().err
    assert desk.release(desk.project(persons(0, 7)), "--same-people-as", "77") == 2


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
