"""Exact coins of probability exp(-rate * gap), and permute-and-flip over them."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.comparison import SLACK, Scores, float_of, gaps, is_below

_BLOCK = 1 << 16


def flips(entropy: Entropy, distance: NDArray[np.uint64] | NDArray[np.object_], rate: Fraction) -> NDArray[np.bool_]:
    """One independent coin for each distance, heads with probability exp(-rate * distance), exactly.

    Source: Canonne, Kamath and Steinke 2020, algorithm 1, for the law; the enclosure of MATH 5 for the speed.
    """
    threshold = np.exp(distance.astype(np.float64) * -float_of(rate)) * 2.0**64
    drawn = entropy.words(distance.size)
    above = drawn.astype(np.float64) - threshold
    heads: NDArray[np.bool_] = above < 0
    for index in np.flatnonzero(np.abs(above) <= threshold * SLACK + 2.0).tolist():
        heads[index] = is_below(entropy, int(drawn[index]), 64, Fraction(int(distance[index])) * rate)
    return heads


def permute_and_flip(entropy: Entropy, scores: Scores, rate: Fraction) -> int:
    """Draw an index as permute-and-flip does, exactly.

    The order in which candidates are visited is independent of their coins, so the first head met is a uniform
    member of the set of heads; the best candidate's coin is always heads.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.

    Source: McKenna and Sheldon 2020; MATH 1 and 5.
    """
    best = int(scores.max())
    heads = [
        start + np.flatnonzero(flips(entropy, gaps(scores[start : start + _BLOCK], best), rate))
        for start in range(0, scores.size, _BLOCK)
    ]
    members = np.concatenate(heads)
    return int(members[entropy.below(members.size)])
