"""What happens around a look at a private table: asked for, written down, read off the window's thread, shown."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.plan import TablePlan
from dpstudio.core.release import plan_digest
from dpstudio.gui import ask
from dpstudio.gui.overrides import catch_in_overrides
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.planning.headers import header_line
from dpstudio.translation import tr, translated
from dpstudio.workspace.bookkeeping.standing import Standing
from dpstudio.workspace.guarding.header_look import look_at_header
from dpstudio.workspace.releasing import jobs

if TYPE_CHECKING:
    from dpstudio.gui.project.inspection import InspectDialog

_JOB = "inspect"
_SHOW = tr("Note the look")
_LINE = tr(
    "Line {line} will show as the header of this private table. It may be a person's row, so it counts as a look: an"
    " entry"
    " of the ledger, which every later receipt mentions."
)


class Inspecting(QObject):
    """Connects the Tables and Release tabs' Inspect with the session; `dialog` is the one that is open, or None."""

    def __init__(self, window: QWidget, session: Session, tables: TablesTab, release: ReleaseTab) -> None:
        super().__init__(window)
        self._window, self._session, self._tab = window, session, release
        self.dialog: InspectDialog | None = None
        release.inspection.inspect_requested.connect(self._look)
        tables.inspect_requested.connect(self._let_go)
        tables.look_requested.connect(self._look_at_header)
        tables.reread_requested.connect(session.read_again)
        session.resolved_changed.connect(self._offer)

    def _offer(self) -> None:
        self._tab.inspection.show_looks(self._session.may_look, self._session.standing)

    def _look(self) -> None:
        """Look at the question as it stands."""
        session = self._session
        question, table = session.asked, session.document.plan.data_table
        if question is None or table is None:
            return
        dialog, before = self._opened(table), session.standing.looks

        def failed(error: StudioError) -> None:
            session.refresh()
            dialog.show_problem(f"{translated(str(error))} {_noted(before, session.standing)}".strip())

        def start() -> None:
            session.runner.run(
                _JOB,
                lambda tick: jobs.inspect(question, table, session.gate, session.work, tick),
                dialog.show_view,
                failed,
            )

        dialog.confirmed.connect(start)
        dialog.open()

    def _let_go(self, handle: str) -> None:
        """A table that has been private becomes what its role says."""
        session, plan = self._session, self._session.document.plan
        table = next(each for each in plan.tables if each.handle == handle)
        asked = session.asked if table == plan.data_table else None
        digest = "" if asked is None else plan_digest(asked)
        dialog = self._opened(table, table.role)

        def start() -> None:
            session.runner.run(_JOB, lambda tick: session.gate.let_go(table, digest, tick), lambda _: done(), failed)

        def done() -> None:
            dialog.close()
            session.read_again(handle)

        def failed(error: StudioError) -> None:
            dialog.show_problem(str(error))

        dialog.confirmed.connect(start)
        dialog.open()

    def _look_at_header(self, handle: str) -> None:
        """Another line of a private table comes into view as its header, once that is in the ledger."""
        session = self._session
        table = next(each for each in session.document.plan.tables if each.handle == handle)
        asked = ask.choose(
            self._window,
            tr("A look at this table"),
            _LINE.format(line=header_line(table)),
            [_SHOW, tr("Cancel")],
            careful=True,
        )
        if asked != _SHOW:
            return

        def failed(error: StudioError) -> None:
            ask.complain(self._window, tr("No line was shown"), str(error))

        job = partial(look_at_header, table, session.gate)
        session.runner.run(_JOB, job, lambda _: session.read_again(handle), failed)

    def _opened(self, table: TablePlan, role: str = "") -> "InspectDialog":
        from dpstudio.gui.project.inspection import InspectDialog

        catch_in_overrides()
        self.dialog = InspectDialog(self._window, table.label, role)
        self.dialog.finished.connect(self._closed)
        return self.dialog

    def _closed(self) -> None:
        """Whatever is still under way is dropped; a look that was agreed to stays in the ledger."""
        self.dialog = None
        self._session.runner.cancel(_JOB)
        self._session.look_again()
        self._session.refresh()


def _noted(before: tuple[int, ...], now: Standing) -> str:
    """What became of a look that showed nothing."""
    if now.trouble:
        return tr("Nothing was shown.")
    if now.looks != before:
        return tr("Nothing was shown, but the look is in the ledger.")
    return tr("Nothing was shown, and no look was recorded in the ledger.")
