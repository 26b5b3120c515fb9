"""One number where a condition holds, else another: if(condition, then, otherwise)."""

from dataclasses import replace
from fractions import Fraction

from dpstudio.core.quantities.rational import Rational, size, whole
from dpstudio.core.scores import pieces
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.exact import chosen as either
from dpstudio.core.scores.interval import ZERO, Interval, Order, joint, times
from dpstudio.core.scores.language import tree
from dpstudio.core.scores.language.tree import Candidate, Operation
from dpstudio.core.scores.language.types import Bound, Type, joined
from dpstudio.core.scores.operators.contract import Meaning, RowNumber
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.walks import Along, Binder, Intervals, Rows
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.scores.pieces import Pieces
from dpstudio.core.tables.schema import Kind
from dpstudio.translation import phrase


class _If(RowNumber):
    def bound(self, node: Operation, binder: Binder) -> Bound:
        parts = [binder.wanted(node.parts[0], Type.TRUTH)]
        parts += [binder.wanted(part, Type.NUMBER) for part in node.parts[1:]]
        self.refuse_scores(node, parts)
        return joined(node, parts, Type.NUMBER)

    def exact(self, node: Operation, rows: Rows) -> Exact:
        return either(rows.truth(node.parts[0]), rows.number(node.parts[1]), rows.number(node.parts[2]))

    def interval(self, node: Operation, known: Intervals) -> Interval:
        condition, one, two = (known.of(part) for part in node.parts)
        found = chosen(condition, one, two)
        return replace(found, both=min(found.both, _two_largest(node, found, known)))

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(replace(node, parts=node.parts[1:]), of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        parts = along.all_of(node)
        return None if parts is None else pieces.chosen(parts, [part.lines for part in parts[1:]])


def chosen(condition: Interval, one: Interval, two: Interval) -> Interval:
    """One where the condition holds, else the other."""
    condition = condition.closed()
    if condition.low == condition.high:
        return one if condition.low else two
    low, high = min(one.low, two.low), max(one.high, two.high)
    apart = max(size(one.low - two.high), size(one.high - two.low))
    row = _switched(condition.row, one.row, two.row, apart, high - low)
    candidate = _switched(condition.candidate, one.candidate, two.candidate, apart, high - low)
    both: Rational = 2 * min(row, candidate)
    if condition.candidate == 0:
        both = min(both, max(one.both, two.both, one.candidate + two.candidate))
    if condition.row == 0:
        both = min(both, max(one.both, two.both, one.row + two.row))
    by_row: Order = None
    by_candidate: Order = None
    zero = (ZERO, ZERO)
    if (two.low, two.high) == zero:
        gated = times(condition, one)
        by_row, by_candidate = gated.by_row, gated.by_candidate
    elif one.low >= two.high:
        by_row = joint(condition.by_row, joint(one.by_row, two.by_row))
        by_candidate = joint(condition.by_candidate, joint(one.by_candidate, two.by_candidate))
    return Interval(low, high, row, candidate, both, by_row, by_candidate, one.unbounded or two.unbounded)


def _switched(condition: Rational, one: Rational, two: Rational, apart: Rational, width: Rational) -> Rational:
    """How far a choice moves when either the condition changes or what is chosen does."""
    if condition == 0:
        return max(one, two)
    if one == 0 or two == 0:
        return min(width, max(one, two, apart))
    return width


def _two_largest(node: Operation, found: Interval, known: Intervals) -> Rational:
    """w_y where the cell is y, else 0: two candidates move apart by at most the two largest weights."""
    condition, weight, otherwise = node.parts
    if not isinstance(condition, Operation) or not isinstance(condition.operator, Meaning):
        return found.both
    if otherwise != tree.ZERO or not isinstance(weight, Candidate):
        return found.both
    cell, named = condition.parts
    if named != Candidate("") or not isinstance(cell, tree.Cell):
        return found.both
    column = known.columns[cell.name]
    if column.kind not in (Kind.CATEGORY, Kind.IDENTIFIER) or not column.match_case:
        return found.both
    if known.candidates.count == 1:
        return ZERO
    numbers = known.candidates.numbers(weight.attribute)
    largest = sorted((abs(int(step)) for step in numbers.steps), reverse=True)[:2]
    return whole(sum(largest) * numbers.unit)


IF = _If("if")
CALL = Function("if", range(3, 4), phrase("if(a condition, then, otherwise)"), IF.make)
