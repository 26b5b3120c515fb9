"""The gate: it owns what has ever been private, and decides what of a table may be shown before a row is parsed.

From private to public or sample only a look leads, which the ledger holds before anything is shown and every later
receipt tells of. What was private is known by its bytes, by its handle and by where it lies, in the ledger and beside
it. Tables that ship with dpstudio are exempt: everybody has them.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from dpstudio.core.account import HEADER_LOOK
from dpstudio.core.errors import Lost, Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.granting import grant, grant_format_check, grant_look
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import FormatCheck, Inspection, Permit
from dpstudio.core.tables.reading import sheets
from dpstudio.core.tables.schema import WITH_SHEETS, Role
from dpstudio.planning.facts import is_unchosen
from dpstudio.planning.inputs import has_changed
from dpstudio.translation import phrase
from dpstudio.workspace.computer import demonstrations_book, storage
from dpstudio.workspace.computer.digests import Digests, at_a_glance, digests, named
from dpstudio.workspace.computer.marks import Marks
from dpstudio.workspace.guarding.shipped import is_shipped
from dpstudio.workspace.guarding.shown_headers import ShownHeaders
from dpstudio.workspace.guarding.told_elsewhere import ToldElsewhere

_SEALED = phrase(
    "{name} has been private before, so its rows stay sealed. Choose Private. Only Inspect can make it"
    " a sample or public."
)
_UNKNOWN = phrase(
    "The digest.key was lost, so nobody can tell whether {name} has been private: its rows stay"
    " sealed. Choose Private. Only Inspect can make it a sample or public."
)
SHIPPED = phrase("demonstration: the table comes with dpstudio and is counted in a book of its own")


@dataclass(frozen=True)
class Decision:
    """What may be done with a table.

    Args:
        permit: leave to show its rows, or None.
        refusal: why it stays sealed although another role is asked for, or "".
        changed: its bytes are not the ones that its handle was used with.
        digests: it is known by; they never leave this machine.
        account: the handle that it is counted under.
        shipped: it comes with dpstudio.
        sheets: of an Excel file, or the tables of a SQLite file or database; none of a table that is refused.
        whole: what a private table, of several in a file this one, is known by.
    """

    permit: Permit | None = None
    refusal: str = ""
    changed: bool = False
    digests: tuple[str, ...] = ()
    account: str = ""
    shipped: bool = False
    sheets: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()


class Gate:
    """Role, history and refusal of every table used with one ledger.

    Args:
        ledger: where releases are counted.
        marks: what has been private, whichever ledger was used.
        key: of this machine.
        usual: the ledger that is used where none is named, beside another.

    Raises:
        InputError: the ledger belongs to another key.
    """

    def __init__(self, ledger: Ledger, marks: Marks, key: bytes, usual: Ledger | None = None) -> None:
        self.ledger, self.key, self.usual, self._marks = ledger, key, usual, marks
        self._told = ToldElsewhere(ledger, marks, key)
        self.headers = ShownHeaders(marks, key)
        ledger.check_key(named(key, "key", "check"))
        known, handles = ledger.private_tables()
        marks.add([*known, *(self._of_handle(handle) for handle in handles)])
        if ledger.key_lost:
            marks.add([key_lost(key)])

    @cached_property
    def demonstrations(self) -> Ledger:
        """The book of tables that ship."""
        return Ledger(storage.demonstrations_book(), remarks=(SHIPPED, *storage.remarks()))

    def start_afresh(self) -> None:
        """Empty the book of the tables that ship; everyone's own ledger is not touched."""
        demonstrations_book.put_away(storage.demonstrations_book())
        self.__dict__.pop("demonstrations", None)

    def book(self, *, shipped: bool) -> Ledger:
        """Where a table is counted."""
        return self.demonstrations if shipped else self.ledger

    def seal(self, table: TablePlan) -> None:
        """Remember at once that a table is private, by all that is known of it without reading all of its file."""
        if not is_shipped(table):
            pasted = digests(table, self.key, lambda _: None).whole if table.text and not table.path else ()
            self._mark([*at_a_glance(table, self.key), *pasted])

    def inherit(self, before: str, after: str) -> None:
        """A handle takes the place of another: if that was private, so is this."""
        if self._was_private([self._of_handle(before)]):
            self._mark([self._of_handle(after)])

    def same_people(self, table: TablePlan, tick: Tick) -> None:
        """The table's bytes have changed and hold the same people: it goes on under its handle."""
        found, whole = self._known_by(table, tick)
        if table.role != Role.PRIVATE:
            self.ledger.sight(found.whole, table.handle, private=False)
            return
        self.ledger.go_on(self.ledger.continued(table.handle, whole), found.whole, whole)

    def link(self, table: TablePlan, account: str, person: str, tick: Tick) -> None:
        """The private table holds the people of an account, found by a column: it goes on with that one.

        Raises:
            Refusal: it is not private, or has an account of its own.
        """
        found = digests(table, self.key, tick)
        if table.role != Role.PRIVATE or is_shipped(table):
            raise Refusal(phrase("Only a private table can continue another one's account."), phrase("Check its role."))
        whole = self._whole(_with_sheet(table)[0], (*found.whole, *found.parts))
        own = self.ledger.continued(table.handle, whole)
        self.ledger.link(account, own, person, found.whole, whole)

    def linked_by(self, table: TablePlan, known: tuple[str, ...]) -> str | None:
        """By which column the table with these digests was linked to its account; None where it may not be parted."""
        return self.ledger.linked_by(table.handle, self._whole(table, known))

    def decide(self, table: TablePlan, tick: Tick) -> Decision:
        """Decide what may be done with a table, and remember what it is used as.

        Raises:
            InputError: the file is not there, or is none.
            Refusal: its account has moved to another computer with the usual ledger.
        """
        role = Role(table.role)
        if is_shipped(table):
            permit = None if role is Role.PRIVATE else grant(table.source, role)
            return Decision(permit, account=table.handle, shipped=True)
        if role is Role.PRIVATE:
            return self._private(table, tick)
        return self._public(table, role, tick)

    def permit(self, table: TablePlan, tick: Tick) -> Permit:
        """Leave to show the rows of a table as it is now.

        Raises:
            Refusal: it is private, or has been.
            InputError: it has changed, and nobody has said what it holds now.
        """
        found = self.decide(table, tick)
        if found.changed:
            raise has_changed(table)
        if found.permit is None:
            told = found.refusal or phrase("The rows of this table stay sealed.")
            raise Refusal(told, phrase("Check its role on the Tables tab."), "role")
        return found.permit

    def confirm(self, table: TablePlan, tick: Tick) -> None:
        """Raise Refusal where a table is not, or no longer, what may be counted under its handle."""
        found = self.decide(table, tick)
        if not found.shipped:
            storage.refuse_lost_key(self.key)
        if found.refusal or found.changed or found.account != table.handle:
            raise Refusal(
                found.refusal or phrase("{label} has changed since it was read.", label=table.label),
                phrase("Check it on the Tables tab first."),
                command="Try it again.",
            )

    def inspect(self, table: TablePlan, plan: str, tick: Tick) -> Inspection:
        """Put a look at a private table into the ledger, then give leave for it.

        Args:
            plan: digest of the question that is asked of it.

        Raises:
            Refusal: it is not private, or not what may be counted under its handle.
            StudioError: the look could not be put into the ledger.
        """
        if table.role != Role.PRIVATE or is_shipped(table):
            raise Refusal(
                phrase("Only a private table can be looked into."),
                phrase("Samples and tables that come with dpstudio show everything."),
            )
        self.confirm(table, tick)
        self._look(table, plan, tick)
        return grant_look(table.source, plan)

    def let_go(self, table: TablePlan, plan: str, tick: Tick) -> None:
        """Put into the ledger that a table which has been private is looked into, and a sample or public from now on.

        Raises:
            Refusal: it has never been private, or has changed since.
        """
        found = self.decide(table, tick)
        if not found.refusal:
            raise Refusal(phrase("{label} is not sealed.", label=table.label), phrase("Choose its role."))
        self._look(table, plan, tick, let_go=True)

    def check_format(self, table: TablePlan, tick: Tick) -> FormatCheck:
        """Put a format check of a private table into the ledger, then give leave for it.

        Raises:
            Refusal: it is not private, or not what may be counted under its handle.
            StudioError: the check could not be put into the ledger.
        """
        if table.role != Role.PRIVATE or is_shipped(table):
            raise Refusal(
                phrase("Only a private table's format can be checked."),
                phrase("Samples and tables that come with dpstudio show how they are written."),
            )
        self.confirm(table, tick)
        _, whole = self._known_by(table, tick)
        counted_as = self.ledger.continued(table.handle, whole)
        self.ledger.check_format(counted_as)
        self._told.checked(whole, self.ledger.format_checks(counted_as))
        return grant_format_check(table.source)

    def _look(self, table: TablePlan, plan: str, tick: Tick, *, let_go: bool = False) -> None:
        found, whole = self._known_by(table, tick)
        counted_as = self.ledger.continued(table.handle, whole)
        self.ledger.look(counted_as, plan, (*whole, *found.beneath) if let_go else ())
        self._told.looked(whole, header=plan == HEADER_LOOK)

    def _private(self, table: TablePlan, tick: Tick) -> Decision:
        self.seal(table)
        found = digests(table, self.key, tick)
        self._mark([*found.whole, *found.parts, *found.beneath])
        if (undecided := _undecided(table, found)) is not None:
            return undecided
        table, book = _with_sheet(table)
        whole = self._whole(table, (*found.whole, *found.parts))
        _refuse_moved(self, table, whole)
        account, changed = self._continued(table, found)
        return Decision(None, "", changed, found.whole, account, sheets=book, whole=whole)

    def _public(self, table: TablePlan, role: Role, tick: Tick) -> Decision:
        names = at_a_glance(table, self.key)
        found = digests(table, self.key, tick)
        if was_private := self._was_private([*names, *found.whole, *found.parts, *found.beneath]):
            self._mark([*names, *found.whole, *found.parts])
        if (undecided := _undecided(table, found)) is not None:
            return undecided
        if was_private:
            return self._once_private(table, role, found, _SEALED)
        if self._marks.any([key_lost(self.key)]):
            return self._once_private(table, role, found, _UNKNOWN)
        table, book = _with_sheet(table)
        asks = role is Role.SAMPLE or self.is_counted(table.handle)
        if asks and self._changed(table.handle, found.whole):
            return Decision(None, "", True, found.whole, table.handle, sheets=book)
        self.ledger.sight(found.whole, table.handle, private=False)
        return Decision(grant(table.source, role), "", False, found.whole, table.handle, sheets=book)

    def _once_private(self, table: TablePlan, role: Role, found: Digests, sealed: str) -> Decision:
        """What has been private stays sealed unless a look let these very bytes go; its account goes on then."""
        table, book = _with_sheet(table)
        if not self.ledger.is_let_go((*self._whole(table, found.exact), *found.beneath)):
            return Decision(None, sealed.format(name=table.label), account=table.handle)
        account, changed = self._continued(table, found)
        return Decision(None if changed else grant(table.source, role), "", changed, found.whole, account, sheets=book)

    def _continued(self, table: TablePlan, found: Digests) -> tuple[str, bool]:
        """The account that a table which has been private goes on with, and whether the bytes under it have changed."""
        whole = self._whole(table, (*found.whole, *found.parts))
        account = self.ledger.continued(table.handle, whole)
        changed = self._changed(table.handle, found.whole) and self._changed(account, found.whole)
        if not changed:
            self._sight(account, found.whole, whole)
            if not self.is_counted(table.handle):
                self._sight(table.handle, found.whole, whole)
            self._told.take_over(account, whole)
        return account, changed

    def _sight(self, handle: str, file: tuple[str, ...], whole: tuple[str, ...]) -> None:
        self.ledger.sight(file, handle, private=False)
        self.ledger.sight(whole, handle, private=True)

    def is_counted(self, handle: str) -> bool:
        """Whether a handle has an account of its own; then it is not tied to another table's."""
        return self.ledger.is_counted(handle)

    def _changed(self, handle: str, current: tuple[str, ...]) -> bool:
        known = self.ledger.sightings(handle)
        return bool(known) and set(known).isdisjoint(current)

    def _known_by(self, table: TablePlan, tick: Tick) -> tuple[Digests, tuple[str, ...]]:
        found = digests(table, self.key, tick)
        return found, self._whole(_with_sheet(table)[0], (*found.whole, *found.parts))

    def _whole(self, table: TablePlan, found: tuple[str, ...]) -> tuple[str, ...]:
        return _known_as(table, found, self.key)

    def _of_handle(self, handle: str) -> str:
        return named(self.key, "handle", handle)

    def _was_private(self, known: list[str]) -> bool:
        return self._marks.any(known) or self.ledger.was_private(known)

    def _mark(self, fresh: list[str]) -> None:
        self._marks.add(fresh)
        if not all(self.ledger.was_private([each]) for each in fresh):
            self.ledger.mark(fresh)


def _refuse_moved(gate: Gate, table: TablePlan, whole: tuple[str, ...]) -> None:
    """Raise Refusal where a table would begin anew although its account has moved with the usual ledger."""
    usual = gate.usual
    if usual is None or not usual.moved or gate.is_counted(gate.ledger.continued(table.handle, whole)):
        return
    if usual.is_counted(usual.continued(table.handle, whole)):
        raise Refusal(
            phrase("The account of {label} has moved to another computer with the usual ledger.", label=table.label),
            phrase("Release there, or move that ledger back: a second account here would not count what is spent."),
        )


def open_gate(path: Path | None = None) -> Gate:
    """The gate over a ledger file, or over the usual one; the key is looked for before a ledger is made.

    Raises:
        InputError: key, ledger or marks are lost or damaged.
    """
    key = storage.machine_key()
    if path is not None:
        refuse_usual_gone(path)
    if path is not None and storage.ledger_file().exists():  # what was private there is so here
        usual = Gate(storage.ledger(), storage.private_marks(), key).ledger
        return Gate(storage.ledger(path), storage.private_marks(path), key, usual)
    return Gate(storage.ledger(path), storage.private_marks(path), key)


def refuse_usual_gone(path: Path) -> None:
    """Raise Lost where another ledger is named and the usual one is gone: nobody can tell what is counted in that.

    Raises:
        Lost: it is, or the marks are.
    """
    usual = storage.ledger_file()
    if path == usual or usual.exists():
        return
    book = storage.private_marks(path).at(usual)
    if book is not None and not (path.exists() and storage.ledger(path).head.book == book):  # it may lie elsewhere now
        raise Lost(
            phrase("The usual ledger is gone: which tables are counted in it, or have moved with it, is not known.")
        )


def key_lost(key: bytes) -> str:
    """The mark that says that this key took the place of a lost one: whatever is not let go may have been private."""
    return named(key, "key", "lost")


def _undecided(table: TablePlan, found: Digests) -> Decision | None:
    """Nothing is decided of a file's tables before one is chosen: each has an account of its own."""
    book = _with_sheet(table)[1] if table.format == "sqlite" and not table.sheet else ()
    return Decision(None, "", False, found.whole, "", sheets=book) if is_unchosen(table, book) else None


def _known_as(table: TablePlan, found: tuple[str, ...], key: bytes) -> tuple[str, ...]:
    """What the table, not its file, is known by: of a file with several tables also which one it is."""
    if table.format in WITH_SHEETS and table.format != "database":
        return tuple(named(key, "sheet", f"{each}\0{table.sheet}") for each in found)
    return found


def _with_sheet(table: TablePlan) -> tuple[TablePlan, tuple[str, ...]]:
    """The table with the name of its sheet, if one is chosen or there is a first one, and the names of all."""
    book = tuple(sheets(table.source)) if table.format in WITH_SHEETS else ()
    if table.format == "database" or not book or is_unchosen(table, book):
        return table, book
    return replace(table, sheet=table.sheet or book[0]), book
