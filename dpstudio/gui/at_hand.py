"""What stands at hand beside the menus: what a speaker before an audience looks for without opening one."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import button, row
from dpstudio.translation import phrase, tr

_BUTTONS = (
    ("present", tr("Present"), "play", tr("Show this before an audience")),
    ("smaller_text", tr("A−"), "", tr("Smaller text")),
    ("larger_text", tr("A+"), "", tr("Larger text")),
)
_DOWN = 3
"""What its line lies below the top, so that it is in one with the menus' names."""


class AtHand(QWidget):
    """One click for an entry of the menus; the keyboard has the entry's own keys, so none of them takes the focus.

    Args:
        actions: the menus' entries by their ids.
    """

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.buttons = {entry: _button(actions[entry], text, *rest) for entry, text, *rest in _BUTTONS}
        line = row(*self.buttons.values(), spacing=0)
        self.setLayout(line)
        scaled(line.setContentsMargins, 0, _DOWN, 0, 0)


def _button(action: QAction, text: str, picture: str, what: str) -> QPushButton:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    made = button(text, picture, kind="quiet", hint=phrase("{what} ({keys})", what=what, keys=keys))
    made.setAccessibleName(what)
    made.setProperty("fold", True)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.clicked.connect(action.trigger)
    action.enabledChanged.connect(made.setEnabled)
    return made
