"""Exact numbers of which whole ones are plain integers, with which Python reckons some twenty times as fast."""

from fractions import Fraction

Rational = int | Fraction
"""Two of these are never divided by `/`, which makes a float of two integers: the types forbid it."""


def whole(value: Fraction) -> Rational:
    """The same number, as an integer where it is one."""
    return value.numerator if value.denominator == 1 else value


def size(value: Rational) -> Rational:
    """Without its sign."""
    return -value if value < 0 else value
