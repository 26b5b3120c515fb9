"""A plot of probabilities, in proportion or by their logarithms."""

from collections.abc import Sequence
from math import inf

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.chance_scale import PROPORTIONAL, ChanceScale, logarithmic
from dpstudio.gui.plots.ticks import round_ticks

_NARROWEST = 1 / 10
"""Which share of the width bars have however long what is written beside them is."""


class ScaledPlot(ThemedPlot):
    """Draws probabilities on the scale that is asked for.

    Attributes:
        logarithmic: whether that is a logarithmic one, from the next drawing on.
        scale: the one that is drawn on.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.logarithmic = False
        self.scale: ChanceScale = PROPORTIONAL
        self._along = ""

    def take_scale(self, *laws: NDArray[np.float64]) -> None:
        """Choose the scale on which all of these, in percent, have a length."""
        self.scale = logarithmic(*laws) if self.logarithmic else PROPORTIONAL
        before, self.floor = self.floor, self.scale.floor
        if self._along:
            self.name_axis(self._along, self.scale.name)
        self.setAccessibleDescription(self.scale.told)
        if before or self.floor:
            self.rescaled.emit()

    def name_rounded(self, along: str, across: str) -> None:
        """Let the axis along the bars say the scale and what is round on it, and the one across what is round else."""
        self._along = along
        self.name_axis(along, self.scale.name)
        for side, rounded in ((along, self.scale.rounded), (across, round_ticks)):
            self.getAxis(side).rounded = rounded
        self.getAxis(along).most = self.scale.most
        self.getAxis(across).most = inf

    def raise_to(self, percents: float) -> None:
        """Let upright bars have room for one of so many percent, and a little above it."""
        length = float(self.scale.lengths(np.array([percents]))[0])
        self.setYRange(self.scale.foot, self.scale.foot + max(1.05 * length, self.scale.least), padding=0)

    def widen_to(self, ends: NDArray[np.float64], texts: Sequence[pg.TextItem]) -> None:
        """Let level bars have room for words that begin where they end."""
        wide, foot = max(1.0, self.getViewBox().width()), self.scale.foot
        words = [text.textItem.boundingRect().width() for text in texts[: ends.size]]
        lefts = np.maximum(wide - np.array(words), wide * _NARROWEST)
        needed = float(((ends - foot) * wide / lefts).max(initial=1e-9))
        self.setXRange(foot, foot + max(needed, self.scale.least), padding=0)
