"""All windows of this process: each has a project of its own, and one person's settings and look belong to all."""

import os
import sys
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.ledger.turn import draw
from dpstudio.gui import ask
from dpstudio.gui.faces import show_faces
from dpstudio.gui.garbage import collect_here
from dpstudio.gui.key_tips import DialogTips
from dpstudio.gui.look.ring import Ring
from dpstudio.gui.look.theme import THEME, load_fonts, system_look
from dpstudio.gui.main_window import MainWindow
from dpstudio.gui.overrides import catch_in_overrides
from dpstudio.gui.widgets.kit import HelpLabel
from dpstudio.translation import tr
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.mistakes import describe, in_words
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.guarding.gate import open_gate

_BESIDE = QPoint(32, 32)
_AGAIN = 200
_TURN = 0.0005


class Windows(QObject):
    """Makes windows, and brings one to the front where a further start asks for what it has."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.open: list[MainWindow] = []
        self._asked: list[Path] = []
        self._later = QTimer(self, singleShot=True, interval=_AGAIN)
        self._later.timeout.connect(self._go_on)
        sys.setswitchinterval(_TURN)  # the window waits for its turn each time that Qt hands back to Python
        collect_here(application)
        catch_in_overrides()
        load_fonts()
        show_faces()
        if application.findChild(Ring) is None:
            Ring(application)
            DialogTips(application)
        self._hints = QGuiApplication.styleHints()  # kept: what it says of contrast is gone with it
        self._hints.colorSchemeChanged.connect(self.restyle)
        self._hints.accessibility().contrastPreferenceChanged.connect(self.restyle)
        application.focusWindowChanged.connect(self._looked_at)

    @cached_property
    def settings(self) -> Settings:
        """Those of this person.

        Raises:
            OSError: there is no folder for them.
        """
        return Settings()

    @property
    def front(self) -> MainWindow | None:
        """The window that was worked in last."""
        return self.open[-1] if self.open else None

    # ---- making and closing

    def add(self) -> MainWindow:
        """A window more, not shown yet.

        Raises:
            StudioError, OSError: ledger, marks or key cannot be used.
        """
        HelpLabel.shown = self.settings.get("help_boxes") == "shown"
        with THEME.undressed(self._application):  # else Qt goes through every part again each time it is put somewhere
            self._style()
            window = MainWindow(self.settings, open_gate(), storage.WorkFolder(), self.restyle)
        self.settings.trouble = ""
        window.projects.elsewhere = partial(self._is_in_another, window)
        window.projects.page = lambda: window.tab
        window.setting_changed.connect(self._follow)
        window.window_asked.connect(self.open_another)
        window.quit_asked.connect(self.quit)
        window.closed.connect(partial(self._closed, window))
        window.mistakes.met.connect(self._keep)
        self.open.append(window)
        return window

    def open_another(self) -> MainWindow | None:
        """A window more, shown beside the one in front; None where there can be none, which is said."""
        before = self.front
        try:
            window = self.add()
        except (StudioError, OSError) as error:
            told = in_words(error) or StudioError(tr("A mistake in dpstudio itself prevents it."))
            ask.complain(before or QWidget(), tr("No other window was opened"), str(told))
            return None
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if before is not None:
            window.move(before.pos() + _BESIDE)
        window.show()
        return window

    def quit(self) -> None:
        """Close every window; the first that is not left keeps the others open, too."""
        for window in reversed(self.open.copy()):
            if not window.close():
                return

    def _closed(self, window: MainWindow) -> None:
        if window in self.open:
            self.open.remove(window)
        if self.open:
            draw(window=True)
        elif self._asked:  # by a start that has ended in good faith
            self.open_another()

    # ---- what belongs to all

    def restyle(self) -> None:
        """Follow the look that the person, or the system, has chosen."""
        self._style()
        for window in self.open:
            window.recolour()

    def _style(self) -> None:
        wanted = self.settings.get("appearance")
        look = system_look(self._hints) if wanted == "system" else wanted
        THEME.apply(self._application, look, int(self.settings.get("text_size")))

    def _follow(self, name: str) -> None:
        if name in ("appearance", "text_size"):
            self.restyle()
        for window in self.open:
            window.follow(name)

    def _keep(self) -> None:
        """A mistake was met: nobody knows which window it harms."""
        for window in self.open:
            window.keeping.now()

    def note(self, error: BaseException) -> None:
        """As `Mistakes.note`, in the window in front."""
        if self.front is not None:
            self.front.mistakes.note(error)
        else:
            print(f"dpstudio: {describe(error)}", file=sys.stderr)

    def note_qt(self, category: str) -> None:
        """As `Mistakes.note_qt`, in the window in front."""
        if self.front is not None:
            self.front.mistakes.note_qt(category)

    # ---- further starts

    def take(self, words: Sequence[str]) -> None:
        """Do what a further start was to do.

        Args:
            words: a project's absolute path, or none.
        """
        self._asked += [Path(word) for word in words if not self._is_in_another(None, Path(word))]
        if not words:
            _bring_forward(self.front)
        self._go_on()

    def _go_on(self) -> None:
        """Open what was asked for, once nothing stands over the windows."""
        if not self._asked:
            return
        over = QApplication.activeModalWidget()
        if over is not None or not self.open:
            _bring_forward(over)
            self._later.start()
            return
        path = self._asked.pop(0)
        self._open(path)
        self._go_on()

    def _open(self, path: Path) -> None:
        """In a window that has nothing yet, else in a window more."""
        if self._is_in_another(None, path):
            return
        window = next((each for each in self.open if each.is_untouched), None) or self.open_another()
        if window is not None:
            _bring_forward(window)
            window.projects.open(str(path))

    def _is_in_another(self, but: MainWindow | None, path: Path) -> bool:
        """Whether a window, but for one, has this project; that one comes to the front."""
        if "\0" in str(path):  # a name that no file can have
            return False
        wanted = os.path.realpath(path)
        for window in self.open:
            own = window.session.document.path
            if window is not but and own is not None and os.path.realpath(own) == wanted:
                _bring_forward(window)
                return True
        return False

    def _looked_at(self, looked_at: QWindow | None) -> None:
        for window in self.open:
            if looked_at is not None and window.windowHandle() == looked_at:
                self.open.remove(window)
                self.open.append(window)
                return


def _bring_forward(window: QWidget | None) -> None:
    if window is None:
        return
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
