"""What is in a file that is said to be a receipt, found without believing any of it."""

import datetime
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.receipt.candidate_claims import GridCandidates, ListedCandidates, ManyCandidates
from dpstudio.core.receipt.choice import MOST_LISTED
from dpstudio.core.receipt.claims import ChoiceAsked
from dpstudio.core.receipt.document import canonical
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.receipt import FORMAT, KIND, AnyReceipt, Receipt, Receipt3, receipt_of
from dpstudio.core.receipt.statement import COMPOSITION
from dpstudio.core.signing import Envelope
from dpstudio.workspace.verifying.attached import MOST_BYTES, attachment, is_pdf
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.flags import are_known

_NONE = "This is no receipt of dpstudio."
_REMEDY = "Choose a receipt.json or receipt.pdf that dpstudio wrote."
_PARTS = {"statement", "envelope", "renderings"}
_AS_WRITTEN = "Written as dpstudio writes receipts: every field is there, once, and none besides."
_ONCE = "A name stands twice in it, so two readers could read two different receipts."
_OTHER_BYTES = "The same could be said in other bytes: the file is not as dpstudio writes it."
FORM = "Form"
_MOST_LISTED_BEFORE = 1_000


@dataclass(frozen=True)
class Opened:
    """A file that is a receipt, or was one.

    Args:
        name: of the file.
        form: whether it is written as a receipt is.
        receipt: None where its form is wrong.
        canonical: the statement's canonical bytes.
        envelope, renderings: as found; None where there is none.
        page: the bytes of the PDF that carries it, or None.
    """

    name: str
    form: Check
    receipt: AnyReceipt | None = None
    canonical: bytes = b""
    envelope: Envelope | None = None
    renderings: Envelope | None = None
    page: bytes | None = None


def content_of(path: Path) -> bytes:
    """A file's bytes, if they are not too many.

    Raises:
        InputError: it cannot be read, is no plain file, or is too large.
    """
    try:
        if not path.is_file():
            raise InputError(f"There is no file {path.name!r}.", _REMEDY)
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise InputError(f"{path.name!r} cannot be read.", _REMEDY) from None
    if len(content) > MOST_BYTES:
        raise InputError(f"{path.name!r} is larger than any receipt.", _REMEDY)
    return content


def opened(name: str, content: bytes) -> Opened:
    """The receipt that the bytes of a JSON or PDF are.

    Raises:
        InputError: they are none.
    """
    page = content if is_pdf(content) else None
    text = content if page is None else attachment(content)
    data, twice = _parsed(text)
    parts = data if data.keys() == _PARTS else {"statement": data, "envelope": None, "renderings": None}
    statement = parts["statement"]
    if not isinstance(statement, dict) or statement.get("kind") != KIND or type(statement.get("format")) is not int:
        raise InputError(_NONE, _REMEDY)
    if statement["format"] > FORMAT:
        raise InputError("This receipt was written by a newer dpstudio.", "Update dpstudio.")
    if twice:
        return Opened(name, Check(FORM, False, _ONCE), page=page)
    try:
        receipt, written = receipt_of(statement), canonical(statement)
        envelope, renderings = (
            None if parts[each] is None else Envelope.of(parts[each]) for each in ("envelope", "renderings")
        )
        form = _form(text, data, receipt)
    except (StudioError, ValueError, RecursionError) as error:
        why = error.message if isinstance(error, StudioError) else "Something in it cannot be written as JSON."
        return Opened(name, Check(FORM, False, why), page=page)
    return Opened(name, form, receipt, written, envelope, renderings, page)


def _form(text: bytes, data: dict[str, Any], receipt: AnyReceipt) -> Check:
    right = text == canonical(data) and canonical(receipt.statement) == canonical(data.get("statement", data))
    if isinstance(receipt, EarlierReceipt):
        return Check(
            FORM, None, f"Format {receipt.statement['format']}: older than the list of fields of this program."
        )
    if receipt.format == FORMAT and data.keys() != _PARTS:
        return Check(FORM, False, "It is the statement alone: what signs it is missing.")
    wrong = next((name for name, fits in _fixed_forms(receipt) if not fits), "")
    if wrong:
        return Check(FORM, False, f"“{wrong}” is not written as it must be.")
    return Check(FORM, right, _AS_WRITTEN if right else _OTHER_BYTES)


def _fixed_forms(receipt: Receipt3) -> Iterator[tuple[str, bool]]:
    """Texts that have a form of their own, and whether they have it."""
    libraries = receipt.software.dependencies
    digest = hashlib.sha256(canonical(dict(libraries.versions))).hexdigest()
    yield "accounting.composition", receipt.accounting.composition == COMPOSITION
    yield "date", _is_day(receipt.date)
    yield "software.dependencies.sha256", libraries.sha256 == digest
    if isinstance(receipt.question, ChoiceAsked) and not isinstance(receipt.question.candidates, GridCandidates):
        yield "question.candidates.sha256", is_digest(receipt.question.candidates.sha256)
        yield "question.candidates.count", _is_listed_as_it_must_be(receipt.question.candidates, receipt.format)
    if isinstance(receipt, Receipt):
        yield "flags", are_known(receipt.flags, receipt.previous_receipt)
        yield "ledger_head", is_digest(receipt.ledger_head)
        yield "previous_receipt", receipt.previous_receipt is None or is_digest(receipt.previous_receipt)


def _is_listed_as_it_must_be(candidates: ListedCandidates | ManyCandidates, version: int) -> bool:
    """Whether candidates are named by their digest alone only where they are many."""
    if isinstance(candidates, ManyCandidates):
        return candidates.count > MOST_LISTED and (candidates.weights is None or candidates.weights.values is None)
    whole = candidates.labels is not None and candidates.attributes is not None
    return whole or (version < FORMAT and candidates.count > _MOST_LISTED_BEFORE)


def _is_day(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_digest(text: str) -> bool:
    """Whether it is a SHA-256 in hexadecimal digits."""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def _parsed(text: bytes) -> tuple[dict[str, Any], bool]:
    """The JSON object, and whether a name stands twice in it.

    Raises:
        InputError: it is no JSON object.
    """
    twice = False

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        kept = dict(found)
        twice = twice or len(kept) < len(found)
        return kept

    def none(_: str) -> Any:
        raise ValueError("a receipt holds no such number")

    try:
        data = json.loads(text.decode("utf-8"), object_pairs_hook=pairs, parse_float=none, parse_constant=none)
    except (ValueError, RecursionError):
        raise InputError(_NONE, _REMEDY) from None
    if not isinstance(data, dict):
        raise InputError(_NONE, _REMEDY)
    return data, twice
