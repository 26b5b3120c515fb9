"""Figures as points with whiskers: where the true figure lies in 95 of 100 runs."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from dpstudio.gui.scaled import scaled
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import clear, label

Line = Mapping[str, str]
_LARGE = 5
_WIDTH, _HEIGHT, _DOT, _END = 120, 24, 5, 5


class Whisker(QWidget):
    """One figure on a scale that it may share with others."""

    def __init__(self, value: float, error: float, least: float, greatest: float) -> None:
        super().__init__()
        self._value, self._error, self._ends = value, error, (least, greatest)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room."""
        return QSize(THEME.px(_WIDTH), THEME.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The line of the scale, the whiskers with their ends, the point."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, middle = THEME.palette, self.height() / 2
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
        left, at, right = (self._place(self._value + step) for step in (-self._error, 0.0, self._error))
        painter.setPen(QPen(QColor(colours.accent), 2))
        if self._error:
            painter.drawLine(QPointF(left, middle), QPointF(right, middle))
            for end in (left, right):
                painter.drawLine(QPointF(end, middle - THEME.px(_END)), QPointF(end, middle + THEME.px(_END)))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(QPointF(at, middle), THEME.px(_DOT) - 1, THEME.px(_DOT) - 1)
        painter.end()

    def _place(self, value: float) -> float:
        least, greatest = self._ends
        margin = THEME.px(_DOT) + 1
        return margin + (value - least) / (greatest - least) * (self.width() - 2 * margin)


class Figures(QWidget):
    """Names, whiskers and numbers in three columns; figures of one unit share a scale."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        scaled(self._grid.setHorizontalSpacing, 12)
        scaled(self._grid.setVerticalSpacing, 2)
        for across, share in enumerate((3, 3, 4)):
            self._grid.setColumnStretch(across, share)

    def show_lines(self, lines: Sequence[Line], said: Sequence[str], more: str) -> None:
        """Show figures.

        Args:
            lines: of the result.
            said: each of them in words.
            more: what is said below them, or "".
        """
        clear(self._grid)
        scales, size = _scales(lines), "winner" if len(lines) == 1 else "figures" if len(lines) <= _LARGE else "strong"
        for place, (line, text) in enumerate(zip(lines, said, strict=True)):
            name, number = line["name"], text.removeprefix(f"{line['name']}: ") if line["name"] else text
            self._put(label(name), place, 0)
            ends, value = scales.get(line["unit"]), _number(line["value"])
            if ends is not None and value is not None:
                self._put(Whisker(value, _number(line["error"]) or 0.0, *ends), place, 1)
            self._put(label(number, size), place, 2)
        if more:
            self._put(label(more, "soft"), len(lines), 0, 3)

    def _put(self, widget: QWidget, place: int, across: int, columns: int = 1) -> None:
        self._grid.addWidget(widget, place, across, 1, columns)
        widget.show()


def _scales(lines: Sequence[Line]) -> dict[str, tuple[float, float]]:
    """For each unit from where to where its figures and their whiskers reach, 0 included."""
    ends: dict[str, list[float]] = {}
    for line in lines:
        value = _number(line["value"])
        if value is not None:
            error = _number(line["error"]) or 0.0
            ends.setdefault(line["unit"], [0.0]).extend((value - error, value + error))
    return {unit: (min(each), max(each)) for unit, each in ends.items() if min(each) < max(each)}


def _number(text: str) -> float | None:
    """A number that is published, for drawing; None of what is none."""
    with suppress(ValueError, ZeroDivisionError):
        above, _, below = text.partition("/")
        return float(above) / float(below) if below else float(above)
    return None
