"""Two cells of a row that mean the same text: home = work once bound."""

from dpstudio.core.scores import interval
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Cell, Node, Operation, operation
from dpstudio.core.scores.language.types import Bound, Level, Type, shown
from dpstudio.core.scores.operators.contract import Likeness
from dpstudio.core.scores.operators.walks import Binder, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.core.tables.schema import Kind
from dpstudio.translation import phrase


class _Same(Likeness):
    binds = Binds.COMPARED

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return f"{write(parts[0], Binds.ADDED)} = {write(parts[1], Binds.ADDED)}"

    def truth(self, node: Operation, rows: Rows) -> Truth:
        match node.parts:
            case (Cell() as one, Cell() as other):
                return rows.alike(one, other)
        raise TypeError(node.parts)

    def interval(self, node: Operation, known: Intervals) -> Interval:
        return interval.condition(row=node.parts[0] != node.parts[1], candidate=False)


SAME = _Same("same")


def same(one: Cell, other: Cell, at: int, binder: Binder) -> Bound:
    """Two cells of texts as a condition.

    Raises:
        RuleError: one holds several choices, or capitals matter in one of them alone.
    """
    columns = [binder.column(cell) for cell in (one, other)]
    several = next(
        (cell for cell, column in zip((one, other), columns, strict=True) if column.kind is Kind.CHOICES), None
    )
    if several is not None:
        raise RuleError(
            phrase(
                "{several} holds several choices in a cell, so it is not compared with another column.",
                several=shown(several),
            ),
            phrase('Ask for one choice at a time: {several} has "tea".', several=shown(several)),
            several.at,
        )
    if columns[0].match_case != columns[1].match_case:
        apart = one if columns[0].match_case else other
        raise RuleError(
            phrase("Capitals matter in {apart} alone, so the two columns mean different texts.", apart=shown(apart)),
            phrase("Declare capitals alike for both columns on the Tables tab."),
            at,
        )
    return Bound(operation(SAME, one, other, at=at), Type.TRUTH, Level.ROW)
