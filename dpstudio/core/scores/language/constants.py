"""Expressions of constants alone."""

from fractions import Fraction

from dpstudio.core.scores.language.tree import Node, Number, Operation


def constant(node: Node) -> Fraction | None:
    """The value of an expression of constants alone, or None."""
    if isinstance(node, Number):
        return node.value
    if not isinstance(node, Operation):
        return None
    values = [value for value in map(constant, node.parts) if value is not None]
    if len(values) < len(node.parts):
        return None
    return node.operator.constant(values)
