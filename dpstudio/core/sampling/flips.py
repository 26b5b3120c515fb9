"""Exact coins of probability 2^shift * exp(-(rate * gap + offset))."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.comparison import SLACK, exponents, is_below

_LN_2 = float(np.log(2.0))


def flips(
    entropy: Entropy,
    distance: NDArray[np.uint64] | NDArray[np.object_],
    rate: Fraction,
    shift: int = 0,
    offset: int = 0,
) -> NDArray[np.bool_]:
    """One independent coin for each distance, exactly: heads with 2^shift * exp(-(rate * distance + offset)).

    Args:
        shift, offset: such that no probability exceeds 1.

    Source: Canonne, Kamath and Steinke 2020, algorithm 1, for the law; the enclosure of MATH 5 for the speed.
    """
    threshold = np.exp((shift + 64) * _LN_2 - (exponents(distance, rate) + offset))
    drawn = entropy.words(distance.size)
    above = drawn.astype(np.float64) - threshold
    heads: NDArray[np.bool_] = above < 0
    scale = Fraction(2) ** shift
    for index in np.flatnonzero(np.abs(above) <= threshold * SLACK + 2.0).tolist():
        exponent = Fraction(int(distance[index])) * rate + offset
        heads[index] = is_below(entropy, int(drawn[index]), 64, exponent, scale)
    return heads
