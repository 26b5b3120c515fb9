"""Arrays of exact numbers on a public unit, which go over to wider integers before 64 bits could overflow."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates.numbers import common_unit

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
            wide = abs(int(self.steps)) >= _LARGEST
            object.__setattr__(self, "steps", np.array(self.steps, dtype=object if wide else np.int64))

    @classmethod
    def of(cls, unit: Fraction, steps: Integers) -> "Exact":
        """The steps as they are."""
        return cls(unit, steps, max((abs(int(end)) for end in (steps.max(), steps.min())), default=0)
                   if steps.size else 0)  # fmt: skip

    @classmethod
    def constant(cls, value: Fraction) -> "Exact":
        """One number for all."""
        return cls(Fraction(1, value.denominator), _held(abs(value.numerator), value.numerator), abs(value.numerator))

    def times(self, factor: int) -> "Exact":
        """Each step a whole number of times, on the same unit."""
        if factor == 1:
            return self
        most = self.most * abs(factor)
        return Exact(self.unit, _fitting(self.steps, max(most, abs(factor))) * factor, most)

    def on(self, unit: Fraction) -> "Exact":
        """The same numbers on a finer unit that divides the present one."""
        ratio = self.unit / unit
        return Exact(unit, (same := self.times(ratio.numerator)).steps, same.most)

    def plus(self, other: "Exact", sign: int = 1) -> "Exact":
        """The sum, or with sign -1 the difference."""
        one, two = aligned(self, other)
        most = one.most + two.most
        return Exact(one.unit, _fitting(one.steps, most) + sign * _fitting(two.steps, most), most)

    def multiplied(self, other: "Exact") -> "Exact":
        """The product."""
        most = self.most * other.most
        return Exact(self.unit * other.unit, _fitting(self.steps, most) * _fitting(other.steps, most), most)

    def scaled(self, factor: Fraction) -> "Exact":
        """A public number of times the numbers."""
        if factor == 0:
            return Exact.constant(Fraction(0))
        return Exact(self.unit * abs(factor), self.steps if factor > 0 else -self.steps, self.most)

    def absolute(self) -> "Exact":
        """Without sign."""
        return Exact(self.unit, np.abs(self.steps), self.most)

    def clipped(self, low: Fraction, high: Fraction) -> "Exact":
        """Within public bounds."""
        unit = common_unit((self.unit, low, high))
        fine = self.on(unit)
        least, greatest = int(low / unit), int(high / unit)
        most = max(fine.most, abs(least), abs(greatest))
        steps = np.minimum(np.maximum(_fitting(fine.steps, most), least), greatest)
        return Exact(unit, steps, most)

    def summed(self, counts: NDArray[np.int64]) -> "Exact":
        """The sums of a matrix's columns, row i counted counts[i] times."""
        most = max(1, self.most) * max(1, int(counts.sum()))
        if most < _LARGEST and self.steps.dtype != object:
            added = np.einsum("i,ik->k", counts, self.steps)  # type: ignore[arg-type]  # its types know no integers
            return Exact(self.unit, added, most)
        weighted = self.steps.astype(object) * counts.astype(object)[:, None]
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
    return Exact(a.unit, choose(_fitting(a.steps, most), _fitting(b.steps, most)), most)


def chosen(condition: NDArray[np.bool_], one: Exact, other: Exact) -> Exact:
    """One where the condition holds, else the other."""
    a, b = aligned(one, other)
    most = max(a.most, b.most)
    return Exact(a.unit, np.where(condition, _fitting(a.steps, most), _fitting(b.steps, most)), most)


def _held(most: int, value: int) -> Integers:
    return np.array(value, dtype=np.int64 if most < _LARGEST else object)


def _fitting(steps: Integers, most: int) -> Integers:
    """The steps in integers wide enough for a result of that size."""
    return steps if most < _LARGEST or steps.dtype == object else steps.astype(object)
