"""Whether a table holds the people of another account: noticed and told, never acted on by the program.

Only where a column of persons is declared, and for files. What is kept lies apart from the ledger, and can be deleted.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from threading import RLock
from typing import ClassVar, TypeVar

from dpstudio.core.account import Account, Limit, limits_told, unit_told
from dpstudio.core.errors import Held, InputError, Refusal
from dpstudio.core.ledger.file import in_words
from dpstudio.core.ledger.turn import WRITE, Turns, timeout
from dpstudio.core.plan import Plan, PrivacyPlan, TablePlan, UnitPlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.tables.crowd import crowd, share_in_common
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import PrivacyUnit, Role
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, phrase
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.digests import named
from dpstudio.workspace.guarding.gate import Gate

_HALF = Fraction(1, 2)
Part = TypeVar("Part", UnitPlan, PrivacyPlan)
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS crowd (handle TEXT, seen TEXT, digests BLOB NOT NULL, PRIMARY KEY (handle, seen))",
    "CREATE TABLE IF NOT EXISTS apart (handle TEXT, other TEXT, PRIMARY KEY (handle, other))",
)


class Crowds:
    """The smallest keyed digests of each table's persons, and which tables a person said hold other people.

    Args:
        path: of the file; it is made, readable by its owner only, where absent.
    """

    _lock: ClassVar = RLock()

    def __init__(self, path: Path) -> None:
        self.path, self._turns = path, Turns(self._lock, self._connected)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.touch(mode=0o600)
        with ExitStack() as held:
            connection, whole = self._turns.take(WRITE, timeout(WRITE), held)
            with whole:
                for table in _SCHEMA:
                    connection.execute(table)
                yield connection

    @contextmanager
    def _connected(self, seconds: float) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=seconds, isolation_level=None)
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            told = in_words(error, phrase("The file {name}", name=self.path.name))
            if isinstance(told, Held):
                raise told from error
            raise InputError(
                phrase("The file {name} cannot be used ({name_2}).", name=self.path.name, name_2=type(error).__name__),
                phrase(
                    "Forget the people on the Ledger tab: this file only helps to notice the same people"
                    " in another table."
                ),
                command="Delete it: it only helps to notice the same people in another table.",
            ) from error
        finally:
            connection.close()

    def kept(self, handle: str, seen: str) -> tuple[bytes, ...] | None:
        """What is kept of one version of a table, or None."""
        with self._open() as connection:
            query = "SELECT digests FROM crowd WHERE handle = ? AND seen = ?"
            found = connection.execute(query, (handle, seen)).fetchone()
        return found and _split(found[0])

    def keep(self, handle: str, seen: str, digests: tuple[bytes, ...]) -> None:
        """Keep the digests of one version of a table."""
        with self._open() as connection:
            connection.execute("INSERT OR REPLACE INTO crowd VALUES (?, ?, ?)", (handle, seen, b"".join(digests)))

    def like(self, handle: str, digests: tuple[bytes, ...]) -> list[str]:
        """The tables that share more than half of the smaller one's persons, those that share most first."""
        with self._open() as connection:
            query = (
                "SELECT handle, digests FROM crowd WHERE handle != ?1"
                " AND handle NOT IN (SELECT other FROM apart WHERE handle = ?1)"
            )
            others = connection.execute(query, (handle,)).fetchall()
        shares = [(share_in_common(digests, _split(kept)), other) for other, kept in others]
        return [other for share, other in sorted(shares, reverse=True) if share > _HALF]

    def set_apart(self, handle: str, other: str) -> None:
        """Remember that two tables hold other people."""
        with self._open() as connection:
            connection.execute("INSERT OR IGNORE INTO apart VALUES (?, ?)", (handle, other))

    def apart_from(self, handle: str) -> list[str]:
        """The tables that were set apart from one, in the order in which that was said."""
        with self._open() as connection:
            query = "SELECT other FROM apart WHERE handle = ? ORDER BY rowid"
            return [other for (other,) in connection.execute(query, (handle,))]

    def take_back(self, handle: str) -> None:
        """Nothing was said of a table's people."""
        with self._open() as connection:
            connection.execute("DELETE FROM apart WHERE handle = ?", (handle,))

    def forget(self) -> None:
        """Delete everything that is kept of persons."""
        self.path.unlink(missing_ok=True)


def _split(kept: bytes) -> tuple[bytes, ...]:
    return tuple(kept[place : place + 8] for place in range(0, len(kept), 8))


def crowds() -> Crowds:
    """What is kept in the data folder."""
    return Crowds(storage.data_folder() / "people.sqlite")


@dataclass(frozen=True)
class Wanted:
    """A table whose persons can be compared."""

    table: TablePlan
    unit: PrivacyUnit
    seen: str
    digests: tuple[str, ...] = ()

    @property
    def known_by(self) -> tuple[str, str]:
        """What the answer depends on."""
        return self.table.handle, self.seen


def wanted(found: Resolved, key: bytes) -> Wanted | None:
    """What is compared of an open project: a private file with a column that identifies persons, or nothing."""
    data, unit, known = found.plan.data_table, found.unit, found.known
    if data is None or unit is None or unit.person is None or data.format == "database" or not _is_private(data, known):
        return None
    name = "\0".join((*known.digests[:1], data.sheet, unit.person, unit.persons.value))
    return Wanted(data, unit, named(key, "people", name), known.digests)


def _is_private(table: TablePlan, known: TableFacts) -> bool:
    """Whether it is a person's own private table, and what lies there now is what the account has seen."""
    ready = bool(known.names) and bool(known.digests) and known.account == table.handle
    return table.role == Role.PRIVATE and ready and not known.shipped and not known.changed


@dataclass(frozen=True)
class Alike:
    """An account that seems to hold the people of a table that has none yet.

    Args:
        number: of its newest charge.
        hindrance: why the table cannot go on with it, or "".
    """

    number: int
    account: Account
    hindrance: str = ""

    def fixed(self, found: Resolved) -> str:
        """What the account's first release fixed and the open project asks otherwise, in words; "" where nothing is."""
        before, unit, told = self.account, found.unit, []
        found_by = unit and replace(unit, person=unit.person and before.unit.person)
        if found_by is None or not before.unit.is_same(found_by):
            told.append(unit_told(before.unit, named=False))
        if found.budget.cap is None or before.limit != Limit(found.budget.cap, found.budget.delta_cap):
            told.append(limits_told(before.limit))
        return joined("; ", told)


def noticed(asked: Wanted, gate: Gate, tick: Tick) -> Alike | None:
    """An account with the same people, looked for before the table's own first charge.

    What is found of the persons is kept, so that a later table can be compared with this one.
    """
    store, handle = crowds(), asked.table.handle
    digests = store.kept(handle, asked.seen)
    if digests is None:
        person = asked.unit.person or ""
        digests = crowd(asked.table.source, person, asked.unit.persons, gate.key, tick)
        store.keep(handle, asked.seen, digests)
    return _alike(asked, digests, gate)


def _alike(asked: Wanted, digests: tuple[bytes, ...], gate: Gate) -> Alike | None:
    handle = asked.table.handle
    if gate.ledger.account(handle) is not None:
        return None
    for other in crowds().like(handle, digests):
        account = gate.ledger.account(other)
        if account and account.charges:
            return Alike(account.charges[-1].number, account, _hindrance(account, gate.ledger.settled(handle)))
    return None


def _hindrance(account: Account, settled: PrivacyUnit | None) -> str:
    """Why a table in which a column identifies persons cannot go on with an account."""
    if account.unit.person is None:
        return phrase(
            "That account counts each row as one person, so a table with several rows of a person cannot join it."
        )
    if settled is not None and not account.protects(replace(settled, person=account.unit.person)):
        return phrase("A comparison with the public number of people made another unit permanent for this table.")
    return ""


def refuse_unanswered(asked: Wanted | None, gate: Gate) -> None:
    """Raise Refusal before a first charge where the same people were noticed and nobody has said whether they are."""
    store = crowds()
    if asked is None or not store.path.exists():
        return
    digests = store.kept(asked.table.handle, asked.seen)
    found = _alike(asked, digests, gate) if digests else None
    if found is None:
        return
    number = found.number
    raise Refusal(
        phrase(
            "More than half of the people in this table also seem to be in the table of release {number}"
            " in the ledger, and nobody has said yet whether they are the same.",
            number=number,
        ),
        phrase("Say so on the Release tab."),
        command=(
            "Say so: --other-people gives it an account of its own."
            if found.hindrance
            else (
                f"Say so: --same-people-as {number} if they are (it continues that account), --other-people if they"
                " are not."
            )
        ),
        python=(
            "Say so: release(other_people=True) gives it an account of its own."
            if found.hindrance
            else (
                f"Say so: release(same_people_as={number}) if they are (it continues that account),"
                " release(other_people=True) if they are not."
            )
        ),
    )


def set_apart(table: TablePlan, number: int, gate: Gate) -> None:
    """A person says that a table holds other people than the one that a charge was made for."""
    crowds().set_apart(table.handle, gate.ledger.entry(number).handle)


def apart_from(asked: Wanted, gate: Gate) -> tuple[int, ...]:
    """The newest charges of the accounts that a table was set apart from, while that can be taken back."""
    ledger, handle = gate.ledger, asked.table.handle
    if ledger.account(handle) is not None or not crowds().path.exists():
        return ()
    others = [ledger.account(other) for other in crowds().apart_from(handle)]
    return tuple(each.charges[-1].number for each in others if each and each.charges)


def take_back(table: TablePlan) -> None:
    """A person takes back that a table holds other people."""
    crowds().take_back(table.handle)


def link(table: TablePlan, unit: PrivacyUnit | None, number: int, gate: Gate, tick: Tick) -> None:
    """A person says that a table holds the people of the one that a charge was made for: it goes on with its account.

    Args:
        unit: of the table so far; its column of persons may have another name than the account's.

    Raises:
        InputError: there is no such charge.
        Refusal: the table has an account of its own, or cannot go on with that one.
    """
    handle = gate.ledger.entry(number).handle
    account, person = gate.ledger.account(handle), unit.person if unit else None
    if account is not None and person is not None and account.unit.person is None:
        raise Refusal(_hindrance(account, None), phrase("Give it an account of its own."))
    gate.link(table, handle, person or "", tick)


def refuse_otherwise(found: Resolved, number: int, gate: Gate) -> None:
    """Raise Refusal where a project asks otherwise than the account of a charge allows, so that it is no dead end."""
    account = gate.ledger.account(gate.ledger.entry(number).handle)
    fixed = Alike(number, account).fixed(found) if account else ""
    if fixed:
        raise Refusal(
            phrase(
                "The first release of the account of entry {number} fixed: {fixed}. This project asks otherwise.",
                number=number,
                fixed=fixed,
            ),
            phrase("Choose the same in the project, then link it."),
            "privacy_unit",
        )


def linked(asked: Wanted, gate: Gate) -> int:
    """The newest charge of the account that a table was linked to, while that can be taken back; else 0."""
    account = gate.ledger.account(asked.table.handle)
    if account is None or not account.charges or not gate.linked_by(asked.table, asked.digests):
        return 0
    return account.charges[-1].number


def part(table: TablePlan, gate: Gate) -> None:
    """A person takes back that a table holds the people of the account that it goes on with.

    Raises:
        Refusal: something was charged, looked at or compared since.
    """
    gate.ledger.unlink(table.handle)


def as_fixed(plan: Plan, account: Account) -> Plan:
    """The plan under the unit and limits of an account; its column of persons keeps its name."""
    unit, limit = account.unit, account.limit
    everyone = "yes" if unit.everyone else ""
    who = replace(plan.privacy_unit, rows=str(unit.rows), relation=unit.relation.value, everyone=everyone)
    slip = rational_text(limit.delta) if limit.delta else ""
    return replace(
        plan, privacy_unit=who, privacy=replace(plan.privacy, cap=rational_text(limit.epsilon), delta_cap=slip)
    )


@dataclass(frozen=True)
class TakenOver:
    """What a project asked before its table was linked to an account."""

    account: Account
    before: Plan

    def taken_back(self, plan: Plan) -> Plan:
        """The plan with unit and limits as they were, each but for what was chosen otherwise since."""
        fixed, before = as_fixed(plan, self.account), self.before
        who = _but_for(plan.privacy_unit, fixed.privacy_unit, before.privacy_unit, ("rows", "relation", "everyone"))
        limits = _but_for(plan.privacy, fixed.privacy, before.privacy, ("cap", "delta_cap"))
        return replace(plan, privacy_unit=who, privacy=limits)


def _but_for(now: Part, fixed: Part, before: Part, names: tuple[str, ...]) -> Part:
    """A part of a plan with what is still as it was fixed as it was before."""
    still = {name: getattr(before, name) for name in names if getattr(now, name) == getattr(fixed, name)}
    return replace(now, **still)
