"""Comparisons: a < b, <=, =, !=, >=, >; of a cell with a text or the candidate = and != go by meaning."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

import numpy as np

from dpstudio.core.quantities.rational import Rational
from dpstudio.core.scores import interval, pieces
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, Text, operation
from dpstudio.core.scores.language.types import Bound, Level, Type, joined, shown, type_of
from dpstudio.core.scores.operators.contract import Condition
from dpstudio.core.scores.operators.likeness import same
from dpstudio.core.scores.operators.logic import NOT
from dpstudio.core.scores.operators.meaning import MATCH
from dpstudio.core.scores.operators.walks import Along, Binder, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.core.scores.pieces import Pieces
from dpstudio.core.tables.schema import TEXTUAL, Kind
from dpstudio.translation import phrase

Compare = Callable[[np.ndarray, int], np.ndarray]
Decide = Callable[[Rational, Rational], bool]


class Comparison(Condition):
    """A comparison of two numbers.

    Args:
        spellings: other signs for the same.
        compare: of the differences with 0.
        always, never: whether it holds for every difference between a least and a greatest one, or for none.
        rises: 1 where it begins to hold as the difference grows, -1 where it ends, 0 for neither.
    """

    binds = Binds.COMPARED
    of_one_unit = True
    orders: ClassVar[bool] = True

    def __init__(
        self, name: str, spellings: tuple[str, ...], compare: Compare, always: Decide, never: Decide, rises: int
    ) -> None:
        super().__init__(name)
        self.spellings, self.compare = spellings, compare
        self._always, self._never, self.rises = always, never, rises

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        """A sign between two numbers."""
        return f"{write(parts[0], Binds.ADDED)} {self.name} {write(parts[1], Binds.ADDED)}"

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """Two numbers, or a date and the text of a day, of one row."""
        left, right = node.parts
        self._refuse_incomparable(left, right, node, binder)
        days = [_dated(one, other, binder) for one, other in ((left, right), (right, left))]
        bound = joined(node, [binder.wanted(part, Type.NUMBER) for part in days], Type.TRUTH)
        if bound.level is Level.SCORE:
            raise RuleError(
                phrase("A comparison works on one row, but this compares sums over rows."),
                phrase("Put it inside count( )."),
                node.at,
            )
        return bound

    def _refuse_incomparable(self, left: Node, right: Node, node: Operation, binder: Binder) -> None:
        """Cells of a row that have no order, or not the same kind of value."""
        kinds = [type_of(binder.column(each).kind) if isinstance(each, Cell) else None for each in (left, right)]
        texts = [kind in (Type.TEXT, Type.CHOICES) for kind in kinds]
        if None not in kinds and kinds[0] is not kinds[1]:
            raise RuleError(
                phrase(
                    "{left} is {kinds} and {right} is {kinds_1}, so they cannot be compared.",
                    left=shown(left),
                    kinds=kinds[0],
                    right=shown(right),
                    kinds_1=kinds[1],
                ),
                phrase("Change a column's type on the Tables tab."),
                node.at,
            )
        if any(texts) and self.orders:
            raise RuleError(
                phrase("{node}: a text has no order.", node=shown(node)),
                phrase("Compare it by =, or declare the column as a number or date on the Tables tab."),
                left.at if texts[0] else right.at,
            )

    def truth(self, node: Operation, rows: Rows) -> Truth:
        """The sign of the difference, exactly."""
        gap = rows.number(node.parts[0]).plus(rows.number(node.parts[1]), -1)
        return np.asarray(self.compare(gap.steps, 0), dtype=bool)

    def interval(self, node: Operation, known: Intervals) -> Interval:
        """It may be decided by the bounds; else it changes with what the difference changes with."""
        one, two = (known.of(part) for part in node.parts)
        gap = interval.plus(one, interval.scaled(two, -1)).closed()
        if self._always(gap.low, gap.high) or self._never(gap.low, gap.high):
            return interval.constant(int(self._always(gap.low, gap.high)))
        found = interval.condition(row=gap.row > 0, candidate=gap.candidate > 0)
        if not self.rises:
            return found
        by_row, by_candidate = (interval.turned(each, self.rises) for each in (gap.by_row, gap.by_candidate))
        return replace(found, by_row=by_row, by_candidate=by_candidate).closed()

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        """It changes where the difference is 0, and just beside."""
        parts = along.all_of(node)
        if parts is None:
            return None
        found = pieces.chosen(parts, [], pieces.between(parts[0].lines, parts[1].lines))
        return None if found is None else pieces.holding(found.breaks)


class Order(Comparison):
    """A comparison by size: rows can be sorted once and counted up to each candidate."""

    @property
    def mirrored(self) -> "Order":
        """The same with its parts exchanged."""
        return _MIRRORED[self]

    @property
    def upward(self) -> bool:
        """Whether it holds for what is large."""
        return self.rises == 1

    @property
    def strictly_below(self) -> bool:
        """Whether what is equal stands with what is larger."""
        return self.name in ("<", ">=")


class Equality(Comparison):
    """= or !=; of a cell with a text, the candidate or another cell of a text by meaning."""

    orders = False

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A cell beside a text or the candidate is a meaning; else as any comparison."""
        match node.parts:
            case (Cell() as cell, (Text() | Candidate()) as option):
                return self._by_meaning(cell, option, node, binder)
            case ((Text() | Candidate()) as option, Cell() as cell):
                return self._by_meaning(cell, option, node, binder)
            case (Cell() as one, Cell() as other) if all(binder.column(cell).kind in TEXTUAL for cell in (one, other)):
                found = same(one, other, node.at, binder)
                return found if self is EQUAL else replace(found, node=operation(NOT, found.node, at=node.at))
        return super().bound(node, binder)

    def _by_meaning(self, cell: Cell, option: Text | Candidate, node: Operation, binder: Binder) -> Bound:
        column = binder.column(cell)
        binder.refuse_meaningless(cell, option)
        if column.kind is Kind.CHOICES:
            raise RuleError(
                phrase("{cell} holds several choices in a cell.", cell=shown(cell)),
                phrase("Write {cell} has {option}.", cell=shown(cell), option=shown(option)),
                node.at,
            )
        matched = operation(MATCH, cell, option, at=node.at)
        return Bound(matched if self is EQUAL else operation(NOT, matched, at=node.at), Type.TRUTH, Level.ROW)


def _dated(node: Node, other: Node, binder: Binder) -> Node:
    """A fixed text beside a date as its day."""
    if isinstance(node, Text) and isinstance(other, Cell) and binder.column(other).kind is Kind.DATE:
        try:
            return Number(Fraction(datetime.date.fromisoformat(node.text.strip()).toordinal()), at=node.at)
        except ValueError:
            raise RuleError(
                phrase("“{text}” is not a date.", text=node.text[:30]), phrase('Write "2026-12-31".'), node.at
            ) from None
    return node


def _apart(low: Rational, high: Rational) -> bool:
    return low > 0 or high < 0


def _none(low: Rational, high: Rational) -> bool:
    return low == high == 0


BELOW = Order("<", (), np.less, lambda _, high: high < 0, lambda low, _: low >= 0, -1)
AT_MOST = Order("<=", ("≤",), np.less_equal, lambda _, high: high <= 0, lambda low, _: low > 0, -1)
AT_LEAST = Order(">=", ("≥",), np.greater_equal, lambda low, _: low >= 0, lambda _, high: high < 0, 1)
ABOVE = Order(">", (), np.greater, lambda low, _: low > 0, lambda _, high: high <= 0, 1)
EQUAL = Equality("=", ("==",), np.equal, _none, _apart, 0)
UNEQUAL = Equality("!=", ("<>", "≠"), np.not_equal, _apart, _none, 0)
COMPARISONS: tuple[Comparison, ...] = (BELOW, AT_MOST, EQUAL, UNEQUAL, AT_LEAST, ABOVE)
_MIRRORED = {BELOW: ABOVE, ABOVE: BELOW, AT_MOST: AT_LEAST, AT_LEAST: AT_MOST}
