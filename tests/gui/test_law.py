"""The view of the law: scores beneath it on the same axis, round numbers along it, and a strip of all that there is."""

from dataclasses import replace
from itertools import pairwise
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from dpstudio.core.preview.distribution import Line
from dpstudio.core.quantities import readable
from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.ticks import line_ticks, round_ticks, ticks_across
from dpstudio.gui.widgets.percent import percent
from tests.gui.test_draws import law, opened


def ticks(plot) -> dict[str, float]:
    return {name: place for place, name in plot.getAxis("bottom")._tickLevels[0]}


def test_a_spike_stands_over_its_round_number_and_over_its_score(studio):
    view = opened(studio, "apples", "law").law
    shown = law(studio)
    at = next(place for place in range(shown.chances.size) if shown.label(place) == "1.00")
    assert shown.chances[at] > shown.chances[at + 1], "a cliff"
    named = ticks(view.bars)
    assert named["1"] == pytest.approx(at + 0.5)
    assert list(named) == ["1", "2", "3", "4", "5"]
    assert view.bars.getAxis("bottom").labelText == "candidate, in $"
    assert view.score.isVisible()
    assert view.score.scores == pytest.approx(shown.scores.steps * float(shown.scores.unit))
    assert view.score.scores[at] > view.score.scores[at + 1]
    view.bars.setXRange(at - 10, at + 10, padding=0)
    assert view.score.viewRange()[0] == pytest.approx(view.bars.viewRange()[0])
    assert [view.score.place_at(QPointF(at + part, 0)) for part in (0.1, 0.9)] == [at, at]
    view.score.point_at(at)
    assert view.score.mark.line.value() == at + 0.5, "in the middle of its bar"
    places, heights = view.score._line.getData()
    assert heights == pytest.approx(view.score.scores[places[:-1].astype(int)])
    left = [plot.mapFromScene(plot.getViewBox().sceneBoundingRect().topLeft()).x() for plot in (view.bars, view.score)]
    assert abs(left[0] - left[1]) <= 1, "both begin at the same place"


def test_the_score_is_there_only_where_candidates_lie_in_their_order(studio):
    view = opened(studio, "apples", "law").law
    studio.choose(view.order, "most likely first")
    assert not view.score.isVisible()
    assert view.bars.getAxis("bottom").labelText.startswith("candidate, most likely first")
    view = opened(studio, "colour", "law").law
    assert not view.score.isVisible()


def test_the_score_stands_beneath_a_law_whose_outcomes_are_several_candidates_each(studio):
    """Of incomes within some euros, the line beneath is the exponent of the law above; the pointer says it in words."""
    view = opened(studio, "median", "law").law
    shown = law(studio)
    assert shown.bins is not None
    assert view.score.isVisible()
    assert view.score.viewRange()[0] == pytest.approx(view.bars.viewRange()[0])
    ends, heights = view.score._line.getData()
    wholly = [place for place in range(shown.chances.size) if not ((ends > place) & (ends < place + 1)).any()]
    scores = heights[np.searchsorted(ends, np.array(wholly) + 0.5) - 1]
    assert len(wholly) > 100
    assert np.ptp(scores) > 0
    slope, first = np.polyfit(scores, np.log(shown.chances[wholly]), 1)
    assert slope > 0
    assert np.log(shown.chances[wholly]) == pytest.approx(slope * scores + first, abs=0.05)
    place = int(shown.chances.argmax())
    view.score.point_at(place)
    said = view.score.mark.told.toPlainText().strip()
    assert said.startswith(f"{shown.label(place)}: ")
    assert readable(shown.scores.ends[1] * shown.scores.unit) in said


def said_of(view, chances, first, last) -> str:
    return f"{last - first:,} of {chances.size:,} shown, {percent(float(chances[first:last].sum()))} of the chances"


def test_the_strip_says_how_much_of_the_law_is_shown_and_leads_elsewhere(studio):
    view = opened(studio, "apples", "law").law
    chances = law(studio).chances
    assert not view.overview.isVisible(), "all of it is shown"
    view.bars.setXRange(100, 150, padding=0)
    assert view.overview.isVisible()
    assert view.overview.said.text() == said_of(view, chances, 100, 151)
    assert view.overview.strip.accessibleName() == view.overview.said.text()
    studio.qtbot.wait(50)
    strip = view.overview.strip
    frame = strip.frame()
    assert frame.left() == pytest.approx(100 / 500 * strip.width(), abs=1)
    spot = QPoint(int(0.8 * strip.width()), strip.height() // 2)
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=spot)
    left, right = view.bars.viewRange()[0]
    assert (left + right) / 2 == pytest.approx(400, abs=3)
    assert view.overview.said.text() == said_of(view, chances, *view.bars.part)


def test_of_a_long_list_the_strip_says_how_many_bars_are_in_sight(studio):
    view = opened(studio, "mascot", "law").law
    chances = np.sort(law(studio).chances)[::-1]
    first, last = view.bars.part
    assert 2 < last - first < chances.size
    assert view.overview.isVisible()
    assert view.overview.said.text() == said_of(view, chances, first, last)


@given(
    st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 12),
)  # fmt: skip
def test_round_numbers_are_few_round_and_within_the_axis(low, reach, most):
    found = round_ticks(low, low + reach, most)
    assert len(found) <= most + 1
    steps = {round(b[0] - a[0], 9) for a, b in pairwise(found)}
    for step in steps:
        lead = float(f"{step:.3e}".split("e")[0])
        assert any(isclose(lead, each, rel_tol=1e-2) for each in (1, 2, 5, 10))
    for value, text in found:
        assert low - reach * 1e-5 <= value <= low + reach * (1 + 1e-5)
        read = float(text.replace("\N{MINUS SIGN}", "-").replace(",", ""))
        assert read == pytest.approx(value, abs=1e-6)
        assert not ("." in text and text.endswith("0"))


@given(st.floats(-1e9, 1e9), st.floats(1e-3, 1e9), st.integers(40, 2000), st.floats(0.8, 2))
def test_round_numbers_across_do_not_touch_however_large_the_text(low, reach, width, scale):
    def wide(text):
        return 9 * scale * len(text)

    found = ticks_across(low, low + reach, width, scale, wide)
    for (one, text), (other, following) in pairwise(found):
        apart = (other - one) / reach * width
        assert len(found) <= 3 or apart >= (wide(text) + wide(following)) / 2 + 4 * scale


@given(st.floats(-1e6, 1e6), st.floats(1, 1e9), st.floats(0.8, 2))
def test_where_two_numbers_have_room_an_axis_has_two(low, reach, scale):
    def wide(text):
        return 9 * scale * len(text)

    longest = max(wide(text) for _, text in round_ticks(low, low + reach, 12))
    found = ticks_across(low, low + reach, 4 * (longest + 8 * scale), scale, wide)
    assert len(found) >= 2
    lead = float(f"{found[1][0] - found[0][0]:.3e}".split("e")[0])
    assert any(isclose(lead, each, rel_tol=1e-2) for each in (1, 2, 5, 10))


def test_a_narrow_axis_of_prices_has_two_numbers():
    found = ticks_across(0.01, 1.99, 180, 2, lambda text: 16 * len(text))
    assert [text for _, text in found] == ["0.5", "1.5"]


def test_round_numbers_stand_in_the_middle_of_their_outcomes():
    found = line_ticks(Line(0.01, 0.01, "$"), 0, 199, 450, 1.0, lambda text: 8 * len(text))
    assert [text for _, text in found] == ["0.5", "1", "1.5"]
    assert [place for place, _ in found] == pytest.approx([49.5, 99.5, 149.5])


@pytest.mark.parametrize("demonstration", ["debts", "ages", "halfspaces", "likes", "median", "corona"])
def test_all_numbers_at_the_axes_are_round(studio, demonstration):
    """Multiples of 1, 2 or 5 times a power of ten, in every look and size: none like 897.5 or 1.25 beside 2.50."""
    view = opened(studio, demonstration, "law").law
    view.bars.grab()
    named = ("left",) if view.bars._few else ()
    for side in {"left", "bottom"}.difference(named):
        axis = view.bars.getAxis(side)
        texts = [text for level in axis._tickLevels or [] for _, text in level]
        if axis._tickLevels is None:
            (_, values), *_ = axis.tickValues(*axis.range, 300)
            texts = axis.tickStrings(values, 1, 0)
        numbers = [float(text.replace("−", "-").replace(",", "")) for text in texts if text]
        steps = {round(later - one, 9) for one, later in pairwise(sorted(numbers))}
        assert len(steps) <= 1, (side, texts)
        assert all(f"{step:e}"[0] in "125" and set(f"{step:e}"[1:8]) <= {".", "0"} for step in steps), (side, texts)


def test_no_number_above_100_percent_stands_at_an_axis_of_probabilities(qtbot):
    for upright in (True, False):
        plot = DistributionPlot()
        qtbot.addWidget(plot)
        plot.resize(900, 1500)
        plot.show()
        plot.set_data(np.array([1.0, 0.0, 0.0]), str, "place", upright=upright)
        side, size = ("left", plot.getViewBox().height()) if upright else ("bottom", plot.getViewBox().width())
        numbers = [at for at, _ in plot.getAxis(side)._round(*plot.getAxis(side).range, size)]
        assert max(numbers) == 100


@pytest.mark.parametrize(("kind", "formula"), [("revenue", ""), ("formula", "count(would_pay >= candidate)")])
@pytest.mark.parametrize("step", ["0.01", "0.1"])
def test_prices_have_their_unit_at_the_axis_or_at_their_bars_whatever_the_score_is(studio, kind, formula, step):
    preview = opened(studio, "corona", "law")
    plan = studio.window.session.document.plan
    asked = replace(plan, rule=replace(plan.rule, kind=kind, formula=formula))
    studio.window.session.change(replace(asked, candidates=replace(plan.candidates, step=step)))
    studio.settle()
    lines = preview.law.lines(law(studio))
    first = next(line for line in range(lines.chances.size) if lines.at(line) == 0)
    assert lines.shown.drawn(0) == "0.01 $"
    if step == "0.1":
        assert lines.marked(first) == "0.01 $"
    else:
        assert lines.meaning == "candidate, in $"


def test_the_mark_at_what_was_drawn_names_the_candidates_that_it_is_among(studio):
    view = opened(studio, "median", "law").law
    studio.release()
    (drawn,) = studio.window.session.release.receipt.winners
    studio.qtbot.waitUntil(view.bars.mark.line.isVisible)
    named, chance = view.bars.mark.told.toPlainText().strip().split(": ")
    first, last = map(float, named.split(" to "))
    assert first <= float(drawn) <= last
    assert chance.endswith("%")
    assert view.score.mark.told.toPlainText().strip().startswith(f"{named}: ")
