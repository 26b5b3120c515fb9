"""In a low window, too, a picture is whole: names, numbers and bars, or a strip that says what is out of sight."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from dpstudio.gui.look.theme import THEME
from tests.gui.cutting_pictures import at_axis, faults_of
from tests.gui.seeing import place_of
from tests.gui.test_draws import opened, step
from tests.gui.test_law import ticks
from tests.gui.test_neighbours import drawn
from tests.gui.test_ring import on_screen
from tests.gui.test_whole_window import opened as project
from tests.gui.wheels import wheel


@pytest.fixture
def low(studio):
    """The window that a screen of 1280 x 720 leaves."""
    studio.window.resize(1280, 660)
    return studio


def whole(studio, *plots) -> None:
    """Nothing of the pictures is cut, once they have taken their room."""
    found = ["not looked at"]

    def fits() -> bool:
        found[:] = [fault for plot in plots for fault in faults_of(plot)]
        return not found

    try:
        studio.qtbot.waitUntil(fits, timeout=3000)
    except Exception as error:
        raise AssertionError(found) from error


def test_the_name_of_an_axis_stays_at_its_middle_where_the_picture_grows_low(low):
    """Zoomed, the law makes room for its strip: the shorter name stands upright, at the middle."""
    low.window.resize(1280, 670)
    bars = opened(low, "apples", "law").law.bars
    axis = bars.getAxis("left")
    low.qtbot.waitUntil(lambda: axis.labelText == "probability in %")
    assert axis.label.rotation() == -90
    for _ in range(8):
        wheel(bars.viewport(), away=True, ctrl=True)
    low.qtbot.waitUntil(lambda: axis.labelText == "%")
    assert axis.label.rotation() == 0
    whole(low, bars)
    low.window.resize(1280, 1000)
    low.qtbot.waitUntil(lambda: axis.labelText == "probability in %")
    assert axis.label.rotation() == -90
    whole(low, bars)


def test_numbers_and_name_stay_below_a_law_whose_strip_appears(low):
    """From five names to a hundred, the strip takes its height from the bars, and nothing below them is cut."""
    opened(low, "colour", "law")
    view = opened(low, "mascot", "law").law
    low.qtbot.waitUntil(view.overview.isVisible)
    whole(low, view.bars)


def in_sight(plot) -> int:
    """How many bars are in sight."""
    first, last = plot.part
    return last - first


def both_whole(low, view) -> None:
    """The ratios, and then the laws again."""
    for which, plot in (("ratios", view.ratios), ("laws", view.plot)):
        low.option(view.pictures.choice, which)
        whole(low, plot)


def test_neighbours_show_every_one_of_a_few_candidates(low):
    """Five colours are five bars with whole words, however low the window: the panel scrolls."""
    view = opened(low, "colour", "neighbours").neighbours
    low.click(view.worst_button)
    low.settle()
    both_whole(low, view)
    assert in_sight(view.plot) == 5
    assert not view.overview.isVisible()
    assert view.rows.visualRect(view.rows.currentIndex()).bottom() <= view.rows.viewport().height()
    low.type(view.bound, "0.5")
    low.settle()
    both_whole(low, view)
    assert in_sight(view.plot) == 5


def test_a_certain_winner_has_room_for_both_of_its_numbers(low):
    """A bar of nearly 100 % leaves what stands beside it uncut."""
    low.demonstration("colour-250")
    view = opened_again(low, "neighbours")
    whole(low, view.plot)
    draws = opened_again(low, "draws")
    low.click(draws.buttons.many[100])
    low.settle()
    assert draws.plot.shares.max() > 99
    whole(low, draws.plot)


def opened_again(low, view):
    low.tab("privacy")
    low.picture()
    low.option(low.window.preview.views, view)
    low.qtbot.wait(50)
    return getattr(low.window.preview, view)


@pytest.mark.parametrize("view", ["law", "draws", "neighbours"])
def test_a_strip_says_how_many_of_a_long_list_are_in_sight_and_leads_to_the_others(low, view):
    shown = getattr(opened(low, "mascot", view), view)
    plot = shown.bars if view == "law" else shown.plot
    low.qtbot.waitUntil(shown.overview.isVisible)
    low.qtbot.wait(100)  # until the picture has made room for it
    assert in_sight(plot) >= (3 if view == "neighbours" else 6), "rows and words are in sight, too"
    assert shown.overview.said.text().startswith(f"{in_sight(plot)} of 100 shown, ")
    strip, first = shown.overview.strip, plot.part[0]
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(strip.width() // 2, strip.height() // 2))
    assert plot.part[0] > first + 30
    whole(low, plot)


def test_bars_are_never_drawn_so_near_that_their_words_cover_one_another(low):
    view = opened(low, "mascot", "neighbours").neighbours
    before = in_sight(view.plot)
    for _ in range(5):
        wheel(view.plot.viewport(), ctrl=True)
    assert in_sight(view.plot) <= before + 1
    whole(low, view.plot)


def test_the_wheel_scrolls_the_panel_over_a_picture_and_zooms_with_ctrl_alone(low):
    view = opened(low, "apples", "neighbours").neighbours
    low.window.resize(1280, 520)
    dock, plot = low.window.workplace.dock.verticalScrollBar(), view.plot
    low.qtbot.waitUntil(lambda: dock.maximum() > 0)
    before = plot.viewRange()[0]
    wheel(plot.viewport())
    assert dock.value() > 0
    assert plot.viewRange()[0] == before
    scrolled = dock.value()
    wheel(plot.viewport(), away=True, ctrl=True)
    assert dock.value() == scrolled
    assert plot.viewRange()[0] != before
    assert view.overview.isVisible()


def test_nothing_under_the_mouse_moves_while_neighbours_are_tried(low):
    """What is said changes from no line to three, and the buttons stay where they are."""
    view = opened(low, "colour", "neighbours").neighbours
    controls = [view.remove_button, view.add_button, view.worst_button, view.controls.typed_bound]
    places = [place_of(each) for each in controls]

    def act(do) -> None:
        do()
        low.settle()
        low.qtbot.wait(50)
        assert [place_of(each) for each in controls] == places

    act(lambda: low.click(view.remove_button))
    act(lambda: low.click(view.worst_button))
    act(lambda: low.type(view.bound, "0.5"))
    act(lambda: low.type(view.bound, "abc"))
    assert view.bound._problem.isVisible()
    act(lambda: low.type(view.bound, "1"))
    act(lambda: low.click(view.add_button))


def test_every_bar_of_how_far_a_candidate_moved_has_its_name_and_its_factor(low):
    view = opened(low, "colour", "neighbours").neighbours
    low.click(view.remove_button)
    low.settle()
    low.qtbot.wait(50)
    names = [name for _, name in view.ratios.getAxis("bottom")._tickLevels[0]]
    assert names == [view._lines.name(line) for line in range(5)]
    _, _, ratios = drawn(view)
    factors = [text.toPlainText() for text in view.ratios.texts]
    assert factors == [f"{'×' if ratio >= 0 else '÷'}{np.exp(abs(ratio)):.3g}" for ratio in ratios]
    assert {"×2.72 (ε = 1)", "×1", "÷2.72"} <= {name for _, name in view.ratios.getAxis("left")._tickLevels[0]}
    assert "R is how far" in opened(low, "city", "neighbours").neighbours.said.text()


def test_of_many_candidates_the_one_that_moved_farthest_is_named_below_its_bar(low):
    view = opened(low, "mascot", "neighbours").neighbours
    assert view.ratios.getAxis("bottom")._tickLevels[0] == []
    low.click(view.worst_button)
    low.settle()
    low.qtbot.wait(50)
    ((_, name),) = view.ratios.getAxis("bottom")._tickLevels[0]
    assert f"“{name}” moves farthest" in view.said.text()


def test_a_new_row_that_cannot_be_read_leaves_the_picture_and_what_was_said_of_it(low):
    view = opened(low, "city", "neighbours").neighbours
    low.type(view.new, "-80, 41")
    QTest.keyClick(view.controls.typed, Qt.Key.Key_Return)
    low.settle()
    said, after = view.said.text(), view.found.after
    assert said.startswith("“-80, 41” in place of "), "Enter puts it in"
    low.type(view.new, "owhere")
    low.click(view.exchange_button)
    low.settle()
    assert view.broken.text().startswith("A row has 2 values here, and the new one has 1.")
    assert view.said.text() == said
    low.type(view.bound, "2")
    low.settle()
    assert view.said.text().startswith("“-80, 41” in place of "), "the change that is drawn is kept"
    assert view.found.after.size == after.size


@pytest.mark.parametrize("mechanism", ["permute_and_flip", "noisy_max_laplace"])
def test_every_one_of_a_few_candidates_stays_in_sight_beside_what_led_to_the_winner(low, mechanism):
    draws = opened(low, "colour", mechanism=mechanism).draws
    step(low, draws)
    low.qtbot.waitUntil(draws.story.isVisible)
    assert in_sight(draws.plot) == 5
    whole(low, draws.plot, draws.story)


def test_the_winners_name_is_whole_and_noisy_scores_stand_on_nought(low):
    draws = opened(low, "mascot", mechanism="noisy_max_laplace").draws
    for _ in range(4):
        step(low, draws)
        low.qtbot.wait(50)
        told = draws.story._told.sceneBoundingRect()
        assert draws.story.getViewBox().sceneBoundingRect().adjusted(-1, -5, 1, 5).contains(told)
        assert set(draws.story._bars.opts["y0"]) == {0.0}
        assert draws.story.noisy.min() < 0, "some stand below it"


def test_what_was_drawn_is_said_as_one_number_with_its_unit_though_ranges_are_shown(low):
    draws = opened(low, "median").draws
    assert draws._shown.bins is not None
    step(low, draws)
    assert re.fullmatch(r"Drawn: [\d,.]+ €(, beyond the picture)?", draws.last.text()), draws.last.text()
    assert "e+" not in draws.counts.text()
    wheel(draws.plot.viewport(), away=True, ctrl=True)
    low.qtbot.waitUntil(draws.overview.isVisible)
    assert re.match(r"\d+ of [\d,]+ ranges shown, ", draws.overview.said.text())


def test_a_bar_of_several_ranges_says_how_wide_each_is(low):
    name = opened(low, "debts").draws.plot.getAxis("bottom").labelText
    assert re.search(r"; \d ranges a bar, each up to [\d,.]+ € wide$", name), name


def test_the_keyboard_stays_at_the_buttons_that_draw(low):
    """What was drawn is not thrown away by the next Space after *Cancel*."""
    draws = opened(low, "apples").draws
    buttons = draws.buttons
    low.come_forward()
    buttons.play.setFocus()
    QTest.keyClick(buttons.play, Qt.Key.Key_Space)
    low.qtbot.waitUntil(lambda: draws.counted.draws > 0, timeout=20_000)
    buttons.cancel.setFocus()
    QTest.keyClick(buttons.cancel, Qt.Key.Key_Space)
    assert not buttons.cancel.isEnabled()
    assert buttons.play.hasFocus()
    low.settle()
    buttons.again.setFocus()
    QTest.keyClick(buttons.again, Qt.Key.Key_Space)
    assert not buttons.again.isEnabled()
    assert buttons.step.hasFocus()


@pytest.mark.parametrize("view", ["draws", "neighbours"])
def test_the_ring_is_whole_around_what_has_the_keyboard_in_the_picture(low, view):
    shown = getattr(opened(low, "colour", view), view)
    low.focus(shown.tabled.table)
    QTest.keyClick(shown.tabled.table, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    for each in (shown.tabled.table, shown.buttons.step if view == "draws" else shown.remove_button):
        each.setFocus()
        low.qtbot.waitUntil(lambda one=each: ring_around(low.window, one), timeout=3000)


def ring_around(window, widget) -> bool:
    """Whether all four sides of the ring are seen."""
    area, seen, ring = place_of(widget), on_screen(window), QColor(THEME.palette.accent)
    x, y = area.center().x(), area.center().y()
    sides = [
        [QPoint(area.left() - out, y) for out in (3, 4)], [QPoint(area.right() + out, y) for out in (3, 4)],
        [QPoint(x, area.top() - out) for out in (3, 4)], [QPoint(x, area.bottom() + out) for out in (3, 4)],
    ]  # fmt: skip
    return all(any(seen.pixelColor(point) == ring for point in side) for side in sides)


def test_along_the_most_likely_first_stand_ranks_and_no_falling_prices(low):
    view = opened(low, "apples", "law").law
    low.choose(view.order, "most likely first")
    low.qtbot.wait(50)
    assert list(ticks(view.bars)) == ["100", "200", "300", "400", "500"]
    assert view.bars.getAxis("bottom").labelText == "candidate, most likely first: rank"


def test_large_scores_do_not_touch_the_name_of_their_axis(low, tmp_path):
    """Scores of five digits take the width that they need, and the law above begins at the same place."""
    law = project(low, tmp_path, "formula").preview.law
    low.tab("privacy")
    low.qtbot.waitUntil(law.score.isVisible)
    axis, other = law.score.getAxis("left"), law.bars.getAxis("left")
    low.qtbot.waitUntil(lambda: axis.width() >= axis.needed > 66)
    assert axis.width() == other.width()
    name, *numbers = [rect for rect, _ in reversed(at_axis(law.score, "left"))]
    assert numbers
    assert all(rect.left() - name.right() >= 2 for rect in numbers)
