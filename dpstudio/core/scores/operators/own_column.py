"""Sugar: own_column() is the cell in the column that is named like the candidate: yes or no, or a number."""

from dpstudio.core.scores.language.tree import Node, OwnCell
from dpstudio.core.scores.operators.written import Function


def _own(parts: tuple[Node, ...], at: int) -> Node:
    return OwnCell(at=at)


CALL = Function("own_column", range(1), "own_column()", _own)
