"""Formulas that only add up one column: the data engine may add it up first, within equal cells of all others."""

from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.scores.formula import aggregates_of
from dpstudio.core.scores.language.tree import Cell, Node, Operation, cells_of, replaced
from dpstudio.core.scores.operators.clipping import CLIP, limits
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.rules import Formula, reads_own
from dpstudio.core.tables.cells import LARGEST, reader
from dpstudio.core.tables.schema import NUMERIC, Column, Kind


@dataclass(frozen=True)
class Adding:
    """A formula that does nothing with `column` but add it up, just as its cells are.

    A score depends on rows that are equal in all other columns by the sum of this one alone.
    """

    rule: Formula
    column: Column


def adding(rule: Formula) -> Adding | None:
    """The formula in that form; None where it has none.

    Where every sum clips the column alike, narrower bounds of the column say the same.
    """
    if reads_own(rule):
        return None
    values = {_value(each) for each in aggregates_of(rule.tree)}
    value = values.pop() if len(values) == 1 else None
    if value is None:
        return None
    (name,) = cells_of(value)
    column = next((each for each in rule.columns if each.name == name and each.kind in NUMERIC), None)
    if column is None:
        return None
    if isinstance(value, Cell):
        return Adding(rule, column)
    narrower = _narrowed(column, value)
    if narrower is None:
        return None
    columns = tuple(narrower if each is column else each for each in rule.columns)
    return Adding(Formula(columns, replaced(rule.tree, value, Cell(name))), narrower)


def _value(aggregate: Operation) -> Node | None:
    """The cells, as they are or clipped, that a sum adds up under conditions on other columns."""
    if aggregate.operator is not SUM:
        return None
    value, *conditions = aggregate.parts
    cell = value.parts[0] if isinstance(value, Operation) and value.operator is CLIP else value
    if not isinstance(cell, Cell) or any(cell.name in cells_of(condition) for condition in conditions):
        return None
    return value


def _narrowed(column: Column, clip: Node) -> Column | None:
    """The column within the limits of a clip; None where those are no whole numbers like its cells."""
    low, high = limits(clip)
    if column.kind is Kind.DATE or column.step != 1 or low > high or {low.denominator, high.denominator} != {1}:
        return None
    ends = column.bounds or (Fraction(-LARGEST), Fraction(LARGEST))
    if max(abs(_clipped(end, low, high)) for end in ends) > LARGEST:
        return None
    blank = column.blank if column.blank is None else str(_clipped(Fraction(reader(column)(None) or 0), low, high))
    return replace(column, bounds=(_clipped(ends[0], low, high), _clipped(ends[1], low, high)), blank=blank)


def _clipped(number: Fraction, low: Fraction, high: Fraction) -> Fraction:
    return min(max(number, low), high)
