"""Whether the open table holds another account's people: looked for beside the work, told, answered by the person."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.gui import ask
from dpstudio.gui.session import Session
from dpstudio.gui.tabs.people_cards import KeptPeopleCard, SamePeopleCard
from dpstudio.workspace import same_people

_JOB = "people"
_DELETE = "Delete what is kept"


class Recognising(QObject):
    """Connects the two cards with the session and with what is kept."""

    def __init__(self, window: QWidget, session: Session, card: SamePeopleCard, kept: KeptPeopleCard) -> None:
        super().__init__(window)
        self._window, self._session, self._card, self._kept = window, session, card, kept
        self._asked: same_people.Wanted | None = None
        self._number = 0
        session.resolved_changed.connect(self._look)
        card.answered.connect(self._answered)
        kept.forget_requested.connect(self._forget)

    def _look(self) -> None:
        """Compare the persons of the open table, once for each table and column."""
        session = self._session
        self._kept.setVisible(same_people.crowds().path.exists())
        asked = same_people.wanted(session.resolved, session.gate.key)
        if (asked and asked.known_by) == (self._asked and self._asked.known_by):
            if session.resolved.account is not None:
                self._show(0)
            return
        self._asked = asked
        self._show(0)
        session.runner.cancel(_JOB)
        if asked is not None:
            session.runner.run(
                _JOB,
                lambda tick: same_people.noticed(asked, session.gate, tick),
                self._show,
                lambda error: self._show(0, str(error)),
            )

    def _show(self, number: int, problem: str = "") -> None:
        self._number = number
        self._card.show_noticed(number, problem)
        self._kept.setVisible(same_people.crowds().path.exists())

    def _answered(self, same: bool) -> None:
        """Go on with that account, or remember that they are other people."""
        session, asked, number = self._session, self._asked, self._number
        if asked is None or session.runner.busy("release"):
            return
        try:
            if not same:
                same_people.set_apart(asked.table, number, session.gate)
                self._show(0)
                return
        except StudioError as error:
            self._show(number, str(error))
            return

        def linked(_: None) -> None:
            self._show(0)
            session.read_again(asked.table.handle)

        session.runner.run(
            _JOB,
            lambda tick: same_people.link(asked.table, number, session.gate, tick),
            linked,
            lambda error: self._show(0, str(error)),
        )

    def _forget(self) -> None:
        question = "The same people are then not noticed in tables that are opened from now on. No release changes."
        if ask.choose(self._window, "Forget the people", question, [_DELETE, "Cancel"], careful=True) == _DELETE:
            same_people.crowds().forget()
            self._kept.hide()
