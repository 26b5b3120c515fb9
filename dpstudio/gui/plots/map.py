"""Candidates on a longitude-latitude plot, each as large as its probability."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF

from dpstudio.core.preview.distribution import Spots
from dpstudio.core.quantities import grouped
from dpstudio.gui.plots.coast import coast
from dpstudio.gui.plots.scaled_plot import ScaledPlot
from dpstudio.translation import tr

_MOST_NAMES, _AROUND, _GAP, _AIR = 40, 8, 3, 0.12
"""Of how many candidates the name is written; pixels around the circle that is marked, and between a circle and its
name; the share of a line's height that is empty above the letters, and below them."""
_STAR = 14
_LEAST, _GROWTH, _CROSS = 4, 22, 16
"""Pixels across the circle of what has no length, how much wider the largest one is, and those across the +."""
_RIGHT, _LEFT = (tuple((side, down) for down in (0.0, -0.25, 0.25, -0.5, 0.5)) for side in (1, -1))
_MIDDLE, _CORNERS = ((0, -1.0), (0, 1.0)), ((1, -1.0), (-1, -1.0), (1, 1.0), (-1, 1.0))
_ORDERS = tuple(first + second + _MIDDLE + _CORNERS for first, second in ((_RIGHT, _LEFT), (_LEFT, _RIGHT)))
_ORDERS += tuple(_MIDDLE + each for each in _ORDERS)
"""Where names may stand: beside their circles, also up to half a line higher or lower, above and below, or at a corner;
in which order these places are tried."""
_ROUNDS, _FEW = 4, 12
"""How often the names that found no room are tried first, where there are so few."""
Name = tuple[int, QSizeF]
"""Of which candidate it is, and how large."""


class MapPlot(ScaledPlot):
    """Circles at coordinates, their area proportional to the chance or to its logarithm, named with the chances."""

    def __init__(self) -> None:
        super().__init__(tr("Candidates on a map"))
        self._dots, self._ring = pg.ScatterPlotItem(pxMode=True), pg.ScatterPlotItem(pxMode=True)
        self.stars = pg.ScatterPlotItem(symbol="star", pxMode=True)
        self.coasts, self.mean = pg.PlotCurveItem(), pg.ScatterPlotItem(symbol="+", pxMode=True)
        self.addItem(self.coasts, ignoreBounds=True)
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
        self.stars.setBrush(pg.mkBrush(self.theme.palette.surface))
        self.stars.setPen(pg.mkPen(self.theme.palette.text, width=1))
        self.coasts.setPen(pg.mkPen(self.theme.palette.border, width=1))
        self.mean.setPen(pg.mkPen(self.theme.palette.surface, width=1))
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
        colours = self.theme.palette
        said = [f"{name(place)}  {self.scale.words(float(chance))}" for place, chance in enumerate(chances)]
        self._dots.setData(
            across,
            up,
            size=sizes,
            brush=pg.mkBrush(colours.bar),
            pen=pg.mkPen(colours.surface, width=1.5),
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
        """The likeliest first, each beside its circle where it hides nothing; a name without room is left out."""
        if not self._named:
            return
        (left, right), (low, high) = self.viewRange()
        box = self.getViewBox()
        across, up = box.width() / (right - left), box.height() / (high - low)
        middles = np.column_stack(((self._spots[:, 0] - left) * across, (high - self._spots[:, 1]) * up))
        whole = QRectF(0, 0, box.width(), box.height())
        circles = [_around(x, y, size, size) for x, y, size in np.column_stack((middles, self._spots[:, 2])).tolist()]
        sizes = [text.textItem.boundingRect().size() for text in self.texts]
        crosses = [
            _around((x - left) * across, (high - y) * up, *2 * (self.theme.px(_CROSS),))
            for x, y in zip(*self.mean.getData(), strict=True)
        ]
        names = list(zip(self._named, sizes, strict=True))
        tried = [found for order in _ORDERS for found in _tried(order, names, [*circles, *crosses], circles, whole)]
        best = max(tried, key=lambda spots: sum(self._chances[place] for place in spots))
        for place, text in zip(self._named, self.texts, strict=True):
            text.setVisible(place in best)
            if place in best:
                spot = best[place]
                text.setPos(left + spot.x() / across, high - spot.y() / up)

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
        pen = pg.mkPen(self.theme.palette.text, width=2)
        self._ring.setData([across], [up], size=[size + _AROUND], brush=None, pen=pen)

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        found = self._dots.pointsAt(spot)
        return int(found[0].index()) if len(found) else None


def _tried(
    order: tuple[tuple[int, float], ...],
    names: list[Name],
    hidden: list[QRectF],
    circles: list[QRectF],
    whole: QRectF,
) -> Iterator[dict[int, QRectF]]:
    """Where each name stands that finds room, if places are tried in this order; then with what is left out at first.

    Args:
        hidden: what no name may hide.
    """
    for _ in range(_ROUNDS):
        found = _arranged(order, names, hidden, circles, whole)
        yield found
        left_out = [each for each in names if each[0] not in found]
        if not left_out or len(names) > _FEW:
            return
        names = left_out + [each for each in names if each[0] in found]


def _arranged(
    order: tuple[tuple[int, float], ...],
    names: list[Name],
    hidden: list[QRectF],
    circles: list[QRectF],
    whole: QRectF,
) -> dict[int, QRectF]:
    """The same, one name after the other."""
    found: dict[int, QRectF] = {}
    for place, size in names:
        air = _AIR * size.height()
        for side, down in order:
            spot = _beside(circles[place], side, down, size)
            letters = spot.adjusted(0, air, 0, -air)
            if whole.contains(letters) and not any(letters.intersects(each) for each in (*found.values(), *hidden)):
                found[place] = spot
                break
    return found


def _around(x: float, y: float, wide: float, high: float) -> QRectF:
    """A rectangle around a point."""
    return QRectF(x - wide / 2, y - high / 2, wide, high)


def _beside(circle: QRectF, side: int, down: float, size: QSizeF) -> QRectF:
    """A place beside a circle, or above or below it."""
    level = abs(down) < 1
    away = (circle.width() + size.width()) / 2 + (_GAP if level else -circle.width() / 2)
    lower = size.height() if level else (circle.height() + size.height()) / 2
    middle = circle.center()
    return _around(middle.x() + side * away, middle.y() + down * lower, size.width(), size.height())


def _room(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = max(1e-9, (high - low) * 0.18) or 1.0
    return low - margin, high + margin
