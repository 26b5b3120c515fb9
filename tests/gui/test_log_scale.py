"""The law on a logarithmic scale: bars, columns and circles are as long as logarithms, and their numbers say so."""

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import isclose, log10
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtTest import QTest

from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.chance_scale import PROPORTIONAL, logarithmic
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.plots.overlaid import OverlaidPlot
from dpstudio.gui.plots.ticks import decade_text, decade_ticks, number_ticks
from dpstudio.gui.widgets.percent import one_in, one_in_power, percent, power_text, small
from tests.gui.cutting import cut
from tests.gui.hearing import offences
from tests.gui.taking import copied, saved
from tests.gui.test_draws import law, opened
from tests.gui.test_exports import column
from tests.gui.test_neighbours import LOWERED, drawn
from tests.gui.test_picture_file import SVG
from tests.gui.test_presenting import present, press, settle

LARGE = {"million": 6, "billion": 9, "trillion": 12, "quadrillion": 15, "quintillion": 18, "sextillion": 21}


def read(text: str) -> float:
    """What a number at an axis says, in a second way."""
    if text.endswith(" %"):
        return float(Decimal(text.removesuffix(" %")) / 100)
    number, word, power = re.fullmatch(
        r"1 in (?:([0-9.,]+)(?: ([a-z]+)|·(?=10)|$))?(?:10([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", text
    ).groups()
    many = Fraction((number or "1").replace(",", "")) * 10 ** (
        LARGE[word] if word else int((power or "0").translate(LOWERED))
    )
    return float(1 / many)


def ticks(axis, size) -> dict[float, str]:
    """What is written at an axis, by where it stands."""
    found = axis._round(*axis.range, size)
    assert found
    return dict(found)


def told_truly(axis, size) -> None:
    """Every number stands where its own logarithm is."""
    for at, text in ticks(axis, size).items():
        assert read(text) == pytest.approx(10**at, rel=1e-6), text


def turned(studio, demonstration):
    preview = opened(studio, demonstration, "law")
    studio.click(preview.foot.log)
    studio.settle()
    return preview.law


def columns(plot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where each bar of a curve stands, where it begins, and where it ends."""
    opts = plot._curve.opts
    return np.asarray(opts["x"]), np.asarray(opts["y0"]), opts["y0"] + np.asarray(opts["height"])


def shown_truly(plot, chances) -> None:
    """Each column of a curve that is seen whole ends where the logarithm of its likeliest place is."""
    at, feet, ends = columns(plot)
    starts = (at - plot._curve.opts["width"] / 2 + 1e-6).astype(int) if at.size < chances.size else at.astype(int)
    likeliest = [chances[first:last].max() for first, last in pairwise([*starts, chances.size])]
    assert 10**ends == pytest.approx(np.maximum(likeliest, 10.0 ** feet.max()))


def test_a_bar_is_as_long_as_its_logarithm_above_the_floor_and_the_axis_says_so(studio):
    view = turned(studio, "colour")
    chances = np.sort(law(studio).chances)[::-1]
    opts = view.bars._bars.opts
    assert 10 ** (opts["x0"] + opts["width"]) == pytest.approx(chances)
    assert set(opts["x0"]) == {-2.0}, "1 % is the power of ten below the least of them"
    told_truly(view.bars.getAxis("bottom"), view.bars.getViewBox().width())
    assert view.bars.getAxis("bottom").labelText == "probability in log scale; from 1 % on"
    assert [text.toPlainText().strip() for text in view.bars.texts] == [percent(each) for each in chances]
    assert view.bars.accessibleDescription() == "The scale is logarithmic and begins at 1 %."
    assert offences(view) == []
    assert cut(view) == []


@pytest.mark.parametrize("demonstration", ["apples", "debts", "ages", "halfspaces", "median"])
def test_a_curve_shows_the_logarithm_of_the_likeliest_in_each_column(studio, demonstration):
    view, chances = turned(studio, demonstration), law(studio).chances
    _, feet, _ = columns(view.bars)
    floor = float(feet.max())
    shown_truly(view.bars, chances)
    least = chances[chances > 0].min()
    assert floor < log10(least) <= floor + 1 or floor == np.ceil(log10(chances.max())) - 12
    told_truly(view.bars.getAxis("left"), view.bars.getViewBox().height())
    low, high = view.bars.viewRange()[1]
    assert low == floor
    assert high > log10(chances.max())


def test_a_million_columns_keep_their_peaks_and_nothing_is_drawn_of_what_cannot_happen(qtbot):
    numbers = np.random.default_rng(1)
    chances = 10 ** numbers.uniform(-9, -3, 1_000_000)
    chances[:300_000] = 0
    chances /= chances.sum()
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.resize(640, 400)
    plot.show()
    plot.logarithmic = True
    for first, last in ((0, 1_000_000), (299_990, 300_090), (5, 200_000)):
        plot.set_data(chances, str, "place", upright=True)
        plot.setXRange(first, last, padding=0)
        at, feet, ends = columns(plot)
        wide = plot._curve.opts["width"]
        for middle, foot, end in zip(at, np.broadcast_to(feet, at.shape), ends, strict=True):
            # a place or a block of places at the border of a column may count for its neighbour
            near = max(1, 64 if last - first > 64 * 16 * at.size else 1)
            inner = chances[max(0, int(middle - wide / 2) + near) : max(0, int(middle + wide / 2) - near)]
            outer = chances[max(0, int(middle - wide / 2) - near) : int(middle + wide / 2) + 1 + near]
            assert 10 ** (end - 1e-9) <= max(outer.max(initial=0), 10**foot)
            assert 10 ** (end + 1e-9) >= inner.max(initial=0)
            assert end > foot or not inner.any()


@given(st.floats(-20, -0.01), st.floats(0.05, 14), st.integers(1, 12))
def test_numbers_at_the_axis_are_powers_of_ten_or_twice_or_five_times_them(low, reach, most):
    high = min(0.0, low + reach)
    found = decade_ticks(low, high, most)
    assert len(found) <= max(2, most)
    assert [at for at, _ in found] == sorted({at for at, _ in found})
    for at, text in found:
        assert low <= at <= high
        assert isclose(read(text), 10**at, rel_tol=1e-6)
    apart = {round(later - one, 6) for (one, _), (later, _) in pairwise(found)}
    assert apart <= {0.30103, 0.39794} or len(apart) <= 1


@given(st.lists(st.floats(1e-30, 1), min_size=1, max_size=20), st.integers(0, 3))
def test_every_chance_has_a_length_unless_twelve_decades_are_too_few(chances, zeros):
    law = 100 * np.array(chances + [0.0] * zeros)
    scale = logarithmic(law)
    lengths = scale.lengths(law)
    assert (lengths[len(chances) :] == 0).all()
    assert lengths.max() <= 13
    for chance, length in zip(chances, lengths, strict=False):
        assert length > 0 or chance <= max(chances) * 1e-11
        assert length == 0 or scale.foot + length == pytest.approx(log10(chance), abs=1e-9)
    assert (PROPORTIONAL.lengths(law) == law).all()


@given(st.one_of(st.floats(1e-20, 9.9e-4), st.floats(4, 299.9).map(lambda power: 10**-power)))
@example(2e-24)
@example(9.96e-25)
@example(4.5e-175)
def test_a_small_chance_is_one_in_so_many_however_small(chance):
    assert read(one_in(chance)) == pytest.approx(chance, rel=0.051)
    assert read(one_in_power(log10(chance))) == pytest.approx(chance, rel=0.051)


@pytest.mark.parametrize("chance", [0.0, 5e-324, 1e-310, 9e-301])
def test_a_chance_that_a_float_loses_is_less_than_another(chance):
    assert one_in(chance) == "less than 1 in 10³⁰⁰"
    assert digits(chance) == "less than 10⁻²⁹⁸ %"
    assert one_in_power(-1000.5) == "1 in 3.2·10¹⁰⁰⁰"


def test_the_keyboard_turns_it_and_it_stays_for_another_epsilon_another_view_and_a_part_in_sight(studio):
    preview = opened(studio, "apples", "law")
    view = preview.law
    table = [view.table.model().index(line, 1).data() for line in range(20)]
    view.bars.setXRange(100, 150, padding=0)
    studio.keys("Alt+G")
    studio.qtbot.waitUntil(lambda: view.bars.logarithmic)
    assert view.bars.viewRange()[0] == pytest.approx([100, 150])
    assert view.overview.isVisible()
    assert [view.table.model().index(line, 1).data() for line in range(20)] == table
    studio.option(preview.views, "draws")
    studio.option(preview.views, "law")
    slider = studio.window.privacy.slider
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_PageUp)
    studio.settle()
    shown_truly(view.bars, law(studio).chances)
    studio.focus(preview.foot.log)
    QTest.keyClick(preview.foot.log, Qt.Key.Key_Space)
    assert columns(view.bars)[2].max() == pytest.approx(100 * law(studio).chances.max())
    assert view.bars.getAxis("left").labelText in ("probability in %", "%")
    assert view.bars.accessibleDescription() == ""


def test_the_mark_reads_the_true_value_however_small(studio):
    view = turned(studio, "debts")
    chances = law(studio).chances
    studio.focus(view.table)
    view.table.setCurrentIndex(view.table.model().index(0, 0))
    assert chances[0] < 1e-3
    assert f": {one_in(chances[0])} " in view.bars.mark.told.toPlainText()
    assert view.table.model().index(0, 2).data() == f"{100 * chances[0]:.6g} %"


def test_a_chance_that_no_float_holds_is_drawn_and_told_on_the_scale(studio):
    """At ε = 1,000 the least likely colours have chances that are 0 as floats."""
    view = turned(studio, "colour")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "1000")
    studio.settle()
    assert (law(studio).chances == 0).any()
    assert any(text.toPlainText() == " less than 1 in 10³⁰⁰" for text in view.bars.texts)
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "60")
    studio.settle()
    least = law(studio).chances.min()
    assert 0 < least < 1e-24
    told = [text.toPlainText().strip() for text in view.bars.texts if text.isVisible()]
    assert min(map(read, filter(lambda text: text.startswith("1 in"), told))) == pytest.approx(least, rel=0.051)


def test_the_circles_of_a_map_grow_with_the_logarithm_and_it_is_said(studio):
    view = turned(studio, "city")
    chances = law(studio).chances
    lengths = np.log10(chances) + 2
    assert view.map._spots[:, 2] == pytest.approx(4 + 22 * np.sqrt(lengths / lengths.max()))
    assert view.scaled.isVisible()
    assert view.scaled.text().startswith("The scale is logarithmic and begins at 1 %.")
    studio.choose(view.drawn_as, "bars")
    assert not view.scaled.isVisible()
    assert 10 ** (view.bars._bars.opts["x0"] + view.bars._bars.opts["width"]) == pytest.approx(np.sort(chances)[::-1])


def test_both_laws_of_neighbours_stand_on_one_scale(studio):
    view = opened(studio, "colour", "neighbours").neighbours
    studio.click(view.worst_button)
    studio.settle()
    assert drawn(view)
    studio.click(studio.window.preview.foot.log)
    studio.settle()
    laws, order = view.found, np.argsort(-law(studio).chances, kind="stable")
    for item, chances in ((view.plot._outline, laws.before), (view.plot._bars, laws.after)):
        assert 10 ** (item.opts["x0"] + item.opts["width"]) == pytest.approx(chances[order])
    told_truly(view.plot.getAxis("bottom"), view.plot.getViewBox().width())
    assert "The scale is logarithmic" in view.exhibits()[0].said


def test_what_is_taken_along_says_that_the_scale_is_logarithmic(studio, tmp_path):
    turned(studio, "colour")
    lines = copied(studio)
    assert "The scale is logarithmic and begins at 1 %." in column(lines, "About")[0]
    assert sorted(map(float, column(lines, "Probability"))) == pytest.approx(np.sort(law(studio).chances))
    drawing = ElementTree.parse(saved(studio, tmp_path / "law.svg")).getroot()
    texts = " ".join("".join(each.itertext()) for each in drawing.iter(f"{SVG}text"))
    assert "probability in log scale" in texts
    assert "logarithmic" in texts


def test_bars_begin_at_the_axis_whatever_was_drawn_before_them(qtbot):
    """A curve asks for twenty places in sight; of bars that would be twenty powers of ten."""
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.logarithmic = True
    plot.set_data(np.full(500, 1 / 500), str, "price", upright=True)
    plot.set_data(np.array([0.7, 0.2, 0.1]), str, "name")
    low, high = plot.viewRange()[0]
    assert low == plot.scale.foot == float(plot._bars.opts["x0"][0])
    assert high < 2.5


def test_before_an_audience_the_scale_is_at_first_that_of_the_window(studio):
    preview = opened(studio, "colour", "law")
    studio.click(preview.foot.log)
    studio.settle()
    shown = present(studio)
    assert shown.picture.foot.log.isChecked()
    studio.option(shown.picture.views, "law")
    settle(studio)
    assert shown.picture.law.bars.logarithmic


def test_before_an_audience_a_key_turns_it(studio):
    opened(studio, "colour", "law")
    shown = present(studio)
    studio.option(shown.picture.views, "law")
    settle(studio)
    bars = shown.picture.law.bars
    assert not bars.logarithmic
    press(shown, Qt.Key.Key_L)
    settle(studio)
    assert 10 ** (bars._bars.opts["x0"] + bars._bars.opts["width"]) == pytest.approx(
        np.sort(shown.picture._shown.chances)[::-1]
    )
    assert not studio.window.preview.law.bars.logarithmic, "the window's own picture is as it was"
    press(shown, Qt.Key.Key_L)
    assert bars._bars.opts["x0"].tolist() == [0] * 5


def test_the_floor_is_below_both_of_two_laws(qtbot):
    plot = OverlaidPlot()
    qtbot.addWidget(plot)
    plot.logarithmic = True
    old, new = np.array([0.9, 0.1]), np.array([0.9999, 0.0001])
    plot.set_data(old, str, "place")
    plot.show_shares(new, None)
    for item, chances in ((plot._outline, old), (plot._bars, new)):
        assert 10 ** (item.opts["x0"] + item.opts["width"]) == pytest.approx(chances)
        assert set(item.opts["x0"]) == {-5.0}
    assert [each.toPlainText() for each in plot.texts] == [" > 99.9 % (was 90.0)", " 1 in 10,000 (was 10.0 %)"]


def test_two_small_chances_are_told_apart_in_words():
    assert (small(0.00066), small(0.0005), small(0.25)) == ("1 in 1,500", "1 in 2,000", "25.0 %")
    assert small(0) == "less than 1 in 10³⁰⁰"


@given(st.floats(-20, -0.6), st.floats(0.31, 14), st.integers(1, 12))
def test_two_numbers_stand_at_the_axis_at_least_the_first_where_it_begins(foot, reach, most):
    foot = float(round(foot))
    high = min(0.0, foot + reach)
    for found in (decade_ticks(foot, high, most), number_ticks(foot, foot + reach, most)):
        assert len(found) >= 2
        assert found[0][0] == foot


def test_draws_stand_on_the_scale_of_their_law_with_what_was_drawn_and_its_floor(studio):
    view = opened(studio, "colour", "draws").draws
    studio.click(studio.window.preview.foot.log)
    studio.settle()
    for _ in range(3):
        studio.click(view.buttons.many[100])
        studio.settle()
    chances, counted = np.sort(law(studio).chances)[::-1], view.counted
    order = np.argsort(-law(studio).chances, kind="stable")
    for item, shares in ((view.plot._outline, chances), (view.plot._bars, counted.times[order] / 300)):
        ends = 10 ** (item.opts["x0"] + item.opts["width"])
        assert ends[shares > 0] == pytest.approx(shares[shares > 0])
    told_truly(view.plot.getAxis("bottom"), view.plot.getViewBox().width())
    floor = decade_text(int(view.plot.scale.foot))
    assert view.plot.getAxis("bottom").labelText == f"probability in log scale; from {floor} on"
    assert studio.window.preview.foot.floor.text() == f"from {floor} on"
    assert f"begins at {floor}." in view.exhibits()[0].said
    assert counted.draws == 300, "the scale changes no draw"
    assert cut(view) == []
    assert offences(view) == []


def test_the_draws_of_a_curve_stay_within_the_scale_however_few_they_are(studio):
    preview = opened(studio, "apples", "draws")
    studio.click(preview.foot.log)
    studio.settle()
    plot = preview.draws.plot
    for _ in range(5):
        studio.click(preview.draws.buttons.step)
        studio.settle()
        _, feet, ends = columns(plot)
        assert set(np.atleast_1d(feet).tolist()) == {plot.scale.foot} == {plot.viewRange()[1][0]}
        assert (ends >= plot.scale.foot).all()
        assert ends.max() == pytest.approx(log10(plot.shares.max() / 100), abs=0.7)
    told_truly(plot.getAxis("left"), plot.getViewBox().height())


@pytest.mark.parametrize("tenths", [1, 10, 50])
def test_densities_are_tents_on_a_logarithmic_scale_whose_floor_is_told(studio, tenths):
    view = opened(studio, "drugs", "scale").scale
    before = [item.getData()[1] for item in view.plot.curves]
    studio.click(studio.window.preview.foot.log)
    studio.focus(view.scale)
    QTest.keyClick(view.scale, Qt.Key.Key_Home)
    for _ in range(tenths - view.scale.minimum()):
        QTest.keyClick(view.scale, Qt.Key.Key_Right)
    low, high = view.plot.viewRange()[1]
    for item, wide, centre in zip(view.plot.curves, (tenths / 10, tenths / 10, 2, 5), (51, 50, 51, 51), strict=True):
        x, height = item.getData()
        true = -np.log10(2 * wide) - np.abs(x - centre) / wide * log10(np.e)
        seen = np.isfinite(height)
        assert height[seen] == pytest.approx(true[seen])
        assert (true[~seen] < low).all()
        assert height[seen].max() <= high
    numbers = dict(view.plot.getAxis("left")._round(low, high, view.plot.getViewBox().height()))
    assert len(numbers) >= 2
    assert numbers[low] == power_text(round(low))
    assert studio.window.preview.foot.floor.text() == f"from {power_text(round(low))} on"
    assert power_text(round(low)) in view.exhibits()[0].said
    studio.qtbot.waitUntil(lambda: not cut(view))
    studio.focus(view.scale)
    studio.click(studio.window.preview.foot.log)
    QTest.keyClick(view.scale, Qt.Key.Key_Home)
    for _ in range(10 - view.scale.minimum()):
        QTest.keyClick(view.scale, Qt.Key.Key_Right)
    for item, height in zip(view.plot.curves, before, strict=True):
        assert item.getData()[1] == pytest.approx(height)


def test_a_number_on_a_logarithmic_axis_is_read_in_digits_or_as_a_power():
    assert [power_text(each) for each in (-3, 0, 4)] == ["0.001", "1", "10,000"]
    assert [power_text(-7, 2), power_text(-12), power_text(6, 5)] == ["2·10⁻⁷", "10⁻¹²", "5·10⁶"]


def painted(axis) -> list[str]:
    """What is painted at an axis, by its own painter."""
    picture = QPicture()
    painter = QPainter(picture)
    written = [text for _, _, text in axis.generateDrawSpecs(painter)[2]]
    painter.end()
    return written


@pytest.mark.parametrize("demonstration", ["mascot", "colour", "likes", "survey"])
def test_the_number_at_the_floor_is_painted_at_the_axis_of_bars(studio, demonstration):
    turned(studio, demonstration)
    preview = studio.window.preview
    for view, shown in (("law", preview.law.bars), ("draws", preview.draws.plot)):
        studio.option(preview.views, view)
        studio.settle()
        assert shown.floor
        assert shown.floor in painted(shown.getAxis("bottom")), view
    studio.click(preview.draws.buttons.many[10_000])
    studio.settle()
    assert preview.draws.plot.floor in painted(preview.draws.plot.getAxis("bottom"))
