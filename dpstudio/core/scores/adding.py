"""Formulas that only add up one column: the data engine may add it up first, within equal cells of all others."""

from dpstudio.core.scores.formula import aggregates_of
from dpstudio.core.scores.language.tree import Cell, Operation, Operator, cells_of
from dpstudio.core.scores.rules import Formula, reads_own
from dpstudio.core.tables.schema import NUMERIC, Column


def only_added(rule: Formula) -> Column | None:
    """The column of numbers that a formula does nothing with but add it up; None where there is none, or another sum.

    Then a score depends on rows that are equal in all other columns by the sum of this one alone.
    """
    if reads_own(rule):
        return None
    names = {_added(each) for each in aggregates_of(rule.tree)}
    name = names.pop() if len(names) == 1 else None
    return next((column for column in rule.columns if column.name == name and column.kind in NUMERIC), None)


def _added(aggregate: Operation) -> str | None:
    """The column whose cells, just as they are, a sum adds up under conditions on others."""
    if aggregate.operator is not Operator.SUM:
        return None
    value, *conditions = aggregate.parts
    if not isinstance(value, Cell) or any(value.name in cells_of(condition) for condition in conditions):
        return None
    return value.name
