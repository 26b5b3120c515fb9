"""Reads the open project's tables beside the window; again when one is read otherwise, or its file has changed."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from dpstudio.core.errors import Cancelled, InputError, StudioError
from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Kind, Role
from dpstudio.gui.runner import Runner
from dpstudio.planning.facts import TableFacts
from dpstudio.translation import tr
from dpstudio.workspace.bookkeeping.standing import told
from dpstudio.workspace.guarding.facts import read_facts
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.guarding.unchanged import Stamps, stamps


class Reading:
    """Keeps `facts` by table handle.

    Args:
        known: is told of a table that has been read.
        dropped: is called where what was shown of a table counts no more.
    """

    def __init__(
        self, runner: Runner, known: Callable[[TablePlan, TableFacts], None], dropped: Callable[[], None]
    ) -> None:
        self._runner, self._known, self._dropped = runner, known, dropped
        self.facts: dict[str, TableFacts] = {}
        self._read: dict[str, tuple[TablePlan, Stamps]] = {}
        self._anew: set[str] = set()

    def clear(self) -> None:
        """Nothing is known: another project, or another ledger."""
        for handle in self._read:
            self._runner.cancel(f"facts:{handle}")
        self._read.clear()
        self._anew.clear()
        self.facts.clear()

    def forget(self, handle: str) -> None:
        """Read a table again, however it was."""
        self._read.pop(handle, None)

    def forget_changed(self) -> bool:
        """Read again the tables whose files are not what they were; whether there is one."""
        changed = [handle for handle, (table, seen) in self._read.items() if table.role and stamps(table) != seen]
        for handle in changed:
            self.forget(handle)
        return bool(changed)

    def forget_failed(self) -> None:
        """Read again what could not be read."""
        for handle in [handle for handle, known in self.facts.items() if known.problem]:
            self.forget(handle)

    def follow(self, table: TablePlan, gate: Gate) -> None:
        """Read a table again when anything but its columns' declarations has changed, or how it writes its numbers.

        What was shown is dropped first, and a private table is sealed before anything else can be clicked. Where
        another line is said to be the first, it is guessed anew how the table is written.
        """
        wanted, handle = _as_read(table), table.handle
        before, _ = self._read.get(handle, (wanted, []))
        if handle in self._read and before == wanted:
            return
        if before.first_line != wanted.first_line:
            self._anew.add(handle)
        if handle not in self._read or replace(before, columns=()) != replace(wanted, columns=()):
            self.facts.pop(handle, None)
        self._read[handle] = (wanted, stamps(table) if table.role else [])
        self._dropped()
        self._runner.cancel(f"facts:{handle}")
        if not table.role:
            return
        try:
            if table.role == Role.PRIVATE:
                gate.seal(table)
        except (StudioError, OSError) as error:
            self.facts[handle] = TableFacts(problem=told(error))
            return
        self._start(table, gate)

    def _start(self, table: TablePlan, gate: Gate) -> None:
        anew = table.handle in self._anew

        def job(tick: Tick) -> TableFacts:
            return read_facts(table, gate, tick, anew=anew)

        def done(found: TableFacts) -> None:
            self._anew.discard(table.handle)
            self.facts[table.handle] = found
            self._dropped()
            self._known(table, found)

        def failed(error: StudioError) -> None:
            stopped = InputError(tr("Reading {label} was stopped.", label=table.label), tr("Choose Read again."))
            done(TableFacts.failed(stopped if isinstance(error, Cancelled) else error))

        self._runner.run(f"facts:{table.handle}", job, done, failed, words=tr("Reading {label} …", label=table.label))

    def follow_again(self, tables: Iterable[TablePlan], gate: Gate) -> None:
        """Read some tables again."""
        for table in tables:
            self.forget(table.handle)
            self.follow(table, gate)

    def renew(self, before: str, table: TablePlan) -> None:
        """What was read under a handle is known of a table under another one, or with the name of its sheet."""
        self.facts[table.handle] = self.facts.pop(before)
        _, seen = self._read.pop(before)
        self._read[table.handle] = (_as_read(table), seen)


def _as_read(table: TablePlan) -> TablePlan:
    """What the facts of a table depend on: of columns whose cells are shown the marks of their numbers, too."""
    marks = {} if table.role == Role.PRIVATE else table.marks
    columns = (ColumnPlan(name, Kind.DECIMAL, decimal_mark=mark) for name, mark in marks.items())
    return replace(table, columns=tuple(columns), label="")
