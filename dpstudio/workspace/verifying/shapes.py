"""What a value of a receipt can look like at all, where its type says too little."""

import datetime
import hashlib
import re
from collections.abc import Iterator

from dpstudio.core.receipt.document import canonical, is_digest
from dpstudio.core.receipt.receipt import Receipt, Receipt3
from dpstudio.core.receipt.statement import COMPOSITION
from dpstudio.kinds import KINDS
from dpstudio.workspace.project.handles import is_handle
from dpstudio.workspace.verifying.flags import are_known

_LARGEST_NUMBER = 1 << 53  # from here on a whole number is written as a text, and none of these comes so far
_LINE = re.compile("[^\x00-\x1f\x7f-\x9f\u2028\u2029]*")
_VERSION = re.compile("[!-~]+")


def misshapen(receipt: Receipt3) -> str:
    """The first value that is not written as it must be, by its name; "" where there is none."""
    return next((name for name, fits in _shapes(receipt) if not fits), "")


def _shapes(receipt: Receipt3) -> Iterator[tuple[str, bool]]:
    """Values that have a form of their own, and whether they have it."""
    libraries = receipt.software.dependencies
    digest = hashlib.sha256(canonical(dict(libraries.versions))).hexdigest()
    yield "accounting.composition", receipt.accounting.composition == COMPOSITION
    yield "date", _is_day(receipt.date)
    yield "software.dependencies.sha256", libraries.sha256 == digest
    yield from KINDS[receipt.question.kind].shapes(receipt)
    if isinstance(receipt, Receipt):
        yield from _since_format_4(receipt)


def _since_format_4(receipt: Receipt) -> Iterator[tuple[str, bool]]:
    """Those that were not looked at in earlier formats."""
    account, made_by, issued = receipt.accounting, receipt.software, receipt.issued
    yield "flags", are_known(receipt.flags, receipt.previous_receipt)
    yield "ledger_head", is_digest(receipt.ledger_head)
    yield "previous_receipt", receipt.previous_receipt is None or is_digest(receipt.previous_receipt)
    yield "accounting.dataset", is_handle(account.dataset)
    yield "accounting.ledger_counter", 1 <= account.ledger_counter < _LARGEST_NUMBER
    for name in ("releases_not_exported", "forfeited_charges"):
        yield f"accounting.{name}", 0 <= getattr(account, name) < _LARGEST_NUMBER
    versions = made_by.dependencies.versions
    for name, text in (("version", made_by.version), ("python", made_by.python)):
        yield f"software.{name}", _VERSION.fullmatch(text) is not None
    yield "software.dependencies.versions", all(map(_VERSION.fullmatch, [*versions, *versions.values()]))
    yield "name", _LINE.fullmatch(receipt.name) is not None
    for name in ("issued_by", "purpose", "why_epsilon"):
        yield f"issued.{name}", (said := getattr(issued, name)) != "" and _LINE.fullmatch(said) is not None


def _is_day(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
