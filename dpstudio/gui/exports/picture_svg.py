"""Layers of a page as one drawing that scales, as every program reads it.

Qt writes each layer; what it says in ways that not all programs know is said plainly here: lines keep their width
without `vector-effect`, what lies beyond a layer's rectangle is cut off by a clip path of the layer, and each piece of
text says how long it is, so that it takes no more room in the font that stands in where Inter is missing.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPicture
from PySide6.QtSvg import QSvgGenerator

from dpstudio.gui.plots.painting import Layer

_SVG = "http://www.w3.org/2000/svg"
_PLAIN = {f"{{{_SVG}}}{name}" for name in ("path", "polygon", "polyline", "rect")}
_PAIR = re.compile(r"(-?[\d.e+-]+),(-?[\d.e+-]+)")
Matrix = tuple[float, ...]


def svg(layers: Sequence[tuple[QPointF, Layer]], page: QSize, size: QSize, title: str, said: str) -> bytes:
    """A drawing.

    Args:
        layers: from the bottom, and where the corner of each lies on the page.
        page, size: of the page, and of the drawing that it fills.
        title, said: what the drawing says of itself to programs that do not show it.
    """
    ElementTree.register_namespace("", _SVG)
    view = {"width": str(size.width()), "height": str(size.height()), "viewBox": f"0 0 {page.width()} {page.height()}"}
    root = _element("svg", view)
    for name, text in (("title", title), ("desc", said)):
        root.append(_element(name, {}, text))
    clips = _element("defs", {})
    root.append(clips)
    for place, (corner, layer) in enumerate(layers):
        clips.append(_clip(layer.within, f"part{place}"))
        moved = f"translate({corner.x():g},{corner.y():g})"
        group = _element("g", {"clip-path": f"url(#part{place})", "transform": moved})
        group.extend(_written(layer, page))
        root.append(group)
    return bytes(ElementTree.tostring(root, "utf-8", xml_declaration=True))


def _element(name: str, attributes: dict[str, str], text: str = "") -> ElementTree.Element:
    made = ElementTree.Element(f"{{{_SVG}}}{name}", attributes)
    made.text = text
    return made


def _clip(within: QRectF, name: str) -> ElementTree.Element:
    """A clip path of a layer, beyond whose rectangle nothing is seen."""
    sides = (within.x(), within.y(), within.width(), within.height())
    clip = _element("clipPath", {"id": name})
    names = "x", "y", "width", "height"
    clip.append(_element("rect", {side: f"{at:g}" for side, at in zip(names, sides, strict=True)}))
    return clip


def _written(layer: Layer, page: QSize) -> list[ElementTree.Element]:
    """What Qt writes, without what is empty."""
    made, bytes_ = QSvgGenerator(QSvgGenerator.SvgVersion.SvgTiny12), QBuffer()
    bytes_.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(bytes_)
    made.setSize(page)
    made.setResolution(QPicture().logicalDpiX())  # else what a plot has recorded is drawn smaller
    made.setViewBox(QRect(0, 0, page.width(), page.height()))
    painter = QPainter(made)
    layer.paint(painter)
    painter.end()
    root = ElementTree.fromstring(bytes(bytes_.data().data()))  # noqa: S314 - Qt has just written it
    found = root.findall(f"{{{_SVG}}}g")
    for group in found:
        for each in [each for each in group if not len(each)]:
            group.remove(each)
        for each in group:
            _flatten(each)
        for each in group.iter(f"{{{_SVG}}}text"):
            _measure(each)
    return found


def _measure(text: ElementTree.Element) -> None:
    """Say how long a piece of text is."""
    font = QFont(text.get("font-family", "").split(","))
    font.setPixelSize(max(1, round(float(text.get("font-size", 1)))))
    font.setWeight(QFont.Weight(int(text.get("font-weight", QFont.Weight.Normal.value))))
    long = QFontMetricsF(font).horizontalAdvance(text.text or "")
    if long > 0:
        text.set("textLength", f"{long:g}")
        text.set("lengthAdjust", "spacingAndGlyphs")


def _flatten(group: ElementTree.Element) -> None:
    """Shapes in the page's own pixels, so that no line is scaled with them."""
    numbers = re.fullmatch(r"matrix\(([^)]*)\)", group.get("transform", ""))
    if numbers is None:
        return
    matrix = tuple(float(each) for each in numbers[1].split(","))
    if not all(each.tag in _PLAIN for each in group):
        if matrix[:4] == (1, 0, 0, 1):
            for each in group:
                each.attrib.pop("vector-effect", None)  # nothing is scaled there
        return
    del group.attrib["transform"]
    for each in group:
        each.attrib.pop("vector-effect", None)
        _move(each, matrix)


def _move(shape: ElementTree.Element, matrix: Matrix) -> None:
    for name in ("d", "points"):
        if name in shape.attrib:
            shape.set(name, _PAIR.sub(lambda pair: _at(float(pair[1]), float(pair[2]), matrix), shape.attrib[name]))
    if "width" in shape.attrib:
        x, y, wide, high = (float(shape.get(name, 0)) for name in ("x", "y", "width", "height"))
        corners = [_at(*corner, matrix) for corner in ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))]
        for name in ("x", "y", "width", "height"):
            shape.attrib.pop(name, None)
        shape.tag = f"{{{_SVG}}}polygon"
        shape.set("points", " ".join(corners))
        shape.set("shape-rendering", "crispEdges")


def _at(x: float, y: float, matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    return f"{a * x + c * y + e:.3f},{b * x + d * y + f:.3f}"
