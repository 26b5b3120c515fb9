"""The discrete Gaussian's tails and its exact delta, enclosed in integers; no float takes part."""

from fractions import Fraction
from math import isqrt

from dpstudio.core.quantities import exp_enclosure

_BITS = 192
_ONE = 1 << _BITS
_NEGLIGIBLE = 1 << 24
EXACT_UP_TO = 300
_ROOT_TWO_PI = Fraction(250662827463, 10**11)


def exact_delta(variance: Fraction, moved: int, epsilon: Fraction) -> Fraction:
    """At or above the least delta for which discrete Gaussian noise is (epsilon, delta)-differentially private.

    Args:
        variance: sigma^2 in steps.
        moved: the sensitivity of the one number, a whole number of steps.

    Source: Canonne, Kamath and Steinke 2020, theorem 7:
    Pr[Y > epsilon sigma^2 / moved - moved / 2] - e^epsilon Pr[Y > epsilon sigma^2 / moved + moved / 2].
    """
    middle = epsilon * variance / moved
    first = _above(middle - Fraction(moved, 2))
    second = _above(middle + Fraction(moved, 2))
    likely, unlikely, whole = _tail(variance, first)[1], _tail(variance, second)[0], _tail(variance, None)[0]
    grown = unlikely * _ONE // exp_enclosure(epsilon, _BITS)[1] if unlikely else 0
    return max(Fraction(likely - grown, whole), Fraction(0))


def outside(variance: Fraction, reach: int) -> Fraction:
    """At or above Pr[|Y| > reach] for the discrete Gaussian.

    Above EXACT_UP_TO steps of sigma the tail is bounded by the continuous one a step nearer (Canonne, Kamath and
    Steinke 2020, proposition 25) and that by Sampford's 4 phi(x) / (3 x + sqrt(x^2 + 8)).
    """
    if variance <= EXACT_UP_TO**2:
        return Fraction(2 * _tail(variance, reach + 1)[1], _tail(variance, None)[0])
    if reach < 1:
        return Fraction(1)
    square = Fraction(reach**2) / variance
    density = Fraction(exp_enclosure(square / 2, _BITS)[1], _ONE) / _ROOT_TWO_PI
    return min(Fraction(1), 2 * density * 4 / (3 * _root_down(square) + _root_down(square + 8)))


def _above(threshold: Fraction) -> int:
    """The least integer above it."""
    return threshold.numerator // threshold.denominator + 1


def _root_down(value: Fraction) -> Fraction:
    return Fraction(isqrt((value.numerator << 128) // value.denominator), 1 << 64)


def _tail(variance: Fraction, first: int | None) -> tuple[int, int]:
    """A bracket of 2^192 * sum of exp(-k^2 / (2 variance)) over k >= first, or over all k."""
    if first is None:
        low, high = _sum(variance, 1)
        return 2 * low + _ONE, 2 * high + _ONE
    if first > 0:
        return _sum(variance, first)
    whole, rest = _tail(variance, None), _sum(variance, 1 - first)
    return whole[0] - rest[1], whole[1] - rest[0]


def _sum(variance: Fraction, first: int) -> tuple[int, int]:
    """The same for first >= 1: each term is the one before times a factor that itself shrinks by a constant one."""
    low, high = exp_enclosure(Fraction(first**2) / (2 * variance), _BITS)
    factor_low, factor_high = exp_enclosure(Fraction(2 * first + 1) / (2 * variance), _BITS)
    shrink_low, shrink_high = exp_enclosure(1 / variance, _BITS)
    total_low = total_high = 0
    while high > _NEGLIGIBLE:
        total_low, total_high = total_low + low, total_high + high
        low, high = low * factor_low >> _BITS, -(-(high * factor_high) >> _BITS)
        factor_low, factor_high = factor_low * shrink_low >> _BITS, -(-(factor_high * shrink_high) >> _BITS)
    return total_low, total_high + high * _ONE // (_ONE - factor_high) + 1
