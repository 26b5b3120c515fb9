"""Figures of one unit as bars with whiskers: where the true ones are in 95 of 100 runs."""

from collections.abc import Sequence
from typing import NamedTuple

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

_BAR, _MOST_SEEN, _AXIS = 26, 6, 58
"""Pixels at 100 % that a bar takes, of how many bars none is cut, and what the axis below them takes with its name."""
_FEWEST, _AROUND = 3, 0.1
"""Fewer bars are no thicker than so many; how much of a bar is free above them, and below."""
_NARROWEST = 1 / 3
"""Which share of the width bars have however long what is written beside them is."""
_CAP, _EXACT, _EDGE = 0.22, 14, 6
"""Half the length of a whisker's end, in bars; how large the mark of an exact figure is; how wide a whisker is with the
edge that sets it off from its bar."""


class Estimate(NamedTuple):
    """A bar: its name, its value and how far the true one may be off, and what stands beside it.

    Args:
        exact: the figure without noise where that is marked.
    """

    name: str
    value: float
    error: float
    told: str
    exact: float | None = None


class EstimatesPlot(ThemedPlot):
    """A bar for each figure from 0 on, with its whiskers; of more than there is room for not all have their names."""

    def __init__(self) -> None:
        super().__init__(tr("Figures with their whiskers"))
        self.bars = pg.BarGraphItem(x0=[0], y=[0], height=0.7, width=[0], pen=None)
        self.edge, self.whiskers = pg.PlotCurveItem(connect="pairs"), pg.PlotCurveItem(connect="pairs")
        self.exact = pg.ScatterPlotItem(symbol="d", pxMode=True)
        self.zero = pg.InfiniteLine(0, angle=90)
        for item in (self.zero, self.bars, self.edge, self.whiskers, self.exact):
            self.addItem(item, ignoreBounds=True)
        self.mark = Mark(self)
        self.shown: tuple[Estimate, ...] = ()
        self._at: int | None = None
        self._seen = 0
        self.getViewBox().invertY(True)
        self.setMouseEnabled(x=False, y=False)
        self.getAxis("bottom").reaches = True
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        self.mark.recolour(colours)
        self.bars.setOpts(brush=pg.mkBrush(colours.bar))
        self.edge.setPen(pen_of(self, colours.surface, width=_EDGE))
        self.zero.setPen(pen_of(self, colours.strong_border, width=1))
        self.exact.setBrush(pg.mkBrush(colours.surface))
        self.exact.setPen(pen_of(self, colours.text, width=2))
        self.exact.setSize(self.theme.px(_EXACT))
        self.fit()

    @property
    def least(self) -> int:
        """How many pixels high it is at 100 % with a few bars and their names."""
        return min(len(self.shown), _MOST_SEEN) * _BAR + _AXIS

    def show_estimates(self, shown: Sequence[Estimate], across: str) -> None:
        """Draw figures in their order.

        Args:
            across: what the axis along the bars says.
        """
        self.shown = tuple(shown)
        values, places = np.array([each.value for each in shown]), np.arange(len(self.shown))
        self.bars.setOpts(x0=np.zeros(places.size), y=places, height=0.7, width=values)
        for lines in (self.edge, self.whiskers):
            lines.setData(*_whiskers(self.shown))
        marked = [(each.exact, place) for place, each in enumerate(shown) if each.exact is not None]
        self.exact.setData(pos=np.array(marked, np.float64).reshape(-1, 2))
        while self.texts:
            self.removeItem(self.texts.pop())
        for place, each in enumerate(shown):
            text = self.written(f" {each.told}", (0, 0.5))
            text.textItem.document().setDocumentMargin(0)
            text.setPos(self._end(each), place)
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        self.name_axis("bottom", across)
        self.fit()
        self.place_all()

    @staticmethod
    def _end(each: Estimate) -> float:
        """Where what stands beside a bar begins."""
        return max(0.0, each.value + each.error, each.exact or 0.0)

    def fit(self) -> None:
        """As `ThemedPlot.fit`: names and figures as far as they do not touch, and room for the figures."""
        self._fit(len(self.shown))

    def fit_page(self) -> None:
        """As `ThemedPlot.fit_page`: as many bars as have room with their names and figures."""
        many = int(self.getViewBox().height() / QFontMetrics(self.theme.font).height() - 2 * _AROUND)
        self._fit(min(max(1, many), len(self.shown)))

    @property
    def left_out(self) -> str:
        """As `ThemedPlot.left_out`: the bars that are out of sight."""
        count = len(self.shown)
        return tr("{shown} of {count} shown.", shown=self._seen, count=count) if self._seen < count else ""

    def _fit(self, many: int) -> None:
        """Show so many bars."""
        self._seen = many
        middle, high = (many - 1) / 2, max(many, _FEWEST if many == len(self.shown) else many) / 2
        self.setYRange(middle - high - _AROUND, middle + high + _AROUND, padding=0)
        if not many:
            return
        line = QFontMetrics(self.theme.font).height()
        apart = max(1, -int(-line * many // max(1.0, self.getViewBox().height())))
        self.getAxis("left").setTicks([[(at, short(self.shown[at].name)) for at in range(0, many, apart)]])
        self.edge.setVisible(apart == 1)
        for place, text in enumerate(self.texts):
            text.setVisible(apart == 1 and place < many)
        self.whiskers.setPen(pen_of(self, self.theme.palette.text, width=2 if apart == 1 else 1))
        self._make_room()
        self.point_at(self._at)

    def _make_room(self) -> None:
        """As much beside the bars as the figures there take."""
        wide = max(1.0, self.getViewBox().width())
        lows = [min(0.0, each.value - each.error, each.exact or 0.0) for each in self.shown]
        low, words = min(lows), [text.textItem.boundingRect().width() for text in self.texts]
        lengths = np.array([self._end(each) - low for each in self.shown])
        needed = float((lengths * wide / np.maximum(wide - np.array(words), wide * _NARROWEST)).max())
        span = needed or 1.0
        self.setXRange(low - (0.02 * span if low < 0 else 0.0), low + span, padding=0)

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self.point_at(None)
        self.mark.forget()
        self.show_estimates((), "")
        self.bars.setOpts(x0=[0], y=[0], height=0.7, width=[0])
        self.getAxis("left").setTicks([])

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a frame around a bar, whose name and figure stand there however many there are."""
        self._at = place if place is not None and place < len(self.shown) else None
        if self._at is None:
            self.mark.hide()
        else:
            self.mark.show_bar(self._at)
            if not self.edge.isVisible():
                self.mark.tell_bar(self._at, f" {self.shown[self._at].name}: {self.shown[self._at].told} ")

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = round(spot.y())
        return place if 0 <= place < len(self.shown) else None


def _whiskers(shown: Sequence[Estimate]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the lines that whiskers consist of: one along the bar and one across each of its ends."""
    along: list[float] = []
    across: list[float] = []
    for place, each in enumerate(shown):
        if each.error:
            low, high = each.value - each.error, each.value + each.error
            along += [low, high, low, low, high, high]
            across += [place, place, *(place + end for _ in range(2) for end in (-_CAP, _CAP))]
    return np.array(along, np.float64), np.array(across, np.float64)
