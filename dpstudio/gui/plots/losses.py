"""What is lost on average against ε: one curve for each law, told apart by colour, line and mark."""

from collections.abc import Sequence
from math import floor, log10

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import Palette, theme_of
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.pens import pen_of
from dpstudio.gui.plots.ticks import round_ticks
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import label, row
from dpstudio.translation import tr

Floats = NDArray[np.float64]
_ROLES = ("bar", "warn", "text", "good")
_LINES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_MARKS = ("o", "t", "s", "d")
_WIDTHS, _SIZES = (5, 3, 2, 1), (10, 8, 5, 4)
"""Curves that lie on one another are all seen: the later ones are thinner."""
_LOWEST = 1e-6
_NEAR = 1.0 + 1e-9
"""So many powers of ten below the ε in force curves are whole; an error that grows as 1/ε leaves the picture there."""
_LARGE, _ROOM, _HIGH, _BESIDE = 11, 1.25, 40, 0.05
_FEWEST = 5
"""Parts of the upright axis at least, so that a value can be read off it however low the picture is."""
_SAMPLE = QSize(34, 16)


def colour_of(curve: int, colours: Palette) -> str:
    """Blue, amber and black, or white: those who see few colours tell them apart as well."""
    return str(getattr(colours, _ROLES[curve % len(_ROLES)]))


def rounded(number: float, digits: int = 3) -> str:
    """A number to some digits as people write it: never as a power of ten."""
    places = max(0, digits - 1 - floor(log10(abs(number)))) if number else 0
    shown = f"{round(number, digits - 1 - floor(log10(abs(number)))) if number else 0:,.{places}f}"
    return shown.rstrip("0").rstrip(".") if places else shown


def loss_pen(part: QWidget, curve: int) -> QPen:
    """The line of a curve."""
    place = curve % len(_LINES)
    colours = theme_of(part).palette
    return pen_of(part, colour_of(curve, colours), width=_WIDTHS[place], style=_LINES[place])


class LossPlot(ThemedPlot):
    """Curves over the logarithm of ε, a line at the ε in force, and one at the ε that the keyboard is at."""

    def __init__(self) -> None:
        super().__init__(tr("Expected loss against ε"))
        self.curves: list[pg.PlotDataItem] = []
        self.now, self._line = pg.InfiniteLine(angle=90), pg.InfiniteLine(angle=90)
        self.dot, self._told = pg.ScatterPlotItem(), pg.TextItem(anchor=(0, 0))
        self.beyond = ""
        for item in (self.now, self._line, self.dot, self._told):
            item.setZValue(1)
            self.addItem(item, ignoreBounds=True)
        self._values: Floats = np.zeros(0)
        self._called: Sequence[str] = ()
        self.setMouseEnabled(x=False, y=False)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.recolour()
        self.forget()

    def recolour(self) -> None:
        """As `ThemedPlot.recolour`."""
        super().recolour()
        colours = self.theme.palette
        for place, curve in enumerate(self.curves):
            colour = colour_of(place, colours)
            curve.setPen(loss_pen(self, place))
            curve.setSymbolPen(pen_of(self, colour))
            curve.setSymbolBrush(pg.mkBrush(colour))
        self.now.setPen(pen_of(self, colours.accent, width=2))
        self.dot.setPen(pen_of(self, colours.surface, width=2))
        self.dot.setBrush(pg.mkBrush(colours.accent))
        pen = pen_of(self, colours.text, width=2)
        self._line.setPen(pen)
        self._told.setColor(colours.text)
        self._told.fill, self._told.border = pg.mkBrush(colours.surface), pen

    def show_losses(
        self, values: Sequence[float], names: Sequence[str], losses: Sequence[Floats], now: int, chosen: int
    ) -> None:
        """Draw what is known of each curve.

        Args:
            values: of ε, ascending.
            names: what these are called.
            losses: one for each value, of each curve; NaN where it is not known.
            now: the place of the ε in force.
            chosen: the curve of the mechanism in force.
        """
        self._values, self._called = np.log10(np.array(values)), names
        self._keep(len(losses))
        for curve, known in zip(self.curves, losses, strict=True):
            there = np.isfinite(known)
            curve.setData(self._values[there], known[there])
        self._chosen = losses[chosen]
        here = float(self._chosen[now])
        self.dot.setData(*([[self._values[now]], [here]] if np.isfinite(here) else [[], []]), size=_LARGE)
        self.now.setValue(self._values[now])
        self.now.show()
        near = self._values >= self._values[now] - _NEAR
        nearby = [float(loss) for each in losses for loss in each[near] if np.isfinite(loss)]
        top = max([_LOWEST, *nearby])
        self.beyond = self._beyond(losses, top * _ROOM)
        self._fit(top)
        self.recolour()

    def _beyond(self, losses: Sequence[Floats], top: float) -> str:
        """Of curves that leave the picture at its top, how far they go; it stands beside the plot, clear of them."""
        most = np.max([np.where(np.isfinite(each), each, -1.0) for each in losses], axis=0)
        at = int(most.argmax())
        if most[at] <= top:
            return ""
        return tr("Beyond the top: up to {most} at ε = {called}.", most=rounded(most[at]), called=self._called[at])

    def _keep(self, many: int) -> None:
        """As many curves as there are laws."""
        while len(self.curves) > many:
            self.removeItem(self.curves.pop())
        while len(self.curves) < many:
            place = len(self.curves) % len(_MARKS)
            self.curves.append(pg.PlotDataItem(symbol=_MARKS[place], symbolSize=_SIZES[place]))
            self.addItem(self.curves[-1])

    def _fit(self, top: float) -> None:
        low, high = float(self._values[0]), float(self._values[-1])
        self.setXRange(low, high, padding=_BESIDE)
        self.setYRange(0, top * _ROOM, padding=0)
        decades = np.arange(np.ceil(low - 1e-9), np.floor(high + 1e-9) + 1)
        self.getAxis("bottom").setTicks([[(float(each), f"{10.0**each:.12g}") for each in decades]])
        many = max(_FEWEST, int(self.getViewBox().height() / self.theme.px(_HIGH)))
        self.getAxis("left").setTicks([round_ticks(0, top * _ROOM, many)])

    def forget(self) -> None:
        """As `ThemedPlot.forget`."""
        self._keep(0)
        self._values, self._called, self._chosen = np.zeros(0), (), np.zeros(0)
        self.dot.setData([], [])
        self.now.hide()
        self.beyond = ""
        self.point_at(None)

    def point_at(self, place: int | None) -> None:
        """As `ThemedPlot.point_at`: a line at an ε, and what is lost there with the mechanism in force."""
        shown = place is not None and place < self._values.size
        for each in (self._line, self._told):
            each.setVisible(shown)
        if place is None or not shown:
            return
        (low, high), (_, top) = self.viewRange()
        at, loss = float(self._values[place]), float(self._chosen[place])
        self._line.setValue(at)
        self._told.setText(f" ε = {self._called[place]}{f': {rounded(loss, 4)}' if np.isfinite(loss) else ''} ")
        self._told.setAnchor((1 if at > (low + high) / 2 else 0, 0))
        self._told.setPos(at, top * 0.8)

    def place_at(self, spot: QPointF) -> int | None:
        """As `ThemedPlot.place_at`: the nearest ε."""
        return int(np.abs(self._values - spot.x()).argmin()) if self._values.size else None


class CurveSample(QWidget):
    """How a curve is drawn, beside its name."""

    def __init__(self, curve: int) -> None:
        super().__init__()
        self._curve = curve
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """About a word wide."""
        return theme_of(self).size(_SAMPLE.width(), _SAMPLE.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """A piece of its line, and its mark."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, middle = theme_of(self).palette, self.rect().center()
        painter.setPen(loss_pen(self, self._curve))
        painter.drawLine(0, middle.y(), self.width(), middle.y())
        painter.translate(middle)
        painter.scale(_LARGE, _LARGE)
        painter.fillPath(Symbols[_MARKS[self._curve % len(_MARKS)]], QColor(colour_of(self._curve, colours)))
        painter.end()


class Key(QWidget):
    """Which curve is which: a piece of each beside its name."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        lines = []
        for place, name in enumerate(names):
            line = QWidget()
            line.setLayout(row(CurveSample(place), label(name, "small", wrap=False), spacing=6))
            lines.append(line)
        self._flow = Flow(*lines, spacing=6)
        self.setLayout(self._flow)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Take more lines where there is less width."""
        super().resizeEvent(event)
        self.setMinimumHeight(self._flow.heightForWidth(self.width()))
