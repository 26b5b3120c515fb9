"""All that the ledger has noted, in its order and in words; what is hashed in an entry is told to nobody."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from dpstudio.core.account import HEADER_LOOK, limits_told, loss_told
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
    kind_of,
)
from dpstudio.core.quantities import counted, often
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase


@dataclass(frozen=True)
class Noted:
    """An entry as it is told.

    Args:
        kind: in a word or two.
        handle: of the table that it is about, or "" where it is about none or about more than one.
        number: of the release that it is about, or None.
        said: what it says of it.
        unit: of the table's account: "row" or "person", or "" where none is fixed.
        when: its day, or the days around it, as far as receipts tell them: the ledger keeps no time.
    """

    kind: str
    handle: str
    number: int | None
    said: str
    unit: str = ""
    when: str = ""


class AllNoted:
    """The entries of a ledger, each told when it is asked for: there may be very many.

    Attributes:
        tables: the number of each table, by its handle: those that were charged first, in their order, then the others.

    Args:
        days: of releases by their numbers, as far as receipts tell them.
    """

    def __init__(self, entries: Iterable[Entry] = (), days: Mapping[int, date] | None = None) -> None:
        self._entries = tuple(entries)
        drawn = [(days or {}).get(each.number) if isinstance(each, Drawn) else None for each in self._entries]
        self._since, self._until = _carried_on(drawn), _carried_on(drawn[::-1])[::-1]
        opened = (each for each in self._entries if isinstance(each, AccountOpened | Settled))
        self._units = {each.handle: unit_called(each.unit) for each in opened}
        self.tables = _numbered(self._entries)
        self._handles = {each.number: each.handle for each in self._entries if isinstance(each, Spent)}

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, place: int) -> Noted:
        entry = self._entries[place]
        number = entry.number if isinstance(entry, Spent | Drawn | Exported) else None
        handle = self._handles[entry.number] if isinstance(entry, Drawn | Exported) else _handle(entry)
        unit, when = self._units.get(handle, ""), _when(self._since[place], self._until[place])
        return Noted(kind_of(entry), handle, number, _said(entry), unit, when)

    def __iter__(self) -> Iterator[Noted]:
        return (self[place] for place in range(len(self)))

    @property
    def lines(self) -> list[str]:
        """A line each, the table's name before it."""
        return [
            phrase("table {tables}: {said}", tables=self.tables[each.handle], said=each.said)
            if each.handle
            else each.said
            for each in self
        ]


def unit_called(unit: PrivacyUnit) -> str:
    """Whose rows a unit protects, in a word."""
    return phrase("row") if unit.person is None else phrase("person")


def _carried_on(days: list[date | None]) -> list[date | None]:
    """Of each place the last day that was told up to it."""
    found: list[date | None] = []
    for day in days:
        found.append(day or (found[-1] if found else None))
    return found


def _when(since: date | None, until: date | None) -> str:
    """The day of an entry that lies between two that are dated, or has a day itself."""
    if since is None:
        return phrase("{day} or earlier", day=until.isoformat()) if until else ""
    return since.isoformat() if since == until else phrase("{day} or later", day=since.isoformat())


def _handle(entry: Entry) -> str:
    handle = getattr(entry, "handle", "")
    return handle if isinstance(handle, str) else ""


def _numbered(entries: tuple[Entry, ...]) -> dict[str, int]:
    opened = (entry.handle for entry in entries if isinstance(entry, AccountOpened))
    handles = dict.fromkeys((*opened, *filter(None, map(_handle, entries))))
    return {handle: place for place, handle in enumerate(handles, 1)}


def _said(entry: Entry) -> str:
    match entry:
        case Spent() | Drawn() | Exported() | AccountOpened() | LimitLowered() | CarriedOver() | Attempted():
            return _charging(entry)
        case Sighted() | Settled() | Looked() | FormatChecked() | Linked() | Unlinked():
            return _using(entry)
        case Opened(_, since):
            return (
                phrase("the ledger was brought up from version {since}", since=since)
                if since
                else phrase("the ledger was begun")
            )
        case KeyUsed():
            return phrase("tables are known again by this computer's digest.key")
        case SignerUsed(fingerprint):
            return phrase("results are signed by the key {fingerprint} from here on", fingerprint=fingerprint)
        case Resumed(counter, _, _, receipts, _):
            return phrase(
                "the ledger was begun again from {receipts}, up to release {counter}",
                receipts=counted(receipts, "signed receipts"),
                counter=counter,
            )
        case Moved():
            return phrase("the ledger moved to another computer")
        case Arrived():
            return phrase("the ledger arrived from another computer")


def _charging(entry: Spent | Drawn | Exported | AccountOpened | LimitLowered | CarriedOver | Attempted) -> str:
    match entry:
        case AccountOpened(_, _, limit):
            return phrase("account opened, {limits_told}", limits_told=limits_told(limit))
        case Spent(number, _, loss, _):
            return phrase("release {number} charged, {loss_told}", number=number, loss_told=loss_told(loss))
        case Drawn(number, _):
            return phrase("release {number} drawn", number=number)
        case Exported(number):
            return phrase("receipt of release {number} written", number=number)
        case LimitLowered(_, limit):
            return phrase("lowered to {limits_told}", limits_told=limits_told(limit))
        case CarriedOver(_, loss, _):
            return phrase("{loss_told} carried over from receipts", loss_told=loss_told(loss))
        case Attempted():
            return phrase("release refused, nothing charged")


def _using(entry: Sighted | Settled | Looked | FormatChecked | Linked | Unlinked) -> str:
    match entry:
        case Sighted(handle, _, private):
            what = phrase("known as private from here on") if private else phrase("known by its contents from here on")
            return what if handle else phrase("contents of a private table noted, so that a copy of them is recognised")
        case Settled():
            return phrase("number of people compared, which fixes who is protected")
        case Looked(_, plan, _) if plan == HEADER_LOOK:
            return phrase("one more line shown, to find the header")
        case Looked(_, _, let_go):
            return phrase("looked into (Inspect){longer}", longer=phrase(", no longer private") if let_go else "")
        case FormatChecked(_, times):
            return phrase("format checked {times}", times=often(times)) if times > 1 else phrase("format checked")
        case Linked(_, person, _):
            whose = phrase("another table with the same people") if person else phrase("a file with the same people")
            return phrase("{whose} goes on with its account", whose=whose)
        case Unlinked():
            return phrase("that was taken back")


NOTHING = AllNoted()
