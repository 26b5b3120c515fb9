"""Exact numbers of many candidates: integers on one public unit."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

_LARGEST = 1 << 62


def common_unit(values: Iterable[Fraction]) -> Fraction:
    """The largest rational of which all values are multiples; 1 where all are zero."""
    top, bottom = 0, 1
    for value in values:
        joint = math.lcm(bottom, value.denominator)
        top = math.gcd(top * (joint // bottom), value.numerator * (joint // value.denominator))
        bottom = joint
    return Fraction(top, bottom) if top else Fraction(1)


@dataclass(frozen=True)
class Numbers:
    """value_i = steps_i * unit, exactly.

    Args:
        unit: above 0, public.
        steps: one int64 per candidate.
    """

    unit: Fraction
    steps: NDArray[np.int64]

    @classmethod
    def of(cls, values: list[Fraction], what: str) -> "Numbers":
        """Put the values on their common unit.

        Raises:
            InputError: they need more than 62 bits on it.
        """
        unit = common_unit(values)
        steps = [(value / unit).numerator for value in values]
        if max((abs(step) for step in steps), default=0) >= _LARGEST:
            raise InputError(
                phrase("The numbers of {what} are too far apart.", what=what),
                phrase("Use fewer decimals or smaller numbers."),
            )
        return cls(unit, np.array(steps, dtype=np.int64))

    @property
    def least(self) -> Fraction:
        """The smallest value."""
        return int(self.steps.min()) * self.unit

    @property
    def greatest(self) -> Fraction:
        """The largest value."""
        return int(self.steps.max()) * self.unit
