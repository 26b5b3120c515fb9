"""What a ledger remembers of tables beside charges: keyed digests, what was private, which unit is settled."""

import sqlite3
from collections.abc import Iterable

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation

TABLES = {
    "sighting": "fingerprint TEXT NOT NULL, handle TEXT NOT NULL, private INTEGER NOT NULL,"
    " PRIMARY KEY (fingerprint, handle)",
    "settled": "handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL,"
    " everyone INTEGER NOT NULL, persons TEXT NOT NULL",
    "world": "key_check TEXT NOT NULL",
}
SCHEMA = "".join(f"CREATE TABLE IF NOT EXISTS {name} ({columns});\n" for name, columns in TABLES.items())
_COUNTED = "(SELECT handle FROM dataset UNION SELECT handle FROM settled)"


def sight(connection: sqlite3.Connection, digests: Iterable[str], handle: str, private: bool) -> None:
    """Remember that a table with these digests was used under this handle, "" for a mark that belongs to none."""
    connection.executemany(
        "INSERT INTO sighting VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET private = max(private, excluded.private)",
        [(digest, handle, int(private)) for digest in digests],
    )


def accounts_of(connection: sqlite3.Connection, digests: Iterable[str]) -> list[str]:
    """The handles under which a private table with one of these digests is counted, the oldest first."""
    wanted = list(digests)
    marks = ", ".join("?" * len(wanted))
    rows = connection.execute(
        "SELECT handle FROM sighting"  # noqa: S608
        f" WHERE private AND fingerprint IN ({marks}) AND handle IN {_COUNTED} ORDER BY rowid",
        wanted,
    )
    return list(dict.fromkeys(row[0] for row in rows))


def refuse_second_account(connection: sqlite3.Connection, handle: str) -> None:
    """Raise Refusal where the bytes of this private table are counted under another handle already."""
    rows = connection.execute("SELECT fingerprint FROM sighting WHERE private AND handle = ?", (handle,))
    others = [each for each in accounts_of(connection, [row[0] for row in rows.fetchall()]) if each != handle]
    if others:
        raise Refusal(
            "This very table has an account already, from another project.",
            "Open the project again: the table then continues that account.",
        )


def settle(connection: sqlite3.Connection, handle: str, unit: PrivacyUnit) -> None:
    """Make unit and relation permanent, as a charge does."""
    refuse_other_unit(connection, handle, unit)
    connection.execute(
        "INSERT OR IGNORE INTO settled VALUES (?, ?, ?, ?, ?, ?)",
        (handle, unit.relation.value, unit.person, unit.rows, int(unit.everyone), unit.persons.value),
    )


def settled(connection: sqlite3.Connection, handle: str) -> PrivacyUnit | None:
    """The unit that an answer which cost nothing made permanent, or None."""
    query = "SELECT relation, person, rows, everyone, persons FROM settled WHERE handle = ?"
    row = connection.execute(query, (handle,)).fetchone()
    return row and PrivacyUnit(Relation(row[0]), row[1], row[2], bool(row[3]), Persons(row[4]))


def refuse_other_unit(connection: sqlite3.Connection, handle: str, unit: PrivacyUnit) -> None:
    """Raise Refusal where another unit or relation is settled."""
    refuse_unsettled(settled(connection, handle), unit)


def refuse_unsettled(before: PrivacyUnit | None, unit: PrivacyUnit) -> None:
    """Raise Refusal where a unit is not the one that was settled."""
    if before is not None and not before.is_same(unit):
        raise Refusal(
            "The number of people in this table was compared with the public one under another unit or relation.",
            "Choose the same unit, rows per person and relation as then; that comparison made them permanent.",
            "unit",
        )


def check_key(connection: sqlite3.Connection, check: str) -> None:
    """Raise InputError where the ledger's digests were taken with another key; a ledger without a check takes this."""
    row = connection.execute("SELECT key_check FROM world").fetchone()
    if row is None:
        connection.execute("INSERT INTO world VALUES (?)", (check,))
    elif row[0] != check:
        raise InputError(
            "This ledger knows its private tables by another digest.key than the one in the data folder.",
            "Restore that digest.key from a backup, or set DPSTUDIO_HOME to the folder that it lies in.",
        )
