"""The interval in which the value of a row expression lies, and how far it moves with the row and with the candidate.

Interval analysis on exact rationals. Every rule below holds for all rows within the declared bounds and all
candidates between the least and the greatest attribute, so that it may be too large and never too small.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.language.tree import (
    COMPARISONS,
    MATCHES,
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
)
from dpstudio.core.tables.cells import LARGEST
from dpstudio.core.tables.schema import Column, Kind

ZERO, ONE = Fraction(0), Fraction(1)
Order = tuple[str, int] | None
FLAT: Order = ("", 0)


@dataclass(frozen=True)
class Interval:
    """What is known of a row expression e(row, y); conditions are 0 or 1.

    Args:
        low, high: e lies between them.
        row: the most that e differs between two rows, for one candidate.
        candidate: the most that e differs between two candidates, for one row.
        both: the most by which the change from one row to another differs between two candidates.
        by_row: the one column (and direction) along which e rises for every candidate; FLAT if no row matters, None
            if there is no such column.
        by_candidate: the same for one attribute of the candidate.
        unbounded: a column without bounds that e adds up, or "".
    """

    low: Fraction
    high: Fraction
    row: Fraction = ZERO
    candidate: Fraction = ZERO
    both: Fraction = ZERO
    by_row: Order = None
    by_candidate: Order = None
    unbounded: str = ""

    @property
    def most(self) -> Fraction:
        """The largest absolute value."""
        return max(abs(self.low), abs(self.high))

    @property
    def width(self) -> Fraction:
        """From the least to the greatest value."""
        return self.high - self.low

    @property
    def sign(self) -> int:
        """1 where e is never negative, -1 where it is never positive, else 0."""
        return 1 if self.low >= 0 else -1 if self.high <= 0 else 0

    def closed(self) -> "Interval":
        """The general inequalities applied, which always hold and sometimes help."""
        row, candidate = min(self.row, self.width), min(self.candidate, self.width)
        both = min(self.both, 2 * row, 2 * candidate)
        if self.by_row is not None:
            both = min(both, row)
        if self.by_candidate is not None:
            both = min(both, candidate)
        by_row = FLAT if row == 0 else self.by_row
        by_candidate = FLAT if candidate == 0 else self.by_candidate
        return Interval(self.low, self.high, row, candidate, both, by_row, by_candidate, self.unbounded)


class Analysis:
    """The reach of bound row expressions, each node worked out once.

    Args:
        columns: by name, as declared; a number without bounds counts as bounded by what a cell can hold, and is named
            in `unbounded`.
    """

    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
        self._columns, self._candidates = columns, candidates
        self._known: dict[Node, Interval] = {}

    def of(self, node: Node) -> Interval:
        """The reach of one expression."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._worked_out(node)
        return known

    def _worked_out(self, node: Node) -> Interval:
        match node:
            case Number(value):
                return Interval(value, value, by_row=FLAT, by_candidate=FLAT)
            case Candidate(attribute):
                low, high = self._candidates.ends(attribute)
                return Interval(low, high, candidate=high - low, by_row=FLAT, by_candidate=(attribute, 1)).closed()
            case Cell(name):
                return self._cell(self._columns[name])
            case OwnCell():
                return _condition(row=True, candidate=self._several)
            case Operation():
                return self._operation(node).closed()
        raise TypeError(type(node))

    @property
    def _several(self) -> bool:
        return self._candidates.count > 1

    def _cell(self, column: Column) -> Interval:
        if column.kind is Kind.YES_NO:
            return replace(_condition(row=True, candidate=False), by_row=(column.name, 1))
        if column.bounds is not None:
            low, high = column.bounds
            return Interval(low, high, row=high - low, by_row=(column.name, 1), by_candidate=FLAT).closed()
        low, high = -LARGEST * column.step, LARGEST * column.step
        return Interval(low, high, high - low, by_row=(column.name, 1), by_candidate=FLAT, unbounded=column.name)

    def _operation(self, node: Operation) -> Interval:
        operator = node.operator
        if operator in MATCHES:
            return _condition(row=True, candidate=isinstance(node.parts[1], Candidate) and self._several)
        if operator is Operator.PRESENT:
            own = any(isinstance(part, OwnCell) for part in node.parts)
            return _condition(row=True, candidate=own and self._several)
        parts = [self.of(part) for part in node.parts]
        if operator in COMPARISONS:
            return _compared(operator, parts[0], parts[1])
        if operator is Operator.IF:
            found = _chosen(parts[0], parts[1], parts[2])
            return replace(found, both=min(found.both, self._two_largest(node, found)))
        return _COMBINED[operator](parts)

    def _two_largest(self, node: Operation, found: Interval) -> Fraction:
        """w_y where the cell is y, else 0: two candidates move apart by at most the two largest weights."""
        condition, weight, otherwise = node.parts
        if not isinstance(condition, Operation) or condition.operator is not Operator.MATCH:
            return found.both
        if otherwise != Number(ZERO) or not isinstance(weight, Candidate):
            return found.both
        cell, named = condition.parts
        if named != Candidate("") or not isinstance(cell, Cell):
            return found.both
        column = self._columns[cell.name]
        if column.kind not in (Kind.CATEGORY, Kind.IDENTIFIER) or not column.match_case:
            return found.both
        if self._candidates.count == 1:
            return ZERO
        numbers = self._candidates.numbers(weight.attribute)
        largest = sorted((abs(int(step)) for step in numbers.steps), reverse=True)[:2]
        return sum(largest) * numbers.unit


def _constant(value: Fraction) -> Interval:
    return Interval(value, value, by_row=FLAT, by_candidate=FLAT)


def _condition(*, row: bool, candidate: bool) -> Interval:
    return Interval(
        ZERO, ONE, Fraction(row), Fraction(candidate), Fraction(2 * (row and candidate)),
        None if row else FLAT, None if candidate else FLAT,
    )  # fmt: skip


def _joint(one: Order, other: Order) -> Order:
    """The direction of something that rises where both rise."""
    if one is None or other is None:
        return None
    if one in (FLAT, other):
        return other
    return one if other == FLAT else None


def _turned(order: Order, sign: int) -> Order:
    if order is None or order == FLAT or sign == 1:
        return order
    return (order[0], -order[1]) if sign == -1 else None


def _scaled(one: Interval, factor: Fraction) -> Interval:
    ends, size, sign = (one.low * factor, one.high * factor), abs(factor), (factor > 0) - (factor < 0)
    if sign == 0:
        return _constant(ZERO)
    return Interval(
        min(ends), max(ends), one.row * size, one.candidate * size, one.both * size,
        _turned(one.by_row, sign), _turned(one.by_candidate, sign), one.unbounded,
    )  # fmt: skip


def _plus(one: Interval, two: Interval) -> Interval:
    return Interval(
        one.low + two.low,
        one.high + two.high,
        one.row + two.row,
        one.candidate + two.candidate,
        one.both + two.both,
        _joint(one.by_row, two.by_row),
        _joint(one.by_candidate, two.by_candidate),
        one.unbounded or two.unbounded,
    )


def _absolute(one: Interval) -> Interval:
    if one.sign:
        return _scaled(one, Fraction(one.sign))
    flat = 0 if FLAT in (one.by_row, one.by_candidate) else 2 * min(one.row, one.candidate)
    return replace(one, low=ZERO, high=one.most, both=Fraction(flat), by_row=_only_flat(one.by_row),
                   by_candidate=_only_flat(one.by_candidate))  # fmt: skip


def _only_flat(order: Order) -> Order:
    return FLAT if order == FLAT else None


def _times(one: Interval, two: Interval) -> Interval:
    """Source: the change of a product, (ab)' = a'b + ab', taken once for rows and once for candidates."""
    corners = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
    return Interval(
        min(corners),
        max(corners),
        one.row * two.most + one.most * two.row,
        one.candidate * two.most + one.most * two.candidate,
        one.most * two.both + one.row * two.candidate + one.candidate * two.row + one.both * two.most,
        _joint(_turned(one.by_row, two.sign), _turned(two.by_row, one.sign)),
        _joint(_turned(one.by_candidate, two.sign), _turned(two.by_candidate, one.sign)),
        one.unbounded or two.unbounded,
    )


def _extreme(parts: list[Interval], choose: Callable[[Fraction, Fraction], Fraction]) -> Interval:
    found = parts[0]
    for each in parts[1:]:
        by_row, by_candidate = _joint(found.by_row, each.by_row), _joint(found.by_candidate, each.by_candidate)
        found = Interval(
            choose(found.low, each.low),
            choose(found.high, each.high),
            max(found.row, each.row),
            max(found.candidate, each.candidate),
            2 * min(max(found.row, each.row), max(found.candidate, each.candidate)),
            by_row,
            by_candidate,
            found.unbounded or each.unbounded,
        ).closed()
    return found


def _clipped(one: Interval, low: Fraction, high: Fraction) -> Interval:
    inside = low <= one.low and one.high <= high
    return Interval(
        min(max(one.low, low), high),
        min(max(one.high, low), high),
        one.row,
        one.candidate,
        one.both if inside else 2 * min(one.row, one.candidate),
        one.by_row,
        one.by_candidate,
    )


def _compared(operator: Operator, one: Interval, two: Interval) -> Interval:
    gap = _plus(one, _scaled(two, Fraction(-1))).closed()
    known = _decided(operator, gap)
    if known is not None:
        return _constant(Fraction(known))
    found = _condition(row=gap.row > 0, candidate=gap.candidate > 0)
    rises = {Operator.AT_LEAST: 1, Operator.ABOVE: 1, Operator.AT_MOST: -1, Operator.BELOW: -1}.get(operator, 0)
    if not rises:
        return found
    return replace(found, by_row=_turned(gap.by_row, rises), by_candidate=_turned(gap.by_candidate, rises)).closed()


def _decided(operator: Operator, gap: Interval) -> bool | None:
    """Whether the comparison of a - b with 0 comes out the same everywhere, or None."""
    low, high = gap.low, gap.high
    always, never = {
        Operator.AT_LEAST: (low >= 0, high < 0),
        Operator.ABOVE: (low > 0, high <= 0),
        Operator.AT_MOST: (high <= 0, low > 0),
        Operator.BELOW: (high < 0, low >= 0),
        Operator.EQUAL: (low == high == 0, low > 0 or high < 0),
        Operator.UNEQUAL: (low > 0 or high < 0, low == high == 0),
    }[operator]
    return True if always else False if never else None


def _chosen(condition: Interval, one: Interval, two: Interval) -> Interval:
    """One where the condition holds, else the other."""
    condition = condition.closed()
    if condition.low == condition.high:
        return one if condition.low else two
    low, high = min(one.low, two.low), max(one.high, two.high)
    apart = max(abs(one.low - two.high), abs(one.high - two.low))
    row = _switched(condition.row, one.row, two.row, apart, high - low)
    candidate = _switched(condition.candidate, one.candidate, two.candidate, apart, high - low)
    both = 2 * min(row, candidate)
    if condition.candidate == 0:
        both = min(both, max(one.both, two.both, one.candidate + two.candidate))
    if condition.row == 0:
        both = min(both, max(one.both, two.both, one.row + two.row))
    by_row: Order = None
    by_candidate: Order = None
    zero = (ZERO, ZERO)
    if (two.low, two.high) == zero:
        gated = _times(condition, one)
        by_row, by_candidate = gated.by_row, gated.by_candidate
    elif one.low >= two.high:
        by_row = _joint(condition.by_row, _joint(one.by_row, two.by_row))
        by_candidate = _joint(condition.by_candidate, _joint(one.by_candidate, two.by_candidate))
    return Interval(low, high, row, candidate, both, by_row, by_candidate, one.unbounded or two.unbounded)


def _switched(condition: Fraction, one: Fraction, two: Fraction, apart: Fraction, width: Fraction) -> Fraction:
    """How far a choice moves when either the condition changes or what is chosen does."""
    if condition == 0:
        return max(one, two)
    if one == 0 or two == 0:
        return min(width, max(one, two, apart))
    return width


_MINUS = Fraction(-1)
_TRUE, _FALSE = _constant(ONE), _constant(ZERO)
_COMBINED: dict[Operator, Callable[[list[Interval]], Interval]] = {
    Operator.NEGATIVE: lambda parts: _scaled(parts[0], _MINUS),
    Operator.ABSOLUTE: lambda parts: _absolute(parts[0]),
    Operator.PLUS: lambda parts: _plus(parts[0], parts[1]),
    Operator.MINUS: lambda parts: _plus(parts[0], _scaled(parts[1], _MINUS)),
    Operator.TIMES: lambda parts: _times(parts[0], parts[1]),
    Operator.OVER: lambda parts: _scaled(parts[0], 1 / parts[1].low),
    Operator.LEAST: lambda parts: _extreme(parts, min),
    Operator.GREATEST: lambda parts: _extreme(parts, max),
    Operator.CLIP: lambda parts: _clipped(parts[0], parts[1].low, parts[2].low),
    Operator.NOT: lambda parts: _plus(_TRUE, _scaled(parts[0], _MINUS)),
    Operator.AND: lambda parts: _chosen(parts[0], parts[1], _FALSE),
    Operator.OR: lambda parts: _chosen(parts[0], _TRUE, parts[1]),
}
