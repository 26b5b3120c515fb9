"""How far one person moves a figure (MATH 2 and 4), in whole steps of its grid."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dpstudio.core.errors import Refusal
from dpstudio.core.quantities import counted, readable
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.figures.contract import Condition, Figure


@dataclass(frozen=True)
class Bounds:
    """The sensitivity of one vector of figures that get noise of one size.

    Args:
        what: the vector in words.
        components: how many numbers it has.
        step: what one step is worth.
        l1: the most by which one person moves it, summed over the components, in steps.
        l2_squared: the same as a sum of squares.
        why: the line of proof.
    """

    what: str
    components: int
    step: Fraction
    l1: int
    l2_squared: int
    why: str


def derive(figure: "Figure", unit: PrivacyUnit) -> tuple[Bounds, ...]:
    """The sensitivity of a figure for neighbours under `unit`: one entry for each vector that is noised.

    Raises:
        Refusal: one person could move it without limit, or nobody can move it at all.
    """
    return tuple(_times(row, unit) for row in figure.moved_by_a_row(unit))


def _in_unit(value: Fraction, unit: str) -> str:
    return phrase("{value} {unit}", value=readable(value), unit=unit).strip()


def of_sum(column: Column, conditions: "tuple[Condition, ...]", unit: PrivacyUnit) -> Bounds:
    """How far one row moves the sum of a column over the rows that meet the conditions.

    Raises:
        Refusal: the column has no bounds, or they leave only 0.
    """
    low, high = steps_of(column)
    least, most = (_in_unit(each * column.step, column.unit) for each in (low, high))
    said = phrase("Each value counts as at least {least} and at most {most}", least=least, most=most)
    if unit.relation is Relation.ADD_REMOVE:
        moved = max(abs(low), abs(high))
        most = readable(moved * column.step)
        why = phrase("{said}, so adding or removing a row moves the sum by at most {most}.", said=said, most=most)
    elif every_row(column, conditions):
        moved = high - low
        why = phrase(
            "{said}; every row contributes, so replacing one moves the sum by at most the width of the bounds.",
            said=said,
        )
    else:
        moved = max(0, high) - min(0, low)
        why = phrase(
            "{said}, or as nothing where the row does not contribute; replacing a row trades one for another.",
            said=said,
        )
    if unit.may_have_fewer and max(abs(low), abs(high)) > moved:
        moved = max(abs(low), abs(high))
        why += phrase(" The person who takes the place may have fewer rows, so a whole value may also come or go.")
    if moved == 0:
        raise Refusal(
            phrase("The bounds of “{name}” leave only 0.", name=column.name),
            phrase("Widen them."),
            f"column:{column.name}:upper",
        )
    return Bounds(phrase("sum of “{name}”", name=column.name), 1, column.step, moved, moved**2, why)


def may_be_public(unit: PrivacyUnit) -> bool:
    """Whether the number of people may be public under a unit."""
    try:
        refuse_public_people(unit)
    except Refusal:
        return False
    return True


def refuse_public_people(unit: PrivacyUnit, *, may_be_blank: bool = False) -> None:
    """Raise Refusal where the number of people is private, or rows are not people.

    Args:
        may_be_blank: whether the question has an answer without the number: a mean has, randomized answers have not.
    """
    blank = phrase(", or leave the number of people blank") if may_be_blank else ""
    if unit.relation is Relation.ADD_REMOVE:
        raise Refusal(
            phrase(
                "Where a person may be added or removed the number of people is itself protected, so it cannot be"
                " public."
            ),
            phrase("Choose “Replace one person by another” on the Tables tab{blank}.", blank=blank),
            "privacy_unit",
        )
    if unit.rows > 1:
        raise Refusal(
            phrase("With several rows per person, the number of rows is not the number of people."),
            phrase("Allow one row per person on the Tables tab."),
            "privacy_unit.rows",
        )
    if unit.may_have_fewer:
        who = (
            phrase("who is found by a column")
            if unit.person is not None
            else phrase("whose row in a sheet is all blank")
        )
        raise Refusal(
            phrase(
                "A person {who} may have no row, so the number of people is not the same in every neighbouring table.",
                who=who,
            ),
            phrase("Declare on the Tables tab that each person has a row in every table{blank}.", blank=blank),
            "privacy_unit.everyone",
            python=f"Declare that each person has a row in every table, by everyone=True{blank}.",
        )


def every_row(column: Column, conditions: "tuple[Condition, ...]") -> bool:
    """Whether every row contributes a value: nothing is filtered and a blank has a meaning."""
    return not conditions and column.blank is not None


def steps_of(column: Column) -> tuple[int, int]:
    """The bounds of a column in whole steps.

    Raises:
        Refusal: it has none.
    """
    if column.bounds is None:
        raise Refusal(
            phrase(
                "The column “{name}” has no bounds, so one person could move the sum without limit.",
                name=column.name,
            ),
            phrase("Type the least and the greatest value that counts; never read them off the private table."),
            f"column:{column.name}:lower",
        )
    low, high = (bound / column.step for bound in column.bounds)
    return int(low), int(high)


def _times(row: Bounds, unit: PrivacyUnit) -> Bounds:
    """All rows of one person: k rows move it k times as far, at worst all in the same place."""
    if unit.person is None:
        return row
    why = (
        row.why
        if unit.rows == 1
        else phrase("{why} One person has at most {rows}.", why=row.why, rows=counted(unit.rows, "rows"))
    )
    return replace(row, l1=unit.rows * row.l1, l2_squared=unit.rows**2 * row.l2_squared, why=why)
