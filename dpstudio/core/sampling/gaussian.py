"""The discrete Gaussian, exactly: Pr[k] proportional to exp(-k^2 / (2 sigma^2)), by rejection from the geometric."""

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.comparison import SLACK, Integers, float_of, is_below
from dpstudio.core.sampling.geometric import two_sided_geometric

_BLOCK = 1 << 15
_TRIES = 1.45


def discrete_gaussian(entropy: Entropy, variance: Fraction, count: int) -> Integers:
    """`count` independent integers with Pr[k] proportional to exp(-k^2 / (2 * variance)), exactly.

    Args:
        entropy: source of uniform bits.
        variance: sigma^2 in steps of the grid, above 0.

    Source: Canonne, Kamath and Steinke 2020, algorithm 3: propose Y with rate 1 / t, t = floor(sigma) + 1, accept with
    exp(-(|Y| - sigma^2 / t)^2 / (2 sigma^2)).
    """
    scale = isqrt(variance.numerator // variance.denominator) + 1
    middle, width = variance / scale, float_of(2 * variance)
    found: list[Integers] = []
    lacking = count
    while lacking:
        tries = min(int(lacking * _TRIES) + 64, _BLOCK)
        proposed = two_sided_geometric(entropy, Fraction(1, scale), tries)
        exponent = np.abs(proposed).astype(np.float64)
        exponent -= float_of(middle)
        np.multiply(exponent, exponent, out=exponent)
        exponent /= -width
        threshold = np.exp(exponent) * 2.0**64
        words = entropy.words(tries)
        above = words.astype(np.float64) - threshold
        accepted = above < 0
        for index in np.flatnonzero(np.abs(above) <= threshold * SLACK + 2.0).tolist():
            exact = (abs(int(proposed[index])) - middle) ** 2 / (2 * variance)
            accepted[index] = is_below(entropy, int(words[index]), 64, exact)
        found.append(proposed[accepted][:lacking])
        lacking -= found[-1].size
    whole: NDArray[Any] = np.concatenate([*found, np.empty(0, np.int64)])
    return whole
