"""Several winners by peeling: draw one, take it out, draw again; each draw has an equal part of epsilon (MATH 6)."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.contract import Calibration, refuse_unusable
from dpstudio.core.mechanisms.selection import Floats, Selection, Weights
from dpstudio.core.sampling.comparison import Scores


@dataclass(frozen=True)
class SelectionCalibration(Calibration):
    """Draws of candidates fitted to a range sensitivity R, where the mechanism needs one, and a budget epsilon.

    A draw at the mechanism's own `rate` for epsilon / winners is (epsilon / winners)-differentially private for
    scores of range sensitivity R (MATH 1); all of them together cost `loss`, which is epsilon (MATH 6).

    Args:
        range_sensitivity: None where the rule has no bound.
        epsilon: of all draws together.
        winners: how many candidates are drawn, one after another.
    """

    mechanism: Selection
    range_sensitivity: Fraction | None
    epsilon: Fraction
    winners: int = 1

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon)
        if self.range_sensitivity is not None:
            refuse_unusable(range_sensitivity=self.range_sensitivity)
        elif self.mechanism.needs_bound:
            raise ValueError(f"{self.mechanism.key} needs a range sensitivity")
        if type(self.winners) is not int or self.winners < 1:
            raise ValueError("at least one candidate is drawn")

    @property
    def epsilon_of_each(self) -> Fraction:
        """What one of the draws costs."""
        return self.epsilon / self.winners

    @property
    def loss(self) -> PrivacyLoss:
        """Epsilon, and zero-concentrated differential privacy, add up over the draws."""
        each = self.mechanism.loss(self.epsilon_of_each)
        return PrivacyLoss(self.winners * each.epsilon, Fraction(0), self.winners * each.rho)

    def rate(self, unit: Fraction) -> Fraction:
        """At which one draw is made of scores whose steps are worth `unit`."""
        return self.mechanism.rate(self.epsilon_of_each, unit, self.range_sensitivity)

    def law(self, scores: Scores, unit: Fraction, weights: Weights = None) -> Floats:
        """The probability of each candidate to be drawn first."""
        return self.mechanism.law(scores, self.rate(unit), weights)

    def logarithms(self, scores: Scores, unit: Fraction, weights: Weights = None) -> Floats:
        """Those of `law`, also where it is below any float."""
        return self.mechanism.logarithms(scores, self.rate(unit), weights)

    def draw(self, entropy: Entropy, scores: Scores, unit: Fraction, weights: Weights = None) -> list[int]:
        """Indices of the winners in the order drawn, exactly."""
        return draw_all(self.mechanism, entropy, scores, self.rate(unit), weights, self.winners)

    def draw_first(
        self, entropy: Entropy, scores: Scores, unit: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """The first winner of `draws` independent releases."""
        return self.mechanism.draw_many(entropy, scores, self.rate(unit), draws, weights)

    def accuracy(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction | None:
        """With probability at least 1 - beta every winner's score is within this of the best not yet drawn.

        Each of the draws fails with probability at most beta / winners. None where no bound holds for every table.
        """
        share = beta / self.winners
        return self.mechanism.accuracy(self.range_sensitivity, self.epsilon_of_each, count, share, weights)

    def epsilon_for(self, gap: Fraction, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """The epsilon of all draws together for a wanted `accuracy`."""
        share = beta / self.winners
        return self.winners * self.mechanism.epsilon_for(gap, self.range_sensitivity, count, share, weights)


def draw_all(
    mechanism: Selection, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights, winners: int
) -> list[int]:
    """Indices of the winners in the order drawn; each draw is exact, with the rate of one draw."""
    left = np.arange(scores.size)
    found = []
    for _ in range(winners):
        kept = None if weights is None else _kept(weights, left)
        place = mechanism.draw(entropy, scores[left], rate, kept)
        found.append(int(left[place]))
        left = np.delete(left, place)
    return found


def _kept(weights: tuple[Fraction, ...] | NDArray[np.int64], left: NDArray[np.int64]) -> Weights:
    """The weights of the candidates that are left."""
    return weights[left] if isinstance(weights, np.ndarray) else tuple(weights[i] for i in left)
