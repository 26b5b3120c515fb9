"""Two laws, one over the other, and how far each probability moved beside how far it may."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.widgets.percent import percent

_APART = 3
"""How many times higher than ε the picture may be before both lines' names would cover one another."""


class OverlaidPlot(DrawnPlot):
    """The old law as outlines, the new one as bars."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Old and new law")

    def words_at(self, new: float, old: float) -> str:
        """As `DrawnPlot.words_at`."""
        return f"{percent(new)} (was {percent(old)})"


class InstancePlot(OverlaidPlot):
    """A mechanism's own law as outlines, the one that it has as an instance of another mechanism as bars."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Its own law, and its law as an instance")

    def words_at(self, new: float, old: float) -> str:
        """As `DrawnPlot.words_at`."""
        return f"{percent(new)} (own law {percent(old)})"


class RatioPlot(ThemedPlot):
    """A bar for each outcome as high as the logarithm of new over old; lines at plus and minus ε.

    What goes beyond the lines is red, and so are the lines then.
    """

    def __init__(self) -> None:
        super().__init__("Logarithm of the new probability over the old one")
        self.bars = pg.BarGraphItem(x=[0], height=[0], width=0.9, pen=None)
        self.lines = tuple(pg.InfiniteLine(angle=0) for _ in range(2))
        for item in (self.bars, *self.lines):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.getAxis("bottom").setTicks([])
        self.name_axis("bottom", "ln(new / old), at most ε up or down")
        self._broken: NDArray[np.bool_] = np.zeros(0, bool)
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours, broken = self.theme.palette, bool(self._broken.any())
        for line in self.lines:
            line.setPen(pg.mkPen(colours.bad if broken else colours.text, width=2, style=Qt.PenStyle.DashLine))
        self.bars.setOpts(brushes=[pg.mkBrush(colours.bad if each else colours.bar) for each in self._broken] or None)

    def show_ratios(self, ratios: NDArray[np.float64], broken: NDArray[np.bool_], limit: float) -> None:
        """Draw the ratios in the order of the outcomes.

        Args:
            broken: which of them lie beyond the limit.
            limit: ε.
        """
        self._broken = broken
        self.bars.setOpts(x=np.arange(ratios.size), height=ratios, brushes=[pg.mkBrush("k")] * ratios.size)
        for line, at in zip(self.lines, (limit, -limit), strict=True):
            line.setValue(at)
        high = 1.25 * max(limit, float(np.abs(ratios).max(initial=0)))
        self.setXRange(-0.6, ratios.size - 0.4, padding=0)
        self.setYRange(-high, high, padding=0)
        far = float(ratios[np.abs(ratios).argmax()])
        apart = limit > high / _APART
        self.getAxis("left").setTicks([[(limit, "ε"), (0, "0"), (-limit, "−ε")] if apart else [(0, "0"), _tick(far)]])
        self.recolour()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self.show_ratios(np.zeros(1), np.zeros(1, bool), 1.0)

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; the plot above has the mark."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        return None


def _tick(value: float) -> tuple[float, str]:
    return value, f"{value:.3g}".replace("-", "−")
