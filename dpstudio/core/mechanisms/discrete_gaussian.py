"""Gaussian noise on a grid: the discrete Gaussian of Canonne, Kamath and Steinke (MATH 2)."""

from fractions import Fraction
from functools import lru_cache
from math import erfc, pi, sqrt
from statistics import NormalDist

import numpy as np

from dpstudio.core import sampling
from dpstudio.core.accounting import PrivacyLoss, rho_for
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.mechanisms.gaussian_tails import EXACT_UP_TO, exact_delta, outside
from dpstudio.core.mechanisms.noise import Floats, Noise, Part, Sized
from dpstudio.core.quantities import significant_up
from dpstudio.core.sampling.comparison import Integers, float_of
from dpstudio.translation import phrase

_DIGITS = 6
_WIDE = 60
_SUMMED = 1e6
_FARTHEST = 100_000


class DiscreteGaussian(Noise):
    """Pr[k] proportional to exp(-k^2 / (2 sigma^2)) on the grid; (epsilon, delta)-differentially private."""

    key = "discrete_gaussian"
    name = phrase("Gaussian noise on a grid")
    takes_delta = True
    size_name = phrase("variance in steps")
    formula = phrase("Pr[noise = k·g] ∝ exp(−(k·g)² / (2σ²))")
    sentence = phrase(
        "Adds a whole number of steps; large ones are rarer than with Laplace noise, which helps most"
        " where many figures are released at once. The guarantee has a small δ."
    )
    sampler = phrase("discrete Gaussian by exact rejection from the two-sided geometric")

    def sized(self, parts: tuple[Part, ...], epsilon: Fraction, delta: Fraction) -> Sized:
        """One number of moderate size by its exact discrete delta, else by zero-concentrated differential privacy.

        Raises:
            Refusal: delta does not lie strictly between 0 and 1.
        """
        if not 0 < delta < 1:
            raise Refusal(
                phrase("Gaussian noise needs a δ between 0 and 1."),
                phrase("Type a small one, for example 0.000001."),
                "delta",
            )
        return _sized(parts, epsilon, delta)

    def law(self, size: Fraction, steps: Floats) -> Floats:
        """As `Noise.law`."""
        variance = float_of(size)
        wide = np.arange(1.0, 40 * np.sqrt(variance) + 2) if variance < _WIDE**2 else None
        whole = np.sqrt(2 * np.pi * variance) if wide is None else 1 + 2 * np.exp(-(wide**2) / (2 * variance)).sum()
        chances: Floats = np.exp(-(steps**2) / (2 * variance)) / whole
        return chances

    def exponent(self, size: Fraction, steps: Floats) -> Floats:
        """As `Noise.exponent`."""
        return -(steps**2) / (2 * float_of(size))

    def widened(self, size: Fraction, times: Fraction) -> Fraction:
        """As `Noise.widened`: the variance grows as the square of the width."""
        return size * times**2

    def between(self, size: Fraction, first: Floats, last: Floats) -> Floats:
        """As `Noise.between`; wide noise by the continuous one and the first term of Euler and Maclaurin."""
        variance = float_of(size)
        if variance < _SUMMED:
            return _summed(variance, first, last)
        low, high = first - 0.5, last + 0.5
        near, far = np.where(low > 0, low, -high), np.where(low > 0, high, -low)
        beside = _beyond(near, variance) - _beyond(far, variance)
        over = 1 - _beyond(-low, variance) - _beyond(high, variance)
        smooth = np.where((low > 0) | (high < 0), beside, over)
        chances: Floats = smooth - (_slope(high, variance) - _slope(low, variance)) / 24
        return chances

    def draw(self, entropy: Entropy, size: Fraction, count: int) -> Integers:
        """As `Noise.draw`."""
        return sampling.discrete_gaussian(entropy, size, count)

    def outside(self, size: Fraction, reach: int) -> Fraction:
        """As `Noise.outside`."""
        return _outside(size, reach)

    def mean_size(self, size: Fraction) -> float:
        """As `Noise.mean_size`: the sum itself; of wide noise by Euler and Maclaurin."""
        variance = float_of(size)
        if variance >= _WIDE**2:
            return (2 * variance - 1 / 6) / sqrt(2 * pi * variance)
        steps = np.arange(1.0, 40 * sqrt(variance) + 2)
        return float(2 * steps @ self.law(size, steps))

    def guess(self, size: Fraction, rare: float) -> float:
        """As `Noise.guess`."""
        return sqrt(float_of(size)) * -NormalDist().inv_cdf(max(rare / 2, 1e-300))


def _summed(variance: float, first: Floats, last: Floats) -> Floats:
    """Sums of the law itself; what lies beyond every float's reach adds nothing."""
    reach = int(40 * sqrt(variance)) + 2
    steps = np.arange(-reach, reach + 1, dtype=np.float64)
    likely = np.exp(-(steps**2) / (2 * variance))
    reached = np.concatenate([np.zeros(1), np.cumsum(likely / likely.sum())])
    low = np.clip(first + reach, 0, steps.size).astype(np.int64)
    high = np.clip(last + reach + 1, 0, steps.size).astype(np.int64)
    chances: Floats = reached[high] - reached[low]
    return chances


def _beyond(steps: Floats, variance: float) -> Floats:
    """Pr[continuous noise > steps]."""
    scale = sqrt(2 * variance)
    return np.array([erfc(each / scale) / 2 for each in steps])


def _slope(steps: Floats, variance: float) -> Floats:
    """The derivative of the continuous density."""
    slopes: Floats = -steps / variance * np.exp(-(steps**2) / (2 * variance)) / sqrt(2 * pi * variance)
    return slopes


_outside = lru_cache(maxsize=4096)(outside)


@lru_cache(maxsize=64)
def _sized(parts: tuple[Part, ...], epsilon: Fraction, delta: Fraction) -> Sized:
    rho = rho_for(epsilon, delta)
    sizes = tuple(significant_up(part.bounds.l2_squared / (2 * rho * part.share), _DIGITS) for part in parts)
    proof = phrase("zCDP ρ = Σ Δ₂²/(2σ²), converted by Canonne, Kamath and Steinke 2020, corollary 13")
    if len(parts) == 1 and _is_small(parts[0], sizes[0]):
        sizes = (_least_variance(parts[0].bounds.l1, epsilon, delta, sizes[0]),)
        proof = phrase("exact δ of the discrete law, Canonne, Kamath and Steinke 2020, theorem 7")
    pairs = zip(parts, sizes, strict=True)
    spent = sum((part.bounds.l2_squared / (2 * size) for part, size in pairs), Fraction(0))
    return Sized(sizes, PrivacyLoss(epsilon, delta, spent), proof)


def _is_small(part: Part, variance: Fraction) -> bool:
    """Whether the law of the one number is narrow enough for its delta to be summed."""
    return part.bounds.components == 1 and part.bounds.l1 <= _FARTHEST and variance <= EXACT_UP_TO**2


def _least_variance(moved: int, epsilon: Fraction, delta: Fraction, enough: Fraction) -> Fraction:
    """About the least variance whose exact delta suffices; floats search, integers decide."""
    high = float(enough)
    low = high / 256
    for _ in range(40):
        middle = sqrt(low * high)
        low, high = (low, middle) if _float_delta(middle, moved, float_of(epsilon)) <= delta else (middle, high)
    variance = significant_up(Fraction(high), _DIGITS)
    more = Fraction(1, 10_000)
    while variance < enough and exact_delta(variance, moved, epsilon) > delta:
        variance, more = significant_up(variance * (1 + more), _DIGITS), 2 * more
    return min(variance, enough)


def _float_delta(variance: float, moved: int, epsilon: float) -> float:
    """As `exact_delta`, in floats: the sum over k of max(0, f(k) - e^epsilon f(k + moved)) / whole."""
    reach = int(40 * variance**0.5) + moved + 2
    steps = np.arange(-reach, reach + 1, dtype=np.float64)
    first = np.exp(-(steps**2) / (2 * variance))
    second = np.exp(np.minimum(epsilon - (steps + moved) ** 2 / (2 * variance), 700.0))
    return float(np.maximum(first - second, 0).sum() / first.sum())
