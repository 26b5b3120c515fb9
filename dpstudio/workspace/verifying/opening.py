"""What is in a file that is said to be a receipt, found without believing any of it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.receipt.document import canonical
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.receipt import FORMAT, KIND, AnyReceipt, Receipt, receipt_of
from dpstudio.core.signing import Envelope
from dpstudio.translation import phrase
from dpstudio.workspace.verifying.attached import MOST_BYTES, attachment, is_pdf
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.shapes import misshapen

_NONE = phrase("This is not a receipt of dpstudio.")
_REMEDY = phrase("Choose a receipt.json or receipt.pdf that dpstudio wrote.")
_PARTS = {"statement", "envelope", "renderings"}
_AS_WRITTEN = phrase("Written as dpstudio writes receipts: every field is there, once, and none besides.")
_ONCE = phrase("A name appears twice in it, so two readers could read two different receipts.")
_OTHER_BYTES = phrase("The same could be said in other bytes: the file is not as dpstudio writes it.")
FORM = phrase("Form")


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
            there = phrase("is no file") if path.exists() else phrase("is not there")
            raise InputError(phrase("{name} {there}.", name=f"{path.name or str(path)!r}", there=there), _REMEDY)
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise InputError(phrase("{name} cannot be read.", name=f"{path.name!r}"), _REMEDY) from None
    if len(content) > MOST_BYTES:
        raise InputError(phrase("{name} is larger than any receipt.", name=f"{path.name!r}"), _REMEDY)
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
        raise InputError(phrase("This receipt was written by a newer dpstudio."), phrase("Update dpstudio."))
    if twice:
        return Opened(name, Check(FORM, False, _ONCE), page=page)
    try:
        receipt, written = receipt_of(statement), canonical(statement)
        envelope, renderings = (
            None if parts[each] is None else Envelope.of(parts[each]) for each in ("envelope", "renderings")
        )
        form = _form(text, data, receipt)
    except (StudioError, ValueError, RecursionError) as error:
        why = error.message if isinstance(error, StudioError) else phrase("Something in it cannot be written as JSON.")
        return Opened(name, Check(FORM, False, why), page=page)
    return Opened(name, form, receipt, written, envelope, renderings, page)


def _form(text: bytes, data: dict[str, Any], receipt: AnyReceipt) -> Check:
    right = text == canonical(data) and canonical(receipt.statement) == canonical(data.get("statement", data))
    if isinstance(receipt, EarlierReceipt):
        return Check(
            FORM,
            None,
            phrase(
                "Format {statement}: older than the list of fields of this program.",
                statement=receipt.statement["format"],
            ),
        )
    if isinstance(receipt, Receipt) and data.keys() != _PARTS:
        return Check(FORM, False, phrase("It is the statement alone: what signs it is missing."))
    wrong = misshapen(receipt)
    if wrong:
        return Check(FORM, False, phrase("“{wrong}” is not written as it must be.", wrong=wrong))
    return Check(FORM, right, _AS_WRITTEN if right else _OTHER_BYTES)


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
