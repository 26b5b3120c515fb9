"""Several winners by peeling: draw one, take it out, draw again; each draw has an equal part of epsilon (MATH 6)."""

from fractions import Fraction

import numpy as np

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.selection import Selection, Weights
from dpstudio.core.sampling.comparison import Scores


def draw_all(
    mechanism: Selection, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights, winners: int
) -> list[int]:
    """Indices of the winners in the order drawn; each draw is exact, with the rate of one draw."""
    left = np.arange(scores.size)
    found = []
    for _ in range(winners):
        kept = None if weights is None else tuple(weights[i] for i in left)
        place = mechanism.draw(entropy, scores[left], rate, kept)
        found.append(int(left[place]))
        left = np.delete(left, place)
    return found


def accuracy(
    mechanism: Selection,
    range_sensitivity: Fraction,
    epsilon: Fraction,
    count: int,
    beta: Fraction,
    weights: Weights,
    winners: int,
) -> Fraction:
    """With probability at least 1 - beta every winner's score is within this of the best not yet drawn.

    Each of the draws fails with probability at most beta / winners.
    """
    return mechanism.accuracy(range_sensitivity, epsilon / winners, count, beta / winners, weights)


def epsilon_for(
    mechanism: Selection,
    gap: Fraction,
    range_sensitivity: Fraction,
    count: int,
    beta: Fraction,
    weights: Weights,
    winners: int,
) -> Fraction:
    """The epsilon of all draws together for a wanted `accuracy`."""
    return winners * mechanism.epsilon_for(gap, range_sensitivity, count, beta / winners, weights)


def loss(mechanism: Selection, epsilon: Fraction, winners: int) -> PrivacyLoss:
    """What all draws together cost."""
    return PrivacyLoss(epsilon, Fraction(0), zcdp_rho(mechanism, epsilon, winners))


def zcdp_rho(mechanism: Selection, epsilon: Fraction, winners: int) -> Fraction:
    """Zero-concentrated differential privacy adds over the draws."""
    return winners * mechanism.zcdp_rho(epsilon / winners)
