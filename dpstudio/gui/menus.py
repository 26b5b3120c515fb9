"""The menus, built from the table of actions."""

from collections.abc import Mapping

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from dpstudio.gui.actions import ACTIONS, Handler
from dpstudio.gui.theme import icon


class Menus:
    """Every action calls its handler.

    Args:
        handlers: by the actions' ids.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Handler]) -> None:
        self.actions: dict[str, QAction] = {}
        menus: dict[str, QMenu] = {}
        for entry in ACTIONS:
            menu = menus.get(entry.menu) or menus.setdefault(entry.menu, window.menuBar().addMenu(entry.menu))
            action = QAction(entry.text, window)
            if entry.shortcut:
                action.setShortcut(QKeySequence(entry.shortcut))
            action.triggered.connect(handlers[entry.id])
            menu.addAction(action)
            self.actions[entry.id] = action
        self.recolour()

    def enable(self, conditions: Mapping[str, bool]) -> None:
        """Enable what the conditions allow."""
        for entry in ACTIONS:
            self.actions[entry.id].setEnabled(conditions[entry.when])

    def recolour(self) -> None:
        """Draw the icons in the palette in force."""
        for entry in ACTIONS:
            if entry.icon:
                self.actions[entry.id].setIcon(icon(entry.icon))
