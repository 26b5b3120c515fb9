"""Sugar: distance(x, y, a, b) is |x - a| + |y - b|."""

from functools import reduce

from dpstudio.core.scores.language.tree import Node, operation
from dpstudio.core.scores.operators.absolute import ABSOLUTE
from dpstudio.core.scores.operators.addition import MINUS, PLUS
from dpstudio.core.scores.operators.written import Function
from dpstudio.translation import phrase


def _distance(parts: tuple[Node, ...], at: int) -> Node:
    """The sum of |a - b| over the coordinates."""
    half = len(parts) // 2
    legs: list[Node] = [
        operation(ABSOLUTE, operation(MINUS, a, b, at=at), at=at)
        for a, b in zip(parts[:half], parts[half:], strict=True)
    ]
    return reduce(lambda one, two: operation(PLUS, one, two, at=at), legs)


CALL = Function("distance", range(2, 9, 2), phrase("distance(x, y, candidate.x, candidate.y)"), _distance)
