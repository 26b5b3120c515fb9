"""No view of the picture scrolls in itself: whatever it shows is in sight at once, or one click away."""

import pytest

from dpstudio.gui.widgets.one_by_one import OneByOne
from dpstudio.gui.workplace import _SETTLES
from tests.gui.test_large_text import KEYS
from tests.gui.test_whole_window import COMMON, resized

EVERY_RUN = "city", "ages", "city-10"
"""The longest list of curves and of views, and a view that only just fits."""
SEVERAL = [f"{key}{times}" for key in KEYS for times in ("", "-10", "-100")]
"""Each demonstration with the document's people, and with ten and a hundred times as many."""

_RESTS = 2 * _SETTLES


def hidden(window) -> int:
    """How many pixels of the view in front, or of what the picture stands in, are out of sight."""
    page = window.preview.page
    return sum(each.verticalScrollBar().maximum() for each in (page, window.workplace.dock) if each is not None)


def in_sight(studio, where: str) -> None:
    studio.settle()
    found = [-1]

    def fits() -> bool:
        found[:] = [hidden(studio.window)]
        return found == [0]

    try:
        studio.qtbot.waitUntil(fits, timeout=3000)
    except Exception as error:
        raise AssertionError(f"{where}: {found[0]} pixels are hidden") from error
    studio.qtbot.wait(_RESTS)
    assert fits(), f"{where}: {found[0]} pixels are hidden once it has its place"


def click_on(studio, where: str, *buttons) -> None:
    """Click what is there, one after the other; nothing leaves the sight."""
    for button in buttons:
        if button.isVisible() and button.isEnabled():
            studio.click(button)
            in_sight(studio, f"{where}, “{button.text()}”")


def turn_over(studio, where: str) -> None:
    """Go through what is said one after the other."""
    page = studio.window.preview.page
    for each in page.findChildren(OneByOne) if page is not None else []:
        first = each.front
        while each.next.isVisible():
            studio.click(each.next)
            in_sight(studio, f"{where}, {each.next.text()}")
            if each.front is first:
                break


def every_view(studio, key: str) -> None:
    """Each view, and what is done in it."""
    preview = studio.window.preview
    for name in preview.offered:
        where = f"{key}: {name}"
        studio.option(preview.views, name)
        in_sight(studio, where)
        turn_over(studio, where)
        if name == "epsilon":
            click_on(studio, where, *preview.epsilon.parts.buttons.values())
        if name == "draws":
            click_on(studio, where, preview.draws.buttons.step, preview.draws.buttons.many[100])
        if name == "neighbours":
            view = preview.neighbours
            pictures = view.pictures.choice.buttons.values()
            click_on(studio, where, view.worst_button, *pictures, view.proof.button, *pictures, view.proof.button)


@pytest.mark.parametrize(
    "key", [key if key in EVERY_RUN else pytest.param(key, marks=pytest.mark.long) for key in SEVERAL]
)
def test_every_view_of_the_picture_is_in_sight_on_a_small_screen(studio, key):
    resized(studio, COMMON)
    studio.demonstration(key)
    studio.tab("privacy")
    every_view(studio, key)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_view_of_a_release_is_in_sight_on_a_small_screen(studio, key):
    resized(studio, COMMON)
    studio.demonstration(key)
    studio.release()
    every_view(studio, key)
