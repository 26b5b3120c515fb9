"""Columns as a receipt tells of them."""

from typing import Any

from dpstudio.core.quantities import rational_text
from dpstudio.core.tables.schema import NUMERIC, Column, Kind


def shown(column: Column) -> dict[str, Any]:
    """A column's name, type and what was declared for it."""
    told: dict[str, Any] = {
        "name": column.name,
        "type": column.kind.value,
        "blank_counts_as": "nothing" if column.blank is None else column.blank,
        "origin": "typed",
    }
    if column.kind in NUMERIC:
        told["step"] = rational_text(column.step)
    if column.kind is Kind.CHOICES:
        told["separator"] = column.separator
    if column.bounds is not None:
        told["bounds"] = [rational_text(bound) for bound in column.bounds]
    if column.unit:
        told["unit"] = column.unit
    return told
