"""The least and the greatest of some numbers: min(a, b) and max(a, b)."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpstudio.core.quantities.rational import Rational
from dpstudio.core.scores import pieces
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.exact import extreme as either
from dpstudio.core.scores.interval import Interval, joint
from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity, together
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.walks import Along
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase

_WHY = phrase("It moves no farther than the part that moves the farthest; two candidates may follow different parts.")
_OF_A_COLUMN = (
    phrase(
        "The least and the greatest value of a private column are private: bounds read off the data depend"
        " on one person."
    ),
    phrase("Type public bounds: clip(x, 0, 100)."),
)


class _Extreme(Arithmetic):
    """The least, or the greatest."""

    bends_outward = True
    of_one_unit = True

    def __init__(self, name: str, *, greatest: bool) -> None:
        super().__init__(name)
        self._greatest = greatest

    def _choose(self, one: Rational, other: Rational) -> Rational:
        return max(one, other) if self._greatest else min(one, other)

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        found = parts[0]
        for each in parts[1:]:
            found = either(found, each, self._greatest)
        return found

    def interval_of(self, parts: list[Interval]) -> Interval:
        found = parts[0]
        for each in parts[1:]:
            by_row, by_candidate = joint(found.by_row, each.by_row), joint(found.by_candidate, each.by_candidate)
            found = Interval(
                self._choose(found.low, each.low),
                self._choose(found.high, each.high),
                max(found.row, each.row),
                max(found.candidate, each.candidate),
                2 * min(max(found.row, each.row), max(found.candidate, each.candidate)),
                by_row,
                by_candidate,
                found.unbounded or each.unbounded,
            ).closed()
        return found

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        return extreme([of(part) for part in node.parts]), _WHY

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        parts = [of(part) for part in node.parts]
        low, high = parts[0].low, parts[0].high
        for each in parts[1:]:
            low, high = either(low, each.low, greatest=False), either(high, each.high, greatest=True)
        return Moves(low, high)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        parts = along.all_of(node)
        if parts is None:
            return None
        found: Pieces | None = parts[0]
        for each in parts[1:]:
            if found is not None:
                gaps = pieces.between(found.lines, each.lines)
                found = pieces.chosen([found, each], [found.lines, each.lines], gaps)
        return found

    def sign(self, signs: list[int]) -> int:
        return max(signs) if self._greatest else min(signs)


def extreme(parts: Sequence[NodeSensitivity]) -> NodeSensitivity:
    """min(f, g, ...) or max(f, g, ...): it moves no farther than the part that moves the farthest."""
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    replaced = max(part.replaced for part in parts)
    return NodeSensitivity(low, high, replaced, high - low, 2 * replaced, together(parts)).tightened()


LEAST, GREATEST = _Extreme("min", greatest=False), _Extreme("max", greatest=True)
CALLS = (
    Function("min", range(2, 50), phrase("min(one, another)"), LEAST.make, refused={1: _OF_A_COLUMN}),
    Function("max", range(2, 50), phrase("max(one, another)"), GREATEST.make, refused={1: _OF_A_COLUMN}),
)
