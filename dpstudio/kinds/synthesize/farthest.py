"""How far each exchange of one row moves a synthetic table's probability at most: block by block of all tables.

What an exchange does hangs on the queries that count one of both rows and not the other, so that many are alike.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms.small_database import Synthesis, all_answers, query_matrix
from dpstudio.core.tables.importing import Tick

Exchange = tuple[int, int]
"""The type of the row that is taken out, and that of the one put in."""
_BLOCK, _NOTHING = 1 << 15, 745.0
"""How many tables are looked at together; e to the power of less than minus this is 0 in a float."""
_NARROW, _ALIKE = 1 << 30, 1e-9


class _Moved:
    """What one exchange does to the tables that were looked at so far.

    Attributes:
        ends: the least and the greatest change of a score.
        log_sum: the logarithm of the sum of all weights after it.
    """

    def __init__(self) -> None:
        self.ends: tuple[int, int] | None = None
        self.log_sum = -np.inf

    def take(self, moved: NDArray[Any], far: NDArray[Any], rate: float) -> None:
        """Take further tables.

        Args:
            far: how far each lies from the rows now.
        """
        low, high = self.ends or (int(moved[0]), int(moved[0]))
        self.ends = min(low, int(moved.min())), max(high, int(moved.max()))
        self.log_sum = float(np.logaddexp(self.log_sum, _log_sum(far, rate)))

    def farthest(self, before: float, rate: float) -> float:
        """The greatest logarithm of a ratio, given the one of the sum of all weights before the exchange."""
        return max(abs(end * rate - (self.log_sum - before)) for end in self.ends or (0, 0))


def _log_sum(far: NDArray[Any], rate: float) -> float:
    """The logarithm of a sum of weights, which fall with the distance."""
    least = int(far.min())
    near = (far[far <= least + _NOTHING / rate] - least).astype(np.float64)
    return float(np.log(np.exp(near * -rate).sum())) - least * rate


def farthest(synthesis: Synthesis, truth: Sequence[int], exchanges: Sequence[Exchange], rate: float, tick: Tick) -> int:
    """The place of the first of the exchanges that move a probability by the greatest factor.

    Args:
        truth: how many people are of each type.
        rate: what one step of a score is worth in the exponent.
    """
    matrix = query_matrix(synthesis.width, synthesis.queries, synthesis.weights)
    ways = [tuple((matrix[:, put] - matrix[:, taken]).tolist()) for taken, put in exchanges]
    found, none = {way: _Moved() for way in dict.fromkeys(ways)}, _Moved()
    people = sum(truth)
    whole: type = np.int32 if people * synthesis.rows < _NARROW else np.int64
    wanted: NDArray[Any] = (matrix @ np.array(truth, np.int64) * synthesis.rows).astype(whole)
    answers, tables = all_answers(synthesis), synthesis.tables or 0
    for start, end in pairwise([*range(0, tables, _BLOCK), tables]):
        apart = answers[:, start:end].astype(whole) * people - wanted[:, None]
        shifted = {by: np.abs(apart - by * synthesis.rows) for by in (-1, 0, 1)}
        old = shifted[0].max(axis=0)
        none.take(np.zeros_like(old), old, rate)
        for way, moved in found.items():
            new = np.maximum.reduce([shifted[by][query] for query, by in enumerate(way)])
            moved.take(old - new, new, rate)
        tick(end / tables)
    far = {way: moved.farthest(none.log_sum, rate) for way, moved in found.items()}
    most = max(far.values())
    return next(place for place, way in enumerate(ways) if far[way] >= most * (1 - _ALIKE))
