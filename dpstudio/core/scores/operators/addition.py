"""Sums and differences of two: a + b and a - b."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.scores import interval, node_sensitivity, pieces
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import MINUS_ONE, Interval
from dpstudio.core.scores.language.tree import ZERO, Node, Operation, operation
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.multiplication import TIMES, without_weight
from dpstudio.core.scores.operators.walks import Along
from dpstudio.core.scores.operators.written import Binds, Write, infix
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase

WHY = phrase("One person moves every part, so the figures add up.")


class _Addition(Arithmetic):
    """What a sum and a difference have in common."""

    binds = Binds.ADDED
    of_one_unit = True
    bends_outward = True

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return infix(self.name, self.binds, parts, write)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        parts = along.all_of(node)
        return None if parts is None else pieces.plus(parts[0], parts[1], self.signs[1])

    def keeps_order(self, node: Operation, part: Node) -> bool:
        return not any(each.reads_candidate for each in node.parts if each is not part)

    def row_by_row(self, node: Operation, of: Callable[[Node], Node | None]) -> Node | None:
        one, other = map(of, node.parts)
        if one is None or other is None:
            return None
        return one if other == ZERO else self._added(one, other)

    def _added(self, one: Node, other: Node) -> Node:
        """Under one weight what the rows add is added up first: w * a - w * b is w * (a - b)."""
        (weight, bare), (same, rest) = without_weight(one), without_weight(other)
        if weight is None or weight != same:
            return operation(self, one, other)
        return operation(TIMES, weight, operation(self, bare, rest))


class _Plus(_Addition):
    signs = (1, 1)

    def constant(self, values: list[Fraction]) -> Fraction:
        return values[0] + values[1]

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].plus(parts[1])

    def interval_of(self, parts: list[Interval]) -> Interval:
        return interval.plus(parts[0], parts[1])

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        return node_sensitivity.total([of(part) for part in node.parts]), WHY

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        one, other = map(of, node.parts)
        return Moves(one.low.plus(other.low), one.high.plus(other.high))

    def _added(self, one: Node, other: Node) -> Node:
        return other if one == ZERO else super()._added(one, other)


class _Minus(_Addition):
    signs = (1, -1)

    def constant(self, values: list[Fraction]) -> Fraction:
        return values[0] - values[1]

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].plus(parts[1], -1)

    def interval_of(self, parts: list[Interval]) -> Interval:
        return interval.plus(parts[0], interval.scaled(parts[1], -1))

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        one, other = map(of, node.parts)
        return node_sensitivity.total([one, node_sensitivity.scaled(other, MINUS_ONE)]), WHY

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        one, other = map(of, node.parts)
        return Moves(one.low.plus(other.high, -1), one.high.plus(other.low, -1))

    def sign(self, signs: list[int]) -> int:
        return signs[0] if signs[0] == -signs[1] else 0


PLUS, MINUS = _Plus("+"), _Minus("-")
