"""A hundred people, some of them filled: how many of 100."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import theme_of

_ACROSS, _LEAST, _LIKED = 10, 90, 110


class PeopleField(QWidget):
    """Draws ten rows of ten people; its accessible name says how many are filled."""

    def __init__(self) -> None:
        super().__init__()
        self.filled = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_filled(self, filled: int, said: str) -> None:
        """Fill so many of them, and be called as is said."""
        self.filled = filled
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """A square."""
        return theme_of(self).size(_LIKED, _LIKED)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Where people can still be told apart."""
        return theme_of(self).size(_LEAST, _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The filled ones first, row by row; the others are outlines."""
        painter, colours = QPainter(self), theme_of(self).palette
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(_ACROSS * _ACROSS):
            colour = QColor(colours.accent if place < self.filled else colours.strong_border)
            person = _person(self.cell(place))
            if place < self.filled:
                painter.fillPath(person, colour)
            painter.setPen(QPen(colour, 1))
            painter.drawPath(person)
        painter.end()

    def cell(self, place: int) -> QRectF:
        """Where one of them stands, in a square in the middle of the width, close to what is written below it."""
        side = min(self.width(), self.height()) / _ACROSS
        left, top = (self.width() - _ACROSS * side) / 2, self.height() - _ACROSS * side
        return QRectF(left + place % _ACROSS * side, top + place // _ACROSS * side, side, side)


def _person(cell: QRectF) -> QPainterPath:
    """A head above shoulders."""
    side, middle = cell.width(), cell.center().x()
    person = QPainterPath()
    person.addEllipse(QPointF(middle, cell.top() + 0.3 * side), 0.16 * side, 0.16 * side)
    person.addRoundedRect(QRectF(middle - 0.26 * side, cell.top() + 0.52 * side, 0.52 * side, 0.36 * side), 3, 3)
    return person
