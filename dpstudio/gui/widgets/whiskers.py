"""Figures as points with whiskers: where the true figure lies in 95 of 100 runs."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import floor, log10

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from dpstudio.core.quantities import readable
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.kit import clear, label
from dpstudio.translation import tr

Line = Mapping[str, str]
Ends = tuple[float, float]
_LARGE, _SHORT, _MOST_APART, _SMALL_PART = 5, 30, 20, 5
_WIDTH, _HEIGHT, _BELOW, _DOT, _END, _SMALL = 120, 24, 14, 5, 5, 11

_SCALES = tr("Whiskers of one unit and like size share a scale.")


class Whisker(QWidget):
    """One figure on a scale that it may share with others."""

    def __init__(self, value: float, error: float, least: float, greatest: float) -> None:
        super().__init__()
        self._value, self._error, self._ends = value, error, (least, greatest)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room, and higher where the ends of its scale are named."""
        return QSize(THEME.px(_WIDTH), THEME.px(_HEIGHT + (_BELOW if self.named else 0)))

    @property
    def named(self) -> tuple[str, ...]:
        """The ends of a scale on which 0 does not lie, which nobody could guess."""
        least, greatest = self._ends
        if least <= 0 <= greatest:
            return ()
        return tuple(readable(_round_in(end, greatest - least)) for end in self._ends)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The line of the scale, the whiskers with their ends, the point."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, middle = THEME.palette, (self.height() - (THEME.px(_BELOW) if self.named else 0)) / 2
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
        self._name_ends(painter)
        painter.end()

    def _name_ends(self, painter: QPainter) -> None:
        font = painter.font()
        font.setPixelSize(THEME.px(_SMALL))
        painter.setFont(font)
        painter.setPen(QColor(THEME.palette.soft))
        room = QRectF(0, self.height() - THEME.px(_BELOW), self.width(), THEME.px(_BELOW))
        for text, side in zip(self.named, (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight), strict=False):
            painter.drawText(room, side | Qt.AlignmentFlag.AlignBottom, text)

    def _place(self, value: float) -> float:
        least, greatest = self._ends
        margin = THEME.px(_DOT) + 1
        return margin + (value - least) / (greatest - least) * (self.width() - 2 * margin)


class Figures(QWidget):
    """Names, whiskers and numbers in three columns; figures of one unit and like size share a scale."""

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
        scales = scales_of(lines)
        size = _size(said)
        for place, (line, text, ends) in enumerate(zip(lines, said, scales, strict=True)):
            name, number = line["name"], text.removeprefix(f"{line['name']}: ") if line["name"] else text
            self._put(label(name), place, 0)
            value = _number(line["value"])
            if ends is not None and value is not None:
                self._put(Whisker(value, _number(line["error"]) or 0.0, *ends), place, 1)
            self._put(label(number, size), place, 2)
        told = _SCALES if len({ends for ends in scales if ends is not None}) > 1 else ""
        for below, text in enumerate(filter(None, (told, more)), len(lines)):
            self._put(label(text, "soft"), below, 0, 3)

    def _put(self, widget: QWidget, place: int, across: int, columns: int = 1) -> None:
        self._grid.addWidget(widget, place, across, 1, columns)
        widget.show()


def _size(said: Sequence[str]) -> str:
    """How large the numbers are: a single short one as a winner is."""
    if len(said) == 1 and len(said[0]) <= _SHORT:
        return "winner"
    return "figures" if len(said) <= _LARGE else "strong"


def scales_of(lines: Sequence[Line]) -> list[Ends | None]:
    """From where to where the scale of each line reaches, 0 included where it is near; None of what is no number.

    Lines of one unit share a scale as far as the smaller can still be seen on it. Bins of one figure always do; what
    has no unit shares none with another figure: a share and a mean of visits are not of one kind.
    """
    parts = _parts(lines)
    scales: list[Ends | None] = [None] * len(lines)
    for unit in dict.fromkeys(line["unit"] for line in lines):
        reached = [(part, _ends([lines[at] for at in part])) for part in parts if lines[part[0]]["unit"] == unit]
        reaching = [(part, ends) for part, ends in reached if ends[0] < ends[1]]
        for group in _alike(reaching) if unit else ([each] for each in reaching):
            shared = _scale([lines[at] for part, _ in group for at in part])
            for part, _ in group:
                for at in part:
                    scales[at] = shared
    return scales


def _alike(reached: list[tuple[list[int], Ends]]) -> list[list[tuple[list[int], Ends]]]:
    """Parts in groups whose smallest reaches a share of the largest that can be seen."""
    groups: list[list[tuple[list[int], Ends]]] = []
    for each in sorted(reached, key=lambda each: -_reach(each[1])):
        if groups and _MOST_APART * _reach(each[1]) >= _reach(groups[-1][0][1]):
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def _parts(lines: Sequence[Line]) -> list[list[int]]:
    """The places of lines that belong together: bins or groups of one figure, else each line by itself.

    The sum and the number of values stand below the mean that they make, and are not of its size.
    """
    names = {line["name"] for line in lines}
    parts: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        figure, parted, _ = line["name"].partition(": ")
        together = parted and figure not in names
        parts.setdefault(f"{figure}: {line['unit']}" if together else f"{place}", []).append(place)
    return list(parts.values())


def _ends(lines: Sequence[Line]) -> Ends:
    """From where to where some figures and their whiskers reach, 0 included."""
    ends = [0.0]
    for line in lines:
        value, error = _number(line["value"]), _number(line["error"]) or 0.0
        if value is not None:
            ends += [value - error, value + error]
    return min(ends), max(ends)


def _scale(lines: Sequence[Line]) -> Ends:
    """From where to where a shared scale reaches: from 0, unless all that is shown would be a small part of it."""
    whole = _ends(lines)
    low = min(_reached(line)[0] for line in lines if _number(line["value"]) is not None)
    high = max(_reached(line)[1] for line in lines if _number(line["value"]) is not None)
    if low == high or high - low >= _reach(whole) / _SMALL_PART:
        return whole
    return low - (high - low) / 2, high + (high - low) / 2


def _reached(line: Line) -> Ends:
    """From where to where a figure's whiskers reach."""
    value, error = _number(line["value"]) or 0.0, _number(line["error"]) or 0.0
    return value - error, value + error


def _reach(ends: Ends) -> float:
    return max(abs(ends[0]), abs(ends[1]))


def _round_in(end: float, span: float) -> Fraction:
    """An end of a scale to the digits that its length needs."""
    place = Fraction(10) ** (floor(log10(span)) - 1)
    return round(Fraction(end) / place) * place


def _number(text: str) -> float | None:
    """A number that is published, for drawing; None of what is none."""
    with suppress(ValueError, ZeroDivisionError):
        above, _, below = text.partition("/")
        return float(above) / float(below) if below else float(above)
    return None
