"""What is true of a sample, marked along the foot of a curve: stars at outcomes, or a line at a figure."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from dpstudio.gui.look.theme import Palette
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of

_STAR, _LINE, _EDGE, _RANGE = 16, 2, 6, 5
"""Pixels at 100 % across a star; how wide the line at a figure is, alone and with the edge that sets it off from the
bars, and the line below neighbours that are all marked."""
Span = tuple[float, float]
"""From where to where something is marked, the first outcome reaching from 0 to 1; a figure lies at one place."""


class TruthMark:
    """Stars, each in the middle of neighbours that are marked, and at a figure a broken line from the star upward.

    Args:
        plot: what is marked.

    Attributes:
        spans: what is marked.
        figure: whether that is a true figure.
    """

    def __init__(self, plot: ThemedPlot) -> None:
        self._plot = plot
        self.spans: tuple[Span, ...] = ()
        self.figure = False
        self.stars = pg.ScatterPlotItem(symbol=_standing(), pxMode=True)
        self.ranges = pg.PlotCurveItem(connect="pairs")
        self._edge, self.line = pg.InfiniteLine(angle=90), pg.InfiniteLine(angle=90)
        for item in (self._edge, self.line, self.ranges, self.stars):
            plot.addItem(item, ignoreBounds=True)
        self.show((), 0.0, figure=False)

    def recolour(self, colours: Palette) -> None:
        """Follow the palette."""
        self.stars.setBrush(pg.mkBrush(colours.text))
        self.stars.setPen(pen_of(self._plot, colours.surface, width=1))
        self.ranges.setPen(pen_of(self._plot, colours.text, width=_RANGE, cap=Qt.PenCapStyle.FlatCap))
        self._edge.setPen(pen_of(self._plot, colours.surface, width=_EDGE))
        self.line.setPen(pen_of(self._plot, colours.text, width=_LINE, style=Qt.PenStyle.DashLine))

    def show(self, spans: Sequence[Span], foot: float, *, figure: bool) -> None:
        """Mark some places.

        Args:
            foot: how high the stars stand.
            figure: whether what is marked is a true figure.
        """
        self.spans, self.figure = tuple(spans), figure
        self.stars.setData(
            [(first + last) / 2 for first, last in spans], [foot] * len(spans), size=self._plot.theme.px(_STAR)
        )
        ends = np.array([each for span in spans if span[1] - span[0] > 1 for each in span])
        self.ranges.setData(ends, np.full(ends.size, foot))
        for each in (self._edge, self.line):
            each.setVisible(figure and bool(spans))
            if spans:
                each.setValue(spans[0][0])


def _standing() -> QPainterPath:
    """A star that stands on its place."""
    star = Symbols["star"]
    return QPainterPath(star.translated(0, -star.boundingRect().bottom()))
