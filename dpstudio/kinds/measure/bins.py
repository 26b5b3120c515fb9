"""The noise of a figure in single steps, or in bins where it has too many to show."""

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Floats
from dpstudio.core.sampling.comparison import Integers
from dpstudio.kinds.measure.settled import SettledMeasurement

Ranges = tuple[tuple[int, int], ...]
"""Least and greatest number of steps of each bin, ascending."""
MOST_BINS = 1001
_BEYOND = 1.5
_KEPT = 128


def noise_law(question: SettledMeasurement, place: int) -> tuple[Ranges, Floats]:
    """The bins of a vector's noise, and how likely each is; figures that are alike have it once."""
    return _law(question.mechanism, question.calibration.sizes[place], _reach(question, place))


@lru_cache(maxsize=_KEPT)
def _law(mechanism: str, size: Fraction, reach: int) -> tuple[Ranges, Floats]:
    bins = _around_0(reach)
    chances = NOISES[mechanism].between(size, *ends_of(bins))
    chances.setflags(write=False)
    return bins, chances


def noise_bins(question: SettledMeasurement, place: int, far: int = 0) -> Ranges:
    """Least and greatest number of steps of single values, or of bins of an odd width where there are too many.

    Args:
        far: how many steps they reach at least.
    """
    return _around_0(max(far, _reach(question, place)))


def _reach(question: SettledMeasurement, place: int) -> int:
    return int(question.errors[place] * _BEYOND) + 2


def _around_0(reach: int) -> Ranges:
    half = (2 * reach // MOST_BINS) // 2
    width = 2 * half + 1
    bins = reach // width
    return tuple((middle - half, middle + half) for middle in range(-bins * width, bins * width + 1, width))


def ends_of(bins: Ranges) -> tuple[Floats, Floats]:
    """The first step of each bin, and the last."""
    first, last = np.array(bins, np.float64).T
    return first, last


def chances_of(question: SettledMeasurement, place: int, bins: Ranges, shift: int = 0) -> Floats:
    """The probability that the noise lies in each bin, around a figure that lies so many steps higher."""
    first, last = ends_of(bins)
    return NOISES[question.mechanism].between(question.calibration.sizes[place], first - shift, last - shift)


def places_of(noise: Integers, bins: Ranges) -> NDArray[np.int64]:
    """In which bin each number of steps lies, -1 in none."""
    firsts, lasts = (np.array([each[end] for each in bins], noise.dtype) for end in (0, 1))
    places = np.searchsorted(firsts, noise, side="right") - 1
    beyond = (places < 0) | np.greater(noise, lasts[places]).astype(np.bool_)
    return np.where(beyond, -1, places)
