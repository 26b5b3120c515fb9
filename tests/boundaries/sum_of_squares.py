"""One more kind of figure, as a newcomer would add it: a column's squares added up, each value clipped first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.figures.bounds import Bounds, every_row, steps_of
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.figures.of_rows import Cell
from dpstudio.core.plan import FigurePlan
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.kinds.measure.figures.typed import number_column
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts


@dataclass(frozen=True)
class SumOfSquares(MeasuredFigure):
    """The sum of the squares of a column's clipped values, over the rows that meet all conditions."""

    column: Column
    conditions: tuple[Condition, ...] = ()

    key, title, one = "squares", phrase("Sum of squares"), phrase("a sum of squares")
    explanation = phrase("The squares of a column's values added up, each value kept within its bounds.")
    asks = ("column",)
    vectors: ClassVar = {"sum of squares": phrase("sum of squares")}

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of a column of numbers."""
        return cls(number_column(columns[plan.column]), conditions)

    @property
    def summed(self) -> Column:
        """Its column."""
        return self.column

    @property
    def unit(self) -> str:
        """That of the column, squared."""
        return phrase("{unit}²", unit=self.column.unit) if self.column.unit else ""

    @property
    def reads(self) -> Sequence[tuple[Column, tuple[Condition, ...]]]:
        """The column's values."""
        return ((self.column, ()),)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """Each value's square as often as it stands there."""
        pairs = zip(found[0].values.to_pylist(), found[0].counts.to_pylist(), strict=True)
        return [[sum(value * value * count for value, count in pairs if value is not None)]]

    def adds(self, row: Row) -> Vectors:
        """Its value's square."""
        return [[Cell(row[self.column]).worth ** 2]]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """By the largest square; where one that contributes is replaced by another one, less the least square."""
        low, high = steps_of(self.column)
        most = max(low * low, high * high)
        replaced = unit.relation is Relation.REPLACE_ONE and not unit.may_have_fewer
        kept = replaced and every_row(self.column, self.conditions) and not low <= 0 <= high
        moved = most - min(low * low, high * high) if kept else most
        why = phrase("A square is at least 0 and at most {most} steps, so one row moves the sum by no more.", most=most)
        what = phrase("sum of squares of “{name}”", name=self.column.name)
        return (Bounds(what, 1, self.column.step**2, moved, moved * moved, why),)

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By its column."""
        return phrase("Sum of squares of {name}", name=self.column.name)

    def sentence(self, name: str, rows: str) -> str:
        """What is added up."""
        return phrase(
            "{name}: the sum of the squares of “{column_name}” over {rows}, each value within its bounds.",
            name=name,
            column_name=self.column.name,
            rows=rows,
        )
