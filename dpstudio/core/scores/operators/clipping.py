"""A number within public bounds: clip(a, least, greatest)."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.quantities.rational import Rational
from dpstudio.core.scores import pieces
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import ZERO, Interval
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.tree import Node, Number, Operation
from dpstudio.core.scores.language.types import Bound, Level, Type
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.walks import Along
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase

_WHY = phrase("Clipping moves nothing farther than before; one candidate may be held at a bound while another is not.")


class _Clip(Arithmetic):
    def checked(self, node: Operation, parts: list[Bound]) -> list[Bound]:
        low, high = (constant(part) for part in node.parts[1:])
        if low is None or high is None:
            raise RuleRefusal(
                phrase("The bounds of clip( ) are not fixed numbers: bounds read off the data depend on one person."),
                phrase("Type public bounds: clip(x, 0, 100)."),
                node.parts[1].at,
            )
        if low > high:
            raise RuleError(
                phrase("The least of clip( ) is above the greatest."), phrase("Swap them."), node.parts[1].at
            )
        return [parts[0], *(Bound(Number(end), Type.NUMBER, Level.PUBLIC) for end in (low, high))]

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].clipped(*limits(node))

    def interval_of(self, parts: list[Interval]) -> Interval:
        return clipped_interval(parts[0], parts[1].low, parts[2].low)

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        return clipped(of(node.parts[0]), *limits(node)), _WHY

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        low, high = limits(node)
        part, room = of(node.parts[0]), high - low
        return Moves(part.low.clipped(-room, ZERO), part.high.clipped(ZERO, room))

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        part = along.of(node.parts[0])
        if part is None:
            return None
        ends = tuple(pieces.level(Exact.constant(end)) for end in limits(node))
        return pieces.chosen([part], [part.lines, ends], pieces.between(part.lines, ends))

    def sign(self, signs: list[int]) -> int:
        return signs[0] or (signs[1] == 1) - (signs[2] == -1)


def limits(node: Node) -> tuple[Fraction, Fraction]:
    """The least and the greatest of a bound clip, which are numbers."""
    match node:
        case Operation(parts=(_, Number(low), Number(high))):
            return low, high
    raise TypeError(type(node))


def clipped_interval(one: Interval, low: Rational, high: Rational) -> Interval:
    """Something held between two ends."""
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


def clipped(moves: NodeSensitivity, low: Fraction, high: Fraction) -> NodeSensitivity:
    """clip(f, low, high): it moves the way f does, no farther than f or than from bound to bound."""
    room = high - low
    least, most = max(min(moves.low, ZERO), -room), min(max(moves.high, ZERO), room)
    replaced = min(moves.replaced, room)
    pairs = moves.pair_added, moves.pair_replaced
    return NodeSensitivity(least, most, replaced, most - least, 2 * replaced, pairs).tightened()


CLIP = _Clip("clip")
CALL = Function("clip", range(3, 4), phrase("clip(a number, least, greatest)"), CLIP.make)
