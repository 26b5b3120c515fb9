"""The one exact decision: is a uniform number below scale * exp(-exponent)?

A float encloses the threshold to a relative half-width of 2^-30. The rounding of the argument and of exp
stays below 2^-40 for every threshold that matters, so outside the enclosure the float's answer is certain;
inside it integers with directed rounding decide, drawing more bits of the uniform as they need them.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import exp_enclosure

SLACK = 2.0**-30
_MOST = 10**280
Integers = NDArray[np.int64] | NDArray[np.object_]
Scores = Integers
Floats = NDArray[np.float64]


def is_below(entropy: Entropy, leading: int, bits: int, exponent: Fraction, scale: Fraction = Fraction(1)) -> bool:
    """Whether U < scale * exp(-exponent), U = (leading + a fresh uniform number) / 2^bits.

    Args:
        entropy: where further bits of U come from.
        leading: the bits of U drawn so far, as an integer; it may exceed 2^bits.
        bits: how many binary places `leading` has.
        exponent: any rational; a negative one raises the threshold above `scale`.
        scale: above 0.
    """
    while True:
        places = bits + 32
        low, high = _threshold(exponent, scale, places)
        if leading + 1 << 32 <= low:
            return True
        if leading << 32 >= high:
            return False
        leading = leading << 64 | entropy.bits(64)
        bits += 64


def _threshold(exponent: Fraction, scale: Fraction, places: int) -> tuple[int, int]:
    """Integers that enclose 2^places * scale * exp(-exponent)."""
    top, bottom = scale.numerator, scale.denominator
    if exponent >= 0:
        low, high = exp_enclosure(exponent, places)
        return top * low // bottom, -(-top * high // bottom)
    room = places + 2 * (int(-exponent) + 1) + 32
    low, high = exp_enclosure(-exponent, room)
    return (top << places + room) // (high * bottom), -(-(top << places + room) // (max(low, 1) * bottom))


def gaps(scores: Scores, best: int) -> NDArray[np.uint64] | NDArray[np.object_]:
    """Best - scores, exactly, for int64 of any size or Python integers of any size."""
    if scores.dtype == np.int64:
        distance: NDArray[np.uint64] = np.int64(best).view(np.uint64) - scores.view(np.uint64)
        return distance
    return np.subtract(best, scores, dtype=object)


def exponents(distance: NDArray[np.uint64] | NDArray[np.object_], rate: Fraction) -> Floats:
    """Rate * distance as floats, to a relative 2^-51; what exceeds every float that matters is 10^280."""
    if distance.dtype == np.object_:
        return np.array([float_of(int(each) * rate) for each in distance], dtype=np.float64)
    product: Floats = distance.astype(np.float64) * float_of(rate)
    return product


def float_of(rate: Fraction) -> float:
    """The nearest float to a rational of at least 0, at most 10^280."""
    return rate.numerator / rate.denominator if rate < _MOST else 1e280
