"""What has been spent on each dataset: one SQLite file, a charge committed before every draw."""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpstudio.core.accounting import pure_total
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.tables.schema import PrivacyUnit, Relation

_SCHEMA = """
CREATE TABLE IF NOT EXISTS dataset (
    handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL, cap TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS charge (
    number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL REFERENCES dataset(handle),
    epsilon TEXT NOT NULL, plan TEXT NOT NULL, salt TEXT NOT NULL, statement TEXT, exported INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sighting (
    fingerprint TEXT NOT NULL, handle TEXT NOT NULL, private INTEGER NOT NULL, PRIMARY KEY (fingerprint, handle)
);
"""
_VERSION = 1


@dataclass(frozen=True)
class Charge:
    """One line of the ledger; without a statement the draw was not finished."""

    number: int
    handle: str
    epsilon: Fraction
    plan: str
    statement: str | None
    exported: bool


@dataclass(frozen=True)
class Account:
    """A dataset's unit and cap, fixed at its first charge, and its charges."""

    unit: PrivacyUnit
    cap: Fraction
    charges: tuple[Charge, ...]

    @property
    def spent(self) -> Fraction:
        """The exact total."""
        return pure_total(charge.epsilon for charge in self.charges)


class Ledger:
    """The book of charges.

    Args:
        path: of the SQLite file; it is made, readable by its owner only, where absent.

    Raises:
        InputError: the file is no ledger, or a newer program's.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with self._open() as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise InputError("The ledger was written by a newer dpstudio.", "Update dpstudio.")
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {_VERSION}")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"The ledger {self.path.name} cannot be used ({type(error).__name__}).",
                "Restore it from a backup, or name another ledger file.",
            ) from error
        finally:
            connection.close()

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

    def charge(self, handle: str, unit: PrivacyUnit, cap: Fraction, epsilon: Fraction, plan: str) -> int:
        """Commit a charge and return its number; there is no refund.

        Args:
            handle: the dataset.
            unit, cap: fixed by the first charge; a later one under another unit is refused.
            plan: digest of what is released.

        Raises:
            Refusal: another unit, another cap, or the total would exceed the cap.
        """
        with self._writing() as connection:
            account = _account(connection, handle)
            if account is None:
                account = Account(unit, cap, ())
                connection.execute(
                    "INSERT INTO dataset VALUES (?, ?, ?, ?, ?)",
                    (handle, unit.relation.value, unit.person, unit.rows, rational_text(cap)),
                )
            refuse_if_over(account, unit, cap, epsilon)
            cursor = connection.execute(
                "INSERT INTO charge (handle, epsilon, plan, salt) VALUES (?, ?, ?, ?)",
                (handle, rational_text(epsilon), plan, secrets.token_hex(16)),
            )
            return int(cursor.lastrowid or 0)

    def complete(self, number: int, statement: str) -> None:
        """Store the result of a charge, once."""
        with self._writing() as connection:
            done = connection.execute(
                "UPDATE charge SET statement = ? WHERE number = ? AND statement IS NULL", (statement, number)
            )
            if done.rowcount != 1:
                raise Refusal("This charge already has a result.", "Start a new release.")

    def mark_exported(self, number: int) -> None:
        """Note that the receipt left the program."""
        with self._writing() as connection:
            connection.execute("UPDATE charge SET exported = 1 WHERE number = ?", (number,))

    def account(self, handle: str) -> Account | None:
        """What a dataset has spent, or None before its first charge."""
        with self._open() as connection:
            return _account(connection, handle)

    def charges(self) -> list[Charge]:
        """All charges, newest first."""
        with self._open() as connection:
            return list(_charges(connection, "1 ORDER BY number DESC", ()))

    def sight(self, fingerprint: str, handle: str, *, private: bool) -> None:
        """Remember that a table with this keyed digest was used under this handle."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO sighting VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET private = max(private, excluded.private)",
                (fingerprint, handle, int(private)),
            )

    def sightings(self, handle: str) -> list[str]:
        """The keyed digests this handle has been used with."""
        with self._open() as connection:
            rows = connection.execute("SELECT fingerprint FROM sighting WHERE handle = ?", (handle,))
            return [row[0] for row in rows]

    def was_private(self, fingerprint: str) -> bool:
        """Whether a table with this keyed digest has ever been private."""
        with self._open() as connection:
            row = connection.execute("SELECT max(private) FROM sighting WHERE fingerprint = ?", (fingerprint,))
            return bool(row.fetchone()[0])


def refuse_if_over(account: Account, unit: PrivacyUnit, cap: Fraction, epsilon: Fraction) -> None:
    """Raise Refusal where a charge does not fit the account."""
    if account.unit != unit:
        raise Refusal(
            "This table's earlier releases protect another unit or use another neighbour relation.",
            "Choose the same unit, rows per person and relation as before; they are fixed at the first release.",
            "unit",
        )
    if account.cap != cap:
        raise Refusal(
            f"The limit of this table was set to {rational_text(account.cap)} at its first release.",
            f"Type {rational_text(account.cap)}.",
            "cap",
        )
    if account.spent + epsilon > account.cap:
        left = account.cap - account.spent
        raise Refusal(
            f"This release costs {rational_text(epsilon)}, but only {rational_text(left)} is left of the limit"
            f" {rational_text(account.cap)}.",
            "Lower ε." if left > 0 else "Nothing more can be released from this table.",
            "epsilon",
        )


def _account(connection: sqlite3.Connection, handle: str) -> Account | None:
    row = connection.execute("SELECT relation, person, rows, cap FROM dataset WHERE handle = ?", (handle,)).fetchone()
    if row is None:
        return None
    unit = PrivacyUnit(Relation(row[0]), row[1], row[2])
    return Account(unit, parse_rational(row[3], "cap"), tuple(_charges(connection, "handle = ?", (handle,))))


def _charges(connection: sqlite3.Connection, where: str, values: tuple[str, ...]) -> Iterator[Charge]:
    query = f"SELECT number, handle, epsilon, plan, statement, exported FROM charge WHERE {where}"  # noqa: S608
    for number, handle, epsilon, plan, statement, exported in connection.execute(query, values).fetchall():
        yield Charge(number, handle, parse_rational(epsilon, "epsilon"), plan, statement, bool(exported))


def statement_of(charge: Charge) -> dict[str, object] | None:
    """The receipt statement stored with a charge, or None."""
    return None if charge.statement is None else dict(json.loads(charge.statement))
