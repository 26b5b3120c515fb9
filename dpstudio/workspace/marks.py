"""What has ever been private, kept beside the ledgers: keyed digests, for every ledger used from this data folder."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dpstudio.core.errors import InputError


class Marks:
    """The marks of private tables; they are added, never taken away.

    Args:
        path: of the file; it is made, readable by its owner only, where absent.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch(mode=0o600)
        if not path.is_file():
            raise InputError(f"The marks of private tables, {path.name}, are no file.", "Restore it from a backup.")
        with self._open() as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS mark (digest TEXT PRIMARY KEY) WITHOUT ROWID")

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

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        with self._open() as connection:
            return connection.execute("SELECT 1 FROM mark").fetchone() is not None
