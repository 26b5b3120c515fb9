"""Two laws, one over the other, and how far each probability moved beside how far it may."""

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPen

from dpstudio.core.preview.proof import times_text
from dpstudio.gui.plots.bars import short
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.plots.factor_axis import factor_ticks, names_across
from dpstudio.gui.plots.mark import Mark
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr, translated

_ACROSS = tr("times as likely as before; dashes: what ε allows")
_FACTORS = tr("factors of the ratio; dashes: what ε allows")
_SAID = 1 / 2
"""Which share of the width both numbers beside a bar take at most: outlines tell the old ones, too."""
_MANY = 60
"""More bars than so many stand without gaps, which would flicker."""
_NARROWEST, _GAP, _WIDEST = 44, 6, 160
"""Pixels at 100 % that a bar needs for its factor, those between two names, and those of one alone."""


class OverlaidPlot(DrawnPlot):
    """The old law as outlines, the new one as bars."""

    _everyone = False

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Old and new law"))

    def words_at(self, new: float, old: float) -> str:
        """As `DrawnPlot.words_at`; a second percent sign would take the room of a bar."""
        now, before = self.scale.words(new), self.scale.words(old)
        if now.endswith(" %"):
            before = before.removesuffix(" %")
        return tr("{new} (was {old})", new=now, old=before)

    @property
    def _said(self) -> list[str]:
        """As `DrawnPlot._said`; the new numbers alone where both leave bars less than half the width."""
        said, wide = super()._said, QFontMetrics(self.theme.font).horizontalAdvance
        if max(map(wide, said), default=0) <= _SAID * self.getViewBox().width():
            return said
        return [self.scale.words(new) for new in (self.shares / 100).tolist()]

    def fit(self) -> None:
        """As `ThemedPlot.fit`: with as many numbers as there is room for now."""
        if self._few:
            self._fill()
        super().fit()

    def light(self, place: int | None, *, everyone: bool = False) -> None:
        """Light the outcome that a step of a proof is about, or all of them; None lights none."""
        self._everyone = everyone
        self._light(place)

    def _light(self, lit: int | None) -> None:
        """As `DrawnPlot._light`; a band behind all outcomes."""
        super()._light(lit)
        if lit is None or not self._everyone:
            return
        (left, right), (low, high) = self.viewRange()
        count = self.fractions.size
        self._beam.hide()
        self._band.show()
        self._band.setRect(QRectF(left, -0.5, right - left, count) if self._few else QRectF(0, low, count, high - low))


class InstancePlot(OverlaidPlot):
    """A mechanism's own law as outlines, the one that it has as an instance of another mechanism as bars."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Its own law, and its law as an instance"))

    def words_at(self, new: float, old: float) -> str:
        """As `DrawnPlot.words_at`."""
        return tr("{new} (own law {old})", new=self.scale.words(new), old=self.scale.words(old))


class RatioPlot(ThemedPlot):
    """A bar for each outcome as high as the logarithm of new over old; lines at plus and minus ε.

    What goes beyond the lines is red, and so are the lines then. Names and factors stand at the bars, as far as there
    is room: at that which moved farthest, else; on a line also some names that tell where the others stand. Of the
    factors of a proof those that a step is about are lit.
    """

    def __init__(self) -> None:
        super().__init__(tr("Logarithm of the new probability over the old one"))
        self.bars = pg.BarGraphItem(x=[0], height=[0], width=0.9, pen=None)
        self.lines = tuple(pg.InfiniteLine(angle=0) for _ in range(2))
        for item in (self.bars, *self.lines):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.getAxis("bottom").setTicks([])
        self.name_axis("bottom", _ACROSS)
        self._ratios: NDArray[np.float64] = np.zeros(0)
        self._broken: NDArray[np.bool_] = np.zeros(0, bool)
        self._limit, self._farthest, self._upright = 1.0, 0, False
        self._lit: tuple[int, ...] | None = None
        self._name: Callable[[int], str] = str
        self._at: int | None = None
        self.mark = Mark(self)
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self.mark.recolour(self.theme.palette)
        self._draw_bars()

    def _draw_bars(self) -> None:
        """One bar a pixel column: of more outcomes in it the one that moved farthest."""
        colours = self.theme.palette
        style = pen_of(self, colours.bad if self._broken.any() else colours.text, width=2, style=Qt.PenStyle.DashLine)
        for line in self.lines:
            line.setPen(style)
        edges, heights, broken = self._columns()
        wide = np.diff(edges)
        self.bars.setOpts(
            x=edges[:-1] + (wide - 1) / 2,
            width=0.9 * wide if self._ratios.size <= _MANY else wide,
            height=heights,
            brushes=self._brushes(broken),
            pens=self._pens(),
        )

    def _columns(self) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
        """Between which outcomes each bar stands, how high, and whether it goes beyond the limit."""
        count, columns = self._ratios.size, max(_MANY, int(self.getViewBox().width()))
        if count <= columns:
            return np.arange(count + 1), self._ratios, self._broken
        starts = np.linspace(0, count, columns + 1)[:-1].astype(np.int64)
        low, high = (end.reduceat(self._ratios, starts) for end in (np.minimum, np.maximum))
        broken = np.logical_or.reduceat(self._broken, starts)
        return np.append(starts, count), np.where(high >= -low, high, low), broken

    def _brushes(self, broken: NDArray[np.bool_]) -> list[QBrush] | None:
        """One for each bar; what is not lit is an outline alone."""
        colours = self.theme.palette
        fine, beyond, outline = QBrush(QColor(colours.bar)), QBrush(QColor(colours.bad)), QBrush()
        filled = [beyond if each else fine for each in broken.tolist()]
        return [each if self._is_lit(place) else outline for place, each in enumerate(filled)] or None

    def _pens(self) -> list[QPen] | None:
        if self._lit is None:
            return None
        none, outline = pg.mkPen(None), pen_of(self, self.theme.palette.bar)
        return [none if self._is_lit(place) else outline for place in range(self._broken.size)]

    def _is_lit(self, place: int) -> bool:
        return self._lit is None or place in self._lit

    def show_factors(
        self,
        logs: NDArray[np.float64],
        broken: NDArray[np.bool_],
        limit: float,
        names: Sequence[str],
        lit: tuple[int, ...],
    ) -> None:
        """Draw the factors of a proof in place of the ratios.

        Args:
            logs: their logarithms.
            broken, limit: as for `show_ratios`.
            lit: those that the step is about.
        """
        self._lit, self._at, self._farthest, self._upright = lit, None, int(np.abs(logs).argmax()), False
        self._draw(logs, broken, limit, names.__getitem__)
        self.name_axis("bottom", _FACTORS)

    def show_ratios(
        self,
        ratios: NDArray[np.float64],
        broken: NDArray[np.bool_],
        limit: float,
        farthest: int,
        name: Callable[[int], str] = str,
        *,
        upright: bool = False,
    ) -> None:
        """Draw the ratios in the order of the outcomes.

        Args:
            broken: which of them lie beyond the limit.
            limit: ε.
            farthest: the one that is named where there is room for one alone.
            name: the outcome at a place in that order.
            upright: whether the outcomes lie on a line, so that the names of some tell where the others stand.
        """
        self._upright = upright
        if self._lit is not None:
            self._lit = self._at = None
        self._farthest = farthest
        self._draw(ratios, broken, limit, name)
        self.name_axis("bottom", _ACROSS)

    def _draw(
        self, ratios: NDArray[np.float64], broken: NDArray[np.bool_], limit: float, name: Callable[[int], str]
    ) -> None:
        self._ratios, self._broken, self._limit, self._name = ratios, broken, limit, name
        for line, at in zip(self.lines, (limit, -limit), strict=True):
            line.setValue(at)
        self.setXRange(-0.6, ratios.size - 0.4, padding=0)
        self.fit()
        self.place_all()

    def fit(self) -> None:
        """As `ThemedPlot.fit`: leave a line of text above and below the bars, and write what has room."""
        self._draw_bars()
        box, line = self.getViewBox(), QFontMetrics(self.theme.font).height()
        tall = max(box.height(), 3.0 * line)
        farthest = max(self._limit, float(np.abs(self._ratios).max(initial=0)))
        high = farthest * tall / (tall - 2.4 * line)
        self.setYRange(-high, high, padding=0)
        apart = 2 * high / tall * line
        self.getAxis("left").setTicks([factor_ticks(self._limit, high - apart / 2, apart)])
        self._write()
        self._point_at(self._at)

    def _write(self) -> None:
        """Names below and factors at the bars: at all of them, or at the one that moved farthest."""
        for text in self.texts:
            self.removeItem(text)
        self.texts, room = [], self.getViewBox().width() / max(1, self._ratios.size)
        one = [self._farthest] if self._ratios.any() else []
        every = range(self._ratios.size)
        places = every if room >= self.theme.px(_NARROWEST) else one
        below = every if self._upright and len(every) <= _MANY and one else places
        self._write_below(below, room - self.theme.px(_GAP) if len(below) > 1 else self.theme.px(_WIDEST))
        for at in places:
            ratio = float(self._ratios[at])
            text = self.written(times_text(ratio), (0.5, 0.5))
            text.setAnchor((self._side(at, text.textItem.boundingRect().width()), 1 if ratio >= 0 else 0))
            text.fill = pg.mkBrush(self.theme.palette.surface)  # else the dashes strike it through
            text.setPos(at, ratio)
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)

    def _side(self, at: int, wide: float) -> float:
        """With which end a factor that is so wide stands at its bar: within the picture."""
        (left, right), across = self.viewRange()[0], self.getViewBox().width()
        before = (at - left) / (right - left) * across
        return 0.0 if before < wide / 2 else 1.0 if across - before < wide / 2 else 0.5

    def _write_below(self, places: Sequence[int], room: float) -> None:
        """Names below bars, what moved farther rather than what moved less; each takes so many pixels beside others."""
        (left, right), whole = self.viewRange()[0], self.getViewBox().width()
        pixel = (right - left) / max(1.0, whole)
        farther = sorted(places, key=lambda at: (at != self._farthest, -abs(float(self._ratios[at]))))
        bars = [((at - left) / pixel, translated(self._name(at))) for at in farther]
        found = names_across(bars, room, whole, QFontMetrics(self.theme.font))
        self.getAxis("bottom").setTicks([sorted((left + middle * pixel, name) for middle, name in found)])

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._ratios, self._broken, self._name, self._lit = np.zeros(0), np.zeros(0, bool), str, None
        self.mark.forget()
        self.bars.setOpts(x=[0], height=[0], brushes=None)
        self.fit()

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at an outcome's bar with its factor; a proof's bars are no outcomes."""
        if self._lit is None:
            self._point_at(place)

    def _point_at(self, place: int | None) -> None:
        self._at = place
        if place is None or place >= self._ratios.size:
            self.mark.hide()
        else:
            told = times_text(float(self._ratios[place]))
            self.mark.show_place(place, f" {short(translated(self._name(place)))}: {told} ")

    def hover(self, spot: QPointF | None) -> None:
        """As `ThemedPlot.hover`; of a proof's factors it says what each is itself."""
        if self._lit is None:
            super().hover(spot)
        else:
            self._point_at(None if spot is None else self._bar_at(spot))

    def _bar_at(self, spot: QPointF) -> int | None:
        place = round(spot.x())
        return place if 0 <= place < self._ratios.size else None

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`; a proof's bars are no outcomes."""
        return self._bar_at(spot) if self._lit is None else None
