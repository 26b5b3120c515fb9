"""What has been spent on each dataset: one SQLite file, a charge committed before every draw."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from dpstudio.core import sightings
from dpstudio.core.account import (
    Account,
    Charge,
    Limit,
    read_account,
    read_loss,
    refuse_if_over,
    stored_loss,
)
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.tables.schema import PrivacyUnit

__all__ = ["Account", "Charge", "Charged", "Ledger", "Limit", "refuse_if_over"]

_SCHEMA = """
CREATE TABLE dataset (
    handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL, cap TEXT NOT NULL,
    delta_cap TEXT NOT NULL DEFAULT '0', everyone INTEGER NOT NULL DEFAULT 0, persons TEXT NOT NULL DEFAULT 'text'
);
CREATE TABLE charge (
    number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL REFERENCES dataset(handle),
    epsilon TEXT NOT NULL, plan TEXT NOT NULL, salt TEXT NOT NULL, statement TEXT, exported INTEGER NOT NULL DEFAULT 0,
    delta TEXT NOT NULL DEFAULT '0', rho TEXT
);
"""
_VERSION = 3
_FRESH = f"{_SCHEMA}{sightings.SCHEMA}PRAGMA user_version = {_VERSION};"
_SINCE_1 = (
    "ALTER TABLE dataset ADD COLUMN delta_cap TEXT NOT NULL DEFAULT '0'",
    "ALTER TABLE charge ADD COLUMN delta TEXT NOT NULL DEFAULT '0'",
    "ALTER TABLE charge ADD COLUMN rho TEXT",
)
_SINCE_2 = (
    "ALTER TABLE dataset ADD COLUMN everyone INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE dataset ADD COLUMN persons TEXT NOT NULL DEFAULT 'text'",
)
_DATASET = "relation, person, rows, everyone, persons, cap, delta_cap"
_CHARGE = "number, handle, epsilon, delta, rho, plan, statement, exported"
_SPARE = 8 << 20
_ELSEWHERE = "Mend that, or restore the ledger from a backup."
_BROKEN = ("it is damaged or no ledger", "Restore it from a backup.")
_FAULTS = (
    ("SQLITE_BUSY", "another program holds it", "Close that program, then try again."),
    ("SQLITE_LOCKED", "another program holds it", "Close that program, then try again."),
    ("SQLITE_FULL", "the disk is full", "Free some space, then try again."),
    ("SQLITE_IOERR", "the disk is full or failing", "Free some space, then try again."),
    ("SQLITE_READONLY", "it cannot be written", "Allow writing to it and to its folder, then try again."),
    ("SQLITE_CANTOPEN", "it cannot be opened", "Allow reading and writing it and its folder, then try again."),
    ("SQLITE_PERM", "it cannot be opened", "Allow reading and writing it and its folder, then try again."),
)


class Charged(NamedTuple):
    """A charge that is committed: its number, and the account with it."""

    number: int
    account: Account


class Ledger:
    """The book of charges.

    Args:
        path: of the SQLite file; it is made, readable by its owner only, where absent.
        patience: for how many seconds another program may hold the file.
        remarks: what every receipt of this book must say of it.

    Raises:
        InputError: the file is no ledger, or a newer program's, or cannot be used.
    """

    def __init__(self, path: Path, patience: float = 30.0, remarks: tuple[str, ...] = ()) -> None:
        self.path, self.remarks, self._patience = path, remarks, patience
        try:
            _make_where_absent(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "its name is not possible"
            raise InputError(f"The ledger {_name(path)} cannot be used ({reason}).", _ELSEWHERE) from None
        with self._connected() as connection:
            self._check(connection)

    def _check(self, connection: sqlite3.Connection) -> None:
        """Refuse what is no ledger before anything of it is changed; bring an older one up to date."""
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise InputError("The ledger was written by a newer dpstudio.", "Update dpstudio.")
        found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if version < 1 or not {"dataset", "charge"} <= found:
            raise InputError(f"{_name(self.path)} is not a ledger of dpstudio.", "Restore the ledger from a backup.")
        if version < _VERSION or not sightings.TABLES.keys() <= found:
            _bring_up_to_date(connection)
        connection.execute(f"SELECT {_CHARGE}, salt FROM charge LIMIT 0")  # noqa: S608
        connection.execute(f"SELECT {_DATASET} FROM dataset LIMIT 0")  # noqa: S608

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            file = self.path.absolute()  # ":memory:" alone would be no file
            with closing(sqlite3.connect(file, timeout=self._patience, isolation_level=None)) as connection:
                yield connection
        except (sqlite3.Error, UnicodeError) as error:
            reason, remedy = _fault(error)
            raise InputError(f"The ledger {_name(self.path)} cannot be used: {reason}.", remedy) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def charge(self, handle: str, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss, plan: str) -> Charged:
        """Commit a charge; there is no refund.

        Args:
            handle: the dataset.
            unit, limit: fixed by the first charge; a later one under another unit is refused.
            plan: digest of what is released.

        Raises:
            Refusal: another unit, another limit, or the total would exceed the limit.
            InputError: an amount is not above 0, or could not be read again.
        """
        amounts, most = stored_loss(loss), limit.stored
        with self._writing() as connection:
            account = _account(connection, handle)
            if account is None:
                sightings.refuse_second_account(connection, handle)
                sightings.refuse_other_unit(connection, handle, unit)
                account = Account(unit, limit)
                connection.execute(
                    f"INSERT INTO dataset (handle, {_DATASET}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                    (
                        handle,
                        unit.relation.value,
                        unit.person,
                        unit.rows,
                        int(unit.everyone),
                        unit.persons.value,
                        *most,
                    ),
                )
            refuse_if_over(account, unit, limit, loss)
            cursor = connection.execute(
                "INSERT INTO charge (handle, epsilon, delta, rho, plan, salt) VALUES (?, ?, ?, ?, ?, ?)",
                (handle, *amounts, plan, secrets.token_hex(16)),
            )
            number = int(cursor.lastrowid or 0)
        after = account.grown(Charge(number, handle, loss, plan, None, exported=False))
        return Charged(number, replace(after, remarks=self.remarks))

    def complete(self, number: int, statement: str) -> None:
        """Store the result of a charge, once."""
        with self._writing() as connection:
            done = connection.execute(
                "UPDATE charge SET statement = ? WHERE number = ? AND statement IS NULL", (statement, number)
            )
            if done.rowcount != 1:
                raise Refusal("This charge already has a result.", "Start a new release.")

    def entry(self, number: int) -> Charge:
        """The charge with this number.

        Raises:
            InputError: there is none.
        """
        with self._open() as connection:
            found = list(_charges(connection, "number = ?", (str(number),)))
        if not found:
            raise InputError(f"The ledger has no entry {number}.", "See dpstudio ledger for the numbers.", "number")
        return found[0]

    def accounts(self) -> dict[str, Account]:
        """What every dataset may spend and has spent."""
        with self._open() as connection:
            handles = [row[0] for row in connection.execute("SELECT handle FROM dataset ORDER BY rowid")]
            found = {handle: _account(connection, handle) for handle in handles}
        return {handle: account for handle, account in found.items() if account is not None}

    def refuse_if_full(self, size: int) -> None:
        """Raise InputError where a result of so many bytes could not be stored: no room, no right, another program."""
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        if shutil.disk_usage(self.path.parent).free < _SPARE + 4 * size:
            raise InputError(f"The disk of the ledger {_name(self.path)} is full.", "Free some space, then try again.")

    def mark_exported(self, number: int) -> None:
        """Note that the receipt left the program."""
        with self._writing() as connection:
            connection.execute("UPDATE charge SET exported = 1 WHERE number = ?", (number,))

    def account(self, handle: str) -> Account | None:
        """What a dataset has spent, or None before its first charge."""
        with self._open() as connection:
            account = _account(connection, handle)
        return account and replace(account, remarks=self.remarks)

    def charges(self) -> list[Charge]:
        """All charges, newest first."""
        with self._open() as connection:
            return list(_charges(connection, "1 ORDER BY number DESC", ()))

    def settle(self, handle: str, unit: PrivacyUnit) -> None:
        """Make a dataset's unit and relation permanent before an answer that costs nothing is given.

        Raises:
            Refusal: they are another unit's already, or the table is counted under another handle.
        """
        with self._writing() as connection:
            account = _account(connection, handle)
            if account is None:
                sightings.refuse_second_account(connection, handle)
                sightings.settle(connection, handle, unit)
            elif account.unit != unit:
                refuse_if_over(account, unit, account.limit, account.total)

    def settled(self, handle: str) -> PrivacyUnit | None:
        """The unit that became permanent before the first charge, or None."""
        with self._open() as connection:
            return sightings.settled(connection, handle)

    def sight(self, digests: Iterable[str], handle: str, *, private: bool) -> None:
        """Remember that a table with these keyed digests was used under this handle."""
        with self._writing() as connection:
            sightings.sight(connection, digests, handle, private)

    def mark(self, digests: Iterable[str]) -> None:
        """Remember keyed digests of what is private."""
        with self._writing() as connection:
            sightings.sight(connection, digests, "", private=True)

    def sightings(self, handle: str) -> list[str]:
        """The keyed digests this handle has been used with."""
        with self._open() as connection:
            rows = connection.execute("SELECT fingerprint FROM sighting WHERE handle = ?", (handle,))
            return [row[0] for row in rows]

    def was_private(self, digests: Iterable[str]) -> bool:
        """Whether something with one of these keyed digests has ever been private."""
        with self._open() as connection:
            query = "SELECT 1 FROM sighting WHERE private AND fingerprint = ?"
            return any(connection.execute(query, (digest,)).fetchone() for digest in digests)

    def private_tables(self) -> tuple[list[str], list[str]]:
        """All keyed digests of private tables, and all handles that have been private."""
        with self._open() as connection:
            rows = connection.execute("SELECT fingerprint, handle FROM sighting WHERE private").fetchall()
        return [row[0] for row in rows], sorted({row[1] for row in rows} - {""})

    def continued(self, handle: str, digests: Iterable[str]) -> str:
        """The handle under which a private table with these digests is counted; `handle` where there is none yet."""
        with self._open() as connection:
            known = sightings.accounts_of(connection, digests)
            if not known and _account(connection, handle) is None:
                rows = connection.execute("SELECT fingerprint FROM sighting WHERE private AND handle = ?", (handle,))
                known = sightings.accounts_of(connection, [row[0] for row in rows.fetchall()])
        return handle if handle in known or not known else known[0]

    def check_key(self, check: str) -> None:
        """Raise InputError where the ledger's digests were taken with another key than the one with this digest."""
        with self._writing() as connection:
            sightings.check_key(connection, check)

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        with self._open() as connection:
            return any(
                connection.execute(f"SELECT 1 FROM {name}").fetchone()  # noqa: S608
                for name in ("dataset", "charge", "sighting", "settled")
            )


def _make_where_absent(path: Path) -> None:
    """Put an empty ledger in its place whole, so that a file of no bytes is never a fresh one."""
    if path.exists():
        if not path.is_file():
            raise OSError(0, "it is not a file")
        return
    if path.is_symlink():
        raise OSError(0, "it is a link to a file that is not there")
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{secrets.token_hex(8)}.new")
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.executescript(_FRESH)
        _put(fresh, path)
    except sqlite3.Error as error:
        raise OSError(0, _fault(error)[0]) from None
    finally:
        fresh.unlink()


def _put(fresh: Path, path: Path) -> None:
    """Give the file its name unless another process was faster; not every disk knows hard links."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        return
    except OSError:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(fresh.read_bytes())


def _fault(error: Exception) -> tuple[str, str]:
    """What SQLite complains of, and what helps."""
    name = getattr(error, "sqlite_errorname", "")
    return next((told for start, *told in _FAULTS if name.startswith(start)), _BROKEN)  # type: ignore[return-value]


def _name(path: Path) -> str:
    """A file's name as it can be printed."""
    return path.name.encode("utf-8", "replace").decode()


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Add what later versions keep, in one transaction; another process may have been faster."""
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for change in (*(_SINCE_1 if version == 1 else ()), *(_SINCE_2 if version in (1, 2) else ())):
        connection.execute(change)
    for change in sightings.SCHEMA.splitlines():
        connection.execute(change)
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("COMMIT")


def _account(connection: sqlite3.Connection, handle: str) -> Account | None:
    query = f"SELECT {_DATASET} FROM dataset WHERE handle = ?"  # noqa: S608
    row = connection.execute(query, (handle,)).fetchone()
    if row is None:
        return None
    return replace(read_account(*row), charges=tuple(_charges(connection, "handle = ?", (handle,))))


def _charges(connection: sqlite3.Connection, where: str, values: tuple[str, ...]) -> Iterator[Charge]:
    query = f"SELECT {_CHARGE} FROM charge WHERE {where}"  # noqa: S608
    for number, handle, epsilon, delta, rho, plan, statement, exported in connection.execute(query, values).fetchall():
        if not (isinstance(plan, str) and isinstance(statement, str | None)):
            raise InputError(f"Entry {number} of the ledger is damaged.", "Restore the ledger from a backup.")
        yield Charge(number, handle, read_loss(number, epsilon, delta, rho), plan, statement, bool(exported))
