"""Frequencies of many draws as bars, growing into their law, which is drawn as an outline; the last draw is lit."""

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QGraphicsRectItem

from dpstudio.core.preview.distribution import Line
from dpstudio.gui.plots.bars import DistributionPlot, ranges
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr, translated

_NONE = np.zeros(0, np.int64), np.zeros(0)


class DrawnPlot(DistributionPlot):
    """The law as outlined bars, or as a line where it is a curve; bars say how often each outcome was drawn."""

    def __init__(self) -> None:
        self._drawn: tuple[NDArray[np.int64], NDArray[np.float64]] = _NONE
        self._law: tuple[tuple[int, int, int], NDArray[np.float64]] | None = None
        self._grey: NDArray[np.bool_] = np.zeros(0, bool)
        self._lit: int | None = None
        self._together, self._across_name, self._wide = 0, "", ""
        self._outline = pg.BarGraphItem(x0=[0], y=[0], height=0.7, width=[0], brush=None)
        self._line_of_law = pg.PlotCurveItem()
        self._band, self._beam = QGraphicsRectItem(), pg.InfiniteLine(angle=90)
        super().__init__()
        self.setAccessibleName(tr("Frequencies of the draws"))
        for item in (self._outline, self._line_of_law, self._beam):
            self.addItem(item, ignoreBounds=True)
        self._band.setZValue(-1)
        self.addItem(self._band, ignoreBounds=True)
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        self._outline.setOpts(pen=pen_of(self, colours.text, width=1))
        self._line_of_law.setPen(pen_of(self, colours.text, width=1))
        self._band.setPen(pen_of(self, colours.good, width=2))
        self._band.setBrush(pg.mkBrush(colours.tint))
        self._beam.setPen(pen_of(self, colours.good, width=3))
        if self._grey.any():
            self.grey(self._grey)

    @property
    def shares(self) -> NDArray[np.float64]:
        """How often each outcome was drawn, in percent, in the order drawn."""
        places, shares = self._drawn
        found = np.zeros(self.fractions.size)
        found[places] = shares
        return found

    def set_data(
        self,
        chances: NDArray[np.float64],
        name: Callable[[int], str],
        across: str,
        *,
        upright: bool = False,
        line: Line | None = None,
    ) -> None:
        """As `DistributionPlot.set_data`; nothing is drawn yet."""
        self._drawn, self._law, self._lit, self._together, self._across_name = _NONE, None, None, 0, across
        self._grey = np.zeros(chances.size, bool)
        super().set_data(chances, name, across, upright=upright, line=line)
        self._outline.setVisible(self._few)
        self._line_of_law.setVisible(not self._few)
        self._light(None)

    def put_together(self, wide: str) -> None:
        """Say how wide a range each outcome stands for, where it stands for several: "339.13 € wide"."""
        self._wide, self._together = wide, 0
        self._rebin()

    def show_shares(self, shares: NDArray[np.float64], lit: int | None) -> None:
        """Show how often each outcome was drawn.

        Args:
            shares: one per outcome, in the order of the chances.
            lit: the outcome of the last draw, or None where it is not known.
        """
        self.show_drawn(np.arange(shares.size), shares, lit)

    def show_drawn(self, places: NDArray[np.int64], shares: NDArray[np.float64], lit: int | None) -> None:
        """As `show_shares`, of frequencies that are 0 but at these places, which ascend."""
        self._drawn = places, 100 * shares
        if self.logarithmic:
            self.take_scale(self.chances, self._drawn[1])
            self.star(self.truth.spans, figure=self.truth.figure)
            self._outline_law()
        if self._few:
            self._fill()
        else:
            self._rebin()
        self._light(lit)

    def grey(self, places: NDArray[np.bool_]) -> None:
        """Draw the bars of some outcomes grey; of several in one bar all must be among them.

        Args:
            places: which, in the order drawn.
        """
        self._grey = places
        if self._few:
            self._fill()
        else:
            self._rebin()

    def _brushes(self, grey: NDArray[np.bool_]) -> list[QBrush] | None:
        """A brush for each bar, or None where all are alike."""
        palette = self.theme.palette
        both = pg.mkBrush(palette.bar), pg.mkBrush(palette.disabled)
        return [both[int(each)] for each in grey] if grey.any() else None

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._grey = np.zeros(0, bool)
        for each in (self._bars, self._curve):
            each.setOpts(brushes=None)
        super().forget()
        self._drawn, self._law = _NONE, None
        self._outline.setOpts(x0=[0], y=[0], height=0.7, width=[0])
        self._line_of_law.setData([0, 0], [0], stepMode="center")
        self._light(None)

    def _draw_bars(self) -> None:
        super()._draw_bars()
        self._outline_law()
        self._fill()

    def _outline_law(self) -> None:
        """Outlines as long as the bars of the law."""
        places = np.arange(self.fractions.size)
        foot = np.full(places.size, self.scale.foot)
        self._outline.setOpts(x0=foot, y=places, height=0.7, width=self.scale.lengths(self.chances))

    def _fill(self) -> None:
        """Bars as long as their frequencies, both numbers beside the longer of bar and outline."""
        shares = self.shares
        places = np.arange(shares.size)
        foot, brushes = np.full(places.size, self.scale.foot), self._brushes(self._grey[: places.size])
        self._bars.setOpts(x0=foot, y=places, width=self.scale.lengths(shares), brushes=brushes)
        for place, (text, end, said) in enumerate(zip(self.texts, self._ends.tolist(), self._said, strict=False)):
            text.setText(f" {said}")
            text.setPos(end, place)
        self._make_room()

    @property
    def _said(self) -> list[str]:
        """What is written beside each bar: both numbers, once anything is drawn."""
        shares = self.shares / 100
        if not shares.any():
            return [self.scale.words(law) for law in self.fractions.tolist()]
        return [self.words_at(*both) for both in zip(shares.tolist(), self.fractions.tolist(), strict=True)]

    @property
    def _ends(self) -> NDArray[np.float64]:
        """As `DistributionPlot._ends`: beside the longer of bar and outline."""
        return self.scale.at(np.maximum(self.shares, self.chances))

    def fit(self) -> None:
        """As `ThemedPlot.fit`; what is lit stays lit and in sight."""
        super().fit()
        self._light(self._lit)

    def _told_of(self, place: int) -> str:
        """As `DistributionPlot._told_of`, and how often it was drawn."""
        places, shares = self._drawn
        if not shares.any():
            return super()._told_of(place)
        at = int(np.searchsorted(places, place))
        drawn = float(shares[at]) / 100 if at < places.size and places[at] == place else 0.0
        return self.words_at(drawn, float(self.fractions[place]))

    def words_at(self, drawn: float, law: float) -> str:
        """What is written beside a bar and its outline."""
        return tr("{drawn} (law {law})", drawn=self._share(drawn), law=self.scale.words(law))

    def _share(self, share: float) -> str:
        return f"{share:.0%}".replace("%", " %") if share in (0, 1) else self.scale.words(share)

    def _rebin(self) -> None:
        """As many neighbouring outcomes in each bar as there are for a pixel column, everywhere the same number."""
        count = self.fractions.size
        if self._few:
            return
        (left, right), _ = self.viewRange()
        first, last = max(0, int(left)), min(count, int(right) + 1)
        if last <= first:
            return
        together = -(-(last - first) // max(2, int(self.getViewBox().width())))
        starts = np.arange(first - first % together, last, together)
        end = min(count, int(starts[-1]) + together)
        law, drawn = self._law_of(starts, end, together), self._drawn_of(starts, end, together)
        edges = np.append(starts, end)
        grey = np.logical_and.reduceat(self._grey[:end], starts)
        self._curve.setOpts(
            x=(edges[:-1] + edges[1:]) / 2,
            width=np.diff(edges),
            y0=self.scale.foot,
            height=self.scale.lengths(drawn),
            brushes=self._brushes(grey),
        )
        self._line_of_law.setData(edges, self.scale.at(law), stepMode="center")
        self.raise_to(float(max(law.max(initial=1e-9), drawn.max())))
        self.getAxis("bottom").setTicks([self.position_names(first, last)])
        self._say_together(together)

    def _law_of(self, starts: NDArray[np.int64], end: int, together: int) -> NDArray[np.float64]:
        """The law in bars: the same as long as nothing is moved, however often is drawn."""
        bars = int(starts[0]), end, together
        if self._law is None or self._law[0] != bars:
            self._law = bars, 100 * np.add.reduceat(self.fractions[:end], starts)
        return self._law[1]

    def _drawn_of(self, starts: NDArray[np.int64], end: int, together: int) -> NDArray[np.float64]:
        """The frequencies in bars."""
        places, shares = self._drawn
        first, last = np.searchsorted(places, [starts[0], end])
        bars = (places[first:last] - starts[0]) // together
        return np.bincount(bars, weights=shares[first:last], minlength=starts.size).astype(np.float64, copy=False)

    def _say_together(self, together: int) -> None:
        if together != self._together:
            self._together = together
            what = tr("ranges a bar, each {wide}", wide=self._wide) if self._wide else tr("values in each bar")
            one = ranges(self._wide)
            many = tr("; {together} {what}", together=f"{together:,}", what=what) if together > 1 else one
            self.name_axis("bottom", tr("{across_name}{many}", across_name=translated(self._across_name), many=many))

    def _light(self, lit: int | None) -> None:
        """A band behind a bar, a line at a place of the curve."""
        self._lit = lit
        self._band.setVisible(lit is not None and self._few)
        self._beam.setVisible(lit is not None and not self._few)
        if lit is None:
            return
        if self._few:
            (left, right), _ = self.viewRange()
            self._band.setRect(QRectF(left, lit - 0.5, right - left, 1))
            self.mark.bring_bar(lit)
        else:
            self._beam.setValue(lit + 0.5)

    def unlight(self) -> None:
        """Light nothing, and bring the most likely outcome into sight."""
        self._light(None)
        self.fit()

    @property
    def lit(self) -> int | None:
        """The outcome that is lit, in the order drawn."""
        return self._lit
