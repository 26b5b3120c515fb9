"""A bar for what is spent of a limit, what the next release would cost, and what is left."""

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import THEME

_HEIGHT, _WIDTH = 14, 120


class SpentBar(QWidget):
    """Draws three parts of a limit: spent, this release, left; its accessible name says them."""

    def __init__(self) -> None:
        super().__init__()
        self._spent, self._now = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, said: str, spent: Fraction, now: Fraction, limit: Fraction) -> None:
        """Draw what is spent and what is spent now, as parts of a limit, and be called as is said beside it."""
        whole = max(limit, spent + now, Fraction(1, 10**9))
        self._spent, self._now = float(spent / whole), float(now / whole)
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room, as high as a line's capitals."""
        return QSize(THEME.px(_WIDTH), THEME.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Narrow where there is little room."""
        return QSize(THEME.px(_WIDTH) // 2, THEME.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """What is spent full, what is spent now striped, what is left empty within the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, area = THEME.palette, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        frame = QPainterPath()
        frame.addRoundedRect(area, area.height() / 2, area.height() / 2)
        painter.fillPath(frame, QColor(colours.sunken))
        painter.setClipPath(frame)
        at, accent = area.left(), QColor(colours.accent)
        for share, fill in ((self._spent, QBrush(accent)), (self._now, QBrush(accent, Qt.BrushStyle.BDiagPattern))):
            part = QRectF(at, area.top(), share * area.width(), area.height())
            painter.fillRect(part, fill)
            at = part.right()
            if share > 0 and at < area.right() - 1:
                painter.setPen(QPen(QColor(colours.surface), 2))
                painter.drawLine(int(at), int(area.top()), int(at), int(area.bottom()) + 1)
        painter.setClipping(False)
        painter.setPen(QPen(QColor(colours.strong_border), 1))
        painter.drawPath(frame)
        painter.end()
