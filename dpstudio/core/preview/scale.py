"""Laplace noise by its scale b: its density around two true figures, and how far these lie apart (MATH 2).

These are the continuous curves of the textbooks. A release draws whole steps of a grid, by the same law at its points.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.sampling.comparison import float_of

Floats = NDArray[np.float64]
_TENTHS, _MOST, _AROUND = 10, 50, 8


@dataclass(frozen=True)
class Scale:
    """Two tables that differ by one person who moves the figure as far as anyone can.

    Args:
        truth: the figure with this person.
        bound: Δ, so that it is `truth - bound` without.
        epsilon: the part of ε that the figure has.
        unit: what it counts.
    """

    truth: Fraction
    bound: Fraction
    epsilon: Fraction
    unit: str

    @property
    def neighbour(self) -> Fraction:
        """The figure without this person."""
        return self.truth - self.bound

    @property
    def step(self) -> Fraction:
        """What the scales that can be chosen are multiples of, the one in force too: a tenth of Δ where that goes."""
        tenths = int(_TENTHS / self.epsilon)
        return self.in_force / (max(1, tenths) if tenths <= _MOST else _MOST // 2)

    @property
    def most(self) -> int:
        """How many steps the largest of them has."""
        return _MOST

    @property
    def in_force(self) -> Fraction:
        """Δ/ε."""
        return self.bound / self.epsilon

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The results at which the curves are told, in halves of Δ."""
        first, last = self.neighbour - _AROUND * self.bound, self.truth + _AROUND * self.bound
        return tuple(first + at * self.bound / 2 for at in range(int(2 * (last - first) / self.bound) + 1))

    def densities(self, b: Fraction, values: Floats, centre: Fraction) -> Floats:
        """exp(-|y - centre| / b) / (2b)."""
        wide = float_of(b)
        found: Floats = np.exp(-np.abs(values - float(centre)) / wide) / (2 * wide)
        return found

    def losses(self, b: Fraction, values: Floats) -> Floats:
        """ln(Pr[Y = y] / Pr[Y' = y]) = (|y - neighbour| - |y - truth|) / b."""
        far, near = (np.abs(values - float(each)) for each in (self.neighbour, self.truth))
        found: Floats = (far - near) / float_of(b)
        return found

    def loss(self, b: Fraction, value: Fraction) -> Fraction:
        """The same, exactly."""
        return (abs(value - self.neighbour) - abs(value - self.truth)) / b

    def distances(self, b: Fraction, value: Fraction) -> Fraction:
        """How many b a result is away from the truth: t, of which Pr[|noise| >= b·t] = e^-t."""
        return abs(value - self.truth) / b
