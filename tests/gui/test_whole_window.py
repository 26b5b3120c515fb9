"""What people open, seen and heard as a whole: it fits, nothing is cut or covered, all of it is seen and named."""

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea, QWidget
from shiboken6 import Shiboken

from dpstudio.gui.widgets.reading_order import bring_into_sight
from dpstudio.gui.widgets.whole import RING
from dpstudio.workspace.project.demonstrations import demonstrations
from dpstudio.workspace.project.project_file import save
from tests.gui.cutting import captions_cut, cut
from tests.gui.hearing import name, offences
from tests.gui.private_projects import PROJECTS, SCROLLS
from tests.gui.seeing import contrast, place_of
from tests.gui.test_by_keys import unringed
from tests.gui.test_large_text import text_to
from tests.turns import DAY

COMMON = (1280, 660)
"""The window that a screen of 1280 x 720 leaves beside its title bar and panel."""
TEXT, INSIDE, MOST = 4.5, 4, 6
SIX = ("sixty_columns", "forty_figures", "long_names", "formula", "database", "survey")
CASES = [(name, size, text) for name in SIX for size in ((1024, 700), (1920, 1080)) for text in ("130", "200")]
PAGES = ("tables", "question", "score", "privacy", "release", "ledger")
_LOOKS = 100
"""How often a page is looked at until all has its place."""


def resized(studio, size) -> None:
    studio.window.resize(*size)
    studio.qtbot.waitUntil(lambda: (studio.window.width(), studio.window.height()) == size)


def opened(studio, folder, project: str):
    """The window with a project, opened from its file."""
    save(PROJECTS[project](folder), folder / "asked.dpstudio")
    studio.window.projects.open(str(folder / "asked.dpstudio"))
    studio.settle()
    assert studio.answers["said"] == []
    assert bool(studio.missing) == (project == "refusal"), studio.missing
    return studio.window


def too_long(window) -> list[str]:
    """The page in front, if it scrolls."""
    page = window.workplace.page
    bar = page.verticalScrollBar() if isinstance(page, QScrollArea) else None
    return [f"the page is {bar.maximum()} px too long"] if bar is not None and bar.maximum() > 0 else []


def pale(window) -> list[str]:
    """Texts of less than 4.5 : 1 to what they stand on, by the pixels; what cannot be used may be pale."""
    picture = window.grab().toImage()
    texts = [each for each in window.findChildren(QWidget) if isinstance(each, QLabel | QAbstractButton | QLineEdit)]
    shown = [each for each in texts if each.text().strip() and each.isEnabled() and in_sight(each)]
    return [f"{each.text()[:60]!r} {seen:.1f}" for each in shown if (seen := darkest(picture, each)) < TEXT]


def in_sight(widget: QWidget) -> bool:
    """Whether all of it is seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def darkest(picture: QImage, widget: QWidget) -> float:
    """The best contrast of anything within a widget to what most of it is painted with."""
    inside = place_of(widget).adjusted(INSIDE, 1, -INSIDE, -1)
    full = picture.convertToFormat(QImage.Format.Format_RGB32).copy(inside)
    if full.isNull():
        return 21
    colours, counts = np.unique(np.frombuffer(full.constBits(), np.uint32), return_counts=True)
    names = [f"#{int(colour) & 0xFFFFFF:06x}" for colour in colours]
    return max(contrast(names[counts.argmax()], each) for each in names)


def whole(studio, where: str, *, fits: bool) -> None:
    """Nothing is cut, covered, without a name or too long, once all has its place; every text and ring is seen."""
    window, found = studio.window, ["not looked at"]
    studio.settle()
    for _ in range(_LOOKS):
        found = cut(window) + captions_cut(window.workplace.steps) + offences(window)
        found += too_long(window) if fits else []
        if not found:
            break
        studio.qtbot.wait(10)
    assert not found, where
    assert pale(window) == [], where


def rings(studio, where: str) -> None:
    """A ring is seen around what the Tab key comes to; of a long page around some of all its parts."""
    studio.settle()
    stops, page = studio.stops(), studio.window.workplace.page
    names = [name(each) for each in stops]
    aside = studio.window.workplace.steps  # no page scrolls to it, and no job takes it away
    for stop in stops[1 :: max(1, len(stops) // MOST)]:
        gone = [called for called, each in zip(names, stops, strict=True) if not Shiboken.isValid(each)]
        assert [each for each in gone if not each.startswith("Cancel: ")] == [], f"{where}: made anew meanwhile"
        if not Shiboken.isValid(stop):
            continue  # a job has ended
        if isinstance(page, QScrollArea) and page.isAncestorOf(stop):
            bring_into_sight(stop)
            if stop.height() + 2 * RING > page.viewport().height():
                continue  # of what is taller than the page not all sides can be seen
        assert unringed(studio.window, [stop], aside if stop is not aside else stops[0]) == [], where
    last = next(each for each in reversed(stops) if Shiboken.isValid(each))
    assert unringed(studio.window, stops[:1], last) == [], where


def every_page(studio, name: str, *, room: bool, ringed: bool) -> None:
    """Each page and its picture, before a release and after it."""
    for page in PAGES:
        look_at(studio, f"{name}: {page}", page, room=room and page not in SCROLLS.get(name, ()), ringed=ringed)
    studio.tab("release")
    studio.window.workplace.show_half("form")
    if studio.window.release_tab.is_open:
        studio.release()
        for page in ("release", "ledger"):
            look_at(
                studio,
                f"{name}: {page}, released",
                page,
                room=room and page not in SCROLLS.get(name, ()),
                ringed=ringed,
            )


def look_at(studio, where: str, page: str, *, room: bool, ringed: bool) -> None:
    studio.tab(page)
    studio.window.workplace.show_half("form")
    whole(studio, where, fits=room)
    if ringed:
        rings(studio, where)
    if studio.window.workplace.halves.isVisible():
        studio.picture()
        whole(studio, f"{where}, its picture", fits=False)


@pytest.mark.parametrize("name", PROJECTS)
def test_a_private_project_fits_in_the_window_of_a_small_screen(studio, tmp_path, name):
    resized(studio, COMMON)
    opened(studio, tmp_path, name)
    every_page(studio, name, room=True, ringed=True)


@pytest.mark.parametrize("name", [each.key for each in demonstrations()])
def test_a_demonstration_fits_in_the_window_of_a_small_screen(studio, name):
    resized(studio, COMMON)
    studio.demonstration(name)
    every_page(studio, name, room=True, ringed=False)


def at_another_size(studio, folder, name: str, size, text: str) -> None:
    """Size of window and of text change while the project is open."""
    resized(studio, COMMON)
    opened(studio, folder, name)
    resized(studio, size)
    text_to(studio, text)
    every_page(studio, name, room=False, ringed=True)
    text_to(studio, "100")
    resized(studio, COMMON)
    studio.tab("privacy")
    studio.window.workplace.show_half("form")
    whole(studio, f"{name}, as it was", fits="privacy" not in SCROLLS.get(name, ()))


@pytest.mark.long
@pytest.mark.parametrize(("name", "size", "text"), CASES)
def test_a_private_project_is_whole_in_other_windows_with_larger_text(studio, tmp_path, name, size, text):
    at_another_size(studio, tmp_path, name, size, text)


@pytest.mark.long
def test_todays_private_project_is_whole_in_another_window_with_larger_text(studio, tmp_path):
    """One of them, another one every day."""
    at_another_size(studio, tmp_path, *CASES[DAY % len(CASES)])
