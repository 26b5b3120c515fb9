"""The ring is around what has the keyboard, also after the page has scrolled; and Enter presses what it is around."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from dpstudio.gui.look.theme import LOOKS, THEME
from tests.gui.seeing import place_of
from tests.gui.test_hearing import opened
from tests.gui.test_large_text import text_to


def earlier_result(studio):
    """The Release tab is longer than the window: an earlier result stands above what is asked now, in large letters."""
    window = opened(studio, "apples")
    window.resize(1280, 660)
    text_to(studio, "200")
    studio.release()
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "0.7")
    studio.settle()
    studio.tab("release")
    studio.qtbot.waitUntil(lambda: window.release_tab.verticalScrollBar().maximum() > 100)
    return window


def on_screen(window: QWidget) -> QImage:
    """The window as it is on the screen, not as it would be if it were drawn anew."""
    QApplication.processEvents()
    return window.screen().grabWindow(window.winId()).toImage()


def ring_above(window: QWidget, widget: QWidget) -> bool:
    """Whether the upper side of the ring is seen."""
    area, seen = place_of(widget), on_screen(window)
    across = range(area.left() + area.width() // 4, area.right() - area.width() // 4)
    return all(any(seen.pixelColor(x, area.top() - y) == QColor(THEME.palette.accent) for y in (3, 4)) for x in across)


def test_the_ring_is_seen_where_the_tab_key_makes_the_page_scroll(studio):
    window = earlier_result(studio)
    bar = window.release_tab.verticalScrollBar()
    studio.focus(window.release_tab.result.print_button)
    assert bar.value() == 0
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    button = window.release_tab.release_button
    assert button.hasFocus()
    assert bar.value() > 0
    studio.qtbot.waitUntil(lambda: ring_above(window, button), timeout=2000)
    bar.setValue(0)
    QApplication.processEvents()
    bar.setValue(bar.maximum())
    studio.qtbot.waitUntil(lambda: ring_above(window, button), timeout=2000)


def test_the_ring_stays_where_it_is_when_texts_grow_and_shrink(studio):
    window = opened(studio, "colour")
    studio.tab("release")
    button = window.release_tab.release_button
    studio.focus(button)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0):
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        studio.qtbot.waitUntil(lambda: ring_above(window, button), timeout=2000)


def marked_inside(window: QWidget, button: QPushButton, elsewhere: QWidget) -> bool:
    """Whether the keyboard changes anything within a button."""
    pictures = []
    for each in (elsewhere, button):
        each.setFocus()
        inside = QRect(place_of(button).topLeft(), button.size()).adjusted(3, 3, -3, -3)
        pictures.append(on_screen(window).copy(inside))
    return pictures[0] != pictures[1]


@pytest.mark.parametrize("look", LOOKS)
def test_no_button_has_a_second_mark_beside_the_ring(studio, look):
    window = studio.window
    window.menus.actions[f"look_{look}"].trigger()
    opened(studio, "colour")
    studio.tab("release")
    studio.qtbot.wait(60)  # until the page has taken its room
    tab, steps = window.release_tab, window.workplace.steps
    buttons = tab.release_button, tab.issued.more.button, window.workplace.foot.back_button
    marked = [each.accessibleName() for each in buttons if marked_inside(window, each, steps)]
    assert marked == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_what_has_the_keyboard_as_the_space_bar_does(studio, key):
    window = opened(studio, "apples")
    studio.tab("release")
    tab = window.release_tab
    studio.focus(tab.release_button)
    QTest.keyClick(tab.release_button, key)
    assert tab.confirm_button.hasFocus()
    QTest.keyClick(tab.confirm_button, key)
    studio.settle()
    assert window.session.release is not None
    studio.tab("privacy")
    assert not window.privacy.more.is_open
    studio.focus(window.privacy.more.button)
    QTest.keyClick(window.privacy.more.button, key)
    assert window.privacy.more.is_open


def test_a_wrong_epsilon_is_explained_on_one_line_and_a_private_result_has_its_buttons_on_one(studio):
    window = opened(studio, "colour")
    studio.type(window.privacy.fields["privacy.epsilon"], "0,5")
    said = window.privacy.fields["privacy.epsilon"]._problem
    studio.qtbot.waitUntil(lambda: said.isVisible() and said.height() < 2 * said.fontMetrics().height())
    window.resize(1900, 800)
    studio.type(window.privacy.fields["privacy.epsilon"], "0.5")
    studio.release()
    result = window.release_tab.result
    buttons = result.export_button, result.copy_button, result.print_button
    studio.qtbot.waitUntil(lambda: len({place_of(each).top() for each in buttons}) == 1, timeout=2000)
