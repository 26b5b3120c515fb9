"""New, open, save, recent: projects as the window handles them."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.plan import Plan
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Permit
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.translation import tr
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.project import demonstrations, opening, project_file
from dpstudio.workspace.project.document import Document

_OPENING = "open a project"
_KINDS = tr("dpstudio projects (*.dpstudio)")
_LEAVE = tr("Leave now")
_RELEASING = tr(
    "A release is under way. If it has not been charged yet, it is stopped and costs nothing. If it has, it is"
    " finished, and its result is on the Ledger tab."
)


class Projects(QObject):
    """Opens and saves the session's project; asks before anything unsaved is left.

    Attributes:
        elsewhere: whether another window of this process has a project, which then comes to the front.
        page: on which page the person is, kept for the next time that the project is opened.
    """

    leaving = Signal()
    """Another project takes the place of this one."""
    opened = Signal(str)

    def __init__(self, window: QWidget, session: Session, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._settings = window, session, settings
        self._lock: QLockFile | None = None
        self.elsewhere: Callable[[Path], bool] = lambda _: False
        self.page: Callable[[], str] = lambda: ""

    def title(self) -> str:
        """The window's title: the project's name, never a table's."""
        path = self._session.document.path
        return tr("{stem}[*] – dpstudio", stem=path.stem if path else tr("Untitled"))

    def _called(self) -> str:
        """What the person calls the project, as far as it has a name."""
        path, name = self._session.document.path, self._session.document.plan.name.strip()
        name = path.stem if path else name
        return f"“{name}”" if name else tr("this project")

    def _proposed(self) -> str | Path:
        """Where it lies, else a name: its own, or that of its table."""
        document = self._session.document
        data = document.plan.data_table
        name = document.plan.name.strip() or (Path(data.label).stem if data else "") or "project"
        return document.path or f"{name}{project_file.SUFFIX}"

    def may_leave(self) -> bool:
        """Ask about a release that is under way and about unsaved work; False keeps the project open."""
        if self._session.runner.busy("release"):
            answer = ask.choose(
                self._window, tr("A release is under way"), _RELEASING, [_LEAVE, tr("Stay here")], careful=True
            )
            if answer != _LEAVE:
                return False
        if not self._session.document.unsaved:
            return True
        answer = ask.choose(
            self._window,
            tr("Unsaved changes"),
            tr("Save the changes to {called} first? If they are discarded, they are lost.", called=self._called()),
            [tr("Save"), tr("Discard"), tr("Cancel")],
        )
        if answer == tr("Save"):
            return self.save()
        return answer == tr("Discard")

    def new(self) -> bool:
        """An empty project; False where the person stays with the one that is open."""
        if not self.may_leave():
            return False
        self._start(Document())
        return True

    def open(self, path: str) -> None:
        """A project file, asked for where `path` is blank; a wrong one changes nothing."""
        if (path and self.elsewhere(Path(path))) or not self.may_leave():
            return
        asked = path or ask.open_file(self._window, tr("Open a project"), _KINDS)
        if asked and (path or not self.elsewhere(Path(asked))):
            self._open(asked)

    def _open(self, path: str) -> None:
        try:
            plan = self._waited_for(tr("Opening the project …"), lambda tick: opening.load(Path(path), tick))
        except Cancelled:
            return
        except StudioError as error:
            ask.complain(self._window, tr("This project was not opened"), str(error))
            if not os.path.exists(path):  # noqa: PTH110 - a name that no file can have is not there either
                self._settings.forget(path)
            return
        lock = self._locked(Path(path))
        if lock is None:
            return
        known = str(Path(path).resolve())
        self._start(Document(plan, Path(path)), lock, tab=self._settings.tab_of(known) or "tables")
        self._settings.remember(known)

    def _waited_for(self, words: str, load: Callable[[Tick], Plan]) -> Plan:
        """A plan that is loaded beside the window.

        Raises:
            StudioError: it cannot be, or is not waited for any more.
        """
        found: list[Plan | StudioError] = []
        runner = self._session.runner
        runner.run(_OPENING, load, found.append, found.append)
        ask.wait(self._window, words, runner, _OPENING)
        if not found:
            raise Cancelled(tr("Stopped."))
        if isinstance(found[0], StudioError):
            raise found[0]
        return found[0]

    def take(self, plan: Plan, path: Path | None, *, tab: str = "tables") -> bool:
        """Go on with choices that were not saved; False where the person leaves them."""
        if not self.may_leave():
            return False
        lock = self._locked(path) if path else None
        if path and lock is None:
            return False
        self._start(Document(plan, path, saved=False), lock, tab=tab)
        return True

    def open_demonstration(self, name: str) -> None:
        """A demonstration, untitled, where its randomness is seen."""
        if not self.may_leave():
            return
        folder = storage.demonstrations_folder()
        try:
            plan = self._waited_for(
                tr("Opening the demonstration …"), lambda tick: demonstrations.open_untitled(name, folder, tick)
            )
        except Cancelled:
            return
        except StudioError as error:
            ask.complain(self._window, tr("The demonstration was not opened"), str(error))
            return
        self._start(Document(plan), tab="privacy")

    def save(self) -> bool:
        """Save where the project lies, or ask where."""
        path = self._session.document.path
        return self._save(path) if path else self.save_as()

    def _permits(self) -> dict[str, Permit]:
        """Leave to store the pasted tables that are public or samples."""
        found = {}
        for table in self._session.document.plan.tables:
            if table.text and not table.path and table.role:
                with suppress(StudioError):
                    found[table.handle] = self._session.gate.permit(table, lambda _: None)
        return found

    def save_as(self) -> bool:
        """Ask where, beginning where it lies, then save."""
        path = ask.save_file(self._window, tr("Save the project"), self._proposed(), _KINDS)
        if not path:
            return False
        if not path.endswith(project_file.SUFFIX):
            path += project_file.SUFFIX
        return self._save(Path(path))

    def _save(self, path: Path) -> bool:
        lock = self._lock if path == self._session.document.path else self._locked(path)
        if lock is None and path != self._session.document.path:
            return False
        try:
            project_file.save(self._session.document.plan, path, self._permits())
        except StudioError as error:
            ask.complain(self._window, tr("The project was not saved"), str(error))
            return False
        if lock is not self._lock:
            self.close()
            self._lock = lock
        self._session.document.saved_as(path)
        self._settings.remember(str(path.resolve()))
        return True

    def _start(self, document: Document, lock: QLockFile | None = None, *, tab: str = "tables") -> None:
        self.leaving.emit()
        self.close()
        self._lock = lock
        self._session.start(document)
        self.opened.emit(tab)

    def _locked(self, path: Path) -> QLockFile | None:
        """A lock on the project, or None where the person leaves it to the other window."""
        name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:32]
        folder = storage.config_folder() / "open"
        folder.mkdir(exist_ok=True)
        own = self._session.document.path
        if own is not None and own.resolve() == path.resolve():
            self.close()
        lock = QLockFile(str(folder / f"{name}.lock"))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            return lock
        answer = ask.choose(
            self._window,
            tr("Open in another window"),
            tr("This project is open in another window. Changes saved there would be overwritten here."),
            [tr("Open anyway"), tr("Leave it")],
        )
        return lock if answer == tr("Open anyway") else None

    def close(self) -> None:
        """Let go of the project's lock, and keep on which page it is left."""
        path = self._session.document.path
        if path is not None and self.page():
            self._settings.keep_tab(str(path.resolve()), self.page())
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
