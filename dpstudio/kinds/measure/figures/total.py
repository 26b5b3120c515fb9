"""A sum: a column added up, each value clipped into its bounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.figures.answers import total
from dpstudio.core.figures.bounds import Bounds, of_sum
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.figures.of_rows import Cell
from dpstudio.core.plan import FigurePlan
from dpstudio.core.tables.schema import Column, PrivacyUnit
from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.kinds.measure.figures.typed import number_column
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts


@dataclass(frozen=True)
class Total(MeasuredFigure):
    """The sum of a column, each value clipped into its bounds, over the rows that meet all conditions."""

    column: Column
    conditions: tuple[Condition, ...] = ()

    key, title, one = "total", phrase("Sum"), phrase("a sum")
    explanation = phrase("The sum of a column, each value kept within its bounds.")
    asks = ("column",)
    vectors: ClassVar = {"sum": phrase("sum")}

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of a column of numbers."""
        return cls(number_column(columns[plan.column]), conditions)

    @property
    def summed(self) -> Column:
        """Its column."""
        return self.column

    @property
    def reads(self) -> Sequence[tuple[Column, tuple[Condition, ...]]]:
        """The column's values."""
        return ((self.column, ()),)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """The values added up."""
        return [[total(found[0])]]

    def adds(self, row: Row) -> Vectors:
        """Its value."""
        return [[Cell(row[self.column]).worth]]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """By a value at most."""
        return (of_sum(self.column, self.conditions, unit),)

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By its column."""
        return phrase("Sum of {name}", name=self.column.name)

    def sentence(self, name: str, rows: str) -> str:
        """What is added up."""
        return phrase(
            "{name}: the sum of “{column_name}” over {rows}, each value within its bounds.",
            name=name,
            column_name=self.column.name,
            rows=rows,
        )
