"""The ledger's SQLite file: made whole, opened, told apart from any other, and its faults in words."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from dpstudio.core.errors import Held, InputError, Lost
from dpstudio.core.ledger.waiting import tried
from dpstudio.core.quantities import room
from dpstudio.core.system_reasons import reason
from dpstudio.translation import phrase

VERSION = 4
APPLICATION = 0x64705374  # "dpSt"
SCHEMA = """
CREATE TABLE entry (
    position INTEGER PRIMARY KEY, salt TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, digest TEXT NOT NULL
) STRICT;
CREATE TABLE statement (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
"""
_STAMP = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
_SPARE = 8 << 20
_ELSEWHERE = phrase("Fix that, or restore the newest backup of the whole data folder.")
_BROKEN = (phrase("it is damaged or not a ledger"), "")
_CLOSE = phrase("Close that program, then try again.")
_FAULTS = (
    ("SQLITE_BUSY", phrase("another program holds it"), _CLOSE),
    ("SQLITE_LOCKED", phrase("another program holds it"), _CLOSE),
    ("SQLITE_FULL", phrase("the disk is full"), phrase("Free some space, then try again.")),
    ("SQLITE_IOERR", phrase("the disk is full or failing"), phrase("Free some space, then try again.")),
    (
        "SQLITE_READONLY",
        phrase("it cannot be written"),
        phrase("Allow writing to it and to its folder, then try again."),
    ),
    (
        "SQLITE_CANTOPEN",
        phrase("it cannot be opened"),
        phrase("Allow reading and writing it and its folder, then try again."),
    ),
    (
        "SQLITE_PERM",
        phrase("it cannot be opened"),
        phrase("Allow reading and writing it and its folder, then try again."),
    ),
)


class File:
    """The file of a ledger.

    Args:
        path: of the SQLite file.
        timeout: for how many seconds another program may hold it.
    """

    def __init__(self, path: Path, timeout: float) -> None:
        self.path, self._timeout = path, timeout

    def make_where_absent(self, begin: Callable[[sqlite3.Connection], None]) -> None:
        """Put a ledger in its place, readable by its owner only; `begin` writes its first entry."""
        try:
            _make_where_absent(self.path, begin)
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else phrase("its name is not possible")
            raise InputError(
                phrase("The ledger {path} cannot be used: {why}.", path=_name(self.path), why=why), _ELSEWHERE
            ) from None

    @contextmanager
    def connected(self, timeout: float | None = None) -> Iterator[sqlite3.Connection]:
        """A connection to the file that lies there; what SQLite complains of becomes an InputError.

        Args:
            timeout: for how many seconds another program may hold it, where that is not what the file allows.
        """
        seconds = self._timeout if timeout is None else timeout
        try:
            file = self.path.absolute()  # ":memory:" alone would be no file
            if not file.is_file():
                raise Lost(
                    phrase("The ledger {file} is gone: what has been released is not known any more.", file=_name(file))
                )
            with closing(sqlite3.connect(file, timeout=seconds, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                yield connection
        except (sqlite3.Error, UnicodeError) as error:
            raise in_words(error, phrase("The ledger {path}", path=_name(self.path))) from error

    def version(self) -> int:
        """Which version wrote the file.

        Raises:
            InputError: it is no ledger, or a newer program's, or its tables are not as they were made.
        """
        version, stamp, found = tried(self._looks, self._timeout)
        names = {name for kind, name, _ in found if kind == "table"}
        if version > VERSION:
            raise InputError(phrase("The ledger was written by a newer dpstudio."), phrase("Update dpstudio."))
        if version < 1 or not (names >= {"dataset", "charge"} if version < VERSION else stamp == APPLICATION):
            raise Lost(phrase("{path} is not a ledger of dpstudio.", path=_name(self.path)))
        if version == VERSION and sorted(found) != _made():
            raise Lost(phrase("The ledger {path} is damaged: its tables were changed.", path=_name(self.path)))
        return version

    def _looks(self, seconds: float) -> tuple[int, int, list[tuple[str, str, str]]]:
        """Version, stamp and tables."""
        with self.connected(seconds) as connection:
            version, stamp = (
                int(connection.execute(f"PRAGMA {each}").fetchone()[0]) for each in ("user_version", "application_id")
            )
            return version, stamp, connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()

    def refuse_if_full(self, size: int) -> None:
        """Raise InputError where a result of so many bytes could not be stored: no room, no right, another program."""
        tried(self._begin, self._timeout)
        needed, free = _SPARE + 4 * size, shutil.disk_usage(self.path.parent).free
        if free < needed:
            raise InputError(
                phrase(
                    "The disk of the ledger {path} is full ({room}).", path=_name(self.path), room=room(needed, free)
                ),
                phrase("Free some space, then try again."),
            )

    def _begin(self, seconds: float) -> None:
        """Begin to write, and leave it."""
        with self.connected(seconds) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")


@contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """All or nothing, on the disk before it returns."""
    connection.execute(begin)
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _made() -> list[tuple[str, str, str]]:
    """The tables as they are made."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return sorted(connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall())


def stamp(connection: sqlite3.Connection) -> None:
    """Say that the file is a ledger of this version."""
    for each in _STAMP.split(";")[:-1]:
        connection.execute(each)


def is_of_earlier_version(path: Path) -> bool:
    """Whether a ledger lies there that has no chain yet."""
    return path.exists() and File(path, 30).version() < VERSION


def _make_where_absent(path: Path, begin: Callable[[sqlite3.Connection], None]) -> None:
    """Put a new ledger in its place whole, so that a file of no bytes is never a fresh one."""
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
            connection.executescript(f"PRAGMA journal_mode = WAL; {SCHEMA}{_STAMP}")
            begin(connection)
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


def in_words(error: Exception, what: str) -> InputError:
    """What SQLite complains of, and what helps.

    Args:
        what: the file that it is about, with its name.
    """
    reason, remedy = _fault(error)
    told = phrase("{what} cannot be used: {reason}.", what=what, reason=reason)
    if not remedy:
        return Lost(told)
    return (Held if remedy == _CLOSE else InputError)(told, remedy)


def _fault(error: Exception) -> tuple[str, str]:
    """What SQLite complains of, and what helps."""
    name = getattr(error, "sqlite_errorname", "")
    return next(((what, remedy) for start, what, remedy in _FAULTS if name.startswith(start)), _BROKEN)


def _name(path: Path) -> str:
    """A file's name as it can be printed."""
    return path.name.encode("utf-8", "replace").decode()
