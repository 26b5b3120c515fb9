"""What every mechanism that adds noise to figures promises and can tell about itself."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.mechanisms.contract import Calibration, Mechanism, refuse_unusable
from dpstudio.core.sampling.comparison import Integers

Floats = NDArray[np.float64]
_BITS = 256
_ONE_PLACE = 9 * 900


@dataclass(frozen=True)
class Part:
    """One vector that gets noise of one size: its sensitivity and its share of the budget."""

    bounds: Bounds
    share: Fraction


class Sized(NamedTuple):
    """The sizes of the noise, one a part, what the release of all parts costs, and the theorem they follow from."""

    sizes: tuple[Fraction, ...]
    loss: PrivacyLoss
    proof: str


@dataclass(frozen=True)
class NoiseCalibration(Calibration):
    """Noise on figures, fitted to their sensitivities and a budget.

    Args:
        mechanism: the kind of noise.
        parts: the vectors, whose shares add up to at most 1.
        epsilon, delta: of all parts together.
    """

    mechanism: "Noise"
    parts: tuple[Part, ...]
    epsilon: Fraction
    delta: Fraction = Fraction(0)
    _made: Sized = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon, **{f"share {i}": part.share for i, part in enumerate(self.parts)})
        if not self.parts or sum(part.share for part in self.parts) > 1:
            raise ValueError("the parts share the budget")
        if not isinstance(self.delta, Fraction) or (self.delta and not self.mechanism.takes_delta):
            raise ValueError("delta is for noise that takes one")
        object.__setattr__(self, "_made", self.mechanism.sized(self.parts, self.epsilon, self.delta))

    @property
    def sizes(self) -> tuple[Fraction, ...]:
        """One parameter a part: what the mechanism's `law` and `draw` take."""
        return self._made.sizes

    @property
    def loss(self) -> PrivacyLoss:
        """What the release of all parts with noise of these sizes costs."""
        return self._made.loss

    @property
    def proof(self) -> str:
        """From which theorem the sizes follow."""
        return self._made.proof

    def draw(self, entropy: Entropy, truth: Sequence[Sequence[int]]) -> list[list[Fraction]]:
        """Every component of every part with noise, in the figures' own unit."""
        noisy = []
        for part, size, exact in zip(self.parts, self.sizes, truth, strict=True):
            if len(exact) != part.bounds.components:
                raise ValueError("the answers are not those of the parts")
            noise = self.mechanism.draw(entropy, size, len(exact)).tolist()
            noisy.append([(a + b) * part.bounds.step for a, b in zip(exact, noise, strict=True)])
        return noisy

    def errors(self, beta: Fraction) -> tuple[int, ...]:
        """For each part how many steps its noise stays within; all of them together fail with probability <= beta."""
        return tuple(self.error(part, beta) for part in range(len(self.parts)))

    def error(self, part: int, beta: Fraction) -> int:
        """As `errors`, of one part."""
        each = beta / len(self.parts)
        return self.mechanism.accuracy(self.sizes[part], self.parts[part].bounds.components, each)


class Noise(Mechanism):
    """Independent noise on every component of every part, on the components' own grids.

    `size` is the parameter of one part; `takes_delta` tells whether the guarantee has a delta.
    """

    own = (
        *("law", "exponent", "between", "draw", "sized", "widened", "outside", "mean_size"),
        *("takes_delta", "size_name"),
    )
    takes_delta: bool
    size_name: str

    def calibrate(self, parts: Sequence[Part], epsilon: Fraction, delta: Fraction = Fraction(0)) -> NoiseCalibration:
        """The least noise that keeps the parts' joint release within (epsilon, delta)."""
        return NoiseCalibration(self, tuple(parts), epsilon, delta)

    @abstractmethod
    def sized(self, parts: tuple[Part, ...], epsilon: Fraction, delta: Fraction) -> Sized:
        """What `calibrate` is made of."""

    @abstractmethod
    def law(self, size: Fraction, steps: Floats) -> Floats:
        """Pr[noise = k] for each whole number k in `steps`, as floats."""

    @abstractmethod
    def exponent(self, size: Fraction, steps: Floats) -> Floats:
        """The logarithm of `law` but for a constant, however far from 0."""

    @abstractmethod
    def widened(self, size: Fraction, times: Fraction) -> Fraction:
        """The size of noise that is so many times as wide."""

    @abstractmethod
    def between(self, size: Fraction, first: Floats, last: Floats) -> Floats:
        """Pr[first <= noise <= last] for each pair of whole numbers, as floats."""

    @abstractmethod
    def draw(self, entropy: Entropy, size: Fraction, count: int) -> Integers:
        """The noise of `count` components, in steps, drawn exactly."""

    @abstractmethod
    def outside(self, size: Fraction, reach: int) -> Fraction:
        """At or above Pr[|noise| > reach]."""

    @abstractmethod
    def mean_size(self, size: Fraction) -> float:
        """The expected number of steps by which one number is off, as a float."""

    @abstractmethod
    def guess(self, size: Fraction, rare: float) -> float:
        """About the reach that noise exceeds with probability `rare`: where an exact search starts."""

    def accuracy(self, size: Fraction, components: int, beta: Fraction) -> int:
        """The least m such that with probability at least 1 - beta no component's noise exceeds m steps.

        Source: MATH 2: independent components, 1 - (1 - Pr[|k| > m])^components <= beta.
        """
        return _reach(self, size, components, beta)

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
            return self.calibrate(parts, round_number(place), delta).errors(beta)[part] <= most

        return round_number(least(enough, _ONE_PLACE))


@lru_cache(maxsize=1024)
def _reach(noise: Noise, size: Fraction, components: int, beta: Fraction) -> int:
    """As `Noise.accuracy`; figures that are alike ask for the same, and ask again whenever another one changes."""

    def enough(reach: int) -> bool:
        return _rare(noise.outside(size, reach), components, beta)

    return least(enough, max(0, int(noise.guess(size, float(beta) / components))))


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
