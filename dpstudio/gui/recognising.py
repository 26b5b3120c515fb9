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
_COMPARING = "The people of this table are being compared with those of others …"


class Recognising(QObject):
    """Connects the two cards with the session and with what is kept."""

    def __init__(self, window: QWidget, session: Session, card: SamePeopleCard, kept: KeptPeopleCard) -> None:
        super().__init__(window)
        self._window, self._session, self._card, self._kept = window, session, card, kept
        self._asked: same_people.Wanted | None = None
        self._found: same_people.Alike | None = None
        self._linked = False
        session.resolved_changed.connect(self._look)
        card.answered.connect(self._answered)
        card.parted.connect(self._part)
        kept.forget_requested.connect(self._forget)

    def _look(self) -> None:
        """Compare the persons of the open table, once for each table and column."""
        session = self._session
        self._kept.setVisible(same_people.crowds().path.exists())
        asked = same_people.wanted(session.resolved, session.gate.key)
        if (asked and asked.known_by) == (self._asked and self._asked.known_by):
            self._show_again()
            return
        self._ask(asked)

    def _ask(self, asked: same_people.Wanted | None) -> None:
        session, self._asked, self._found, self._linked = self._session, asked, None, False
        session.runner.cancel(_JOB)
        if asked is None:
            self._card.show_nothing()
            return
        self._card.show_nothing(_COMPARING)
        session.runner.run(
            _JOB,
            lambda tick: (same_people.noticed(asked, session.gate, tick), same_people.linked(asked, session.gate)),
            self._show,
            self._failed,
        )

    def _show(self, seen: tuple[same_people.Alike | None, int]) -> None:
        self._found, self._linked = seen[0], seen[1] > 0
        self._kept.setVisible(same_people.crowds().path.exists())
        if self._found is not None:
            self._card.show_noticed(self._found, self._found.fixed(self._session.resolved))
        elif self._linked:
            self._card.show_linked(seen[1])
        else:
            self._card.show_nothing()

    def _show_again(self) -> None:
        """The plan has changed, or something was charged: what is said of the same people may be another."""
        if self._asked is None or self._session.runner.busy(_JOB) or not (self._found or self._linked):
            return
        charged = self._session.resolved.account is not None
        still = same_people.linked(self._asked, self._session.gate) if self._linked else 0
        self._show((None if charged else self._found, still))

    def _failed(self, error: StudioError) -> None:
        self._card.show_problem(str(error))

    def _answered(self, same: bool) -> None:
        """Go on with that account, or remember that they are other people."""
        session, asked, found = self._session, self._asked, self._found
        if asked is None or found is None or session.runner.busy("release"):
            return
        if same:
            self._link(asked, found)
            return
        try:
            same_people.set_apart(asked.table, found.number, session.gate)
        except StudioError as error:
            self._failed(error)
            return
        self._ask(asked)

    def _link(self, asked: same_people.Wanted, found: same_people.Alike) -> None:
        session = self._session

        def linked(_: None) -> None:
            session.change(same_people.as_fixed(session.document.plan, found.account))
            session.read_again(asked.table.handle)

        self._card.show_nothing(_COMPARING)
        session.runner.run(
            _JOB,
            lambda tick: same_people.link(asked.table, asked.unit, found.number, session.gate, tick),
            linked,
            self._failed,
        )

    def _part(self) -> None:
        """Take a link back: the table has an account of its own, or none, as before."""
        if self._asked is None or self._session.runner.busy("release"):
            return
        try:
            self._session.part_people(self._asked.table)
        except StudioError as error:
            self._failed(error)

    def _forget(self) -> None:
        question = "The same people are then not noticed in tables that are opened from now on. No release changes."
        if ask.choose(self._window, "Forget the people", question, [_DELETE, "Cancel"], careful=True) == _DELETE:
            same_people.crowds().forget()
            self._kept.hide()
            self._found = None
            if not self._linked:
                self._card.show_nothing()
