"""Files examined one by one: a receipt with what it is, and one that is no receipt with the reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import grouped, listed, rational_text, with_unit
from dpstudio.core.receipt.receipt import AnyReceipt, Receipt, Receipt3
from dpstudio.core.release.charged import line_text
from dpstudio.foreign_texts import on_one_line
from dpstudio.kinds.choose.listing import NAME
from dpstudio.translation import capital, joined, phrase, shipped
from dpstudio.workspace.verifying.attached import is_pdf
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import FORM, Opened, content_of, opened
from dpstudio.workspace.verifying.verify import Keys, Verified, verify

Tick = Callable[[float], None]
_TABLES = (".csv", ".yaml")
_ALONE = phrase(
    "There is no receipt here to check it against: also choose the receipt.json or receipt.pdf that it came with."
)
_LONG = 300
HOLDS = phrase("Every check that was done holds.")
BROKEN = phrase("Something is wrong: do not rely on it.")
OPEN = phrase("Not everything that must be checked could be checked, so it is not said to hold.")
NO_RECEIPT = phrase("Not a receipt: nothing was checked.")
NOT_ALL = phrase("Nothing was checked in the files that are not receipts.")


@dataclass(frozen=True)
class Examined:
    """What was found of one file, or of several together; what stands on a line is on one line.

    Args:
        summary: what a receipt is, a line each; of anything else nothing.
        flags: what is to be known of it before anything else.
    """

    verified: Verified
    summary: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks = tuple(replace(check, why=on_one_line(check.why)) for check in self.verified.checks)
        object.__setattr__(self, "verified", replace(self.verified, checks=checks))
        for name in ("summary", "flags"):
            object.__setattr__(self, name, tuple(map(on_one_line, getattr(self, name))))


def examine(paths: Sequence[Path], keys: Keys, tick: Tick) -> list[Examined]:
    """Check every file that can be checked; beside others, one that is no receipt is named with its reason.

    Args:
        tick: called with the share done; it may raise Cancelled.

    Raises:
        InputError: there is one file alone, and it is no receipt.
    """
    if len(paths) == 1:
        return _verified(paths, keys, tick)
    wrong, good, receipts = list[Examined](), list[Path](), 0
    for path in paths:
        try:
            receipts += _receipt(path) is not None
            good.append(path)
        except InputError as error:
            wrong.append(_unread(path, phrase("{message} {remedy}", message=error.message, remedy=error.remedy)))
    if not receipts:
        return wrong + [_unread(path, _ALONE) for path in good]
    return wrong + _verified(good, keys, tick)


def _verified(paths: Sequence[Path], keys: Keys, tick: Tick) -> list[Examined]:
    """The checks in their order: the receipts come first, each told."""
    found = verify(paths, keys, tick)
    receipts = [each for path in paths if (each := _receipt(path)) is not None]
    said = [((), ()) if each.receipt is None else (tell(each.receipt), flagged(each.receipt)) for each in receipts]
    return [Examined(each, *(said[place] if place < len(said) else ())) for place, each in enumerate(found)]


def _receipt(path: Path) -> Opened | None:
    """The receipt in a file; None for what comes with receipts.

    Raises:
        InputError: it is neither.
    """
    content = content_of(path)
    if path.name == NAME or (path.suffix.lower() in _TABLES and not is_pdf(content)):
        return None
    return opened(path.name, content)


def _unread(path: Path, why: str) -> Examined:
    return Examined(Verified(path.name, (Check(FORM, False, why),), path, is_receipt=False))


def verdict(found: Sequence[Verified]) -> str:
    """What is to be thought of files: the worst of them decides."""
    receipts = [each for each in found if each.is_receipt]
    if any(each.broken for each in receipts):
        return BROKEN
    if not all(each.holds for each in receipts):
        return OPEN
    if len(receipts) == len(found):
        return HOLDS
    return phrase("{holds} {not_all}", holds=HOLDS, not_all=NOT_ALL) if receipts else NO_RECEIPT


def tell(receipt: AnyReceipt) -> tuple[str, ...]:
    """What a receipt says that it is, so that two can be told apart."""
    name = f"“{receipt.name}”, " if receipt.name else ""
    number = (
        phrase("release {ledger_counter}, ", ledger_counter=receipt.accounting.ledger_counter)
        if isinstance(receipt, Receipt3)
        else ""
    )
    lines = [
        phrase("{name}{number}{date}, {cost}", name=name, number=number, date=receipt.date, cost=_cost(receipt)),
        phrase("Result: {result}", result=_result(receipt)),
    ]
    if isinstance(receipt, Receipt):
        lines.append(phrase("Issued by: {issued_by}", issued_by=receipt.issued.issued_by))
    return tuple(map(_short, lines))


def flagged(receipt: AnyReceipt) -> tuple[str, ...]:
    """Its flags, a sentence each."""
    return tuple(_short(phrase("{flag}.", flag=capital(shipped(flag)))) for flag in receipt.flags)


def _short(line: str) -> str:
    """A line that is not too long, cut between two words where it has several."""
    if len(line) <= _LONG:
        return line
    kept, _, cut = line[: _LONG + 1].rpartition(" ")
    return f"{kept or cut[:_LONG]} …"


def _cost(receipt: AnyReceipt) -> str:
    if not isinstance(receipt, Receipt3):
        return f"ε {receipt.terms[0]}"
    delta = receipt.privacy_parameters.delta
    return f"ε {rational_text(receipt.privacy_parameters.epsilon)}" + (f", δ {rational_text(delta)}" if delta else "")


def _result(receipt: AnyReceipt) -> str:
    if receipt.winners is not None:
        unit = next((line.get("unit", "") for line in receipt.lines), "")
        return listed([with_unit(each, unit) for each in receipt.winners])
    return joined("; ", (line_text(line, grouped) for line in receipt.lines))
