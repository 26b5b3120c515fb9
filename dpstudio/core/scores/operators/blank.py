"""Whether a cell of the row is blank, or cannot be read under its column's type: blank(x)."""

from dpstudio.core.scores import interval, pieces
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Cell, Operation, OwnCell, operation, walk
from dpstudio.core.scores.language.types import Bound, Level, Type, shown
from dpstudio.core.scores.names import instead_of_blank
from dpstudio.core.scores.operators.contract import Condition, aggregate_of, conjuncts_of, filled
from dpstudio.core.scores.operators.logic import NOT
from dpstudio.core.scores.operators.walks import Along, Binder, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.scores.pieces import Pieces
from dpstudio.translation import phrase


class _Blank(Condition):
    of_meanings = asks_blank = True

    def bound(self, node: Operation, binder: Binder) -> Bound:
        cell = node.parts[0]
        if not isinstance(cell, Cell | OwnCell):
            raise RuleError(
                phrase("{cell} is not a column.", cell=shown(cell)),
                phrase("Write blank(x), where x is a column."),
                cell.at,
            )
        if isinstance(cell, Cell) and binder.column(cell).blank is not None:
            message = phrase("No cell of {cell} is blank: its column says what a blank counts as.", cell=shown(cell))
            raise RuleError(message, instead_of_blank(binder.column(cell)), cell.at)
        return Bound(node, Type.TRUTH, Level.ROW)

    def refuse_within(self, node: Operation, aggregate: Operation) -> None:
        """A row that is blank where it is read adds nothing, so only that it is not blank may be asked beside that."""
        cell, condition = node.parts[0], aggregate_of(aggregate).condition(aggregate)
        if cell not in filled(aggregate):
            return
        asked = sum(each == node for each in walk(aggregate))
        if asked > conjuncts_of(condition).count(operation(NOT, node)):
            raise RuleError(
                phrase(
                    "{aggregate} asks more of {cell} than whether it is blank, so a row where it is adds nothing.",
                    aggregate=shown(aggregate),
                    cell=shown(cell),
                ),
                phrase(
                    "Count those rows separately: count({node}). Or say on the Tables tab what a blank counts as.",
                    node=shown(node),
                ),
                node.at,
            )

    def truth(self, node: Operation, rows: Rows) -> Truth:
        return ~rows.present(node.parts[0])

    def interval(self, node: Operation, known: Intervals) -> Interval:
        own = isinstance(node.parts[0], OwnCell)
        return interval.condition(row=True, candidate=own and known.candidates.count > 1)

    def pieces(self, node: Operation, along: Along) -> Pieces:
        """All numbers are alike to it."""
        return pieces.holding()


BLANK = _Blank("blank")
CALL = Function("blank", range(1, 2), phrase("blank(a column)"), BLANK.make)
