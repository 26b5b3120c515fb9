"""How far each of all possible persons moves a score, for each candidate."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpstudio.core.scores.exact import Exact, aligned, extreme

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Moves:
    """For each change and candidate the least and the greatest move."""

    low: Exact
    high: Exact

    def figures(self) -> tuple[Fraction, Fraction]:
        """The farthest that one score moves, and the farthest that two move apart."""
        ends = [abs(int(end)) for end in (self.low.steps.min(), self.high.steps.max())]
        return max(ends[0] * self.low.unit, ends[1] * self.high.unit), self.apart()

    def apart(self) -> Fraction:
        """The most by which the moves of two different candidates can differ."""
        ends = aligned(self.low, self.high)
        shape = np.broadcast_shapes(*(each.steps.shape for each in ends))
        low, high = (np.broadcast_to(each.steps, shape) for each in ends)
        if low.shape[1] == 1:
            return _ZERO
        first = high.argmax(axis=1)
        lines = np.arange(len(high))
        others = low.copy()
        others[lines, first] = others.max() + 1
        one = high[lines, first] - others.min(axis=1)
        last = low.argmin(axis=1)
        rest = high.copy()
        rest[lines, last] = rest.min() - 1
        two = rest.max(axis=1) - low[lines, last]
        return max(int(one.max()), int(two.max()), 0) * ends[0].unit


def scaled(factor: Exact, part: Moves) -> Moves:
    """A public number of times a part."""
    ends = (part.low.multiplied(factor), part.high.multiplied(factor))
    return Moves(extreme(*ends, greatest=False), extreme(*ends, greatest=True))
