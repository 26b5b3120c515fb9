"""The noise of a figure in single steps, or in bins where it has too many to show."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.sampling.comparison import Integers
from dpstudio.kinds.measure.settled import SettledMeasurement

MOST_BINS = 1001
_BEYOND = 1.5


def noise_bins(question: SettledMeasurement, place: int, far: int = 0) -> list[tuple[int, int]]:
    """Least and greatest number of steps of single values, or of bins of an odd width where there are too many.

    Args:
        far: how many steps they reach at least.
    """
    reach = max(far, int(question.errors[place] * _BEYOND) + 2)
    half = (2 * reach // MOST_BINS) // 2
    width = 2 * half + 1
    bins = reach // width
    return [(middle - half, middle + half) for middle in range(-bins * width, bins * width + 1, width)]


def chances_of(
    question: SettledMeasurement, place: int, bins: list[tuple[int, int]], shift: int = 0
) -> NDArray[np.float64]:
    """The probability that the noise lies in each bin, around a figure that lies so many steps higher."""
    first, last = np.array(bins, np.float64).T - shift
    return NOISES[question.mechanism].between(question.calibration.sizes[place], first, last)


def places_of(noise: Integers, bins: list[tuple[int, int]]) -> NDArray[np.int64]:
    """In which bin each number of steps lies, -1 in none."""
    firsts, lasts = (np.array([each[end] for each in bins], noise.dtype) for end in (0, 1))
    places = np.searchsorted(firsts, noise, side="right") - 1
    beyond = (places < 0) | np.greater(noise, lasts[places]).astype(np.bool_)
    return np.where(beyond, -1, places)
