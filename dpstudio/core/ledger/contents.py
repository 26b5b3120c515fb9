"""All that a ledger holds, apart from its file: taken out, looked through, and put into a file in one step."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from dpstudio.core.errors import InputError
from dpstudio.core.ledger.file import SCHEMA
from dpstudio.core.ledger.links import Chain


@dataclass(frozen=True)
class Contents:
    """What a ledger holds.

    Args:
        entries: salt, kind, body and digest of each, in their order.
        statements: the results by the numbers of their charges.
    """

    entries: tuple[tuple[str, str, str, str], ...]
    statements: tuple[tuple[int, str], ...]

    def chain(self) -> Chain:
        """What the entries amount to.

        Raises:
            InputError: they are not a ledger's, or not as they were written.
        """
        with _memory() as connection:
            put_in(connection, self)
            chain = Chain()
            chain.catch_up(connection)
            return chain


def taken_out(connection: sqlite3.Connection) -> Contents:
    """All that stands in a ledger's file."""
    entries = connection.execute("SELECT salt, kind, body, digest FROM entry ORDER BY position").fetchall()
    statements = connection.execute("SELECT number, text FROM statement ORDER BY number").fetchall()
    return Contents(tuple(entries), tuple(statements))


def put_in(connection: sqlite3.Connection, contents: Contents) -> None:
    """Let this be all that stands there; the transaction is the caller's."""
    connection.execute("DELETE FROM statement")
    connection.execute("DELETE FROM entry")
    rows = ((position, *entry) for position, entry in enumerate(contents.entries, 1))
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO statement VALUES (?, ?)", contents.statements)


@contextmanager
def _memory() -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.executescript(SCHEMA)
            yield connection
    except sqlite3.Error:
        raise InputError("These are not the entries of a ledger.", "Use the file as dpstudio wrote it.") from None
