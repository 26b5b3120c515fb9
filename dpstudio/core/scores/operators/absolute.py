"""The absolute value: abs(a)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.scores.exact import Exact, extreme
from dpstudio.core.scores.interval import FLAT, ZERO, Interval, Order, scaled
from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.written import Function

_WHY = "Taking the absolute value moves nothing farther apart, but a move up may become a move down."


class _Absolute(Arithmetic):
    is_distance = True

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].absolute()

    def interval_of(self, parts: list[Interval]) -> Interval:
        one = parts[0]
        if one.sign:
            return scaled(one, Fraction(one.sign))
        flat = 0 if FLAT in (one.by_row, one.by_candidate) else 2 * min(one.row, one.candidate)
        return replace(one, low=ZERO, high=one.most, both=Fraction(flat), by_row=_only_flat(one.by_row),
                       by_candidate=_only_flat(one.by_candidate))  # fmt: skip

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        return absolute(of(node.parts[0])), _WHY

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        part = of(node.parts[0])
        most = extreme(part.low.absolute(), part.high.absolute(), greatest=True)
        return Moves(most.multiplied(Exact.constant(Fraction(-1))), most)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def sign(self, signs: list[int]) -> int:
        return 1


def _only_flat(order: Order) -> Order:
    return FLAT if order == FLAT else None


def absolute(moves: NodeSensitivity) -> NodeSensitivity:
    """|f|: it moves no farther than f, either way."""
    return NodeSensitivity(-moves.added, moves.added, moves.replaced, 2 * moves.added, 2 * moves.replaced).tightened()


ABSOLUTE = _Absolute("abs")
CALL = Function("abs", range(1, 2), "abs(a number)", ABSOLUTE.make)
