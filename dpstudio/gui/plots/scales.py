"""Curves of several scales over the same results: densities, or how far two of them lie apart."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.curves import MOST_CURVES, curve_pen

_AIR = 1.12


class ScalePlot(ThemedPlot):
    """The first curve is the one that was chosen; a line stands at a result, dashes at how far a curve may go."""

    def __init__(self, name: str, left: str) -> None:
        super().__init__(name)
        self.curves = [pg.PlotCurveItem() for _ in range(MOST_CURVES)]
        self.mark = pg.InfiniteLine(angle=90)
        self.limits = [pg.InfiniteLine(angle=0) for _ in range(2)]
        for item in (*self.limits, *reversed(self.curves), self.mark):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.name_axis("left", left)
        self._values: NDArray[np.float64] = np.zeros(0)
        self.forget()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        for place, item in enumerate(self.curves):
            item.setPen(curve_pen(place, colours))
        self.mark.setPen(pg.mkPen(colours.strong_border, width=1))
        for line in self.limits:
            line.setPen(pg.mkPen(colours.text, width=1, style=Qt.PenStyle.DashLine))

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
        for item, curve in zip(self.curves, curves, strict=True):
            item.setVisible(curve is not None)
            if curve is not None:
                item.setData(places, curve)
        for line, at in zip(self.limits, (limit, -limit) if limit else (None, None), strict=True):
            line.setVisible(at is not None)
            line.setValue(at or 0.0)
        high = _AIR * max(float(np.abs(curve).max()) for curve in curves if curve is not None)
        self.setXRange(float(places[0]), float(places[-1]), padding=0.01)
        self.setYRange(0 if limit is None else -high, high, padding=0)
        self.name_axis("bottom", across)

    def show_mark(self, value: float) -> None:
        """Stand a line at a result."""
        self.mark.setValue(value)
        self.mark.show()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._values = np.zeros(0)
        for item in (*self.curves, *self.limits, self.mark):
            item.hide()
        for item in self.curves:
            item.setData([0.0, 1.0], [0.0, 0.0])

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; the line stands where the table's line is."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        return int(np.abs(self._values - spot.x()).argmin()) if self._values.size else None
