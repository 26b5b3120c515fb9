"""Sugar: days(from, to) is to - from."""

from dpstudio.core.scores.language.tree import Node, operation
from dpstudio.core.scores.operators.addition import MINUS
from dpstudio.core.scores.operators.written import Function
from dpstudio.translation import phrase


def _days(parts: tuple[Node, ...], at: int) -> Node:
    return operation(MINUS, parts[1], parts[0], at=at)


CALL = Function("days", range(2, 3), phrase("days(from, to)"), _days)
