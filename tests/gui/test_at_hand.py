"""Beside the menus: presenting, and the size of the text, one click away."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.gui.test_large_text import text_to


@pytest.fixture
def at_hand(studio):
    return studio.window.menus.at_hand.buttons


def test_one_click_makes_the_text_larger_and_another_one_smaller(studio, at_hand):
    before = studio.window.fontMetrics().height()
    studio.click(at_hand["larger_text"])
    assert studio.window.fontMetrics().height() > before
    studio.click(at_hand["smaller_text"])
    assert studio.window.fontMetrics().height() == before


def test_one_click_shows_a_project_before_an_audience_and_without_one_there_is_nothing_to_show(studio, at_hand):
    assert not at_hand["present"].isEnabled()
    studio.demonstration("colour")
    assert at_hand["present"].isEnabled()
    studio.click(at_hand["present"])
    studio.qtbot.waitUntil(studio.window.presenting.shown.isVisible)
    studio.window.presenting.shown.close()


def test_each_button_says_its_keys_and_leaves_the_focus_where_it_is(studio, at_hand):
    said = "Show this before an audience (F5)", "Smaller text (Ctrl+-)", "Larger text (Ctrl++)"
    for each, words in zip(at_hand.values(), said, strict=True):
        assert words in each.toolTip()
    here = QApplication.focusWidget()
    studio.click(at_hand["larger_text"])
    assert QApplication.focusWidget() is here


@pytest.mark.parametrize("percent", ["100", "200"])
def test_they_take_no_room_from_the_page_and_none_from_the_menus(studio, at_hand, percent):
    studio.window.resize(1024, 700)
    text_to(studio, percent)
    bar = studio.window.menuBar()
    names = [bar.actionGeometry(entry) for entry in bar.actions()]
    assert bar.height() == studio.window.menuBar().sizeHint().height()
    assert max(name.right() for name in names) < bar.cornerWidget().x()
    for each in at_hand.values():
        assert each.height() >= 24
        assert bar.rect().contains(bar.cornerWidget().geometry())
