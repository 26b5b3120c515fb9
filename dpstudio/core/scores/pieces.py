"""A row expression along one number of the row: the straight lines it consists of, and where it may bend."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpstudio.core.scores.exact import Exact, Integers, alike, integers

_MOST_LINES = 32
_ZERO = Exact.constant(Fraction(0))


@dataclass(frozen=True, eq=False)
class Line:
    """slope * x + start, for each candidate."""

    slope: Exact
    start: Exact

    def plus(self, other: "Line", sign: int = 1) -> "Line":
        """The sum, or with sign -1 the difference."""
        return Line(self.slope.plus(other.slope, sign), self.start.plus(other.start, sign))

    def scaled(self, factor: Fraction) -> "Line":
        """A fixed number of times the line."""
        return Line(self.slope.scaled(factor), self.start.scaled(factor))

    def multiplied(self, other: "Line") -> "Line":
        """The product of two of which one is level."""
        if self.is_level:
            return Line(other.slope.multiplied(self.start), other.start.multiplied(self.start))
        return other.multiplied(self)

    @property
    def is_level(self) -> bool:
        """Whether it is known not to rise or fall for any candidate."""
        return self.slope.most == 0

    def around_zeros(self, step: Fraction) -> Integers:
        """The whole numbers k for which k * step is a zero of it, those beside, or the two that one lies between."""
        ratio = self.start.unit / (self.slope.unit * step)
        above, below = alike(self.start.times(-ratio.numerator).steps, self.slope.times(ratio.denominator).steps)
        above, below = np.broadcast_arrays(above, below)
        above, below = above[below != 0], below[below != 0]
        floors = above // below
        return integers(np.concatenate([floors - (floors * below == above), floors, floors + 1]))


Lines = tuple[Line, ...]


def level(start: Exact) -> Line:
    """The same wherever x is."""
    return Line(_ZERO, start)


@dataclass(frozen=True, eq=False)
class Pieces:
    """What is known of an expression along x, whatever else stands in the row.

    Args:
        lines: at each row it has the value of one of them; None where other columns decide, or of a condition.
        breaks: between two neighbouring zeros of these it is straight, and a condition holds everywhere or nowhere.
        flat: whether between them it does not change at all.
    """

    lines: Lines | None
    breaks: Lines = ()
    flat: bool = True


def holding(breaks: Lines = ()) -> Pieces:
    """A condition, which changes at the zeros of some lines."""
    return Pieces(None, breaks)


def plus(one: Pieces, other: Pieces, sign: int = 1) -> Pieces:
    """The sum, or with sign -1 the difference."""
    return Pieces(between(one.lines, other.lines, sign), one.breaks + other.breaks, one.flat and other.flat)


def between(one: Lines | None, other: Lines | None, sign: int = -1) -> Lines | None:
    """All differences, or sums, of a line of one and a line of another."""
    if one is None or other is None or len(one) * len(other) > _MOST_LINES:
        return None
    return tuple(a.plus(b, sign) for a in one for b in other)


def scaled(one: Pieces, factor: Fraction) -> Pieces:
    """A fixed number of times an expression."""
    lines = None if one.lines is None else tuple(line.scaled(factor) for line in one.lines)
    return Pieces(lines, one.breaks, one.flat)


def multiplied(one: Pieces, other: Pieces) -> Pieces | None:
    """The product; None where both change along x, which is no straight line."""
    if not one.flat and not other.flat:
        return None
    lines = None
    if one.lines is not None and other.lines is not None and len(one.lines) * len(other.lines) <= _MOST_LINES:
        lines = tuple(a.multiplied(b) for a in one.lines for b in other.lines)
    return Pieces(lines, one.breaks + other.breaks, one.flat and other.flat)


def chosen(parts: Sequence[Pieces], choices: Sequence[Lines | None], gaps: Lines | None = ()) -> Pieces | None:
    """One of some lines, which of them changes no more often than the parts do and where a gap is 0.

    Args:
        parts: what it is chosen from and by.
        choices: the lines that it can have.
        gaps: None where they are not known; between parts that are flat nothing changes but at their own breaks.
    """
    flat = all(part.flat for part in parts)
    if gaps is None and not flat:
        return None
    known = [lines for lines in choices if lines is not None]
    lines: Lines | None = tuple(line for each in known for line in each)
    if len(known) < len(choices) or sum(map(len, known)) > _MOST_LINES:
        lines = None
    at = tuple(line for part in parts for line in part.breaks)
    return Pieces(lines, at if flat else at + (gaps or ()), flat)
