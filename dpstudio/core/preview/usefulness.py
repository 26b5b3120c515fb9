"""How likely a synthetic table is right within alpha on every query, against the number of people."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Usefulness:
    """Tables of so many people, all with the same shares as the one that is shown.

    Args:
        step: the distance of the numbers of people.
        failing: how likely some query is wrong by more than alpha, for 1, 2, ... steps of people.
        bounds: what is proven of that for every table of so many people, rounded up; it may exceed 1.
        enough: the least number of people with these shares for which that happens with probability beta at most.
        needed: the number of people that is enough for every table (MATH 3).
        people: how many there are.
        alpha, beta: as typed.
    """

    step: int
    failing: NDArray[np.float64]
    bounds: tuple[Fraction, ...]
    enough: int
    needed: int
    people: int
    alpha: Fraction
    beta: Fraction
