"""One open project in the window: document, facts, what is resolved, and the jobs that follow from it."""

import datetime
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.question import Plan, Question, TablePlan
from dpstudio.core.receipt.words import cost
from dpstudio.core.release import Release, plan_digest
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Permit
from dpstudio.core.tables.schema import Role
from dpstudio.gui.bounding import Bounding
from dpstudio.gui.previewing import Previewing
from dpstudio.gui.runner import Runner
from dpstudio.workspace import jobs, same_people
from dpstudio.workspace.document import Document
from dpstudio.workspace.facts import TableFacts, read_facts
from dpstudio.workspace.gate import Gate
from dpstudio.workspace.handles import fresh_handle, renamed
from dpstudio.workspace.opening import settled
from dpstudio.workspace.resolve import Resolved, resolve


class Session(QObject):
    """Keeps `resolved`, `facts` and `release` up to date and tells when they change; `releasing` is what one costs.

    What is worked out beside it has parts of its own: `preview`, and `bounding` for the score's bound.
    """

    resolved_changed = Signal()
    release_changed = Signal()
    release_failed = Signal(str)
    release_stopped = Signal(str)
    release_progress = Signal(float)

    def __init__(self, runner: Runner, gate: Gate, work: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runner, self.gate, self.work = runner, gate, work
        self.facts: dict[str, TableFacts] = {}
        self._read: dict[str, TablePlan] = {}
        self.preview = Previewing(runner, work, self)
        self.bounding = Bounding(runner, self._look_closer_done, self)
        self.release: Release | None = None
        self.releasing = ""
        self._released_plan = ""
        self.document = Document()
        self.resolved = Resolved(self.document.plan)
        self.start(self.document)

    @property
    def ledger(self) -> Ledger:
        """The book that the open project's table is counted in: tables that ship have one of their own."""
        data = self.document.plan.data_table
        known = self.facts.get(data.handle) if data else None
        return self.gate.book(shipped=known is not None and known.shipped)

    def start(self, document: Document) -> None:
        """Work on another document."""
        for name in [*(f"facts:{handle}" for handle in self._read), "release", "export"]:
            self.runner.cancel(name)
        self.preview.start()
        self.bounding.start()
        self.facts, self._read, self.release = {}, {}, None
        self.document = document
        document.changed.append(self.refresh)
        self.release_changed.emit()
        self.refresh()

    def refresh(self) -> None:
        """Read what must be read, resolve, preview."""
        for table in self.document.plan.tables:
            self._read_facts(table)
        self._resolve()

    def take_gate(self, gate: Gate) -> None:
        """Go on with another ledger: all that was known of the tables is asked again."""
        self.gate = gate
        self._read.clear()
        self.facts.clear()
        self.refresh()

    def _resolve(self) -> None:
        data, book = self.document.plan.data_table, self.ledger
        account, unit = (book.account(data.handle), book.settled(data.handle)) if data else (None, None)
        self.resolved = resolve(self.document.plan, self.facts, account, self.bounding.closer, unit)
        self.resolved_changed.emit()
        self.preview.follow(self.resolved, self.gate)
        self.bounding.follow(self.resolved)

    def _look_closer_done(self) -> None:
        closer = self.bounding.closer
        moved = closer is not None and closer.sensitivity != self.resolved.sensitivity
        if moved and not self.runner.busy("release"):
            self._resolve()

    def _read_facts(self, table: TablePlan) -> None:
        """Read a table again when anything but its columns' declarations has changed.

        What was shown is dropped first, and a private table is sealed before anything else can be clicked.
        """
        wanted = replace(table, columns=(), label="")
        if self._read.get(table.handle) == wanted:
            return
        self._read[table.handle] = wanted
        self.facts.pop(table.handle, None)
        self.preview.forget()
        self.runner.cancel(f"facts:{table.handle}")
        if not table.role:
            return
        try:
            if table.role == Role.PRIVATE:
                self.gate.seal(table)
        except StudioError as error:
            self.facts[table.handle] = TableFacts(problem=str(error))
            return

        def job(tick: Tick) -> TableFacts:
            return read_facts(table, self.gate, tick)

        def done(found: TableFacts) -> None:
            self._known(table, found)

        self.runner.run(f"facts:{table.handle}", job, done, lambda error: done(TableFacts(problem=str(error))))

    def _known(self, table: TablePlan, found: TableFacts) -> None:
        """A table has been read: it may continue an account, or have a sheet whose name was not known."""
        self.facts[table.handle] = found
        self.preview.forget()
        if table.role == Role.PRIVATE:
            self._look_again_at_others(table)
        before = self.document.plan
        after = settled(before, table, found)
        if after == before:
            self._resolve()
            return
        place = next(i for i, each in enumerate(before.tables) if each.handle == table.handle)
        renewed = after.tables[place]
        self.facts[renewed.handle] = self.facts.pop(table.handle)
        self._read.pop(table.handle)
        self._read[renewed.handle] = replace(renewed, columns=(), label="")
        self.document.rewrite(lambda plan: settled(plan, table, found), saved=renewed.sheet == table.sheet)

    def _look_again_at_others(self, private: TablePlan) -> None:
        """The same bytes may stand in the project under another role: what is shown of those is dropped."""
        for table in self.document.plan.tables:
            if table.handle != private.handle and table.role in (Role.PUBLIC, Role.SAMPLE):
                self._read.pop(table.handle, None)
                self._read_facts(table)

    def part_people(self, table: TablePlan) -> None:
        """A link to another table's account is taken back: the table is counted by itself, in every step of the plan.

        Raises:
            Refusal: something was released, looked at or compared since.
        """
        before, fresh = table.handle, fresh_handle()
        same_people.part(table, self.gate)
        self.gate.inherit(before, fresh)
        self.document.rewrite(lambda plan: renamed(plan, before, fresh), saved=False)

    def permits(self) -> dict[str, Permit]:
        """Leave to store the pasted tables that are public or samples."""
        found = {}
        for table in self.document.plan.tables:
            if table.text and not table.path and table.role:
                with suppress(StudioError):
                    found[table.handle] = self.gate.permit(table, lambda _: None)
        return found

    # ---- release

    @property
    def pending(self) -> int | None:
        """An unfinished charge of exactly this question that can be completed here, or None."""
        question, account = self.resolved.question or self.resolved.previewed, self.resolved.account
        open_charges = [charge for charge in account.charges if charge.statement is None] if account else []
        if question is None or not open_charges or self.ledger.moved:
            return None
        digest = plan_digest(question)
        return next((charge.number for charge in open_charges if charge.plan == digest), None)

    @property
    def asked(self) -> Question | None:
        """The question, complete but for what a release needs beside it."""
        return self.resolved.question or self.resolved.previewed

    @property
    def looks(self) -> int:
        """How often the open project's table was looked into."""
        data = self.document.plan.data_table
        return len(self.ledger.looks(data.handle)) if data else 0

    @property
    def may_look(self) -> bool:
        """Whether there is a private table and a question about it, so that the curator can look into it."""
        data, known = self.document.plan.data_table, self.resolved.known
        private = data is not None and data.role == Role.PRIVATE and not known.shipped and bool(known.account)
        return private and not known.changed and self.asked is not None and not self.ledger.moved

    def read_again(self, handle: str) -> None:
        """Have the gate decide afresh on a table."""
        self._read.pop(handle, None)
        self.refresh()

    def release_shown(self, shown: Resolved) -> None:
        """Release what a person was shown and agreed to; nothing where it is no longer what would be drawn."""
        if shown is self.resolved and shown.plan == self.document.plan:
            self.make_release()
            return
        self.release_failed.emit("The question has changed since it was shown. Look at it again, then release it.")

    def make_release(self, pending: int | None = None) -> None:
        """Charge and draw, off the window's thread."""
        question = self.resolved.question or (self.resolved.previewed if pending else None)
        data, ledger, shown = self.document.plan.data_table, self.ledger, self.resolved.plan == self.document.plan
        if question is None or data is None or not shown or self.runner.busy("release"):
            return
        today, people = datetime.date.today(), same_people.wanted(self.resolved, self.gate.key)

        def job(tick: Tick) -> Release:
            same_people.refuse_unanswered(people, self.gate)
            return jobs.release(question, data, self.gate, ledger, self.work, today, tick, pending)

        refused = partial(self._not_released, pending)
        self.release, self.releasing = None, cost(question.loss)
        self.runner.run("release", job, self._released, refused, self.release_progress.emit)
        self.release_changed.emit()

    def cancel_release(self) -> None:
        """Stop before the charge; a release that is already charged is finished and shown."""
        self.runner.stop("release")

    def _released(self, release: Release) -> None:
        self._show_release(release)
        self.document.released()
        self.release_changed.emit()

    def _not_released(self, pending: int | None, error: StudioError) -> None:
        self.refresh()
        self.release_changed.emit()
        if isinstance(error, Cancelled):
            self.release_stopped.emit(_stopped(pending))
        else:
            self.release_failed.emit(str(error))

    def reopen(self, release: Release) -> None:
        """Show an earlier result from the ledger."""
        self._show_release(release)
        self.release_changed.emit()

    def _show_release(self, release: Release) -> None:
        self.release = release
        self._released_plan = self.ledger.entry(release.number).plan

    @property
    def earlier(self) -> int:
        """The number of the release that is shown, where it answers another question than the one asked now, or 0."""
        asked = self.resolved.question or self.resolved.previewed
        if self.release is None or (asked is not None and plan_digest(asked) == self._released_plan):
            return 0
        return self.release.number

    def change(self, plan: Plan, merge: str = "") -> None:
        """Take a step."""
        self.document.change(plan, merge)


def _stopped(pending: int | None) -> str:
    """That a release was stopped before its charge, or before a charge of earlier was drawn."""
    charged = "what was charged before stays charged" if pending else "nothing was charged"
    return f"Stopped: nothing was released, and {charged}."
