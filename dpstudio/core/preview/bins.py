"""Neighbouring outcomes put together where there are too many to show: what stands for them says where they end."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.question import Measurement

MOST_BINS = 1001
_BEYOND = 1.5


@dataclass(frozen=True)
class Bins:
    """Several outcomes at a place.

    Args:
        ends: the first and the last outcome at a place; "" where there is no last one.
        middle: the outcome in the middle of a place, for an axis.
        wide: how much is put together at a place, in words: "339.13 € wide".
    """

    ends: Callable[[int], tuple[str, str]]
    middle: Callable[[int], str]
    wide: str

    def label(self, place: int) -> str:
        """The outcomes at a place: "0.01 to 0.05", "2 or more", or one alone."""
        first, last = self.ends(place)
        if not last:
            return f"{first} or more"
        return first if first == last else f"{first} to {last}"


def noise_bins(question: Measurement, place: int) -> list[tuple[int, int]]:
    """Least and greatest number of steps of single values, or of bins of an odd width where there are too many."""
    reach = int(question.errors[place] * _BEYOND) + 2
    half = (2 * reach // MOST_BINS) // 2
    width = 2 * half + 1
    bins = reach // width
    return [(middle - half, middle + half) for middle in range(-bins * width, bins * width + 1, width)]


def chances_of(question: Measurement, place: int, bins: list[tuple[int, int]]) -> NDArray[np.float64]:
    """The probability that the noise lies in each bin."""
    first, last = np.array(bins, np.float64).T
    return NOISES[question.mechanism].between(question.calibration.sizes[place], first, last)
