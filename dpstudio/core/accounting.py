"""What releases cost, alone and together (MATH 6): pure, approximate and zero-concentrated differential privacy.

Every figure is an exact rational; where a logarithm takes part it is rounded against us.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import Refusal
from dpstudio.core.quantities import ln_enclosure, significant_up
from dpstudio.translation import phrase

ZERO = Fraction(0)
_BITS = 320
_DIGITS = 6
_LESS = np.geomspace(1e-6, 1e45, 11_000)
_ORDERS = 1 + _LESS


@dataclass(frozen=True)
class PrivacyLoss:
    """What one release costs.

    Args:
        epsilon, delta: it is (epsilon, delta)-differentially private; delta is 0 for a pure guarantee.
        rho: it is rho-zero-concentrated differentially private.
    """

    epsilon: Fraction
    delta: Fraction
    rho: Fraction


def total(losses: Iterable[PrivacyLoss]) -> PrivacyLoss:
    """All of them together: epsilon, delta and rho each add up (basic composition; zCDP adds exactly)."""
    every = list(losses)
    times, one = Counter(map(id, every)), {id(each): each for each in every}  # a ledger keeps equal ones once
    some = [(one[which], many) for which, many in times.items()]
    epsilon = _sum((each.epsilon, many) for each, many in some)
    delta = _sum((each.delta, many) for each, many in some)
    rho = _sum((each.rho, many) for each, many in some)
    return PrivacyLoss(epsilon, delta, rho)


def _sum(values: Iterable[tuple[Fraction, int]]) -> Fraction:
    """The exact sum of values, each so many times; those of one denominator are added as whole numbers."""
    parts: dict[int, int] = {}
    for value, many in values:
        parts[value.denominator] = parts.get(value.denominator, 0) + value.numerator * many
    return sum((Fraction(above, below) for below, above in parts.items()), ZERO)


def epsilon_of(rho: Fraction, delta: Fraction) -> Fraction:
    """An epsilon, rounded up, such that rho-zCDP implies (epsilon, delta)-differential privacy.

    Args:
        rho: at least 0.
        delta: strictly between 0 and 1.

    Source: Canonne, Kamath and Steinke 2020, corollary 13: the least over orders a > 1 of
    a rho + (ln(1 / delta) + (a - 1) ln(1 - 1/a) - ln a) / (a - 1); any order is sound, a float picks a good one.
    """
    if rho == 0:
        return ZERO
    surplus = _float_surplus(delta)
    order = _order(np.argmin(_ORDERS * float(rho) + surplus))
    return significant_up(max(rho, order * rho + _surplus(order, delta)), _DIGITS)


def rho_for(epsilon: Fraction, delta: Fraction) -> Fraction:
    """A rho, rounded down, such that rho-zCDP implies (epsilon, delta)-differential privacy; as `epsilon_of`.

    Raises:
        Refusal: no order that is tried gives a rho above 0.
    """
    order = _order(np.argmax((float(epsilon) - _float_surplus(delta)) / _ORDERS))
    rho = (epsilon - _surplus(order, delta)) / order
    if rho <= 0:
        raise Refusal(
            phrase("Gaussian noise cannot be made for so small an ε with so small a δ."),
            phrase("Choose a larger ε or δ, or Laplace noise."),
            "epsilon",
        )
    return _significant_down(rho)


def _surplus(order: Fraction, delta: Fraction) -> Fraction:
    """At or above (ln(1 / delta) + (a - 1) ln(1 - 1/a) - ln a) / (a - 1)."""
    unlikely = -ln_enclosure(delta, _BITS)[0]
    shrink = ln_enclosure(1 - 1 / order, _BITS)[1]
    own = ln_enclosure(order, _BITS)[0]
    return (unlikely + (order - 1) * shrink - own) / ((order - 1) * (1 << _BITS))


def _float_surplus(delta: Fraction) -> NDArray[np.float64]:
    """As `_surplus` for all orders, in floats."""
    unlikely = -ln_enclosure(delta, _BITS)[0] / 2.0**_BITS
    surplus: NDArray[np.float64] = (unlikely - np.log(_ORDERS)) / _LESS + np.log1p(-1 / _ORDERS)
    return surplus


def _order(place: np.intp) -> Fraction:
    return 1 + Fraction(float(_LESS[place])).limit_denominator(10**12)


def _significant_down(value: Fraction) -> Fraction:
    step = Fraction(1)
    while value >= step * 10**_DIGITS:
        step *= 10
    while value < step * 10 ** (_DIGITS - 1):
        step /= 10
    return value // step * step
