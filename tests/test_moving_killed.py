"""Killed at any step of a move: never two ledgers that go on, never none, and the same once more finishes it."""

import shutil
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import Refusal, StudioError
from dpstudio.core.ledger import Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.bookkeeping import moving
from dpstudio.workspace.computer import archive, storage
from dpstudio.workspace.guarding.gate import open_gate
from tests.killing import killed, lines_of
from tests.receipts import saying

PASSPHRASE = "seven geese on a grey lake"
UNIT, ONE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2))
TEN = Limit(Fraction(10))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(archive, "WORK", 10)
    monkeypatch.setattr(archive, "LEAST_WORK", 10)


class World:
    """An old and a new computer in a folder."""

    def __init__(self, folder, patch):
        self.folder, self._patch = folder, patch
        self.file = folder / "ledger.moved"

    def sit(self, name):
        self._patch.setenv("DPSTUDIO_HOME", str(self.folder / name))

    def move(self):
        moving.move(self.file, PASSPHRASE)

    def arrive(self):
        moving.arrive_here(self.file, PASSPHRASE)

    def copy(self, name, patch):
        return World(Path(shutil.copytree(self.folder, self.folder.parent / name)), patch)

    def may_charge(self):
        """Whether the ledger goes on here; refused in words where it does not."""
        try:
            storage.ledger().charge("t", UNIT, TEN, ONE, "p")
        except Refusal as error:
            if "moved to another computer" not in error.message:
                raise
            return False
        return True


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A private table on the old computer, ε 1 of it spent."""
    world = World(tmp_path / "world", monkeypatch)
    world.sit("old")
    gate = open_gate()
    gate.ledger.sight(["d1"], "t", private=True)
    gate.ledger.complete(gate.ledger.charge("t", UNIT, TEN, ONE, "p").number, saying("{}"))
    return world


def check_leaving(world):
    """What was killed while it was written; then it is done once more, and arrives."""
    world.sit("old")
    if world.file.exists():
        assert not world.may_charge(), "two ledgers go on"
        world.file.unlink()
    alive = not storage.ledger().moved
    spent = 1 + (alive and world.may_charge())
    world.move()
    assert not world.may_charge()
    world.sit("new")
    world.arrive()
    assert storage.ledger().account("t").spent == spent
    return alive


def check_arriving(world):
    """What was killed while it arrived, looked at, and done once more."""
    world.sit("old")
    theirs = storage.machine_key()
    world.sit("new")
    with suppress(StudioError):
        gate = open_gate()
        arrived = gate.ledger.account("t") is not None
        known = gate.ledger.was_private(["d1"]), storage.private_marks().any(["d1"]), gate.key == theirs
        assert known == (arrived,) * 3, "all of it is here, or nothing that a fresh ledger could begin beside"
    with suppress(Refusal):
        world.arrive()
    gate = open_gate()
    assert gate.ledger.was_private(["d1"])
    assert storage.private_marks().any(["d1"])
    assert gate.ledger.account("t").spent == 1
    assert world.may_charge()
    world.sit("old")
    assert not world.may_charge()
    assert gate.key == storage.machine_key()


def moments(last, many):
    """Spread evenly; all where there are so many."""
    return range(1, last + 1) if many >= last else [1 + place * (last - 1) // (many - 1) for place in range(many)]


def leaving(world, patch, many):
    copy = world.copy("counted", patch)
    copy.sit("old")
    met, kills = set(), 0
    for moment in moments(lines_of(copy.move), many):
        copy = world.copy(f"leaving{moment}", patch)
        copy.sit("old")
        kills += killed(copy.move, moment)
        met.add(check_leaving(copy))
        shutil.rmtree(copy.folder)
    assert met == {True, False}
    return kills


def arriving(world, patch, many, *, opened):
    world.sit("old")
    world.move()
    if opened:
        world.sit("new")
        open_gate()
    copy = world.copy("counted", patch)
    copy.sit("new")
    kills = 0
    for moment in moments(lines_of(copy.arrive), many):
        copy = world.copy(f"arriving{moment}", patch)
        copy.sit("new")
        kills += killed(copy.arrive, moment)
        check_arriving(copy)
        shutil.rmtree(copy.folder)
    return kills


def test_some_kills_while_it_leaves(world, monkeypatch):
    assert leaving(world, monkeypatch, 12) >= 10


@pytest.mark.parametrize("opened", [False, True], ids=["never opened", "opened before"])
def test_some_kills_while_it_arrives(world, monkeypatch, opened):
    assert arriving(world, monkeypatch, 10, opened=opened) >= 8


@pytest.mark.long
def test_hundreds_of_kills_while_it_leaves(world, monkeypatch):
    assert leaving(world, monkeypatch, 300) >= 250


@pytest.mark.long
@pytest.mark.parametrize("opened", [False, True], ids=["never opened", "opened before"])
def test_hundreds_of_kills_while_it_arrives(world, monkeypatch, opened):
    assert arriving(world, monkeypatch, 200, opened=opened) >= 150
