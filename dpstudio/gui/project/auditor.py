"""Runs the self-check beside the window, on a thread of its own, so that no release and no preview waits for it."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from dpstudio.core.audit import Audit
from dpstudio.core.errors import StudioError
from dpstudio.gui.project.session import Session
from dpstudio.gui.runner import Runner
from dpstudio.gui.tabs.audit_card import WAITING, AuditCard
from dpstudio.planning.question import CompleteQuestion
from dpstudio.translation import tr
from dpstudio.workspace.releasing import auditing, jobs

_PATIENCE = 1_500
CANCELLED = tr("Stopped before there was a result.")
RELEASING = tr("Stopped, because a release comes first.")


class Auditor(QObject):
    """Begins a check once a complete question has been looked at for a moment, and stops it where it is in the way."""

    def __init__(
        self, session: Session, card: AuditCard, crashed: Callable[[BaseException], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._card = session, card
        self.runner = Runner(crashed, self, threads=1)
        self._checked: tuple[Any, ...] = ()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PATIENCE)
        self._later.timeout.connect(self._begin)
        for signal in (session.resolved_changed, session.release_changed, card.seen):
            signal.connect(self._consider)
        card.start_requested.connect(self._begin)
        card.cancel_requested.connect(lambda: self._stop(CANCELLED))

    @property
    def _question(self) -> CompleteQuestion | None:
        """What is to be checked, if anything."""
        found = self._session.resolved
        return found.question if auditing.wanted(found) else None

    def _consider(self) -> None:
        question = self._question
        self._card.setVisible(question is not None)
        asked = () if question is None else _asked(question)
        if self._session.runner.busy("release"):
            if self.runner.busy("audit") or self._later.isActive():
                self._stop(RELEASING)
            self._checked = asked
            return
        if asked != self._checked:
            self._stop(WAITING)
            self._checked = ()
        if asked and not self._checked and self._card.isVisible():
            self._later.start()

    def _begin(self) -> None:
        question = self._question
        if question is None or self._session.runner.busy("release"):
            return
        self._later.stop()
        self._checked = _asked(question)
        self._card.show_running()
        self.runner.run(
            "audit",
            lambda tick: auditing.check(question, tick),
            self._done,
            self._failed,
            self._card.show_progress,
        )

    def _done(self, audit: Audit) -> None:
        self._card.show_found(auditing.sentence(audit), auditing.details(audit), kept=audit.kept)

    def _failed(self, error: StudioError) -> None:
        self._card.show_idle(str(error))

    def _stop(self, why: str) -> None:
        self._later.stop()
        self.runner.cancel("audit")
        self._card.show_idle(why)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._later.stop()
        self.runner.close()


def _asked(question: CompleteQuestion) -> tuple[Any, ...]:
    """What a check depends on: the same gives the same check."""
    return (question.calibration, *jobs.preview_key(question, 0))
