"""One open project in the window: document, facts, what is resolved, and the jobs that follow from it."""

import datetime
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.receipt.words import cost
from dpstudio.core.release import Release, plan_digest
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.gui.picture.previewing import Previewing
from dpstudio.gui.project.asked_before import AskedBefore
from dpstudio.gui.project.asking import Asking
from dpstudio.gui.project.bounding import Bounding
from dpstudio.gui.project.charging import Charging
from dpstudio.gui.project.reading import Reading
from dpstudio.gui.runner import Runner
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr
from dpstudio.workspace.bookkeeping.standing import Standing
from dpstudio.workspace.computer import table_names
from dpstudio.workspace.computer.storage import refuse_lost_key
from dpstudio.workspace.guarding import same_people
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.project.document import Document
from dpstudio.workspace.project.handles import fresh_handle, renamed
from dpstudio.workspace.project.opening import continued, settled
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.resolving.resolve import resolve


class Session(QObject):
    """Keeps `resolved`, `facts` and `release` up to date and tells when they change; `releasing` is what one costs.

    What is worked out beside it has parts of its own: `reading` of the tables, `preview`, and `bounding` for the
    score's bound. What the ledger says stands in `standing`, also while it cannot be used.
    """

    resolved_changed = Signal()
    release_changed, release_drawn = Signal(), Signal()
    release_failed, release_stopped = Signal(str), Signal(str)
    release_progress = Signal(float)

    def __init__(self, runner: Runner, gate: Gate, work: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runner, self.gate, self.work = runner, gate, work
        self.preview = Previewing(runner, work, self)
        self.reading = Reading(runner, self._known, self.preview.forget)
        self._asking = Asking(self._usable_ledger, self._handle, self._said_otherwise, self)
        self.bounding = Bounding(runner, self._look_closer_done, self)
        self.release: Release | None = None
        self.releasing = self._released_plan = ""
        self.before = AskedBefore()
        self.document = Document()
        self.resolved = Resolved(self.document.plan)
        self.start(self.document)

    @property
    def facts(self) -> dict[str, TableFacts]:
        """What is known of each table, by its handle."""
        return self.reading.facts

    @property
    def ledger(self) -> Ledger:
        """The book that the open project's table is counted in: tables that ship have one of their own."""
        known = self.facts.get(self._handle())
        return self.gate.book(shipped=known is not None and known.shipped)

    @property
    def standing(self) -> Standing:
        """What the ledger says of the open table."""
        return self._asking.standing

    def start(self, document: Document) -> None:
        """Work on another document."""
        self.reading.clear()
        for name in ("release", "export"):
            self.runner.cancel(name)
        self.preview.start()
        self.bounding.start()
        self.release, self.document = None, document
        self.release_failed.emit("")
        document.changed.append(partial(self.refresh, step=True))
        self.release_changed.emit()
        self.refresh()

    def refresh(self, *, step: bool = False) -> None:
        """Read what must be read, resolve, preview; of a `step` in ε, δ or the mechanism the ledger hears later."""
        known, plan = self.resolved.plan, self.document.plan
        self.before.note_tables(self.document.plan)
        for table in self.document.plan.tables:
            self.reading.follow(table, self.gate)
        self._resolve(ask_later=step and known != plan == replace(known, privacy=plan.privacy))

    def look_again(self) -> None:
        """Ask the ledger, and read the tables whose files have changed on the disk."""
        if self.runner.busy("release"):
            return
        if self.reading.forget_changed():
            self.release_failed.emit("")
            self.refresh()
        else:
            self._asking.again()

    def _said_otherwise(self) -> None:
        if not self.runner.busy("release"):
            self._resolve()

    def take_gate(self, gate: Gate) -> None:
        """Go on with another ledger: all that was known of the tables is asked again."""
        self.gate = gate
        self._go_on_after(Standing())

    def _go_on_after(self, before: Standing) -> None:
        """The ledger can be used again; where another program had it, only what failed meanwhile is tried once more."""
        if before.in_use:
            self.reading.forget_failed()
        else:
            self.reading.clear()
        self.release_failed.emit("")
        self.refresh()

    def _handle(self) -> str:
        data = self.document.plan.data_table
        return data.handle if data else ""

    def _usable_ledger(self) -> Ledger:
        if self.ledger is self.gate.ledger:
            refuse_lost_key(self.gate.key)
        return self.ledger

    def _resolve(self, *, ask_later: bool = False) -> None:
        plan, before = self.document.plan, self._asking.soon() if ask_later else self._asking.now()
        if before.trouble and not self.standing.trouble:
            self._go_on_after(before)
            return
        if plan != self.resolved.plan or before.trouble != self.standing.trouble:
            self.release_failed.emit("")
        account, unit = self.standing.account, self.standing.settled
        if _went_on(self):
            return
        self.resolved = self.standing.held(resolve(plan, self.facts, account, self.bounding.refinement, unit))
        self.resolved_changed.emit()
        self.preview.follow(self.resolved, self.gate)
        self.bounding.follow(self.resolved)

    def _look_closer_done(self) -> None:
        refinement = self.bounding.refinement
        moved = refinement is not None and refinement.sensitivity != self.resolved.scores.sensitivity
        if moved and not self.runner.busy("release"):
            self._resolve()

    def _known(self, table: TablePlan, found: TableFacts) -> None:
        """A table has been read: it may continue an account, have a sheet whose name was not known, or begin otherwise.

        The same bytes may stand in the project under another role: what is shown of those is dropped.
        """
        before = self.document.plan
        if table.role == Role.PRIVATE:
            others = (each for each in before.tables if each.handle != table.handle)
            self.reading.follow_again((each for each in others if each.role in (Role.PUBLIC, Role.SAMPLE)), self.gate)
        after = settled(before, table, found)
        if after == before:
            self._resolve()
            return
        renewed = next(now for was, now in zip(before.tables, after.tables, strict=True) if was.handle == table.handle)
        self.reading.renew(table.handle, renewed)
        as_before = replace(table, handle=renewed.handle, columns=renewed.columns, label=renewed.label)
        self.document.rewrite(lambda plan: settled(plan, table, found), saved=renewed == as_before)

    def part_people(self, table: TablePlan) -> None:
        """A link to another table's account is taken back: the table is counted by itself, in every step of the plan.

        Raises:
            Refusal: something was released, looked at or compared since.
        """
        before, fresh = table.handle, fresh_handle()
        same_people.part(table, self.gate)
        self.gate.inherit(before, fresh)
        self.document.rewrite(lambda plan: renamed(plan, before, fresh), saved=False)

    def put_result_away(self) -> None:
        """Show no result any more."""
        self.release, self._released_plan = None, ""
        self.release_changed.emit()

    @property
    def pending(self) -> int | None:
        """An unfinished charge of exactly this question that can be completed here, or None."""
        question, account = self.resolved.question or self.resolved.previewed, self.resolved.account
        open_charges = [charge for charge in account.charges if charge.statement is None] if account else []
        if question is None or not open_charges or self.standing.moved or self.standing.trouble:
            return None
        digest = plan_digest(question)
        return next((charge.number for charge in open_charges if charge.plan == digest), None)

    @property
    def asked(self) -> CompleteQuestion | None:
        """The question, complete but for what a release needs beside it."""
        return self.resolved.question or self.resolved.previewed

    @property
    def may_look(self) -> bool:
        """Whether there is a private table and a question about it, so that the curator can look into it."""
        data, known, closed = self.document.plan.data_table, self.resolved.known, self.standing
        private = data is not None and data.role == Role.PRIVATE and not known.shipped and bool(known.account)
        return private and not known.changed and self.asked is not None and not closed.moved and not closed.trouble

    def read_again(self, handle: str) -> None:
        """Have the gate decide afresh on a table."""
        self.reading.forget(handle)
        self.release_failed.emit("")
        self.refresh()

    def release_shown(self, shown: Resolved) -> None:
        """Release what a person was shown and agreed to; nothing where it is no longer what would be drawn."""
        if shown is self.resolved and shown.plan == self.document.plan:
            self.make_release()
            return
        self.release_failed.emit(tr("The question has changed since it was shown. Check it again, then release it."))

    def make_release(self, pending: int | None = None) -> None:
        """Charge and draw, off the window's thread."""
        question = self.resolved.question or (self.resolved.previewed if pending else None)
        data, ledger, shown = self.document.plan.data_table, self.ledger, self.resolved.plan == self.document.plan
        if question is None or data is None or not shown or self.runner.busy("release"):
            return
        today, people = datetime.date.today(), same_people.wanted(self.resolved, self.gate.key)
        charging, before = Charging(pending), (self.release, self._released_plan)
        self.before.note(question, self.resolved.plan)

        def job(tick: Tick) -> Release:
            with charging.heard(tick) as heard:
                same_people.refuse_unanswered(people, self.gate)
                gate, work = self.gate, self.work
                return jobs.release(question, data, gate, ledger, work, today, heard, pending, progress=charging)

        def refused(error: StudioError) -> None:
            self.release, self._released_plan = before
            self._not_released(charging, error)

        done = partial(self._released, plan_digest(question), data)
        self.release, self.releasing = None, cost(question.loss)
        self.runner.run("release", job, done, refused, self.release_progress.emit)
        self.release_changed.emit()

    def cancel_release(self) -> None:
        """Stop before the charge; a release that is already charged is finished and shown."""
        self.runner.stop("release")

    def _released(self, plan: str, table: TablePlan, release: Release) -> None:
        table_names.keep(table.handle, table.label)
        self.release, self._released_plan = release, plan
        self.document.released()
        self.release_drawn.emit()

    def _not_released(self, charging: Charging, error: StudioError) -> None:
        self.reading.forget_changed()
        self.refresh()
        self.release_changed.emit()
        if isinstance(error, Cancelled):
            self.release_stopped.emit(charging.stopped())
        else:
            self.release_failed.emit(charging.said(error))

    def reopen(self, release: Release, plan: str) -> None:
        """Show an earlier result from the ledger, of the plan with this digest."""
        self.release, self._released_plan = release, plan
        self.release_changed.emit()

    @property
    def earlier(self) -> int:
        """The number of the release that is shown, where it answers another question than the one asked now, or 0."""
        if self.release is None or (self.asked is not None and plan_digest(self.asked) == self._released_plan):
            return 0
        return self.release.number

    def change(self, plan: Plan, merge: str = "") -> None:
        """Take a step."""
        self.document.change(plan, merge)


def _went_on(session: Session) -> bool:
    """Take over whom the table's account protects where nothing is said of it; whether there was anything to do."""
    handle = session.standing.handle
    go_on = partial(continued, account=session.standing.account, handle=handle, facts=session.facts)
    if go_on(session.document.plan) == session.document.plan:
        return False
    session.document.rewrite(go_on, saved=False)
    return True
