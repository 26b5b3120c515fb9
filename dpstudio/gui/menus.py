"""The menus, built from the table of actions."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from dpstudio.gui.actions import ACTIONS, WHY_NOT, Action, Handler
from dpstudio.gui.languages import LanguageMenu
from dpstudio.gui.look.theme import icon
from dpstudio.gui.widgets.tips import plain_tip
from dpstudio.translation import languages, tr
from dpstudio.workspace.computer.settings import Settings

_LIST = "recent"


class Recent(QMenu):
    """The projects that were open last, as they are when it is looked at; `chosen` has the path of one."""

    chosen = Signal(str)

    def __init__(self, settings: Settings, parent: QMainWindow) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for place, path in enumerate(self._settings.recent, 1):
            name = f"{Path(path).stem}  ({Path(path).parent.name})".replace("&", "&&")
            entry = self.addAction(f"&{place} {name}")
            entry.setToolTip(plain_tip(path))
            entry.triggered.connect(lambda _=False, p=path: self.chosen.emit(p))


class Menus:
    """Every action calls its handler; one that is not possible says why.

    Args:
        handlers: by the actions' ids.
        settings: what was chosen, and the projects that were open last.
        looked_at: is called before a menu is shown.
    """

    def __init__(
        self, window: QMainWindow, handlers: Mapping[str, Handler], settings: Settings, looked_at: Callable[[], None]
    ) -> None:
        self._settings = settings
        self.recent = Recent(settings, window)
        self.actions: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._looks = QActionGroup(window)
        for entry in ACTIONS:
            if entry.menu not in self.menus:
                self.menus[entry.menu] = window.menuBar().addMenu(entry.menu)
                self.menus[entry.menu].aboutToShow.connect(looked_at)
            if entry.apart:
                self.menus[entry.menu].addSeparator()
            action = self.actions[entry.id] = self._made(entry, window)
            if entry.id != _LIST:
                action.triggered.connect(handlers[entry.id])
            self.menus[entry.menu].addAction(action)
        if len(languages()) > 1:
            self.menus[tr("&View")].addMenu(LanguageMenu(settings, window))
        self.recolour()

    def _made(self, entry: Action, window: QMainWindow) -> QAction:
        action = QAction(entry.text, window)
        if entry.shortcut:
            action.setShortcut(QKeySequence(entry.shortcut))
        if entry.look:
            action.setCheckable(True)
            self._looks.addAction(action)
        if entry.id == _LIST:
            action.setMenu(self.recent)
        return action

    def enable(self, conditions: Mapping[str, bool], renamed: Mapping[str, str]) -> None:
        """Enable what the conditions allow; beside the rest stands why not.

        Args:
            renamed: by the actions' ids, what is called otherwise in this project.
        """
        for entry in ACTIONS:
            action, allowed = self.actions[entry.id], conditions[entry.when]
            name = renamed.get(entry.id, entry.text)
            text = name if allowed else f"{name} – {WHY_NOT[entry.when]}"
            if action.text() != text:
                action.setText(text)
            action.setEnabled(allowed)

    def recolour(self) -> None:
        """Draw the icons in the palette in force, and tick the appearance that is chosen."""
        self.actions[f"look_{self._settings.get('appearance')}"].setChecked(True)
        for entry in ACTIONS:
            if entry.icon:
                self.actions[entry.id].setIcon(icon(entry.icon))
