"""All that a ledger holds, apart from its file: taken out, looked through, and put into a file in one step."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.ledger.file import SCHEMA
from dpstudio.core.ledger.links import Chain
from dpstudio.translation import phrase


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
        with in_memory() as connection:
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


def signers_in(path: Path, but: str) -> tuple[str, ...]:
    """The fingerprints of the keys that a ledger was signed with; none where it is no whole ledger of this version.

    Its file is read as it lies there: nothing is written, where there is none none is made, and what another program
    writes is not waited for.

    Args:
        but: a key that is known: where there is no other one, the chain is not looked through.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            named = connection.execute("SELECT body FROM entry WHERE kind IN ('signer', 'resumed')").fetchall()
            if all(but and but in body for (body,) in named):
                return ()
            return tuple(taken_out(connection).chain().state.signers)
    except (sqlite3.Error, StudioError, ValueError):
        return ()


@contextmanager
def in_memory() -> Iterator[sqlite3.Connection]:
    """The tables of a ledger, in no file."""
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.executescript(SCHEMA)
            yield connection
    except sqlite3.Error:
        raise InputError(
            phrase("These are not the entries of a ledger."), phrase("Use the file as dpstudio wrote it.")
        ) from None
