"""Unsaved choices are kept beside the window for the next start after a crash, and offered there."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from dpstudio.core.plan import Plan
from dpstudio.gui.error_dialog import Mistakes
from dpstudio.gui.project.projects import Projects
from dpstudio.gui.project.session import Session
from dpstudio.gui.widgets.notices import Notices
from dpstudio.translation import tr, translated
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.project.autosave import Keeper, Unsaved, unsaved

_AFTER = 2_000
_NOT_KEPT = tr(
    "Unsaved changes cannot be kept in case of a crash ({reason}). This message disappears once they can be."
)
_LOST = tr("A pasted table was not kept, because dpstudio never stores a table's text unasked. Paste it again.")


class Keeping(QObject):
    """Keeps the session's unsaved choices two seconds after a change, off the window's thread.

    Args:
        folder: where those of every process lie.
    """

    _ended = Signal(object)

    def __init__(
        self, session: Session, projects: Projects, mistakes: Mistakes, notices: Notices, folder: Path
    ) -> None:
        super().__init__(session)
        self._session, self._projects, self._mistakes, self._notices = session, projects, mistakes, notices
        self._folder, self._keeper = folder, Keeper(folder)
        self._pool = ThreadPoolExecutor(1, "keeping")
        self._timer = QTimer(self, singleShot=True, interval=_AFTER)
        self._timer.timeout.connect(self.now)
        self._ended.connect(self._tell)
        self._open: list[Unsaved] = []
        self._closed, self._told = False, ""
        session.resolved_changed.connect(self._changed)
        mistakes.met.connect(self.now)
        projects.opened.connect(lambda: notices.put_away(_LOST))

    def now(self) -> None:
        """Keep what is unsaved at once."""
        document = self._session.document
        self._timer.stop()
        if document.unsaved and not self._closed:
            self._do(partial(self._keeper.keep, document.plan, document.path))

    def close(self) -> None:
        """The person has saved or discarded everything."""
        if self._closed:
            return
        self._closed = True
        self._timer.stop()
        self._do(self._keeper.clear)
        self._pool.shutdown(wait=True)
        for each in self._open:
            each.left.let_go()

    def offer(self) -> None:
        """A line for everything that was left unsaved."""
        self._open, damaged = unsaved(self._folder)
        for each in self._open:
            text = tr("dpstudio closed before the latest changes to {each} were saved.", each=_quoted(each))
            self._notices.say(
                text, (tr("Open them"), partial(self._take, each)), (tr("Discard them"), partial(self._discard, each))
            )
        for name in damaged:
            self._notices.say(
                tr("Changes kept after a crash cannot be read. They were set aside as {name}.", name=name)
            )

    def _take(self, each: Unsaved) -> bool:
        """Go on with what was left; it is let go of once it is kept anew."""
        if not self._projects.take(each.plan, each.path):
            return False
        if each.lost:
            self._notices.say(_LOST)
        self._open.remove(each)
        self._do(partial(self._kept_anew, self._session.document.plan, each))
        return True

    def _kept_anew(self, plan: Plan, each: Unsaved) -> None:
        self._keeper.keep(plan, each.path)
        each.left.remove()

    def _discard(self, each: Unsaved) -> bool:
        self._open.remove(each)
        each.left.remove()
        return True

    def _changed(self) -> None:
        if self._closed:
            return
        if not self._session.document.unsaved:
            self._timer.stop()
            self._do(self._keeper.clear)
        elif not self._timer.isActive():
            self._timer.start()

    def _do(self, job: Callable[[], None]) -> None:
        self._pool.submit(self._done, job)

    def _done(self, job: Callable[[], None]) -> None:
        """In the thread: one after the other."""
        try:
            job()
        except BaseException as error:  # noqa: BLE001 - a bug must reach the window, never vanish in a thread
            self._ended.emit(error)
        else:
            self._ended.emit(None)

    def _tell(self, error: BaseException | None) -> None:
        """What cannot be written is tried again until it can be; the line about it stands there that long."""
        if error is not None and not isinstance(error, OSError):
            self._mistakes.note(error)
            return
        told = "" if error is None else _NOT_KEPT.format(reason=translated(fault(error)[0]))
        if told != self._told:
            self._notices.put_away(self._told)
            self._told = told
            if told:
                self._notices.say(told)
        if error is not None and not self._closed:
            self._timer.start()


def _quoted(each: Unsaved) -> str:
    return f"“{each.name}”" if each.path else each.name
