"""What all plots share: a name for readers, no clutter, the palette in force, and a mark on one of the outcomes."""

import html
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal

from dpstudio.gui.theme import THEME


class ThemedPlot(pg.PlotWidget):
    """A plot that follows the palette; its labels are kept in `texts`, and the keyboard goes to its table.

    `picked` carries the place of the outcome that was clicked.
    """

    picked = Signal(int)

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(background=None, **options)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scene().sigMouseClicked.connect(self._clicked)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.texts: list[pg.TextItem] = []
        for side in ("left", "bottom"):
            self.getAxis(side).enableAutoSIPrefix(False)

    def name_axis(self, side: str, text: str) -> None:
        """Say what an axis shows; the text is written as it is, whatever marks it holds."""
        self.setLabel(side, html.escape(text))

    def point_at(self, place: int | None) -> None:
        """Mark an outcome and bring it into sight, or mark none; each plot has its own mark."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drop what was drawn: nothing of it stays in memory behind another page."""
        raise NotImplementedError

    def place_at(self, spot: QPointF) -> int | None:
        """Which outcome is drawn at a point of the plot's own coordinates."""
        raise NotImplementedError

    def _clicked(self, event: Any) -> None:
        place = self.place_at(self.getViewBox().mapSceneToView(event.scenePos()))
        if place is not None:
            self.picked.emit(place)

    def recolour(self) -> None:
        """Follow the palette in force."""
        colours = THEME.palette
        self.setBackground(colours.surface)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.border))
            axis.setTextPen(pg.mkPen(colours.soft))
            axis.setStyle(tickFont=self.font(), tickLength=0)
        for text in self.texts:
            text.setColor(colours.text)
