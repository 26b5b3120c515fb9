"""What receipts call the kinds of figure, and what follows of a figure's true value from the name of its kind alone."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

FigureKey = Literal["count", "total", "mean", "histogram", "groups"]
Vector = Literal["count", "sum", "number of values", "counts of bins", "sums of groups"]
"""The vectors of a figure that are noised."""
Ends = tuple[Fraction | None, Fraction | None]
"""A least and a greatest value; None where there is no such end."""


def _of_rows(low: Fraction, high: Fraction) -> Ends:
    """Some rows, or none."""
    return Fraction(0), None


def _of_sums(low: Fraction, high: Fraction) -> Ends:
    """Any number of values, or none."""
    return (Fraction(0) if low >= 0 else None), (Fraction(0) if high <= 0 else None)


def _of_one(low: Fraction, high: Fraction) -> Ends:
    """As a single value."""
    return low, high


REACHES: Mapping[FigureKey, Callable[[Fraction, Fraction], Ends]] = MappingProxyType(
    {"count": _of_rows, "total": _of_sums, "mean": _of_one, "histogram": _of_rows, "groups": _of_sums}
)
"""The least and the greatest that the true figure can be on any table, over values from a least to a greatest one."""
