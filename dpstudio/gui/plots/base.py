"""What all plots share: a name for readers, no clutter, and the palette in force."""

import html
from typing import Any

import pyqtgraph as pg

from dpstudio.gui.theme import THEME


class ThemedPlot(pg.PlotWidget):
    """A plot that follows the palette; its labels are kept in `texts`."""

    def __init__(self, name: str, description: str, **options: Any) -> None:
        super().__init__(background=None, **options)
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.texts: list[pg.TextItem] = []
        for side in ("left", "bottom"):
            self.getAxis(side).enableAutoSIPrefix(False)

    def name_axis(self, side: str, text: str) -> None:
        """Say what an axis shows; the text is written as it is, whatever marks it holds."""
        self.setLabel(side, html.escape(text))

    def recolour(self) -> None:
        """Follow the palette in force."""
        colours = THEME.palette
        self.setBackground(colours.surface)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.grid))
            axis.setTextPen(pg.mkPen(colours.soft))
            axis.setStyle(tickFont=self.font(), tickLength=0)
        for text in self.texts:
            text.setColor(colours.text)
