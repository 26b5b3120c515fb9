"""Arrays of exact numbers on a public unit, which go over to wider integers before 64 bits could overflow.

The one place where integers widen: whoever adds or multiplies integers of rows does it by `Exact`, or asks `fitting`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates.numbers import common_unit
from dpstudio.core.quantities.rational import Rational

Integers = NDArray[np.int64] | NDArray[np.object_]
_LARGEST = 1 << 62


@dataclass(frozen=True, eq=False)
class Exact:
    """value = steps * unit, exactly; `most` is at least every |step|, so that no overflow goes unseen."""

    unit: Fraction
    steps: Integers
    most: int

    def __post_init__(self) -> None:
        """Numpy turns arrays without axes into bare numbers; here they stay arrays."""
        if not isinstance(self.steps, np.ndarray):
            object.__setattr__(self, "steps", _held(abs(int(self.steps)), self.steps))

    @classmethod
    def of(cls, unit: Fraction, steps: Integers) -> "Exact":
        """The steps as they are."""
        return cls(unit, steps, most_of(steps))

    @classmethod
    def constant(cls, value: Rational) -> "Exact":
        """One number for all."""
        return cls(Fraction(1, value.denominator), _held(abs(value.numerator), value.numerator), abs(value.numerator))

    def times(self, factor: int) -> "Exact":
        """Each step a whole number of times, on the same unit."""
        if factor == 1:
            return self
        most = self.most * abs(factor)
        return Exact(self.unit, fitting(self.steps, max(most, abs(factor))) * factor, most)

    def on(self, unit: Fraction) -> "Exact":
        """The same numbers on a finer unit that divides the present one."""
        ratio = self.unit / unit
        return Exact(unit, (same := self.times(ratio.numerator)).steps, same.most)

    def plus(self, other: "Exact", sign: int = 1) -> "Exact":
        """The sum, or with sign -1 the difference."""
        one, two = aligned(self, other)
        most = one.most + two.most
        return Exact(one.unit, fitting(one.steps, most) + sign * fitting(two.steps, most), most)

    def multiplied(self, other: "Exact") -> "Exact":
        """The product."""
        most = self.most * other.most
        return Exact(self.unit * other.unit, fitting(self.steps, most) * fitting(other.steps, most), most)

    def scaled(self, factor: Fraction) -> "Exact":
        """A public number of times the numbers."""
        if factor == 0:
            return Exact.constant(Fraction(0))
        return Exact(self.unit * abs(factor), self.steps if factor > 0 else -self.steps, self.most)

    def floors(self, unit: Fraction, most: int) -> Integers:
        """How many whole units lie in each number, rounded down; beyond `most` any number beyond it."""
        ratio = self.unit / unit
        steps = self.times(ratio.numerator).steps
        floors = fitting(steps, ratio.denominator) // ratio.denominator
        if most > _LARGEST:
            return integers(floors)
        return integers(np.clip(floors, -most - 1, most + 1).astype(np.int64))

    def divided(self, divisor: "Exact", unit: Fraction) -> "Exact":
        """The quotients by numbers above 0, rounded down to multiples of a unit."""
        ratio = self.unit / (divisor.unit * unit)
        above, below = self.times(ratio.numerator), divisor.times(ratio.denominator)
        most = max(above.most, below.most)
        return Exact(unit, integers(fitting(above.steps, most) // fitting(below.steps, most)), above.most)

    def negative(self) -> "Exact":
        """With the other sign."""
        return Exact(self.unit, -self.steps, self.most)

    def flat(self) -> "Exact":
        """Along one axis."""
        return Exact(self.unit, self.steps.reshape(-1), self.most)

    def absolute(self) -> "Exact":
        """Without sign."""
        return Exact(self.unit, np.abs(self.steps), self.most)

    def clipped(self, low: Rational, high: Rational) -> "Exact":
        """Within public bounds."""
        unit = common_unit((self.unit, Fraction(low), Fraction(high)))
        fine = self.on(unit)
        least, greatest = int(low / unit), int(high / unit)
        most = max(fine.most, abs(least), abs(greatest))
        steps = fitting(fine.steps, most)
        bounded = np.minimum(np.maximum(steps, _held(most, least)), _held(most, greatest))
        return Exact(unit, _held(most, bounded), most)  # of one number numpy gives no array back

    def weighted(self, counts: NDArray[np.int64]) -> "Exact":
        """Each number, of a row each, as many times as rows are counted."""
        most = max(1, self.most) * max(1, int(counts.sum()))
        return Exact(self.unit, fitting(self.steps, most) * counts, most)

    def added_up(self, counts: NDArray[np.int64], starts: NDArray[np.int64]) -> "Exact":
        """The sums of a matrix's lines from each start to the next, line i counted counts[i] times."""
        most = max(1, self.most) * int(np.add.reduceat(counts, starts).max())
        weighted = fitting(self.steps, most) * counts[:, None]
        return Exact(self.unit, np.add.reduceat(weighted, starts, axis=0), most)

    def greatest(self, starts: NDArray[np.int64]) -> "Exact":
        """The greatest of a matrix's lines from each start to the next, column by column."""
        return Exact(self.unit, np.maximum.reduceat(self.steps, starts, axis=0), self.most)

    def summed(self, counts: NDArray[np.int64]) -> "Exact":
        """The sums of a matrix's columns, row i counted counts[i] times."""
        most = max(1, self.most) * max(1, int(counts.sum()))
        if most < _LARGEST and self.steps.dtype != object:
            added = np.einsum("i,ik->k", counts, self.steps)  # type: ignore[arg-type]  # its types know no integers
            return Exact(self.unit, added, most)
        weighted = widened(self.steps) * widened(counts)[:, None]
        return Exact(self.unit, weighted.sum(axis=0) if len(counts) else np.zeros(self.steps.shape[1], object), most)


def integers(steps: NDArray[Any]) -> Integers:
    """An array of int64 or of Python integers, told so to the type checker."""
    return steps


def spread(found: Exact, *shape: int) -> Integers:
    """The steps, repeated to a full shape."""
    return integers(np.broadcast_to(found.steps, shape))


def aligned(one: Exact, other: Exact) -> tuple[Exact, Exact]:
    """Both on one unit."""
    if one.unit == other.unit:
        return one, other
    unit = common_unit((one.unit, other.unit))
    return one.on(unit), other.on(unit)


def extreme(one: Exact, other: Exact, greatest: bool) -> Exact:
    """The greater, or the lesser, of each two."""
    a, b = aligned(one, other)
    most = max(a.most, b.most)
    choose = np.maximum if greatest else np.minimum
    return Exact(a.unit, choose(fitting(a.steps, most), fitting(b.steps, most)), most)


def chosen(condition: NDArray[np.bool_], one: Exact, other: Exact) -> Exact:
    """One where the condition holds, else the other."""
    a, b = aligned(one, other)
    most = max(a.most, b.most)
    return Exact(a.unit, np.where(condition, fitting(a.steps, most), fitting(b.steps, most)), most)


def side_by_side(parts: Sequence[Exact]) -> Exact:
    """A column each, on one unit."""
    unit = common_unit(part.unit for part in parts)
    fine = [part.on(unit) for part in parts]
    most = max(part.most for part in fine)
    return Exact(unit, integers(np.stack([fitting(part.steps, most) for part in fine], axis=1)), most)


def most_of(steps: Integers) -> int:
    """The size of the largest."""
    return max(abs(int(steps.max())), abs(int(steps.min()))) if steps.size else 0


def _held(most: int, value: Any) -> Integers:
    return np.array(value, dtype=np.int64 if most < _LARGEST else object)


def fitting(steps: Integers, most: int) -> Integers:
    """The steps in integers wide enough for a result of that size."""
    return steps if most < _LARGEST else widened(steps)


def widened(steps: Integers) -> Integers:
    """The steps as integers of any size."""
    return steps if steps.dtype == object else steps.astype(object)


def narrowed(steps: Integers) -> Integers:
    """The steps as integers of 64 bits where those suffice after all."""
    if steps.dtype == object and most_of(steps) < _LARGEST:
        return integers(steps.astype(np.int64))
    return steps


def alike(one: Integers, other: Integers) -> tuple[Integers, Integers]:
    """Both in integers of one width."""
    wide = object in (one.dtype, other.dtype)
    return (widened(one), widened(other)) if wide else (one, other)


def whole(steps: Sequence[int]) -> Integers:
    """Integers of 64 bits, or of any size where those do not suffice."""
    return _held(max(map(abs, steps), default=0), steps)
