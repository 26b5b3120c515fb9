"""The only place that opens dialogs; tests answer here."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEventLoop, QStandardPaths, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.form import Check, Entry, Form
from dpstudio.gui.widgets.under_way import MOMENT
from dpstudio.gui.widgets.waiting import Waiting
from dpstudio.translation import translated
from dpstudio.workspace.computer.files import portable


class Place:
    """The folder that file dialogs begin in: the one of the last file, at first that of the person's documents."""

    folder = ""

    @classmethod
    def begin(cls) -> str:
        """Where a dialog begins; never in the folder that the program was started in."""
        if cls.folder and Path(cls.folder).is_dir():
            return cls.folder
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return documents if Path(documents).is_dir() else str(Path.home())

    @classmethod
    def remember(cls, path: str) -> str:
        """Begin beside this file next time; the path."""
        if path:
            cls.folder = str(Path(path).parent)
        return path


def open_files(parent: QWidget, title: str, kinds: str) -> list[str]:
    """Paths to open, or none."""
    chosen = QFileDialog.getOpenFileNames(parent, title, Place.begin(), kinds)[0]
    Place.remember(chosen[0] if chosen else "")
    return chosen


def open_file(parent: QWidget, title: str, kinds: str) -> str:
    """A path to open, or ""."""
    return Place.remember(QFileDialog.getOpenFileName(parent, title, Place.begin(), kinds)[0])


def save_file(parent: QWidget, title: str, name: str | Path, kinds: str) -> str:
    """A path to save to, or ""; the dialog begins at a path, or proposes a name that every system takes."""
    first = name if isinstance(name, Path) else Path(Place.begin(), portable(name))
    return Place.remember(QFileDialog.getSaveFileName(parent, title, str(first), kinds)[0])


def folder(parent: QWidget, title: str, first: str = "") -> str:
    """A folder, or ""; the dialog begins in the `first` one where there is one."""
    return QFileDialog.getExistingDirectory(parent, title, first or Place.begin())


def text(parent: QWidget, title: str, label: str) -> str:
    """A line of text, or ""."""
    typed, given = QInputDialog.getText(parent, title, label)
    return typed.strip() if given else ""


def form(
    parent: QWidget, title: str, text: str, entries: Sequence[Entry], accept: str, check: Check, problem: str = ""
) -> list[str] | None:
    """What was typed into a few fields, once `check` has nothing against it, or None.

    Args:
        problem: what was wrong with what was typed before; it is asked once more.
    """
    dialog = Form(parent, title, text, entries, accept, check, problem)
    return dialog.typed if dialog.exec() == QDialog.DialogCode.Accepted else None


def wait(parent: QWidget, text: str, runner: Runner, job: str) -> None:
    """Wait while a job runs and the window lives; one that takes longer than a moment is said, with Cancel.

    Nothing stands over the window once the job is no longer under way, however it has ended.
    """
    moment = QEventLoop()

    def follow(_: str) -> None:
        if not runner.busy(job):
            moment.quit()

    runner.busy_changed.connect(follow)
    if runner.busy(job):
        QTimer.singleShot(MOMENT, moment, moment.quit)
        moment.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    runner.busy_changed.disconnect(follow)
    Waiting(parent, text, runner, job).stay()


def pick(parent: QWidget, title: str, label: str, names: list[str]) -> str:
    """One of many names, or ""."""
    name, given = QInputDialog.getItem(parent, title, label, names, 0, False)
    return name if given else ""


def choose(parent: QWidget | None, title: str, text: str, answers: list[str], *, careful: bool = False) -> str:
    """One of the answers; the last one where the dialog is closed.

    Args:
        careful: the first cannot be undone, so the return key gives the last.
    """
    box = _box(parent, QMessageBox.Icon.Question, title, text)
    named = zip(with_keys(answers), answers, strict=True)
    buttons = {box.addButton(shown, QMessageBox.ButtonRole.ActionRole): answer for shown, answer in named}
    last = next(button for button, answer in buttons.items() if answer == answers[-1])
    box.setEscapeButton(last)
    if careful:
        box.setDefaultButton(last)
    box.exec()
    return next((answer for button, answer in buttons.items() if button is box.clickedButton()), answers[-1])


def with_keys(answers: Sequence[str]) -> list[str]:
    """Answers with a letter of each as its key: the first that no answer before it has."""
    taken: set[str] = set()
    shown = []
    for answer in answers:
        place = next((at for at, sign in enumerate(answer) if sign.isalpha() and sign.lower() not in taken), None)
        if place is not None:
            taken.add(answer[place].lower())
        shown.append(answer if place is None else f"{answer[:place]}&{answer[place:]}")
    return shown


def tell(parent: QWidget, title: str, text: str) -> None:
    """Something to know."""
    _box(parent, QMessageBox.Icon.Information, title, text).exec()


def complain(parent: QWidget, title: str, text: str) -> None:
    """Something that went wrong, and how to mend it."""
    _box(parent, QMessageBox.Icon.Warning, title, text).exec()


def _box(parent: QWidget | None, icon: QMessageBox.Icon, title: str, text: str) -> QMessageBox:
    """A dialog whose text is never read as markup: it may hold names from files."""
    box = QMessageBox(icon, translated(title), translated(text), parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def show_file(path: Path) -> bool:
    """Open a file in the program that shows such files here; False where there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def printer(parent: QWidget) -> QPrinter | None:
    """A printer, set up."""
    chosen = QPrinter(QPrinter.PrinterMode.HighResolution)
    return chosen if QPrintDialog(chosen, parent).exec() == QDialog.DialogCode.Accepted else None
