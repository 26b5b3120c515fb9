"""A ledger's file, held a while: found whole from its first entry to its last, and written on after it."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from dpstudio.core.errors import Lost, Refusal
from dpstudio.core.ledger import links
from dpstudio.core.ledger.chain import Head
from dpstudio.core.ledger.entries import Entry
from dpstudio.core.ledger.file import VERSION, File, transaction
from dpstudio.core.ledger.mirror import Mirror, refuse_behind, refuse_missing, refuse_other, refuse_unknown
from dpstudio.core.ledger.state import State
from dpstudio.core.ledger.turn import READ, WRITE, Turns
from dpstudio.core.ledger.turn import timeout as own_timeout
from dpstudio.core.ledger.upgrade import bring_up_to_date
from dpstudio.core.ledger.waiting import finishing
from dpstudio.translation import phrase

_MOVED = phrase("This ledger has moved to another computer, where releases are made from now on.")
_AGAIN = phrase(
    "Bring in its file there (Ledger, Bring in from another computer). If the file is lost, write it"
    " again here (Ledger, Move to another computer)."
)
_LINE_AGAIN = phrase(
    "Let it arrive there: dpstudio arrive FILE. If it is lost, write it again here: dpstudio move --out FILE"
)


@dataclass
class Page:
    """A ledger while it is held: what stands in it, and what is to be added."""

    connection: sqlite3.Connection
    state: State
    head: Head
    added: list[Entry] = field(default_factory=list)


class Pages:
    """The file of a ledger, made where absent and brought up to date.

    Args:
        path: of the SQLite file.
        timeout: for how many seconds another program may hold it; None for as long as the thread waits.
        mirror: where its head is kept outside of it.

    Raises:
        InputError: as for a ledger.
    """

    def __init__(self, path: Path, timeout: float | None, mirror: Mirror) -> None:
        self.path, self.file, self._mirror = path, File(path, own_timeout(READ) if timeout is None else timeout), mirror
        self._chain, self._timeout = links.Chain(), timeout
        self._turns = Turns(RLock(), self.file.connected)
        if not path.is_file():
            refuse_missing(mirror, path)
        self.file.make_where_absent(links.open_book)
        if self.file.version() < VERSION:
            self._bring_up_to_date()
        with self.reading():
            pass

    def _bring_up_to_date(self) -> None:
        refuse_other(self._mirror.at(self.path), "")
        with self.file.connected() as connection:
            with transaction(connection, "BEGIN IMMEDIATE"):
                bring_up_to_date(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("VACUUM")

    @contextmanager
    def _at(self, begin: str) -> Iterator[Page]:
        """The ledger, found whole; what is known of it outside is asked first, so that it is never behind that."""
        try:
            with self._whole(begin) as page:
                yield page
        except Lost:
            with self._turns.lock:  # what was read before may be damaged too: all of it is looked at again
                self._chain = links.Chain()
            raise

    @contextmanager
    def _whole(self, begin: str) -> Iterator[Page]:
        known, seen = self._mirror.heads(), self._mirror.at(self.path)
        with ExitStack() as held:
            connection, whole = self._turns.take(begin, self._patience(begin), held)
            with whole:
                self._chain.catch_up(connection)
                refuse_other(seen, self._chain.state.book)
                refuse_behind(known.get(self._chain.state.book), self._chain.digests)
                if self._chain.state.book not in known and self._chain.state.used and not self._chain.state.since:
                    refuse_unknown(self._mirror, self._chain.state.book)
                page = Page(connection, self._chain.state, self._chain.head)
                yield page
                self._chain.append(connection, page.added)
            if page.added:
                with transaction(connection, READ):  # another program may write meanwhile
                    self._chain.catch_up(connection)
            head = self._chain.head
        if seen is None or known.get(head.book) != head:
            with finishing() if page.added else nullcontext():
                self._mirror.follow(self.path, head)

    def _patience(self, begin: str) -> float:
        return own_timeout(begin) if self._timeout is None else self._timeout

    def reading(self) -> AbstractContextManager[Page]:
        """What stands in it."""
        return self._at(READ)

    @contextmanager
    def writing(self, *, moved: bool = False) -> Iterator[Page]:
        """What stands in it, nobody else writing meanwhile; what is added is on the disk when this is left.

        Args:
            moved: also where it goes on on another computer.

        Raises:
            Refusal: it does.
        """
        with self._at(WRITE) as page:
            if page.state.moved and not moved:
                raise Refusal(_MOVED, _AGAIN, command=_LINE_AGAIN)
            yield page
