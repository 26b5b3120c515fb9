"""Who a row belongs to, and which rows of a person come first (docs/reading.md, People)."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dpstudio.core.tables.schema import Persons

if TYPE_CHECKING:
    import pyarrow as pa

BLANKS = " \t\n\v\f\r"
_WHOLE = r"^\+?(-?)0*([0-9]+)(?:\.0*)?\z"
FOLDED = (Persons.FOLDED_TEXT, Persons.EXACT_FOLDED_TEXT)
EXACT = (Persons.EXACT_TEXT, Persons.EXACT_FOLDED_TEXT)


def identified(cells: "pa.Array", reading: Persons) -> "pa.Array":
    """The persons that cells name, each as one text; nothing where a cell is blank or cannot be read."""
    import pyarrow as pa
    import pyarrow.compute as compute

    texts = cells if reading in EXACT else compute.utf8_trim(cells, characters=BLANKS)
    if reading in FOLDED:
        texts = compute.ascii_lower(texts)
    if reading is Persons.WHOLE_NUMBER:
        readable = compute.match_substring_regex(texts, r"^[+-]?[0-9]+(?:\.0*)?\z")
        plain = compute.replace_substring_regex(texts, _WHOLE, r"\1\2")
        plain = compute.if_else(compute.equal(plain, "-0"), "0", plain)
        texts = compute.if_else(readable, plain, pa.scalar(None, pa.string()))
    return compute.if_else(compute.equal(texts, ""), pa.scalar(None, pa.string()), texts)


def digests(persons: "pa.Array", cells: "Sequence[pa.Array]") -> "pa.Array":
    """For each row the SHA-256 of its person and its raw cells, each written after its length: what orders rows.

    It depends on the row alone, and without the person in it everybody would keep the same kind of row.
    """
    import pyarrow as pa
    import pyarrow.compute as compute

    parts = []
    for each in (persons, *cells):
        text = each.fill_null("")
        length = compute.cast(compute.binary_length(text), pa.string())
        parts.append(compute.binary_join_element_wise(length, text, ":"))
    layouts = compute.binary_join_element_wise(*parts, "").cast(pa.binary())
    return pa.array([hashlib.sha256(layout).digest() for layout in layouts.to_pylist()], pa.binary(32))
