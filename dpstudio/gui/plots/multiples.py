"""The same law at six values of ε side by side, all on one scale; a click on one asks for its ε."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QGraphicsRectItem

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr

Floats = NDArray[np.float64]
Titles = Callable[[int | None], Sequence[str]]
_ACROSS, _DOWN = 3, 2
_LEFT, _WIDE, _FOOT, HIGH = 0.06, 0.88, 0.09, 0.54
_FEW, _GAP, _WITHIN = 30, 0.8, 0.94


class MultiplesPlot(ThemedPlot):
    """Three pictures across and two down, the law with the least ε first; the one in force has a frame of its own.

    `asked` carries the place of the picture that was clicked.
    """

    asked = Signal(int)

    def __init__(self) -> None:
        super().__init__(tr("The law at six values of ε"))
        places = range(_ACROSS * _DOWN)
        self.bars = [pg.BarGraphItem(x0=[0], y0=[0], height=[0], width=[0], pen=None) for _ in places]
        self._frames = [QGraphicsRectItem(_frame(place)) for place in places]
        self._mark = pg.PlotCurveItem(connect="pairs")
        self._now, self._framed, self._many, self._pointed = -1, -1, 0, False
        self._over = -1
        self._laws: Sequence[Floats] = ()
        self._titles: Titles = _untold
        for side in ("left", "bottom"):
            self.hideAxis(side)
        for item in (*self._frames, *self.bars, self._mark):
            self.addItem(item, ignoreBounds=True)
        self.texts = [pg.TextItem(anchor=(0, 0)) for _ in places]
        for place, text in enumerate(self.texts):
            self.addItem(text, ignoreBounds=True)
            text.setPos(*_corner(place))
        self.setMouseEnabled(x=False, y=False)
        self.setXRange(0, _ACROSS, padding=0)
        self.setYRange(0, _DOWN, padding=0)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        for place, (bars, frame) in enumerate(zip(self.bars, self._frames, strict=True)):
            bars.setOpts(brush=pg.mkBrush(colours.accent if place == self._now else colours.bar))
            thin, now = pen_of(self, colours.border, width=1), pen_of(self, colours.accent, width=3)
            pen = now if place == self._now else thin
            framed = self._framed if self._over < 0 else self._over
            frame.setPen(pen_of(self, colours.text, width=2) if place == framed and self._pointed else pen)
        self._mark.setPen(pen_of(self, colours.text, width=1))

    def show_laws(self, laws: Sequence[Floats], titles: Titles, now: int) -> None:
        """Draw laws of the same outcomes.

        Args:
            laws: one a picture, in the order in which the outcomes are shown.
            titles: what stands above each of them, of an outcome or, of None, of all.
            now: which is in force.
        """
        self._now, self._many, self._titles, self._laws = now, laws[0].size, titles, laws
        self.fit()
        self._write(None)
        self.recolour()

    def fit(self) -> None:
        """As `ThemedPlot.fit`: with as many bars as there are pixels for."""
        room = max(1, int(self.getViewBox().width() * _WIDE / _ACROSS))
        top = max((float(law.max(initial=0)) for law in self._laws), default=0) or 1.0
        for place, law in enumerate(self._laws):
            drawn = _gathered(law, room)
            left, foot = _foot(place)
            width = _WIDE / drawn.size
            self.bars[place].setOpts(
                x0=left + width * np.arange(drawn.size),
                y0=np.full(drawn.size, foot),
                height=HIGH * drawn / top,
                width=width * (_GAP if drawn.size <= _FEW else 1),
            )

    @property
    def narrowest(self) -> int:
        """As `ThemedPlot.narrowest`: what stands above each picture ends within it."""
        widths: list[float] = [text.textItem.boundingRect().width() for text in self.texts]
        return ceil(_ACROSS * max(widths) / _WITHIN)

    def _write(self, outcome: int | None) -> None:
        for text, title in zip(self.texts, self._titles(outcome), strict=False):
            text.setText(title)

    def frame(self, place: int) -> None:
        """Frame the picture in whose column the keyboard is; -1 frames none."""
        self._framed = place
        self.recolour()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._now, self._framed, self._many, self._pointed = -1, -1, 0, False
        self._titles, self._laws = _untold, ()
        for bars, text in zip(self.bars, self.texts, strict=True):
            bars.setOpts(x0=[0], y0=[0], height=[0], width=[0])
            text.setText("")
        self.point_at(None)

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: its name and chance, and a line, in each picture; one is framed."""
        self._pointed = place is not None and place < self._many
        self.recolour()
        self._write(place if self._pointed else None)
        if place is None or not self._pointed:
            self._mark.setData([], [])
            return
        feet = [_foot(each) for each in range(_ACROSS * _DOWN)]
        across = [left + _WIDE * (place + 0.5) / self._many for left, _ in feet]
        ends = [end for _, foot in feet for end in (foot, foot + HIGH)]
        self._mark.setData(np.repeat(across, 2), np.array(ends))

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`, in whichever picture; a click asks for its ε, and not for the outcome."""
        share = (spot.x() % 1 - _LEFT) / _WIDE
        return int(share * self._many) if 0 <= share < 1 and self._picture_at(spot) >= 0 else None

    def _picture_at(self, spot: QPointF) -> int:
        column, line = floor(spot.x()), _DOWN - 1 - floor(spot.y())
        inside = 0 <= column < _ACROSS and 0 <= line < _DOWN and self._many
        return line * _ACROSS + column if inside else -1

    def hover(self, spot: QPointF | None) -> None:
        """As `ThemedPlot.hover`; the picture under the mouse has the frame."""
        before, self._over = self._over, -1 if spot is None else self._picture_at(spot)
        super().hover(spot)
        if self._over != before:
            self.recolour()

    def _clicked(self, event: Any) -> None:
        picture = self._picture_at(self.getViewBox().mapSceneToView(event.scenePos()))
        if picture >= 0:
            self.asked.emit(picture)


def _untold(outcome: int | None) -> Sequence[str]:
    """Nothing stands above pictures of no law."""
    del outcome
    return [""] * _ACROSS * _DOWN


def _gathered(law: Floats, room: int) -> Floats:
    """Of more outcomes than there is room for, the likeliest in each column, so that no peak is lost."""
    if law.size <= room:
        return law
    starts = np.linspace(0, law.size, room + 1)[:-1].astype(np.int64)
    found: Floats = np.maximum.reduceat(law, starts)
    return found


def _frame(place: int) -> QRectF:
    return QRectF(place % _ACROSS + 0.02, _DOWN - 1 - place // _ACROSS + 0.04, 0.96, 0.92)


def _corner(place: int) -> tuple[float, float]:
    """Where the text of a picture begins."""
    return place % _ACROSS + 0.03, _DOWN - place // _ACROSS - 0.06


def _foot(place: int) -> tuple[float, float]:
    """Where the bars of a picture stand."""
    return place % _ACROSS + _LEFT, _DOWN - 1 - place // _ACROSS + _FOOT
