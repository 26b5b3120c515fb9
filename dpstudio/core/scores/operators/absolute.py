"""The absolute value: abs(a)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.scores import pieces, proof
from dpstudio.core.scores.exact import Exact, extreme
from dpstudio.core.scores.interval import FLAT, ZERO, Interval, Order, scaled
from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.walks import Along
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase

_WHY = phrase("Taking the absolute value moves nothing farther apart, but a move up may become a move down.")


class _Absolute(Arithmetic):
    is_distance = True
    bends_outward = True

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].absolute()

    def interval_of(self, parts: list[Interval]) -> Interval:
        one = parts[0]
        if one.sign:
            return scaled(one, one.sign)
        flat = 0 if FLAT in (one.by_row, one.by_candidate) else 2 * min(one.row, one.candidate)
        return replace(one, low=ZERO, high=one.most, both=flat, by_row=_only_flat(one.by_row),
                       by_candidate=_only_flat(one.by_candidate))  # fmt: skip

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        part = of(node.parts[0])
        return absolute(part), _WHY + proof.in_pairs(part)

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        part = of(node.parts[0])
        most = extreme(part.low.absolute(), part.high.absolute(), greatest=True)
        return Moves(most.multiplied(Exact.constant(Fraction(-1))), most)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        part = along.of(node.parts[0])
        if part is None:
            return None
        return pieces.chosen([part], [part.lines, pieces.scaled(part, Fraction(-1)).lines], part.lines)

    def sign(self, signs: list[int]) -> int:
        return 1


def _only_flat(order: Order) -> Order:
    return FLAT if order == FLAT else None


def absolute(moves: NodeSensitivity) -> NodeSensitivity:
    """|f|: it moves no farther than f, either way; so two candidates come as far apart as they move together."""
    pairs = moves.pair_added, moves.pair_replaced
    return NodeSensitivity(-moves.added, moves.added, moves.replaced, *pairs, pairs).tightened()


ABSOLUTE = _Absolute("abs")
CALL = Function("abs", range(1, 2), phrase("abs(a number)"), ABSOLUTE.make)
