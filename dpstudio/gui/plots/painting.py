"""A plot or another part of a view painted elsewhere than on the screen, laid out at any size."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from pyqtgraph.exporters.Exporter import Exporter
from PySide6.QtCore import QPoint, QRectF, QSignalBlocker, QSize
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QGraphicsItem, QWidget

from dpstudio.gui.plots.base import SIDES, ThemedPlot

_ROUNDS = 4
"""How often a plot is painted at most until its axes have the width that they need."""


class Layer(NamedTuple):
    """Something that is painted with its own corner at the painter's origin.

    Args:
        within: nothing is seen beyond it.
        paint: paints it.
    """

    within: QRectF
    paint: Callable[[QPainter], object]


@contextmanager
def sized(part: QWidget, size: QSize, page_dots: float = 1) -> Iterator[None]:
    """Lay a part out at another size while nobody sees it; afterwards it shows what it showed before.

    Args:
        page_dots: how many dots a pixel has where it is painted.
    """
    before, shown = part.size(), None
    if isinstance(part, ThemedPlot):
        shown = part.viewRange()
    with _left_alone(part), QSignalBlocker(part):  # what follows a plot would have the window lay it out again
        if isinstance(part, ThemedPlot):
            part.laid_out_for(page_dots)
        _lay_out(part, size)
        if isinstance(part, ThemedPlot) and shown is not None:
            _settle(part, part.fit_page)
            if part.scrolls:
                part.getViewBox().translateBy(y=shown[1][0] - part.viewRange()[1][0])
        yield
        if isinstance(part, ThemedPlot):
            part.laid_out_for(0)
        _lay_out(part, before)
        if isinstance(part, ThemedPlot) and shown is not None:
            part.setRange(xRange=shown[0], yRange=shown[1], padding=0)


@contextmanager
def _left_alone(part: QWidget) -> Iterator[None]:
    """Keep the layout that a part stands in from giving it a size: Qt does so once something hidden is painted."""
    parent = part.parentWidget()
    layout = parent.layout() if parent is not None else None
    if layout is None:
        yield
        return
    enabled = layout.isEnabled()
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(enabled)


def _lay_out(part: QWidget, size: QSize) -> None:
    part.resize(size)
    if isinstance(part, ThemedPlot):
        _settle(part, part.fit)


def _settle(plot: ThemedPlot, fit: Callable[[], None]) -> None:
    """Fit a plot until nothing moves: an axis knows how wide its numbers are once it has been painted."""
    for _ in range(_ROUNDS):
        fit()
        before = plot.getViewBox().sceneBoundingRect()
        plot.grab()
        plot.getPlotItem().layout.activate()
        if plot.getViewBox().sceneBoundingRect() == before:
            return
    fit()


def layers(part: QWidget) -> Iterator[Layer]:
    """What a part consists of, from the bottom; what is drawn between a plot's axes ends there."""
    whole = QRectF(part.rect())
    if isinstance(part, ThemedPlot):
        box, axes = part.getViewBox(), [part.getAxis(side) for side in SIDES]
        yield Layer(box.mapRectToScene(box.boundingRect()), lambda painter: _paint(part, painter, axes))
        yield Layer(whole, lambda painter: _paint(part, painter, [box]))
    else:
        yield Layer(whole, lambda painter: part.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren))


def _paint(plot: ThemedPlot, painter: QPainter, hidden: Sequence[QGraphicsItem]) -> None:
    """All of a plot but some of its items; as lines what on the screen is drawn as points."""
    exporter, all_of_it = Exporter(plot.getPlotItem()), QRectF(plot.rect())
    exporter.setExportMode(True, {"antialias": True, "resolutionScale": 1.0})
    for each in hidden:
        each.setOpacity(0)
    plot.scene().render(painter, all_of_it, all_of_it)
    for each in hidden:
        each.setOpacity(1)
    exporter.setExportMode(False)
