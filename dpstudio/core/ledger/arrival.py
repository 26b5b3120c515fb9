"""A ledger comes from another computer: it goes on here where nothing is lost by that."""

from pathlib import Path

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger.chain import Head
from dpstudio.core.ledger.contents import Contents, put_in
from dpstudio.core.ledger.entries import Arrived
from dpstudio.core.ledger.file import VERSION, File, transaction
from dpstudio.core.ledger.links import Chain, open_book
from dpstudio.core.ledger.mirror import REPLACED, Mirror, refuse_behind, refuse_missing, refuse_other
from dpstudio.translation import phrase

_HERE = phrase("The Ledger tab shows it.")
_NEWEST = phrase("Where it has left again since, use the newest file.")
_ELSEWHERE = phrase("Let it arrive in a data folder of its own: set DPSTUDIO_HOME to an empty one.")


def arrive(path: Path, contents: Contents, mirror: Mirror, timeout: float = 30.0) -> None:
    """Let a ledger that has left another computer go on in a file.

    Args:
        path: of the SQLite file; an unused ledger there is replaced, and so is this very one where it once left.
        contents: what `Ledger.move_out` gave.
        mirror: where heads of ledgers are kept here.

    Raises:
        InputError: it is no ledger, or damaged, or older than what is known of it here.
        Refusal: it has not left where it was, or another ledger is in use here.
    """
    coming, file = contents.chain(), File(path, timeout)
    refuse_arrival(path, coming, mirror)
    file.make_where_absent(open_book)
    with file.connected() as connection, transaction(connection, "BEGIN IMMEDIATE"):
        here = Chain()
        here.catch_up(connection)
        _refuse_in_use(here, coming)
        if here.state.book != coming.state.book:
            mirror.replace(here.state.book, coming.state.book, path)
        put_in(connection, contents)
        coming.append(connection, [Arrived()])
        coming.catch_up(connection)
    mirror.follow(path, coming.head)


def expect_arrival(path: Path, coming: Chain, mirror: Mirror, timeout: float = 30.0) -> None:
    """From here on nothing but this ledger is accepted in a file, where it may go on; before anything else is changed.

    Raises:
        InputError, Refusal: as for `arrive`; nothing is changed.
    """
    refuse_arrival(path, coming, mirror)
    if not path.exists():
        mirror.replace("", coming.state.book, path)
        return
    with File(path, timeout).connected() as connection, transaction(connection, "BEGIN IMMEDIATE"):
        here = Chain()
        here.catch_up(connection)
        _refuse_in_use(here, coming)
        if here.state.book != coming.state.book:
            mirror.replace(here.state.book, coming.state.book, path)


def refuse_arrival(path: Path, coming: Chain, mirror: Mirror) -> None:
    """Raise InputError or Refusal where a ledger must not go on in a file; nothing is changed."""
    if not coming.state.moved:
        raise Refusal(
            phrase("This ledger has not left the computer that it came from."),
            phrase("Use the file as dpstudio wrote it."),
        )
    known, seen, book = mirror.heads(), mirror.at(path), coming.state.book
    _refuse_not_newer(known.get(book), coming)
    if not path.exists():
        if seen != book:
            refuse_missing(mirror, path)
        return
    file = File(path, 30.0)
    if file.version() < VERSION:
        raise _in_use()
    here = Chain()
    with file.connected() as connection:
        here.catch_up(connection)
    if seen != book:  # else it is expected here: an arrival was broken off, or it once left from here
        refuse_other(seen, here.state.book)
        refuse_behind(known.get(here.state.book), here.digests)
    _refuse_in_use(here, coming)


def _refuse_not_newer(known: Head | None, coming: Chain) -> None:
    """A ledger that left from here comes back only after it has gone on elsewhere."""
    if known is None or known.entries >= REPLACED or known.entries < len(coming.digests):
        refuse_behind(known, coming.digests)
    elif known == coming.head:
        raise Refusal(
            phrase("This ledger left from here, and has not been anywhere else since."),
            phrase("Let it arrive on the other computer; to come back, it moves from there."),
        )
    else:
        raise Refusal(
            phrase("This ledger has arrived here already: more is known about it here than is in this file."),
            phrase("{here} {newest}", here=_HERE, newest=_NEWEST),
            command=f"See: dpstudio ledger. {_NEWEST}",
        )


def _refuse_in_use(here: Chain, coming: Chain) -> None:
    if here.state.book == coming.state.book:
        if not here.state.moved:
            raise Refusal(phrase("This ledger has arrived here already."), _HERE, command="See: dpstudio ledger")
        if here.digests != coming.digests[: len(here.digests)]:
            raise InputError(phrase("This ledger is not the one that left here."), phrase("Use the newest file."))
    elif here.state.used:
        raise _in_use()


def _in_use() -> Refusal:
    return Refusal(
        phrase("A ledger is in use here already: what has been released here would be forgotten."), _ELSEWHERE
    )
