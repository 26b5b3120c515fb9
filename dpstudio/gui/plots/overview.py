"""A strip of all outcomes below a picture that shows some of them: which ones, and how much of the chances."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.chance_scale import PROPORTIONAL, ChanceScale
from dpstudio.gui.plots.columns import Columns
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.percent import percent
from dpstudio.translation import tr

_HEIGHT, _WIDTH = 26, 120


class Strip(QWidget):
    """Draws the chances of all outcomes small, and a frame around those that are shown; a click moves the frame."""

    moved = Signal(float)
    """To which place its middle is to go."""

    def __init__(self) -> None:
        super().__init__()
        self._heights: NDArray[np.float64] = np.zeros(0)
        self._count, self._part = 0, (0, 0)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room, as high as a line."""
        return theme_of(self).size(_WIDTH, _HEIGHT)

    def show_chances(self, chances: Columns, scale: ChanceScale) -> None:
        """Hold the chances, the greatest in each of some hundred columns, as long as they are on a scale."""
        count = self._count = chances.count
        starts = np.unique(np.linspace(0, count, 401)[:-1].astype(np.int64))
        self._heights = scale.lengths(100 * chances.ends(np.maximum, starts, count)) if count else np.zeros(0)
        self.update()

    def show_part(self, first: int, last: int) -> None:
        """Frame the outcomes from `first` to before `last`."""
        self._part = first, last
        self.update()

    def frame(self) -> QRectF:
        """Where the frame stands."""
        first, last = (end / max(1, self._count) * self.width() for end in self._part)
        return QRectF(first, 1, max(3.0, last - first), self.height() - 2)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """A silhouette, and the frame."""
        painter, colours = QPainter(self), theme_of(self).palette
        painter.fillRect(self.rect(), QColor(colours.sunken))
        painter.fillRect(self.frame(), QColor(colours.tint))
        if self._heights.size:
            wide, high = self.width() / self._heights.size, self.height() / max(float(self._heights.max()), 1e-300)
            tops = [QPointF(at * wide, self.height() - share * high) for at, share in enumerate(self._heights.tolist())]
            edge = [QPointF(each.x() + wide, each.y()) for each in tops]
            steps = [point for pair in zip(tops, edge, strict=True) for point in pair]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.bar))
            painter.drawPolygon(QPolygonF([QPointF(0, self.height()), *steps, QPointF(self.width(), self.height())]))
        painter.setPen(QPen(QColor(colours.text), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.frame().adjusted(0.5, 0, -0.5, -0.5))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Go where the mouse is."""
        self.moved.emit(event.position().x() / max(1, self.width()) * self._count)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Follow the mouse while a button is held."""
        self.mousePressEvent(event)


class Overview(QWidget):
    """The strip with the number of outcomes that are shown and their share of the chances."""

    def __init__(self) -> None:
        super().__init__()
        self._chances: NDArray[np.float64] = np.zeros(0)
        self._whole, self._of = True, ""
        self.strip, self.said = Strip(), label("", "small", wrap=False)
        inside = row(self.strip, self.said)
        inside.setStretch(0, 1)
        self.setLayout(inside)

    def follow(self, plot: DistributionPlot) -> None:
        """Be there whenever only a part of a picture is in sight, and lead through it."""
        self.strip.moved.connect(plot.go_to)
        plot.part_shown.connect(lambda *part: self._follow(plot, *part))

    def show_of(self, plot: DistributionPlot, *, ranges: bool = False) -> None:
        """Hold what a picture shows now, and be there if that is a part.

        Args:
            ranges: whether each outcome stands for several neighbouring ones.
        """
        self._chances, self._of = plot.fractions, tr(" ranges") if ranges else ""
        self.strip.show_chances(plot.columns, plot.scale)
        self._follow(plot, *plot.part)

    def forget(self) -> None:
        """Hold nothing any more."""
        self._chances = np.zeros(0)
        self.strip.show_chances(Columns(self._chances), PROPORTIONAL)

    def _follow(self, plot: DistributionPlot, first: int, last: int) -> None:
        self.show_part(first, last)
        self.setVisible(not plot.isHidden() and not self._whole)

    def show_part(self, first: int, last: int) -> None:
        """Say which of them are shown; nothing where all are."""
        shown, count = max(0, last - first), self._chances.size
        self._whole = shown >= count
        if self._whole:
            return
        share = float(self._chances[first:last].sum())
        self.said.setText(
            tr(
                "{shown} of {count}{of} shown, {share} of the chances",
                shown=f"{shown:,}",
                count=f"{count:,}",
                of=self._of,
                share=percent(share),
            )
        )
        self.strip.setAccessibleName(self.said.text())
        self.strip.show_part(first, last)

    @property
    def is_whole(self) -> bool:
        """Whether all outcomes are shown."""
        return self._whole
