"""Where the keyboard is in the table, marked in the plot above it."""

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsRectItem

from dpstudio.gui.look.theme import Palette

_EDGE = 6
"""How wide the line at a place of the curve is with the edge that sets it off from the bars."""


class Mark:
    """A frame around a bar, or a line at a place of the curve with what stands there; the plot moves until it is seen.

    Args:
        plot: what is marked.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._frame, self.told = QGraphicsRectItem(), pg.TextItem(anchor=(0, 0))
        self._edge, self.line = pg.InfiniteLine(angle=90), pg.InfiniteLine(angle=90)
        for mark in (self._frame, self._edge, self.line, self.told):
            mark.setZValue(1)
            plot.addItem(mark, ignoreBounds=True)
        self.hide()

    def recolour(self, colours: Palette) -> None:
        """Follow the palette."""
        pen = pg.mkPen(colours.text, width=2)
        self._frame.setPen(pen)
        self.line.setPen(pen)
        self._edge.setPen(pg.mkPen(colours.surface, width=_EDGE))
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

    def show_place(self, place: int, told: str) -> None:
        """A line at a place of the curve, moved into sight, and what stands there on the side where there is room."""
        self._show(bar=False, place=True)
        for each in (self._edge, self.line):
            each.setValue(place + 0.5)
        (left, right), _ = self._plot.viewRange()
        if not left <= place <= right:
            self._plot.setXRange(place - (right - left) / 2, place + (right - left) / 2, padding=0)
        (left, right), (_, high) = self._plot.viewRange()
        self.told.setText(told)
        self.told.setAnchor((1 if place > (left + right) / 2 else 0, 0))
        self.told.setPos(place + 0.5, high)

    def _show(self, *, bar: bool, place: bool) -> None:
        self._frame.setVisible(bar)
        for each in (self._edge, self.line, self.told):
            each.setVisible(place)
