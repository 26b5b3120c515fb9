"""Laplace noise on a grid: the two-sided geometric mechanism (MATH 2)."""

from fractions import Fraction
from math import exp, expm1, log

import numpy as np

from dpstudio.core import sampling
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.noise import Floats, Noise, Part, Sized
from dpstudio.core.quantities import exp_enclosure
from dpstudio.core.sampling.comparison import Integers, float_of
from dpstudio.translation import phrase

_BITS = 256
_PROOF = phrase("how far one person can move each figure (Δ₁), and the figures' shares of ε, which add up to ε")


class TwoSidedGeometric(Noise):
    """Pr[k] proportional to exp(-rate * |k|) on the grid, rate = epsilon of the part / its l1 sensitivity."""

    key = "two_sided_geometric"
    name = phrase("Laplace noise on a grid")
    takes_delta = False
    size_name = phrase("rate per step")
    formula = phrase("Pr[noise = k·g] ∝ exp(−s·ε·g·|k| / Δ₁)")
    sentence = phrase("Adds a whole number of steps, small ones likelier than large ones. The guarantee is pure.")
    sampler = phrase("two-sided geometric by exact inversion")

    def sized(self, parts: tuple[Part, ...], epsilon: Fraction, delta: Fraction) -> Sized:
        """l1 accounting: a part that gets epsilon_j is epsilon_j-DP, and the parts' epsilons add up (MATH 2 and 6)."""
        sizes = tuple(epsilon * part.share / part.bounds.l1 for part in parts)
        rho = sum(((epsilon * part.share) ** 2 / 2 for part in parts), Fraction(0))
        return Sized(sizes, PrivacyLoss(epsilon, Fraction(0), rho), _PROOF)

    def law(self, size: Fraction, steps: Floats) -> Floats:
        """As `Noise.law`."""
        rate = float_of(size)
        chances: Floats = np.exp(-rate * np.abs(steps)) * np.tanh(rate / 2)
        return chances

    def exponent(self, size: Fraction, steps: Floats) -> Floats:
        """As `Noise.exponent`."""
        return -float_of(size) * np.abs(steps)

    def widened(self, size: Fraction, times: Fraction) -> Fraction:
        """As `Noise.widened`: the rate falls as the width grows."""
        return size / times

    def between(self, size: Fraction, first: Floats, last: Floats) -> Floats:
        """As `Noise.between`: a bin beside 0 by its own geometric sum, one over 0 by what lies outside it."""
        rate = float_of(size)
        whole = 1 + exp(-rate)
        near = np.maximum(first, -last)
        beside = np.exp(-rate * np.maximum(near, 0)) * -np.expm1(-rate * (last - first + 1)) / whole
        over = 1 - (np.exp(-rate * np.maximum(last + 1, 0)) + np.exp(-rate * np.maximum(1 - first, 0))) / whole
        chances: Floats = np.where(near > 0, beside, over)
        return chances

    def draw(self, entropy: Entropy, size: Fraction, count: int) -> Integers:
        """As `Noise.draw`."""
        return sampling.two_sided_geometric(entropy, size, count)

    def outside(self, size: Fraction, reach: int) -> Fraction:
        """2 q^(reach + 1) / (1 + q), q = e^-rate, rounded up."""
        beyond = exp_enclosure(size * (reach + 1), _BITS)[1]
        low = exp_enclosure(size, _BITS)[0]
        return min(Fraction(1), Fraction(2 * beyond, (1 << _BITS) + low))

    def mean_size(self, size: Fraction) -> float:
        """As `Noise.mean_size`: 2q / (1 - q^2), q = e^-rate."""
        rate = float_of(size)
        return 2 * exp(-rate) / -expm1(-2 * rate)

    def guess(self, size: Fraction, rare: float) -> float:
        """As `Noise.guess`."""
        rate = float_of(size)
        return log(2 / (rare * (1 + exp(-rate)))) / rate
