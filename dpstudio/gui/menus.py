"""The menus, built from the table of actions."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from dpstudio.gui.actions import ACTIONS, WHY_NOT, Handler
from dpstudio.gui.theme import icon
from dpstudio.gui.widgets.kit import plain_tip

_LIST = "recent"


class Recent(QMenu):
    """The projects that were open last, as they are when it is looked at; `chosen` has the path of one."""

    chosen = Signal(str)

    def __init__(self, known: Callable[[], Sequence[str]], parent: QMainWindow) -> None:
        super().__init__(parent)
        self._known = known
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for place, path in enumerate(self._known(), 1):
            name = f"{Path(path).stem}  ({Path(path).parent.name})".replace("&", "&&")
            entry = self.addAction(f"&{place} {name}")
            entry.setToolTip(plain_tip(path))
            entry.triggered.connect(lambda _=False, p=path: self.chosen.emit(p))


class Menus:
    """Every action calls its handler; one that is not possible says why.

    Args:
        handlers: by the actions' ids.
        recent: the projects that were open last.
        looked_at: is called before a menu is shown.
    """

    def __init__(
        self, window: QMainWindow, handlers: Mapping[str, Handler], recent: Recent, looked_at: Callable[[], None]
    ) -> None:
        self.actions: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        for entry in ACTIONS:
            if entry.menu not in self.menus:
                self.menus[entry.menu] = window.menuBar().addMenu(entry.menu)
                self.menus[entry.menu].aboutToShow.connect(looked_at)
            menu = self.menus[entry.menu]
            if entry.apart:
                menu.addSeparator()
            action = QAction(entry.text, window)
            if entry.shortcut:
                action.setShortcut(QKeySequence(entry.shortcut))
            if entry.id == _LIST:
                action.setMenu(recent)
            else:
                action.triggered.connect(handlers[entry.id])
            menu.addAction(action)
            self.actions[entry.id] = action
        self.recolour()

    def enable(self, conditions: Mapping[str, bool]) -> None:
        """Enable what the conditions allow; beside the rest stands why not."""
        for entry in ACTIONS:
            action, allowed = self.actions[entry.id], conditions[entry.when]
            action.setEnabled(allowed)
            action.setText(entry.text if allowed else f"{entry.text} – {WHY_NOT[entry.when]}")

    def recolour(self) -> None:
        """Draw the icons in the palette in force."""
        for entry in ACTIONS:
            if entry.icon:
                self.actions[entry.id].setIcon(icon(entry.icon))
