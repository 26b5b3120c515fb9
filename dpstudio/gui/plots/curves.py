"""Probabilities against a distance: what is true as a line of steps, what is proven as broken lines over it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics, QPen
from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.distribution import Line
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.mark import Mark as Pointer
from dpstudio.gui.plots.pens import pen_of
from dpstudio.gui.plots.ticks import line_ticks
from dpstudio.translation import tr, translated

_DASHES = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_TRUE, _PROVEN, _MASS = 3, 2, 6
_HEIGHTS = (100, 50), (70, 30)
"""Where the name of each mark may stand, best first: never both at one height, since the marks may be close."""
_EDGE = 0.15
"""The share of the picture at either side in which a name would not fit beyond its line."""
MOST_CURVES = 1 + len(_DASHES)


class Curve(NamedTuple):
    """A line; with one more place than there are chances it has a step at each place but the ends.

    Args:
        name: what it shows.
        places: ascending distances.
        chances: between 0 and 1.
    """

    name: str
    places: NDArray[np.float64]
    chances: NDArray[np.float64]


class Mark(NamedTuple):
    """A line from bottom to top with a name; where it has a mass, from one probability to another, that is thick."""

    at: float
    name: str
    mass: tuple[float, float] | None = None


class CurvesPlot(ThemedPlot):
    """The first curve is the law, the others are bounds; two marks stand at distances."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.curves = [pg.PlotCurveItem() for _ in range(MOST_CURVES)]
        self.marks = [pg.InfiniteLine(angle=90) for _ in range(2)]
        self.masses = [pg.PlotCurveItem() for _ in self.marks]
        for item in (*self.curves, *self.marks, *self.masses):
            self.addItem(item, ignoreBounds=True)
        for place in range(2):
            text = pg.TextItem(anchor=(1 - place, 0))
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        self.setMouseEnabled(x=False, y=False)
        self.name_axis("left", tr("probability in %"))
        self.pointer = Pointer(self)
        self._line = Line(0.0, 1.0, "")
        self._count = 0
        self._marked: Sequence[Mark] = ()
        self.getViewBox().sigResized.connect(lambda *_: self._resized())
        self.forget()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self.pointer.recolour(self.theme.palette)
        for place, item in enumerate(self.curves):
            item.setPen(curve_pen(self, place))
        for mark, style in zip(self.marks, (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine), strict=True):
            mark.setPen(pen_of(self, self.theme.palette.strong_border, width=1, style=style))
        for mass, colour in zip(self.masses, (self.theme.palette.good, self.theme.palette.bad), strict=True):
            mass.setPen(pen_of(self, colour, width=_MASS, cap=Qt.PenCapStyle.FlatCap))

    def show_curves(self, curves: Sequence[Curve], line: Line, count: int, across: str) -> None:
        """Draw curves over one another.

        Args:
            line: the distances that can be pointed at.
            count: how many these are.
            across: what they are.
        """
        self._line, self._count = line, count
        for item, curve in zip(self.curves, curves, strict=False):
            stepped = curve.places.size == curve.chances.size + 1
            item.setData(curve.places, 100 * curve.chances, stepMode="center" if stepped else None)
        for place, item in enumerate(self.curves):
            item.setVisible(place < len(curves))
        self.setXRange(0, line.first + (count - 1) * line.step, padding=0.02)
        self.setYRange(0, 100, padding=0.06)
        self.name_axis("bottom", across)
        self._set_ticks()

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Stand lines at some distances, none or two; one beyond the picture is not seen."""
        self._marked = marks
        least, most = self.viewRange()[0]
        alike = len(marks) > 1 and marks[0].at == marks[1].at
        for place, (item, text) in enumerate(zip(self.marks, self.texts, strict=True)):
            mark = marks[place] if place < len(marks) else None
            seen = mark is not None and least <= mark.at <= most
            item.setVisible(seen)
            self._show_mass(place, mark if seen else None)
            text.setVisible(seen and not (alike and place))
            if mark is not None:
                item.setValue(mark.at)
                text.setText(" = ".join(translated(each.name) for each in marks) if alike else translated(mark.name))
                text.setFont(self.theme.font)
                free = self._free(marks, place)
                side, height = free or (self._side(marks, place), _HEIGHTS[place][0])
                text.fill = pg.mkBrush(None if free else self.theme.palette.surface)
                text.setAnchor((side, 0))
                text.setPos(mark.at, height)

    def _show_mass(self, place: int, mark: Mark | None) -> None:
        """Draw a probability as long as it is, in percent."""
        low, high = (mark.mass if mark is not None else None) or (0.0, 0.0)
        at = mark.at if mark is not None else 0.0
        self.masses[place].setData([at, at], [100 * low, 100 * high])
        self.masses[place].setVisible(high > low)

    def _side(self, marks: Sequence[Mark], place: int) -> int:
        """With which end a name stands at its line: away from the other line, and within the picture."""
        (low, high), _ = self.viewRange()
        share = (marks[place].at - low) / (high - low)
        if not _EDGE < share < 1 - _EDGE:
            return int(share > _EDGE)
        return int(len(marks) > 1 and marks[place].at < marks[1 - place].at)

    def _free(self, marks: Sequence[Mark], place: int) -> tuple[int, int] | None:
        """With which end and how high a mark's name stands where no curve or line passes it; None if none."""
        box, ((left, right), (low, high)) = self.getViewBox(), self.viewRange()
        room, at, side = self.texts[place].textItem.boundingRect(), marks[place].at, self._side(marks, place)
        wide = room.width() * (right - left) / max(1.0, box.width())
        tall = room.height() * (high - low) / max(1.0, box.height())
        curves = [item.getData() for item in self.curves if item.isVisible()]
        others = [each.at for each in marks if each.at != at]
        for end in (side, 1 - side):
            start = at - end * wide
            if start < left or start + wide > right or any(start <= other <= start + wide for other in others):
                continue
            for top in _HEIGHTS[place]:
                if not any(_passes(x, y, start, wide, top - tall, top) for x, y in curves):
                    return end, top
        return None

    def _resized(self) -> None:
        self._set_ticks()
        self.show_marks(self._marked)

    def _set_ticks(self) -> None:
        """Round distances, and round percentages up to 100."""
        last = self._line.first + (self._count - 1) * self._line.step
        whole = Line(0.0, self._line.step, "")
        wide, count = QFontMetrics(self.theme.font).horizontalAdvance, round(last / self._line.step) + 1
        found = line_ticks(whole, 0, count, self.getViewBox().width(), self.theme.scale, wide)
        self.getAxis("bottom").setTicks([[((at - 0.5) * self._line.step, text) for at, text in found]])
        self.getAxis("left").setTicks([[(each, str(each)) for each in (0, 50, 100)]])

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._count = 0
        self.pointer.forget()
        for item in self.curves:
            item.setData([0.0, 1.0], [0.0, 0.0], stepMode=None)
            item.hide()
        self.show_marks(())

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at a distance, and what its line of the table says."""
        if place is None or place >= self._count:
            self.pointer.hide()
        else:
            self.pointer.show_place(self._line.first + place * self._line.step, f" {self.words(place)} ")

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = round((spot.x() - self._line.first) / self._line.step)
        return min(max(0, place), self._count - 1) if self._count else None


def curve_pen(part: QWidget, place: int) -> QPen:
    """How the curve at a place is drawn: the law thick and whole, each bound broken in its own way."""
    colours = theme_of(part).palette
    if place == 0:
        return pen_of(part, colours.bar, width=_TRUE)
    return pen_of(part, colours.text, width=_PROVEN, style=_DASHES[place - 1])


def _passes(
    places: NDArray[np.float64], heights: NDArray[np.float64], start: float, wide: float, low: float, high: float
) -> bool:
    """Whether a curve passes through a frame that begins at a place."""
    first, last = np.searchsorted(places, [start, start + wide])
    if places.size > heights.size:  # steps
        inside = heights[max(0, first - 1) : last]
    else:
        inside = np.append(heights[first:last], np.interp([start, start + wide], places, heights))
    return bool(inside.size and inside.min() <= high and inside.max() >= low)
