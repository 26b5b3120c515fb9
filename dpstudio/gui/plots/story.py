"""How one winner came about: noise on every score, of which the largest is taken, or coins thrown one after another."""

from collections.abc import Sequence
from math import inf

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetrics

from dpstudio.gui.plots.bars import short
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.mark import Mark
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr

_FEWEST, _MOST_COINS, _BELOW, _LINES, _LEAST_SHARE = 8, 30, -12, 2.2, 0.3
Floats = NDArray[np.float64]


class StoryPlot(ThemedPlot):
    """Bars as high as the noisy scores, with a dash at each score itself; or a bar for each coin's chance of heads.

    The winner's bar has another colour and its name. A coin is a circle at the top of its bar, filled where it shows
    heads.
    """

    def __init__(self) -> None:
        super().__init__(tr("How the winner came about"))
        self._bars = pg.BarGraphItem(x=[0], y0=[0], y1=[0], width=0.8, pen=None)
        self._dashes = pg.PlotCurveItem(connect="pairs")
        self._coins = pg.ScatterPlotItem(pxMode=True)
        self._told = pg.TextItem(anchor=(0.5, 1))
        for item in (self._bars, self._dashes, self._coins, self._told):
            self.addItem(item, ignoreBounds=True)
        self.mark = Mark(self)
        self.setMouseEnabled(x=False, y=False)
        self.getAxis("bottom").setTicks([])
        self.noisy: Floats = np.zeros(0)
        self.heads: Floats = np.zeros(0)
        self._low, self._high = 0.0, 1.0
        self.getViewBox().sigResized.connect(lambda *_: self._lift(self._low, self._high))
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self.mark.recolour(self.theme.palette)
        self._dashes.setPen(pen_of(self, self.theme.palette.text, width=2))
        self._told.setColor(self.theme.palette.text)

    def show_noise(self, scores: Floats, noise: Floats, winner: int, name: str, unit: str) -> None:
        """Let the bars jump to the noisy scores.

        Args:
            scores, noise: one for each candidate, in the order of the picture.
            winner: whose noisy score is the largest.
        """
        self.noisy, self.heads = scores + noise, np.zeros(0)
        low, high, base = _reach(np.append(scores, self.noisy))
        count, hangs = scores.size, bool(self.noisy[winner] < base)
        self._show_bars(np.full(count, base), self.noisy, winner)
        sides = np.arange(count)[:, None] + np.array([-0.45, 0.45])
        self._dashes.setData(sides.ravel(), np.repeat(scores, 2))
        self._coins.setData([], [])
        self._call(short(name), winner, base if hangs else float(self.noisy[winner]), count)
        self._number_axis(inf)
        self.name_axis("left", unit or "score")
        self.name_axis("bottom", tr("score with noise; a dash at the score itself"))
        self.setXRange(-0.6, count - 0.4, padding=0)
        self._lift(low, high)

    def _number_axis(self, most: float) -> None:
        """Write numbers at it, none above the most that there can be."""
        axis = self.getAxis("left")
        axis.most = most
        axis.setTicks(None)

    def show_coins(self, heads: Floats, names: Sequence[str], *, found: bool) -> None:
        """Show the coins that have been thrown.

        Args:
            heads: how likely each of them was to show heads.
            names: whose coins they were.
            found: whether the last one shows heads.
        """
        self.noisy, self.heads = np.zeros(0), 100 * heads
        places, last = np.arange(heads.size), heads.size - 1
        self._show_bars(np.zeros(heads.size), self.heads, last if found else -1)
        self._dashes.setData([], [])
        colours = self.theme.palette
        brushes = [pg.mkBrush(colours.good if found and place == last else colours.surface) for place in places]
        pen = pen_of(self, colours.text, width=2)
        self._coins.setData(places, self.heads, size=self.theme.px(11), brush=brushes, pen=pen)
        side = tr("heads") if found else tr("tails")
        self._call(f"{short(names[last])}: {side}", last, float(self.heads[last]), max(heads.size, _FEWEST))
        self._number_axis(100)
        self.name_axis("left", tr("heads in %"))
        self.name_axis("bottom", tr("coins, in the order thrown"))
        first, room = max(0, heads.size - _MOST_COINS), min(max(heads.size, _FEWEST), _MOST_COINS)
        self.setXRange(first - 1, first + room, padding=0)
        self._lift(_BELOW, 100)

    def _show_bars(self, lows: Floats, highs: Floats, winner: int) -> None:
        colours = self.theme.palette
        brushes = [pg.mkBrush(colours.good if place == winner else colours.bar) for place in range(highs.size)]
        self._bars.setOpts(x=np.arange(highs.size), y0=lows, y1=highs, brushes=brushes)

    def _lift(self, low: float, high: float) -> None:
        """Leave the height of the name, and of a coin beneath it, above what is drawn."""
        self._low, self._high = low, high
        tall = max(1.0, self.getViewBox().height())
        left = max(tall - _LINES * QFontMetrics(self.theme.font).height(), tall * _LEAST_SHARE)
        self.setYRange(low, low + (high - low) * tall / left, padding=0)

    def _call(self, name: str, place: int, high: float, count: int) -> None:
        """Write a name above a bar, away from the edges."""
        self._told.setText(name)
        left, right = place < count / 6, place > count * 5 / 6
        self._told.setAnchor((0 if left else 1 if right else 0.5, 1.1))
        self._told.setPos(place, high)

    @property
    def told(self) -> str:
        """What is written above the bar in question."""
        return str(self._told.toPlainText())

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self.noisy = self.heads = np.zeros(0)
        self._bars.setOpts(x=[0], y0=[0], y1=[0], brushes=None)
        self._dashes.setData([], [])
        self._coins.setData([], [])
        self._told.setText("")
        self.mark.forget()
        self.getAxis("left").setTicks([])
        for side in ("left", "bottom"):
            self.name_axis(side, tr(""))

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at a bar, and what its line of the table says."""
        if place is None or place >= self._many:
            self.mark.hide()
        else:
            self.mark.show_place(place, f" {self.words(place)} ")

    @property
    def _many(self) -> int:
        return self.noisy.size or self.heads.size

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = round(spot.x())
        return place if 0 <= place < self._many else None


def _reach(heights: Floats) -> tuple[float, float, float]:
    """From where to where heights are drawn, and on what their bars stand: on 0, unless that is far from all."""
    least, most = float(heights.min()), float(heights.max())
    span = most - least or 1.0
    if least <= span and most >= -span:
        return min(least, 0.0), max(most, 0.0), 0.0
    floor = least - span / 20
    return floor, most, floor
