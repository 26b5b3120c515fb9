"""Ready-made scores as they are read: rounded onto their column's grid and held within its bounds.

A bound on scores that lie between the points of the grid is none on what is drawn from: 0.4 and 0.6 are 0.2 apart, and
rounded to whole numbers 1.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import ceil

from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.candidates.numbers import common_unit
from dpstudio.core.quantities import readable
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell
from dpstudio.core.scores.operators.grids import common
from dpstudio.core.scores.own_columns import own_columns
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Column
from dpstudio.translation import phrase


def of_none(column: Column) -> Fraction:
    """The score of a candidate without a row: a 0, held as every score is within the column's bounds."""
    steps = reader(replace(column, blank=None))("0")
    return steps * column.step if isinstance(steps, int) else Fraction(0)


def of_blank(column: Column) -> Fraction | None:
    """What a blank score, or one that cannot be read, counts as; None where it is as if its row were not there."""
    steps = None if column.blank is None else reader(column)(None)
    return steps * column.step if isinstance(steps, int) else None


def how_read(column: Column) -> str:
    """What happens to a score as it is read: "rounded to multiples of 0.25 and held between 5 and 50"."""
    rounded = phrase("rounded to multiples of {step}", step=readable(column.step))
    if column.bounds is None:
        return rounded
    low, high = map(readable, column.bounds)
    return phrase("{rounded} and held between {low} and {high}", rounded=rounded, low=low, high=high)


def as_read(delta: Fraction, spread: Fraction, column: Column, grid: Fraction | None) -> tuple[Fraction, Fraction]:
    """How far one person moves a score, and two scores apart, once they have been read.

    Args:
        delta, spread: the same of the scores before.
        column: of the scores.
        grid: what every score is a multiple of, or None where that is not known.

    Source: MATH 2: rounding moves a figure by at most ceil(delta / g) steps of the grid; two of them apart by at most
    twice that, and, because each of four roundings errs by less than one step, four by less than two, by at most
    ceil(spread / g) + 1 steps. Bounds may stop one of two scores that move together.
    """
    step = column.step
    on_grid = grid is not None and grid % step == 0
    moved = delta if on_grid else ceil(delta / step) * step
    if column.bounds is not None:
        return moved, 2 * moved
    return moved, spread if on_grid else min(2 * moved, (ceil(spread / step) + 1) * step)


def _unit_of(candidates: CandidateSet, attribute: str) -> Fraction:
    """A step that all numbers of the candidates are multiples of; of a grid without listing them: it may be a line."""
    if isinstance(candidates, Grid):
        return common_unit((candidates.start, candidates.step))
    return candidates.numbers(attribute).unit


def grid_of(node: Node, columns: Mapping[str, Column], candidates: CandidateSet | None = None) -> Fraction | None:
    """A step that every value of a rule is a whole multiple of, 0 for nothing but 0; None where none is known.

    Args:
        candidates: with the numbers that they are compared by; None where those do not count as known.
    """
    match node:
        case Number(value):
            return abs(value)
        case Cell(name):
            return columns[name].step if name in columns else None
        case OwnCell() if candidates is not None:
            return reduce(common, (column.step for column in own_columns(columns, candidates)), Fraction(0))
        case Candidate(attribute) if candidates is not None:
            return _unit_of(candidates, attribute)
        case Operation(operator):
            return operator.grid(node, lambda part: grid_of(part, columns, candidates))
    return None
