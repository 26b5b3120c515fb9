"""An axis can be read: two numbers are seen along it, it says how wide a range is, and it holds the highest bar."""

import re
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtGui import QPainter, QPixmap

from dpstudio.kinds.measure.figures.contract import Finish
from dpstudio.kinds.measure.published import Published
from tests.gui.test_draws import law, opened, step


def seen(plot) -> list[str]:
    """The numbers that are painted below a plot: one that would be cut at an end is not."""
    picture = QPixmap(10, 10)
    painter = QPainter(picture)
    axis = plot.getAxis("bottom")
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    return [text for _, _, text in texts]


@pytest.mark.parametrize("demonstration", ["debts", "debts-1000"])
@pytest.mark.parametrize("view", ["law", "draws", "neighbours"])
def test_of_long_numbers_two_are_seen(studio, demonstration, view):
    preview = opened(studio, demonstration, view)
    plot = {"law": preview.law.bars, "draws": preview.draws.plot, "neighbours": preview.neighbours.plot}[view]
    assert len(seen(plot)) >= 2


def test_the_axis_of_a_law_says_how_wide_its_ranges_are(studio):
    preview = opened(studio, "debts", "law")
    wide = law(studio).bins.wide
    assert preview.law.bars.getAxis("bottom").labelText == f"published value, in €; ranges {wide}"
    preview = opened(studio, "smokers", "law")
    assert law(studio).bins is None
    assert preview.law.bars.getAxis("bottom").labelText == "published value, in rows"


def test_of_several_figures_the_axis_of_a_scene_names_the_one_that_is_drawn(studio):
    preview = opened(studio, "counts", "scene")
    name = law(studio).question.vectors[0][0].name
    assert preview.scene.both.getAxis("bottom").labelText == f"published value, in rows; of “{name}”"


def test_an_axis_without_room_for_its_name_is_never_called_by_a_percent_sign_alone(studio):
    plot = opened(studio, "halfspaces", "law").law.bars
    plot.setFixedWidth(190)
    studio.qtbot.waitUntil(lambda: not plot._fitting.isActive())
    plot.recolour()
    assert re.fullmatch("largest .*…", plot.getAxis("bottom").labelText)


@pytest.mark.parametrize("demonstration", ["debts", "median", "ages"])
def test_one_draws_bar_is_as_high_as_the_axis_says(studio, demonstration):
    preview = opened(studio, demonstration)
    plot = preview.draws.plot
    step(studio, preview.draws)
    assert np.max(plot._curve.opts["height"]) == pytest.approx(100)
    assert plot.viewRange()[1][1] >= 100


def test_the_axis_says_that_a_value_stands_for_all_beyond_it(studio):
    preview = opened(studio, "drugs", "law")
    assert preview.law.bars.getAxis("bottom").labelText == "published value, in rows, never below 0"


def test_the_ends_between_which_a_value_is_published_are_said():
    finish = Finish(least=Fraction(1, 2), greatest=Fraction(10))
    for centre, held in ((5, (None, None)), (1, (Fraction(1, 2), None)), (9, (None, 10))):
        published = Published(finish, centre, Fraction(1))
        assert published.held(((-3, -3), (-2, -1), (0, 3))) == held
    assert Published(finish, 5, Fraction(1)).held(((-9, -9), (9, 9))) == (Fraction(1, 2), 10)
