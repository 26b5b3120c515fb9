"""Curves of several scales over the same results: densities, or how far two of them lie apart."""

from collections.abc import Sequence
from math import ceil, log10

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.chance_scale import begins_at
from dpstudio.gui.plots.curves import MOST_CURVES, curve_pen
from dpstudio.gui.plots.mark import Mark
from dpstudio.gui.plots.pens import pen_of
from dpstudio.gui.plots.ticks import number_ticks, round_ticks
from dpstudio.gui.widgets.percent import power_text
from dpstudio.translation import tr

_AIR = 1.12
_MOST_DECADES = 12
"""As many at most a logarithmic scale has."""


class ScalePlot(ThemedPlot):
    """The first curve is the one that was chosen; a line stands at a result, dashes at how far a curve may go.

    Attributes:
        logarithmic: whether curves are drawn by their logarithms, from the next drawing on.
        told: what is said of that scale; "" of the common one.
    """

    def __init__(self, name: str, left: str) -> None:
        super().__init__(name)
        self.curves = [pg.PlotCurveItem() for _ in range(MOST_CURVES)]
        self.mark = pg.InfiniteLine(angle=90)
        self.limits = [pg.InfiniteLine(angle=0) for _ in range(2)]
        for item in (*self.limits, *reversed(self.curves), self.mark):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.name_axis("left", left)
        self._left = left
        self.logarithmic, self.told = False, ""
        self._values: NDArray[np.float64] = np.zeros(0)
        self.pointer = Mark(self)
        self.forget()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        self.pointer.recolour(colours)
        for place, item in enumerate(self.curves):
            item.setPen(curve_pen(self, place))
        self.mark.setPen(pen_of(self, colours.strong_border, width=1))
        for line in self.limits:
            line.setPen(pen_of(self, colours.text, width=1, style=Qt.PenStyle.DashLine))

    def show_curves(
        self,
        places: NDArray[np.float64],
        curves: Sequence[NDArray[np.float64] | None],
        values: NDArray[np.float64],
        across: str,
        limit: float | None = None,
    ) -> None:
        """Draw curves over one another.

        Args:
            places: the results along the axis.
            curves: one height a place; None of a curve that is not drawn.
            values: the results that can be pointed at.
            across: what they are.
            limit: how far from 0 the first curve may go; the axis begins at 0 where it has none.
        """
        self._values = values
        foot = self._take_scale([curve for curve in curves if curve is not None])
        for item, curve in zip(self.curves, curves, strict=True):
            item.setVisible(curve is not None)
            if curve is not None:
                item.setData(places, curve if foot is None else _logarithms(curve, foot), connect="finite")
        for line, at in zip(self.limits, (limit, -limit) if limit else (None, None), strict=True):
            line.setVisible(at is not None)
            line.setValue(at or 0.0)
        high = max(float(np.abs(curve).max()) for curve in curves if curve is not None)
        self.setXRange(float(places[0]), float(places[-1]), padding=0.01)
        if foot is None:
            self.setYRange(0 if limit is None else -_AIR * high, _AIR * high, padding=0)
        else:
            self.setYRange(foot, foot + _AIR * (log10(high) - foot), padding=0)
        self.name_axis("bottom", across)

    def show_left(self, left: str) -> None:
        """Say what the heights are, from the next drawing on."""
        self._left = left

    def _take_scale(self, curves: Sequence[NDArray[np.float64]]) -> int | None:
        """The power of ten at which a logarithmic scale begins, None of the common one; the axis says which."""
        self.getAxis("left").rounded = number_ticks if self.logarithmic else round_ticks
        foot = _foot(curves) if self.logarithmic else None
        self.floor = "" if foot is None else power_text(foot)
        self.told = begins_at(self.floor) if self.floor else ""
        name = tr("{what} in log scale; from {floor} on", what=self._left, floor=self.floor)
        self.name_axis("left", name if self.floor else self._left)
        self.setAccessibleDescription(self.told)
        self.rescaled.emit()
        return foot

    def show_mark(self, value: float) -> None:
        """Stand a line at a result."""
        self.mark.setValue(value)
        self.mark.show()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._values = np.zeros(0)
        self.pointer.forget()
        for item in (*self.curves, *self.limits, self.mark):
            item.hide()
        for item in self.curves:
            item.setData([0.0, 1.0], [0.0, 0.0])

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at a result, and what its line of the table says."""
        if place is None or place >= self._values.size:
            self.pointer.hide()
        else:
            self.pointer.show_place(float(self._values[place]), f" y = {self.words(place)} ")

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        return int(np.abs(self._values - spot.x()).argmin()) if self._values.size else None


def _foot(curves: Sequence[NDArray[np.float64]]) -> int:
    """The power of ten below the least height of some curves, or as far below the largest as a scale goes."""
    longest = ceil(log10(max(float(curve.max()) for curve in curves))) - _MOST_DECADES
    least = min(float(curve.min()) for curve in curves)
    return max(ceil(log10(least)) - 1, longest) if least > 0 else longest


def _logarithms(heights: NDArray[np.float64], foot: int) -> NDArray[np.float64]:
    """Those of heights; nothing is drawn of what lies below the foot."""
    found: NDArray[np.float64] = np.log10(np.where(heights < 10.0**foot, np.nan, heights))
    return found
