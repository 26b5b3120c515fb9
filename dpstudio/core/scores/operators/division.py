"""Quotients: a / b, where b is a fixed number."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.quantities.rational import whole
from dpstudio.core.scores import interval, node_sensitivity, pieces, proof
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.tree import Node, Number, Operation, operation
from dpstudio.core.scores.language.types import Bound, Level, Type, joined, shown
from dpstudio.core.scores.moves import Moves, scaled
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, Instead, Proved
from dpstudio.core.scores.operators.count import COUNT
from dpstudio.core.scores.operators.floor import with_floor
from dpstudio.core.scores.operators.grids import Grid
from dpstudio.core.scores.operators.nearest_ratio import nearest
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.operators.walks import Along, Binder
from dpstudio.core.scores.operators.written import Binds, Write, infix
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase

_WITH_FLOOR = phrase("Divide a sum over rows by their number with a public floor: sum(x where …) / max(10, count(…)).")
_ADD_UP = phrase("Add up instead, for example how far values lie above a public mark: sum(x - 5 where …).")


class _Over(Arithmetic):
    binds = Binds.MULTIPLIED
    bends_outward = True

    def make(self, parts: tuple[Node, ...], at: int) -> Node:
        """A division; of two constants their quotient."""
        match parts:
            case (Number(one), Number(other)) if other:
                return Number(one / other, at=at)
        return super().make(parts, at)

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return infix(self.name, self.binds, parts, write)

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A quotient by a number, or by a count with a public floor."""
        parts = [binder.wanted(part, Type.NUMBER) for part in node.parts]
        ratio = with_floor(parts[0].node, parts[1].node, binder)
        return joined(node, self.checked(node, parts), Type.NUMBER) if ratio is None else ratio

    def nearest(self, node: Operation) -> Instead | None:
        return nearest(node, self)

    def checked(self, node: Operation, parts: list[Bound]) -> list[Bound]:
        below = node.parts[1]
        divisor = constant(below)
        if divisor == 0:
            raise RuleError(phrase("Division by 0."), phrase("Divide by another number."), below.at)
        if divisor is not None:
            return [parts[0], Bound(Number(divisor, at=below.at), Type.NUMBER, Level.PUBLIC)]
        if parts[1].level is Level.PUBLIC:
            raise RuleError(
                phrase("Division by what differs from candidate to candidate is not part of the language."),
                phrase("Give the candidates an attribute with the inverse, and multiply by it."),
                below.at,
            )
        raise RuleRefusal(*_private(node, parts), node.at, node)

    def constant(self, values: list[Fraction]) -> Fraction | None:
        return values[0] / values[1] if values[1] else None

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        return parts[0].scaled(_inverse(node))

    def interval_of(self, parts: list[Interval]) -> Interval:
        return interval.scaled(parts[0], whole(Fraction(1, parts[1].low)))

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        factor = Interval(_inverse(node), _inverse(node))
        return node_sensitivity.scaled(of(node.parts[0]), factor), proof.scaled(factor)

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        return scaled(Exact.constant(_inverse(node)), of(node.parts[0]))

    def row_by_row(self, node: Operation, of: Callable[[Node], Node | None]) -> Node | None:
        added = of(node.parts[0])
        return None if added is None else operation(self, added, node.parts[1])

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        above, below = of(node.parts[0]), constant(node.parts[1])
        return above / abs(below) if above is not None and below else None

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        part = along.of(node.parts[0])
        return None if part is None else pieces.scaled(part, _inverse(node))

    def sign(self, signs: list[int]) -> int:
        return signs[0] * signs[1]

    def keeps_order(self, node: Operation, part: Node) -> bool:
        others = [each for each in node.parts if each is not part]
        return all(constant(each) for each in others) and node.parts[-1] is not part


def _inverse(node: Operation) -> Fraction:
    """One over the divisor of a bound quotient, which is a number."""
    match node.parts:
        case (_, Number(divisor)):
            return 1 / divisor
    raise TypeError(node.parts)


def _private(node: Operation, parts: list[Bound]) -> tuple[str, str]:
    """Why a division by something private is refused, and what to write where nothing better is known."""
    above, below = node.parts
    whole = phrase("{node} divides by", node=shown(node))
    if parts[0].level is Level.PUBLIC:
        return (
            phrase(
                "{whole} something private: the nearer that comes to 0, the more one person can move the"
                " score, and where it is 0 there is no score.",
                whole=whole,
            ),
            phrase("Write a score that is large where the candidate is good and that does not divide."),
        )
    if parts[1].level is Level.ROW:
        return (
            phrase(
                "{whole} a value of the row: the nearer that comes to 0, the more one row can move the"
                " score, and where it is 0 there is no score.",
                whole=whole,
            ),
            phrase("Give the table a column with the quotient, and type its bounds."),
        )
    remedy = (
        _ADD_UP
        if nearest(node, OVER) is None
        else phrase("{with_floor} {add_up}", with_floor=_WITH_FLOOR, add_up=_ADD_UP)
    )
    if _is_mean(above, below):
        return (
            phrase(
                "{whole} a private number: where few rows count, one person moves the mean by half of its"
                " range or more.",
                whole=whole,
            ),
            remedy,
        )
    return (
        phrase(
            "{whole} a private number. Only a sum or a count over the very rows that are counted below can be divided,"
            " and that count needs a whole number as its floor: max(10, count(…)), for example.",
            whole=whole,
        ),
        remedy,
    )


def _is_mean(above: Node, below: Node) -> bool:
    """Whether it is a sum over the rows that are counted."""
    if not isinstance(above, Operation) or not isinstance(below, Operation):
        return False
    counted = below.operator is COUNT and above.operator is SUM
    return counted and above.parts[1:] == below.parts


OVER = _Over("/")
