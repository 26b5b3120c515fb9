"""A release from Python that is ended anywhere behind its charge names the entry: it is never lost sight of."""

import functools
import shutil
import sqlite3
from pathlib import Path
from typing import ClassVar

import pytest

from dpstudio import api
from dpstudio.workspace.computer import storage

ASKED = {"unit": api.rows("add_remove"), "epsilon": 1, "limit": 40}
SOON, ALL = (0, 8, 26), 36
PLACES = [pytest.param(left, marks=() if left in SOON else pytest.mark.long) for left in range(ALL)]


class Ended(sqlite3.Connection):
    """Ends the work as Ctrl+C does, so many statements after a charge is written into a ledger."""

    left: ClassVar = -1
    begun: ClassVar = False

    def execute(self, query, *values):
        Ended.left -= Ended.begun
        if Ended.begun and Ended.left == -1:
            super().execute(query, *values).close()  # a cursor that the traceback keeps would keep its transaction
            raise KeyboardInterrupt
        Ended.begun |= query.startswith("INSERT INTO entry") and "charge" in values[0]
        return super().execute(query, *values)


@pytest.fixture(scope="module")
def drinks(tmp_path_factory):
    """A private table, made once: each test has a data folder of its own."""
    folder = tmp_path_factory.mktemp("drinks")
    (folder / "drinks.csv").write_text("name,drink\nAda,Tea\nBen,Tea\nCleo,Coffee\nDan,Tea\n")
    return folder / "drinks.csv"


def asked(drinks):
    table = api.table(drinks, "private", api.column("drink", "category"), header=True)
    return api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ASKED)


def charged():
    return [charge.number for account in api.accounts().values() for charge in account.charges]


def ended(question):
    """What a broken off release says, and the entries that it left."""
    with pytest.raises(KeyboardInterrupt) as broken:
        question.release()
    return getattr(broken.value, "__notes__", []), charged()


@pytest.mark.parametrize("left", PLACES)
def test_wherever_a_release_is_ended_behind_its_charge_the_entry_is_named_and_can_be_had(left, drinks, monkeypatch):
    question = asked(drinks)
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Ended))
    monkeypatch.setattr(Ended, "left", left)
    monkeypatch.setattr(Ended, "begun", False)
    notes, numbers = ended(question)
    assert (len(notes), numbers) == (1, [1])
    stored = "its result" in notes[0]
    assert notes[0].startswith("Entry 1 of the ledger was charged and has ")
    assert [each.statement is not None for each in storage.ledger().charges()] == [stored]
    assert question.complete(1).number == 1


def test_a_release_that_is_ended_once_its_result_stands_there_says_so(drinks, monkeypatch):
    question, remove = asked(drinks), shutil.rmtree

    def ending(folder, *rest, **more):
        remove(folder, *rest, **more)
        if "work" in Path(folder).name:
            raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "rmtree", ending)
    notes, numbers = ended(question)
    monkeypatch.undo()
    assert numbers == [1]
    assert notes == ["Entry 1 of the ledger was charged and has its result, which this gives again: complete(1)."]


def test_a_release_that_is_ended_before_its_charge_names_nothing(drinks, monkeypatch):
    question = asked(drinks)
    question.release()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    notes, numbers = ended(question)
    assert (notes, numbers) == ([], [1])
