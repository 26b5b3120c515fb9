"""What is saved of any view fills its file, no text stands over another one, and no title says a thing twice."""

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QTransform

from dpstudio.gui.exports.picture_file import drawn
from dpstudio.gui.exports.picture_page import Page
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.workspace.project.demonstrations import names
from tests.gui.test_draws import opened
from tests.gui.test_picture_file import SVG, points, rendered

ORDINARY = "apples", "survey", "debts"
"""A curve with upright numbers, bars of noise beside others, and a figure that is called as its question is."""
EVERY = [key if key in ORDINARY else pytest.param(key, marks=pytest.mark.long) for key in names()]
_WIDE, _HIGH, _FIFTH, _SLACK, _CAPITALS = 870, 560, 0.2, 1.5, 0.72
_MOST = 0.55
"""Which share of its file's height a picture takes at least: title, notes and margins take the rest."""
_NUMBERS = re.compile(r"-?[\d.]+(?:e-?\d+)?")


def taken_along(studio, preview) -> Iterator[tuple[str, Exhibit]]:
    """Each picture of each view, while each part of the view is in front."""
    for view in preview.offered:
        studio.option(preview.views, view)
        studio.settle()
        if view == "neighbours" and preview.neighbours.worst_button.isVisible():
            studio.click(preview.neighbours.worst_button)
            studio.settle()
        for part in parts_of(preview, view):
            if part is not None:
                studio.click(part)
                studio.settle()
            for shown in preview.exhibits():
                if shown.parts:
                    yield f"{view}, {part.text() if part is not None else ''}: {shown.name}", shown


def parts_of(preview, view) -> list:
    """The buttons that bring a part of a view to the front; None of a view that has one part alone."""
    of = {
        "neighbours": lambda: preview.neighbours.pictures.choice,
        "epsilon": lambda: preview.epsilon.parts,
        "loss": lambda: preview.loss.parts,
    }
    buttons = of[view]().buttons.values() if view in of else ()
    return [each for each in buttons if each.isVisible()] or [None]


def drawing_of(shown: Exhibit, size: QSize) -> QRectF:
    """Where the picture itself is on its page, without title and notes."""
    page, found = Page(shown, size.width()), QRectF()
    with page.laid_out(size.height()) as parts:
        for corner, layer in parts[1:]:
            found = found.united(layer.within.translated(corner))
    return found


def empty_ends(picture: QImage, drawing: QRectF) -> list[str]:
    """Which ends of a drawing nothing is drawn in: its right fifth, or its lowest."""
    inked = points(picture) != int(THEME.palette.surface[1:], 16)
    inside = inked[round(drawing.top()) : round(drawing.bottom()), round(drawing.left()) : round(drawing.right())]
    high, wide = inside.shape
    ends = {"right": inside[:, round(wide * (1 - _FIFTH)) :], "lowest": inside[round(high * (1 - _FIFTH)) :]}
    return [name for name, end in ends.items() if not end.any()]


def placed(drawing: bytes) -> list[tuple[QRectF, str]]:
    """Where each piece of text that is in sight stands in a drawing."""
    root = ElementTree.fromstring(drawing)
    clips = {each.get("id"): each[0] for each in root.iter(f"{SVG}clipPath")}
    found: list[tuple[QRectF, str]] = []
    for group in root.findall(f"{SVG}g"):
        clip = clips[group.get("clip-path", "")[len("url(#") : -1]]
        sides = [float(clip.get(side)) for side in ("x", "y", "width", "height")]
        sight = moved(group, QTransform()).mapRect(QRectF(*sides))
        found += [each for each in texts_in(group, QTransform()) if sight.contains(each[0].center())]
    return found


def moved(element: ElementTree.Element, outer: QTransform) -> QTransform:
    """From an element's own coordinates to those of the page."""
    kind, _, numbers = element.get("transform", "").partition("(")
    values = [float(each) for each in _NUMBERS.findall(numbers)]
    if kind == "matrix":
        return QTransform(*values) * outer
    return QTransform.fromTranslate(*values) * outer if kind == "translate" else outer


def texts_in(element: ElementTree.Element, outer: QTransform) -> Iterator[tuple[QRectF, str]]:
    here = moved(element, outer)
    if element.tag == f"{SVG}text" and (element.text or "").strip():
        x, y, size, long = (float(element.get(name, 0)) for name in ("x", "y", "font-size", "textLength"))
        yield here.mapRect(QRectF(x, y - _CAPITALS * size, long, _CAPITALS * size)), element.text or ""
    for each in element:
        yield from texts_in(each, here)


def overlapping(drawing: bytes) -> list[str]:
    """Pieces of text of which one stands over the other."""
    found = [(place.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK), text) for place, text in placed(drawing)]
    return [
        f"{one!r} and {other!r}" for (here, one), (there, other) in combinations(found, 2) if here.intersects(there)
    ]


def said_twice(title: str) -> list[str]:
    """What a title says more than once."""
    pieces = [each.strip().casefold() for each in re.split(r"[,:]", title) if each.strip()]
    return sorted({each for each in pieces if pieces.count(each) > 1})


@pytest.mark.parametrize("demonstration", EVERY)
def test_whatever_part_is_in_front_every_picture_fills_its_file_with_texts_apart_and_a_title_said_once(
    studio, demonstration
):
    preview = opened(studio, demonstration, "law")
    wrong: list[str] = []
    for where, shown in taken_along(studio, preview):
        least = Page(shown, _WIDE).least
        size = QSize(_WIDE, max(_HIGH, least))
        drawing = drawing_of(shown, size)
        if drawing.height() < _MOST * size.height():
            wrong.append(f"{where}: the picture takes {drawing.height():.0f} of {size.height()} pixels")
        scalable = drawn(shown, size, 1.0, "svg")
        picture = QImage(size, QImage.Format.Format_RGB32)
        picture.fill(THEME.palette.surface)
        assert rendered(scalable.decode(), picture), where
        for kind, made in (("png", QImage.fromData(drawn(shown, size, 1.0, "png"))), ("svg", picture)):
            wrong += [f"{where}: nothing in the {end} fifth of the {kind}" for end in empty_ends(made, drawing)]
        wrong += [f"{where}: {each} overlap" for each in overlapping(scalable)]
        wrong += [f"{where}: {each!r} is said twice in the title" for each in said_twice(shown.title)]
        in_front = [part.width() for part, _ in shown.parts if part.isVisible()]
        if not in_front and Page.natural(shown).width() < preview._stack.width():
            wrong.append(f"{where}: it is offered narrower than what is in front")
    assert wrong == []


def test_a_text_over_another_one_and_an_empty_end_would_be_noticed():
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg"><defs><clipPath id="part0"><rect x="0" y="0" width="99" height="99"/>'
        b'</clipPath></defs><g clip-path="url(#part0)" transform="translate(0,0)">'
        b'<g transform="matrix(0,-1,1,0,20,60)">'
        b'<text x="0" y="0" font-size="12" textLength="40">probability</text></g>'
        b'<text x="5" y="40" font-size="12" textLength="30">0.25</text>'
        b'<text x="5" y="90" font-size="12" textLength="30">0.50</text></g></svg>'
    )
    assert overlapping(drawing) == ["'probability' and '0.25'"]
    picture = QImage(100, 100, QImage.Format.Format_RGB32)
    picture.fill(THEME.palette.surface)
    picture.setPixelColor(10, 95, THEME.palette.bar)
    assert empty_ends(picture, QRectF(0, 0, 100, 100)) == ["right"]
    assert said_twice("Total debt, Total debt, ε = 1: Law") == ["total debt"]
