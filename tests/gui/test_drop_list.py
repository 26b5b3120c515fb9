"""Lists that drop down: a long entry shows both of its ends, and is whole where there is room for it."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

HEADER = "How satisfied were you with the food that was served in the canteen during the past month?"
OTHER = "How satisfied were you with the food that was served in the canteen during the past year?"


def asked(studio):
    """The list of columns of a figure, one of which has been chosen."""
    studio.paste_table(f"{HEADER}\t{OTHER}\n1\t2\n", "sample")
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "measure")
    page = studio.window.question.pages["measure"]
    studio.click(page.add_buttons["total"])
    studio.choose(page.editor.column, OTHER)
    studio.settle()
    return page.editor.column.editor


def test_of_a_long_header_both_ends_are_seen_and_the_tip_has_all_of_it(studio):
    box = asked(studio)
    assert box.drawn() != OTHER
    assert box.drawn().startswith("How")
    assert box.drawn().endswith("year?")
    assert box.fontMetrics().horizontalAdvance(box.drawn()) < box.width()
    spot = box.rect().center()
    QApplication.sendEvent(box, QHelpEvent(QHelpEvent.Type.ToolTip, spot, box.mapToGlobal(spot)))
    assert OTHER in QToolTip.text()
    QToolTip.hideText()


def test_the_open_list_has_room_for_it_as_far_as_the_screen_has(studio):
    box = asked(studio)
    box.showPopup()
    view = box.view()
    studio.qtbot.waitUntil(view.isVisible)
    wide = box.fontMetrics().horizontalAdvance(OTHER)
    room = box.screen().availableSize().width()
    assert view.width() >= min(wide, room - 60)
    assert view.window().width() <= room
    assert view.window().mapToGlobal(QPoint()).x() >= 0
    box.hidePopup()


def test_a_list_of_long_headers_takes_the_room_that_there_is(studio):
    box = asked(studio)
    studio.click(studio.window.question.pages["measure"].editor.add_button)
    (which, _, value) = studio.window.question.pages["measure"].editor.conditions[0]
    assert box.width() > 300, "and not as if headers were short"
    assert which.editor.width() > 200
    studio.qtbot.waitUntil(lambda: value.y() == which.y())


def test_a_list_of_short_headers_stays_narrow(studio):
    studio.paste_table("age\tpays\n1\t2\n", "sample")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "measure")
    page = studio.window.question.pages["measure"]
    studio.click(page.add_buttons["total"])
    assert page.editor.column.editor.width() == 170


def test_of_a_long_header_in_a_figures_line_both_ends_are_seen_and_the_tip_has_all_of_it(studio):
    asked(studio)
    figures = studio.window.question.pages["measure"].list
    assert figures.textElideMode() == Qt.TextElideMode.ElideMiddle
    cell = figures.model().index(0, 2)
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == f"<span>{OTHER}</span>"
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == OTHER


def test_what_has_room_is_drawn_whole(studio):
    studio.demonstration("apples")
    studio.tab("privacy")
    box = studio.window.privacy.fields["privacy.mechanism"].editor
    assert box.drawn() == "Exponential mechanism"
