"""How many different values of a column's declared list occur among the rows: distinct(x where condition).

One row more brings at most one value that was not there; a person's rows at most as many as there are, and who takes
their place may take away as many others: k either way, and 2k between two candidates where the condition depends on
them.
"""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import ZERO, Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Cell, Node, Number, Operation, Text
from dpstudio.core.scores.language.types import Bound, Level, Type, shown, type_of
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.comparisons import EQUAL
from dpstudio.core.scores.operators.contract import Aggregate, Proved, conjuncts_of
from dpstudio.core.scores.operators.listed import IN
from dpstudio.core.scores.operators.logic import OR
from dpstudio.core.scores.operators.walks import Binder
from dpstudio.core.scores.operators.written import Binds, Function, Write
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit
from dpstudio.translation import phrase

_WHY = phrase("A row brings at most one value that was not there, and takes at most one away.")


class _Distinct(Aggregate):
    @property
    def by_rows(self) -> bool:
        return False

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return f"distinct({' where '.join(write(part, Binds.LEAST) for part in parts)})"

    def parts_bound(self, node: Operation, binder: Binder) -> list[Bound]:
        cell = node.parts[0]
        if not isinstance(cell, Cell):
            raise RuleError(
                phrase("{cell} is not a column.", cell=shown(cell)),
                phrase("Write distinct(x), where x is a column."),
                cell.at,
            )
        column = binder.column(cell)
        if column.kind is Kind.CHOICES:
            raise RuleError(
                phrase(
                    "{cell} holds several choices in a cell, and one row could bring many of them.", cell=shown(cell)
                ),
                phrase('Count rows that name one: count({cell} has "tea").', cell=shown(cell)),
                cell.at,
            )
        if not _is_listed(column, node):
            raise RuleError(
                phrase("{cell} declares no list of values.", cell=shown(cell)),
                phrase('Say which count: distinct({cell} where {cell} in ("tea", "coffee")).', cell=shown(cell))
                if column.kind in (Kind.CATEGORY, Kind.IDENTIFIER)
                else phrase("Type the least and the greatest value that counts, on the Tables tab."),
                cell.at,
            )
        conditions = [binder.wanted(part, Type.TRUTH) for part in node.parts[1:]]
        return [Bound(cell, type_of(column.kind), Level.ROW), *conditions]

    def condition(self, node: Operation) -> Node | None:
        return node.parts[1] if len(node.parts) == 2 else None

    def counted(self, node: Operation) -> Cell | None:
        return next((part for part in node.parts if isinstance(part, Cell)), None)

    def of_each(self, node: Operation, rows: Exact, counts: NDArray[np.int64], starts: NDArray[np.int64]) -> Exact:
        """What each value adds, its rows beside one another."""
        return rows.greatest(starts)

    def of_person(self, node: Operation, added: Interval, unit: PrivacyUnit) -> Proved:
        rows = (unit.rows if unit.person else 1) * added.high
        apart = rows if added.candidate else ZERO
        return NodeSensitivity(ZERO, rows, rows, apart, 2 * apart).tightened(), _WHY


def _is_listed(column: Column, node: Operation) -> bool:
    """Whether it is public which values may occur: yes and no, numbers within bounds, or a list in the condition."""
    if column.kind is Kind.YES_NO or column.bounds is not None:
        return True
    return any(_lists(each, node.parts[0]) for each in conjuncts_of(DISTINCT.condition(node)))


def _lists(condition: Node, cell: Node) -> bool:
    """Whether a condition, as parsed, says which fixed values the cell may have."""
    match condition:
        case Operation(operator=operator, parts=(left, *values)) if operator in (IN, EQUAL) and left == cell:
            return all(isinstance(value, Text | Number) for value in values)
        case Operation(operator=operator, parts=parts) if operator is OR:
            return all(_lists(part, cell) for part in parts)
    return False


DISTINCT = _Distinct("distinct")
CALL = Function(
    "distinct", range(1, 2), phrase("distinct(a column where a condition)"), DISTINCT.make, where=DISTINCT.make
)
