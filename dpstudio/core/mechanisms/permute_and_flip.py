"""Permute-and-flip of McKenna and Sheldon: never worse in expectation than the exponential mechanism."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.loss_bounds import LOGARITHMIC
from dpstudio.core.mechanisms.selection import (
    Floats,
    RangeCalibrated,
    Weights,
    coin_story,
    exponents,
    logarithmic_reach,
    refuse_weights,
)
from dpstudio.core.mechanisms.stories import Coins
from dpstudio.core.sampling.comparison import Scores
from dpstudio.translation import phrase

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)
_REACH = 60.0


class PermuteAndFlip(RangeCalibrated):
    """Visit candidates in uniform order, accept y with exp(-epsilon * (best - u(y)) / R); epsilon-DP (MATH 1)."""

    key = "permute_and_flip"
    name = phrase("Permute-and-flip")
    takes_weights = False
    law_form = "permute_and_flip"
    loss_bounds = LOGARITHMIC
    formula = phrase("visit in random order, accept y with probability exp(−ε·(best − u(y)) / R)")
    accuracy_formula = phrase("R/ε · (ln d + ln(k/β))")
    sentence = phrase(
        "Candidates are visited in random order and each is accepted by a coin that favours high"
        " scores; on average it does at least as well as the exponential mechanism."
    )
    sampler = phrase("exact coins, then a uniform choice among the accepted; ties share their probability evenly")

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """p_y = q_y * integral over t in [0, 1] of the product over z != y of (1 - t q_z), q = exp(-exponent).

        The visiting times are independent and uniform, so y wins at time t if its coin is heads and no other head
        came before t. Equal scores are computed once; the integral runs over panels on which the integrand varies
        by a constant factor.
        """
        refuse_weights(weights)
        distinct, where, many = np.unique(exponents(scores, rate), return_inverse=True, return_counts=True)
        heads = np.exp(-distinct)
        total = float(heads @ many)
        ends = np.append(0.0, np.geomspace(0.02, 1.0, 12)) * min(1.0, _REACH / total)
        chance = np.zeros_like(heads)
        for low, high in pairwise(ends.tolist()):
            for node, weight in zip(_NODES, _WEIGHTS, strict=True):
                time = low + (high - low) * (node + 1) / 2
                misses = np.log1p(-time * heads)
                chance += weight * (high - low) / 2 * np.exp(float(misses @ many) - misses)
        law: Floats = (chance * heads)[where]
        law /= law.sum()
        return law

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`."""
        refuse_weights(weights)
        return sampling.permute_and_flip(entropy, scores, rate)

    def story(self, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Coins:
        """As `Selection.story`."""
        return coin_story(scores, rate, winner, entropy)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """Pure epsilon gives epsilon^2 / 2."""
        return epsilon**2 / 2

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """As `RangeCalibrated.reach`."""
        return logarithmic_reach(count, beta, weights)
