"""A veil over what is shown but no longer true."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.theme import theme_of

_ALPHA = 160


class Veil(QWidget):
    """Dims what lies below it; the mouse reaches through."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """In the colour of the surface."""
        colour = QColor(theme_of(self).palette.surface)
        colour.setAlpha(_ALPHA)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour)
        painter.end()
