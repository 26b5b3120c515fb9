"""How what is shown is drawn: by the samplers of a release, from the very answers that the law is drawn of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.stories import Story

Tally = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The places of outcomes that came out, each once and ascending, and how often each did."""


@dataclass(frozen=True)
class Draws:
    """Draws of one distribution, from a sample's answers or a stand-in's.

    Args:
        tally: what came out of so many independent draws; outcomes beyond those that are shown are left out.
        story: what led to an outcome that was drawn, where that can be watched.
    """

    tally: Callable[[Entropy, int], Tally]
    story: Callable[[Entropy, int], Story | None] | None = None


def tally_of(places: NDArray[np.int64]) -> Tally:
    """The tally of draws that came out at these places; those below 0 are beyond what is shown."""
    found, times = np.unique(places[places >= 0], return_counts=True)
    return found.astype(np.int64), times.astype(np.int64)


def apart(shares: NDArray[np.float64], chances: NDArray[np.float64]) -> float:
    """How far frequencies lie from a law: the total variation distance, what lies beyond the outcomes included."""
    beyond = abs((1 - float(shares.sum())) - (1 - float(chances.sum())))
    return (float(np.abs(shares - chances).sum()) + beyond) / 2


def apart_by_chance(chances: NDArray[np.float64], draws: int) -> float:
    """How far so many draws of the law itself lie from it on average, about.

    A frequency of chance p errs by sqrt(2p(1 - p) / (pi n)) on average where np is large, and never by more than 2p.
    """
    typical = np.sqrt(2 * chances * (1 - chances).clip(0) / (np.pi * draws))
    return float(np.minimum(typical, 2 * chances).sum()) / 2
