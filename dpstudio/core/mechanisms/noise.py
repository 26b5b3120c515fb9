"""What every mechanism that adds noise to figures promises and can tell about itself."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.mechanisms.contract import Mechanism
from dpstudio.core.sampling.comparison import Integers

Floats = NDArray[np.float64]
_BITS = 256
_ONE_PLACE = 9 * 900


@dataclass(frozen=True)
class Part:
    """One vector that gets noise of one size: its sensitivity and its share of the budget."""

    bounds: Bounds
    share: Fraction


@dataclass(frozen=True)
class Calibration:
    """Noise made for a budget.

    Args:
        sizes: one parameter a part: what the mechanism's `law` and `draw` take.
        loss: what the release of all parts costs.
        proof: from which theorem the sizes follow.
    """

    sizes: tuple[Fraction, ...]
    loss: PrivacyLoss
    proof: str


class Noise(Mechanism):
    """Independent noise on every component of every part, on the components' own grids.

    `size` is the parameter of one part; `takes_delta` tells whether the guarantee has a delta.
    """

    takes_delta: bool
    size_name: str

    @abstractmethod
    def calibrate(self, parts: Sequence[Part], epsilon: Fraction, delta: Fraction) -> Calibration:
        """The least noise that keeps the parts' joint release within (epsilon, delta)."""

    @abstractmethod
    def law(self, size: Fraction, steps: Floats) -> Floats:
        """Pr[noise = k] for each whole number k in `steps`, as floats."""

    @abstractmethod
    def draw(self, entropy: Entropy, size: Fraction, count: int) -> Integers:
        """The noise of `count` components, in steps, drawn exactly."""

    @abstractmethod
    def outside(self, size: Fraction, reach: int) -> Fraction:
        """At or above Pr[|noise| > reach]."""

    @abstractmethod
    def guess(self, size: Fraction, rare: float) -> float:
        """About the reach that noise exceeds with probability `rare`: where an exact search starts."""

    def loss(self, parts: Sequence[Part], epsilon: Fraction, delta: Fraction) -> PrivacyLoss:
        """What the release of all parts costs."""
        return self.calibrate(parts, epsilon, delta).loss

    def accuracy(self, size: Fraction, components: int, beta: Fraction) -> int:
        """The least m such that with probability at least 1 - beta no component's noise exceeds m steps.

        Source: MATH 2: independent components, 1 - (1 - Pr[|k| > m])^components <= beta.
        """

        def enough(reach: int) -> bool:
            return _rare(self.outside(size, reach), components, beta)

        return least(enough, max(0, int(self.guess(size, float(beta) / components))))

    def errors(self, parts: Sequence[Part], sizes: Sequence[Fraction], beta: Fraction) -> list[int]:
        """For each part how many steps its noise stays within; all of them together fail with probability <= beta."""
        each = beta / len(parts)
        return [self.accuracy(size, part.bounds.components, each) for part, size in zip(parts, sizes, strict=True)]

    def epsilon_for(
        self, wanted: Fraction, part: int, parts: Sequence[Part], delta: Fraction, beta: Fraction
    ) -> Fraction:
        """The least epsilon of three digits found whose error for one part is at most the one wanted.

        Args:
            wanted: the error in the unit of the figure, at least 0.
            part: which part it is meant for.
        """
        most = wanted / parts[part].bounds.step

        def enough(place: int) -> bool:
            sizes = self.calibrate(parts, round_number(place), delta).sizes
            return self.errors(parts, sizes, beta)[part] <= most

        return round_number(least(enough, _ONE_PLACE))


def least(enough: Callable[[int], bool], start: int) -> int:
    """The least whole number from 0 that is enough, where all above it are; the search gallops from `start`."""
    low, high, stride = -1, start, 1
    if enough(start):
        while high >= stride and enough(high - stride):
            high, stride = high - stride, 2 * stride
        low = high - stride if high >= stride else -1
    else:
        low, high = start, start + stride
        while not enough(high):
            stride *= 2
            low, high = high, high + stride
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def round_number(place: int) -> Fraction:
    """All numbers of three digits in order, from 1e-9 on."""
    return (100 + place % 900) * Fraction(10) ** (place // 900 - 11)


def _rare(outside: Fraction, components: int, beta: Fraction) -> bool:
    """Whether 1 - (1 - outside)^components <= beta, certainly."""
    inside = ((outside.denominator - outside.numerator) << _BITS) // outside.denominator
    all_inside = 1 << _BITS
    while components:
        if components % 2:
            all_inside = all_inside * inside >> _BITS
        inside, components = inside * inside >> _BITS, components // 2
    return Fraction(all_inside, 1 << _BITS) >= 1 - beta
