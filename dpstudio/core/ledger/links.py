"""The chain in the file: read on from a place that is known to be right, and written on."""

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass, field

from dpstudio.core.errors import InputError
from dpstudio.core.ledger.chain import START, Head, Link, fresh
from dpstudio.core.ledger.entries import Drawn, Entry, Opened, read, write
from dpstudio.core.ledger.state import State

_RESTORE = "Restore the newest backup of the whole data folder."


@dataclass
class Chain:
    """The entries that have been read and found right, and what they amount to."""

    state: State = field(default_factory=State)
    digests: list[bytes] = field(default_factory=list)

    @property
    def head(self) -> Head:
        """Where it stands."""
        return Head(self.state.book, len(self.digests), self.digests[-1].hex())

    def catch_up(self, connection: sqlite3.Connection) -> None:
        """Read what another program, or this one, has added.

        Raises:
            InputError: an entry was changed, moved, added or taken away, or a result is not the one that was drawn.
        """
        known = len(self.digests)
        self._refuse_other_past(connection)
        query = "SELECT position, salt, kind, body, digest FROM entry WHERE position > ? ORDER BY position"
        for position, salt, kind, body, digest in connection.execute(query, (known,)):
            if position != len(self.digests) + 1:
                raise _damaged("an entry is missing")
            self._go_on(connection, Link(position, salt, kind, body), digest)
        if not self.state.book:
            raise _damaged("its first entry is missing")
        if len(self.digests) > known:
            self._refuse_other_results(connection)

    def _refuse_other_past(self, connection: sqlite3.Connection) -> None:
        """What has been read already is still the same at its end, and nothing stands before the first."""
        before = connection.execute("SELECT min(position) FROM entry").fetchone()[0]
        if before != 1:
            raise _damaged("its first entry is missing")
        if self.digests:
            row = connection.execute("SELECT digest FROM entry WHERE position = ?", (len(self.digests),)).fetchone()
            if row is None or row[0] != self.digests[-1].hex():
                raise _damaged("entries that were there are gone")

    def _go_on(self, connection: sqlite3.Connection, link: Link, digest: str) -> None:
        found = link.digest(self.digests[-1] if self.digests else START)
        if found.hex() != digest:
            raise _damaged(f"entry {link.position} was changed")
        entry = read(link.kind, link.body)
        if isinstance(entry, Opened) != (link.position == 1):
            raise _damaged("its first entry is another one's")
        if isinstance(entry, Drawn):
            statement(connection, entry.number, entry.statement)
        self.state.apply(entry)
        self.digests.append(found)

    def _refuse_other_results(self, connection: sqlite3.Connection) -> None:
        drawn = sum(line.statement is not None for line in self.state.lines.values())
        if connection.execute("SELECT count(*) FROM statement").fetchone()[0] != drawn:
            raise _damaged("a result belongs to no charge")

    def append(self, connection: sqlite3.Connection, entries: list[Entry]) -> None:
        """Write entries after the last; they are applied once they are committed and read back."""
        before = self.digests[-1] if self.digests else START
        for position, entry in enumerate(entries, len(self.digests) + 1):
            link = fresh(position, *write(entry))
            before = link.digest(before)
            connection.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (position, link.salt, link.kind, link.body, before.hex())
            )


def begin(connection: sqlite3.Connection, since: int = 0) -> Chain:
    """Write the first entry of a new book."""
    chain = Chain()
    chain.append(connection, [Opened(secrets.token_hex(16), since)])
    chain.catch_up(connection)
    return chain


def open_book(connection: sqlite3.Connection) -> None:
    """Write the first entry of a book that nothing came before."""
    begin(connection)


def store(connection: sqlite3.Connection, number: int, text: str) -> Drawn:
    """Keep a result; the entry that tells of it."""
    connection.execute("INSERT INTO statement VALUES (?, ?)", (number, text))
    return Drawn(number, digest_of(text))


def digest_of(text: str) -> str:
    """By which an entry knows its result."""
    return hashlib.sha256(text.encode()).hexdigest()


def statement(connection: sqlite3.Connection, number: int, digest: str) -> str:
    """The text of a result.

    Raises:
        InputError: it is missing, or not the one that was drawn.
    """
    row = connection.execute("SELECT text FROM statement WHERE number = ?", (number,)).fetchone()
    if row is None or not isinstance(row[0], str) or digest_of(row[0]) != digest:
        raise _damaged(f"the result of charge {number} is not the one that was drawn")
    return row[0]


def _damaged(what: str) -> InputError:
    return InputError(f"The ledger is damaged: {what}.", _RESTORE)
