"""Ledgers of versions 1 to 3, which had no chain, as the entries of one."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from dpstudio.core.account import read_limit, read_loss, read_unit
from dpstudio.core.errors import RESTORE, InputError
from dpstudio.core.ledger.entries import AccountOpened, Entry, Exported, KeyUsed, Settled, Sighted, Spent
from dpstudio.core.ledger.file import SCHEMA, VERSION, stamp
from dpstudio.core.ledger.links import begin, store
from dpstudio.translation import phrase

_TABLES = ("charge", "dataset", "sighting", "settled", "world")
_DEFAULTS = {"delta_cap": "0", "everyone": 0, "persons": "text", "delta": "0", "rho": None}


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Turn an older ledger into a chain, in one transaction; another process may have been faster.

    Raises:
        InputError: something in it cannot be read; nothing was changed.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    old = {name: list(_rows(connection, name)) for name in _TABLES}
    for name in _TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {name}")
    for change in SCHEMA.split(";")[:-1]:
        connection.execute(change)
    chain = begin(connection, version)
    chain.append(connection, [*_known(old), *_accounts(old["dataset"]), *_charges(connection, old["charge"])])
    chain.catch_up(connection)
    stamp(connection)


def _rows(connection: sqlite3.Connection, name: str) -> Iterator[dict[str, Any]]:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
    if columns:
        for row in connection.execute(f"SELECT * FROM {name} ORDER BY rowid"):  # noqa: S608 - one of _TABLES
            yield _DEFAULTS | dict(zip(columns, row, strict=True))


def _known(old: dict[str, list[dict[str, Any]]]) -> Iterator[Entry]:
    for row in old["world"][:1]:
        yield KeyUsed(row["key_check"])
    for row in old["sighting"]:
        yield Sighted(row["handle"], (row["fingerprint"],), bool(row["private"]))
    for row in old["settled"]:
        yield Settled(row["handle"], _unit(row))


def _accounts(rows: Iterable[dict[str, Any]]) -> Iterator[Entry]:
    for row in rows:
        yield AccountOpened(row["handle"], _unit(row), read_limit(row["cap"], row["delta_cap"]))


def _unit(row: dict[str, Any]) -> Any:
    return read_unit(*(row[name] for name in ("relation", "person", "rows", "everyone", "persons")))


def _charges(connection: sqlite3.Connection, rows: Iterable[dict[str, Any]]) -> Iterator[Entry]:
    for row in rows:
        number, plan, statement = row["number"], row["plan"], row["statement"]
        if not (isinstance(plan, str) and isinstance(statement, str | None)):
            raise InputError(
                phrase("Entry {number} of the ledger is damaged.", number=number), phrase("{restore}.", restore=RESTORE)
            )
        yield Spent(number, row["handle"], read_loss(number, row["epsilon"], row["delta"], row["rho"]), plan)
        if statement is not None:
            yield store(connection, number, statement)
        if row["exported"]:
            yield Exported(number)
