"""One candidate leads, all others are equal: how far it must lead to win (example 1.5 of the lecture on selection)."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Needed:
    """The lead that suffices for a wanted probability.

    Args:
        lead: the least whole multiple of a step of the scores; None where no lead suffices.
        proven: from which lead on the error bound promises it; None where there is none.
    """

    lead: Fraction | None
    proven: Fraction | None


@dataclass(frozen=True)
class Leader:
    """How likely the leader wins.

    Args:
        step: the distance of the leads.
        losing: how likely another one wins, with a lead of 0, 1, 2, ... steps.
        bounds: what is proven of that, rounded up; None where nothing is. It may exceed 1.
        needed: the lead with which that happens with probability beta at most.
        doubled: the same with R = 2 Delta, as textbooks have it; None where it is so already.
        others: how many candidates do not lead.
    """

    step: Fraction
    losing: NDArray[np.float64]
    bounds: tuple[Fraction, ...] | None
    needed: Needed
    doubled: Needed | None
    others: int
    beta: Fraction
