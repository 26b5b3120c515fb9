"""Bytes that a server sent become texts; every byte string has one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dpstudio.core.tables.databases.words import Form

if TYPE_CHECKING:
    import pyarrow as pa


def decoded(cells: Sequence[bytes | None], encoding: str, form: Form) -> "pa.Array":
    """The texts of cells, nothing for an empty one.

    A number with a binary point gets the shortest text that stands for it, whatever the server writes.
    """
    import pyarrow as pa

    texts = [bytes(cell).decode(encoding, "replace") if cell else None for cell in cells]
    if form in (Form.DOUBLE, Form.SINGLE):
        texts = [None if text is None else _shortest(text, form) for text in texts]
    return pa.array(texts, pa.string())


def _shortest(text: str, form: Form) -> str:
    """The fewest digits that read back as the same number, without an exponent (docs/reading.md)."""
    kind: Any = np.float32 if form is Form.SINGLE else np.float64
    number = kind(text)
    return str(np.format_float_positional(number + kind(0), trim="-"))
