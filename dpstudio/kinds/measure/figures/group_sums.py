"""A sum by group: a column added up in each of several disjoint groups of rows, for the cost of one sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.errors import InputError
from dpstudio.core.figures.answers import total
from dpstudio.core.figures.bounds import Bounds, of_sum, steps_of
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.figures.of_rows import Cell
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.kinds.measure.figures.typed import bins_of, number_column
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts

MOST_GROUPS = 200


@dataclass(frozen=True)
class GroupSums(MeasuredFigure):
    """The sum of a column, each value clipped into its bounds, in each of several disjoint groups of rows.

    The groups are values or ranges of one column, as the bins of a histogram; rows in none of them count nowhere.
    """

    column: Column
    groups: tuple[Condition, ...]
    conditions: tuple[Condition, ...] = ()

    key, title, one = "groups", phrase("Sum by group"), phrase("a sum by group")
    explanation = phrase("The sum of a column in each of several disjoint groups, for the cost of one.")
    asks = ("column", "group", "bins")
    parts_called = phrase("groups")
    vectors: ClassVar = {"sums of groups": phrase("sums of groups")}

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of a column of numbers, over few enough groups to be asked for one by one."""
        column, groups = number_column(columns[plan.column]), bins_of(columns[plan.group], plan.bins)
        if len(groups) > MOST_GROUPS:
            raise InputError(
                phrase("There are more than {most_groups} groups.", most_groups=MOST_GROUPS),
                phrase("Type fewer."),
                "figure:bins",
            )
        return cls(column, groups, conditions)

    @property
    def summed(self) -> Column:
        """Its column."""
        return self.column

    @property
    def parts(self) -> tuple[Condition, ...]:
        """The groups."""
        return self.groups

    @property
    def reads(self) -> Sequence[tuple[Column, tuple[Condition, ...]]]:
        """The column's values in each group."""
        return tuple((self.column, (each,)) for each in self.groups)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """Each group's values added up."""
        return [[total(each) for each in found]]

    def adds(self, row: Row) -> Vectors:
        """Its value to the group that it is in."""
        worth = Cell(row[self.column]).worth
        return [[worth if Cell(row[each.column]).meets(each) else 0 for each in self.groups]]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """Disjoint groups cost once: a row is in one of them (MATH 6, parallel composition).

        Adding a row moves the sum of one group by at most m, the largest value without its sign. Replacing one may
        take as much from one group as it gives to another: 2m over both, and 2m^2 as squares. Within one group it moves
        the sum by at most 2m too, as squares by at most the squared width of what a row can be worth.
        """
        whole = of_sum(self.column, (*self.conditions, self.groups[0]), unit)
        low, high = steps_of(self.column)
        most, width = max(abs(low), abs(high)), max(0, high) - min(0, low)
        what = phrase("sums of “{name}” in groups", name=self.column.name)
        if len(self.groups) == 1:
            return (replace(whole, what=what),)
        if unit.relation is Relation.ADD_REMOVE:
            why = phrase("{why} The groups are disjoint, so it is in at most one of them.", why=whole.why)
            return (Bounds(what, len(self.groups), whole.step, most, most**2, why),)
        why = phrase(
            "{why} It may also be in another group: then one sum loses and another gains a whole value.", why=whole.why
        )
        return (Bounds(what, len(self.groups), whole.step, 2 * most, max(2 * most**2, width**2), why),)

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By its column and that of the groups."""
        return phrase("Sum of {name} by {column_name}", name=self.column.name, column_name=self.groups[0].column.name)

    def sentence(self, name: str, rows: str) -> str:
        """What is added up, in how many groups."""
        return phrase(
            "{name}: the sum of “{column_name}” over {rows} in each of {many} by “{by}”, each value within its bounds.",
            name=name,
            column_name=self.column.name,
            rows=rows,
            many=counted(len(self.groups), "groups"),
            by=self.groups[0].column.name,
        )
