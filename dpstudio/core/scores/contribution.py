"""What one row adds to a score: sums over rows as one expression of the row and the candidate."""

from collections.abc import Mapping

from dpstudio.core.scores.language.tree import (
    ZERO,
    Cell,
    Node,
    Operation,
    OwnCell,
    operation,
)
from dpstudio.core.scores.operators.branch import IF
from dpstudio.core.scores.operators.contract import Aggregate, Arithmetic, aggregate_of, filled
from dpstudio.core.scores.operators.presence import PRESENT
from dpstudio.core.tables.schema import Column


def contribution(aggregate: Operation, columns: Mapping[str, Column]) -> Node:
    """What a row adds to a count or a sum; for persons whether a row matches.

    A row with a blank in a cell that the aggregate reads adds 0, unless the column says what a blank counts as, or all
    that is asked of the cell is whether it is blank.
    """
    operator = aggregate_of(aggregate)
    value, condition = operator.value(aggregate), operator.condition(aggregate)
    added = value if condition is None else operation(IF, condition, value, ZERO)
    cells = filled(aggregate)
    blank: list[Node] = [each for each in cells if isinstance(each, Cell) and columns[each.name].blank is None]
    blank += [each for each in cells if isinstance(each, OwnCell)]
    return operation(IF, operation(PRESENT, *blank), added, ZERO) if blank else added


def row_by_row(node: Node, columns: Mapping[str, Column], known: dict[Node, Node | None]) -> Node | None:
    """What a row adds to a score that is a sum over rows and public parts; None where it is more than that.

    Args:
        known: what was found for other nodes on the same columns; the answer joins it.
    """
    if node not in known:
        known[node] = _row_by_row(node, columns, known)
    return known[node]


def _row_by_row(node: Node, columns: Mapping[str, Column], known: dict[Node, Node | None]) -> Node | None:
    if is_public(node):
        return ZERO
    match node:
        case Operation(operator=Aggregate() as operator):
            return contribution(node, columns) if operator.by_rows else None
        case Operation(operator=Arithmetic() as operator):
            return operator.row_by_row(node, lambda part: row_by_row(part, columns, known))
    return None


def is_public(node: Node) -> bool:
    """Whether no row matters to it."""
    return not node.reads_row


def needs_candidate(node: Node) -> bool:
    """Whether the candidate matters to it."""
    return node.reads_candidate
