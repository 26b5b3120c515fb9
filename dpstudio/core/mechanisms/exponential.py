"""The exponential mechanism of McSherry and Talwar, calibrated by the range sensitivity."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.blocks import of_blocks
from dpstudio.core.mechanisms.loss_bounds import LOGARITHMIC
from dpstudio.core.mechanisms.selection import Floats, RangeCalibrated, Weights, exponents, logarithmic_reach
from dpstudio.core.sampling.comparison import Scores, float_of
from dpstudio.translation import phrase

_MANY, _NEAR, _FAR, _LEAST, _MOST = 1 << 16, 1 << 22, 500, -(1 << 63), (1 << 63) - 1


class ExponentialMechanism(RangeCalibrated):
    """Pr[y] proportional to weight(y) * exp(epsilon * u(y) / R); epsilon-DP (MATH 1, first row)."""

    key = "exponential"
    name = phrase("Exponential mechanism")
    takes_weights = True
    law_form = "exponential"
    loss_bounds = LOGARITHMIC
    formula = phrase("Pr[y] ∝ exp(ε·u(y) / R)")
    weighted_formula = phrase("Pr[y] ∝ w(y)·exp(ε·u(y) / R)")
    accuracy_formula = phrase("R/ε · (ln d + ln(k/β))")
    weighted_accuracy_formula = phrase("R/ε · (ln(W/w) + ln(k/β)), W the sum and w the least of the weights")
    sentence = phrase("Every candidate can win; each extra point of score multiplies its chance by the same factor.")
    sampler = phrase("exact rejection sampling from integer envelopes; ties share their probability evenly")

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`."""
        if weights is None and scores.dtype == np.int64 and scores.size >= _MANY:
            whole = np.asarray(scores, np.int64)
            shares = _looked_up(whole, _guessed_ends(whole, rate), rate)
            if shares is None:
                shares = _looked_up(whole, _ends(whole), rate)
            if shares is not None:
                return shares
        logs = -exponents(scores, rate)
        if weights is not None:
            logs = logs + np.log(np.array([float(weight) for weight in weights]))
        likely: Floats = np.exp(logs - logs.max())
        likely /= likely.sum()
        return likely

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

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """As `RangeCalibrated.reach`."""
        return logarithmic_reach(count, beta, weights)


class _Ends(NamedTuple):
    """Every score lies from `least` to `most`; `near` is a score that is among the greatest."""

    least: int
    most: int
    near: int


def _guessed_ends(scores: NDArray[np.int64], rate: Fraction) -> _Ends:
    """Ends by a sample and some room about them, to be checked when every score is looked up: one pass less."""
    sample = scores[:: scores.size >> 14]
    least, most = int(sample.min()), int(sample.max())
    room = min(64 + (most - least) // 256, int(_FAR // rate))
    below = 0 if 0 <= least < room else max(_LEAST, least - room)
    return _Ends(below, min(_MOST, most + room), most)


def _ends(scores: NDArray[np.int64]) -> _Ends:
    """The least and the greatest score."""

    def found(part: slice) -> tuple[int, int]:
        return int(scores[part].min()), int(scores[part].max())

    ends = of_blocks(found, scores.size)
    most = max(high for _, high in ends)
    return _Ends(min(low for low, _ in ends), most, most)


def _looked_up(scores: NDArray[np.int64], ends: _Ends, rate: Fraction) -> Floats | None:
    """The law by one exponential for each possible score; None where scores lie far apart or outside the ends."""
    first = 0 if ends.least >= 0 and ends.most < _NEAR else ends.least
    if ends.most - first >= _NEAR:
        return None
    table = np.exp(float_of(rate) * np.arange(first - ends.near, ends.most - ends.near + 1))
    shares = np.empty(scores.size)
    outside = False

    def looked_up(part: slice) -> float:
        nonlocal outside
        if outside:
            return 0.0
        places = scores[part] - first if first else scores[part]
        if places.view(np.uint64).max() >= table.size:
            outside = True
            return 0.0
        np.take(table, places, out=shares[part], mode="clip")
        return float(shares[part].sum())

    total = sum(of_blocks(looked_up, scores.size))
    if outside:
        return None

    def divided(part: slice) -> None:
        np.divide(shares[part], total, out=shares[part])

    of_blocks(divided, scores.size)
    return shares
