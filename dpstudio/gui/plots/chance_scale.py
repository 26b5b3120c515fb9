"""How probabilities become lengths: in proportion to them, or to their logarithms from a floor on."""

from abc import ABC, abstractmethod
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from dpstudio.gui.plots.ticks import Rounded, decade_text, decade_ticks, round_ticks
from dpstudio.gui.widgets.percent import one_in, percent
from dpstudio.translation import tr

Floats = NDArray[np.float64]
_MOST_DECADES = 12
_IN_PERCENT = 1e-3
"""Smaller probabilities are written as one in so many."""


class ChanceScale(ABC):
    """Where probabilities lie along an axis.

    Attributes:
        name: of the axis.
        most: where certainty lies.
        foot: where bars begin.
        rounded: round numbers between two places, and what is written there.
        told: what is said of the scale; "" of the common one.
        least: how long an axis is at least.
        floor: what is less likely has no length; "" where there is no such probability.
    """

    name: str
    most: float
    foot: float
    rounded: Rounded
    told: str
    least = 0.0
    floor = ""

    @abstractmethod
    def at(self, percents: Floats) -> Floats:
        """Where probabilities in percent lie."""

    def lengths(self, percents: Floats) -> Floats:
        """How long the bars of probabilities in percent are."""
        return self.at(percents) - self.foot

    @abstractmethod
    def words(self, chance: float) -> str:
        """What is written beside a bar."""


class Proportional(ChanceScale):
    """In percent, from 0 on."""

    name, most, foot, told = tr("probability in %"), 100.0, 0.0, ""
    rounded = staticmethod(round_ticks)

    def at(self, percents: Floats) -> Floats:
        """As `ChanceScale.at`."""
        return percents

    def words(self, chance: float) -> str:
        """As `ChanceScale.words`."""
        return percent(chance)


class Logarithmic(ChanceScale):
    """By the logarithm to the base 10; what is less likely than the floor has no length.

    Args:
        decade: the floor is 10 to the power of it.
    """

    most = 0.0
    least = 1.01 * log10(2)  # else one number stands at it
    rounded = staticmethod(decade_ticks)

    def __init__(self, decade: int) -> None:
        self.foot = float(decade)
        self.floor = decade_text(decade)
        self.name = tr("probability in log scale; from {floor} on", floor=self.floor)
        self.told = begins_at(self.floor)

    def at(self, percents: Floats) -> Floats:
        """As `ChanceScale.at`."""
        found: Floats = np.log10(np.maximum(percents / 100, 10.0**self.foot))
        return found

    def words(self, chance: float) -> str:
        """As `ChanceScale.words`: a small one as one in so many, in two digits."""
        return percent(chance) if chance >= _IN_PERCENT else one_in(chance)


PROPORTIONAL = Proportional()


def begins_at(floor: str) -> str:
    """What is said of a logarithmic scale."""
    return tr("The scale is logarithmic and begins at {floor}.", floor=floor)


def logarithmic(*laws: Floats) -> Logarithmic:
    """The scale on which every positive probability of some laws, in percent, has a length; of twelve decades at most.

    Raises:
        ValueError: there is none that is positive.
    """
    highest = max((float(law.max()) for law in laws if law.size), default=0.0)
    if highest <= 0:
        raise ValueError("a law without a probability")
    least = min(_least(law) for law in laws if law.size)
    longest = ceil(log10(highest / 100)) - _MOST_DECADES
    return Logarithmic(max(ceil(log10(least / 100)) - 1, longest))


def _least(law: Floats) -> float:
    """The least positive one."""
    found = float(law.min())
    return found if found > 0 else float(np.min(law, where=law > 0, initial=np.inf))
