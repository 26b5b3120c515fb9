"""A file that changes, goes or comes back while its project is open: said and asked at once, and nothing is charged."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from tests.gui.drinkers import asked_about


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    return file


@pytest.fixture
def counted(studio, file):
    """A private table with one release, and the same question once more."""
    asked_about(studio, file)
    studio.release()
    return studio


def grow(file):
    file.write_text(file.read_text() + "1,Coffee\n")


def card_of(studio):
    studio.tab("tables")
    studio.settle()
    return studio.window.tables.card(studio.plan.tables[0].handle).changed_file


def test_a_private_file_that_changed_is_asked_about_at_once_and_the_line_goes_with_the_answer(counted, file):
    tab = counted.window.release_tab
    said = counted.confirm_after(lambda: grow(file))
    assert "has changed since it was read" in said and said.endswith("Nothing was charged.")
    assert "has changed since it was last read" in counted.missing[0]
    assert tab.result.isVisible()
    assert "made earlier" in tab.result._of_earlier.text()
    card = card_of(counted)
    assert "same people?" in card.said.text() and card.isVisible()
    counted.tab("release")
    assert tab.refused.isVisible()  # until it is answered
    counted.tab("tables")
    counted.click(card.same_button)
    counted.settle()
    counted.tab("release")
    assert counted.missing == [] and not tab.refused.isVisible()
    counted.release()
    assert [account.spent for account in counted.window.session.ledger.accounts().values()] == [2]


def test_a_turn_of_a_tab_or_coming_back_to_the_program_notices_it_and_other_people_begin_an_account(counted, file):
    counted.tab("question")
    grow(file)
    card = card_of(counted)
    assert card.isVisible()
    counted.click(card.same_button)
    counted.settle()
    assert counted.missing == []
    grow(file)
    QGuiApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    counted.settle()
    assert "has changed" in card.said.text()
    counted.click(card.other_button)
    counted.settle()
    assert counted.missing == []


@pytest.mark.long
def test_a_file_that_is_gone_is_said_and_goes_on_when_it_is_back(counted, file):
    away = file.with_name("away")
    said = counted.confirm_after(lambda: file.rename(away))
    assert said.endswith("Nothing was charged.")
    assert len(counted.missing) >= 1
    away.rename(file)
    counted.tab("tables")
    counted.settle()
    counted.tab("release")
    assert counted.missing == [] and not counted.window.release_tab.refused.isVisible()
    counted.release()
    assert len(counted.window.session.ledger.charges()) == 2


@pytest.mark.long
def test_a_sample_with_an_account_that_changed_is_asked_about_too(studio, file):
    asked_about(studio, file, "sample")
    studio.release()
    said = studio.confirm_after(lambda: grow(file))
    assert "has changed since it was read" in said and said.endswith("Nothing was charged.")
    card = card_of(studio)
    studio.click(card.same_button)
    studio.settle()
    assert not card.isVisible()
    assert not any("has changed" in each for each in studio.missing)
    assert not studio.window.release_tab.refused.isVisible()


@pytest.mark.long
def test_a_public_table_that_changed_is_read_again_at_the_next_turn_of_a_tab(studio, file):
    asked_about(studio, file, "public")
    studio.tab("question")
    grow(file)
    assert not card_of(studio).isVisible()
    (known,) = studio.window.session.facts.values()
    assert "Coffee" in known.texts["drink"]


def test_a_look_stands_on_the_ledger_tab_with_when_it_was(counted, file):
    tab, inspection = counted.window.ledger_tab, counted.window.release_tab.inspection
    counted.tab("ledger")
    assert not tab.looked.isVisible() and not tab.looks.isVisible()
    counted.tab("release")
    counted.click(inspection.button)
    dialog = counted.window.inspecting.dialog
    counted.type(dialog.name, "drinkers.csv")
    counted.click(dialog.confirm_button)
    counted.settle()
    counted.click(dialog.close_button)
    counted.tab("ledger")
    assert tab.looked.text() == "Looked into after release 1. Every later receipt for it says so."
    assert not tab.looks.isVisible(), "of this table it is said once"
    grow(file)
    counted.tab("release")
    counted.settle()
    assert not inspection.button.isVisible()
    assert inspection._said.text() == "You have looked into it once; every later receipt says so."


@pytest.mark.parametrize("still", [True, False], ids=["still a sample", "private now"])
def test_of_a_sample_that_changed_no_new_row_is_shown_before_it_is_said_what_it_is(studio, file, still):
    asked_about(studio, file, "sample")
    studio.tab("question")
    file.write_text("pays,drink\n" + "2,CANARY\n" * 20)
    card = card_of(studio)
    assert card.isVisible() and "Is it still a sample" in card.said.text()
    assert studio.missing[0] == "drinkers.csv has changed since it was last read. Say what it holds now."
    assert not seen_anywhere(studio, "CANARY")
    assert studio.window.session.preview.shown == ()
    studio.click(card.sample_button if still else card.private_button)
    studio.settle()
    assert studio.plan.tables[0].role == ("sample" if still else "private")
    assert studio.missing == [] and not card_of(studio).isVisible()
    assert seen_anywhere(studio, "CANARY") is still


def seen_anywhere(studio, text):
    """Whether a text stands in what is known of the tables, or is shown by a label or a table of the window."""
    studio.tab("tables")
    known = studio.window.session.facts.values()
    return text in repr(list(known)) or any(text in each.text() for each in studio.window.findChildren(QLabel))


def table_card(studio):
    studio.tab("tables")
    studio.window.session.look_again()
    studio.settle()
    return studio.window.tables.card(studio.plan.tables[0].handle)


def choose_again(studio, card, file):
    studio.answers["open_file"] = [str(file)]
    studio.click(card.again_button)
    studio.settle()


def test_a_file_that_was_moved_is_chosen_again_and_keeps_all_that_was_declared_and_its_account(counted, file, tmp_path):
    before = counted.plan.tables[0]
    moved = file.rename(tmp_path / "elsewhere.csv")
    card = table_card(counted)
    assert "drinkers.csv cannot be opened" in counted.missing[0]
    choose_again(counted, card, tmp_path / "not there.csv")
    assert counted.plan.tables[0] == before
    choose_again(counted, card, moved)
    after = counted.plan.tables[0]
    assert (after.handle, after.columns, after.header, after.role) == (before.handle, before.columns, "yes", "private")
    assert (after.label, after.path) == ("elsewhere.csv", str(moved))
    assert not card.again_button.isVisible()
    assert not card.changed_file.isVisible()
    assert counted.missing == []
    counted.release()
    assert [account.spent for account in counted.window.session.ledger.accounts().values()] == [2]


def test_of_another_file_that_is_chosen_again_it_is_asked_whether_its_people_are_the_same(counted, file, tmp_path):
    other = tmp_path / "newer.csv"
    other.write_text(file.read_text() + "2,Coffee\n")
    file.unlink()
    card = table_card(counted)
    choose_again(counted, card, other)
    assert "same people?" in card.changed_file.said.text() and card.changed_file.isVisible()
    assert not card.again_button.isVisible()
    counted.click(card.changed_file.same_button)
    counted.settle()
    assert counted.missing == []
    assert counted.window.session.resolved.account.spent == 1


def test_a_folder_in_the_place_of_a_file_is_told_as_one_also_where_the_file_was_gone_before(counted, file):
    content = file.read_bytes()
    file.unlink()
    assert table_card(counted).again_button.isVisible()
    file.mkdir()
    card = table_card(counted)
    assert "There is a folder in its place." in counted.missing[0]
    assert card.again_button.isVisible()
    file.rmdir()
    file.write_bytes(content)
    assert not table_card(counted).again_button.isVisible()
    assert counted.missing == []
