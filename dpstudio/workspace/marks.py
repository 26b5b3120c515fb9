"""What is kept beside the ledgers, for every one used from this data folder: what has ever been private, and heads.

Of private tables keyed digests are kept; of each ledger its newest head, so that an older copy put back is noticed.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Head

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS mark (digest TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS head (book TEXT PRIMARY KEY, place TEXT NOT NULL, entries INTEGER NOT NULL,"
    " digest TEXT NOT NULL) WITHOUT ROWID",
)
_FOLLOW = """
INSERT INTO head VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    place = excluded.place,
    digest = iif(excluded.entries > entries, excluded.digest, digest),
    entries = max(entries, excluded.entries)
"""


class Marks:
    """The marks of private tables and the heads of ledgers; marks are never taken away, heads never go back.

    Args:
        path: of the file; it is made, readable by its owner only, where absent.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch(mode=0o600)
        if not path.is_file():
            raise InputError(f"The marks of private tables, {path.name}, are no file.", "Restore it from a backup.")
        with self._open() as connection:
            for table in _SCHEMA:
                connection.execute(table)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"The marks of private tables, {self.path.name}, cannot be used ({type(error).__name__}).",
                "Restore the file from a backup.",
            ) from error
        finally:
            connection.close()

    def add(self, digests: Iterable[str]) -> None:
        """Remember digests of what is private."""
        fresh = [(digest,) for digest in digests if not self.any([digest])]
        if fresh:
            with self._open() as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR IGNORE INTO mark VALUES (?)", fresh)
                connection.execute("COMMIT")

    def any(self, digests: Iterable[str]) -> bool:
        """Whether one of these has ever been private."""
        with self._open() as connection:
            query = "SELECT 1 FROM mark WHERE digest = ?"
            return any(connection.execute(query, (digest,)).fetchone() for digest in digests)

    def heads(self) -> dict[str, Head]:
        """The newest known head of every ledger, by the name of its book."""
        with self._open() as connection:
            rows = connection.execute("SELECT book, entries, digest FROM head").fetchall()
        return {book: Head(book, entries, digest) for book, entries, digest in rows}

    def at(self, place: Path) -> str | None:
        """The book that was last seen in a place."""
        with self._open() as connection:
            row = connection.execute("SELECT book FROM head WHERE place = ?", (_written(place),)).fetchone()
        return row and str(row[0])

    def follow(self, place: Path, head: Head) -> None:
        """Note where a ledger lies and how far it has come; an older head changes nothing."""
        with self._open() as connection:
            connection.execute(_FOLLOW, (head.book, _written(place), head.entries, head.digest))

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        with self._open() as connection:
            return connection.execute("SELECT 1 FROM mark").fetchone() is not None


def _written(place: Path) -> str:
    """A place by the same text however it is reached."""
    return os.fsencode(os.path.realpath(place)).hex()
