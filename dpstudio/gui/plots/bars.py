"""The sampling distribution as bars with printed percentages, or as a curve of many."""

from collections.abc import Callable, Sequence
from math import ceil, floor

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QFontMetrics

from dpstudio.core.preview.distribution import Line
from dpstudio.gui.plots.columns import Columns
from dpstudio.gui.plots.mark import Mark
from dpstudio.gui.plots.scaled_plot import ScaledPlot
from dpstudio.gui.plots.ticks import line_ticks
from dpstudio.gui.plots.truth import Span, TruthMark
from dpstudio.translation import tr, translated

MOST_BARS = 300
_BAR_HEIGHT, _TEXT_HEIGHT = 26, 17
_LONGEST_NAME = 22
_LONGEST_TICK = 8
_WHOLE, _SOME = 6, 4
"""Of how many bars none is to be out of sight, and how many of more are in sight at least."""
_CLOSE, _APART = 60, 0.8
"""More bars of a curve than so many stand without gaps; how wide fewer are."""
_AXIS, _CLOSE_AXIS, _EDGES = 58, 55, 10
"""Pixels that the axis below the bars takes with its name, with air and without; what edges take without it."""


class DistributionPlot(ScaledPlot):
    """Bars of up to 300 candidates, `dense` where nobody scrolls; above that a curve.

    `part_shown` says what is seen.

    Attributes:
        columns: how likely each outcome is, as columns of pixels show it.
    """

    part_shown, scrolls, dense = Signal(int, int), True, False

    def __init__(self) -> None:
        self._no_axis, self._few = False, True
        super().__init__(tr("Sampling distribution"))
        self._bars = pg.BarGraphItem(x0=[0], y=[0], height=0.7, width=[0], pen=None)
        self._curve = pg.BarGraphItem(x=[0], height=[0], width=1, pen=None)
        for item in (self._bars, self._curve):
            self.addItem(item)
        self._at: int | None = None
        self.mark, self.columns = Mark(self), Columns(np.zeros(0))
        self._name: Callable[[int], str] = str
        self._numbers: Line | None = None
        self.truth = TruthMark(self)
        self.getViewBox().sigXRangeChanged.connect(lambda *_: self._rebin())
        self.getViewBox().sigRangeChanged.connect(lambda *_: self.part_shown.emit(*self.part))
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        self.mark.recolour(colours)
        for each in (self._bars, self._curve):
            each.setOpts(brush=pg.mkBrush(colours.bar))
        self.truth.recolour(colours)

    @property
    def fractions(self) -> NDArray[np.float64]:
        """How likely each outcome is, in the order drawn."""
        return self.columns.values

    @property
    def chances(self) -> NDArray[np.float64]:
        """The same in percent."""
        return self.columns.percents

    @property
    def few(self) -> bool:
        """Whether each outcome is a bar with its name."""
        return self._few

    def without_axis(self, *, left_out: bool = True) -> None:
        """Leave out the axis below bars with names, which have their numbers beside them, or have it again."""
        self._no_axis = self._few and left_out
        self.showAxis("bottom", not self._no_axis)
        zoomed = self._no_axis and not self.dense and self.fractions.size > _WHOLE + 1
        half = QFontMetrics(self.theme.font).height() // 2 + 1
        below = half if zoomed else 1  # else the lowest name in sight of many is cut
        self.getPlotItem().layout.setContentsMargins(1, half, half, below)

    def _write_names(self) -> None:
        """As `ThemedPlot._write_names`, which shows each axis that it names."""
        super()._write_names()
        if self._no_axis:
            self.showAxis("bottom", show=False)

    def set_data(
        self,
        chances: NDArray[np.float64],
        name: Callable[[int], str],
        across: str,
        *,
        upright: bool = False,
        line: Line | None = None,
    ) -> None:
        """Draw the chances in the order given, by their logarithms where these are asked for.

        Args:
            chances: one per candidate.
            name: the candidate at a place in that order.
            across: what the curve's positions mean.
            upright: draw bars side by side however few there are: their order is that of a line.
            line: the numbers that the outcomes are: then round ones stand at the axis.
        """
        self._numbers, self._no_axis = line, False
        self._name, self.columns = name, Columns(chances)
        self.take_scale(*((self.chances,) if self.logarithmic else ()))
        few = self._few = chances.size <= MOST_BARS and not upright
        self.getAxis("bottom" if few else "left").setTicks(None)
        self.getAxis("bottom").reaches = few
        self._bars.setVisible(few)
        self._curve.setVisible(not few)
        for text in self.texts:
            text.setVisible(False)
        self.getViewBox().invertY(few)
        self.name_axis("left" if few else "bottom", "" if few else across)
        self.setLimits(xMin=None, xMax=None, yMin=None, yMax=None, maxYRange=None, minXRange=None)
        self.name_rounded(*(("bottom", "left") if few else ("left", "bottom")))
        if few:
            self._draw_bars()
        else:
            self._draw_curve()
        self.place_all()

    def star(self, spans: Sequence[Span], *, figure: bool = False) -> None:
        """Mark places of a curve at its foot, or a true figure; a bar has its star beside its name."""
        self.truth.show(() if self._few else spans, self.scale.foot, figure=figure)

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self.point_at(None)
        self.mark.forget()
        self.star(())
        self._name, self._few = str, True
        self.columns = Columns(np.zeros(0))
        self._bars.setOpts(x0=[0], y=[0], height=0.7, width=[0])
        self._curve.setOpts(x=[0], height=[0], width=1)
        while self.texts:
            self.removeItem(self.texts.pop())
        for side in ("left", "bottom"):
            self.getAxis(side).setTicks([])

    def _draw_bars(self) -> None:
        count = self.fractions.size
        places = np.arange(count)
        self._bars.setOpts(
            x0=np.full(count, self.scale.foot), y=places, height=0.7, width=self.scale.lengths(self.chances)
        )
        names = [(i, short(self._name(i))) for i in range(count)]
        self.getAxis("left").setTicks([names])
        self.getAxis("left").setWidth(None)
        while len(self.texts) < count:
            text = self.written("", (0, 0.5))
            text.textItem.document().setDocumentMargin(0)  # else as much air above and below as to call it touching
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        for place, (text, chance, end) in enumerate(zip(self.texts, self.chances, self._ends, strict=False)):
            text.setText(f" {self.scale.words(float(chance) / 100)}")
            text.setPos(float(end), place)
            text.setVisible(True)
        self.setLimits(yMin=-0.8, yMax=max(count, 3) - 0.2)
        self._make_room()
        self._show_best()

    @property
    def _ends(self) -> NDArray[np.float64]:
        """Where beside each bar its words begin."""
        return self.scale.at(self.chances)

    def _make_room(self) -> None:
        """As much beside the bars as the words there take."""
        self.widen_to(self._ends, self.texts)

    def _show_best(self) -> None:
        """Bring the most likely candidate into sight, with as many others as the height holds."""
        count = self.fractions.size
        in_sight = min(count, self._in_sight())
        self.setLimits(maxYRange=in_sight + 0.2)
        first = min(max(0, int(self.chances.argmax()) - in_sight // 2), count - in_sight)
        self.setMouseEnabled(x=False, y=count > in_sight)
        edge = 0.5 if self.dense else 0.6  # close names would be seen at the edge before they are in sight
        self.setYRange(first - edge, first + in_sight - 1 + edge, padding=0)

    def _in_sight(self) -> int:
        """How many bars the height holds with their names: all of them as long as these do not touch."""
        count, fitting = self.fractions.size, self.getViewBox().height() / self.theme.px(_TEXT_HEIGHT)
        return count if count <= fitting else max(3, int(fitting * (1 if self.dense else _TEXT_HEIGHT / _BAR_HEIGHT)))

    def fit(self) -> None:
        """As `ThemedPlot.fit`."""
        if self._few and self.fractions.size:
            self._make_room()
            self._show_best()
        self._rebin()
        self.point_at(self._at)

    def show_whole(self) -> None:
        """As `ThemedPlot.show_whole`: of many bars the likeliest, of a curve all."""
        if not self._few:
            self.setXRange(0, self.fractions.size, padding=0)
        self.fit()

    def _draw_curve(self) -> None:
        count = self.fractions.size
        self.setMouseEnabled(x=True, y=False)
        self.setLimits(xMin=-1, xMax=count + 1, minXRange=min(20, count))
        self.raise_to(100 * self.columns.greatest)
        self.setXRange(0, count, padding=0)
        self._rebin()

    def _rebin(self) -> None:
        """One bar a pixel column: the largest chance in it, so that no peak is lost at any zoom."""
        count = self.fractions.size
        if self._few:
            return
        (left, right), _ = self.viewRange()
        first, last = max(0, int(left)), min(count, int(right) + 1)
        if last <= first:
            return
        columns = max(2, int(self.getViewBox().width()))
        x, heights, width = self.columns.highest(first, last, columns)
        if width == 1 and last - first <= _CLOSE:
            width = _APART
        self._curve.setOpts(x=x, y0=self.scale.foot, height=self.scale.lengths(100 * heights), width=width)
        self.getAxis("bottom").setTicks([self.position_names(first, last)])

    @property
    def part(self) -> tuple[int, int]:
        """From which place to before which one outcomes are in sight."""
        (left, right), (low, high) = self.viewRange()
        first, last = (ceil(low), floor(high) + 1) if self._few else (int(left), int(right) + 1)
        return max(0, first), min(self.fractions.size, last)

    @property
    def left_out(self) -> str:
        """As `ThemedPlot.left_out`: the bars that are out of sight."""
        return _out_of_sight(*self.part, self.fractions.size) if self._few else ""

    def go_to(self, place: float) -> None:
        """Move what is in sight so that a place is in its middle."""
        across, up = (place - sum(each) / 2 for each in self.viewRange())
        self.getViewBox().translateBy(**({"y": up} if self._few else {"x": across}))

    def position_names(self, first: int, last: int) -> list[tuple[float, str]]:
        """What stands at the axis below some of the places in sight."""
        if self._numbers is None:
            return place_names(self._name, first, last)
        wide = QFontMetrics(self.theme.font).horizontalAdvance
        return line_ticks(self._numbers, first, last, self.getViewBox().width(), self.theme.scale, wide)

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a frame around a bar with its name and number, a line at a place of the curve."""
        self._at = place
        if place is None or place >= self.fractions.size:
            self.mark.hide()
        elif self._few:
            self.mark.show_bar(place)
        else:
            self.mark.show_place(place + 0.5, f" {short(translated(self._name(place)))}: {self._told_of(place)} ")

    def _told_of(self, place: int) -> str:
        """What stands at a place of a curve."""
        return self.scale.words(float(self.fractions[place]))

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = round(spot.y()) if self._few else int(spot.x())
        return place if 0 <= place < self.fractions.size else None


def _out_of_sight(first: int, last: int, count: int) -> str:
    """How many outcomes are seen, where some are not."""
    shown = last - first
    return tr("{shown} of {count} shown.", shown=shown, count=count) if 0 < shown < count else ""


def ranges(wide: str) -> str:
    """What an axis says besides of outcomes that are ranges: how wide; "" of those that are none."""
    return tr("; ranges {wide}", wide=translated(wide)) if wide else ""


def airy(plot: DistributionPlot) -> int:
    """How many pixels high it is at 100 % with a few bars all in sight."""
    return min(plot.fractions.size, _WHOLE) * _BAR_HEIGHT + _AXIS if plot.few else 0


def lowest(plot: DistributionPlot) -> int:
    """As `airy`, with bars that stand close together; of many some are out of sight anyway."""
    many, below = plot.fractions.size, _CLOSE_AXIS if plot.getAxis("bottom").isVisible() else _EDGES
    return (many if many <= _WHOLE + 1 else _SOME) * _TEXT_HEIGHT + below if plot.few else 0


def place_names(name: Callable[[int], str], first: int, last: int) -> list[tuple[float, str]]:
    """Names at even places, the one in the middle among them: there an error is 0."""
    long = max(len(name(place)) for place in (first, last - 1)) > _LONGEST_TICK
    steps = 2 if long else 4
    reach = last - 1 - first
    inside = reach // 8 if long else 0
    places = sorted({first + inside + (reach - 2 * inside) * i // steps for i in range(steps + 1)})
    return [(place + 0.5, short(name(place), 18)) for place in places]


def short(name: str, most: int = _LONGEST_NAME) -> str:
    """A name, or as much of its beginning as there is room for."""
    return name if len(name) <= most else name[: most - 1] + "…"
