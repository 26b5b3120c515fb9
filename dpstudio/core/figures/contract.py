"""What every figure promises: whole numbers of steps on a public grid, how they are read, how far a row moves them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.tables.cells import Meaning
from dpstudio.core.tables.schema import Column, PrivacyUnit
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts

Vectors = list[list[int]]
Row = Mapping[Column, Meaning]


@dataclass(frozen=True)
class Condition:
    """A row qualifies where its cell is one of `values`, or lies between `low` and `high` (ends included).

    Args:
        column: what is looked at.
        values: meanings of cells, or None for a range.
        low, high: whole numbers of the column's steps; None leaves that end open.
        text: the condition in words.
    """

    column: Column
    text: str
    values: tuple[int | str, ...] | None = None
    low: int | None = None
    high: int | None = None


class Figure(ABC):
    """Vectors of whole numbers, each the sum of what the rows add that meet all conditions; every kind is frozen."""

    conditions: tuple[Condition, ...]

    @property
    def parts(self) -> tuple[Condition, ...]:
        """Disjoint bins or groups, values or ascending ranges of one column, a number each; none of a single number."""
        return ()

    @property
    @abstractmethod
    def summed(self) -> Column | None:
        """The column whose values are added up, None where rows are counted."""

    @property
    def about(self) -> Column | None:
        """The column that it is about, None where it is about rows."""
        return self.summed or (self.parts[0].column if self.parts else None)

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        about = () if self.about is None else (self.about,)
        return (*about, *(each.column for each in (*self.parts[:1], *self.conditions)))

    @property
    def unit(self) -> str:
        """What it is counted in, for people: rows, or the unit of the column that is added up."""
        return phrase("rows") if self.summed is None else self.summed.unit

    @property
    @abstractmethod
    def reads(self) -> Sequence[tuple[Column | None, tuple[Condition, ...]]]:
        """What the engine is asked for: a column's values, or rows alone, under conditions beside those of all."""

    @abstractmethod
    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """The true numbers, from what the engine found for each of `reads`."""

    @abstractmethod
    def adds(self, row: Row) -> Vectors:
        """What a row that meets the conditions adds, by its cells alone."""

    @abstractmethod
    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """How far one row moves each vector that is noised, whatever its person's other rows do.

        Raises:
            Refusal: it could be moved without limit, or nobody can move it at all.
        """
