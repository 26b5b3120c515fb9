"""A tree of lines that open: its keys are those of any tree, and a reader is told of a tree."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from dpstudio.gui.widgets.fold import Fold
from dpstudio.gui.widgets.reading_order import bring_into_sight

_KEY = Qt.Key
_ARROWS = (_KEY.Key_Right, _KEY.Key_Left, _KEY.Key_Up, _KEY.Key_Down, _KEY.Key_Home, _KEY.Key_End)


class Branch(Fold):
    """What is pressed on a line to open it, and has the keyboard there; `level` is 1 for the whole."""

    arrow = Signal(int)

    def __init__(self, name: str, level: int) -> None:
        super().__init__("", name)
        self.level = level

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """Leave the keys of a tree to it."""
        if event.key() in _ARROWS and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            self.arrow.emit(event.key())
        else:
            super().keyPressEvent(event)


class TreeNode(QWidget):
    """A line of a tree, and below it the lines of its parts once it is open.

    Attributes:
        toggle: opens and closes it.
        parts: those that are there so far.
    """

    def __init__(self, name: str, above: "TreeNode | None") -> None:
        super().__init__()
        self._above = above
        self.parts: list[TreeNode] = []
        self.toggle: Branch = Branch(name, above.toggle.level + 1 if above else 1)
        self.toggle.arrow.connect(self._go)

    @property
    def is_whole(self) -> bool:
        """Whether it is part of no other."""
        return self._above is None

    def _go(self, key: int) -> None:
        """Right opens, then goes to the first part; left closes, then goes to the whole; up and down go by lines."""
        opened = self.toggle.isChecked()
        if (key == _KEY.Key_Right and not opened) or (key == _KEY.Key_Left and opened):
            self.toggle.click()
            return
        lines = list(self._root().lines())
        here, last = lines.index(self), len(lines) - 1
        there = {
            _KEY.Key_Right: here + bool(self.parts),
            _KEY.Key_Left: lines.index(self._above) if self._above else here,
            _KEY.Key_Up: max(here - 1, 0),
            _KEY.Key_Down: min(here + 1, last),
            _KEY.Key_Home: 0,
            _KEY.Key_End: last,
        }[_KEY(key)]
        toggle = lines[there].toggle
        toggle.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_sight(toggle)

    def _root(self) -> "TreeNode":
        return self._above._root() if self._above else self

    def lines(self) -> Iterator["TreeNode"]:
        """It and all below it that is open, from top to bottom."""
        yield self
        if self.toggle.isChecked():
            for part in self.parts:
                yield from part.lines()
