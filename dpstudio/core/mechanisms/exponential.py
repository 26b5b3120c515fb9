"""The exponential mechanism of McSherry and Talwar, calibrated by the range sensitivity."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.selection import Floats, Selection, Weights, exponents
from dpstudio.core.sampling.comparison import Scores, float_of

_MANY, _NEAR, _BLOCK = 1 << 16, 1 << 22, 1 << 17


class ExponentialMechanism(Selection):
    """Pr[y] proportional to weight(y) * exp(epsilon * u(y) / R); epsilon-DP (MATH 1, first row)."""

    key = "exponential"
    name = "Exponential mechanism"
    takes_weights = True
    law_form = "exponential"
    formula = "Pr[y] ∝ exp(ε·u(y) / R)"
    sentence = "Every candidate can win; each extra point of score multiplies its chance by the same factor."
    sampler = "exact rejection sampling from integer envelopes; ties share their probability evenly"

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`."""
        if weights is None and scores.dtype == np.int64 and scores.size >= _MANY:
            lowest, highest = int(scores.min()), int(scores.max())
            if highest - lowest < _NEAR:
                return _looked_up(np.asarray(scores, np.int64), highest, highest - lowest, rate)
        logs = -exponents(scores, rate)
        if weights is not None:
            logs = logs + np.log(np.array([float(weight) for weight in weights]))
        shares: Floats = np.exp(logs - logs.max())
        shares /= shares.sum()
        return shares

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`."""
        return sampling.exponential(entropy, scores, rate, weights)

    def draw_many(
        self, entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """As `Selection.draw_many`."""
        return sampling.exponential_draws(entropy, scores, rate, draws, weights)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """epsilon-bounded range: epsilon^2 / 8."""
        return epsilon**2 / 8


def _looked_up(scores: NDArray[np.int64], highest: int, span: int, rate: Fraction) -> Floats:
    """The law by one exponential for each possible gap: scores are many and lie near one another."""
    table = np.exp(-float_of(rate) * np.arange(span + 1))
    shares, gap, total = np.empty(scores.size), np.empty(_BLOCK, np.int64), 0.0
    for start in range(0, scores.size, _BLOCK):
        block, share = scores[start : start + _BLOCK], shares[start : start + _BLOCK]
        np.subtract(highest, block, out=gap[: block.size])
        np.take(table, gap[: block.size], out=share, mode="clip")
        total += float(share.sum())
    shares /= total
    return shares
