"""What several releases cost together (MATH 6)."""

from collections.abc import Iterable
from fractions import Fraction


def pure_total(epsilons: Iterable[Fraction]) -> Fraction:
    """The exact sum: pure differential privacy composes by adding epsilon."""
    return sum(epsilons, Fraction(0))
