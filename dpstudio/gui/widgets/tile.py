"""A large button with a picture: what is pressed, what it is about, and the shape of what comes out of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME, pixmap
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.translation import tr, translated

_OPENING = tr("Opening …")
_WIDTH, _SHAPE, _SIGN, _TWO_LINES = 228, 34, 20, 31


class Tile(QPushButton):
    """Shows a title under a shape, with its kind and a sentence; the whole of it is the button.

    Args:
        sign: an icon beside the title.
        shape: heights from 0 to 1.
    """

    def __init__(self, title: str, kind: str, text: str, sign: str, shape: tuple[float, ...]) -> None:
        super().__init__()
        self.setObjectName("tile")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("{title}: {kind}", title=title, kind=kind))
        self.setAccessibleDescription(translated(text))
        self._sign, self._icon = sign, label("", wrap=False)
        scaled(self._icon.setFixedWidth, _SIGN)
        layout = QVBoxLayout(self)
        scaled(layout.setContentsMargins, 12, 10, 12, 10)
        scaled(layout.setSpacing, 4)
        layout.addWidget(_Shape(shape))
        put(layout, row(self._icon, label(title, "heading"), spacing=8))
        self._kind = label(kind, "kind")
        layout.addWidget(self._kind)
        said = label(text, "small")
        scaled(said.setMinimumHeight, _TWO_LINES)
        said.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addWidget(said)
        layout.addStretch(1)
        for each in self.findChildren(QWidget):
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for each in self.findChildren(QLabel):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.recolour()

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Say at once that it was pressed, as long as what it opens is not there."""
        kind = self._kind.text()
        self._kind.setText(_OPENING)
        self.repaint()
        try:
            yield
        finally:
            self._kind.setText(kind)

    def recolour(self) -> None:
        """Draw the sign in the palette in force."""
        self._icon.setPixmap(pixmap(self._sign, "accent", THEME.px(_SIGN)))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As tall as its sentences are at its least width."""
        layout, width = self.layout(), THEME.px(_WIDTH)
        return QSize(width, layout.heightForWidth(width) if layout else 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Never narrower; how tall, follows from the width."""
        return QSize(THEME.px(_WIDTH), 0)


class _Shape(QWidget):
    """Bars side by side on a line."""

    def __init__(self, heights: tuple[float, ...]) -> None:
        super().__init__()
        self._heights = heights
        scaled(self.setFixedHeight, _SHAPE)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Follow the palette in force."""
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """Each bar as wide as its share, with a gap where there is room for one."""
        painter = QPainter(self)
        wide = self.width() / max(1, len(self._heights))
        gap = min(THEME.px(3), wide / 4)
        room = self.height() - 1
        for place, height in enumerate(self._heights):
            bar = QRectF(place * wide + gap / 2, room - height * room, wide - gap, height * room)
            painter.fillRect(bar, QColor(THEME.palette.bar))
        painter.fillRect(QRectF(0, room, self.width(), 1), QColor(THEME.palette.strong_border))
        painter.end()
