"""Which values are published of a figure for each number of steps of noise, and the bins that keep one value together.

Hundreds of values are worked out for each picture: all of them are whole numbers over one denominator.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import lcm

from dpstudio.core.preview.distribution import Line
from dpstudio.kinds.measure.bins import Ranges
from dpstudio.kinds.measure.figures.contract import Finish

_FAR = 20


class Published:
    """What is published of one figure; it never falls while the noise rises.

    Args:
        finish: what happens to the noisy number.
        centre: the true number, in steps.
        step: what one step is worth.

    Attributes:
        even: whether nothing is rounded or clamped, so that each step of noise moves what is published alike.
    """

    def __init__(self, finish: Finish, centre: int, step: Fraction) -> None:
        step, ends = step / finish.people, (finish.least, finish.greatest)
        there = [each for each in (step, finish.rounding, *ends) if each is not None]
        self._parts = lcm(*(each.denominator for each in there))
        self._centre, self._step = centre, int(step * self._parts)
        self._width = None if finish.rounding is None else int(finish.rounding * self._parts)
        self._least, self._greatest = (None if each is None else int(each * self._parts) for each in ends)
        self.even = len(there) == 1

    def whole(self, steps: int) -> int:
        """What so many steps of noise lead to, as a multiple of the smallest part that there is."""
        value = (self._centre + steps) * self._step
        if self._width is not None:
            value = (2 * value + self._width) // (2 * self._width) * self._width
        if self._least is not None and value < self._least:
            value = self._least
        if self._greatest is not None and value > self._greatest:
            value = self._greatest
        return value

    def value(self, steps: int) -> Fraction:
        """What so many steps of noise lead to."""
        return Fraction(self.whole(steps), self._parts)

    @property
    def true(self) -> Fraction:
        """The figure itself, neither rounded nor clamped."""
        return Fraction(self._centre * self._step, self._parts)

    def line(self, bins: Ranges) -> Line | None:
        """The middles of bins as numbers at equal distances, or None where these are unequal."""
        values = [self.whole(sum(ends) // 2) for ends in (bins[:2] if self.even else bins)]
        steps = {later - one for one, later in pairwise(values)}
        if len(steps) != 1 or min(steps) <= 0:
            return None
        return Line(values[0] / self._parts, steps.pop() / self._parts, "")

    def held(self, bins: Ranges) -> tuple[Fraction | None, Fraction | None]:
        """The least and the greatest value that are published for all beyond them, where a bin reaches them."""
        low, high = self.whole(bins[0][0]) == self._least, self.whole(bins[-1][1]) == self._greatest
        return self.value(bins[0][0]) if low else None, self.value(bins[-1][1]) if high else None

    def widest(self, bins: Ranges) -> Fraction:
        """How far the values of a bin lie apart at most."""
        ends = bins[:1] if self.even else bins
        return Fraction(max(self.whole(last) - self.whole(first) for first, last in ends), self._parts)

    def apart(self, bins: Ranges) -> Ranges:
        """The bins with their borders moved so that what is published as one value lies in one bin.

        The outermost ones, too: all that is published as their values lies in them. A value that all beyond it are
        clamped to has a bin of its own.

        Args:
            bins: side by side, each as wide as the others.
        """
        if self.even:
            return bins
        whole, far = self.whole, _FAR * (bins[-1][1] + 1)
        ends = {self._least, self._greatest}
        starts = [_first(-far, bins[0][0], whole)]
        for first, _ in bins[1:]:
            at = _first(starts[-1], first, whole)
            if at > starts[-1]:
                starts.append(at)
        last = bins[-1][1]
        end = bisect_right(range(last, far), whole(last), key=whole) + last
        if whole(starts[0]) in ends:
            starts.append(bisect_right(range(starts[0], end), whole(starts[0]), key=whole) + starts[0])
        if whole(end - 1) in ends:
            starts.append(_first(starts[0], end - 1, whole))
        borders = sorted({*starts, end} - {each for each in starts if each > end})
        return tuple((first, after - 1) for first, after in pairwise(borders))


def _first(low: int, steps: int, value: Callable[[int], int]) -> int:
    """The first number of steps from `low` on that is published as `steps` are."""
    return bisect_left(range(low, steps), value(steps), key=value) + low
