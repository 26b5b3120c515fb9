"""A cell that means a text: cell = text once bound, and cell has text of several choices."""

from dpstudio.core.scores import interval
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Operation, Text
from dpstudio.core.scores.language.types import Bound, Level, Type, shown
from dpstudio.core.scores.operators.contract import Meaning
from dpstudio.core.scores.operators.walks import Along, Binder, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.core.scores.pieces import Pieces
from dpstudio.core.tables.schema import Kind
from dpstudio.translation import phrase


class _Means(Meaning):
    """Args: sign: how it is written."""

    binds = Binds.COMPARED

    def __init__(self, name: str, sign: str) -> None:
        super().__init__(name)
        self._sign = sign

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return f"{write(parts[0], Binds.ADDED)} {self._sign} {write(parts[1], Binds.ADDED)}"

    def truth(self, node: Operation, rows: Rows) -> Truth:
        match node.parts:
            case (Cell() as cell, (Text() | Candidate()) as option):
                return rows.meant(cell, option)
        raise TypeError(node.parts)

    def interval(self, node: Operation, known: Intervals) -> Interval:
        by_candidate = isinstance(node.parts[1], Candidate) and known.candidates.count > 1
        return interval.condition(row=True, candidate=by_candidate)

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        match node.parts:
            case (Cell() as cell, (Text() | Candidate()) as option):
                return along.meant(cell, option)
        return None


class _Has(_Means):
    def bound(self, node: Operation, binder: Binder) -> Bound:
        cell, option = node.parts
        if not isinstance(cell, Cell) or binder.column(cell).kind is not Kind.CHOICES:
            raise RuleError(
                phrase("{cell} is not declared as several choices in a cell.", cell=shown(cell)),
                phrase("Use = instead of has."),
                node.at,
            )
        if not isinstance(option, Text | Candidate):
            raise RuleError(
                phrase("A cell has a text or the candidate."), phrase('Write has "tea" or has candidate.'), option.at
            )
        binder.refuse_meaningless(cell, option)
        return Bound(node, Type.TRUTH, Level.ROW)


MATCH, HAS = _Means("match", "="), _Has("has", "has")
