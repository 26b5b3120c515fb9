"""Sugar: a between b and c is a >= b and a <= c; both ends belong to it."""

from dpstudio.core.scores.language.tree import Node, operation
from dpstudio.core.scores.operators.comparisons import AT_LEAST, AT_MOST
from dpstudio.core.scores.operators.logic import AND


def between(parts: tuple[Node, ...], at: int) -> Node:
    """The tree of a value, the least and the greatest."""
    value, low, high = parts
    return operation(AND, operation(AT_LEAST, value, low, at=at), operation(AT_MOST, value, high, at=at), at=at)
