"""Two laws, one over the other, and how far each probability moved beside how far it may."""

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.widgets.percent import percent

_NARROWEST, _GAP, _WIDEST = 56, 6, 160
"""Pixels at 100 % that a bar needs for its name and its factor, those between two names, and those of one alone."""


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

    What goes beyond the lines is red, and so are the lines then. Names and factors stand at the bars, as far as there
    is room: at that which moved farthest, else.
    """

    def __init__(self) -> None:
        super().__init__("Logarithm of the new probability over the old one")
        self.bars = pg.BarGraphItem(x=[0], height=[0], width=0.9, pen=None)
        self.lines = tuple(pg.InfiniteLine(angle=0) for _ in range(2))
        for item in (self.bars, *self.lines):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.getAxis("bottom").setTicks([])
        self.name_axis("bottom", "times as likely as before; dashes: what ε allows")
        self._ratios: NDArray[np.float64] = np.zeros(0)
        self._broken: NDArray[np.bool_] = np.zeros(0, bool)
        self._limit = 1.0
        self._name: Callable[[int], str] = str
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours, broken = self.theme.palette, bool(self._broken.any())
        for line in self.lines:
            line.setPen(pg.mkPen(colours.bad if broken else colours.text, width=2, style=Qt.PenStyle.DashLine))
        self.bars.setOpts(brushes=[pg.mkBrush(colours.bad if each else colours.bar) for each in self._broken] or None)

    def show_ratios(
        self, ratios: NDArray[np.float64], broken: NDArray[np.bool_], limit: float, name: Callable[[int], str] = str
    ) -> None:
        """Draw the ratios in the order of the outcomes.

        Args:
            broken: which of them lie beyond the limit.
            limit: ε.
            name: the outcome at a place in that order.
        """
        self._ratios, self._broken, self._limit, self._name = ratios, broken, limit, name
        self.bars.setOpts(x=np.arange(ratios.size), height=ratios, brushes=[pg.mkBrush("k")] * ratios.size)
        for line, at in zip(self.lines, (limit, -limit), strict=True):
            line.setValue(at)
        self.setXRange(-0.6, ratios.size - 0.4, padding=0)
        self.fit()
        self.recolour()

    def fit(self) -> None:
        """As `ThemedPlot.fit`: leave a line of text above and below the bars, and write what has room."""
        box, line = self.getViewBox(), QFontMetrics(self.theme.font).height()
        tall = max(box.height(), 3.0 * line)
        farthest = max(self._limit, float(np.abs(self._ratios).max(initial=0)))
        high = farthest * tall / (tall - 2.4 * line)
        self.setYRange(-high, high, padding=0)
        apart = self._limit / high * tall / 2 > line
        far = float(self._ratios[np.abs(self._ratios).argmax()]) if self._ratios.size else 0.0
        marks = (self._limit, 0.0, -self._limit) if apart else (0.0, far)
        self.getAxis("left").setTicks([[(at, _factor(at)) for at in marks]])
        self._write()

    def _write(self) -> None:
        """Names below and factors at the bars: at all of them, or at the one that moved farthest."""
        for text in self.texts:
            self.removeItem(text)
        self.texts, room = [], self.getViewBox().width() / max(1, self._ratios.size)
        places = range(self._ratios.size) if room >= self.theme.px(_NARROWEST) else self._farthest()
        wide = int(room) - self.theme.px(_GAP) if len(places) > 1 else self.theme.px(_WIDEST)
        self.getAxis("bottom").setTicks([[(at, self._within(self._name(at), wide)) for at in places]])
        for at in places:
            ratio = float(self._ratios[at])
            text = self.written(_factor(ratio), (0.5, 1 if ratio >= 0 else 0))
            text.setPos(at, ratio)
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)

    def _within(self, name: str, wide: int) -> str:
        """As much of a name as there is room for."""
        return QFontMetrics(self.theme.font).elidedText(name, Qt.TextElideMode.ElideRight, wide)

    def _farthest(self) -> list[int]:
        """The outcome that moved farthest; none where none moved."""
        return [int(np.abs(self._ratios).argmax())] if self._ratios.any() else []

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._ratios, self._broken, self._name = np.zeros(0), np.zeros(0, bool), str
        self.bars.setOpts(x=[0], height=[0], brushes=None)
        self.fit()

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; the plot above has the mark."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        return None


def _factor(ratio: float) -> str:
    """How many times as likely, of the logarithm: ×2.72, or ÷2.72 where it is less likely."""
    return f"{'×' if ratio >= 0 else '÷'}{np.exp(abs(ratio)):.3g}"
