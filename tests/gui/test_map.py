"""On a map no name hides another one or a circle: names move aside, and what finds no room is in hover and table."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from dpstudio.core.preview.distribution import Spots
from dpstudio.gui.plots.map import MapPlot
from tests.gui.cutting_pictures import faults_of
from tests.gui.test_draws import law, opened
from tests.gui.test_presenting import present, settle


def letters(text) -> QRectF:
    """Where a name stands, without what is empty above and below its letters."""
    place = text.sceneBoundingRect()
    return place.adjusted(0, place.height() / 8, 0, -place.height() / 8)


def map_of(picture) -> MapPlot:
    (found,) = [each for each in picture.findChildren(MapPlot) if each.isVisible()]
    return found


def named(plot) -> list:
    return [text for text in plot.texts if text.isVisible()]


@pytest.mark.parametrize(("wide", "high"), [(1280, 660), (1000, 700), (1900, 1000)])
def test_names_keep_clear_of_one_another_at_any_size(studio, wide, high):
    studio.window.resize(wide, high)
    plot = map_of(opened(studio, "city", "law"))
    assert faults_of(plot) == []
    shown = named(plot)
    assert len(shown) >= 5
    assert not any(letters(one).intersects(letters(other)) for one, other in combinations(shown, 2))
    sight = plot.getViewBox().sceneBoundingRect()
    assert all(sight.contains(letters(each)) for each in shown), "and none is cut"


def test_all_seven_cities_have_their_names_on_a_map_of_460_by_300(qtbot, studio):
    plot = map_of(opened(studio, "city", "law"))
    shown = law(studio)
    plot.setFixedSize(460, 300)
    qtbot.waitUntil(lambda: len(named(plot)) == shown.chances.size)


def test_before_an_audience_too_and_the_likeliest_is_named_whatever_finds_no_room(studio):
    opened(studio, "city", "law")
    shown = present(studio)
    for wide, high in ((1366, 728), (1280, 720)):
        shown.resize(wide, high)
        settle(studio)
        studio.option(shown.picture.views, "law")
        settle(studio)
        plot, found = map_of(shown.picture), law(studio)
        assert faults_of(plot) == []
        said = [each.toPlainText() for each in named(plot)]
        assert any(each.startswith(found.label(int(found.chances.argmax()))) for each in said)
        tips = [plot._dots.opts["tip"](data=spot.data()) for spot in plot._dots.points()]
        assert len(tips) == found.chances.size
        assert set(said) <= set(tips), "whoever points at a circle is told its name"


def test_the_coasts_lie_beneath_places_on_the_earth(studio):
    """Known places are near a coast as it is drawn, and a place in the middle of the land is not."""
    plot = map_of(opened(studio, "city", "law"))
    east, north = plot.coasts.getData()
    points = np.column_stack((east, north))

    def degrees_to(place) -> float:
        return float(np.hypot(*(points - place).T).min())

    assert degrees_to((-80.9, 25.2)) < 1, "the end of Florida"
    assert degrees_to((-5.6, 36.0)) < 1, "Gibraltar"
    assert degrees_to((-98.0, 39.0)) > 8, "Kansas"
    assert plot.coasts.isVisible()
    assert plot.coasts.zValue() <= 0
    longest = np.hypot(*np.diff(points, axis=0)[plot.coasts.opts["connect"][:-1]].T).max()
    assert longest < 30, "no line crosses an ocean"


def test_areas_grow_as_the_probabilities_and_of_many_the_likeliest_are_named(qtbot):
    plot, count = MapPlot(), 60
    qtbot.addWidget(plot)
    chances = np.roll(np.arange(1.0, count + 1), 20)
    chances /= chances.sum()
    at = np.arange(float(count))
    plot.set_data(Spots(at, at, ("left to right", "low to high")), chances, str)
    wide = plot._spots[:, 2]
    areas = ((wide - wide.min()) / (wide.max() - wide.min())) ** 2
    assert np.all(np.diff(wide[np.argsort(chances)]) > 0)
    least = np.sqrt(chances.min() / chances.max())
    assert areas == pytest.approx(((np.sqrt(chances / chances.max()) - least) / (1 - least)) ** 2)
    assert 0 < len(plot._named) < count
    assert plot._named == np.argsort(-chances, kind="stable")[: len(plot._named)].tolist()


def test_two_coordinates_that_are_none_of_the_earth_have_no_coasts(qtbot):
    plot, two = MapPlot(), np.array([0.0, 1.0])
    qtbot.addWidget(plot)
    plot.set_data(Spots(two, two, ("left to right", "low to high")), np.array([0.5, 0.5]), str)
    assert not len(plot.coasts.getData()[0] if plot.coasts.getData()[0] is not None else ())
