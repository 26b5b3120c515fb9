"""How what is shown is drawn: by the samplers of a release, from the very answers that the law is drawn of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.sampling.comparison import Integers

_ALIKE, _BLOCK = 44, 1 << 18
"""How many of the last bits of two chances may differ where they are taken together; how many are looked at at once."""
Tally = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The places of outcomes that came out, each once and ascending, and how often each did."""


@dataclass(frozen=True)
class Draws:
    """Draws of one distribution, from a sample's answers or a stand-in's.

    Args:
        tally: what came out of so many independent draws; outcomes beyond those that are shown are left out.
        story: what led to an outcome that was drawn, where that can be watched.
        value: one draw and what came out, in words, where the picture does not name each value; else None.
    """

    tally: Callable[[Entropy, int], Tally]
    story: Callable[[Entropy, int], Story | None] | None = None
    value: Callable[[Entropy], tuple[Tally, str]] | None = None


def drawn_by(
    points: Callable[[Entropy, int], Integers],
    places: Callable[[Integers], NDArray[np.int64]],
    said: Callable[[int], str],
) -> Draws:
    """Draws of numbers that are put together in a picture.

    Args:
        points: what came out of so many independent draws.
        places: where in the picture each lies, -1 beyond it.
        said: what one of them is, for people.
    """

    def value(entropy: Entropy) -> tuple[Tally, str]:
        point = points(entropy, 1)
        return tally_of(places(point)), said(int(point[0]))

    return Draws(lambda entropy, many: tally_of(places(points(entropy, many))), value=value)


def tally_of(places: NDArray[np.int64]) -> Tally:
    """The tally of draws that came out at these places; those below 0 are beyond what is shown."""
    found, times = np.unique(places[places >= 0], return_counts=True)
    return found.astype(np.int64), times.astype(np.int64)


def apart(places: NDArray[np.int64], shares: NDArray[np.float64], chances: NDArray[np.float64], whole: float) -> float:
    """How far frequencies lie from a law: the total variation distance, what lies beyond the outcomes included.

    Args:
        places: the outcomes that were drawn at all.
        shares: their frequencies.
        whole: the sum of the chances.
    """
    there = chances[places]
    beyond = abs((1 - float(shares.sum())) - (1 - whole))
    return (float(np.abs(shares - there).sum()) + max(0.0, whole - float(there.sum())) + beyond) / 2


class ByChance:
    """How far draws of a law itself lie from it on average, about, however many they are.

    A frequency of chance p errs by sqrt(2p(1 - p) / (pi n)) on average where np is large, and never by more than 2p:
    the lesser of both, added up. Which is the lesser is decided for chances together that differ by less than 1/256.

    Args:
        chances: of the law.
    """

    def __init__(self, chances: NDArray[np.float64]) -> None:
        size = (np.array(1.0).view(np.int64) >> _ALIKE) + 1
        self._chances, self._roots = np.zeros(size), np.zeros(size)
        for start in range(0, chances.size, _BLOCK):
            part = np.minimum(np.abs(chances[start : start + _BLOCK]), 1)
            alike = part.view(np.int64) >> _ALIKE
            self._chances += np.bincount(alike, weights=part, minlength=size)
            self._roots += np.bincount(alike, weights=np.sqrt(part * (1 - part)), minlength=size)

    def apart(self, draws: int) -> float:
        """The total variation distance of so many draws."""
        typical = self._roots * np.sqrt(2 / (np.pi * draws))
        return float(np.minimum(typical, 2 * self._chances).sum()) / 2
