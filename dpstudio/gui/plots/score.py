"""The scores beneath the law, on the same axis: cliffs of the one stand under cliffs of the other."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.theme import THEME


class ScorePlot(ThemedPlot):
    """A line of steps, one for each candidate; it is moved with the law above it."""

    def __init__(self, above: ThemedPlot) -> None:
        super().__init__("Scores of the candidates")
        self._line = pg.PlotCurveItem()
        self.addItem(self._line)
        self._scores: NDArray[np.float64] = np.zeros(0)
        self.setXLink(above)
        self.setMouseEnabled(x=True, y=False)
        self.getAxis("bottom").setTicks([])
        self.getViewBox().sigXRangeChanged.connect(lambda *_: self._draw())
        self.getViewBox().sigResized.connect(lambda *_: self._draw())
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self._line.setPen(pg.mkPen(THEME.palette.accent, width=2))

    @property
    def scores(self) -> NDArray[np.float64]:
        """What is drawn, one for each candidate."""
        return self._scores

    def show_scores(self, scores: NDArray[np.float64], unit: str) -> None:
        """Draw the scores in the candidates' own order."""
        self._scores = scores
        self.name_axis("left", f"score, {unit}" if unit else "score")
        self._draw()

    def _draw(self) -> None:
        """Of more candidates than pixel columns the least and the greatest score in each column."""
        count = self._scores.size
        (left, right), _ = self.viewRange()
        first, last = max(0, int(left)), min(count, int(right) + 1)
        if last <= first:
            return
        columns = max(2, int(self.getViewBox().width()))
        seen = self._scores[first:last]
        if seen.size <= columns:
            self._line.setData(np.arange(first, last + 1), seen, stepMode="center")
        else:
            starts = np.linspace(first, last, columns + 1)[:-1].astype(np.int64)
            ends = [np.minimum.reduceat, np.maximum.reduceat]
            pairs = np.stack([end(self._scores[:last], starts) for end in ends], axis=1)
            self._line.setData(np.repeat(starts + 0.5, 2), pairs.ravel(), stepMode=None)
        self.setYRange(float(seen.min()), float(seen.max()), padding=0.08)

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._scores = np.zeros(0)
        self._line.setData([0, 1], [0], stepMode="center")

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`; the law above has the mark."""

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = int(spot.x())
        return place if 0 <= place < self._scores.size else None
