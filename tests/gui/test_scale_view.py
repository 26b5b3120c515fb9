"""The view Scale b: the documents' densities and privacy losses for several b, and 51 against 50 with numbers."""

from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.gui.plots.points import PointsPlot
from tests.gui.cutting import cut
from tests.gui.cutting_pictures import at_axis, faults_of
from tests.gui.hearing import offences, told
from tests.gui.taking import copied
from tests.gui.test_draws import opened
from tests.gui.test_large_text import text_to
from tests.gui.test_whole_window import COMMON, resized


def scale(studio, demonstration="drugs"):
    view = opened(studio, demonstration, "scale").scale
    studio.qtbot.waitUntil(view.isVisible)
    return view


def go_to(slider, place):
    """Move a slider there by keys alone."""
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    for _ in range(place - slider.minimum()):
        QTest.keyClick(slider, Qt.Key.Key_Right)


def laplace(x, centre, b):
    return np.exp(-np.abs(x - centre) / b) / (2 * b)


@pytest.mark.parametrize("tenths", [10, 5, 20, 50])
def test_what_is_drawn_is_the_law_of_laplace_and_the_loss_it_leads_to(studio, tenths):
    view, b = scale(studio), tenths / 10
    go_to(view.scale, tenths)
    curves = [item.getData() for item in view.plot.curves]
    for (x, height), (centre, wide) in zip(curves, ((51, b), (50, b), (51, 2), (51, 5)), strict=True):
        assert height == pytest.approx(laplace(x, centre, wide))
    losses = [item for item in view.losses.curves if item.isVisible()]
    for item, wide in zip(losses, (b, 2, 5), strict=True):
        x, height = item.getData()
        assert height == pytest.approx(np.log(laplace(x, 51, wide) / laplace(x, 50, wide)))
    assert [line.value() for line in view.losses.limits] == pytest.approx([1 / b, -1 / b])
    assert [each.text() for each in view.key.labels] == [
        f"b = {b:g} around 51", f"b = {b:g} around 50", "b = 2 around 51", "b = 5 around 51",
    ]  # fmt: skip
    for plot in (view.plot, view.losses):
        (left, right), (low, high) = plot.viewRange()
        for item in plot.curves:
            x, height = item.getData()
            assert not item.isVisible() or (left <= x.min() and x.max() <= right)
            assert not item.isVisible() or (low <= height.min() and height.max() <= high)


def test_the_documents_computation_stands_there_with_numbers(studio):
    view = scale(studio)
    assert view.said[0].text() == (
        "y = 52: Pr[Y = y] / Pr[Y′ = y] = e^((|y − 50| − |y − 51|) / b) = e^((2 − 1) / 1) = ×2.72. Every y stays"
        " between ÷2.72 and ×2.72, which is e^(Δ/b)."
    )
    assert "the true figure is 51, Y′ where it is 50: a person less" in view.said[1].text()
    assert "probability e^(−1) = 36.8 %; its variance is 2b² = 2." in view.said[3].text()
    go_to(view.scale, 20)
    assert view.chosen.text() == "2 rows"
    assert "e^((2 − 1) / 2) = ×1.65" in view.said[0].text()
    assert "b = 2 rows belongs to ε = 0.5" in view.said[2].text()


def test_the_scale_in_force_follows_epsilon_and_no_plan_follows_the_slider(studio):
    view = scale(studio)
    plan = studio.plan
    go_to(view.scale, 30)
    assert studio.plan is plan
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.5")
    studio.settle()
    assert view.b == 2
    assert view.chosen.text() == "2 rows"


def test_however_small_or_uneven_epsilon_is_the_slider_begins_at_the_scale_in_force(studio):
    view, field = scale(studio), studio.window.privacy.fields["privacy.epsilon"]
    for typed, chosen in (("0.02", "50 rows"), ("0.7", "1.42857 rows"), ("30", "0.0333333 rows")):
        studio.type(field, typed)
        studio.settle()
        assert view.b == 1 / Fraction(typed)
        assert view.chosen.text() == chosen
        assert f"belongs to ε = {typed}." in view.said[2].text()


def test_the_table_a_click_and_the_slider_stand_at_the_same_result(studio):
    view = scale(studio)
    studio.focus(view.table)
    before = view.result.value()
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert view.result.value() == before + 1
    assert view.at.text() == "52.5 rows"
    assert [plot.mark.value() for plot in (view.plot, view.losses)] == [52.5, 52.5]
    for plot, value in ((view.plot, 49), (view.losses, 55)):
        spot = plot.getViewBox().mapViewToScene(QPoint(value, 0)).toPoint()
        QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        studio.qtbot.waitUntil(lambda value=value: view.at.text() == f"{value} rows")
    assert view.table.model().index(view.table.currentIndex().row(), 0).data() == "55"


def test_the_table_is_taken_along_with_all_digits(studio):
    scale(studio)
    names, *lines = copied(studio)
    assert names[0] == "y"
    assert float(next(line for line in lines if line[0] == "52")[1]) == pytest.approx(laplace(52, 51, 1), rel=1e-15)
    assert {line[names.index("Drawn from")] for line in lines} == {"NO DATA NEEDED"}


def test_a_total_has_a_scale_in_its_own_unit(studio):
    view = scale(studio, "debts")
    assert view.chosen.text() == "10,000,000 €"
    x, height = view.plot.curves[0].getData()
    assert height == pytest.approx(1e7 * laplace(x, 1e7, 1e7))
    assert "density · Δ" in view.plot.getAxis("left").labelText


@pytest.mark.parametrize("demonstration", ["debts", "drugs"])
def test_the_names_of_all_axes_are_whole_in_a_low_window(studio, demonstration):
    resized(studio, COMMON)
    view = scale(studio, demonstration)
    plots, found = (view.plot, view.losses), ["not looked at"]

    def whole() -> bool:
        names = [plot.getAxis(side).labelText for plot in plots for side in ("left", "bottom")]
        found[:] = [name for name in names if "…" in name] + [fault for plot in plots for fault in faults_of(plot)]
        return not found

    try:
        studio.qtbot.waitUntil(whole, timeout=3000)
    except Exception as error:
        raise AssertionError(found) from error


def test_a_name_on_two_lines_leaves_the_numbers_beside_it_their_room(qtbot):
    plot = PointsPlot("Rows")
    qtbot.addWidget(plot)
    plot.resize(400, 150)
    plot.show()
    plot.getAxis("left").setTicks([[(0, "no"), (1, "yes")]])
    plot.name_axis("left", "arrives at the office on time")

    def apart() -> bool:
        plot.grab()
        *numbers, (name, said) = at_axis(plot, "left")
        return "\n" in said and min(place.left() for place, _ in numbers) - name.right() >= 3

    qtbot.waitUntil(apart)


@pytest.mark.parametrize("demonstration", ["debts", "drugs"])
def test_both_pictures_begin_at_one_place_with_text_of_any_size(studio, demonstration):
    """The same results lie below one another."""
    resized(studio, COMMON)
    view = scale(studio, demonstration)
    plots = view.plot, view.losses

    def below_one_another() -> bool:
        sides = [plot.getAxis("left") for plot in plots]
        lefts = {plot.mapToGlobal(plot.getViewBox().sceneBoundingRect().topLeft().toPoint()).x() for plot in plots}
        return len(lefts) == 1 and max(side.needed for side in sides) == sides[0].width()

    for size in ("100", "150", "100"):
        text_to(studio, size)
        studio.picture()
        studio.qtbot.waitUntil(below_one_another)


def test_it_is_there_for_laplace_noise_alone(studio):
    preview = opened(studio, "colour", "law")
    assert not preview.views.buttons["scale"].isVisible()
    opened(studio, "survey", "law")
    assert not preview.views.buttons["scale"].isVisible()


@pytest.mark.parametrize("size", ["100", "200"])
def test_nothing_is_cut_and_everything_has_a_name_at_any_size_of_the_text(studio, size):
    studio.window.settings.set("text_size", size)
    studio.window._restyle()
    studio.window.resize(1280, 720)
    view = scale(studio)
    studio.qtbot.waitUntil(lambda: not cut(view))
    assert offences(view) == []
    assert told(view.scale).text(QAccessible.Text.Name) == "Scale b of the noise"
    assert told(view.losses).text(QAccessible.Text.Name) == "Privacy loss"
