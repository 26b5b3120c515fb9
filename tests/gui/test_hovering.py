"""The mouse over a plot reads what is there as a click does, moves nothing, and gives back what was chosen."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from dpstudio.gui.plots.lines import digits
from dpstudio.gui.widgets.percent import percent
from tests.gui.test_draws import law, opened, step


def move_to(studio, plot, at: QPointF) -> QPointF:
    """Move the mouse to a point of a plot's own coordinates, as near as there is a pixel, and say where that is."""
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(at))
    assert plot.viewport().rect().contains(spot)
    _move(studio, plot.viewport(), spot)
    return plot.getViewBox().mapSceneToView(plot.mapToScene(spot))


def away(studio) -> None:
    """Move the mouse to where nothing is drawn."""
    _move(studio, studio.window, QPoint(3, 3))


def _move(studio, widget: QWidget, spot: QPoint) -> None:
    window = widget.window()
    QTest.mouseMove(window.windowHandle(), widget.mapTo(window, spot))
    studio.qtbot.wait(10)


def middle(plot) -> float:
    low, high = plot.viewRange()[1]
    return (low + high) / 2


def told(mark) -> str:
    """What stands at the line under the mouse; "" where there is none."""
    return mark.told.toPlainText().strip() if mark.line.isVisible() else ""


def cells(table, line: int) -> list[str]:
    model = table.model()
    return [model.index(line, place).data() for place in range(model.columnCount())]


def test_a_curve_tells_what_is_under_the_mouse_and_forgets_it_when_the_mouse_leaves(studio):
    plot = opened(studio, "apples", "law").law.bars
    shown = law(studio)
    for wanted in (40, 120):
        place = int(move_to(studio, plot, QPointF(wanted + 0.5, middle(plot))).x())
        assert abs(place - wanted) <= 1
        assert told(plot.mark) == f"{shown.label(place)}: {percent(float(shown.chances[place]))}"
    away(studio)
    assert told(plot.mark) == ""


def test_the_score_beneath_tells_its_score_at_the_same_candidate(studio):
    view = opened(studio, "apples", "law").law
    place = int(move_to(studio, view.score, QPointF(70.5, middle(view.score))).x())
    first, _, score = cells(view.table, place)
    assert told(view.score.mark) == f"{first}: {score}"
    assert told(view.bars.mark).startswith(first)


def test_what_the_keyboard_chose_comes_back_and_nothing_is_said(studio):
    view = opened(studio, "apples", "law").law
    studio.focus(view.table)
    QTest.keyClick(view.table, Qt.Key.Key_PageDown)
    chosen, before = view.table.currentIndex().row(), told(view.bars.mark)
    move_to(studio, view.bars, QPointF(150.5, middle(view.bars)))
    assert told(view.bars.mark) != before
    assert view.table.hasFocus()
    assert view.table.currentIndex().row() == chosen, "a reader is told of no other line"
    away(studio)
    assert told(view.bars.mark) == before


def test_bars_are_framed_where_they_are_even_at_the_edge(studio):
    plot = opened(studio, "mascot", "law").law.bars
    (low, high), frame = plot.viewRange()[1], plot.mark._frame
    last = int(np.ceil(high - 0.5))
    move_to(studio, plot, QPointF(float(plot.chances.max()) / 4, (last - 0.5 + high) / 2))
    assert frame.isVisible()
    assert frame.rect().center().y() == last
    assert plot.viewRange()[1] == [low, high]
    away(studio)
    assert not frame.isVisible()
    assert plot.viewRange()[1] == [low, high]


def test_a_map_rings_the_candidate_under_the_mouse(studio):
    plot = opened(studio, "city", "law").law.map
    across, up = plot._spots[0][:2]
    move_to(studio, plot, QPointF(across, up))
    (ring,) = plot._ring.points()
    assert (ring.pos().x(), ring.pos().y()) == (across, up)
    away(studio)
    assert not plot._ring.points().size


def test_neighbours_tell_both_probabilities_and_the_factor(studio):
    view = opened(studio, "apples", "neighbours").neighbours
    studio.click(view.worst_button)
    studio.settle()
    for plot in (view.plot, view.ratios):
        studio.option(view.pictures.choice, "ratios" if plot is view.ratios else "laws")
        spot = move_to(studio, plot, QPointF(80.2, middle(plot) * 0.9))
        place = round(spot.x()) if plot is view.ratios else int(spot.x())
        name = law(studio).label(place)
        factor = float(np.exp(view.found.ratios[place]))
        assert told(view.plot.mark).startswith(f"{name}: ")
        assert "(was " in told(view.plot.mark)
        text = told(view.ratios.mark).removeprefix(f"{name}: ")
        number = float(text[1:])
        assert (number if text[0] == "×" else 1 / number) == pytest.approx(factor, rel=0.01)
        away(studio)
        assert told(view.plot.mark) == told(view.ratios.mark) == ""


def test_a_click_on_a_factor_leads_to_its_line(studio):
    view = opened(studio, "apples", "neighbours").neighbours
    studio.click(view.worst_button)
    studio.settle()
    plot = view.ratios
    studio.option(view.pictures.choice, "ratios")
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(80, 0)))
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert view.table.hasFocus()
    assert view.table.currentIndex().row() in range(79, 82)
    assert told(plot.mark)


def test_a_factor_of_a_proof_says_what_it_is(studio):
    view = opened(studio, "city", "neighbours").neighbours
    studio.click(view.worst_button)
    studio.settle()
    studio.click(view.proof.button)
    studio.settle()
    studio.option(view.pictures.choice, "ratios")
    move_to(studio, view.ratios, QPointF(0, 0))
    assert told(view.ratios.mark).startswith(view.proof.proof.factors[0].name[:8])
    away(studio)
    assert told(view.ratios.mark) == ""


@pytest.mark.parametrize(("demonstration", "view"), [("colour", "loss"), ("halfspaces", "useful")])
def test_a_sheet_tells_what_its_line_of_the_table_says(studio, demonstration, view):
    sheet = getattr(opened(studio, demonstration, view), view)
    studio.settle()
    studio.qtbot.waitUntil(lambda: sheet.table.model().rowCount() > 0)
    plot, value = sheet.plot, sheet.slider.value()
    (left, right), _ = plot.viewRange()
    at = move_to(studio, plot, QPointF(left + 0.7 * (right - left), 30))
    first, *rest = cells(sheet.table, plot.place_at(at))
    assert told(plot.pointer) == f"{first}: {'; '.join(rest)}"
    assert sheet.slider.value() == value
    away(studio)
    assert told(plot.pointer) == ""


def test_the_scale_tells_densities_above_and_losses_below(studio):
    view = opened(studio, "debts", "scale").scale
    line = view.table.model().rowCount() // 3
    at = float(view._scale.values[line])
    chosen = view.result.value()
    first, *numbers = cells(view.table, line)
    densities, losses = [f"{float(each):.3g}" for each in numbers[:4]], numbers[4:]
    for plot, expected in ((view.plot, densities), (view.losses, losses)):
        studio.window.preview.page.ensureWidgetVisible(plot)
        move_to(studio, plot, QPointF(at, middle(plot)))
        assert told(plot.pointer) == f"y = {first}: {'; '.join(expected)}"
    assert view.result.value() == chosen
    away(studio)
    assert told(view.plot.pointer) == told(view.losses.pointer) == ""


def test_six_laws_tell_the_outcome_under_the_mouse_and_frame_the_picture(studio):
    view = opened(studio, "colour", "epsilon").epsilon
    studio.settle()
    plot, table = view.laws.plot, view.laws.table
    before = [each.toPlainText() for each in plot.texts]
    studio.window.preview.page.ensureWidgetVisible(plot)
    share = 0.06 + 0.88 * 1.5 / table.model().rowCount()
    move_to(studio, plot, QPointF(1 + share, 1.3))
    name, *chances = cells(table, 1)
    for text, chance in zip(plot.texts, chances, strict=True):
        value, _, said = text.toPlainText().partition(f": {name}, ")
        assert value.startswith("ε = ")
        assert said == percent(float(chance.removesuffix(" %")) / 100)
    assert plot._over == 1
    away(studio)
    assert [each.toPlainText() for each in plot.texts] == before
    assert plot._over == -1


def test_losses_tell_the_epsilon_under_the_mouse(studio):
    plot = opened(studio, "colour", "epsilon").epsilon.curves.plot
    studio.settle()
    studio.option(studio.window.preview.epsilon.parts, "loss")
    asked = studio.plan.privacy.epsilon
    move_to(studio, plot, QPointF(float(plot._values[2]), middle(plot)))
    assert plot._told.toPlainText().strip().startswith(f"ε = {plot._called[2]}")
    assert plot._told.isVisible()
    assert studio.plan.privacy.epsilon == asked
    away(studio)
    assert not plot._told.isVisible()


@pytest.mark.parametrize("mechanism", ["noisy_max_gumbel", "permute_and_flip"])
def test_what_led_to_a_winner_tells_each_score_or_coin(studio, mechanism):
    draws = opened(studio, "colour", "draws", mechanism).draws
    step(studio, draws)
    assert draws.story.isVisible()
    studio.window.preview.page.ensureWidgetVisible(draws.story)
    move_to(studio, draws.story, QPointF(0, middle(draws.story)))
    first, *rest = cells(draws.how.table, 0)
    assert told(draws.story.mark) == f"{first}: {'; '.join(rest)}"
    away(studio)
    assert told(draws.story.mark) == ""


def test_draws_of_a_curve_tell_how_often_and_how_likely(studio):
    draws = opened(studio, "apples", "draws").draws
    studio.click(draws.buttons.many[100])
    studio.settle()
    place = int(move_to(studio, draws.plot, QPointF(100.5, middle(draws.plot))).x())
    shown = law(studio)
    assert told(draws.plot.mark).startswith(f"{shown.label(place)}: ")
    assert told(draws.plot.mark).endswith(f"(law {percent(float(shown.chances[place]))})")
    assert digits(float(shown.chances[place])) in cells(draws.table, place)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.97])
def test_long_words_are_never_cut(studio, share):
    sheet = opened(studio, "apples", "loss").loss
    studio.qtbot.waitUntil(lambda: sheet.table.model().rowCount() > 0)
    plot = sheet.plot
    (left, right), _ = plot.viewRange()
    move_to(studio, plot, QPointF(left + share * (right - left), 40))
    assert told(plot.pointer)
    words = plot.pointer.told.mapRectToScene(plot.pointer.told.boundingRect())
    box = plot.getViewBox().sceneBoundingRect()
    assert words.left() >= box.left() - 2
    assert words.right() <= box.right() + 2
