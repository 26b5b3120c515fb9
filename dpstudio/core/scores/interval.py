"""The interval in which the value of a row expression lies, and how far it moves with the row and with the candidate.

Interval analysis on exact rationals. Every rule below holds for all rows within the declared bounds and all
candidates between the least and the greatest attribute, so that it may be too large and never too small.
"""

from dataclasses import dataclass

from dpstudio.core.quantities.rational import Rational, size

ZERO: Rational = 0
ONE: Rational = 1
Order = tuple[str, int] | None
FLAT: Order = ("", 0)


@dataclass(frozen=True)
class Interval:
    """What is known of a row expression e(row, y); conditions are 0 or 1.

    Args:
        low, high: e lies between them.
        row: the most that e differs between two rows, for one candidate.
        candidate: the most that e differs between two candidates, for one row.
        both: the most by which the change from one row to another differs between two candidates.
        by_row: the one column (and direction) along which e rises for every candidate; FLAT if no row matters, None
            if there is no such column.
        by_candidate: the same for one attribute of the candidate.
        unbounded: a column without bounds that e adds up, or "".
    """

    low: Rational
    high: Rational
    row: Rational = ZERO
    candidate: Rational = ZERO
    both: Rational = ZERO
    by_row: Order = None
    by_candidate: Order = None
    unbounded: str = ""

    @property
    def most(self) -> Rational:
        """The largest absolute value."""
        return max(size(self.low), size(self.high))

    @property
    def width(self) -> Rational:
        """From the least to the greatest value."""
        return self.high - self.low

    @property
    def sign(self) -> int:
        """1 where e is never negative, -1 where it is never positive, else 0."""
        return 1 if self.low >= 0 else -1 if self.high <= 0 else 0

    def closed(self) -> "Interval":
        """The general inequalities applied, which always hold and sometimes help."""
        row, candidate = min(self.row, self.width), min(self.candidate, self.width)
        both = min(self.both, min(row, candidate) * 2)
        if self.by_row is not None:
            both = min(both, row)
        if self.by_candidate is not None:
            both = min(both, candidate)
        by_row = FLAT if row == 0 else self.by_row
        by_candidate = FLAT if candidate == 0 else self.by_candidate
        return Interval(self.low, self.high, row, candidate, both, by_row, by_candidate, self.unbounded)


def constant(value: Rational) -> Interval:
    """A fixed number."""
    return Interval(value, value, by_row=FLAT, by_candidate=FLAT)


def condition(*, row: bool, candidate: bool) -> Interval:
    """0 or 1, changing with the row, with the candidate, or with both."""
    return Interval(
        ZERO, ONE, int(row), int(candidate), 2 * (row and candidate),
        None if row else FLAT, None if candidate else FLAT,
    )  # fmt: skip


def joint(one: Order, other: Order) -> Order:
    """The direction of something that rises where both rise."""
    if one is None or other is None:
        return None
    if one in (FLAT, other):
        return other
    return one if other == FLAT else None


def turned(order: Order, sign: int) -> Order:
    """The direction of something times a number of that sign."""
    if order is None or order == FLAT or sign == 1:
        return order
    return (order[0], -order[1]) if sign == -1 else None


def scaled(one: Interval, factor: Rational) -> Interval:
    """A fixed number of times something."""
    ends, most, sign = (one.low * factor, one.high * factor), size(factor), (factor > 0) - (factor < 0)
    if sign == 0:
        return constant(ZERO)
    return Interval(
        min(ends), max(ends), one.row * most, one.candidate * most, one.both * most,
        turned(one.by_row, sign), turned(one.by_candidate, sign), one.unbounded,
    )  # fmt: skip


def plus(one: Interval, two: Interval) -> Interval:
    """The sum of two."""
    return Interval(
        one.low + two.low,
        one.high + two.high,
        one.row + two.row,
        one.candidate + two.candidate,
        one.both + two.both,
        joint(one.by_row, two.by_row),
        joint(one.by_candidate, two.by_candidate),
        one.unbounded or two.unbounded,
    )


def times(one: Interval, two: Interval) -> Interval:
    """Source: the change of a product, (ab)' = a'b + ab', taken once for rows and once for candidates."""
    corners = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
    return Interval(
        min(corners),
        max(corners),
        one.row * two.most + one.most * two.row,
        one.candidate * two.most + one.most * two.candidate,
        one.most * two.both + one.row * two.candidate + one.candidate * two.row + one.both * two.most,
        joint(turned(one.by_row, two.sign), turned(two.by_row, one.sign)),
        joint(turned(one.by_candidate, two.sign), turned(two.by_candidate, one.sign)),
        one.unbounded or two.unbounded,
    )


MINUS_ONE = constant(-1)
