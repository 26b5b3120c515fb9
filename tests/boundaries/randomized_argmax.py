"""Randomized response on the leader: the best candidate's name is kept or exchanged by one coin."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.selection import Floats, Selection, Weights, refuse_weights
from dpstudio.core.quantities import ln_upper, significant_up
from dpstudio.core.sampling.comparison import Scores, float_of


class RandomizedArgmax(Selection):
    """Keep the leader with e^epsilon / (e^epsilon + d - 1), else any other candidate alike; epsilon-DP for any score.

    Where leaders tie, one of them is taken by a fair draw that knows nothing but their number. That draw is the same as
    to shuffle the candidates, blind to the table, and to take the first leader in that order. Given the order the
    leader is a function of the table, a neighbour's leader is some candidate too, and of two such laws no chance
    exceeds e^epsilon times the other; a mixture over orders that do not depend on the table keeps that.
    """

    key = "randomized_argmax"
    name = "Randomized argmax"
    takes_weights = False
    needs_bound = False
    law_form = "randomized_argmax"
    formula = "the y with the largest u(y) with probability e^ε / (e^ε + d − 1), else any other one, each alike"
    sentence = (
        "Keeps the leader by one coin, else takes any other candidate alike. How far scores lie apart and how far"
        " a person moves them play no part: worth it for few candidates and a large ε alone."
    )
    accuracy_formula = "0 where (d − 1)·(1 − β/k) ≤ e^ε·β/k, so that a leader wins; else no bound holds for every table"
    sampler = "a uniform one of those that lead, then exact rejection sampling of who is kept"

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`."""
        refuse_weights(weights)
        leads = scores == scores.max()
        other, tied = float(np.exp(-float_of(rate))), int(leads.sum())
        shares: Floats = np.where(leads, (1 + (tied - 1) * other) / tied, other) / (1 + (scores.size - 1) * other)
        return shares

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`: the exponential mechanism, where the leader has one point and everybody else none."""
        refuse_weights(weights)
        tied = np.flatnonzero(scores == scores.max())
        kept = np.zeros(scores.size, np.int64)
        kept[tied[entropy.below(tied.size)]] = 1
        return sampling.exponential(entropy, kept, rate)

    def draw_many(
        self, entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """As `Selection.draw_many`."""
        return np.array([self.draw(entropy, scores, rate, weights) for _ in range(draws)], dtype=np.int64)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """Pure epsilon gives epsilon^2 / 2."""
        return epsilon**2 / 2

    def rate(self, epsilon: Fraction, unit: Fraction, range_sensitivity: Fraction | None) -> Fraction:
        """Epsilon itself: the order of the scores is all that counts."""
        return epsilon

    def accuracy(
        self, range_sensitivity: Fraction | None, epsilon: Fraction, count: int, beta: Fraction, weights: Weights = None
    ) -> Fraction | None:
        """0 where a leader wins with probability at least 1 - beta, else None: any other may lie as far below."""
        refuse_weights(weights)
        return Fraction(0) if epsilon >= _sure(count, beta) else None

    def epsilon_for(
        self,
        accuracy: Fraction,
        range_sensitivity: Fraction | None,
        count: int,
        beta: Fraction,
        weights: Weights = None,
    ) -> Fraction:
        """The least of three digits with which a leader wins with probability at least 1 - beta."""
        refuse_weights(weights)
        return significant_up(max(_sure(count, beta), Fraction(1, 1000)))


def _sure(count: int, beta: Fraction) -> Fraction:
    """The epsilon with (count - 1) / (e^epsilon + count - 1) = beta, rounded up; 0 where any will do."""
    return ln_upper(max(Fraction(1), (count - 1) * (1 - beta) / beta))
