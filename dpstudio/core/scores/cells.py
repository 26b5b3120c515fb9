"""The exact value of a row expression for each tuple of cells and each candidate."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.scores.exact import Exact, chosen, extreme
from dpstudio.core.scores.language.tree import (
    COMPARISONS,
    MATCHES,
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    Text,
)
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples, matches

Truth = NDArray[np.bool_]
_COMPARED = {
    Operator.BELOW: np.less, Operator.AT_MOST: np.less_equal, Operator.EQUAL: np.equal,
    Operator.UNEQUAL: np.not_equal, Operator.AT_LEAST: np.greater_equal, Operator.ABOVE: np.greater,
}  # fmt: skip


def values(node: Node, tuples: Tuples, candidates: Attributes) -> Exact:
    """A number for each tuple and candidate.

    Args:
        node: a bound row expression.

    Returns:
        steps of a shape that broadcasts to (tuples, candidates).
    """
    return _Evaluation(tuples, candidates).number(node)


def truths(node: Node, tuples: Tuples, candidates: Attributes) -> Truth:
    """Whether a condition holds for each tuple and candidate; of a shape that broadcasts to both."""
    return _Evaluation(tuples, candidates).truth(node)


class _Evaluation:
    def __init__(self, tuples: Tuples, candidates: Attributes) -> None:
        self._tuples, self._candidates = tuples, candidates

    def number(self, node: Node) -> Exact:
        match node:
            case Number(value):
                return Exact.constant(value)
            case Candidate(attribute):
                found = self._candidates.numbers(attribute)
                return Exact(found.unit, found.steps[None, :], found.most)
            case Cell(name):
                cells = self._tuples.cells[name]
                return Exact.of(cells.column.step, cells.steps[:, None])
            case Operation():
                return self._operation(node)
        raise TypeError(type(node))

    def _operation(self, node: Operation) -> Exact:
        operator = node.operator
        if operator is Operator.IF:
            return chosen(self.truth(node.parts[0]), self.number(node.parts[1]), self.number(node.parts[2]))
        parts = [self.number(part) for part in node.parts]
        return combined(node, parts)

    def truth(self, node: Node) -> Truth:
        match node:
            case Cell(name):
                cells = self._tuples.cells[name]
                return _yes(cells)[:, None]
            case OwnCell():
                return self._own(_yes)
            case Operation():
                return self._condition(node)
        raise TypeError(type(node))

    def _own(self, look: Callable[[Cells], Truth]) -> Truth:
        own = self._tuples.own[self._candidates.first : self._candidates.last]
        return np.stack([look(cells) for cells in own], axis=1)

    def _condition(self, node: Operation) -> Truth:
        operator, parts = node.operator, node.parts
        if operator in MATCHES:
            return self._matched(parts[0], parts[1])
        if operator is Operator.PRESENT:
            return self._present(parts)
        if operator in COMPARISONS:
            gap = self.number(parts[0]).plus(self.number(parts[1]), -1)
            return np.asarray(_COMPARED[operator](gap.steps, 0), dtype=bool)
        first = self.truth(parts[0])
        if operator is Operator.NOT:
            return np.logical_not(first)
        join = np.logical_and if operator is Operator.AND else np.logical_or
        return np.asarray(join(first, self.truth(parts[1])), dtype=bool)

    def _matched(self, cell: Node, option: Node) -> Truth:
        assert isinstance(cell, Cell)
        cells = self._tuples.cells[cell.name]
        if isinstance(option, Text):
            return matches(cells, (option.text,))
        assert isinstance(option, Candidate)
        return matches(cells, self._candidates.texts(option.attribute))

    def _present(self, parts: tuple[Node, ...]) -> Truth:
        found: Truth = np.ones((self._tuples.size, 1), dtype=bool)
        for part in parts:
            if isinstance(part, Cell):
                found = found & self._tuples.cells[part.name].present[:, None]
            else:
                found = found & self._own(lambda cells: cells.present)
        return found


def _yes(cells: Cells) -> Truth:
    return np.asarray(cells.present & (cells.steps == 1), dtype=bool)


def combined(node: Operation, parts: list[Exact]) -> Exact:
    """An arithmetic operation on exact numbers."""
    match node.operator:
        case Operator.NEGATIVE:
            return Exact(parts[0].unit, -parts[0].steps, parts[0].most)
        case Operator.ABSOLUTE:
            return parts[0].absolute()
        case Operator.PLUS:
            return parts[0].plus(parts[1])
        case Operator.MINUS:
            return parts[0].plus(parts[1], -1)
        case Operator.TIMES:
            return parts[0].multiplied(parts[1])
        case Operator.OVER:
            divisor = node.parts[1]
            assert isinstance(divisor, Number)
            return parts[0].scaled(1 / divisor.value)
        case Operator.CLIP:
            low, high = node.parts[1:]
            assert isinstance(low, Number) and isinstance(high, Number)
            return parts[0].clipped(low.value, high.value)
        case Operator.LEAST | Operator.GREATEST:
            found = parts[0]
            for each in parts[1:]:
                found = extreme(found, each, node.operator is Operator.GREATEST)
            return found
    raise TypeError(node.operator)
