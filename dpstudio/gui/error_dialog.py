"""What the person sees of an error that nothing else catches: where, never what the data were; the program goes on."""

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Protocol

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from dpstudio.gui import ask
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.fitting import resize_to
from dpstudio.gui.widgets.kit import button, label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.notices import Notices
from dpstudio.translation import tr
from dpstudio.workspace.computer.mistakes import describe, in_words, report

_WHAT = tr("Something went wrong inside dpstudio.")
_PROJECT = tr(
    "Your project is still open, and its changes are kept for the next start. Save it, and restart dpstudio if this"
    " happens again."
)
_NO_PROJECT = tr("No project is open, so nothing is lost. Restart dpstudio if this happens again.")
_REPORT = tr("This report helps to fix it. It contains no text from your tables, no file names and nothing about you.")
_AGAIN, _SAVE = tr("dpstudio made a mistake again."), tr("Save your project, and restart dpstudio.")
_RESTART = tr("Restart dpstudio.")
_MOST_KNOWN = 100
_SERIOUS = (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)


class CrashDialog(QDialog):
    """What happened, with a report to copy, and what became of the open project where there is one."""

    def __init__(self, parent: QWidget, text: str, *, project: bool) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("dpstudio made a mistake"))
        resize_to(self, 620, 460)
        self.report = QPlainTextEdit(text)
        self.report.setReadOnly(True)
        self.report.setTabChangesFocus(True)
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.report.setAccessibleName(tr("Report"))
        self.copy_button = button(tr("Copy the report"), "copy")
        self.copy_button.clicked.connect(self._copy)
        self.go_on_button = button(tr("Continue"), kind="primary")
        self.go_on_button.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        scaled(layout.setContentsMargins, 20, 20, 20, 20)
        scaled(layout.setSpacing, 12)
        told = label(f"{_WHAT} {_PROJECT if project else _NO_PROJECT}")
        for part in (label(tr("dpstudio made a mistake"), "heading"), told, label(_REPORT, "soft")):
            layout.addWidget(part)
        layout.addWidget(self.report, 1)
        put(layout, row(self.copy_button, None, self.go_on_button))
        self.go_on_button.setFocus()

    def add(self, text: str) -> None:
        """Another mistake, made meanwhile."""
        self.report.appendPlainText(text)
        self.report.verticalScrollBar().setValue(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())


class Mistakes(QObject):
    """Takes errors from any thread and tells each once, in one dialog at a time; what comes again is a line.

    Args:
        window: whom they are told.
        notices: where that line stands.
        project: whether one is open.
    """

    met = Signal()
    _noted = Signal(str, bool)

    def __init__(self, window: QWidget, notices: Notices, project: Callable[[], bool]) -> None:
        super().__init__(window)
        self._window, self._notices, self._project = window, notices, project
        self._known: set[str] = set()
        self._dialog: CrashDialog | None = None
        self._busy = False
        self._noted.connect(self._tell, Qt.ConnectionType.QueuedConnection)  # never while something is painted

    def note(self, error: BaseException) -> None:
        """An error that nothing else catches."""
        told = in_words(error)
        if told is not None:
            self._noted.emit(str(told), False)
            return
        print(f"dpstudio: {describe(error)}", file=sys.stderr)
        self._noted.emit(report(error), True)

    def note_qt(self, category: str) -> None:
        """Something that Qt calls critical."""
        self._noted.emit(f"Qt, {category}\n", True)

    def _tell(self, text: str, ours: bool) -> None:
        """On the window's thread; while telling goes wrong, or takes its time, nothing more is opened."""
        known = text in self._known or len(self._known) >= _MOST_KNOWN
        self._known |= set() if known else {text}
        if known or (self._busy and self._dialog is None):
            self._notices.say(f"{_AGAIN} {_SAVE if self._project() else _RESTART}" if ours else text)
        elif self._dialog is not None and ours:
            self._dialog.add(text)
        elif self._dialog is not None:
            self._notices.say(text)
        else:
            self._busy = True
            self._show(text, ours)

    def _show(self, text: str, ours: bool) -> None:
        if not ours:
            ask.complain(self._window, tr("This cannot be done"), text)
            self._busy = False
            return
        self.met.emit()
        dialog = CrashDialog(self._window, text, project=self._project())
        dialog.finished.connect(self._gone)
        dialog.open()
        self._dialog = dialog

    def _gone(self) -> None:
        self._dialog, self._busy = None, False


class Noting(Protocol):
    """Who is told of mistakes."""

    def note(self, error: BaseException) -> None: ...

    def note_qt(self, category: str) -> None: ...


def catch_all(mistakes: Noting) -> None:
    """Send errors that nothing else catches there, from whichever thread, and what Qt says of itself."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        mistakes.note(error.with_traceback(trace))

    def of_thread(found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:
            mistakes.note(found.exc_value)

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        if found.exc_value is not None:
            mistakes.note(found.exc_value)

    def qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        del message  # it may name files
        if kind in (QtMsgType.QtWarningMsg, *_SERIOUS):
            print(f"dpstudio: Qt, {context.category}", file=sys.stderr)
        if kind in _SERIOUS:
            mistakes.note_qt(str(context.category))

    sys.excepthook, threading.excepthook, sys.unraisablehook = hook, of_thread, unraisable
    qInstallMessageHandler(qt)
