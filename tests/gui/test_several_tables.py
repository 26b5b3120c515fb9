"""A SQLite file with several tables: none is taken before the person has chosen one, and the receipt names it."""

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtWidgets import QApplication

from dpstudio.core.tables.schema import Role
from tests.gui.messy import opened
from tests.receipts import statement

ROWS = 20


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "clinic.sqlite"
    with closing(sqlite3.connect(path)) as kept, kept:
        kept.execute("create table rooms (floor text)")
        kept.execute("create table visits (drink text)")
        kept.executemany("insert into rooms values (?)", [("ground",)] * ROWS)
        kept.executemany("insert into visits values (?)", [("Tea",)] * ROWS)
    return path


@pytest.mark.parametrize("role", list(Role))
def test_nothing_of_a_file_with_several_tables_is_shown_before_one_is_chosen(studio, file, role):
    card = opened(studio, file, role.value)
    said = f"{file.name} holds 2 tables. Choose which one is meant."
    assert said in studio.missing
    assert studio.window.workplace.foot.missing_link.text().startswith(said)
    assert card.reading.sheet.isVisible()
    assert card.reading.sheet.typed == ""
    assert studio.window.session.facts[card.handle].names == ()
    assert card.rows.model().rowCount() == 0
    assert not card.declare.isVisible()
    studio.choose(card.reading.sheet, "visits")
    studio.settle()
    assert said not in studio.missing
    assert studio.window.session.facts[studio.plan.tables[0].handle].names == ("drink",)
    assert bool(studio.window.session.facts[studio.plan.tables[0].handle].shown) == (role is not Role.PRIVATE)


def test_the_receipt_names_the_table_that_was_chosen(studio, file, tmp_path):
    card = opened(studio, file, "private")
    studio.choose(card.reading.sheet, "visits")
    studio.settle()
    studio.ask_for_a_drink()
    studio.release()
    studio.answers["folder"] = [str(tmp_path / "out")]
    studio.click(studio.window.release_tab.export_button)
    studio.settle()
    receipt = statement(tmp_path / "out" / "receipt.json")
    assert "'sheet': 'visits'" in str(receipt)


def test_each_table_of_a_file_has_an_account_of_its_own_although_none_was_chosen_at_first(studio, file):
    """Before the choice the file continues no account: else one table would be counted in the other's."""
    card = opened(studio, file, "private")
    studio.choose(card.reading.sheet, "visits")
    studio.settle()
    studio.ask_for_a_drink()
    studio.release()
    spent = studio.plan.tables[0].handle
    studio.answers["choose"] = ["Discard"]
    studio.keys("Ctrl+N")
    studio.settle()
    card = opened(studio, file, "private")
    assert studio.plan.tables[0].handle != spent
    studio.choose(card.reading.sheet, "visits")
    studio.settle()
    assert studio.plan.tables[0].handle == spent


def test_a_file_with_one_table_asks_nothing(studio, tmp_path):
    path = tmp_path / "one.sqlite"
    with closing(sqlite3.connect(path)) as kept, kept:
        kept.execute("create table visits (drink text)")
    opened(studio, path, "private")
    assert studio.plan.tables[0].sheet == "visits"
    assert not any("Choose which one" in said for said in studio.missing)


def test_a_table_that_turns_out_to_be_known_stays_in_sight_beside_another_one(counted, tmp_path):
    """A table goes on with its account as soon as its role is said: the card of it, not another's, stays in front."""
    window, other = counted.window, tmp_path / "rooms.csv"
    other.write_text("floor\nground\nfirst\n")
    counted.answers["choose"] = ["Discard"]
    counted.keys("Ctrl+N")
    counted.settle()
    opened(counted, other, "sample")
    counted.read_so(window.tables.card(counted.plan.tables[0].handle))
    counted.answers["open_files"] = [[str(tmp_path / "drinkers.csv")]]
    counted.click(window.tables.open_button)
    counted.settle()
    card = window.tables.card(counted.plan.tables[1].handle)
    counted.come_forward()
    counted.option(card.role, "private")
    counted.settle()
    now = window.tables.card(counted.plan.tables[1].handle)
    assert now is not card, "it continues its account"
    assert now.isVisible()
    assert not window.tables.card(counted.plan.tables[0].handle).isVisible()
    assert QApplication.focusWidget() is now.role.buttons["private"], "and the keyboard is where it was"
