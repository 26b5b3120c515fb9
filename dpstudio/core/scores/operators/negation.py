"""The minus before a number: -a."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.scores import interval, node_sensitivity, pieces, proof
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import MINUS_ONE, Interval
from dpstudio.core.scores.language.tree import Node, Number, Operation
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, common_grid
from dpstudio.core.scores.operators.multiplication import weighted
from dpstudio.core.scores.operators.walks import Along
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.core.scores.pieces import Pieces


class _Negative(Arithmetic):
    binds = Binds.NEGATIVE
    bends_outward = True

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return "-" + write(parts[0], self.binds)

    def constant(self, values: list[Fraction]) -> Fraction:
        return -values[0]

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return Exact(parts[0].unit, -parts[0].steps, parts[0].most)

    def interval_of(self, parts: list[Interval]) -> Interval:
        return interval.scaled(parts[0], -1)

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        return node_sensitivity.scaled(of(node.parts[0]), MINUS_ONE), proof.scaled(MINUS_ONE)

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        part, minus = of(node.parts[0]), Exact.constant(Fraction(-1))
        return Moves(part.high.multiplied(minus), part.low.multiplied(minus))

    def row_by_row(self, node: Operation, of: Callable[[Node], Node | None]) -> Node | None:
        added = of(node.parts[0])
        return None if added is None else weighted(added, Number(Fraction(-1)))

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return common_grid(node, of)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        part = along.of(node.parts[0])
        return None if part is None else pieces.scaled(part, Fraction(-1))

    def sign(self, signs: list[int]) -> int:
        return -signs[0]

    def keeps_order(self, node: Operation, part: Node) -> bool:
        return True


NEGATIVE = _Negative("negative")
