"""The chain in the file: read on from a place that is known to be right, and written on."""

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dpstudio.core.errors import Lost
from dpstudio.core.ledger.chain import START, Head, digest_after, fresh
from dpstudio.core.ledger.entries import Drawn, Entry, Opened, read, write
from dpstudio.core.ledger.state import State
from dpstudio.translation import phrase

_ALL = (-(1 << 63), (1 << 63) - 1)


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
            Lost: an entry was changed, moved, added or taken away, or a result is not the one that was drawn.
        """
        known = len(self.digests)
        self._refuse_other_past(connection)
        drawn = self._go_on(connection)
        if not self.state.book:
            raise _damaged(phrase("its first entry is missing"))
        _refuse_other_texts(connection, drawn, first=not known)

    def _refuse_other_past(self, connection: sqlite3.Connection) -> None:
        """What has been read already is still the same at its end, and nothing stands before the first."""
        before = connection.execute("SELECT min(position) FROM entry").fetchone()[0]
        if before != 1:
            raise _damaged(phrase("its first entry is missing"))
        if self.digests:
            row = connection.execute("SELECT digest FROM entry WHERE position = ?", (len(self.digests),)).fetchone()
            if row is None or row[0] != self.digests[-1].hex():
                raise _damaged(phrase("entries that were there are gone"))

    def _go_on(self, connection: sqlite3.Connection) -> dict[int, str]:
        """Read the entries after the last that is known; the digests of the results that they tell of."""
        drawn, found = dict[int, str](), self.digests[-1] if self.digests else START
        query = "SELECT position, salt, kind, body, digest FROM entry WHERE position > ? ORDER BY position"
        rows = connection.execute(query, (len(self.digests),))
        for place, (position, salt, kind, body, digest) in enumerate(rows, len(self.digests) + 1):
            if position != place:
                raise _damaged(phrase("an entry is missing"))
            found = digest_after(found, str(position), salt, kind, body)
            if found.hex() != digest:
                raise _damaged(phrase("entry {position} was changed", position=position))
            entry = read(kind, body)
            if isinstance(entry, Opened) != (position == 1):
                raise _damaged(phrase("its first entry is another one's"))
            self.state.apply(entry)
            self.digests.append(found)
            if isinstance(entry, Drawn):
                drawn[entry.number] = entry.statement
        return drawn

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


def statements(connection: sqlite3.Connection, digests: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """The numbers of some charges and their results, in one pass.

    Args:
        digests: of each result that is wanted, by its charge.

    Raises:
        Lost: it is missing, or not the one that was drawn.
    """
    for number, text in _texts(connection, digests):
        yield number, text.decode()


def _refuse_other_texts(connection: sqlite3.Connection, digests: Mapping[int, str], *, first: bool) -> None:
    """At the first reading of a file no result may stand in it but these."""
    for _ in _texts(connection, digests, alone=first):
        pass


def _texts(
    connection: sqlite3.Connection, digests: Mapping[int, str], *, alone: bool = False
) -> Iterator[tuple[int, bytes]]:
    """As `statements`, in UTF-8: most are looked through and not read."""
    if not digests and not alone:
        return
    missing = set(digests)
    query = "SELECT number, CAST(text AS BLOB) FROM statement WHERE number BETWEEN ? AND ? ORDER BY number"
    for number, text in connection.execute(query, _ALL if alone else (min(digests), max(digests))):
        wanted = digests.get(number)
        if wanted is not None:
            if hashlib.sha256(text).hexdigest() != wanted:
                raise _damaged(phrase("the result of charge {number} is not the one that was drawn", number=number))
            missing.discard(number)
            yield number, text
        elif alone:
            raise _damaged(phrase("a result belongs to no charge"))
    if missing:
        raise _damaged(phrase("the result of charge {missing} is missing", missing=min(missing)))


def _damaged(what: str) -> Lost:
    return Lost(phrase("The ledger is damaged: {what}.", what=what))
