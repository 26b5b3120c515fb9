"""Whether a table holds the people of another account: noticed and told, never acted on by the program.

Only where a column of persons is declared, and for files. What is kept lies apart from the ledger, and can be deleted.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.question import TablePlan
from dpstudio.core.tables.crowd import crowd, share_in_common
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import PrivacyUnit, Role
from dpstudio.workspace import storage
from dpstudio.workspace.digests import named
from dpstudio.workspace.facts import TableFacts
from dpstudio.workspace.gate import Gate
from dpstudio.workspace.resolve import Resolved

_HALF = Fraction(1, 2)
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS crowd (handle TEXT, seen TEXT, digests BLOB NOT NULL, PRIMARY KEY (handle, seen))",
    "CREATE TABLE IF NOT EXISTS apart (handle TEXT, other TEXT, PRIMARY KEY (handle, other))",
)


class Crowds:
    """The smallest keyed digests of each table's persons, and which tables a person said hold other people.

    Args:
        path: of the file; it is made, readable by its owner only, where absent.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.touch(mode=0o600)
        connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        try:
            for table in _SCHEMA:
                connection.execute(table)
            yield connection
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"The file {self.path.name} cannot be used ({type(error).__name__}).",
                "Delete it: it only helps to notice the same people in another table.",
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
    return Wanted(data, unit, named(key, "people", name))


def _is_private(table: TablePlan, known: TableFacts) -> bool:
    """Whether it is a person's own private table, and what lies there now is what the account has seen."""
    ready = bool(known.names) and bool(known.digests) and known.account == table.handle
    return table.role == Role.PRIVATE and ready and not known.shipped and not known.changed


def noticed(asked: Wanted, gate: Gate, tick: Tick) -> int:
    """The newest charge of an account with the same people, before the table's own first one; 0 where there is none.

    What is found of the persons is kept, so that a later table can be compared with this one.
    """
    store, handle = crowds(), asked.table.handle
    digests = store.kept(handle, asked.seen)
    if digests is None:
        person = asked.unit.person or ""
        digests = crowd(asked.table.source, person, asked.unit.persons, gate.key, tick)
        store.keep(handle, asked.seen, digests)
    if gate.ledger.account(handle) is not None:
        return 0
    accounts = (gate.ledger.account(other) for other in store.like(handle, digests))
    return next((account.charges[-1].number for account in accounts if account and account.charges), 0)


def set_apart(table: TablePlan, number: int, gate: Gate) -> None:
    """A person says that a table holds other people than the one that a charge was made for."""
    crowds().set_apart(table.handle, gate.ledger.entry(number).handle)


def link(table: TablePlan, number: int, gate: Gate, tick: Tick) -> None:
    """A person says that a table holds the people of the one that a charge was made for: it goes on with its account.

    Raises:
        InputError: there is no such charge.
        Refusal: the table has an account of its own.
    """
    gate.link(table, gate.ledger.entry(number).handle, tick)
