"""How far one person moves a refused score, case by case: bars that grow without end."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.mark import Mark
from dpstudio.translation import tr

_BAR, _AROUND = 26, 20
"""Pixels at 100 % that a bar takes, and what is above and below all of them."""
_NARROWEST = 1 / 3
"""Which share of the width bars have however long what is written beside them is."""


class ShiftsPlot(ThemedPlot):
    """A bar for each case, with its figure beside it; where there is no value there is a word alone."""

    def __init__(self) -> None:
        super().__init__(tr("How far one person moves the refused score"))
        self._bars = pg.BarGraphItem(x0=[0], y=[0], height=0.7, width=[0], pen=None)
        self.addItem(self._bars)
        self.mark = Mark(self)
        self._moved: NDArray[np.float64] = np.zeros(0)
        self.getViewBox().invertY(True)
        self.setMouseEnabled(x=False, y=False)
        self.hideAxis("bottom")  # each bar has its figure beside it
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self.mark.recolour(self.theme.palette)
        self._bars.setOpts(brush=pg.mkBrush(self.theme.palette.bar))

    @property
    def moved(self) -> list[float]:
        """How long the bars are."""
        return [float(each) for each in self._moved]

    @property
    def least(self) -> int:
        """How many pixels high it is at 100 % with all of its bars."""
        return self._moved.size * _BAR + _AROUND

    def show_shifts(self, names: Sequence[str], moved: Sequence[float], figures: Sequence[str]) -> None:
        """Draw the cases in their order.

        Args:
            names: what each case is called at the axis.
            moved: how far the score moves; 0 where it has no value.
            figures: what stands beside each bar.
        """
        self._moved = np.array(moved, dtype=np.float64)
        places = np.arange(self._moved.size)
        self._bars.setOpts(x0=np.zeros(places.size), y=places, height=0.7, width=self._moved)
        self.getAxis("left").setTicks([list(enumerate(names))])
        while self.texts:
            self.removeItem(self.texts.pop())
        for place, (figure, at) in enumerate(zip(figures, self._moved, strict=True)):
            text = self.written(f" {figure}", (0, 0.5))
            text.textItem.document().setDocumentMargin(0)
            text.setPos(float(at), place)
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        self.setYRange(-0.6, places.size - 0.4, padding=0)
        self.fit()
        self.place_all()

    def fit(self) -> None:
        """As `ThemedPlot.fit`: as much beside the bars as the figures there take."""
        if not self._moved.size:
            return
        wide = max(1.0, self.getViewBox().width())
        words = np.array([text.textItem.boundingRect().width() for text in self.texts])
        lefts = np.maximum(wide - words, wide * _NARROWEST)
        longest = float((self._moved * wide / lefts).max())
        self.setXRange(0, longest or 1.0, padding=0)

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self.point_at(None)
        self._moved = np.zeros(0)
        self._bars.setOpts(x0=[0], y=[0], height=0.7, width=[0])
        while self.texts:
            self.removeItem(self.texts.pop())
        self.getAxis("left").setTicks([])

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a frame around a bar with its name and figure."""
        if place is None or place >= self._moved.size:
            self.mark.hide()
        else:
            self.mark.show_bar(place)

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = round(spot.y())
        return place if 0 <= place < self._moved.size else None
