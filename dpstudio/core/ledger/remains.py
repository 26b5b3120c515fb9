"""What can still be read of a ledger that is damaged: each entry that says something by itself counts.

Charges and limits are given as figures, not as lines: no chain vouches for them, so that a larger total and a lower
limit win over whatever else is known.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dpstudio.core.account import Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError
from dpstudio.core.ledger.entries import (
    AccountOpened,
    Arrived,
    CarriedOver,
    Drawn,
    Entry,
    FormatChecked,
    KeyUsed,
    LimitLowered,
    Linked,
    Looked,
    Moved,
    Opened,
    Resumed,
    Settled,
    Sighted,
    Spent,
    Unlinked,
    read,
)
from dpstudio.core.ledger.file import File
from dpstudio.core.tables.schema import PrivacyUnit


@dataclass
class Remains:
    """What can be read of a damaged ledger.

    Args:
        book: its name, or "".
        key: digest of the key that it knows its tables by, or None.
        moved: it goes on on another computer.
        kept: entries that go over into the next book: what was seen, settled, looked into and checked.
        charges: by handle.
        carried: of earlier books, by handle.
        forfeited: how many charges of earlier books never had a result, by handle.
        drawn: the numbers of the charges that have one.
        units, limits: by handle.
        statements: results.
    """

    book: str = ""
    key: str | None = None
    moved: bool = False
    kept: list[Entry] = field(default_factory=list)
    charges: dict[str, list[Spent]] = field(default_factory=dict)
    carried: dict[str, list[PrivacyLoss]] = field(default_factory=dict)
    forfeited: dict[str, int] = field(default_factory=dict)
    drawn: set[int] = field(default_factory=set)
    units: dict[str, PrivacyUnit] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)

    @property
    def counter(self) -> int:
        """The largest number of a charge."""
        return max((each.number for some in self.charges.values() for each in some), default=0)

    @property
    def handles(self) -> list[str]:
        """Of the tables that have an account."""
        return list(dict.fromkeys([*self.units, *self.limits, *self.charges, *self.carried]))

    def spent(self, handle: str, after: int = 0) -> list[PrivacyLoss]:
        """What was charged to a table after the charge with a number, or all that is known of it."""
        charged = [each.loss for each in self.charges.get(handle, ()) if each.number > after]
        return charged if after else [*charged, *self.carried.get(handle, ())]

    def without_result(self, handle: str, after: int = 0) -> int:
        """How many of the charges that `spent` gives never had a result, as far as can be read."""
        charged = self.charges.get(handle, ())
        before = 0 if after else self.forfeited.get(handle, 0)
        return before + sum(each.number > after and each.number not in self.drawn for each in charged)

    def take(self, position: int, entry: Entry) -> None:
        """Go on by one entry; charges are never numbered beyond the entries."""
        match entry:
            case Opened(book, _):
                self.book = book
            case KeyUsed(check):
                self.key = check
            case Moved() | Arrived():
                self.moved = isinstance(entry, Moved)
            case Spent(number, handle, loss, plan):
                self.charges.setdefault(handle, []).append(Spent(min(number, position), handle, loss, plan))
            case Drawn(number, _):
                self.drawn.add(number)
            case CarriedOver(handle, loss, forfeited):
                self.carried.setdefault(handle, []).append(loss)
                self.forfeited[handle] = self.forfeited.get(handle, 0) + forfeited
            case AccountOpened(handle, unit, limit):
                self.units.setdefault(handle, unit)
                self._limit(handle, limit)
            case LimitLowered(handle, limit):
                self._limit(handle, limit)
            case Looked(handle, plan, _):
                self.kept.append(Looked(handle, plan, ()))
            case Resumed():
                self.key = None
                self.kept.append(entry)
            case Sighted() | Settled() | Linked() | Unlinked() | FormatChecked():
                self.kept.append(entry)
            case _:
                pass

    def _limit(self, handle: str, limit: Limit) -> None:
        self.limits[handle] = lower(limit, self.limits.get(handle, limit))


def lower(one: Limit, two: Limit) -> Limit:
    """What both allow."""
    return Limit(min(one.epsilon, two.epsilon), min(one.delta, two.delta))


def larger(losses: Iterable[PrivacyLoss]) -> PrivacyLoss:
    """What none of these is above."""
    some = list(losses)
    return PrivacyLoss(max(e.epsilon for e in some), max(e.delta for e in some), max(e.rho for e in some))


def remains(path: Path) -> Remains:
    """Read what can be read of a ledger's file, from both ends where the middle cannot."""
    found = Remains()
    entries = dict(_rows(path, "entry", "position, kind, body"))
    for position in sorted(each for each in entries if isinstance(each, int)):
        try:
            found.take(position, read(*entries[position]))
        except (InputError, TypeError, ArithmeticError):  # damaged, or of a kind that nobody wrote
            continue
    statements = dict(_rows(path, "statement", "number, text"))
    found.drawn |= statements.keys()
    found.statements = [text for _, (text,) in sorted(statements.items()) if isinstance(text, str)]
    return found


def _rows(path: Path, table: str, columns: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    for order in ("ASC", "DESC"):
        query = f"SELECT {columns} FROM {table} ORDER BY 1 {order}"  # noqa: S608 - of our own words
        try:
            with File(path, 30.0).connected() as connection:
                connection.text_factory = lambda text: text.decode("utf-8", "replace")
                for place, *said in _each(connection, query):
                    yield place, tuple(said)
        except InputError:
            continue


def _each(connection: sqlite3.Connection, query: str) -> Iterator[tuple[int, str]]:
    yield from connection.execute(query)
