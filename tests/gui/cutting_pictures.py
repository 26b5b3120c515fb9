"""What is cut off, overlaps or stands astray in a picture: numbers and names at its axes, texts beside its bars."""

from itertools import combinations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.map import MapPlot

_SLACK, _ASTRAY = 2, 6
Placed = list[tuple[QRectF, str]]


def faults_of(plot: ThemedPlot) -> list[str]:
    """Numbers and names at the axes are whole and apart, and so is what is written beside the bars."""
    plot.grab()  # an upright axis takes its width when its numbers are drawn
    QApplication.processEvents()
    box, inside = plot.getViewBox(), QRectF(plot.viewport().rect()).adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
    sides = [at_axis(plot, side) for side in ("left", "bottom")]
    found = [f"number cut: {text!r}" for side in sides for rect, text in side if not inside.contains(rect)]
    found += [f"cut beside its bar: {text!r}" for rect, text in _beside(plot) if rect.right() > inside.right()]
    found += [f"name astray: {plot.getAxis(side).labelText!r}" for side in ("left", "bottom") if _astray(plot, side)]
    if box.height() < 1.2 * QFontMetrics(QApplication.font()).height():
        found.append(f"picture {plot.accessibleName()!r} is {box.height():.0f} high")
    for texts in (*sides, _beside(plot)):
        found += [
            f"{one!r} and {other!r} overlap in {plot.accessibleName()!r}"
            for (here, one), (there, other) in combinations(texts, 2)
            if here.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK).intersects(_without_air(there))
        ]
    return found


def at_axis(plot: ThemedPlot, side: str) -> Placed:
    axis, picture = plot.getAxis(side), QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    painter.setFont(axis.style["tickFont"])
    _, _, numbers = axis.generateDrawSpecs(painter)
    painter.end()
    placed = [(axis.mapRectToScene(rect), text) for rect, _, text in numbers if text]
    name = axis.label.toPlainText().strip()
    if name and axis.label.isVisible():
        margin = 4  # of a document around its text
        placed.append((axis.label.sceneBoundingRect().adjusted(margin, margin, -margin, -margin), name))
    return placed


def _astray(plot: ThemedPlot, side: str) -> bool:
    """Whether the name of an axis is not at its middle."""
    axis = plot.getAxis(side)
    away = axis.label.sceneBoundingRect().center() - axis.mapRectToScene(axis.rect()).center()
    return axis.label.isVisible() and abs(away.y() if side == "left" else away.x()) > _ASTRAY


def _beside(plot: ThemedPlot) -> Placed:
    """The texts in sight at bars that have names, and on a map."""
    if not plot.getAxis("left")._tickLevels and not isinstance(plot, MapPlot):
        return []
    sight = plot.getViewBox().sceneBoundingRect()
    shown = [text for text in plot.texts if text.isVisible() and sight.contains(text.sceneBoundingRect().center())]
    margin = 4  # of a document around its text
    return [(text.sceneBoundingRect().adjusted(margin, 0, -margin, 0), text.toPlainText()) for text in shown]


def _without_air(place: QRectF) -> QRectF:
    """Without what is empty above and below a line of text."""
    air = place.height() / 8
    return place.adjusted(_SLACK, air, -_SLACK, -air)
