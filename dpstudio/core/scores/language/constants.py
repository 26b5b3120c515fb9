"""Expressions of constants alone."""

from fractions import Fraction

from dpstudio.core.scores.language.tree import Node, Number, Operation, Operator


def constant(node: Node) -> Fraction | None:
    """The value of an expression of constants alone, or None."""
    if isinstance(node, Number):
        return node.value
    if not isinstance(node, Operation):
        return None
    values = [value for value in map(constant, node.parts) if value is not None]
    if len(values) < len(node.parts):
        return None
    match node.operator:
        case Operator.NEGATIVE:
            return -values[0]
        case Operator.PLUS:
            return values[0] + values[1]
        case Operator.MINUS:
            return values[0] - values[1]
        case Operator.TIMES:
            return values[0] * values[1]
        case Operator.OVER if values[1]:
            return values[0] / values[1]
    return None
