"""The scores beneath the law, on the same axis: cliffs of the one stand under cliffs of the other."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from dpstudio.core.preview.pieces import Pieces
from dpstudio.core.sampling.comparison import Integers, float_of
from dpstudio.core.scores.evaluation import Scores
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.columns import Columns
from dpstudio.gui.plots.mark import Mark
from dpstudio.gui.plots.pens import pen_of
from dpstudio.translation import tr


class ScorePlot(ThemedPlot):
    """A line of steps, one for each candidate; it is moved with the law above it."""

    def __init__(self, above: ThemedPlot) -> None:
        super().__init__(tr("Scores of the candidates"))
        self._line = pg.PlotCurveItem()
        self.addItem(self._line)
        self.mark = Mark(self)
        self._steps: Integers = np.zeros(0, np.int64)
        self._columns, self._worth = Columns(self._steps), 1.0
        self._pieces: Pieces | None = None
        self._count = 0
        self._above = above
        self.setXLink(above)
        self.setMouseEnabled(x=True, y=False)
        self.getAxis("bottom").setTicks([])
        self.getViewBox().sigXRangeChanged.connect(lambda *_: self._draw())
        self.getViewBox().sigResized.connect(lambda *_: self._draw())
        self.recolour()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        self.mark.recolour(self.theme.palette)
        self._line.setPen(pen_of(self, self.theme.palette.accent, width=2))

    @property
    def scores(self) -> NDArray[np.float64]:
        """What is drawn, one for each candidate, or for each piece of a line of them."""
        return self._steps.astype(np.float64) * self._worth

    def show_scores(self, scores: Scores, unit: str) -> None:
        """Draw the scores in the candidates' own order; the same ones are not drawn again."""
        self.name_axis("left", tr("score, {unit}", unit=unit) if unit else tr("score"))
        if scores.steps is not self._steps:
            self._pieces, self._count = None, scores.steps.size
            self._steps, self._worth = scores.steps, float_of(scores.unit)
            self._columns = Columns(self._steps)
            self._draw()

    def show_pieces(self, pieces: Pieces, count: int, unit: str) -> None:
        """Draw the scores along outcomes of several candidates each, of which there are so many."""
        self.name_axis("left", tr("score, {unit}", unit=unit) if unit else tr("score"))
        if pieces is not self._pieces:
            self._pieces, self._count = pieces, count
            self._steps, self._worth = pieces.steps, float_of(pieces.unit)
            self._draw()

    def _draw(self) -> None:
        """Of more candidates than pixel columns the least and the greatest score in each column."""
        if self._pieces is not None:
            self._draw_pieces(self._pieces)
            return
        count = self._steps.size
        (left, right), _ = self.viewRange()
        first, last = max(0, int(left)), min(count, int(right) + 1)
        if last <= first:
            return
        columns = max(2, int(self.getViewBox().width()))
        if last - first <= columns:
            seen = self._steps[first:last].astype(np.float64) * self._worth
            self._line.setData(np.arange(first, last + 1), seen, stepMode="center")
        else:
            starts = np.linspace(first, last, columns + 1)[:-1].astype(np.int64)
            ends = [self._columns.ends(end, starts, last) for end in (np.minimum, np.maximum)]
            seen = np.stack(ends, axis=1).ravel().astype(np.float64) * self._worth
            self._line.setData(np.repeat(starts + 0.5, 2), seen, stepMode=None)
        self.setYRange(float(seen.min()), float(seen.max()), padding=0.08)

    def _draw_pieces(self, pieces: Pieces) -> None:
        """As `_draw`, of pieces: they are as wide as what they hold."""
        (left, right), _ = self.viewRange()
        first, last = pieces.between(left, right)
        if last <= first:
            return
        columns = max(2, int(self.getViewBox().width()))
        heights, begins = pieces.steps[first:last].astype(np.float64) * self._worth, pieces.ends[first:last]
        if last - first <= columns:
            self._line.setData(pieces.ends[first : last + 1], heights, stepMode="center")
        else:
            edges = np.linspace(left, right, columns + 1)[:-1]
            starts = np.unique(np.searchsorted(begins, edges, side="right").clip(1) - 1)
            ends = [end.reduceat(heights, starts) for end in (np.minimum, np.maximum)]
            self._line.setData(np.repeat(begins[starts], 2), np.stack(ends, axis=1).ravel(), stepMode=None)
        self.setYRange(float(heights.min()), float(heights.max()), padding=0.08)

    def show_whole(self) -> None:
        """As `ThemedPlot.show_whole`, with the law above."""
        self._above.show_whole()

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._steps, self._pieces, self._count = np.zeros(0, np.int64), None, 0
        self.mark.forget()
        self._columns = Columns(self._steps)
        self._line.setData([0, 1], [0], stepMode="center")

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at a candidate with its score; the law above moves it into sight."""
        if place is None or place >= self._count:
            self.mark.hide()
        else:
            self.mark.show_place(place + 0.5, f" {self.words(place)} ")

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`."""
        place = int(spot.x())
        return place if 0 <= place < self._count else None
