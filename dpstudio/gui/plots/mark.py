"""Where the keyboard is in the table, or the mouse in the plot above it, marked in that plot."""

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsRectItem

from dpstudio.gui.look.theme import Palette
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of

_EDGE = 6
"""How wide the line at a place of the curve is with the edge that sets it off from the bars."""


class Mark:
    """A frame around a bar, or a line at a place of the curve with what stands there.

    The plot moves until it is seen, unless the mouse is over it.

    Args:
        plot: what is marked.
    """

    def __init__(self, plot: ThemedPlot) -> None:
        self._plot = plot
        self._frame, self.told = QGraphicsRectItem(), pg.TextItem(anchor=(0, 0))
        self._edge, self.line = pg.InfiniteLine(angle=90), pg.InfiniteLine(angle=90)
        for mark in (self._frame, self._edge, self.line, self.told):
            mark.setZValue(1)
            plot.addItem(mark, ignoreBounds=True)
        plot.getViewBox().sigYRangeChanged.connect(lambda *_: self._stay_on_top())
        self.hide()

    def recolour(self, colours: Palette) -> None:
        """Follow the palette."""
        pen = pen_of(self._plot, colours.text, width=2)
        self._frame.setPen(pen)
        self.line.setPen(pen)
        self._edge.setPen(pen_of(self._plot, colours.surface, width=_EDGE))
        self.told.setColor(colours.text)
        self.told.fill, self.told.border = pg.mkBrush(colours.surface), pen

    def hide(self) -> None:
        """Mark nothing."""
        self._show(bar=False, place=False)

    def forget(self) -> None:
        """Mark nothing, and keep nothing of what was told."""
        self.hide()
        self.told.setText("")

    def show_bar(self, place: int) -> None:
        """Frame a bar, scrolled into sight."""
        self._show(bar=True, place=False)
        (left, right), _ = self._plot.viewRange()
        self._frame.setRect(QRectF(left, place - 0.5, right - left, 1))
        if not self._plot.still:
            self.bring_bar(place)

    def bring_bar(self, place: int) -> None:
        """Scroll until a bar is in sight."""
        _, (low, high) = self._plot.viewRange()
        beyond = min(0.0, place - 0.6 - low) or max(0.0, place + 0.6 - high)
        if beyond:
            self._plot.getViewBox().translateBy(y=beyond)

    def tell_bar(self, place: int, told: str) -> None:
        """Say what a bar is that has no room for its name, at the right of the picture."""
        (_, right), (low, high) = self._plot.viewRange()
        self.told.setText(told)
        self.told.setAnchor((1, 1 if place > (low + high) / 2 else 0))
        self.told.setPos(right, place)
        self.told.setVisible(True)

    def show_place(self, at: float, told: str) -> None:
        """A line at a place of the curve, moved into sight, and what stands there on the side where there is room."""
        self._show(bar=False, place=True)
        for each in (self._edge, self.line):
            each.setValue(at)
        (left, right), _ = self._plot.viewRange()
        if not (left <= at <= right or self._plot.still):
            self._plot.setXRange(at - (right - left) / 2, at + (right - left) / 2, padding=0)
        (left, right), _ = self._plot.viewRange()
        self.told.setText(told)
        self.told.setAnchor((self._end((at - left) / (right - left)), 0))
        self._stay_on_top()

    def _end(self, share: float) -> float:
        """Which share of the words stands left of a line at a share of the width: all or none, as far as they fit."""
        wide, words = self._plot.getViewBox().width(), max(1.0, self.told.textItem.boundingRect().width())
        here = share * wide
        left = max(0.0, here - words) if share > 1 / 2 else min(here, max(0.0, wide - words))
        return float(min(1.0, max(0.0, (here - left) / words)))

    def _stay_on_top(self) -> None:
        self.told.setPos(self.line.value(), self._plot.viewRange()[1][1])

    def _show(self, *, bar: bool, place: bool) -> None:
        self._frame.setVisible(bar)
        for each in (self._edge, self.line, self.told):
            each.setVisible(place)
