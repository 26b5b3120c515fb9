"""The law that is shown at other values of ε, and what each mechanism loses there: floats, for the picture alone."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.tables.importing import Tick

Floats = NDArray[np.float64]
_ROUND = (1, 2, 5)
_PER_DECADE = tuple(Fraction(each, 10) for each in (10, 13, 18, 24, 32, 42, 56, 75))
"""Eight numbers in about equal ratios."""
_DECADES, _LEAST = 3, -2


class Curve(NamedTuple):
    """What is lost on average with one law.

    Args:
        names: of the mechanisms that have this law.
        at: the expected loss at an ε of the whole release; None where it cannot be worked out.
    """

    names: tuple[str, ...]
    at: Callable[[Fraction], float | None]


class Point(NamedTuple):
    """A place on one of the curves."""

    curve: int
    epsilon: Fraction


class Bar(NamedTuple):
    """An amount of noise.

    Args:
        name: what needs it, with the formula that leads to it.
        size: the amount.
        text: the same for people, with its unit.
    """

    name: str
    size: Fraction
    text: str


class Contrast(NamedTuple):
    """Two ways to the same answer at the same ε, and how much noise each needs."""

    title: str
    bars: tuple[Bar, Bar]
    words: str


@dataclass(frozen=True)
class OverEpsilon:
    """What becomes of a distribution at another ε.

    Args:
        law: the chances of the very outcomes that are shown.
        curves: one for each law that can be chosen.
        chosen: which of them is in force.
        lost: what is lost, in words, with its unit.
        answers: what the losses are worked out of; they are the same for the same object and equal `settings`.
        contrast: given how many people there are, the same question answered in a way that needs another amount of
            noise; None where there is none to compare with.
        instance: where the mechanism in force is also a choice by a score of which R = 2Δ: the score, in words. Drawn
            by that score the law is the one of half the ε (MATH 1).
    """

    law: Callable[[Fraction], Floats]
    curves: tuple[Curve, ...]
    chosen: int
    lost: str
    answers: object = None
    settings: Hashable = ()
    contrast: Callable[[int], Contrast | None] = lambda _: None
    instance: str = ""

    def loses_as(self, other: "OverEpsilon | None") -> bool:
        """Whether its curves are those of another one, whatever the ε and the mechanism in force."""
        return other is not None and self.answers is other.answers and self.settings == other.settings


def around(epsilon: Fraction) -> tuple[Fraction, ...]:
    """Six values of ε, ascending: this one, three round ones below and two above it, at least a factor of 1.5 apart."""
    power = floor(_logarithm(epsilon))
    rounds = [times * Fraction(10) ** (power + by) for by in range(-2, 3) for times in _ROUND]
    below = [each for each in rounds if 3 * each <= 2 * epsilon]
    above = [each for each in rounds if 2 * each >= 3 * epsilon]
    return (*below[-3:], epsilon, *above[:2])


def along(epsilon: Fraction) -> tuple[Fraction, ...]:
    """Values of ε over three decades, ascending: 25 in about equal ratios, and this one.

    They are those from 0.01 to 10, or as far as needed to have this one between them.
    """
    low = min(_LEAST, floor(_logarithm(epsilon)))
    low = max(low, ceil(_logarithm(epsilon)) - _DECADES)
    decades = [times * Fraction(10) ** (low + by) for by in range(_DECADES) for times in _PER_DECADE]
    return tuple(sorted({*decades, Fraction(10) ** (low + _DECADES), epsilon}))


def _logarithm(epsilon: Fraction) -> float:
    return log10(epsilon.numerator) - log10(epsilon.denominator)


def coarse_first(values: Sequence[Fraction]) -> list[Fraction]:
    """The same values in an order in which a curve through them grows finer and finer."""
    order = [place for step in (8, 4, 2, 1) for place in range(0, len(values), step)]
    return [values[place] for place in dict.fromkeys(order)]


def wanted(over: OverEpsilon, epsilon: Fraction) -> list[Point]:
    """All points to be worked out, those of the mechanism in force first."""
    values = coarse_first(along(epsilon))
    curves = sorted(range(len(over.curves)), key=lambda curve: curve != over.chosen)
    return [Point(curve, value) for curve in curves for value in values]


def work_out(
    over: OverEpsilon, points: Sequence[Point], found: Callable[[Point, float | None], None], tick: Tick
) -> None:
    """Tell what is lost at each point as soon as it is known."""
    for place, point in enumerate(points):
        tick(place / len(points))
        found(point, over.curves[point.curve].at(point.epsilon))
