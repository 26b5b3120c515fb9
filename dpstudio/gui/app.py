"""Starting the window."""

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.errors import Lost, StudioError
from dpstudio.core.ledger.turn import draw
from dpstudio.gui import display
from dpstudio.telling import complain, remark
from dpstudio.translation import tr
from dpstudio.workspace.computer.mistakes import describe, in_words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from dpstudio.gui.main_window import MainWindow
    from dpstudio.gui.meeting import Meeting
    from dpstudio.gui.windows import Windows

_NAME = "dpstudio"
_DRAWING = "pyqtgraph", "dpstudio.gui.pictured"
"""What takes longest to load of all that draws; each by itself, since the window answers in between."""


def run(project: Path | None) -> int:
    """Open the window and stay until the last is closed; where dpstudio is open already, that opens the project."""
    wrong = display.problem()
    if wrong:
        print(f"dpstudio: {wrong}", file=sys.stderr)
        return 2
    from PySide6.QtWidgets import QApplication

    application = QApplication([_NAME])
    _speak(application)
    introduce(application)
    meeting = _meeting()
    if meeting is not None and meeting.handed_over([] if project is None else [str(project.absolute())]):
        remark("it is already open, and continues in its own window")
        return 0
    try:
        return _at_work(application, project, meeting)
    finally:
        if meeting is not None:
            meeting.close()


def _speak(application: "QApplication") -> None:
    """Fix the language, before anything that has texts is loaded."""
    from dpstudio.gui.languages import speak

    speak(application)


def introduce(application: "QApplication") -> None:
    """Tell the desktop what this is: by its entry in the menu, by its name and by its picture."""
    from dpstudio.gui.look.theme import own_icon

    application.setApplicationName(_NAME)
    application.setApplicationDisplayName("")
    application.setDesktopFileName(_NAME)
    application.setWindowIcon(own_icon())


def _meeting() -> "Meeting | None":
    """Where further starts come to; None where they cannot, and each goes on by itself."""
    from dpstudio.workspace.computer import storage

    try:
        from dpstudio.gui.meeting import Meeting  # Qt's part for it needs more of the system than a window does

        return Meeting(storage.meeting_folder())
    except (ImportError, OSError):
        return None


def _at_work(application: "QApplication", project: Path | None, meeting: "Meeting | None") -> int:
    """From the first window to the last."""
    from PySide6.QtCore import Qt, QTimer

    from dpstudio.gui import error_dialog
    from dpstudio.gui.windows import Windows

    windows = Windows(application)
    if meeting is not None:
        meeting.heard.connect(windows.take)
    try:
        window = _built(windows)
    except (StudioError, OSError) as error:
        told = in_words(error)
        complain(told or StudioError(tr("The window cannot be opened.")), as_json=False)
        return 2
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    error_dialog.catch_all(windows)
    window.show()
    if project is not None:
        QTimer.singleShot(0, window, lambda: window.projects.open(str(project)))
    window.runner.run("warm", lambda _: warm(), partial(_warmed, window), lambda _: None)
    return application.exec()


def _warmed(window: "MainWindow", _: object) -> None:
    """Make the picture on the window's thread, part by part, so that neither the first project nor a click waits."""
    from PySide6.QtCore import QTimer

    parts: list[Callable[[], object]] = [*(partial(import_module, each) for each in _DRAWING), window.make_picture]

    def go_on() -> None:
        parts.pop(0)()
        if parts:
            QTimer.singleShot(0, window, go_on)

    QTimer.singleShot(0, window, go_on)


def _built(windows: "Windows") -> "MainWindow":
    """The first window, once nothing stands against it: what does is said in a dialog, which helps or asks again.

    Raises:
        StudioError: the person left it at that.
    """
    draw(window=True)  # a window that is not there yet keeps nobody waiting for another program
    while True:
        try:
            return windows.add()
        except (StudioError, OSError) as error:
            if not _helped(error):
                draw(window=False)
                raise


def _helped(error: StudioError | OSError) -> bool:
    """Say why there is no window; whether to try again."""
    if isinstance(error, Lost):
        from dpstudio.gui.lost import LostDialog
        from dpstudio.gui.overrides import catch_in_overrides

        catch_in_overrides()
        return bool(LostDialog(error, lambda mistake: print(f"dpstudio: {describe(mistake)}", file=sys.stderr)).exec())
    from dpstudio.gui import ask

    told, again = str(in_words(error) or StudioError(tr("The window cannot be opened."))), tr("Try again")
    return ask.choose(None, tr("dpstudio cannot start"), told, [again, tr("Quit")]) == again


def build(application: "QApplication") -> "MainWindow":
    """A window in this person's look, with nothing before it that could help."""
    from dpstudio.gui.windows import Windows

    windows = Windows(application)
    window = windows.add()
    windows.setParent(window)  # else it would end in whichever thread clears up
    return window


def warm() -> None:
    """Load what the first table, formula and receipt will need, after the window is there."""
    import typst  # noqa: F401 - loaded, and used elsewhere

    from dpstudio.core.scores.language.parser import parse
    from dpstudio.core.tables import engine

    engine.warm()

    parse("count(choice = candidate)")
