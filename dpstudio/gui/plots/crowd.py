"""People in one place on a map, one of whom goes elsewhere, and the candidates amid them."""

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from dpstudio.core.quantities import counted
from dpstudio.core.scores.counterexample import PEOPLE, OnMap, Place
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr

_CROWD, _ONE, _CANDIDATE = 22, 12, 8
_AROUND, _ALONG, _BEFORE = 0.4, 0.35, 0.15
"""How much of an upright way stands above and below it; which share of the width a level one takes; what is before."""


class CrowdPlot(ThemedPlot):
    """A map to scale: a disc for the people, a ring where one of them comes to be, diamonds for the candidates."""

    def __init__(self) -> None:
        super().__init__(tr("What one person does, on a map"))
        self._way = pg.PlotCurveItem()
        self._people, self._one, self._candidates = (pg.ScatterPlotItem(pxMode=True) for _ in range(3))
        for each in (self._way, self._people, self._one, self._candidates):
            self.addItem(each)
        self._shown: OnMap | None = None
        self.setMouseEnabled(x=False, y=False)
        self.fit_after_resizing()
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours, px = self.theme.palette, self.theme.px
        for points, size in ((self._people, _CROWD), (self._one, _ONE), (self._candidates, _CANDIDATE)):
            points.setSize(px(size))
        self._way.setPen(pen_of(self, colours.text, width=1.5, style=Qt.PenStyle.DashLine))
        self._people.setBrush(pg.mkBrush(colours.bar))
        self._people.setPen(pen_of(self, colours.surface, width=1))
        self._one.setBrush(pg.mkBrush(colours.surface))
        self._one.setPen(pen_of(self, colours.bar, width=3))
        self._candidates.setBrush(pg.mkBrush(colours.surface))
        self._candidates.setPen(pen_of(self, colours.text, width=1.5))

    def show_map(self, shown: OnMap) -> None:
        """Draw where all of them are."""
        if shown == self._shown:
            return
        self.forget()
        self._shown = shown
        people, there = _floats(shown.people), _floats(shown.there)
        self._way.setData([people[0], there[0]], [people[1], there[1]])
        self._people.setData([people[0]], [people[1]])
        self._one.setData([there[0]], [there[1]])
        across, up = zip(*map(_floats, shown.candidates), strict=True)
        self._candidates.setData(across, up, symbol="d")
        upright = people[0] == there[0]
        self._write(
            tr("{people}, the candidate amid them", people=counted(PEOPLE, "people")), people, 0.5 if upright else 1.5
        )
        self._write(tr("another one joins them here") if shown.joins else tr("one of them moves here"), there, 0.5)
        self.name_axis("bottom", shown.names[0])
        self.name_axis("left", shown.names[1])
        self.fit()

    def _write(self, words: str, at: tuple[float, float], above: float) -> None:
        """Right of a place, or above what lies to the right of it."""
        text = self.written(f"    {words}", (0.0, above))
        text.setPos(*at)
        self.addItem(text, ignoreBounds=True)
        self.texts.append(text)

    def fit(self) -> None:
        """As `ThemedPlot.fit`: one scale for both coordinates, the people at the left, words at their right."""
        if self._shown is None:
            return
        people, there = _floats(self._shown.people), _floats(self._shown.there)
        wide, high = max(1.0, self.getViewBox().width()), max(1.0, self.getViewBox().height())
        far, up = abs(there[0] - people[0]), abs(there[1] - people[1])
        a_pixel = max(far / (wide * _ALONG), up * (1 + 2 * _AROUND) / high)
        left = min(people[0], there[0]) - wide * a_pixel * _BEFORE
        middle = (people[1] + there[1]) / 2
        self.setXRange(left, left + wide * a_pixel, padding=0)
        self.setYRange(middle - high * a_pixel / 2, middle + high * a_pixel / 2, padding=0)

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._shown = None
        for each in (self._way, self._people, self._one, self._candidates):
            each.setData([], [])
        while self.texts:
            self.removeItem(self.texts.pop())

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; at this scale the candidates of all cases lie in one place."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`; what is said of each case stands beside the bars."""


def _floats(place: Place) -> tuple[float, float]:
    return float(place[0]), float(place[1])
