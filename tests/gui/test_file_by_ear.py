"""How a file is read is asked, heard and confirmed without a mouse: names, guesses, where the keyboard goes."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.core.plan import ColumnPlan
from tests.gui.hearing import controls, name, offences, told
from tests.gui.test_by_keys import comes_after, part_of, unringed

DESCRIPTION, NAME = QAccessible.Text.Description, QAccessible.Text.Name


@pytest.fixture
def card(studio, tmp_path):
    """A private table, two columns of one name in it, of which one of numbers is declared; its marks are not."""
    file = tmp_path / "twice.csv"
    file.write_text("age;pays;age\n30;1,50;31\n")
    opened = studio.open_private(file)
    table = studio.plan.tables[0]
    studio.type(opened.reading.names.editors[2], "age again")
    QTest.keyClick(opened.reading.names.editors[2].editor, Qt.Key.Key_Return)
    studio.settle()
    table = replace(studio.plan.tables[0], columns=(ColumnPlan("pays", "decimal", step="0.01", decimal_mark=""),))
    studio.window.session.change(replace(studio.plan, tables=(table,)))
    studio.settle()
    studio.qtbot.waitUntil(opened.editor("pays").isVisible)
    return opened


def press_tab_until(studio, widget) -> None:
    assert widget in studio.stops()
    studio.focus(studio.window.workplace.steps)
    while QApplication.focusWidget() is not widget:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)


def test_everything_that_is_asked_has_a_name_and_a_ring_and_comes_as_it_is_read(studio, card):
    window, reading = studio.window, card.reading
    assert offences(window) == []
    stop = studio.stops()
    asked = [
        reading.header.buttons["yes"], reading.first_line.editor, reading.left_out.editor, reading.delimiter.editor,
        reading.encoding.editor, reading.marks["numbers"].editor, reading.confirm_button, reading.names.choose,
        reading.reread_button, reading.names.editors[0].editor, reading.names.editors[2].editor,
    ]  # fmt: skip
    assert [each for each in stop if reading.isAncestorOf(each)] == asked
    for one, other in pairwise(stop):
        assert part_of(window, one) < part_of(window, other) or comes_after(one, other), (name(one), name(other))
    assert unringed(window, stop[1:], stop[0]) == []


def test_a_guess_is_heard_as_a_guess_and_so_is_what_confirms_it(card):
    reading = card.reading
    said = {name(each) for each in controls(reading)}
    assert {"Numbers (guess)", "Begins on line (guess)", "Rename a column", "Another name for column 3, age"} <= said
    assert "nothing of the rows was looked at" in told(reading.confirm_button).text(DESCRIPTION)


def test_the_question_of_the_header_is_heard_with_the_line_that_was_typed(studio, people):
    reading = studio.open_private(people).reading
    assert told(reading.header).text(NAME) == "Is the first line a header?"
    studio.type(reading.first_line, "3")
    studio.settle()
    assert told(reading.header).text(NAME) == "Is line 3 a header?"


def test_after_a_click_by_key_that_folds_the_questions_away_the_keyboard_is_at_what_comes_next(studio, card):
    reading = card.reading
    press_tab_until(studio, reading.confirm_button)
    QTest.keyClick(reading.confirm_button, Qt.Key.Key_Space)
    studio.settle()
    assert not reading.isVisible()
    assert studio.plan.tables[0].columns[0].decimal_mark == ","
    assert QApplication.focusWidget() is card.editor("pays").kind.editor


def test_when_a_column_is_taken_away_by_key_the_keyboard_is_at_what_comes_next(studio, card):
    press_tab_until(studio, card.editor("pays").remove_button)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    studio.settle()
    assert studio.plan.tables[0].columns == ()
    assert QApplication.focusWidget().text() == "Each row is one person"
