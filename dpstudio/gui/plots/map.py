"""Candidates on a longitude-latitude plot, each as large as its probability."""

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.widgets.percent import percent
from dpstudio.translation import tr

_MOST_NAMES, _AROUND = 40, 8


class MapPlot(ThemedPlot):
    """Circles at coordinates, their area proportional to the chance, named with percentages."""

    def __init__(self) -> None:
        super().__init__(tr("Candidates on a map"))
        self._dots, self._ring = pg.ScatterPlotItem(pxMode=True), pg.ScatterPlotItem(pxMode=True)
        for each in (self._dots, self._ring):
            self.addItem(each)
        self._spots: NDArray[np.float64] = np.zeros((0, 3))
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self._dots.setBrush(pg.mkBrush(self.theme.palette.bar))

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._spots = np.zeros((0, 3))
        self._dots.setData([], [])
        self._ring.setData([], [])
        for text in self.texts:
            self.removeItem(text)
        self.texts = []

    def set_data(
        self,
        across: NDArray[np.float64],
        up: NDArray[np.float64],
        chances: NDArray[np.float64],
        name: Callable[[int], str],
        names: tuple[str, str],
    ) -> None:
        """Draw each candidate at (across, up)."""
        sizes = 4 + 22 * np.sqrt(chances / max(float(chances.max()), 1e-12))
        self._spots = np.column_stack((across, up, sizes))
        colours = self.theme.palette
        self._dots.setData(
            across, up, size=sizes, brush=pg.mkBrush(colours.bar), pen=pg.mkPen(colours.surface, width=1.5)
        )
        for text in self.texts:
            self.removeItem(text)
        self.texts = []
        for place in np.argsort(-chances, kind="stable")[:_MOST_NAMES].tolist():
            to_left = across[place] > (across.min() + across.max()) / 2
            gap = "   " if sizes[place] < 16 else "    "
            said = f"{name(place)}  {percent(float(chances[place]))}"
            text = self.written(said + gap if to_left else gap + said, (1.0 if to_left else 0.0, 0.5))
            text.setPos(float(across[place]), float(up[place]))
            self.addItem(text, ignoreBounds=True)
            self.texts.append(text)
        self.name_axis("bottom", names[0])
        self.name_axis("left", names[1])
        wide, high = _room(across), _room(up)
        self.setXRange(*wide, padding=0)
        self.setYRange(*high, padding=0)

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


def _room(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = max(1e-9, (high - low) * 0.18) or 1.0
    return low - margin, high + margin
