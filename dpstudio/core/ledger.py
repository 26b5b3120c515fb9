"""What has been spent on each dataset: one SQLite file, a charge committed before every draw."""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.tables.schema import PrivacyUnit, Relation

_SCHEMA = """
CREATE TABLE IF NOT EXISTS dataset (
    handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL, cap TEXT NOT NULL,
    delta_cap TEXT NOT NULL DEFAULT '0', everyone INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS charge (
    number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL REFERENCES dataset(handle),
    epsilon TEXT NOT NULL, plan TEXT NOT NULL, salt TEXT NOT NULL, statement TEXT, exported INTEGER NOT NULL DEFAULT 0,
    delta TEXT NOT NULL DEFAULT '0', rho TEXT
);
CREATE TABLE IF NOT EXISTS sighting (
    fingerprint TEXT NOT NULL, handle TEXT NOT NULL, private INTEGER NOT NULL, PRIMARY KEY (fingerprint, handle)
);
"""
_VERSION = 3
_SINCE_1 = (
    "ALTER TABLE dataset ADD COLUMN delta_cap TEXT NOT NULL DEFAULT '0'",
    "ALTER TABLE charge ADD COLUMN delta TEXT NOT NULL DEFAULT '0'",
    "ALTER TABLE charge ADD COLUMN rho TEXT",
)
_SINCE_2 = ("ALTER TABLE dataset ADD COLUMN everyone INTEGER NOT NULL DEFAULT 0",)


@dataclass(frozen=True)
class Limit:
    """What all releases of a dataset may cost together; a delta of 0 allows pure guarantees alone."""

    epsilon: Fraction
    delta: Fraction = Fraction(0)


@dataclass(frozen=True)
class Charge:
    """One line of the ledger; without a statement the draw was not finished."""

    number: int
    handle: str
    loss: PrivacyLoss
    plan: str
    statement: str | None
    exported: bool

    @property
    def epsilon(self) -> Fraction:
        """What it cost."""
        return self.loss.epsilon


@dataclass(frozen=True)
class Account:
    """A dataset's unit and cap, fixed at its first charge, and its charges."""

    unit: PrivacyUnit
    limit: Limit
    charges: tuple[Charge, ...]

    @property
    def total(self) -> PrivacyLoss:
        """All charges together, exactly."""
        return total(charge.loss for charge in self.charges)

    @property
    def spent(self) -> Fraction:
        """The epsilon of all charges together."""
        return self.total.epsilon

    @property
    def cap(self) -> Fraction:
        """The most that epsilon may add up to."""
        return self.limit.epsilon


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
            if version in (1, 2):
                _bring_up_to_date(connection)
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

    def charge(self, handle: str, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss, plan: str) -> int:
        """Commit a charge and return its number; there is no refund.

        Args:
            handle: the dataset.
            unit, limit: fixed by the first charge; a later one under another unit is refused.
            plan: digest of what is released.

        Raises:
            Refusal: another unit, another limit, or the total would exceed the limit.
        """
        with self._writing() as connection:
            account = _account(connection, handle)
            if account is None:
                account = Account(unit, limit, ())
                connection.execute(
                    "INSERT INTO dataset (handle, relation, person, rows, everyone, cap, delta_cap)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (handle, *_unit_row(unit), *map(rational_text, _pair(limit))),
                )
            refuse_if_over(account, unit, limit, loss)
            amounts = map(rational_text, (loss.epsilon, loss.delta, loss.rho))
            cursor = connection.execute(
                "INSERT INTO charge (handle, epsilon, delta, rho, plan, salt) VALUES (?, ?, ?, ?, ?, ?)",
                (handle, *amounts, plan, secrets.token_hex(16)),
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


def refuse_if_over(account: Account, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss) -> None:
    """Raise Refusal where a charge does not fit the account."""
    if account.unit != unit:
        raise Refusal(
            "This table's earlier releases protect another unit or use another neighbour relation.",
            "Choose the same unit, rows per person and relation as before; they are fixed at the first release.",
            "unit",
        )
    for name, field, before, now in (
        ("limit", "cap", account.limit.epsilon, limit.epsilon),
        ("limit for δ", "delta_cap", account.limit.delta, limit.delta),
    ):
        if before != now:
            raise Refusal(
                f"The {name} of this table was set to {rational_text(before)} at its first release.",
                f"Type {rational_text(before)}." if before else "Leave it blank.",
                field,
            )
    _refuse_over("", "ε", account.total.epsilon, loss.epsilon, limit.epsilon)
    _refuse_over("δ = ", "δ", account.total.delta, loss.delta, limit.delta)


def _refuse_over(sign: str, name: str, spent: Fraction, cost: Fraction, most: Fraction) -> None:
    left = most - spent
    if cost > left:
        raise Refusal(
            f"This release costs {sign}{rational_text(cost)}, but only {rational_text(left)} is left of the limit"
            f" {rational_text(most)}.",
            f"Lower {name}." if left > 0 else "Nothing more can be released from this table."
            if name == "ε" else "Choose noise without δ.",
            "epsilon" if name == "ε" else "delta",
        )  # fmt: skip


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Add what later versions keep, in one transaction; another process may have been faster."""
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for change in (*(_SINCE_1 if version == 1 else ()), *(_SINCE_2 if version in (1, 2) else ())):
        connection.execute(change)
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("COMMIT")


def _unit_row(unit: PrivacyUnit) -> tuple[str, str | None, int, int]:
    return unit.relation.value, unit.person, unit.rows, int(unit.everyone)


def _pair(limit: Limit) -> tuple[Fraction, Fraction]:
    return limit.epsilon, limit.delta


def _account(connection: sqlite3.Connection, handle: str) -> Account | None:
    query = "SELECT relation, person, rows, everyone, cap, delta_cap FROM dataset WHERE handle = ?"
    row = connection.execute(query, (handle,)).fetchone()
    if row is None:
        return None
    unit = PrivacyUnit(Relation(row[0]), row[1], row[2], bool(row[3]))
    limit = Limit(parse_rational(row[4], "cap"), parse_rational(row[5], "delta_cap", zero=True))
    return Account(unit, limit, tuple(_charges(connection, "handle = ?", (handle,))))


def _charges(connection: sqlite3.Connection, where: str, values: tuple[str, ...]) -> Iterator[Charge]:
    columns = "number, handle, epsilon, delta, rho, plan, statement, exported"
    query = f"SELECT {columns} FROM charge WHERE {where}"  # noqa: S608
    for number, handle, epsilon, delta, rho, plan, statement, exported in connection.execute(query, values).fetchall():
        loss = _loss(epsilon, delta, rho)
        yield Charge(number, handle, loss, plan, statement, bool(exported))


def _loss(epsilon: str, delta: str, rho: str | None) -> PrivacyLoss:
    """As stored; charges of ledgers before zCDP was kept were pure, for which epsilon^2 / 2 always holds."""
    cost = parse_rational(epsilon, "epsilon")
    concentrated = cost**2 / 2 if rho is None else Fraction(rho)
    return PrivacyLoss(cost, parse_rational(delta, "delta", zero=True), concentrated)


def statement_of(charge: Charge) -> dict[str, object] | None:
    """The receipt statement stored with a charge, or None."""
    return None if charge.statement is None else dict(json.loads(charge.statement))
