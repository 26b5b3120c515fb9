"""How far below the best a chosen candidate lies, on scores that may be seen: the exact law beside what is proven.

The law itself is in floats, as everywhere in a preview. A bound is an exact rational at or above what its formula says;
a float of the law that errs above it is taken down to it.
"""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms.loss_bounds import LossBounds
from dpstudio.core.sampling.comparison import float_of

Steps = NDArray[np.uint64] | NDArray[np.object_]
_MOST_PLACES = 100
_BEYOND = Fraction(11, 10)
_WORSTS = 5


@dataclass(frozen=True)
class AtLeast:
    """How likely the loss is at least so much; a bound is None where none is proven, and may exceed 1.

    Args:
        chance: the law's.
        counted: the bound that counts all candidates (lecture on selection, proposition 1.4).
        tied: the one that counts those with the best score, too (slides on the exponential mechanism).
        near: the one that counts those that lose less than half as much (encyclopedia, "Accuracy").
    """

    chance: float
    counted: Fraction | None
    tied: Fraction | None
    near: Fraction | None


@dataclass(frozen=True)
class Nearby:
    """The candidates whose loss is below t, S_t, and those whose loss is at least 2t.

    Args:
        count: how many lie in S_t.
        inside: how likely one of these is chosen.
        outside: how likely the loss is at least 2t.
        bound: the encyclopedia's for `outside`.
        mean: 3t, where that theorem bounds the average loss by it.
    """

    count: int
    inside: float
    outside: float
    bound: Fraction | None
    mean: Fraction | None


@dataclass(frozen=True)
class Figure:
    """One figure of the loss: what it is, and the bounds for it, None where none is proven."""

    true: Fraction
    counted: Fraction | None
    other: Fraction | None


@dataclass(frozen=True)
class Losses:
    """The loss of the first winner: how far its score lies below the best one.

    Args:
        gaps: the different losses in steps, ascending from 0.
        tails: how likely each of them or a greater one is; 1 at first.
        counts: how many candidates lose that much at most.
        weights: what these weigh; their number where candidates have no weights.
        lightest: the least weight.
        unit: what a step is worth.
        best: the best score.
        mean: the average loss.
        scale: R / epsilon of one draw; None of a mechanism that has none.
        bounds: what is proven of the mechanism.
        within: its error bound for every table.
        beta: how likely a loss beyond that is.
    """

    gaps: Steps
    tails: NDArray[np.float64]
    counts: NDArray[np.int64]
    weights: NDArray[np.int64] | NDArray[np.object_]
    lightest: Fraction
    unit: Fraction
    best: Fraction
    mean: float
    scale: Fraction | None
    bounds: LossBounds | None
    within: Fraction | None
    beta: Fraction

    # ---- what is true

    def chance(self, t: Fraction) -> float:
        """How likely the loss is at least t."""
        place = self.place(t)
        return float(self.tails[place]) if place < self.tails.size else 0.0

    def place(self, t: Fraction) -> int:
        """Of the first loss that is at least t."""
        return bisect_left(self.gaps, ceil(t / self.unit))

    @property
    def worst(self) -> Fraction:
        """The greatest loss that there is."""
        return int(self.gaps[-1]) * self.unit

    @property
    def tied(self) -> int:
        """How many candidates have the best score: |R_OPT|."""
        return int(self.counts[0])

    @property
    def candidates(self) -> int:
        """How many there are."""
        return int(self.counts[-1])

    # ---- what is proven

    def at_least(self, t: Fraction) -> AtLeast:
        """The law and the bounds for a loss of at least t, which is above 0."""
        bounds = self._tail(t, self.lightest), self._tail(t, self._weight(0)), self._near(t / 2)
        return AtLeast(kept_below(self.chance(t), *bounds), *bounds)

    def nearby(self, t: Fraction) -> Nearby:
        """S_t and what lies beyond 2t, for a t above 0."""
        bound = self._near(t)
        fits = bound is not None and self.best > 0 and self.worst <= self.best and bound <= t / self.best
        outside = kept_below(self.chance(2 * t), bound)
        count, inside = int(self.counts[self.place(t) - 1]), 1 - self.chance(t)
        return Nearby(count, inside, outside, bound, 3 * t if fits else None)

    def _near(self, t: Fraction) -> Fraction | None:
        return self._tail(t, self._weight(self.place(t) - 1))

    def _tail(self, t: Fraction, best: Fraction) -> Fraction | None:
        if self.bounds is None or self.scale is None:
            return None
        return self.bounds.tail(t / self.scale, self._weight(-1), best)

    def _weight(self, place: int) -> Fraction:
        weight = self.weights[place]
        return weight if isinstance(weight, Fraction) else Fraction(int(weight))

    @property
    def mostly(self) -> Figure:
        """Which loss is not exceeded but with probability beta; bounds by all candidates, and by those tied."""
        exceeded = np.append(self.tails[1:], 0.0)
        place = int(np.argmax(exceeded <= float(self.beta)))
        other = None
        if self.bounds is not None and self.scale is not None:
            other = self.scale * self.bounds.reach(self._weight(-1), self._weight(0), self.beta)
        return Figure(int(self.gaps[place]) * self.unit, self.within, other)

    @property
    def average(self) -> Figure:
        """The average loss; bounds by all candidates (ln d + 1), and by the best score, too (ln OPT)."""
        true = Fraction(self.mean)
        if self.bounds is None or self.scale is None:
            return Figure(true, None, None)
        whole, found = self._weight(-1), self.bounds.mean_by_score(self._weight(-1), self.lightest, self.best)
        other = None if found is None else self.scale * found + 1
        return Figure(true, self.scale * self.bounds.mean(whole, self.lightest), other)

    @property
    def steps(self) -> tuple[Fraction, int]:
        """The distance of round values of t, and how many of them lead from 0 to where nothing happens any more.

        That is a little beyond the error bound, and no farther than five times the greatest loss.
        """
        ends = [each for each in (self.within and self.within * _BEYOND, _WORSTS * self.worst) if each]
        return round_steps(min(ends, default=self.unit), self.unit)


def round_steps(end: Fraction, unit: Fraction) -> tuple[Fraction, int]:
    """The least of 1, 2, 5, 10, ... of which a hundred reach the end, and how many do; a round `unit` at least."""
    least, power = end / _MOST_PLACES, Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= least)
    step = max(step, unit) if _is_decimal(unit) else step
    return step, ceil(end / step)


def _is_decimal(value: Fraction) -> bool:
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def kept_below(chance: float, *bounds: Fraction | None) -> float:
    """A probability in floats, at most the float nearest to each bound that is proven of it."""
    return min([chance, *(float_of(each) for each in bounds if each is not None)])


def floats(bounds: list[Fraction]) -> NDArray[np.float64]:
    """Bounds as they are drawn: what exceeds 1 says nothing and is drawn at 1."""
    return np.array([min(1.0, float_of(each)) for each in bounds])
