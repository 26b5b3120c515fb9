"""Whether the open table holds another account's people: looked for beside the work, told, answered by the person."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.plan import Plan
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.people_cards import KeptPeopleCard, SamePeopleCard
from dpstudio.translation import tr
from dpstudio.workspace.guarding import same_people
from dpstudio.workspace.project.document import Document

_JOB = "people"
_DELETE = tr("Delete what is kept")
_COMPARING = tr("Comparing the people in this table with those in others …")


class Recognising(QObject):
    """Connects the two cards with the session and with what is kept."""

    def __init__(self, window: QWidget, session: Session, card: SamePeopleCard, kept: KeptPeopleCard) -> None:
        super().__init__(window)
        self._window, self._session, self._card, self._kept = window, session, card, kept
        self._asked: same_people.Wanted | None = None
        self._found: same_people.Alike | None = None
        self._linked = False
        self._apart: tuple[int, ...] = ()
        self._taken: tuple[Document, same_people.TakenOver] | None = None
        session.resolved_changed.connect(self._look)
        card.answered.connect(self._answered)
        card.parted.connect(self._part)
        card.reconsidered.connect(self._reconsider)
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
        session, self._asked, self._found, self._linked, self._apart = self._session, asked, None, False, ()
        session.runner.cancel(_JOB)
        if asked is None:
            self._card.show_nothing()
            return
        self._card.show_nothing(_COMPARING)
        session.runner.run(
            _JOB,
            lambda tick: (same_people.noticed(asked, session.gate, tick), *self._said(asked)),
            lambda seen: self._show(*seen),
            self._failed,
        )

    def _said(self, asked: same_people.Wanted) -> tuple[int, tuple[int, ...]]:
        """What was answered and can be taken back: the account that was joined, and those that were not."""
        return same_people.linked(asked, self._session.gate), same_people.apart_from(asked, self._session.gate)

    def _show(self, found: same_people.Alike | None, linked: int, apart: tuple[int, ...]) -> None:
        self._found, self._linked, self._apart = found, linked > 0, apart
        self._kept.setVisible(same_people.crowds().path.exists())
        if found is not None:
            self._card.show_noticed(found, found.fixed(self._session.resolved), apart)
        elif linked:
            self._card.show_linked(linked, restores=self._taken_over is not None)
        elif apart:
            self._card.show_apart(apart)
        else:
            self._card.show_nothing()

    @property
    def _taken_over(self) -> same_people.TakenOver | None:
        """What the open project asked before its table was linked, where that was since it is open."""
        return self._taken[1] if self._taken and self._taken[0] is self._session.document else None

    def _show_again(self) -> None:
        """The plan has changed, or something was charged: what is said of the same people may be another."""
        asked = self._asked
        if asked is None or self._session.runner.busy(_JOB) or not (self._found or self._linked or self._apart):
            return
        charged = self._session.resolved.account is not None
        try:
            said = self._said(asked)
        except StudioError as error:
            self._failed(error)
            return
        self._show(None if charged else self._found, *said)

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
            self._taken = session.document, same_people.TakenOver(found.account, session.document.plan)
            self._rewrite(asked.table.handle, lambda plan: same_people.as_fixed(plan, found.account))
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
        session, taken = self._session, self._taken_over
        if self._asked is None or session.runner.busy("release"):
            return
        try:
            session.part_people(self._asked.table)
        except StudioError as error:
            self._failed(error)
            return
        data, self._taken = session.document.plan.data_table, None
        if taken is not None and data is not None:
            self._rewrite(data.handle, taken.taken_back)

    def _rewrite(self, handle: str, change: Callable[[Plan], Plan]) -> None:
        """Change every step of the plan that asks about one table: no step back leads to half of an answer."""

        def changed(plan: Plan) -> Plan:
            return change(plan) if plan.data_table and plan.data_table.handle == handle else plan

        self._session.document.rewrite(changed, saved=False)

    def _reconsider(self) -> None:
        """Take back that the people are others: it is asked again."""
        if self._asked is None or self._session.runner.busy("release"):
            return
        try:
            same_people.take_back(self._asked.table)
        except StudioError as error:
            self._failed(error)
            return
        self._ask(self._asked)

    def _forget(self) -> None:
        question = tr(
            "dpstudio will then not notice the same people in tables that you open from now on. No release changes."
        )
        if (
            ask.choose(self._window, tr("Forget the people"), question, [_DELETE, tr("Cancel")], careful=True)
            == _DELETE
        ):
            same_people.crowds().forget()
            self._kept.hide()
            self._found, self._apart = None, ()
            if not self._linked:
                self._card.show_nothing()
