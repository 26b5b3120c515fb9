"""Shapes of rules that have a name of their own."""

from dpstudio.core.scores.language.tree import Node, Operator, operation


def imbalance(cell: Node, point: Node, below: Node | None, above: Node | None, at: int = 0) -> Node:
    """-|below * #(x < y) - above * #(x > y)|; None is 1."""
    counts: list[Node] = []
    for sign, weight in ((Operator.BELOW, below), (Operator.ABOVE, above)):
        counted: Node = operation(Operator.COUNT, operation(sign, cell, point, at=at), at=at)
        counts.append(counted if weight is None else operation(Operator.TIMES, weight, counted, at=at))
    inner = operation(Operator.ABSOLUTE, operation(Operator.MINUS, *counts, at=at), at=at)
    return operation(Operator.NEGATIVE, inner, at=at)
