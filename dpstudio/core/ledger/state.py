"""What a chain of entries amounts to: accounts, charges, tables that were seen, units that are settled."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from dpstudio.core.account import Charge, Limit
from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import Lost
from dpstudio.core.ledger.entries import (
    AccountOpened,
    Arrived,
    Attempted,
    CarriedOver,
    Drawn,
    Entry,
    Exported,
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
    SignerUsed,
    Spent,
    Unlinked,
)
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase

_BINDING = (Sighted, Settled, Looked, FormatChecked, Spent, CarriedOver)


@dataclass
class Line:
    """A charge as far as the chain tells; `statement` is the digest of its result, once there is one."""

    number: int
    handle: str
    loss: PrivacyLoss
    plan: str
    statement: str | None = None
    exported: bool = False

    def charge(self, statement: str | None) -> Charge:
        """As the ledger gives it out, with its result's text."""
        return Charge(self.number, self.handle, self.loss, self.plan, statement, self.exported)


@dataclass
class State:
    """Everything that follows from the entries applied so far.

    Args:
        entries: all of them, in their order.
        moved: it goes on on another computer.
        names: of each account, the columns of persons in the tables that were linked to it.
        linked: of each account the last link, until something is charged, looked at or seen under it.
        last_number: of the newest charge; 0 before the first.
        checks: how many format checks were made of a table.
        looked: after which charge each look at a table was; 0 before the first.
    """

    entries: list[Entry] = field(default_factory=list)
    book: str = ""
    since: int = 0
    key: str | None = None
    moved: bool = False
    signers: list[str] = field(default_factory=list)
    last_drawn: int | None = None
    resumed: Resumed | None = None
    last_number: int = 0
    key_lost: bool = False
    carried: dict[str, PrivacyLoss] = field(default_factory=dict)
    forfeited: dict[str, int] = field(default_factory=dict)
    accounts: dict[str, tuple[PrivacyUnit, Limit]] = field(default_factory=dict)
    first_limits: dict[str, Limit] = field(default_factory=dict)
    lines: dict[int, Line] = field(default_factory=dict)
    settled: dict[str, PrivacyUnit] = field(default_factory=dict)
    sightings: dict[tuple[str, str], bool] = field(default_factory=dict)
    looks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    looked: dict[str, tuple[int, ...]] = field(default_factory=dict)
    checks: dict[str, int] = field(default_factory=dict)
    let_go: list[frozenset[str]] = field(default_factory=list)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    linked: dict[str, Linked] = field(default_factory=dict)
    _numbers: dict[str, list[int]] = field(default_factory=dict)
    _handles: dict[str, list[str]] = field(default_factory=dict)
    _digests: dict[str, list[str]] = field(default_factory=dict)

    @property
    def signer(self) -> str | None:
        """Fingerprint of the key that signed last."""
        return self.signers[-1] if self.signers else None

    def apply(self, entry: Entry) -> None:
        """Go on by one entry.

        Raises:
            Lost: it does not fit the ones before.
        """
        self._bind(entry)
        match entry:
            case Spent() | Drawn() | Exported() | AccountOpened() | LimitLowered() | CarriedOver():
                self._count(entry)
            case Opened(book, since):
                _refuse_unless(not self.book)
                self.book, self.since = book, since
            case KeyUsed(check):
                _refuse_unless(self.key is None or not self.used)
                self.key = check
            case Sighted(handle, digests, private):
                self._sight(handle, digests, private)
            case Settled(handle, unit):
                self.settled[handle] = unit
            case Looked() | FormatChecked():
                self._see(entry)
            case Linked() | Unlinked():
                self._link(entry)
            case SignerUsed(fingerprint):
                self.signers.append(fingerprint)
            case Resumed():
                self._resume(entry)
            case Attempted():
                pass
            case Moved() | Arrived():
                self.moved = isinstance(entry, Moved)
        self.entries.append(entry)

    def _bind(self, entry: Entry) -> None:
        """After a move nothing comes but the arrival; what is built upon a link makes it permanent."""
        if self.moved != isinstance(entry, Arrived):
            raise _misfit()
        if isinstance(entry, _BINDING):
            self.linked.pop(entry.handle, None)

    def _see(self, entry: Looked | FormatChecked) -> None:
        """The curator was told something of a private table's rows."""
        handle = entry.handle
        if isinstance(entry, FormatChecked):
            self.checks[handle] = self.checks.get(handle, 0) + entry.times
            return
        self.looks[handle] = (*self.looks.get(handle, ()), entry.plan)
        self.looked[handle] = (*self.looked.get(handle, ()), self.last_number)
        self.let_go += [frozenset(entry.let_go)] if entry.let_go else []

    def _link(self, entry: Linked | Unlinked) -> None:
        names = list(self.names.get(entry.handle, ()))
        if isinstance(entry, Linked):
            self.linked[entry.handle] = entry
            self.names[entry.handle] = (*names, entry.person)
            return
        self.linked.pop(entry.handle, None)
        if entry.person in names:
            names.remove(entry.person)
        self.names[entry.handle] = tuple(names)
        for digest in entry.digests:
            if self.sightings.pop((digest, entry.handle), None) is not None:
                self._handles[digest].remove(entry.handle)
                self._digests[entry.handle].remove(digest)

    def _resume(self, entry: Resumed) -> None:
        """Go on from receipts; digests that only a lost key could tell mean nothing any more."""
        self.resumed, self.key, self.last_drawn = entry, None, None
        self.last_number = max(self.last_number, entry.counter)
        self.signers.append(entry.signer)
        self.key_lost = self.key_lost or entry.anew
        self.linked.clear()
        if entry.anew:
            for each in (self.sightings, self._handles, self._digests, self.let_go):
                each.clear()

    def _count(self, entry: AccountOpened | LimitLowered | Spent | Drawn | Exported | CarriedOver) -> None:
        match entry:
            case Spent(number, handle, loss, plan):
                if handle not in self.accounts or number <= self.last_number:
                    raise _misfit()
                self.lines[number], self.last_number = Line(number, handle, loss, plan), number
                self._numbers[handle].append(number)
            case Drawn(number, statement):
                line = self.lines.get(number)
                if line is None or line.statement is not None:
                    raise _misfit()
                line.statement, self.last_drawn = statement, number
            case AccountOpened(handle, unit, limit):
                _refuse_unless(handle not in self.accounts)
                self.accounts[handle], self.first_limits[handle], self._numbers[handle] = (unit, limit), limit, []
            case CarriedOver(handle, loss, forfeited):
                _refuse_unless(handle in self.accounts and self.resumed is not None)
                self.carried[handle] = total([loss, *filter(None, [self.carried.get(handle)])])
                self.forfeited[handle] = self.forfeited.get(handle, 0) + forfeited
            case LimitLowered(handle, limit):
                _refuse_unless(handle in self.accounts)
                unit, before = self.accounts[handle]
                _refuse_unless(limit.epsilon <= before.epsilon and limit.delta <= before.delta)
                self.accounts[handle] = (unit, limit)
            case Exported(number):
                _refuse_unless(number in self.lines)
                self.lines[number].exported = True

    @property
    def used(self) -> bool:
        """Whether anything stands in it that must not be forgotten."""
        return bool(self.accounts or self.settled or self.sightings or self.looks or self.checks)

    def _sight(self, handle: str, digests: Iterable[str], private: bool) -> None:
        for digest in digests:
            if (digest, handle) not in self.sightings:
                self._handles.setdefault(digest, []).append(handle)
                self._digests.setdefault(handle, []).append(digest)
            self.sightings[digest, handle] = self.sightings.get((digest, handle), False) or private

    def lines_of(self, handle: str) -> list[Line]:
        """The charges of a dataset."""
        return [self.lines[number] for number in self._numbers[handle]]

    def is_private(self, digest: str, handle: str | None = None) -> bool:
        """Whether what has this digest has been private, under any handle or under this one."""
        handles = self._handles.get(digest, ()) if handle is None else (handle,)
        return any(self.sightings.get((digest, each), False) for each in handles)

    def news(self, digests: Iterable[str], handle: str, private: bool) -> tuple[str, ...]:
        """Those of which it is not known yet that they were used so."""
        known = self.sightings
        return tuple(each for each in digests if (each, handle) not in known or (private and not known[each, handle]))

    def digests_of(self, handle: str) -> list[str]:
        """What was used under a handle."""
        return self._digests.get(handle, [])

    def private_digests_of(self, handle: str) -> list[str]:
        """What was used under a handle and private."""
        return [digest for digest in self.digests_of(handle) if self.sightings[digest, handle]]

    def accounts_of(self, digests: Iterable[str]) -> list[str]:
        """The handles under which a private table with one of these digests is counted, the oldest first.

        One with charges takes in what was only looked at or compared.
        """
        found = [handle for digest, handle in self._sighted(set(digests)) if self.sightings[digest, handle]]
        counted = self.settled.keys() | self.looks.keys() | self.checks.keys()
        charged = [handle for handle in found if handle in self.accounts]
        return list(dict.fromkeys(charged or [handle for handle in found if handle in counted]))

    def _sighted(self, digests: set[str]) -> Iterable[tuple[str, str]]:
        """In the order seen."""
        pairs = {(digest, handle) for digest in digests for handle in self._handles.get(digest, ())}
        return [pair for pair in self.sightings if pair in pairs] if len(pairs) > 1 else pairs


def _refuse_unless(fits: bool) -> None:
    if not fits:
        raise _misfit()


def _misfit() -> Lost:
    return Lost(phrase("The ledger is damaged: an entry does not fit the ones before."))
