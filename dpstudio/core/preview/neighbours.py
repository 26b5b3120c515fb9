"""Two neighbouring tables and their laws, of a sample or a stand-in alone.

What is made here is a picture. R may be typed here as one likes, too small as well; nothing of it leads to a release.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.proof import Proof
from dpstudio.core.quantities import rational_text
from dpstudio.core.tables.cells import Meaning
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind
from dpstudio.translation import phrase

Texts = tuple[str, ...]
_SLACK = 1e-9
BREAKS = phrase("a smaller one breaks the guarantee in this picture.")


class Change(NamedTuple):
    """What one person changes: a line that is taken out, a row that is put in, or both.

    Args:
        taken: the line, or None.
        put: the cells of the columns that are read, as they are written; or the line that it is like; or None.
    """

    taken: int | None
    put: Texts | int | None


@dataclass(frozen=True)
class Outcomes:
    """What the laws are of, where these are not the outcomes that the other views show.

    Args:
        label: the outcome at a place.
        across: what the outcomes are.
        line: the first of the numbers that they are, and how far these lie apart; None where they have names.
        bins: the numbers at a place, where several are put together.
    """

    label: Callable[[int], str]
    across: str
    line: tuple[float, float] | None
    bins: Bins | None


@dataclass(frozen=True)
class Laws:
    """The law of a table and that of its neighbour.

    Args:
        limit: how far their logarithms may lie apart: ε of one draw.
        exact: the logarithms of the ratios, where probabilities may be below any float.
        delta: how much probability may lie beyond the limit.
        excess: how much does, counted as δ counts it.
        outcomes: what the laws are of; None of what the other views show.
        told: what the change does to the true answer, in sentences.
        single: what stands at a place by the many, where each of these has a ratio of its own: "candidate". The ratio
            of a place is then that of the one which moves farthest.
    """

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    limit: float
    exact: NDArray[np.float64] | None = None
    delta: float = 0.0
    excess: float = 0.0
    outcomes: Outcomes | None = None
    told: str = ""
    single: str = ""

    @property
    def ratios(self) -> NDArray[np.float64]:
        """The logarithm of each outcome's new probability over its old one; 0 where both are below any float."""
        if self.exact is not None:
            return self.exact
        least = np.finfo(np.float64).tiny
        return np.log(np.maximum(self.after, least) / np.maximum(self.before, least))

    @property
    def worst(self) -> int:
        """The outcome whose probability changes by the greatest factor: of several the likeliest."""
        moved = np.abs(self.ratios)
        farthest = moved >= moved.max() * (1 - _SLACK)
        return int(np.where(farthest, np.maximum(self.before, self.after), -1.0).argmax())

    @property
    def broken(self) -> NDArray[np.bool_]:
        """Which outcomes change by more than the guarantee allows; none where what lies beyond ε is within δ."""
        beyond: NDArray[np.bool_] = np.abs(self.ratios) > self.limit * (1 + _SLACK) + _SLACK
        within = self.delta > 0 and self.excess <= self.delta * (1 + _SLACK)
        return np.zeros_like(beyond) if within else beyond


class People(ABC):
    """Rows that may be looked at, and what each of them changes.

    Attributes:
        names: the columns that are shown.
        lines: their cells, as they are written.
        many: how many rows are alike in each line.
        read: the names of the columns that the score reads.
        replaced: whether a neighbour replaces a row; else it has one more or one less.
        bound: the R or Δ in force; None where no sensitivity takes part.
        sign: what that is called.
        begin: what is said before anything is changed.
        proves: whether a proof of its law can be shown.
    """

    names: Texts
    lines: tuple[Texts, ...]
    many: tuple[int, ...]
    read: Texts
    replaced: bool
    bound: Fraction | None
    sign: str
    begin: str
    proves = False

    def is_like(self, other: "People") -> bool:
        """Whether what was changed of the others can be changed of these."""
        return (self.lines, self.bound, self.sign, self.replaced) == (
            other.lines,
            other.bound,
            other.sign,
            other.replaced,
        )

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
        """The change that moves a probability by the greatest factor: of rows that are there, or that may come."""

    def farthest_of(self, changes: list[Change], bound: Fraction, tick: Tick) -> Change:
        """Of these changes the first that moves a probability by the greatest factor."""
        best, most = changes[0], -1.0
        for place, change in enumerate(changes):
            found = float(np.abs(self.laws(change, bound).ratios).max())
            if found > most:
                best, most = change, found
            tick(place / len(changes))
        return best

    def proof(self, change: Change, bound: Fraction, place: int) -> Proof | None:
        """Why the outcome at a place keeps within ε, step by step; None where it proves nothing of its law."""
        del change, bound, place
        return None


def written(column: Column, meaning: Meaning) -> str:
    """A meaning as a cell that has it."""
    if meaning is None:
        return ""
    if column.kind is Kind.YES_NO:
        return (column.true_words if meaning else column.false_words)[0]
    if column.kind in TEXTUAL or not isinstance(meaning, int):
        return str(meaning)
    if column.kind is Kind.DATE:
        return date.fromordinal(meaning).isoformat()
    return rational_text(meaning * column.step).replace(".", column.decimal_mark)
