"""A lost ledger goes on from what signed receipts say: counter, limit and the largest total of each table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from dpstudio.core.account import Account, Limit
from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import links
from dpstudio.core.ledger.contents import Contents, in_memory, put_in, taken_out
from dpstudio.core.ledger.entries import (
    AccountOpened,
    CarriedOver,
    Entry,
    FormatChecked,
    LimitLowered,
    Linked,
    Looked,
    Opened,
    Resumed,
    read,
)
from dpstudio.core.ledger.file import File, transaction
from dpstudio.core.ledger.state import State
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase


@dataclass(frozen=True)
class Claim:
    """What the receipts of one table say together: unit, limit, and all that was spent.

    Args:
        looks: of each receipt that tells of a look its number, and the digest of the plan at it, or "".
        checks: the most format checks that one of them tells of.
        names: of the columns that identify persons, where tables that were linked name them differently.
        forfeited: how many of the charges never had a result.
    """

    handle: str
    unit: PrivacyUnit
    limit: Limit
    spent: PrivacyLoss
    looks: tuple[tuple[int, str], ...] = ()
    checks: int = 0
    names: tuple[str, ...] = ()
    forfeited: int = 0


def resumption(entry: Resumed | None) -> tuple[str, ...]:
    """What every later receipt says of a ledger that was begun anew from receipts."""
    if entry is None:
        return ()
    told = phrase(
        "the ledger was lost and goes on from {receipts} and whatever could still be read of the"
        " ledger itself, up to number {counter}: of each table the largest total that they tell of is"
        " counted, what was released beyond it or from a table that they do not tell of is not",
        receipts=counted(entry.receipts, "signed receipts"),
        counter=entry.counter,
    )
    anew = phrase(
        "the key by which tables are known again was lost: a table that goes by another name now is not recognised"
    )
    return (told, anew) if entry.anew else (told,)


def begun(left: Contents | Sequence[Entry], before: Resumed, claims: Sequence[Claim], book: str) -> Contents:
    """A new book, with what is left of the one before and what receipts say beyond it.

    Args:
        left: the ledger before, where it is whole; else what goes over of it.
        before: tells of the receipts.
        book: the new book's name.

    Raises:
        Refusal: the receipts contradict what is left.
    """
    with in_memory() as connection:
        put_in(connection, Contents((), left.statements if isinstance(left, Contents) else ()))
        chain = links.Chain()
        chain.append(connection, [Opened(book, 0), *(_entries(left) if isinstance(left, Contents) else left)])
        chain.catch_up(connection)
        entries: list[Entry] = [replace(before, counter=max(before.counter, chain.state.last_number))]
        for claim in claims:
            entries += _beyond(chain.state, claim)
            known = chain.state.names.get(claim.handle, ())
            entries += [Linked(claim.handle, name, ()) for name in claim.names if name not in known]
            entries += _looks(chain.state, claim)
            entries += _checks(chain.state, claim)
        chain.append(connection, entries)
        chain.catch_up(connection)
        return taken_out(connection)


def place(path: Path, contents: Contents, left: Contents | None, expect: Callable[[], None]) -> None:
    """Let a new book stand in a file; the last look at what lies there, and this, are one step.

    Args:
        left: the ledger that was found there, or None where there was none that can be read.
        expect: notes outside of it that this book will lie there.

    Raises:
        Refusal: something has been written there since; nothing is changed.
    """
    file = File(path, 30.0)
    file.make_where_absent(links.open_book)
    with file.connected() as connection, transaction(connection, "BEGIN IMMEDIATE"):
        there = taken_out(connection)
        if there.chain().state.used if left is None else there != left:
            raise Refusal(phrase("Meanwhile another program has written to the ledger."), phrase("Check it first."))
        put_in(connection, contents)
        expect()


def _entries(left: Contents) -> list[Entry]:
    """All but the first, which names the book."""
    return [read(kind, body) for _, kind, body, _ in left.entries[1:]]


def _beyond(state: State, claim: Claim) -> list[Entry]:
    """What receipts say of a table beyond what stands in a ledger."""
    handle, spent = claim.handle, claim.spent
    if handle not in state.accounts:
        opened: list[Entry] = [AccountOpened(handle, claim.unit, claim.limit)]
        return [*opened, CarriedOver(handle, spent, claim.forfeited)] if spent.epsilon else opened
    unit, limit = state.accounts[handle]
    if not Account(unit, limit, names=(*state.names.get(handle, ()), *claim.names)).protects(claim.unit):
        raise Refusal(phrase("The receipts protect another unit than the one that the ledger knows of this table."))
    least = Limit(min(limit.epsilon, claim.limit.epsilon), min(limit.delta, claim.limit.delta))
    lines = state.lines_of(handle)
    known = total([line.loss for line in lines] + [*filter(None, [state.carried.get(handle)])])
    open_here = state.forfeited.get(handle, 0) + sum(line.statement is None for line in lines)
    more = PrivacyLoss(
        *(max(Fraction(0), there - here) for there, here in zip(_parts(spent), _parts(known), strict=True))
    )
    lowered: list[Entry] = [LimitLowered(handle, least)] if least != limit else []
    unknown = max(0, claim.forfeited - open_here)
    return [*lowered, CarriedOver(handle, more, unknown)] if more.epsilon else lowered


def _looks(state: State, claim: Claim) -> list[Entry]:
    """The looks that receipts tell of; what stands in the ledger before a charge of its own is known already."""
    beyond = {plan for number, plan in claim.looks if number not in state.lines}
    return [Looked(claim.handle, plan, ()) for plan in sorted(beyond - {*state.looks.get(claim.handle, ())})]


def _checks(state: State, claim: Claim) -> list[Entry]:
    """The format checks that receipts tell of beyond what stands in a ledger."""
    beyond = claim.checks - state.checks.get(claim.handle, 0)
    return [FormatChecked(claim.handle, beyond)] if beyond > 0 else []


def _parts(loss: PrivacyLoss) -> tuple[Fraction, Fraction, Fraction]:
    return loss.epsilon, loss.delta, loss.rho
