"""What is kept beside the ledgers, for every one used from this data folder: what has ever been private, and heads.

Of private tables keyed digests are kept; of each ledger its newest head, so that an older copy put back is noticed.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import ClassVar, NamedTuple

from dpstudio.core.errors import Lost
from dpstudio.core.ledger import Head
from dpstudio.core.ledger.file import in_words
from dpstudio.core.ledger.mirror import REPLACED
from dpstudio.core.ledger.turn import READ, WRITE, Turns, timeout
from dpstudio.translation import phrase

_VERSION = 2
GONE = phrase("The file marks.sqlite is lost: without it nobody can tell whether a ledger is the newest one.")
_FIRST = "CREATE TABLE mark (digest TEXT PRIMARY KEY) WITHOUT ROWID;"
_MORE = """
CREATE TABLE head (book TEXT PRIMARY KEY, entries INTEGER NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE place (place TEXT PRIMARY KEY, book TEXT NOT NULL) WITHOUT ROWID;
"""
_FOLLOW = """
INSERT INTO head VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
    digest = iif(excluded.entries > entries, excluded.digest, digest),
    entries = max(entries, excluded.entries)
"""
_TORN = f"""
SELECT 1 FROM place WHERE book NOT IN (SELECT book FROM head) UNION ALL SELECT 1 FROM head WHERE
    typeof(entries) <> 'integer' OR entries NOT BETWEEN 0 AND {REPLACED}
    OR (entries IN (0, {REPLACED})) <> (digest = '')
    OR (entries < {REPLACED} AND book NOT IN (SELECT book FROM place))
"""  # noqa: S608 - of our own numbers
_ELSEWHERE = "elsewhere"
_LIES = "INSERT INTO place VALUES (?, ?) ON CONFLICT DO UPDATE SET book = excluded.book"


class Kept(NamedTuple):
    """What is known beside the ledgers: digests of what has been private, and the heads of books."""

    marks: tuple[str, ...]
    heads: tuple[Head, ...]


class Marks:
    """The marks of private tables and the heads of ledgers; marks are never taken away, heads never go back.

    Args:
        path: of the file; it is made, readable by its owner only, where absent.
    """

    _lock: ClassVar = RLock()

    def __init__(self, path: Path) -> None:
        self.path, self._turns = path, Turns(self._lock, self._connected)
        path.touch(mode=0o600)
        with self._at(WRITE, fresh=True) as connection:
            self._make(connection)
            if connection.execute(_TORN).fetchone() is not None:
                raise Lost(
                    phrase(
                        "The marks of private tables, {name}, are damaged: what they say of ledgers was changed.",
                        name=path.name,
                    )
                )

    def _make(self, connection: sqlite3.Connection) -> None:
        """The tables, where they are not there yet.

        Raises:
            Lost: they were changed.
        """
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        found = _tables(connection)
        if not version and found in ([], _made(_FIRST)):
            for table in f"{'' if found else _FIRST}{_MORE}".split(";")[:-1]:
                connection.execute(table)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif version != _VERSION or found != _made(_FIRST + _MORE):
            raise Lost(
                phrase(
                    "The marks of private tables, {name}, are damaged: their tables were changed.", name=self.path.name
                )
            )

    @contextmanager
    def _at(self, begin: str, *, fresh: bool = False) -> Iterator[sqlite3.Connection]:
        """The file, in a transaction; it is never made anew where it is gone, unless it is a fresh one."""
        if not self.path.is_file() or not (fresh or self.path.stat().st_size):
            raise Lost(GONE)
        with ExitStack() as held:
            connection, whole = self._turns.take(begin, timeout(begin), held)
            with whole:
                yield connection

    @contextmanager
    def _connected(self, seconds: float) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=seconds, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                yield connection
        except sqlite3.Error as error:
            raise in_words(
                error, phrase("The file of the marks of private tables, {name},", name=self.path.name)
            ) from error

    def add(self, digests: Iterable[str]) -> None:
        """Remember digests of what is private."""
        fresh = [(digest,) for digest in digests if not self.any([digest])]
        if fresh:
            with self._at(WRITE) as connection:
                connection.executemany("INSERT OR IGNORE INTO mark VALUES (?)", fresh)

    def any(self, digests: Iterable[str]) -> bool:
        """Whether one of these has ever been private."""
        with self._at(READ) as connection:
            query = "SELECT 1 FROM mark WHERE digest = ?"
            return any(connection.execute(query, (digest,)).fetchone() for digest in digests)

    def heads(self) -> dict[str, Head]:
        """The newest known head of every ledger, by the name of its book."""
        with self._at(READ) as connection:
            rows = connection.execute("SELECT book, entries, digest FROM head").fetchall()
        return {book: Head(book, entries, digest) for book, entries, digest in rows}

    def knows(self, book: str) -> bool:
        """Whether a ledger has been used here."""
        return book in self.heads()

    def at(self, place: Path) -> str | None:
        """The book that was last seen in a place; where it lies now is another question."""
        with self._at(READ) as connection:
            row = connection.execute("SELECT book FROM place WHERE place = ?", (self._written(place),)).fetchone()
        return row and str(row[0])

    def follow(self, place: Path, head: Head) -> None:
        """Note where a ledger lies and how far it has come; an older head changes nothing."""
        with self._at(WRITE) as connection:
            connection.execute(_FOLLOW, (head.book, head.entries, head.digest))
            if self._is_in_use(connection, head.book):
                connection.execute(_LIES, (self._written(place), head.book))

    def _is_in_use(self, connection: sqlite3.Connection, book: str) -> bool:
        query = "SELECT 1 FROM head WHERE book = ? AND entries < ?"
        return connection.execute(query, (book, REPLACED)).fetchone() is not None

    def replace(self, book: str, by: str, place: Path) -> None:
        """From here on another book is expected in a place; the one before, marked REPLACED, is accepted nowhere."""
        with self._at(WRITE) as connection:
            connection.execute("DELETE FROM place WHERE book = ?", (book,))
            connection.execute("INSERT OR REPLACE INTO head VALUES (?, ?, '')", (book, REPLACED))
            connection.execute("INSERT OR IGNORE INTO head VALUES (?, 0, '')", (by,))
            connection.execute(_LIES, (self._written(place), by))

    def all(self) -> Kept:
        """Everything that is kept."""
        with self._at(READ) as connection:
            marks = connection.execute("SELECT digest FROM mark ORDER BY digest").fetchall()
        return Kept(tuple(digest for (digest,) in marks), tuple(self.heads().values()))

    def merge(self, other: Kept) -> None:
        """Keep what was kept on another computer as well; where ledgers lay there means nothing here."""
        with self._at(WRITE) as connection:
            connection.executemany("INSERT OR IGNORE INTO mark VALUES (?)", [(each,) for each in other.marks])
            connection.executemany(_FOLLOW, [(each.book, each.entries, each.digest) for each in other.heads])
            there = [
                (phrase("{elsewhere} {book}", elsewhere=_ELSEWHERE, book=each.book), each.book)
                for each in other.heads
                if each.entries < REPLACED
            ]
            connection.executemany(_LIES, there)

    def _written(self, place: Path) -> str:
        """A place by the same text however it is reached; of the marks' own folder also where that is moved."""
        folder, real = os.path.realpath(self.path.parent), os.path.realpath(place)
        beside = os.path.dirname(real) == folder  # noqa: PTH120 - of a text that may be no name
        return os.fsencode(os.path.basename(real) if beside else real).hex()  # noqa: PTH119 - of a text that may be no name

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        with self._at(READ) as connection:
            return connection.execute("SELECT 1 FROM mark").fetchone() is not None


def _tables(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    return sorted(connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall())


def _made(schema: str) -> list[tuple[str, str, str]]:
    """The tables as they are made."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        return _tables(connection)
