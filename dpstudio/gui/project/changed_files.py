"""Whether a file that has changed holds the same people: asked on the Tables tab, and answered by the person."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.schema import Role
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.planning.facts import TableFacts
from dpstudio.translation import tr
from dpstudio.workspace.project.handles import fresh_handle, renamed
from dpstudio.workspace.project.opening import answered


class ChangedFiles(QObject):
    """Connects the tables' cards with the gate; an answer can be taken back until something is built upon it."""

    def __init__(self, window: QWidget, session: Session, tables: TablesTab) -> None:
        super().__init__(window)
        self._window, self._session, self._tables = window, session, tables
        self._before: dict[str, str] = {}
        tables.resolved_shown.connect(self._show)
        tables.same_people_answered.connect(self._answered)
        tables.still_sample_answered.connect(self._told_what_a_sample_is)
        tables.same_people_reconsidered.connect(self._reconsider)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._back)

    def _back(self, state: Qt.ApplicationState) -> None:
        """The person comes from another program, which may have written a file."""
        if state == Qt.ApplicationState.ApplicationActive:
            self._session.look_again()

    def _show(self) -> None:
        for table in self._session.document.plan.tables:
            card, known = self._tables.card(table.handle).changed_file, self._session.facts.get(table.handle)
            if known is None or not known.changed:
                answer = None if known is None else self._answer(table, known)
                card.show_nothing() if answer is None else card.show_answer(answer)
            elif self._is_sample(table):
                card.ask_of_sample()
            else:
                card.ask()

    def _is_sample(self, table: TablePlan) -> bool:
        """Whether a table is a sample of which nothing has been released: it is asked whether it still is one."""
        standing = self._session.standing
        return table.role == Role.SAMPLE and not (standing.handle == table.handle and standing.account)

    def _told_what_a_sample_is(self, handle: str, still: bool) -> None:
        """Its rows are shown, or it is a private table from here on, with an account of its own."""
        session, table = self._session, self._table(handle)
        if still or table is None:
            self._answered(handle, same=True)
            return
        fresh = fresh_handle()
        after = renamed(session.document.plan, handle, fresh)
        private = tuple(replace(each, role="private") if each.handle == fresh else each for each in after.tables)
        session.document.change(replace(after, tables=private))

    def _answer(self, table: TablePlan, known: TableFacts) -> bool | None:
        """What was answered for a table and can be taken back: whether the people are the same."""
        gate, standing = self._session.gate, self._session.standing
        if not known.digests or known.shipped or standing.moved or standing.trouble:
            return None
        try:
            if gate.linked_by(table, known.digests) == "":
                return True
            return False if table.handle in self._before and not gate.is_counted(table.handle) else None
        except (StudioError, OSError):
            return None  # the ledger is gone since it was asked: the session tells of it

    def _table(self, handle: str) -> TablePlan | None:
        """A table that may be answered for: nothing is released meanwhile."""
        found = (table for table in self._session.document.plan.tables if table.handle == handle)
        return None if self._session.runner.busy("release") else next(found, None)

    def _answered(self, handle: str, same: bool) -> None:
        """The table keeps its account, or begins anew."""
        session, table = self._session, self._table(handle)
        if table is None:
            return
        if same:
            job = partial(answered, session.document.plan, table, session.gate, same=True)
            words = tr("Reading {label} …", label=table.label)
            session.runner.run(
                f"changed:{handle}", job, lambda _: session.read_again(handle), self._failed, words=words
            )
            return
        before = session.document.plan
        try:
            after = answered(before, table, session.gate, lambda _: None, same=False)
        except StudioError as error:
            self._failed(error)
            return
        self._before[after.tables[before.tables.index(table)].handle] = handle
        session.document.change(after)

    def _reconsider(self, handle: str) -> None:
        """It is asked again."""
        session, table = self._session, self._table(handle)
        if table is None:
            return
        try:
            if handle in self._before and not session.gate.is_counted(handle):
                before = self._before.pop(handle)
                session.document.rewrite(lambda plan: renamed(plan, handle, before), saved=False)
                return
            session.gate.ledger.unlink(handle)
        except StudioError as error:
            self._failed(error)
            return
        session.read_again(handle)

    def _failed(self, error: StudioError) -> None:
        self._session.refresh()
        if isinstance(error, Cancelled):
            return
        ask.complain(self._window, tr("Nothing has changed"), str(error))
