"""The rows of a table as points in a plane, and a halfspace among them that can be dragged."""

from fractions import Fraction
from math import pi, sqrt

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPolygonF
from PySide6.QtWidgets import QGraphicsPolygonItem

from dpstudio.core.preview.halfspaces import pivot, through, toward, within
from dpstudio.core.preview.queries import Coordinate, Counts, Halfspace, Plane, Table
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr

_MOST, _TURN = 200, (3 - sqrt(5)) * pi
"""How many points are drawn at most; the angle from one point around a spot to the next, as in a sunflower."""
_WIDE, _AROUND = 0.42, 0.62
"""How far from their spot points lie, and how far the picture goes beyond the outermost spots."""
_POINT, _HANDLE, _NEAR = 6, 12, 16
_ALONG = 0.3
"""At which share of the picture's width from the pivot the handles lie."""


class PointsPlot(ThemedPlot):
    """Points around the spot of their type of row, those in the halfspace filled with colour.

    The border is dragged by the mouse: by a handle it is turned, anywhere else it is moved.
    """

    dragged = Signal(object)
    """To which halfspace the mouse leads."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.area, self.border = QGraphicsPolygonItem(), pg.PlotCurveItem()
        self.outside, self.inside, self.handles = (pg.ScatterPlotItem(pxMode=True) for _ in range(3))
        self.area.setZValue(-1)
        for item in (self.area, self.border, self.outside, self.inside, self.handles):
            self.addItem(item, ignoreBounds=True)
        self.setMouseEnabled(x=False, y=False)
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        self._plane: Plane | None = None
        self._halfspace = Halfspace(1, 0, Fraction(0))
        self._table: Table = ()
        self._held: Halfspace | None = None
        self._grip = 0.0, 0.0
        self._turning = False
        self.each = 1
        self.getViewBox().sigResized.connect(lambda *_: self._draw_halfspace())
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours, px = self.theme.palette, self.theme.px
        self.area.setBrush(pg.mkBrush(colours.tint))
        self.area.setPen(pg.mkPen(None))
        self.border.setPen(pen_of(self, colours.text, width=2))
        for points, size in ((self.outside, _POINT), (self.inside, _POINT), (self.handles, _HANDLE)):
            points.setSize(px(size))
        self.outside.setBrush(pg.mkBrush(colours.surface))
        self.outside.setPen(pen_of(self, colours.strong_border, width=1))
        self.inside.setBrush(pg.mkBrush(colours.bar))
        self.inside.setPen(pen_of(self, colours.bar, width=1))
        self.handles.setBrush(pg.mkBrush(colours.surface))
        self.handles.setPen(pen_of(self, colours.text, width=2))

    def show_table(self, plane: Plane, table: Table, halfspace: Halfspace) -> None:
        """Draw how many rows of each type a table has, and a halfspace among them."""
        self._plane, self._table, self._halfspace = plane, table, halfspace
        self.each = -(-sum(table) // _MOST) or 1
        self.name_axis("bottom", plane.across.name)
        self.name_axis("left", plane.up.name if plane.up is not None else "")
        self.getAxis("bottom").setTicks([_ticks(plane.across)])
        self.getAxis("left").setTicks([_ticks(plane.up)] if plane.up is not None else [])
        (left, right), (low, high) = ((min(each), max(each)) for each in zip(*plane.spots, strict=True))
        self.setXRange(left - _AROUND, right + _AROUND, padding=0)
        self.setYRange(low - _AROUND, high + _AROUND, padding=0)
        self._draw_points(plane.counts(halfspace))
        self._draw_halfspace()

    def shortened(self, name: str, room: int) -> str:
        """As `ThemedPlot.shortened`: the names of columns take a second line."""
        metrics = QFontMetrics(self.theme.font)
        ends = [at for at, letter in enumerate(name) if letter == " " and metrics.horizontalAdvance(name[:at]) <= room]
        first, rest = (name[: ends[-1]], name[ends[-1] + 1 :]) if ends else ("", name)
        return "\n".join(filter(None, (first, super().shortened(rest, room))))

    def _draw_points(self, counted: Counts) -> None:
        """One point for each row, or for so many of them that there are not too many."""
        plane, dots = self._plane, [-(-many // self.each) for many in self._table]
        if plane is None:
            return
        begun: dict[tuple[int, int], int] = {}
        found: dict[bool, list[NDArray[np.float64]]] = {True: [], False: []}
        for spot, many, inside in zip(plane.spots, dots, counted, strict=True):
            first = begun.get(spot, 0)
            begun[spot] = first + many
            around = _around(first, many, sum(dots))
            found[inside].append(np.array(spot) + _beside(around, spot, self._halfspace, inside=inside))
        for item, inside in ((self.inside, True), (self.outside, False)):
            item.setData(pos=np.concatenate([np.zeros((0, 2)), *found[inside]]))

    def _draw_halfspace(self) -> None:
        plane, halfspace = self._plane, self._halfspace
        if plane is None:
            return
        (left, right), (low, high) = self.viewRange()
        corners = [(left, low), (right, low), (right, high), (left, high)]
        self.area.setPolygon(QPolygonF([QPointF(*each) for each in within(corners, halfspace)]))
        ends = [each for each in within(corners, halfspace) if self._on_border(each)]
        self.border.setData(*np.array(ends).reshape(-1, 2).T)
        self.handles.setData(pos=np.array(self._grips(plane)).reshape(-1, 2))

    def _on_border(self, spot: tuple[float, float]) -> bool:
        across, up, least = self._halfspace
        return abs(across * spot[0] + up * spot[1] - float(least)) < 1e-9

    def _grips(self, plane: Plane) -> list[tuple[float, float]]:
        """Where the handles are; a threshold of one coordinate has none."""
        if plane.up is None:
            return []
        (x, y), (across, up, _) = pivot(plane, self._halfspace), self._halfspace
        (left, right), (low, high) = self.viewRange()
        far = _ALONG * min(right - left, high - low) / (across**2 + up**2) ** 0.5
        return [(x - sign * up * far, y + sign * across * far) for sign in (1, -1)]

    # ---- the mouse

    def _spot(self, event: QMouseEvent) -> tuple[float, float]:
        spot = self.getViewBox().mapSceneToView(self.mapToScene(event.position().toPoint()))
        return spot.x(), spot.y()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Take the border where it is, or one of its handles."""
        plane = self._plane
        if plane is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        near = self.theme.px(_NEAR)
        here = event.position()
        places = [self.mapFromScene(self.getViewBox().mapViewToScene(QPointF(*each))) for each in self._grips(plane)]
        self._turning = any((here - QPointF(each)).manhattanLength() <= near for each in places)
        (x, y), (across, up, least) = self._spot(event), self._halfspace
        apart = (across * x + up * y - float(least)) / (across**2 + up**2)
        self._held, self._grip = self._halfspace, (across * apart, up * apart)
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Let the border follow: around where it was taken, or as far from the mouse as it was."""
        plane, held = self._plane, self._held
        if plane is None or held is None:
            super().mouseMoveEvent(event)
            return
        x, y = self._spot(event)
        across, up = self._grip
        turning = self._turning
        self.dragged.emit(toward(plane, held, (x, y)) if turning else through(plane, held, (x - across, y - up)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Let go."""
        self._held = None
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        super().mouseReleaseEvent(event)

    # ---- the end of it

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._plane, self._table = None, ()
        for points in (self.inside, self.outside, self.handles):
            points.setData([], [])
        self.border.setData([], [])
        self.area.setPolygon(QPolygonF())

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; the halfspace is that of the table's line."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`; what is pressed is dragged."""
        return None


def _around(first: int, many: int, whole: int) -> NDArray[np.float64]:
    """Where points around a spot lie, from the `first` one on; with as much room for each, whatever the spot."""
    number = np.arange(first, first + many)
    far, angle = _WIDE * np.sqrt((number + 0.5) / max(1, whole)), number * _TURN
    return np.column_stack((far * np.cos(angle), far * np.sin(angle)))


def _beside(
    around: NDArray[np.float64], spot: tuple[int, int], halfspace: Halfspace, *, inside: bool
) -> NDArray[np.float64]:
    """The same points, those across the border from their spot mirrored at it: each lies where it counts."""
    normal = np.array([halfspace.across, halfspace.up], np.float64)
    beyond = around @ normal + normal @ np.array(spot) >= float(halfspace.least)
    mirrored = around - 2 * np.outer(around @ normal, normal) / (normal @ normal)
    return np.where((beyond == inside)[:, None], around, mirrored)


def _ticks(along: Coordinate) -> list[tuple[float, str]]:
    """The numbers that rows have; of yes and no these words."""
    values = sorted(set(along.values))
    words = {0: tr("no"), 1: tr("yes")} if values == [0, 1] else {}
    return [(float(each), words.get(each, f"{each:,}".replace("-", "−"))) for each in values]
