"""Where the window holds form or picture only, the picture gives up lines above it and fits without scrolling."""

import pytest

from tests.gui.cutting import cut
from tests.gui.test_large_text import text_to


def opened(studio, key, percent):
    studio.window.resize(1280, 720)
    studio.click(studio.window.welcome.demonstration_buttons[key])
    studio.settle()
    studio.qtbot.waitUntil(studio.window.preview.scene.isVisible)
    text_to(studio, percent)
    studio.picture()
    studio.settle()
    return studio.window


def fits(studio, view) -> bool:
    """Whether a view is seen as a whole, once it is laid out."""
    window = studio.window
    studio.option(window.preview.views, view)
    studio.settle()
    page = window.preview.page
    bars = [window.workplace.dock.verticalScrollBar()] + ([page.verticalScrollBar()] if page else [])
    studio.qtbot.waitUntil(lambda: all(bar.maximum() == 0 for bar in bars) and not cut(window), timeout=3000)
    return True


@pytest.mark.parametrize(
    ("key", "percent", "views"),
    [
        ("colour", "130", ("scene", "law", "table")),
        ("median", "130", ("scene", "law", "draws", "table")),
        ("counts", "150", ("law", "table")),
    ],
)
def test_the_picture_alone_is_seen_as_a_whole_at_larger_text(studio, key, percent, views):
    opened(studio, key, percent)
    assert all(fits(studio, view) for view in views)


def test_number_of_people_and_what_the_picture_is_of_stay_at_hand_and_go_back_to_their_places(studio):
    window = opened(studio, "colour", "130")
    people, badge, title = window.workplace.people, window.preview.badge, window.preview.title
    studio.option(window.preview.views, "law")
    assert people.isVisible()
    assert not people.name.isVisible()
    assert people.mapTo(window, people.rect().center()).y() < window.preview.mapTo(window, badge.pos()).y()
    assert badge.isVisible()
    assert not title.isVisible()
    text_to(studio, "100")
    studio.qtbot.waitUntil(lambda: not window.workplace.narrow and title.isVisible())
    assert people.name.isVisible()
    dock = window.workplace.dock
    assert dock.isAncestorOf(people)
    assert (
        badge.mapTo(window, badge.rect().center()).y() < window.preview.views.mapTo(window, badge.rect().center()).y()
    )


def test_with_the_largest_text_the_handle_of_people_can_be_moved(studio):
    """There is room beside it, however small the window: a slider is longer than its handle."""
    studio.window.resize(1024, 700)
    text_to(studio, "200")
    studio.demonstration("halfspaces")
    studio.tab("privacy")
    slider = studio.window.workplace.people.slider
    studio.qtbot.waitUntil(lambda: slider.isVisible() and studio.window.width() == 1024)
    studio.qtbot.waitUntil(lambda: slider.width() > 5 * slider.height() // 2)
    assert not cut(studio.window.workplace.people)
