"""Starting the window."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.errors import Lost, StudioError
from dpstudio.core.ledger.turn import draw
from dpstudio.gui import display
from dpstudio.telling import complain
from dpstudio.workspace.mistakes import describe, in_words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from dpstudio.gui.main_window import MainWindow

_AGAIN = "Try again"


def run(project: Path | None) -> int:
    """Open the window and stay until it is closed."""
    wrong = display.problem()
    if wrong:
        print(f"dpstudio: {wrong}", file=sys.stderr)
        return 2
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    application = QApplication(sys.argv[:1])
    application.setApplicationName("dpstudio")
    application.setApplicationDisplayName("")
    from dpstudio.gui import error_dialog

    try:
        window = _built(application)
    except (StudioError, OSError) as error:
        told = in_words(error)
        complain(told or StudioError("The window cannot be opened."), as_json=False)
        return 2
    error_dialog.catch_all(window.mistakes)
    window.show()
    if project is not None:
        QTimer.singleShot(0, window, lambda: window.projects.open(str(project)))
    window.runner.run("warm", lambda _: warm(), lambda _: None, lambda _: None)
    return application.exec()


def _built(application: "QApplication") -> "MainWindow":
    """The window, once nothing stands against it any more: what does is said in a dialog, which helps or asks again.

    Raises:
        StudioError: the person left it at that.
    """
    draw(window=True)  # a window that is not there yet keeps nobody waiting for another program
    while True:
        try:
            return build(application)
        except (StudioError, OSError) as error:
            if not _helped(error):
                draw(window=False)
                raise


def _helped(error: StudioError | OSError) -> bool:
    """Say why there is no window; whether to try again."""
    if isinstance(error, Lost):
        from dpstudio.gui.lost import LostDialog

        return bool(LostDialog(error, lambda mistake: print(f"dpstudio: {describe(mistake)}", file=sys.stderr)).exec())
    from dpstudio.gui import ask

    told = str(in_words(error) or StudioError("The window cannot be opened."))
    return ask.choose(None, "dpstudio cannot start", told, [_AGAIN, "Quit"]) == _AGAIN


def build(application: "QApplication") -> "MainWindow":
    """The window in this person's theme."""
    from PySide6.QtGui import QGuiApplication

    from dpstudio.gui.faces import show_faces
    from dpstudio.gui.main_window import MainWindow
    from dpstudio.gui.ring import Ring
    from dpstudio.gui.theme import THEME, load_fonts, system_look
    from dpstudio.gui.widgets.kit import HelpLabel
    from dpstudio.workspace import storage
    from dpstudio.workspace.gate import open_gate
    from dpstudio.workspace.settings import Settings

    settings = Settings()
    load_fonts()
    show_faces()
    if application.findChild(Ring) is None:
        Ring(application)
    HelpLabel.shown = settings.get("help_boxes") == "shown"

    hints = QGuiApplication.styleHints()  # kept: what it says of contrast is gone with it

    def style() -> None:
        wanted = settings.get("appearance")
        look = system_look(hints) if wanted == "system" else wanted
        THEME.apply(application, look, int(settings.get("text_size")))

    window: MainWindow | None = None

    def restyle() -> None:
        style()
        if window is not None:
            window.recolour()

    with THEME.undressed(application):  # else Qt goes through every part again each time that it is put into another
        style()
        window = MainWindow(settings, open_gate(), storage.WorkFolder(), restyle)
    hints.colorSchemeChanged.connect(lambda _: restyle())
    hints.accessibility().contrastPreferenceChanged.connect(lambda _: restyle())
    return window


def warm() -> None:
    """Load what the first table, formula and receipt will need, after the window is there."""
    import typst  # noqa: F401 - loaded, and used elsewhere

    from dpstudio.core.scores.language.parser import parse
    from dpstudio.core.tables import engine

    engine.warm()

    parse("count(choice = candidate)")
