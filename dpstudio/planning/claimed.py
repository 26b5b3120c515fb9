"""From what a receipt claims of a column back to its declaration, as a person would type it."""

import datetime
from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import ColumnClaim
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.tables.schema import Kind
from dpstudio.translation import phrase


def column_plan(claim: ColumnClaim) -> ColumnPlan:
    """The declaration of one column.

    Raises:
        InputError: no declaration leads to the claim.
    """
    kind, plain = claim.type, ColumnPlan(claim.name)
    low, high = ("", "") if claim.bounds is None else (_end(each, kind) for each in _two(claim.bounds))
    return ColumnPlan(
        claim.name,
        kind.value,
        "" if claim.step is None else rational_text(claim.step),
        low,
        high,
        claim.blank_counts_as or "",
        plain.decimal_mark if claim.decimal_mark is None else claim.decimal_mark,
        claim.grouping_mark or "",
        plain.separator if claim.separator is None else claim.separator,
        claim.capitals_matter is not False,
        ", ".join(claim.true_words or ()),
        ", ".join(claim.false_words or ()),
        claim.unit,
        date_order=plain.date_order if claim.date_order is None else claim.date_order,
    )


def _two(bounds: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    if len(bounds) != 2:
        raise InputError(phrase("A column's bounds are not two numbers."))
    return bounds[0], bounds[1]


def _end(value: Fraction, kind: Kind) -> str:
    if kind is not Kind.DATE:
        return rational_text(value)
    if value.denominator != 1 or not 1 <= value <= datetime.date.max.toordinal():
        raise InputError(phrase("A date's bound is no day."))
    return datetime.date.fromordinal(value.numerator).isoformat()


def people_typed(receipt: Receipt3) -> str:
    """The public number of people as typed."""
    people = receipt.privacy_unit.public_number_of_people
    return "" if people is None else str(people)


def first_column(columns: tuple[ColumnClaim, ...]) -> ColumnClaim:
    """The first column that was read.

    Raises:
        InputError: none was.
    """
    if not columns:
        raise InputError(phrase("The receipt names no column that was read."))
    return columns[0]
