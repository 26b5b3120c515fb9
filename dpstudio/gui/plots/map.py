"""Candidates on a longitude-latitude plot, each as large as its probability."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from dpstudio.core.preview.distribution import Spots
from dpstudio.core.quantities import grouped
from dpstudio.gui.plots.coast import coast
from dpstudio.gui.plots.naming import around, arranged, led
from dpstudio.gui.plots.pens import pen_of
from dpstudio.gui.plots.scaled_plot import ScaledPlot
from dpstudio.translation import tr

_MOST_NAMES, _AROUND = 40, 8
"""Of how many candidates the name is written; pixels around the circle that is marked."""
_STAR = 14
_LEAST, _GROWTH, _CROSS = 4, 22, 16
"""Pixels across the circle of what has no length, how much wider the largest one is, and those across the +."""


class MapPlot(ScaledPlot):
    """Circles at coordinates, their area proportional to the chance or to its logarithm, named with the chances."""

    def __init__(self) -> None:
        super().__init__(tr("Candidates on a map"))
        self._dots, self._ring = pg.ScatterPlotItem(pxMode=True), pg.ScatterPlotItem(pxMode=True)
        self.stars = pg.ScatterPlotItem(symbol="star", pxMode=True)
        self.coasts, self.mean = pg.PlotCurveItem(), pg.ScatterPlotItem(symbol="+", pxMode=True)
        self.leads = pg.PlotCurveItem(connect="pairs")
        for line in (self.coasts, self.leads):
            self.addItem(line, ignoreBounds=True)
        for each in (self._dots, self.stars, self._ring, self.mean):
            self.addItem(each)
        self._spots: NDArray[np.float64] = np.zeros((0, 3))
        self._chances: NDArray[np.float64] = np.zeros(0)
        self._named: list[int] = []
        self.mean_told = ""
        self.getViewBox().sigRangeChanged.connect(lambda *_: self._place_names())
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self._dots.setBrush(pg.mkBrush(self.theme.palette.bar))
        self._dots.setPen(pen_of(self, self.theme.palette.surface, width=1.5))
        self._ring.setPen(pen_of(self, self.theme.palette.text, width=2))
        self.stars.setBrush(pg.mkBrush(self.theme.palette.surface))
        self.stars.setPen(pen_of(self, self.theme.palette.text, width=1))
        self.coasts.setPen(pen_of(self, self.theme.palette.border, width=1))
        self.leads.setPen(pen_of(self, self.theme.palette.text, width=1))
        self.mean.setPen(pen_of(self, self.theme.palette.surface, width=1))
        self.mean.setBrush(pg.mkBrush(self.theme.palette.text))
        self._place_names()

    def fit(self) -> None:
        """As `ThemedPlot.fit`: names keep clear of one another at any size."""
        self._place_names()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._spots = np.zeros((0, 3))
        for each in (self._dots, self._ring, self.stars, self.mean):
            each.setData([], [])
        self.mean_told = ""
        self.coasts.clear()
        self.leads.setData([], [])
        for text in self.texts:
            self.removeItem(text)
        self.texts, self._named, self._chances = [], [], np.zeros(0)

    def set_data(
        self,
        spots: Spots,
        chances: NDArray[np.float64],
        name: Callable[[int], str],
        mean: tuple[Fraction, ...] | None = None,
    ) -> None:
        """Draw each candidate in its spot, its area as its length on the scale; on the earth the coasts beneath.

        Args:
            mean: where a + stands for the people's mean.
        """
        across, up, names, on_earth = spots
        self.take_scale(100 * chances)
        lengths = self.scale.lengths(100 * chances)
        sizes = _LEAST + _GROWTH * np.sqrt(lengths / max(float(lengths.max()), 1e-10))
        self._spots = np.column_stack((across, up, sizes))
        said = [f"{name(place)}  {self.scale.words(float(chance))}" for place, chance in enumerate(chances)]
        self._dots.setData(
            across,
            up,
            size=sizes,
            data=said,
            tip=lambda data, **_: str(data),
            hoverable=True,
        )
        for text in self.texts:
            self.removeItem(text)
        self.texts = []
        self._chances = chances
        self._named = np.argsort(-chances, kind="stable")[:_MOST_NAMES].tolist()
        for place in self._named:
            text = self.written(said[place], (0.0, 0.0))
            text.textItem.document().setDocumentMargin(0)
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        if on_earth:
            east, north, joined = coast()
            self.coasts.setData(east, north, connect=joined)
        else:
            self.coasts.clear()
        self.name_axis("bottom", names[0])
        self.name_axis("left", names[1])
        self._show_mean(mean, names)
        self.show_whole()

    def star(self, places: NDArray[np.int64]) -> None:
        """Put a star into some circles: one that is too small for it is hidden by it."""
        across, up = self._spots[places, :2].T
        self.stars.setData(across, up, size=self.theme.px(_STAR))

    def _show_mean(self, mean: tuple[Fraction, ...] | None, names: tuple[str, str]) -> None:
        """Draw where the people's mean is, and keep in words what the + says."""
        if mean is None:
            self.mean.setData([], [])
            self.mean_told = ""
            return
        self.mean.setData([float(mean[0])], [float(mean[1])], size=self.theme.px(_CROSS))
        texts = [grouped(f"{float(each):.6g}").replace("-", "−") for each in mean]
        self.mean_told = tr(
            "+ is the people's mean: {at_first} ({first}), {at_second} ({second}). The less far a candidate is from it,"
            " both distances added, the better.",
            first=names[0],
            at_first=texts[0],
            second=names[1],
            at_second=texts[1],
        )

    def show_whole(self) -> None:
        """As `ThemedPlot.show_whole`: all candidates."""
        if self._spots.size:
            across, up = (np.append(self._spots[:, at], each) for at, each in enumerate(self.mean.getData()))
            self.setXRange(*_room(across), padding=0)
            self.setYRange(*_room(up), padding=0)
        self._place_names()

    def _place_names(self) -> None:
        """The likeliest first, each beside its circle where it hides nothing, or a line away from it, or left out."""
        if not self._named:
            return
        (left, right), (low, high) = self.viewRange()
        box = self.getViewBox()
        across, up = box.width() / (right - left), box.height() / (high - low)
        middles = np.column_stack(((self._spots[:, 0] - left) * across, (high - self._spots[:, 1]) * up))
        whole = QRectF(0, 0, box.width(), box.height())
        circles = [around(x, y, size, size) for x, y, size in np.column_stack((middles, self._spots[:, 2])).tolist()]
        sizes = [text.textItem.boundingRect().size() for text in self.texts]
        crosses = [
            around((x - left) * across, (high - y) * up, *2 * (self.theme.px(_CROSS),))
            for x, y in zip(*self.mean.getData(), strict=True)
        ]
        names = list(zip(self._named, sizes, strict=True))
        near = max(
            arranged(names, [*circles, *crosses], circles, whole),
            key=lambda spots: sum(self._chances[place] for place in spots),
        )
        far, lines = led([each for each in names if each[0] not in near], near, [*circles, *crosses], circles, whole)
        best = near | far
        for place, text in zip(self._named, self.texts, strict=True):
            text.setVisible(place in best)
            if place in best:
                spot = best[place]
                text.setPos(left + spot.x() / across, high - spot.y() / up)
        ends = [end for line in lines for end in (line.p1(), line.p2())]
        self.leads.setData([left + end.x() / across for end in ends], [high - end.y() / up for end in ends])

    @property
    def left_out(self) -> str:
        """As `ThemedPlot.left_out`: the names that have no room."""
        shown, count = sum(text.isVisible() for text in self.texts), len(self._spots)
        return tr("{shown} of {count} names shown.", shown=shown, count=count) if shown < count else ""

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a ring around a candidate's circle."""
        if place is None or place >= len(self._spots):
            self._ring.setData([], [])
            return
        across, up, size = self._spots[place]
        self._ring.setData([across], [up], size=[size + _AROUND], brush=None)

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        found = self._dots.pointsAt(spot)
        return int(found[0].index()) if len(found) else None


def _room(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = max(1e-9, (high - low) * 0.18) or 1.0
    return low - margin, high + margin
