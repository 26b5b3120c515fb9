"""How well one colour is seen on another, and what is painted where: a judge of its own."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2: 1 where nothing is seen, 21 of black and white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in QColor(colour).getRgb()[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def place_of(widget: QWidget) -> QRect:
    """Where a widget stands in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def along(picture: QImage, start: QPoint, end: QPoint) -> list[str]:
    """The colours from one point to another, both within the picture, on a level or upright line."""
    steps = max(abs(end.x() - start.x()), abs(end.y() - start.y()), 1)
    across, down = (end.x() - start.x()) / steps, (end.y() - start.y()) / steps
    points = [QPoint(round(start.x() + at * across), round(start.y() + at * down)) for at in range(steps + 1)]
    return [picture.pixelColor(point).name() for point in points if picture.rect().contains(point)]


def best_seen(colours: list[str]) -> float:
    """The best contrast of any of the colours to the first."""
    return max(contrast(colours[0], each) for each in colours)
