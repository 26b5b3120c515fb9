"""Whether all of some cells have a meaning; it stands only in what a row adds."""

from dpstudio.core.scores import interval, pieces
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.tree import Node, Operation, OwnCell
from dpstudio.core.scores.operators.contract import Condition
from dpstudio.core.scores.operators.walks import Along, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Write
from dpstudio.core.scores.pieces import Pieces


class _Present(Condition):
    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return "true"

    def truth(self, node: Operation, rows: Rows) -> Truth:
        found = rows.present(node.parts[0])
        for part in node.parts[1:]:
            found = found & rows.present(part)
        return found

    def interval(self, node: Operation, known: Intervals) -> Interval:
        owned = any(isinstance(part, OwnCell) for part in node.parts)
        own = owned and (not known.own or any(column.blank is None for column in known.own))
        if not own and all(isinstance(part, OwnCell) for part in node.parts):
            return interval.constant(interval.ONE)
        return interval.condition(row=True, candidate=own and known.candidates.count > 1)

    def pieces(self, node: Operation, along: Along) -> Pieces:
        return pieces.holding()


PRESENT = _Present("present")
