"""What each entry of the menus does."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from dpstudio.gui.actions import ACTIONS, SENSITIVITY, Handler
from dpstudio.gui.helping import HelpDialog, names_of
from dpstudio.gui.pages import SettingsDialog, TextDialog
from dpstudio.gui.widgets.glossary import open_glossary
from dpstudio.kinds import KINDS
from dpstudio.translation import tr

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


def handlers(window: "MainWindow") -> dict[str, Handler]:
    """By the actions' ids, for one window."""
    workplace, session = window.workplace, window.session
    return {
        "new": window.projects.new,
        "new_window": window.window_asked.emit,
        "open": lambda: window.projects.open(""),
        "save": window.projects.save,
        "save_as": window.projects.save_as,
        "open_table": window.opener.ask,
        "open_folder": window.opener.ask_folder,
        "open_database": window.opener.ask_database,
        "paste_table": window.opener.paste,
        "own_table": window.opener.ask_own,
        "vote": lambda: window.voting.ask(window),
        "verify": window.verifying.ask,
        "export": lambda: _with_result(window, window.outcome.export),
        "print": lambda: _with_result(window, window.outcome.print_result),
        "welcome": window.show_welcome,
        "settings": lambda: _shown(SettingsDialog(window, window.settings, window.setting_changed.emit)),
        "close": window.close,
        "quit": window.quit_asked.emit,
        "undo": lambda: session.document.undo(),
        "redo": lambda: session.document.redo(),
        "next_tab": lambda: workplace.turn(1),
        "previous_tab": lambda: workplace.turn(-1),
        "present": window.presenting.turn,
        "key_tips": window.key_tips.start,
        "larger_text": lambda: window.step_text(1),
        "smaller_text": lambda: window.step_text(-1),
        **{f"tab_{place}": partial(_enter, window, name) for place, name in enumerate(workplace.names, 1)},
        **{each.id: partial(_look_like, window, each.look) for each in ACTIONS if each.look},
        "move_ledger": window.remedies.move,
        "arrive_ledger": window.remedies.arrive,
        "resume_ledger": window.remedies.resume,
        "help": lambda: _help(window),
        "tour": window.tour.start,
        "glossary": lambda: open_glossary(window),
        "about": lambda: _shown(TextDialog(window, tr("About dpstudio"), "about.md")),
    }


def possible(window: "MainWindow") -> dict[str, bool]:
    """What an action may need, and whether it is there in one window."""
    session = window.session
    at_work = window.stack.currentWidget() is window.workplace
    return {
        "always": True,
        "project": at_work,
        "undo": at_work and session.document.can_undo,
        "redo": at_work and session.document.can_redo,
        "recent": bool(window.settings.recent),
        "result": at_work and session.release is not None,
        "demonstration": at_work and session.resolved.known.shipped,
    }


def renamed(window: "MainWindow") -> dict[str, str]:
    """By the actions' ids, what is called otherwise in one window's project: the third tab as the tab itself."""
    return {} if KINDS[window.session.resolved.plan.kind].scored else {"tab_3": SENSITIVITY}


def _enter(window: "MainWindow", tab: str) -> None:
    """One of the tabs, the keyboard on its first control."""
    window.workplace.enter(tab)
    window.show_tab(tab)


def _look_like(window: "MainWindow", appearance: str) -> None:
    window.settings.set("appearance", appearance)
    window.setting_changed.emit("appearance")


def _help(window: "MainWindow") -> None:
    """Open the help at the field in which the keyboard is, which has it again afterwards."""
    _shown(HelpDialog(window, window.page, names_of(window.focusWidget())))
    window.activateWindow()
    field = window.focusWidget()
    if field is not None:
        field.setFocus()


def _with_result(window: "MainWindow", do: Callable[[], None]) -> None:
    """Do something with the result, which is seen meanwhile."""
    window.show_tab("release")
    do()


def _shown(dialog: QDialog) -> None:
    """Show a dialog until it is closed, and nothing of it is left."""
    dialog.exec()
    dialog.deleteLater()
