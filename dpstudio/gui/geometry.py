"""Where the window stands and how large it is: as it was left, and at first no larger than the screen."""

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow

from dpstudio.gui import ask
from dpstudio.gui.workplace import Workplace
from dpstudio.workspace.computer.settings import Settings

_FIRST, _LEAST, _FRAME = QSize(1280, 800), QSize(900, 600), QSize(0, 60)


def restore(window: QMainWindow, workplace: Workplace, settings: Settings) -> None:
    """Put the window where it was, and dialogs into the folder that was used last."""
    window.setMinimumSize(_LEAST)
    if not window.restoreGeometry(QByteArray.fromBase64(settings.kept("geometry").encode())):
        window.resize(_FIRST.boundedTo(window.screen().availableSize() - _FRAME))
    workplace.restore_widths(settings.kept("widths"))
    ask.Place.folder = ask.Place.folder or settings.kept("folder")


def keep(window: QMainWindow, workplace: Workplace, settings: Settings) -> None:
    """Remember all of it for the next start."""
    place = window.saveGeometry().toBase64().toStdString()
    settings.keep(geometry=place, widths=workplace.widths(), folder=ask.Place.folder)
