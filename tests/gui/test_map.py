"""On a map no name hides another one or a circle: names move aside, and what finds no room is in hover and table."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

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
