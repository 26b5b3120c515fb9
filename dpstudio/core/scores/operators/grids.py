"""The step that all values are whole multiples of, from those of the parts."""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import gcd

from dpstudio.core.scores.language.tree import Node, Operation

Grid = Callable[[Node], Fraction | None]


def grids_of(node: Operation, of: Grid) -> list[Fraction] | None:
    """The steps of all parts; None where one is not known."""
    found = [grid for part in node.parts if (grid := of(part)) is not None]
    return found if len(found) == len(node.parts) else None


def common_grid(node: Operation, of: Grid) -> Fraction | None:
    """The largest step that the steps of all parts are multiples of."""
    found = grids_of(node, of)
    return None if found is None else reduce(common, found)


def common(one: Fraction, other: Fraction) -> Fraction:
    """The largest step that both are multiples of."""
    bottom = one.denominator * other.denominator
    return Fraction(gcd(one.numerator * other.denominator, other.numerator * one.denominator), bottom)
