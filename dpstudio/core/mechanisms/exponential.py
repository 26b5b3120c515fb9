"""The exponential mechanism of McSherry and Talwar, calibrated by the range sensitivity."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.halves import in_halves
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
            whole = np.asarray(scores, np.int64)
            lowest, highest = _ends(whole)
            if highest - lowest < _NEAR:
                return _looked_up(whole, lowest, highest, rate)
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


def _ends(scores: NDArray[np.int64]) -> tuple[int, int]:
    """The least and the greatest score; both while a block is at hand."""

    def found(half: slice) -> tuple[int, int]:
        parts = [scores[part] for part in _blocks(half)]
        ends = [(int(part.min()), int(part.max())) for part in parts]
        return min(low for low, _ in ends), max(high for _, high in ends)

    (low, high), (other_low, other_high) = in_halves(found, scores.size)
    return min(low, other_low), max(high, other_high)


def _blocks(half: slice) -> list[slice]:
    """Pieces of a half that stay in the processor's own memory."""
    return [slice(start, min(half.stop, start + _BLOCK)) for start in range(half.start, half.stop, _BLOCK)]


def _looked_up(scores: NDArray[np.int64], lowest: int, highest: int, rate: Fraction) -> Floats:
    """The law by one exponential for each possible score: scores are many and lie near one another."""
    first = 0 if lowest >= 0 and highest < _NEAR else lowest
    table = np.exp(float_of(rate) * (np.arange(first, highest + 1) - highest))
    shares = np.empty(scores.size)

    def looked_up(half: slice) -> float:
        total, places = 0.0, np.empty(_BLOCK, np.int64)
        for part in _blocks(half):
            block, share = scores[part], shares[part]
            if first:
                block = np.subtract(block, first, out=places[: block.size])
            np.take(table, block, out=share, mode="clip")
            total += float(share.sum())
        return total

    total = sum(in_halves(looked_up, scores.size))

    def divided(half: slice) -> None:
        np.divide(shares[half], total, out=shares[half])

    in_halves(divided, scores.size)
    return shares
