"""The scores along a line of candidates, piece by piece, beside outcomes of which each is several candidates."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.quantities import readable
from dpstudio.core.scores.exact import Integers
from dpstudio.translation import phrase


class Pieces(NamedTuple):
    """Where along the outcomes each piece of equal score lies.

    Args:
        ends: where each piece begins, and where the last one ends, counted in outcomes.
        steps, unit: the score of each piece, as `Scores` has it.
    """

    ends: NDArray[np.float64]
    steps: Integers
    unit: Fraction

    def between(self, left: float, right: float) -> tuple[int, int]:
        """The first piece of which something lies between two places, and the one behind the last."""
        first = max(0, int(np.searchsorted(self.ends, left, side="right")) - 1)
        return first, min(self.steps.size, int(np.searchsorted(self.ends, right)))

    def text(self, place: int) -> str:
        """The score of an outcome, or the least and the greatest of its candidates."""
        first, last = self.between(place, place + 1)
        some = self.steps[first:last]
        least, greatest = (readable(int(end) * self.unit) for end in (some.min(), some.max()))
        return least if least == greatest else phrase("{first} to {last}", first=least, last=greatest)
