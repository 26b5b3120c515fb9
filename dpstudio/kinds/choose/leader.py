"""How likely one candidate wins that leads all others, which are equal: by the mechanism's law, and by its bounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.selection import Weights
from dpstudio.core.preview.leader import Leader, Needed
from dpstudio.core.preview.loss import kept_below, round_steps
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.choose.loss import first_draw_of, scale_of
from dpstudio.kinds.choose.settled import SettledChoice

_MANY, _FARTHEST = 100_000, 1 << 62
_TWICE = 2
_CERTAIN = 1 - 1e-9
"""Floats err by far less than a billionth of a small probability."""


def leader_of(question: SettledChoice, unit: Fraction, tick: Tick) -> Leader | None:
    """How far one of the question's candidates must lead; None where there are too many to say.

    The law depends on the candidates' number and on the lead alone. With weights, the leader is the lightest.

    Args:
        unit: of the scores; the least lead is a whole multiple of it.
        tick: is called before each law that is worked out.
    """
    if question.candidates.count > _MANY and not question.calibration.mechanism.takes_weights:
        return None
    race = _Race(question, first_draw_of(question), unit, tick)
    needed = race.needed()
    step, places = round_steps(_TWICE * max(needed.lead or unit, needed.proven or unit), unit)
    leads = [place * step for place in range(places + 1)]
    bounds = race.bounds(leads)
    proven: Sequence[Fraction | None] = bounds or [None] * len(leads)
    losing = np.array([kept_below(race.loses(lead), bound) for lead, bound in zip(leads, proven, strict=True)])
    return Leader(step, losing, bounds, needed, race.doubled(), race.others, question.beta)


@dataclass(frozen=True)
class _Race:
    question: SettledChoice
    made: SelectionCalibration
    unit: Fraction
    tick: Tick

    @property
    def others(self) -> int:
        """How many do not lead."""
        return self.question.candidates.count - 1

    @property
    def _weights(self) -> tuple[Fraction, Fraction]:
        """Of the leader, and of all others."""
        weights = self.question.candidates.weights
        if weights is None:
            return Fraction(1), Fraction(self.others)
        return min(weights), sum(weights, Fraction(0)) - min(weights)

    def loses(self, lead: Fraction) -> float:
        """How likely another one wins; equal ones count as one where a weight can say how many they are."""
        self.tick(0.5)
        steps, weighed = lead / self.unit, self.made.mechanism.takes_weights
        fitting = np.dtype(object if steps.numerator >= _FARTHEST else np.int64)
        scores = np.zeros(1 + (1 if weighed else self.others), fitting)
        scores[0] = steps.numerator
        weights: Weights = self._weights if weighed else None
        return float(self.made.law(scores, self.unit / steps.denominator, weights)[1:].sum())

    def needed(self) -> Needed:
        """The least lead that suffices, and the one for which the error bound promises it."""
        candidates = self.question.candidates
        proven = self.made.accuracy(candidates.count, self.question.beta, candidates.weights)
        low, high = -1, 1
        while not self._suffices(high):
            if high >= _FARTHEST:
                return Needed(None, proven)
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._suffices(middle) else (middle, high)
        return Needed(high * self.unit, proven)

    def _suffices(self, units: int) -> bool:
        return self.loses(units * self.unit) <= float(self.question.beta) * _CERTAIN

    def bounds(self, leads: list[Fraction]) -> tuple[Fraction, ...] | None:
        """What is proven of losing, for each lead; with none that is nothing."""
        proven, scale = self.made.mechanism.loss_bounds, scale_of(self.made)
        if proven is None or scale is None:
            return None
        leader, rest = self._weights
        return tuple(proven.tail(lead / scale, leader + rest, leader) if lead else Fraction(1) for lead in leads)

    def doubled(self) -> Needed | None:
        """What is needed with R = 2 Delta."""
        known, used = self.question.sensitivity, self.made.range_sensitivity
        if known is None or used is None or used == _TWICE * known.delta:
            return None
        return replace(self, made=replace(self.made, range_sensitivity=_TWICE * known.delta)).needed()
