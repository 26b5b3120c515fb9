"""A histogram: how many rows lie in each of several disjoint bins."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.figures.of_rows import Cell
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.kinds.measure.figures.typed import bins_of
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts


@dataclass(frozen=True)
class Histogram(MeasuredFigure):
    """How many qualifying rows lie in each of several disjoint bins; rows in none of them count nowhere.

    The bins are values of one column, or ranges of it with both ends, ascending.
    """

    bins: tuple[Condition, ...]
    conditions: tuple[Condition, ...] = ()

    key, title, one = "histogram", phrase("Histogram"), phrase("a histogram")
    explanation = phrase("How many rows fall into each of several bins, each cell read within its column's bounds.")
    asks = ("column", "bins")
    parts_called = phrase("bins")
    vectors: ClassVar = {"counts of bins": phrase("counts of bins")}
    summed = None

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of a column's values, or of ranges between edges."""
        return cls(bins_of(columns[plan.column], plan.bins), conditions)

    @property
    def parts(self) -> tuple[Condition, ...]:
        """The bins."""
        return self.bins

    @property
    def answers(self) -> int:
        """A bin, or none of them."""
        return len(self.bins) + 1

    @property
    def reads(self) -> Sequence[tuple[Column, tuple[Condition, ...]]]:
        """The values of the column that is binned."""
        return ((self.bins[0].column, ()),)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """How many values lie in each bin."""
        return [_binned(self.bins, found[0])]

    def adds(self, row: Row) -> Vectors:
        """1 to the bin that it lies in."""
        return [[int(Cell(row[each.column]).meets(each)) for each in self.bins]]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """By 1 in one bin, or from one bin to another."""
        bins = len(self.bins)
        if unit.relation is Relation.ADD_REMOVE or bins == 1:
            why = phrase("The bins are disjoint, so one row counts in at most one of them and moves it by 1.")
            return (Bounds(phrase("counts of the bins"), bins, Fraction(1), 1, 1, why),)
        why = phrase("Replacing a row may take 1 from one bin and give 1 to another.")
        return (Bounds(phrase("counts of the bins"), bins, Fraction(1), 2, 2, why),)

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By the column that is binned."""
        return phrase("Histogram of {name}", name=self.bins[0].column.name)

    def sentence(self, name: str, rows: str) -> str:
        """What is counted, in how many bins."""
        return phrase(
            "{name}: how many of {rows} lie in each of {many} of “{binned}”.",
            name=name,
            rows=rows,
            many=counted(len(self.bins), "bins"),
            binned=self.bins[0].column.name,
        )


def _binned(bins: tuple[Condition, ...], counts: "Counts") -> list[int]:
    """How many values lie in each bin: looked up where bins name values, else by their ends, which ascend."""
    named = {value: place for place, each in enumerate(bins) for value in each.values or ()}
    ranges = [(each.low, each.high, place) for place, each in enumerate(bins) if each.values is None]
    starts = [low for low, _, _ in ranges]
    found = [0] * len(bins)
    for value, count in zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True):
        place = named.get(value)
        if place is None and value is not None and starts:
            at = bisect_right(starts, value) - 1
            low, high, candidate = ranges[max(at, 0)]
            place = candidate if low <= value <= high else None
        if place is not None:
            found[place] += count
    return found
