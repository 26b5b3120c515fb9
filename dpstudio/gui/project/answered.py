"""What is asked may have been released before: its result is shown again, as the ledger has it."""

from PySide6.QtCore import QObject

from dpstudio import bookkeeping
from dpstudio.core.errors import StudioError
from dpstudio.core.release import Release, plan_digest
from dpstudio.gui.project.session import Session
from dpstudio.workspace.releasing.candidate_lists import with_list


class Answered(QObject):
    """Shows the result of what is asked where the ledger has it: after a new start, or once it is asked again.

    A result that a person has drawn or opened stays until another question is asked that has one, too.

    Attributes:
        found: the result that is shown because it was found, or None.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session, self._number = session, 0
        self.found: Release | None = None
        session.resolved_changed.connect(self._look)

    def _look(self) -> None:
        session = self._session
        if session.runner.busy("release"):
            return
        before, self._number = self._number, answered_by(session)
        if self._is_shown(session.release):
            if not self._number:
                session.put_result_away()
        elif self._number and (session.release is None or (self._number != before and session.earlier)):
            self._show(self._number)

    def _is_shown(self, release: Release | None) -> bool:
        """Whether what is shown was found, and still answers, or answered last, what is asked."""
        return release is not None and release is self.found and self._number in (0, release.number)

    def _show(self, number: int) -> None:
        session = self._session
        try:
            book = session.ledger
            entry = book.entry(number)
            self.found = with_list(bookkeeping.drawn(entry), book.path)
        except (StudioError, OSError):
            return  # the Ledger tab says what is wrong with it
        session.reopen(self.found, entry.plan)


def answered_by(session: Session) -> int:
    """The newest entry that answers what is asked now of this table, whatever result is shown; 0 where none does."""
    account, known = session.resolved.account, session.resolved.known
    if session.asked is None or account is None or known.changed:
        return 0
    drawn = [each for each in account.charges if each.statement is not None]
    digest = plan_digest(session.asked) if drawn else ""
    return max((each.number for each in drawn if each.plan == digest), default=0)


def is_answered(session: Session) -> bool:
    """Whether what is asked now has been released from this table, whatever result is shown."""
    return answered_by(session) > 0
