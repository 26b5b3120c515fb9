"""The slack t of the documents' bounds: how likely what is drawn misses by t or more, beside what is proven of that."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Tail:
    """What lies far off, on scores that may be seen.

    Args:
        step, last: t is one of 1 to `last` steps.
        start: the t at first.
        unit: what t counts.
        said: what misses by t or more, in words around {t}.
        by: what the bound goes by.
        chance: how likely that is, at most what is proven.
        bound: what is proven of it for every table; None where nothing is, and it may exceed 1.
        far: which outcomes miss by so much.
    """

    step: Fraction
    last: int
    start: Fraction
    unit: str
    said: str
    by: str
    chance: Callable[[Fraction], float]
    bound: Callable[[Fraction], Fraction | None]
    far: Callable[[Fraction], NDArray[np.bool_]]
