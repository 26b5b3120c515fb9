"""The least and the greatest of very many numbers in each pixel column, at any zoom, without a look at each of them."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK, _BLOCKS = 64, 16
"""How many neighbours are put together once; how many such blocks a column holds at least where they stand for all."""


class Columns:
    """Numbers side by side, of which each column shows an end.

    Args:
        values: one for each place.
    """

    def __init__(self, values: NDArray[Any]) -> None:
        self.values = values
        self._known: dict[np.ufunc, NDArray[Any]] = {}

    def ends(self, end: np.ufunc, starts: NDArray[np.int64], last: int) -> NDArray[Any]:
        """The least or the greatest number in each column.

        Args:
            end: `np.minimum` or `np.maximum`.
            starts: the place where each column begins; where columns are wide, a few places beside it are no matter.
            last: the place before which the last column ends.
        """
        if last - int(starts[0]) < starts.size * _BLOCK * _BLOCKS:
            found: NDArray[Any] = end.reduceat(self.values[:last], starts)
            return found
        return np.asarray(end.reduceat(self._blocks(end)[: -(-last // _BLOCK)], starts // _BLOCK))

    def highest(self, first: int, last: int, most: int) -> tuple[NDArray[np.float64], NDArray[Any], float]:
        """Where the middles of columns are, the greatest number in each, and how wide they are: a place at least.

        Args:
            first, last: from which place to before which one.
            most: how many columns there are at most.
        """
        if last - first <= most:
            return np.arange(first, last, dtype=np.float64) + 0.5, self.values[first:last], 1.0
        left, width = np.linspace(first, last, most + 1, dtype=np.float64)[:-1], (last - first) / most
        return left + np.float64(width / 2), self.ends(np.maximum, left.astype(np.int64), last), width

    @property
    def greatest(self) -> float:
        """The greatest of all."""
        return float(self._blocks(np.maximum).max())

    @cached_property
    def percents(self) -> NDArray[Any]:
        """All of them in percent; of very many the window would wait for it, so only where asked."""
        return 100 * self.values

    @property
    def count(self) -> int:
        """How many they are."""
        return self.values.size

    def _blocks(self, end: np.ufunc) -> NDArray[Any]:
        if end not in self._known:
            self._known[end] = end.reduceat(self.values, np.arange(0, self.values.size, _BLOCK))
        return self._known[end]
