"""What was zoomed or moved comes back by a double click or the Home key; + and - zoom without a mouse."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.hearing import told
from tests.gui.test_draws import opened


def turn(plot) -> None:
    """Turn the wheel over the middle of a plot with Ctrl held."""
    view = plot.viewport()
    middle = view.rect().center()
    event = QWheelEvent(
        QPointF(middle),
        QPointF(view.mapToGlobal(middle)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def wide(plot) -> float:
    left, right = plot.viewRange()[0]
    return right - left


def plot_of(studio, demonstration, view, name):
    shown = getattr(opened(studio, demonstration, view), view)
    studio.settle()
    return shown, getattr(shown, name)


PLOTS = [
    ("apples", "law", "bars"),
    ("apples", "law", "score"),
    ("city", "law", "map"),
    ("apples", "draws", "plot"),
    ("apples", "neighbours", "plot"),
]


@pytest.mark.parametrize(("demonstration", "view", "name"), PLOTS)
def test_a_double_click_brings_back_the_whole_range(studio, demonstration, view, name):
    _, plot = plot_of(studio, demonstration, view, name)
    before = plot.viewRange()
    for _ in range(4):
        turn(plot)
    assert wide(plot) < 0.5 * (before[0][1] - before[0][0])
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=plot.viewport().rect().center())
    assert plot.viewRange()[0] == pytest.approx(before[0])
    assert plot.viewRange()[1] == pytest.approx(before[1])


@pytest.mark.parametrize(("demonstration", "view", "name"), [each for each in PLOTS if each[2] != "score"])
def test_the_keys_zoom_and_bring_back_the_whole_range(studio, demonstration, view, name):
    shown, plot = plot_of(studio, demonstration, view, name)
    before = plot.viewRange()
    studio.focus(shown.table)
    line = shown.table.currentIndex()
    for _ in range(4):
        QTest.keyClick(shown.table, "+")
    near = wide(plot)
    assert near < 0.5 * (before[0][1] - before[0][0])
    QTest.keyClick(shown.table, "-")
    assert wide(plot) == pytest.approx(near * 4 / 3)
    assert shown.table.currentIndex() == line
    QTest.keyClick(shown.table, Qt.Key.Key_Home)
    assert plot.viewRange()[0] == pytest.approx(before[0])
    assert plot.viewRange()[1] == pytest.approx(before[1])
    assert shown.table.currentIndex() == line


def test_the_candidate_that_the_keyboard_is_at_stays_in_sight(studio):
    law, plot = plot_of(studio, "apples", "law", "bars")
    studio.focus(law.table)
    QTest.keyClick(law.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    for _ in range(6):
        QTest.keyClick(law.table, "+")

    def in_sight():
        left, right = plot.viewRange()[0]
        return left < law.table.currentIndex().row() + 0.5 < right

    studio.qtbot.waitUntil(in_sight)


def test_bars_out_of_sight_come_back(studio):
    law, plot = plot_of(studio, "mascot", "law", "bars")
    before = plot.viewRange()[1]
    plot.go_to(45)
    assert plot.viewRange()[1] != pytest.approx(before)
    studio.focus(law.table)
    QTest.keyClick(law.table, Qt.Key.Key_Home)
    assert plot.viewRange()[1] == pytest.approx(before)


def test_a_reader_says_which_keys_there_are(studio):
    law, _ = plot_of(studio, "apples", "law", "bars")
    said = told(law.table).text(QAccessible.Text.Description)
    assert "+ and − " in said
    assert "Home" in said
