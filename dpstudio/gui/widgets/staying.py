"""What somebody types in stays under the cursor until it is left, whatever follows from what is typed."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

_MOMENT = 50


class Staying(QWidget):
    """Hides only once its editor no longer has the keyboard.

    Attributes:
        editor: where the keyboard goes.
    """

    editor: QWidget
    _stays = False

    def setVisible(self, visible: bool) -> None:  # noqa: N802 - Qt's
        """Be there or not; it goes as soon as whoever is in it has left."""
        stays = not visible and self.isVisible() and self.editor.hasFocus()
        if stays != self._stays:
            self._stays = stays
            self.editor.installEventFilter(self) if stays else self.editor.removeEventFilter(self)
        if not stays:
            super().setVisible(visible)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """It has stayed for whoever was in it."""
        if event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._leave)
        return super().eventFilter(watched, event)

    def _leave(self) -> None:
        """Go, but not while the mouse is pressed on something else, which would move from under it."""
        if not self._stays or self.editor.hasFocus():
            return
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            QTimer.singleShot(_MOMENT, self, self._leave)
            return
        self.setVisible(False)
