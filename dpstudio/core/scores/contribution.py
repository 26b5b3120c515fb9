"""What one row adds to a score: sums over rows as one expression of the row and the candidate."""

from collections.abc import Mapping
from fractions import Fraction

from dpstudio.core.scores.language.tree import (
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    cells_of,
    is_aggregate,
    operation,
    walk,
)
from dpstudio.core.tables.schema import Column

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


def contribution(aggregate: Operation, columns: Mapping[str, Column]) -> Node:
    """What a row adds to a count or a sum; for persons whether a row matches.

    A row with a blank in a cell that the aggregate reads adds 0, unless the column says what a blank counts as.
    """
    value, condition = aggregate.parts[0], aggregate.parts[1] if len(aggregate.parts) == 2 else None
    if aggregate.operator is not Operator.SUM:
        value, condition = _ONE, aggregate.parts[0]
    added = value if condition is None else operation(Operator.IF, condition, value, _ZERO)
    blank: list[Node] = [Cell(name) for name in cells_of(aggregate) if columns[name].blank is None]
    if any(isinstance(each, OwnCell) for each in walk(aggregate)):
        blank.append(OwnCell())
    return operation(Operator.IF, operation(Operator.PRESENT, *blank), added, _ZERO) if blank else added


def row_by_row(node: Node, columns: Mapping[str, Column], known: dict[Node, Node | None]) -> Node | None:
    """What a row adds to a score that is a sum over rows and public parts; None where it is more than that.

    Args:
        known: what was found for other nodes on the same columns; the answer joins it.
    """
    if node not in known:
        known[node] = _row_by_row(node, columns, known)
    return known[node]


def _row_by_row(node: Node, columns: Mapping[str, Column], known: dict[Node, Node | None]) -> Node | None:
    if is_aggregate(node):
        assert isinstance(node, Operation)
        return None if node.operator is Operator.PERSONS else contribution(node, columns)
    if is_public(node):
        return _ZERO
    if not isinstance(node, Operation):
        return None
    operator = node.operator
    if operator is Operator.TIMES:
        public, private = node.parts if is_public(node.parts[0]) else (node.parts[1], node.parts[0])
        single = row_by_row(private, columns, known)
        return None if single is None else _weighted(single, public)
    parts = [row_by_row(part, columns, known) for part in node.parts]
    added = [part for part in parts if part is not None]
    if len(added) < len(parts) or operator not in (Operator.PLUS, Operator.MINUS, Operator.NEGATIVE, Operator.OVER):
        return None
    if operator is Operator.OVER:
        return operation(operator, added[0], node.parts[1])
    if operator is Operator.NEGATIVE:
        return _weighted(added[0], Number(Fraction(-1)))
    if added[1] == _ZERO:
        return added[0]
    return added[1] if operator is Operator.PLUS and added[0] == _ZERO else operation(operator, *added)


def is_public(node: Node) -> bool:
    """Whether no row matters to it."""
    return not node.reads_row


def needs_candidate(node: Node) -> bool:
    """Whether the candidate matters to it."""
    return node.reads_candidate


def _weighted(added: Node, weight: Node) -> Node:
    """The weight drawn into the branches of a choice, where the analysis sees it beside its condition."""
    if added == _ONE:
        return weight
    if added == _ZERO:
        return _ZERO
    if isinstance(added, Operation) and added.operator is Operator.IF:
        condition, one, other = added.parts
        return operation(Operator.IF, condition, _weighted(one, weight), _weighted(other, weight))
    return operation(Operator.TIMES, weight, added)
