"""What an editor does with wheels, drops and keys, whatever it edits."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QHelpEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QToolTip

from dpstudio.gui.widgets.tips import plain_tip, whole_tip

ACTS = "acts"
"""The property of lists in which to choose is to do something at once."""
TAKES_AWAY = "takes away"
"""The property of buttons that remove something: whoever comes upon one unasked may press it unawares."""
ASIDE = "aside"
"""The property of what explains a page: a page is entered at what it asks."""
_LOOKING = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End,
)  # fmt: skip
_UNDO = (QKeySequence("Ctrl+Z"), QKeySequence("Ctrl+Shift+Z"))


class _Manners(QObject):
    """What editors leave to the window.

    A wheel turned over a closed list scrolls the page instead of changing the choice, and its tool tip shows what has
    no room in it. Undo and redo belong to the project: an editor's own history would stop at its edge. A file dropped
    there is opened, as anywhere on the window. A key that would choose in a closed list which acts opens it instead.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Hand such events on."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox):
            event.ignore()
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(watched, QComboBox) and isinstance(event, QKeyEvent):
            return _opened(watched, event)
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


def _opened(box: QComboBox, event: QKeyEvent) -> bool:
    """Whether a key opened a list instead of choosing in it."""
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    looks = event.key() in _LOOKING or (plain and event.text().isprintable() and bool(event.text().strip()))
    if not box.property(ACTS) or not looks or not plain:
        return False
    box.showPopup()
    return True


MANNERS = _Manners()
