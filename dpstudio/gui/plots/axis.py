"""An axis of round numbers, as many as its length holds beside or above each other."""

from collections.abc import Sequence
from math import inf

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGraphicsSceneResizeEvent

from dpstudio.gui.look.theme import Theme, theme_of
from dpstudio.gui.plots.ticks import Rounded, round_ticks, ticks_across, ticks_up
from dpstudio.translation import translated

_FIFTH, _SIGN = 0.2, 2
"""Which share of a name's height pyqtgraph takes for empty; a name of no more characters is a sign as %: it is not
turned."""


class RoundAxis(pg.AxisItem):
    """Writes multiples of 1, 2 or 5 times a power of ten, or what else is round to it; nothing above `most`.

    Attributes:
        reaches: whether its first number may stand below what is at the left of it: no number stands there.
    """

    most = inf
    bare = reaches = False
    rounded: Rounded = staticmethod(round_ticks)

    @property
    def _theme(self) -> Theme:
        """The look of the window that it is drawn in."""
        return theme_of(self.getViewWidget())

    def setTicks(self, ticks: list[list[tuple[float, str]]] | None) -> None:  # noqa: N802 - pyqtgraph's
        """As `AxisItem.setTicks`: none at all take no room; the same once more change nothing."""
        if ticks is not None:
            ticks = [[(at, translated(name)) for at, name in level] for level in ticks]
        if ticks == self._tickLevels:
            return
        super().setTicks(ticks)
        self.bare = ticks == []
        self.fit()

    def resizeEvent(self, ev: QGraphicsSceneResizeEvent | None = None) -> None:  # noqa: N802 - pyqtgraph's
        """Keep the name at the middle, upright where it is a sign alone."""
        super().resizeEvent(ev)
        if self.orientation != "left" or self.label is None:
            return
        upright = len(self.labelText) <= _SIGN
        self.label.setRotation(0 if upright else -90)
        if upright:
            self.label.setY((self.size().height() - self.label.boundingRect().height()) / 2)

    def _updateWidth(self) -> None:  # noqa: N802 - pyqtgraph's
        """As `AxisItem._updateWidth`, which takes a fifth off all lines of a name and not off one."""
        super()._updateWidth()
        further = self.labelText.count("<br>") if self.label.isVisible() else 0
        if further and self.fixedWidth is None:
            wide = self.minimumWidth() + further * _FIFTH * QFontMetrics(self._theme.font).height()
            self.setMaximumWidth(wide)
            self.setMinimumWidth(wide)

    def fit(self) -> None:
        """Take the font of its window and the room for a line of it, or for as many as its names have."""
        font = self._theme.font
        metrics = QFontMetrics(font)
        line = metrics.height()
        names = [name for level in self._tickLevels or [] for _, name in level]
        lines = 1 + max((name.count("\n") for name in names), default=0)
        tall = 0 if self.bare else line * lines
        self.setStyle(tickFont=font, tickLength=0, hideOverlappingLabels=line // 2 + 1, tickTextHeight=tall)
        self.label.setFont(font)
        if names and self.orientation == "left":  # else they are left out the first time, until their width is known
            self.textWidth = max(map(metrics.horizontalAdvance, names)) + 1
        self.showLabel(self.label.isVisible())  # works out its height and width anew

    def boundingRect(self) -> QRectF:  # noqa: N802 - pyqtgraph's
        """As `AxisItem.boundingRect`: beyond it no number is written."""
        found: QRectF = super().boundingRect()
        return found.adjusted(-self.geometry().left(), 0, 0, 0) if self.reaches else found

    @property
    def needed(self) -> int:
        """How wide an upright axis is with its numbers and its name beside them."""
        metrics, (low, high) = QFontMetrics(self._theme.font), self.range
        numbers = (metrics.horizontalAdvance(text) for _, text in self._round(low, high, self.height()))
        name = self.label.boundingRect().height() if self.label.isVisible() else 0
        beside: int = self.style["tickTextOffset"][0]
        return max(numbers, default=0) + round(name) + beside

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802, N803 - pyqtgraph's
        """As `AxisItem.tickValues`: one level of them."""
        return [(0.0, [value for value, _ in self._round(minVal, maxVal, size)])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 - pyqtgraph's
        """As `AxisItem.tickStrings`."""
        low, high = self.range
        texts = dict(self._round(low, high, self.height() if self.orientation == "left" else self.width()))
        return [texts.get(value, "") for value in values]

    def _round(self, one: float, other: float, size: float) -> list[tuple[float, str]]:
        low, high = sorted((one, other))
        metrics = QFontMetrics(self._theme.font)
        if self.orientation == "left":
            found = ticks_up(low, high, size, metrics.height(), self.rounded)
        else:
            before = self.geometry().left() if self.reaches else 0.0
            wide, rounded = metrics.horizontalAdvance, self.rounded
            found = ticks_across(low, high, size, self._theme.scale, wide, rounded, before)
        return [(at, text) for at, text in found if low <= at <= min(high, self.most)]


def begin_together(sides: Sequence[RoundAxis], least: int = 0, *, apart: bool = False) -> None:
    """Let pictures below one another begin at one place, beside the widest of their numbers, or each at its own.

    Args:
        least: how wide their upright axes are at least, in pixels.
    """
    wide = None if apart else max(least, *(side.needed for side in sides))
    for side in sides:
        if side.fixedWidth != wide:
            side.setWidth(wide)
