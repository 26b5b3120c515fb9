"""The proof of the exponential mechanism's tail with the numbers of scores that may be seen.

Source: proposition 1.4 of the lecture on selection, equations 7 and 8 and the integral at its end.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms.loss_bounds import exp_upper
from dpstudio.core.preview.loss import Losses, kept_below
from dpstudio.core.quantities import ln_upper
from dpstudio.core.sampling.comparison import float_of


@dataclass(frozen=True)
class FarBelow:
    """The candidates at least t below the best, B_t, and how the proof bounds the probability of one of them.

    Args:
        count: how many they are.
        chance: how likely one of them is drawn.
        ratio: how many times as likely that is as one of the best (equation 7); at least `chance`.
        each: how likely each of them is at most, compared with one of the best: e^(-εt/R).
        together: `count` times `each`, which is at least `ratio` (equation 8).
        bound: that with all candidates instead of those in B_t.
    """

    count: int
    chance: float
    ratio: float
    each: Fraction
    together: Fraction
    bound: Fraction


class TailProof:
    """What the proof says at each t.

    Args:
        losses: of the exponential mechanism on candidates without weights.
    """

    def __init__(self, losses: Losses) -> None:
        if losses.scale is None or losses.weights is not losses.counts:
            raise ValueError("the proof is of candidates without weights whose scores have a range")
        self.losses, self.scale = losses, losses.scale

    @cached_property
    def _ratios(self) -> NDArray[np.float64]:
        """Of each different loss: how likely it or a greater one is, compared with one of the best."""
        losses = self.losses
        many = np.diff(losses.counts, prepend=0).astype(np.float64)
        times = losses.gaps.astype(np.float64) * float_of(losses.unit / self.scale)
        return np.cumsum((many * np.exp(-times))[::-1])[::-1]

    def at(self, t: Fraction) -> FarBelow:
        """What is at least t below the best, for a t above 0."""
        losses, each = self.losses, exp_upper(t / self.scale)
        place = losses.place(t)
        count = losses.candidates - int(losses.counts[place - 1])
        together = count * each
        ratio = kept_below(float(self._ratios[place]) if count else 0.0, together)
        chance = min(losses.chance(t), ratio)
        return FarBelow(count, chance, ratio, each, together, losses.candidates * each)

    @property
    def flat(self) -> Fraction:
        """Up to which t the bound says nothing, so that the probability counts as 1: R/ε · ln d."""
        return self.scale * ln_upper(Fraction(self.losses.candidates))

    @property
    def rest(self) -> Fraction:
        """The area beneath the bound beyond that: R/ε."""
        return self.scale
