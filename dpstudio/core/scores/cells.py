"""The exact value of a row expression for each tuple of cells and each candidate."""

from collections.abc import Callable

import numpy as np

from dpstudio.core.scores.exact import Exact, side_by_side
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell, Text
from dpstudio.core.scores.operators.contract import Arithmetic, Condition, RowNumber
from dpstudio.core.scores.operators.walks import Truth
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples, alike, matches


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
            case OwnCell():
                return side_by_side([Exact.of(cells.column.step, cells.steps) for cells in self._owned()])
            case Operation(operator=RowNumber() as operator):
                return operator.exact(node, self)
        raise TypeError(type(node))

    def truth(self, node: Node) -> Truth:
        match node:
            case Cell(name):
                cells = self._tuples.cells[name]
                return _yes(cells)[:, None]
            case OwnCell():
                return self._own(_yes)
            case Operation(operator=Condition() as operator):
                return operator.truth(node, self)
        raise TypeError(type(node))

    def _own(self, look: Callable[[Cells], Truth]) -> Truth:
        return np.stack([look(cells) for cells in self._owned()], axis=1)

    def _owned(self) -> tuple[Cells, ...]:
        return self._tuples.own[self._candidates.first : self._candidates.last]

    def meant(self, cell: Cell, option: Text | Candidate) -> Truth:
        texts = (option.text,) if isinstance(option, Text) else self._candidates.texts(option.attribute)
        return matches(self._tuples.cells[cell.name], texts)

    def alike(self, one: Cell, other: Cell) -> Truth:
        return alike(self._tuples.cells[one.name], self._tuples.cells[other.name])[:, None]

    def present(self, node: Node) -> Truth:
        if isinstance(node, Cell):
            return self._tuples.cells[node.name].present[:, None]
        return self._own(lambda cells: cells.present)


def _yes(cells: Cells) -> Truth:
    return np.asarray(cells.present & (cells.steps == 1), dtype=bool)


def combined(node: Node, parts: list[Exact]) -> Exact:
    """An arithmetic operation on exact numbers."""
    match node:
        case Operation(operator=Arithmetic() as operator):
            return operator.combined(node, parts)
    raise TypeError(type(node))
