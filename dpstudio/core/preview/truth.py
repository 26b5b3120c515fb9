"""The true answer of a sample, and where it lies among the outcomes of its law; nothing else has one that is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.quantities import readable, with_unit


@dataclass(frozen=True)
class Truth:
    """What is true of a sample.

    Args:
        places: the outcomes that the best candidates are, or the one that the true figure lies in; ascending.
        figure: the true figure; None where candidates are chosen.
        unit: what it counts.
        at: where the figure lies among the outcomes, of which the first reaches from 0 to 1.
    """

    places: Callable[[], NDArray[np.int64]]
    figure: Fraction | None = None
    unit: str = ""
    at: float | None = None

    @property
    def said(self) -> str:
        """The true figure for people; "" where candidates are chosen."""
        return "" if self.figure is None else with_unit(readable(self.figure), self.unit)
