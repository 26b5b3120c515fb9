"""A count: how many rows meet all conditions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.errors import Refusal
from dpstudio.core.figures.answers import rows
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.plan import FigurePlan
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.translation import joined, phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts


@dataclass(frozen=True)
class Count(MeasuredFigure):
    """How many rows meet all conditions."""

    conditions: tuple[Condition, ...] = ()

    key, title, one = "count", phrase("Count"), phrase("a count")
    explanation = phrase("How many rows meet your conditions, each cell read within its column's bounds.")
    asks = ()
    vectors: ClassVar = {"count": phrase("count")}
    summed, answers = None, 2
    reads = ((None, ()),)

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of the conditions alone."""
        return cls(conditions)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """All rows that passed."""
        return [[rows(found[0])]]

    def adds(self, row: Row) -> Vectors:
        """1."""
        return [[1]]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """By 1."""
        if not self.conditions and unit.relation is Relation.REPLACE_ONE and not unit.may_have_fewer:
            raise Refusal(
                phrase(
                    "Where one person is replaced by another the number of rows is not protected, so a count of all"
                    " rows needs no noise."
                ),
                phrase("Add a condition, or choose “Add or remove one person” on the Tables tab."),
                "privacy_unit",
            )
        why = phrase("One row meets the conditions or it does not, so one row moves the count by at most 1.")
        return (Bounds(phrase("count of rows"), 1, Fraction(1), 1, 1, why),)

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By the conditions, and by the rows of a person that count."""
        when = joined(phrase(" and "), (condition.text for condition in self.conditions))
        if unit is None or unit.person is None:
            return phrase("Rows where {when}", when=when) if when else phrase("All rows")
        some = phrase("at most {rows} of a person", rows=unit.rows)
        kept = phrase("one of each person") if unit.rows == 1 else some
        if when:
            return phrase("Rows where {when} ({kept})", when=when, kept=kept)
        return phrase("Rows that count ({kept})", kept=kept)

    def sentence(self, name: str, rows: str) -> str:
        """How many rows."""
        return phrase("{name}: the number of {rows}.", name=name, rows=rows)
