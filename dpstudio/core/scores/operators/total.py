"""The sum of a number over all rows, or those for which a condition holds: sum(a where condition)."""

from fractions import Fraction

from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.scores.language.types import Type
from dpstudio.core.scores.operators.contract import Aggregate
from dpstudio.core.scores.operators.grids import Grid
from dpstudio.core.scores.operators.written import Binds, Function, Write
from dpstudio.translation import phrase


class _Sum(Aggregate):
    takes = (Type.NUMBER, Type.TRUTH)
    adds_up = True

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return f"sum({' where '.join(write(part, Binds.LEAST) for part in parts)})"

    def value(self, node: Operation) -> Node:
        return node.parts[0]

    def condition(self, node: Operation) -> Node | None:
        return node.parts[1] if len(node.parts) == 2 else None

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return of(node.parts[0])

    def keeps_order(self, node: Operation, part: Node) -> bool:
        return node.parts[0] is part and not any(each.reads_candidate for each in node.parts[1:])


SUM = _Sum("sum")
CALL = Function("sum", range(1, 2), phrase("sum(a number where a condition)"), SUM.make, where=SUM.make)
