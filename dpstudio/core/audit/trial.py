"""What a self-audit plays: two invented tables that one person tells apart, and what of a release is compared."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.sealed import Shown

Floats = NDArray[np.float64]
Outcome = Hashable
Tick = Callable[[float], None]
_DIGITS = 1000
_SLACK = 1e-7
_RAREST = 1e-12


@dataclass(frozen=True)
class Trial:
    """Two neighbouring tables that nobody lives in, ready to be drawn from.

    Args:
        tables: their exact answers, as a release takes them; `Shown`, so that what is sealed can't stand here.
        told: the two tables, for people.
        compared: what of the result is compared, for people.
        outcome: that part of a release's result.
        losses: ln(chance on the first table / chance on the second) of each outcome, by the law that is stated; it
            picks events, so nothing hangs on it.
        claim, delta: what is promised of the compared part.
        exact: the largest loss of any outcome on these two tables by the exact law; None where the law has none.
    """

    tables: tuple[Shown[Any], Shown[Any]]
    told: str
    compared: str
    outcome: Callable[[Mapping[str, Any]], Outcome]
    losses: Callable[[Sequence[Any]], Floats]
    claim: Fraction
    delta: Fraction = Fraction(0)
    exact: float | None = None


def up(value: float) -> Fraction:
    """To thousandths, upwards; an error of floats alone does not count as one."""
    return Fraction(-floor(-(value - _SLACK) * _DIGITS), _DIGITS)


def down(value: float) -> Fraction:
    """To thousandths, downwards."""
    return Fraction(floor(value * _DIGITS), _DIGITS)


def largest(first: Floats, second: Floats) -> float:
    """The largest loss between two laws, over the outcomes that are no rarer than 10^-12."""
    both = (first > _RAREST) & (second > _RAREST)
    return float(np.abs(np.log(first[both]) - np.log(second[both])).max(initial=0.0))


def ratios(first: Floats, second: Floats) -> Floats:
    """ln(first / second), with a chance that is too small for a float as a very small one."""
    found: Floats = np.log(np.maximum(first, 1e-300)) - np.log(np.maximum(second, 1e-300))
    return found
