"""The menus, built from the table of actions."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from dpstudio.gui.actions import ACTIONS, Handler
from dpstudio.gui.theme import icon
from dpstudio.workspace.settings import Settings

_APPEARANCE = "appearance"


class Menus:
    """Every action calls its handler.

    Args:
        handlers: by the actions' ids; those that choose an appearance need none.
        restyle: is called once an appearance is chosen.
    """

    def __init__(
        self, window: QMainWindow, handlers: Mapping[str, Handler], settings: Settings, restyle: Callable[[], None]
    ) -> None:
        self._settings, self._restyle = settings, restyle
        self.actions: dict[str, QAction] = {}
        menus: dict[str, QMenu] = {}
        looks = QActionGroup(window)
        for entry in ACTIONS:
            menu = menus.get(entry.menu) or menus.setdefault(entry.menu, window.menuBar().addMenu(entry.menu))
            action = QAction(entry.text, window)
            if entry.shortcut:
                action.setShortcut(QKeySequence(entry.shortcut))
            if entry.look:
                action.setCheckable(True)
                looks.addAction(action)
            action.triggered.connect(partial(self._look_like, entry.look) if entry.look else handlers[entry.id])
            menu.addAction(action)
            self.actions[entry.id] = action
        self.recolour()

    def enable(self, conditions: Mapping[str, bool]) -> None:
        """Enable what the conditions allow."""
        for entry in ACTIONS:
            self.actions[entry.id].setEnabled(conditions[entry.when])

    def _look_like(self, appearance: str) -> None:
        self._settings.set(_APPEARANCE, appearance)
        self._restyle()

    def recolour(self) -> None:
        """Draw the icons in the palette in force, and tick the appearance that is chosen."""
        self.actions[f"look_{self._settings.get(_APPEARANCE)}"].setChecked(True)
        for entry in ACTIONS:
            if entry.icon:
                self.actions[entry.id].setIcon(icon(entry.icon))
