"""What candidates that are numbers count, where a formula sets them beside a column that counts something."""

from collections.abc import Iterable

from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Operation, walk
from dpstudio.core.tables.schema import Column


def unit_beside(tree: Node, columns: Iterable[Column]) -> str:
    """The unit of the columns that the candidate is compared with, added to or taken from; "" where it is not one."""
    units = {column.name: column.unit for column in columns}
    found = {
        units[part.name]
        for node in walk(tree)
        if isinstance(node, Operation) and node.operator.of_one_unit and Candidate() in node.parts
        for part in node.parts
        if isinstance(part, Cell)
    }
    return found.pop() if len(found) == 1 else ""
