"""What an editor does with wheels, drops and keys, whatever it edits."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QHelpEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QToolTip

from dpstudio.gui.widgets.tips import plain_tip, whole_tip

_UNDO = (QKeySequence("Ctrl+Z"), QKeySequence("Ctrl+Shift+Z"))


class _Manners(QObject):
    """What editors leave to the window.

    A wheel turned over a closed list scrolls the page instead of changing the choice, and its tool tip shows what has
    no room in it. Undo and redo belong to the project: an editor's own history would stop at its edge. A file dropped
    there is opened, as anywhere on the window.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Hand such events on."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox):
            event.ignore()
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(watched, QComboBox) and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(whole_tip(watched)), watched)
            return True
        if event.type() == QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent) and event.mimeData().hasUrls():
            event.ignore()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence(event.keyCombination())
            if keys in _UNDO:
                event.ignore()
                return True
        return False


MANNERS = _Manners()
