"""Products: a * b; of scores only by a public factor."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.scores import interval, node_sensitivity, pieces, proof
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import NoBound, RuleRefusal
from dpstudio.core.scores.language.tree import ONE, ZERO, Node, Operation, operation
from dpstudio.core.scores.language.types import Bound, shown
from dpstudio.core.scores.moves import Moves, scaled
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.branch import IF
from dpstudio.core.scores.operators.contract import Arithmetic, Proved
from dpstudio.core.scores.operators.grids import Grid, grids_of
from dpstudio.core.scores.operators.walks import Along, Binder
from dpstudio.core.scores.operators.written import Binds, Write, infix
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase


class _Times(Arithmetic):
    binds = Binds.MULTIPLIED
    bends_outward = True

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return infix(self.name, self.binds, parts, write)

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A product; of two scores only where no bound is needed."""
        found = super().bound(node, binder)
        if binder.bounded and isinstance(found.node, Operation) and _has_no_bound(found.node):
            raise RuleRefusal(
                phrase(
                    "{node} multiplies two sums over private rows: the larger one is, the more one person"
                    " can move the product.",
                    node=shown(node),
                ),
                phrase("Multiply inside sum( ), row by row, or add them."),
                node.at,
                node,
            )
        return found

    def constant(self, values: list[Fraction]) -> Fraction:
        return values[0] * values[1]

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].multiplied(parts[1])

    def interval_of(self, parts: list[Interval]) -> Interval:
        return interval.times(parts[0], parts[1])

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        if _has_no_bound(node):
            raise NoBound(
                phrase("{node} has no bound.", node=shown(node)),
                phrase("Multiply inside sum( ), row by row, or add them."),
            )
        public, private = _factor(node)
        factor = known(public)
        return node_sensitivity.scaled(of(private), factor), proof.scaled(factor)

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        public, private = _factor(node)
        return scaled(known(public), of(private))

    def row_by_row(self, node: Operation, of: Callable[[Node], Node | None]) -> Node | None:
        public, private = _factor(node)
        single = None if _has_no_bound(node) else of(private)
        return None if single is None else weighted(single, public)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        found = grids_of(node, of)
        return None if found is None else found[0] * found[1]

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        parts = along.all_of(node)
        return None if parts is None else pieces.multiplied(parts[0], parts[1])

    def sign(self, signs: list[int]) -> int:
        return signs[0] * signs[1]

    def keeps_order(self, node: Operation, part: Node) -> bool:
        return all(constant(each) for each in node.parts if each is not part)


def _has_no_bound(node: Operation) -> bool:
    """Whether two sums over rows are multiplied: the larger one is, the more one person moves the product."""
    return all(part.has_aggregate for part in node.parts)


def _factor(node: Operation) -> tuple[Node, Node]:
    """The public part of a product of a score, and the private one."""
    one, other = node.parts
    return (other, one) if one.reads_row else (one, other)


TIMES = _Times("*")


def without_weight(added: Node) -> tuple[Node | None, Node]:
    """The public weight that what a row adds is multiplied by, or None, and what it adds without."""
    match added:
        case Operation(operator=operator, parts=(one, other)) if operator is TIMES and not (
            one.reads_row and other.reads_row
        ):
            return _factor(added)
        case Operation(operator=operator, parts=(condition, one, other)) if operator is IF and other == ZERO:
            weight, rest = without_weight(one)
            return weight, added if weight is None else operation(IF, condition, rest, ZERO)
    return None, added


def weighted(added: Node, weight: Node) -> Node:
    """The weight drawn into the branches of a choice, where the analysis sees it beside its condition."""
    if added == ONE:
        return weight
    if added == ZERO:
        return ZERO
    if isinstance(added, Operation) and added.operator is IF:
        condition, one, other = added.parts
        return operation(IF, condition, weighted(one, weight), weighted(other, weight))
    return operation(TIMES, weight, added)
