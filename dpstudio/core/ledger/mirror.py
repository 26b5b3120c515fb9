"""Where the heads of ledgers are kept outside of them, so that an older copy put back is noticed."""

from pathlib import Path
from typing import Protocol

from dpstudio.core.errors import Lost
from dpstudio.core.ledger.chain import Head
from dpstudio.translation import phrase

REPLACED = 1 << 62
_ONCE_MORE = phrase("Or finish what was begun: bring in the same file, or start from the same receipts, once more.")
_LINE_AGAIN = phrase(
    "Or finish what was begun: the same dpstudio arrive FILE, or dpstudio resume RECEIPT ..., once more."
)


class Mirror(Protocol):
    """Heads of ledgers by the name of the book, and by where the file lies."""

    def heads(self) -> dict[str, Head]:
        """The newest known head of every book."""

    def knows(self, book: str) -> bool:
        """Whether this book has been used."""

    def at(self, place: Path) -> str | None:
        """The book that was last seen there."""

    def follow(self, place: Path, head: Head) -> None:
        """Note a newer head; an older one changes nothing."""

    def replace(self, book: str, by: str, place: Path) -> None:
        """From here on another book is expected in a place; the one before, marked REPLACED, is accepted nowhere."""


class NoMirror:
    """For a ledger that nothing is known of outside."""

    def heads(self) -> dict[str, Head]:
        """None is known."""
        return {}

    def knows(self, book: str) -> bool:
        """Any is taken for one that is known."""
        del book
        return True

    def at(self, place: Path) -> str | None:
        """None is known."""
        del place
        return None

    def follow(self, place: Path, head: Head) -> None:
        """Nothing is kept."""
        del place, head

    def replace(self, book: str, by: str, place: Path) -> None:
        """Nothing is kept."""
        del book, by, place


def refuse_missing(mirror: Mirror, path: Path) -> None:
    """Raise Lost where no file lies in the place of a ledger that was seen there."""
    book = mirror.at(path)
    if path.is_file():  # another program made it since
        return
    head = None if book is None else mirror.heads().get(book)
    if head is not None and not head.entries:
        raise Lost(
            phrase("A ledger was about to continue here, but that was interrupted."), _ONCE_MORE, command=_LINE_AGAIN
        )
    if book is not None:
        raise Lost(phrase("The ledger is gone: what has been released is not known any more."))


def refuse_unknown(mirror: Mirror, book: str) -> None:
    """Raise Lost where a ledger that says what was spent has never been used here."""
    if not mirror.knows(book):
        raise Lost(phrase("Nothing is known here of this ledger: it is another computer's, or the marks are older."))


def refuse_behind(known: Head | None, digests: list[bytes]) -> None:
    """Raise Lost where a ledger does not go on from the head that is known of it."""
    if known is None or not known.entries:
        return
    if known.entries >= REPLACED:
        raise Lost(phrase("Another ledger has taken this one's place."))
    if len(digests) < known.entries or digests[known.entries - 1].hex() != known.digest:
        raise Lost(phrase("This ledger is older than the one last used, or another one: charges are missing."))


def refuse_other(seen: str | None, book: str) -> None:
    """Raise Lost where another book lies in the place of one that was seen there."""
    if seen is not None and seen != book:
        raise Lost(phrase("Another ledger is in the place of the one last used."))
