"""A receipt.json as a reader without dpstudio finds it."""

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Text:
    """A result that is nothing but its text."""

    text: str
    signed_by: str | None = None


def saying(text: str, signed_by: str | None = None) -> Callable[[Any], Text]:
    """Gives a result with this text, whatever stands before it."""
    return lambda _: Text(text, signed_by)


def statement(file: Path) -> dict:
    """What it says; of earlier formats the file is that alone."""
    whole = json.loads(file.read_bytes())
    return whole.get("statement", whole)


def attached(pdf: bytes) -> list[bytes]:
    """What a PDF's streams hold, attachments among them."""
    found = []
    for each in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(each[1]))
        except zlib.error:
            found.append(each[1])
    return found


def without_place(receipt: Any) -> Any:
    """The receipt but for where it stands in its ledger, which is hashed under random salts."""
    return replace(receipt, previous_receipt=None, ledger_head="")
