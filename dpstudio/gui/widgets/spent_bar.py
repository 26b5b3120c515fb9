"""A bar for what is spent of a limit, what the next release would cost, and what is left."""

from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.spent import Parted

_HEIGHT, _WIDTH = 14, 120
_LEAST = Fraction(1, 10**9)


class SpentBar(QWidget):
    """Draws the parts of a limit: spent, this release, left, and what is more than left; its name says them."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = Parted(Fraction(0), Fraction(0), Fraction(1))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def parts(self) -> Parted:
        """What is drawn."""
        return self._parts

    def show_parts(self, said: str, parts: Parted) -> None:
        """Draw how a limit is parted, and be called as is said beside it."""
        self._parts = parts
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room, as high as a line's capitals."""
        return QSize(THEME.px(_WIDTH), THEME.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Narrow where there is little room."""
        return QSize(THEME.px(_WIDTH) // 2, THEME.px(_HEIGHT))

    def place(self, amount: Fraction) -> float:
        """Where on the bar so much of the limit ends; what is more than left lies beyond the limit."""
        whole = max(self._parts.limit, self._parts.spent + self._parts.now, _LEAST)
        return 0.5 + float(amount / whole) * (self.width() - 1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """What is spent full, what is spent now striped, what is left empty within the frame."""
        painter, parts, colours = QPainter(self), self._parts, THEME.palette
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        frame = QPainterPath()
        frame.addRoundedRect(area, area.height() / 2, area.height() / 2)
        painter.fillPath(frame, QColor(colours.sunken))
        painter.setClipPath(frame)
        after = parts.spent + parts.now
        self._fill(painter, Fraction(0), parts.spent, QBrush(QColor(colours.accent)))
        striped = QBrush(QColor(colours.accent), Qt.BrushStyle.BDiagPattern)
        self._fill(painter, parts.spent, min(after, max(parts.limit, parts.spent)), striped)
        beyond = QBrush(QColor(colours.bad), Qt.BrushStyle.Dense4Pattern)
        self._fill(painter, max(parts.limit, parts.spent), after, beyond)
        painter.setClipping(False)
        painter.setPen(QPen(QColor(colours.strong_border), 1))
        painter.drawPath(frame)
        if after > parts.limit:
            painter.setPen(QPen(QColor(colours.bad), 2))
            painter.drawLine(QPointF(self.place(parts.limit), 0), QPointF(self.place(parts.limit), self.height()))
        painter.end()

    def _fill(self, painter: QPainter, start: Fraction, end: Fraction, brush: QBrush) -> None:
        """Fill a part, and set it off from the next one."""
        if end <= start:
            return
        painter.fillRect(QRectF(self.place(start), 0, self.place(end) - self.place(start), self.height()), brush)
        if self.place(end) < self.width() - 1:
            painter.setPen(QPen(QColor(THEME.palette.surface), 2))
            painter.drawLine(QPointF(self.place(end), 0), QPointF(self.place(end), self.height()))
