"""What an entry of the ledger says: each kind a frozen value, kept as canonical JSON and read back strictly.

No entry holds a path or a time of day.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import rfc8785

from dpstudio.core.account import Limit, read_limit, read_loss, read_unit, stored_limit, stored_loss
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Lost
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase

_MEASURE = "epsilon and delta"
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Opened:
    """The first entry: the book's random name, and the version that it was brought up from, or 0."""

    book: str
    since: int


@dataclass(frozen=True)
class KeyUsed:
    """A digest of the key that all digests of data are taken with."""

    check: str


@dataclass(frozen=True)
class Sighted:
    """Keyed digests of a table that was used under a handle; of what is private under none the handle is ""."""

    handle: str
    digests: tuple[str, ...]
    private: bool


@dataclass(frozen=True)
class Settled:
    """An answer that cost nothing made unit and relation permanent."""

    handle: str
    unit: PrivacyUnit


@dataclass(frozen=True)
class AccountOpened:
    """The first charge fixes unit, relation and limit."""

    handle: str
    unit: PrivacyUnit
    limit: Limit


@dataclass(frozen=True)
class LimitLowered:
    """From here on no more than this may be spent."""

    handle: str
    limit: Limit


class Spent(NamedTuple):
    """A charge: the number counts charges alone; the plan's digest says what for."""

    number: int
    handle: str
    loss: PrivacyLoss
    plan: str


class Drawn(NamedTuple):
    """The result of a charge, by its digest."""

    number: int
    statement: str


@dataclass(frozen=True)
class Exported:
    """The receipt of a charge left the program."""

    number: int


@dataclass(frozen=True)
class Attempted:
    """A release that was confirmed and then refused."""

    handle: str
    plan: str


@dataclass(frozen=True)
class Looked:
    """The curator asked to see what a private table holds; it is committed before anything is read for it.

    Args:
        plan: digest of what was asked of the table then, or ""; HEADER_LOOK where only one more line was shown, as its
            header.
        let_go: keyed digests of the bytes that may be a sample or public from here on; none for a look alone.
    """

    handle: str
    plan: str
    let_go: tuple[str, ...]


@dataclass(frozen=True)
class FormatChecked:
    """The curator asked whether most cells of a private column can be read; committed before anything is read for it.

    The answer is kept nowhere.

    Args:
        times: how often; more than once where receipts or another table's ledger tell of it.
    """

    handle: str
    times: int = 1


@dataclass(frozen=True)
class Linked:
    """A person said that a table holds the people of an account, or a changed file those of before: it goes on with it.

    Args:
        handle: the account's.
        person: the column that identifies persons in that table, or "" where each row is one or its file has changed.
        digests: by which the table is known under this account from here on, and was not before.
    """

    handle: str
    person: str
    digests: tuple[str, ...]


@dataclass(frozen=True)
class Unlinked:
    """That was taken back, before anything was charged or looked at."""

    handle: str
    person: str
    digests: tuple[str, ...]


@dataclass(frozen=True)
class Moved:
    """The ledger goes on on another computer: here nothing follows but its coming back."""


@dataclass(frozen=True)
class Arrived:
    """It has come from another computer, and goes on here."""


@dataclass(frozen=True)
class SignerUsed:
    """From here on results are signed by the key with this fingerprint."""

    fingerprint: str


@dataclass(frozen=True)
class Resumed:
    """The ledger, or its key, was lost: from here on it goes on from signed receipts.

    Args:
        counter: the largest one of the receipts and of what was left.
        previous: digest of the newest of the receipts.
        signer: fingerprint of the key that signed them.
        receipts: how many there were.
        anew: whether tables are told apart by a new key.
    """

    counter: int
    previous: str
    signer: str
    receipts: int
    anew: bool


@dataclass(frozen=True)
class CarriedOver:
    """What receipts say that a table has spent beyond what stands in this ledger.

    Args:
        forfeited: how many of the charges in it never had a result, as far as is known.
    """

    handle: str
    loss: PrivacyLoss
    forfeited: int = 0


Entry = (
    Opened
    | KeyUsed
    | Sighted
    | Settled
    | AccountOpened
    | LimitLowered
    | Spent
    | Drawn
    | Exported
    | Attempted
    | Looked
    | FormatChecked
    | Linked
    | Unlinked
    | Moved
    | Arrived
    | SignerUsed
    | Resumed
    | CarriedOver
)
_KINDS: dict[type, str] = {
    Opened: "opened",
    KeyUsed: "key",
    Sighted: "sighted",
    Settled: "settled",
    AccountOpened: "account",
    LimitLowered: "lowered",
    Spent: "charge",
    Drawn: "result",
    Exported: "exported",
    Attempted: "attempt",
    Looked: "looked",
    FormatChecked: "format check",
    Linked: "linked",
    Unlinked: "unlinked",
    Moved: "moved",
    Arrived: "arrived",
    SignerUsed: "signer",
    Resumed: "resumed",
    CarriedOver: "carried over",
}


def kind_of(entry: Entry) -> str:
    """What kind of entry it is, in a word or two."""
    return _KINDS[type(entry)]


def write(entry: Entry) -> tuple[str, str]:
    """An entry's kind and what it says, as canonical JSON.

    Raises:
        InputError: a text in it is none that a file can hold.
    """
    told: dict[str, Any] = {}
    for name, value in (entry._asdict() if isinstance(entry, Spent | Drawn) else vars(entry)).items():
        told |= _loss(value) if isinstance(value, PrivacyLoss) else {name: _plain(value)}
    try:
        return kind_of(entry), rfc8785.dumps(told).decode()
    except rfc8785.CanonicalizationError:
        raise InputError("What is to be stored in the ledger is not text.", "Type the names again.") from None


def _plain(value: object) -> Any:
    if isinstance(value, PrivacyUnit):
        return _unit(value)
    if isinstance(value, Limit):
        return _limit(value)
    return list(value) if isinstance(value, tuple) else value


def _loss(loss: PrivacyLoss) -> dict[str, str]:
    return dict(zip(("epsilon", "delta", "rho"), stored_loss(loss), strict=True))


def _unit(unit: PrivacyUnit) -> dict[str, Any]:
    return {
        "relation": unit.relation.value,
        "person": unit.person,
        "rows": unit.rows,
        "everyone": unit.everyone,
        "persons": unit.persons.value,
    }


def _limit(limit: Limit) -> dict[str, str]:
    """A limit names what it counts, so that one kept by another measure needs no other table."""
    epsilon, delta = stored_limit(limit)
    return {"measure": _MEASURE, "epsilon": epsilon, "delta": delta}


def read(kind: str, text: str) -> Entry:
    """An entry as `write` gave it.

    Raises:
        InputError: the kind, or the measure of a limit, is a newer program's, or what it says is not whole.
    """
    reader = _READERS.get(kind)
    if reader is None:
        raise _newer()
    try:
        told, end = _DECODER.raw_decode(text)
        if end != len(text):
            raise ValueError(text)
        return reader(**told)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Lost(phrase("An entry of the ledger is damaged.")) from None


def _newer() -> InputError:
    return InputError(phrase("The ledger was written by a newer dpstudio."), phrase("Update dpstudio."))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_text(each) for each in value)


def _read_unit(told: Any) -> PrivacyUnit:
    return read_unit(**told)


def _read_limit(told: Any) -> Limit:
    if _text(told["measure"]) != _MEASURE:
        raise _newer()
    if told.keys() != {"measure", "epsilon", "delta"}:
        raise ValueError(told)
    return read_limit(told["epsilon"], told["delta"])


def _spent(number: object, handle: object, epsilon: object, delta: object, rho: object, plan: object) -> Spent:
    if not (type(number) is int and number >= 0 and isinstance(handle, str) and isinstance(plan, str)):
        raise TypeError(number)
    return Spent(number, handle, read_loss(number, epsilon, delta, rho), plan)


def _drawn(number: object, statement: object) -> Drawn:
    if not (type(number) is int and number >= 0 and isinstance(statement, str)):
        raise TypeError(number)
    return Drawn(number, statement)


_READERS: dict[str, Callable[..., Entry]] = {
    "opened": lambda book, since: Opened(_text(book), _count(since)),
    "key": lambda check: KeyUsed(_text(check)),
    "sighted": lambda handle, digests, private: Sighted(_text(handle), _texts(digests), _flag(private)),
    "settled": lambda handle, unit: Settled(_text(handle), _read_unit(unit)),
    "account": lambda handle, unit, limit: AccountOpened(_text(handle), _read_unit(unit), _read_limit(limit)),
    "lowered": lambda handle, limit: LimitLowered(_text(handle), _read_limit(limit)),
    "charge": _spent,
    "result": _drawn,
    "exported": lambda number: Exported(_count(number)),
    "attempt": lambda handle, plan: Attempted(_text(handle), _text(plan)),
    "looked": lambda handle, plan, let_go: Looked(_text(handle), _text(plan), _texts(let_go)),
    "format check": lambda handle, times: FormatChecked(_text(handle), _count(times)),
    "linked": lambda handle, person, digests: Linked(_text(handle), _text(person), _texts(digests)),
    "unlinked": lambda handle, person, digests: Unlinked(_text(handle), _text(person), _texts(digests)),
    "moved": Moved,
    "arrived": Arrived,
    "signer": lambda fingerprint: SignerUsed(_text(fingerprint)),
    "resumed": lambda counter, previous, signer, receipts, anew: Resumed(
        _count(counter), _text(previous), _text(signer), _count(receipts), _flag(anew)
    ),
    "carried over": lambda handle, epsilon, delta, rho, forfeited=0: CarriedOver(
        _text(handle), read_loss(0, epsilon, delta, rho), _count(forfeited)
    ),
}
