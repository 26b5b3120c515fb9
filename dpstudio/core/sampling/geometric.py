"""The two-sided geometric law, exactly: Pr[k] proportional to exp(-rate * |k|), one uniform number a variate.

With r = exp(-rate), X >= k for k >= 0 just when U < r^k / (1 + r), and X <= -k for k >= 1 just when
1 - U < r^k / (1 + r). So |X| is the whole part of -ln(V (1 + r)) / rate, V = U or 1 - U. A float decides wherever it
is far from the next whole number; elsewhere integers with directed rounding do, drawing more bits of U as they need.
"""

from fractions import Fraction
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import exp_enclosure, ln_enclosure
from dpstudio.core.sampling.comparison import Integers, float_of

_BLOCK = 1 << 15
_WIDEST = 2.0**36
_LEAST_CELL = 2.0**43
_ONE = np.uint64(1)


def two_sided_geometric(entropy: Entropy, rate: Fraction, count: int) -> Integers:
    """`count` independent integers with Pr[k] = (1 - r) / (1 + r) * r^|k|, r = exp(-rate), exactly.

    Args:
        entropy: source of uniform bits.
        rate: above 0; its inverse is the scale in steps of the grid.

    Returns:
        int64, or Python integers where the scale exceeds the floats' reach.

    Source: MATH 2; the law is that of Canonne, Kamath and Steinke 2020, algorithm 2.
    """
    if rate < 1 / Fraction(_WIDEST):
        words = entropy.words(count).tolist()
        return np.array([_refined(entropy, word, rate) for word in words], dtype=object)
    found = np.empty(count, np.int64)
    cut = (1 << 160) // ((1 << 96) + exp_enclosure(rate, 96)[1])
    for start in range(0, count, _BLOCK):
        part = found[start : start + _BLOCK]
        _fill(entropy, part, rate, np.uint64(min(cut, (1 << 64) - 1)))
    return found


def _fill(entropy: Entropy, found: NDArray[np.int64], rate: Fraction, cut: np.uint64) -> None:
    """One block: the float path, then the refinement of every variate near a boundary.

    The error of `place` stays below scale * (2^-43 + 2^-46) + 2^-52: the half cell of a 63-bit V of at least 2^43, the
    rounding of a logarithm below 45, and that of the steps after it, which counts where the scale is small.
    """
    scale = 1 / float_of(rate)
    words = entropy.words(found.size)
    np.copyto(found, words >= cut, casting="unsafe")
    np.negative(found, out=found)
    cells = np.bitwise_xor(words, found.view(np.uint64))
    np.right_shift(cells, _ONE, out=cells)
    place = cells.view(np.int64).astype(np.float64)
    small = place.min() < _LEAST_CELL
    doubtful = place < _LEAST_CELL if small else None
    np.maximum(place, 1.0, out=place)
    np.log(place, out=place)
    place += log1p(exp(-1 / scale)) - 63 * log(2.0)
    place *= -scale
    whole = np.floor(place)
    place -= whole
    place -= 0.5
    np.abs(place, out=place)
    near = 0.5 - scale * 2.0**-40 - 2.0**-50
    unsure = words - cut + _ONE <= _ONE + _ONE
    if doubtful is not None or place.max() > near:
        unsure |= place > near
        if doubtful is not None:
            unsure |= doubtful
    steps = whole.astype(np.int64)
    steps ^= found
    steps -= found
    found[:] = steps
    for index in np.flatnonzero(unsure).tolist():
        found[index] = _refined(entropy, int(words[index]), rate)


def _refined(entropy: Entropy, leading: int, rate: Fraction) -> int:
    """The same inversion in exact arithmetic, U = (leading + a fresh uniform number) / 2^64."""
    bits = 64
    while True:
        value = _decided(leading, bits, rate)
        if value is not None:
            return value
        leading = leading << 64 | entropy.bits(64)
        bits += 64


def _decided(leading: int, bits: int, rate: Fraction) -> int | None:
    """The variate, where every U in [leading, leading + 1] / 2^bits gives the same one."""
    one = 1 << bits
    low, high = exp_enclosure(rate, bits)
    if (leading + 1) * (one + high) <= one * one:
        first, last, sign = leading, leading + 1, 1
    elif leading * (one + low) >= one * one:
        first, last, sign = one - leading - 1, one - leading, -1
    else:
        return None
    if first == 0:
        return None
    whole = Fraction(one * one)
    farthest = _steps(first * (one + low) / whole, rate, bits)[1]
    nearest = _steps(last * (one + high) / whole, rate, bits)[0]
    return sign * max(nearest, 0) if max(nearest, 0) == max(farthest, 0) else None


def _steps(share: Fraction, rate: Fraction, bits: int) -> tuple[int, int]:
    """Whole parts at or below and at or above that of -ln(share) / rate."""
    low, high = ln_enclosure(share, bits)
    scale = (1 << bits) * rate
    return int(-high // scale), int(-low // scale)
