"""Two neighbouring tables and their laws, of a sample or a stand-in alone.

What is made here is a picture. R may be typed here as one likes, too small as well; nothing of it leads to a release.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.tables.importing import Tick

Texts = tuple[str, ...]
_SLACK = 1e-9


class Change(NamedTuple):
    """What one person changes: a line that is taken out, a row that is put in, or both.

    Args:
        taken: the line, or None.
        put: the cells of the columns that are read, as they are written; or the line that it is like; or None.
    """

    taken: int | None
    put: Texts | int | None


@dataclass(frozen=True)
class Laws:
    """The law of a table and that of its neighbour.

    Args:
        limit: how far their logarithms may lie apart: ε of one draw.
    """

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    limit: float

    @property
    def ratios(self) -> NDArray[np.float64]:
        """The logarithm of each outcome's new probability over its old one; 0 where both are below any float."""
        least = np.finfo(np.float64).tiny
        return np.log(np.maximum(self.after, least) / np.maximum(self.before, least))

    @property
    def worst(self) -> int:
        """The outcome whose probability changes by the greatest factor."""
        return int(np.abs(self.ratios).argmax())

    @property
    def broken(self) -> NDArray[np.bool_]:
        """Which outcomes change by more than the guarantee allows."""
        return np.abs(self.ratios) > self.limit + _SLACK


class People(ABC):
    """Rows that may be looked at, and what each of them changes.

    Attributes:
        names: the columns that are shown.
        lines: their cells, as they are written.
        many: how many rows are alike in each line.
        read: the names of the columns that the score reads.
        replaced: whether a neighbour replaces a row; else it has one more or one less.
        bound: the R in force.
    """

    names: Texts
    lines: tuple[Texts, ...]
    many: tuple[int, ...]
    read: Texts
    replaced: bool
    bound: Fraction

    @abstractmethod
    def cells(self, line: int) -> Texts:
        """Of a line the cells that the score reads."""

    @abstractmethod
    def laws(self, change: Change, bound: Fraction) -> Laws:
        """The laws before and after a change, both drawn with an R that may be any.

        Raises:
            InputError: what is put in has another number of cells.
        """

    @abstractmethod
    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """Of the changes by rows that are there the one that moves a probability by the greatest factor."""
