"""Sugar: median(x, y) and quantile(x, y, share), how unevenly rows lie below and above."""

from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Node, Number, operation
from dpstudio.core.scores.operators.absolute import ABSOLUTE
from dpstudio.core.scores.operators.addition import MINUS
from dpstudio.core.scores.operators.comparisons import ABOVE, BELOW
from dpstudio.core.scores.operators.count import COUNT
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.written import Function
from dpstudio.translation import phrase


def imbalance(cell: Node, point: Node, below: Node | None, above: Node | None, at: int = 0) -> Node:
    """-|below * #(x < y) - above * #(x > y)|; None is 1."""
    counts: list[Node] = []
    for sign, weight in ((BELOW, below), (ABOVE, above)):
        counted: Node = operation(COUNT, operation(sign, cell, point, at=at), at=at)
        counts.append(counted if weight is None else operation(TIMES, weight, counted, at=at))
    inner = operation(ABSOLUTE, operation(MINUS, *counts, at=at), at=at)
    return operation(NEGATIVE, inner, at=at)


def _median(parts: tuple[Node, ...], at: int) -> Node:
    return imbalance(parts[0], parts[1], None, None, at)


def _quantile(parts: tuple[Node, ...], at: int) -> Node:
    cell, point, share = parts
    if not isinstance(share, Number) or not 0 < share.value < 1:
        raise RuleError(
            phrase("The share of a quantile is a number between 0 and 1."),
            phrase("Write quantile(x, candidate, 0.9)."),
            share.at,
        )
    return imbalance(cell, point, Number(1 - share.value, at=at), Number(share.value, at=at), at)


MEDIAN = Function("median", range(2, 3), phrase("median(x, candidate)"), _median)
QUANTILE = Function("quantile", range(3, 4), phrase("quantile(x, candidate, 0.9)"), _quantile)
