"""By the keyboard alone: where it is is seen, it goes as one reads, and what is clicked is large enough to be hit."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from dpstudio.gui.look.theme import LOOKS, THEME
from dpstudio.gui.pages import SettingsDialog
from dpstudio.gui.widgets.reading_order import bring_into_sight
from dpstudio.gui.widgets.steps import StepBar
from tests.gui.hearing import controls
from tests.gui.seeing import along, contrast, place_of
from tests.gui.test_hearing import DEMONSTRATIONS, on_every_page, opened

LINE, SEEN, LEAST = 2, 3, 24


def ringed_area(widget: QWidget) -> QRect:
    """What the ring goes around, in the window."""
    if isinstance(widget, StepBar):
        return widget.tabRect(widget.currentIndex()).translated(place_of(widget).topLeft())
    return place_of(widget)


def sides(area: QRect) -> list[tuple[QPoint, QPoint]]:
    """Ways from outside into an area, in the middle of its sides and at a quarter of them."""
    ways = []
    for part in (1, 2, 3):
        across, down = area.left() + part * area.width() // 4, area.top() + part * area.height() // 4
        ways += [
            (QPoint(area.left() - 6, down), QPoint(area.left() + 7, down)),
            (QPoint(area.right() + 6, down), QPoint(area.right() - 7, down)),
            (QPoint(across, area.top() - 6), QPoint(across, area.top() + 7)),
            (QPoint(across, area.bottom() + 6), QPoint(across, area.bottom() - 7)),
        ]
    return ways


def thickness(before: QImage, after: QImage, way: tuple[QPoint, QPoint]) -> int:
    """How many pixels one after another became the ring, and differ enough from what was there."""
    longest = run = 0
    for old, new in zip(along(before, *way), along(after, *way), strict=True):
        run = run + 1 if new == THEME.palette.accent and contrast(old, new) >= SEEN else 0
        longest = max(longest, run)
    return longest


def unringed(window: QWidget, widgets: list[QWidget], elsewhere: QWidget) -> list[str]:
    """The widgets around which no ring is seen on all four sides when they have the keyboard."""
    found = []
    for widget in widgets:
        elsewhere.setFocus()
        QApplication.processEvents()
        before = window.grab().toImage()
        widget.setFocus()
        QApplication.processEvents()
        after = window.grab().toImage()
        thin = [way for way in sides(ringed_area(widget)) if thickness(before, after, way) < LINE]
        if not widget.hasFocus() or thin:
            found.append(f"{type(widget).__name__} {widget.accessibleName()} {thin[:1]}")
    return found


def reachable(root: QWidget) -> list[QWidget]:
    """What the Tab key can stop at, and is wholly in sight."""
    return [each for each in controls(root) if each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus]


@pytest.mark.parametrize("demonstration", DEMONSTRATIONS)
def test_a_ring_is_seen_around_everything_that_has_the_keyboard(studio, demonstration):
    window = opened(studio, demonstration)
    seen = set()
    for tab in window.workplace.names:
        studio.tab(tab)
        studio.qtbot.wait(30)
        stop = studio.stops()
        seen |= {type(each).__name__ for each in stop}
        assert unringed(window, stop[1:], stop[0]) == [], tab
        assert unringed(window, stop[:1], stop[-1]) == [], tab
    assert {"EpsilonSlider", "Segment", "DropList", "QLineEdit", "TableView", "Fold", "QPushButton"} <= seen


@pytest.mark.parametrize("look", LOOKS)
def test_the_ring_is_seen_in_every_look(studio, look):
    window = studio.window
    window.menus.actions[f"look_{look}"].trigger()
    first = reachable(window)
    assert unringed(window, first[1:6], first[0]) == []
    opened(studio, "colour")
    for tab in ("privacy", "release"):
        studio.tab(tab)
        studio.qtbot.wait(30)
        stop = studio.stops()
        assert unringed(window, stop[1:], stop[0]) == [], tab


def test_a_ring_is_seen_around_a_result_and_in_a_dialog(studio):
    window = opened(studio, "colour")
    studio.release()
    spoken = window.release_tab.result.spoken
    studio.qtbot.waitUntil(spoken.hasFocus)
    assert unringed(window, [spoken], window.workplace.steps) == []
    dialog = SettingsDialog(window, window.settings, lambda _: None)
    dialog.show()
    studio.qtbot.waitExposed(dialog)
    dialog.activateWindow()
    inside = reachable(dialog)
    assert unringed(dialog, inside[:-1], inside[-1]) == []
    dialog.close()
    dialog.deleteLater()
    QApplication.processEvents()
    window.activateWindow()
    steps, button = window.workplace.steps, window.workplace.foot.back_button
    assert unringed(window, [button], steps) == [], "the ring outlives a dialog"


def test_a_missing_ring_is_noticed(studio):
    window = studio.window
    buttons = reachable(window)
    buttons[1].setProperty("own_ring", True)
    assert unringed(window, [buttons[1]], buttons[0])


def comes_after(one: QWidget, other: QWidget) -> bool:
    """Whether a widget is read after another: below it, or right of it on the same line."""
    first, then = place_of(one), place_of(other)
    return then.top() >= first.bottom() or (then.left() >= first.right() and then.bottom() > first.top())


def part_of(window, widget: QWidget) -> int:
    """Where one reads: the steps, the page, the picture, the foot."""
    workplace = window.workplace
    parts = (workplace.steps, workplace.pages, workplace.dock, workplace.foot)
    return next(place for place, part in enumerate(parts) if part is widget or part.isAncestorOf(widget))


@pytest.mark.parametrize("demonstration", DEMONSTRATIONS)
def test_the_tab_key_leads_as_one_reads(studio, demonstration):
    window = opened(studio, demonstration)
    for page in on_every_page(studio):
        studio.qtbot.wait(50)  # until all of the page has its place
        stop = studio.stops()
        for one, other in pairwise(stop):
            here, there = part_of(window, one), part_of(window, other)
            wrong = (page, one.accessibleName(), other.accessibleName())
            assert there >= here, wrong
            assert there > here or comes_after(one, other), wrong
        assert stop[1:] == list(reversed(back(studio))), page


def back(studio) -> list[QWidget]:
    """Where Shift and Tab lead from the steps."""
    start = studio.window.workplace.steps
    studio.focus(start)
    found = []
    while True:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        if QApplication.focusWidget() is start:
            return found
        found.append(QApplication.focusWidget())


def test_what_the_tab_key_comes_to_is_in_sight(studio):
    window = opened(studio, "halfspaces")
    studio.window.resize(1280, 500)
    for tab in window.workplace.names:
        studio.tab(tab)
        studio.qtbot.wait(30)
        for stop in studio.stops():
            studio.focus(stop)
            QTest.keyClick(stop, Qt.Key.Key_Tab)
            here = QApplication.focusWidget()
            place, whole = place_of(here), window.centralWidget().geometry()
            page = window.workplace.page.viewport()
            room = place_of(page) if page.isAncestorOf(here) else whole
            assert room.adjusted(-1, -1, 1, 1).contains(place), (tab, here.accessibleName(), place, room)


def test_the_tab_key_comes_to_the_option_that_is_chosen(studio):
    window = opened(studio, "apples")
    for tab, field, chosen in (
        ("question", "candidates.kind", "grid"),
        ("score", "rule.kind", "revenue"),
    ):
        studio.tab(tab)
        options = window.workplace.page.fields[field].buttons
        assert [each for each in studio.stops() if each in options.values()] == [options[chosen]]
    studio.tab("question")
    options = window.question.fields["candidates.kind"].buttons
    studio.focus(options["grid"])
    QTest.keyClick(options["grid"], Qt.Key.Key_Right)
    studio.settle()
    assert studio.plan.candidates.kind == "dates"
    assert [each for each in studio.stops() if each in options.values()] == [options["dates"]]


@pytest.mark.parametrize("size", ["80", "100"])
@pytest.mark.parametrize("demonstration", ["apples", "ages", "halfspaces"])
def test_what_is_clicked_is_large_enough(studio, demonstration, size):
    window = studio.window
    window.settings.set("text_size", size)
    window._restyle()
    small = []
    opened(studio, demonstration)
    for page in on_every_page(studio):
        studio.qtbot.wait(30)
        for each in controls(window):
            clicked = isinstance(each, QAbstractButton | QComboBox | QLineEdit | QPlainTextEdit | QSlider | StepBar)
            if clicked and (each.width() < LEAST or each.height() < LEAST):
                small.append(f"{page}: {type(each).__name__} {each.accessibleName()} {each.width()} x {each.height()}")
    assert small == []


@pytest.mark.parametrize("high", [40, 180, 197])
def test_what_the_page_holds_just_so_is_scrolled_to_as_a_whole(qtbot, high):
    """However little room is left beside it, and not only the line with the cursor."""
    area, content, control = QScrollArea(), QWidget(), QPlainTextEdit()
    inside = QVBoxLayout(content)
    for each, tall in ((QWidget(), 500), (control, high), (QWidget(), 500)):
        each.setFixedHeight(tall)
        inside.addWidget(each)
    area.setWidget(content)
    area.setWidgetResizable(True)
    qtbot.addWidget(area)
    area.show()
    area.resize(300, 200 + area.height() - area.viewport().height())
    qtbot.waitUntil(lambda: area.viewport().height() == 200)
    bring_into_sight(control)
    assert place_of(area.viewport()).contains(place_of(control).adjusted(0, 0, -50, 0))
