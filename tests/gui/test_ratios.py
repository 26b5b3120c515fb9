"""How far each probability moved beside how far it may: high enough to be read, with a number at each line."""

from math import log

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetrics

from dpstudio.core.preview.proof import times_text
from tests.gui.cutting_pictures import at_axis, faults_of
from tests.gui.studio import Studio
from tests.gui.test_draws import opened
from tests.gui.test_hovering import move_to, told
from tests.gui.test_in_one_sight import hidden
from tests.gui.test_large_text import KEYS
from tests.gui.test_whole_window import COMMON, resized

LEAST = 120
"""Pixels at 100 % between the axes by which bars, two lines and their numbers can be told from one another."""
EVERY_RUN = "debts", "drugs"
SIZES = COMMON, (1280, 720)


def ratios(studio: Studio, key: str):
    """The picture of ratios once a row was changed, found in the window as it is then."""
    view = opened(studio, key, "neighbours").neighbours
    if not view.rows.isVisible():
        return None
    studio.click(view.worst_button)
    studio.settle()
    studio.option(view.pictures.choice, "ratios")
    studio.qtbot.wait(100)
    return view.ratios


def judged(studio: Studio, plot) -> list[str]:
    """What is too low, cut or out of sight."""
    high = plot.getViewBox().height()
    found = [f"{high:.0f} px high"] if high < LEAST else []
    scrolled = hidden(studio.window)
    return found + faults_of(plot) + ([f"{scrolled} px are hidden"] if scrolled else []) + lines_unsaid(plot)


def lines_unsaid(plot) -> list[str]:
    """The dashed lines without the factor that they mean, and names that are cut."""
    left, below = (at_axis(plot, side) for side in ("left", "bottom"))
    metrics = QFontMetrics(plot.theme.font)
    wanted = {line.value(): times_text(line.value()) for line in plot.lines}
    found = []
    for at, text in wanted.items():
        here = plot.getViewBox().mapViewToScene(QPointF(0, at)).y()
        beside = [said for place, said in left if abs(place.center().y() - here) < metrics.height() / 2]
        if not any(said.startswith(text) for said in beside):
            found.append(f"nothing says {text} at its line")
    names = below[:-1]  # the last one is what the axis shows
    return found + [f"{name!r} is cut" for _, name in names if "…" in name] + ([] if names else ["no bar has a name"])


@pytest.mark.parametrize(
    "key", [key if key in EVERY_RUN else pytest.param(key, marks=pytest.mark.long) for key in KEYS]
)
def test_ratios_can_be_read_on_a_small_screen(studio, key):
    """Rows and what is done to them leave the sight; names, factors and what ε allows are there."""
    resized(studio, COMMON)
    plot = ratios(studio, key)
    for size in SIZES if plot is not None else ():
        resized(studio, size)
        studio.qtbot.wait(100)
        faults = ["not looked at"]

        def fine(faults=faults) -> bool:
            faults[:] = judged(studio, plot)
            return not faults

        try:
            studio.qtbot.waitUntil(fine, timeout=3000)
        except Exception as error:
            raise AssertionError(f"{key} at {size}: {faults}") from error


def test_each_line_says_which_factor_it_is_and_between_them_stand_round_ones(studio):
    plot = ratios(studio, "colour")
    said = {text: at for at, text in plot.getAxis("left")._tickLevels[0]}
    assert said["×2.72 (ε = 1)"] == 1
    assert said["÷2.72"] == -1
    assert said["×1"] == 0
    assert said["×2"] == pytest.approx(log(2))
    assert said["÷2"] == pytest.approx(-log(2))


def test_of_outcomes_that_move_as_far_the_picture_names_the_one_that_the_sentence_names(studio):
    """Errors of a synthetic table move by the same factor, and there is room for one name."""
    plot = ratios(studio, "halfspaces")
    view = studio.window.preview.neighbours
    moved = abs(view.found.ratios)
    assert (moved > (1 - 1e-9) * moved.max()).sum() > 1
    (name,) = {said.replace("\n", " ") for _, said in plot.getAxis("bottom")._tickLevels[0]}
    assert f"“{name}”" in view.said.text()


def test_names_below_ratios_are_whole_and_the_pointer_tells_the_others(studio):
    """Of ten cities those that moved farthest are named, on two lines where one has no room."""
    plot = ratios(studio, "city")
    view = studio.window.preview.neighbours
    of_all = [view._lines.name(line) for line in range(view.found.ratios.size)]
    seen = [name.replace("\n", " ") for _, name in plot.getAxis("bottom")._tickLevels[0]]
    assert len(seen) >= 3
    assert set(seen) <= set(of_all)
    unseen = next(place for place, name in enumerate(of_all) if name not in seen)
    move_to(studio, plot, QPointF(unseen, 0))
    assert told(plot.mark).startswith(of_all[unseen][:8])


def test_rows_come_back_with_the_laws_and_stay_where_the_window_is_high(studio):
    resized(studio, COMMON)
    plot = ratios(studio, "debts")
    view = studio.window.preview.neighbours
    assert plot.isVisible()
    assert not view.rows.isVisible()
    assert not view.remove_button.isVisible()
    assert view.worst_button.isVisible()
    resized(studio, (1280, 900))
    studio.qtbot.waitUntil(lambda: view.rows.isVisible() and view.remove_button.isVisible())
    resized(studio, COMMON)
    studio.qtbot.waitUntil(lambda: not view.rows.isVisible())
    studio.option(view.pictures.choice, "laws")
    assert view.rows.isVisible()
    assert view.remove_button.isVisible()


def test_of_bars_on_a_line_others_are_named_too_and_the_one_that_the_sentence_names_always(studio):
    resized(studio, COMMON)
    plot = ratios(studio, "drugs")
    studio.qtbot.wait(100)
    named = {round(at): name for at, name in plot.getAxis("bottom")._tickLevels[0]}
    assert len(named) > 5
    assert all(name == plot._name(at) for at, name in named.items())
    for farthest in (0, 33, 59):
        plot.show_ratios(np.ones(60), np.zeros(60, bool), 1.0, farthest, "{}.00".format, upright=True)
        names = [name for _, name in plot.getAxis("bottom")._tickLevels[0]]
        assert f"{farthest}.00" in names
        assert 2 < len(names) < 60, "as many as have room"
