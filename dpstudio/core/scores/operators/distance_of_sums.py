"""Sugar: distance_of_sums(x, y) is -|sum(x - y)|."""

from dpstudio.core.scores.language.tree import Node, operation
from dpstudio.core.scores.operators.absolute import ABSOLUTE
from dpstudio.core.scores.operators.addition import MINUS
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.operators.written import Function
from dpstudio.translation import phrase


def _sums(parts: tuple[Node, ...], at: int) -> Node:
    cell, point = parts
    inner = operation(SUM, operation(MINUS, cell, point, at=at), at=at)
    return operation(NEGATIVE, operation(ABSOLUTE, inner, at=at), at=at)


CALL = Function("distance_of_sums", range(2, 3), phrase("distance_of_sums(x, candidate)"), _sums)
