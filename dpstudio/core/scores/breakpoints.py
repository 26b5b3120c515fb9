"""The values of a column between which a rule runs straight: its sums reach their extremes at these and just beside."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores import pieces
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.contribution import contribution, is_public
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Operation,
    OwnCell,
    Text,
    is_aggregate,
)
from dpstudio.core.scores.operators.contract import Arithmetic, Condition, aggregate_of
from dpstudio.core.scores.pieces import Line, Lines, Pieces
from dpstudio.core.scores.trials import Trials
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples, meanings
from dpstudio.core.tables.cells import LARGEST, reach_of_cells
from dpstudio.core.tables.schema import Column

_NO_ROWS = Tuples({}, (), np.zeros(0, np.int64))
_NONE, _ONE = Exact.constant(Fraction(0)), Exact.constant(Fraction(1))
_CALLS, _TEXT = 20, 50


class Breakpoints:
    """Finds where rules over these columns bend; a part that stands in several of them is looked at once.

    Args:
        columns: by name.
        trials: how much work may be done.
    """

    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials) -> None:
        self._columns, self._candidates, self._trials = columns, candidates, trials
        self._along: dict[tuple[Node, str], _Along] = {}

    def representatives(self, node: Node, cell: Node, column: Column) -> list[int] | None:
        """Of a column's meanings so many that every sum over rows of the node is at its extremes at one of them.

        Args:
            node: bound: a row expression, or a rule as a whole.
            cell: how it reads the column: by name, or as the candidate's own.

        Returns:
            steps of the column's grid in order; None where an operator does not say along what lines it runs.

        Source: MATH 4, "Enumerations that are exact and cheap": straight between two neighbouring breaks, it is
        farthest at the first and the last point of the grid between them.
        """
        key = (cell, column.name)
        if key not in self._along:
            self._along[key] = _Along(cell, column, self._candidates, self._trials)
        breaks = _breaks(node, self._columns, self._along[key])
        if breaks is None or not self._trials.grant(self._candidates.count * len(breaks), _CALLS * len(breaks)):
            return None
        low, high = reach_of_cells(column)
        found = {low, high}
        for line in breaks:
            found |= set(np.clip(line.around_zeros(column.step), low, high).tolist())
        return sorted(found)


def _breaks(node: Node, columns: Mapping[str, Column], along: "_Along") -> Lines | None:
    """Where the node may bend along the column; None where that is not known."""
    if not node.has_aggregate:
        found = along.of(node)
        return None if found is None else found.breaks
    if is_public(node):
        return ()
    match node:
        case Operation(operator=Arithmetic(bends_outward=True)):
            parts = [_breaks(part, columns, along) for part in node.parts]
            known = [part for part in parts if part is not None]
            return tuple(line for part in known for line in part) if len(known) == len(parts) else None
    if is_aggregate(node) and aggregate_of(node).adds_up:
        return _breaks(contribution(node, columns), columns, along)
    return None


class _Along:
    """Walks a row expression along one number of the row."""

    def __init__(self, cell: Node, column: Column, candidates: CandidateSet, trials: Trials) -> None:
        self._cell, self._column, self._trials = cell, column, trials
        self._candidates = Attributes(candidates)
        self._known: dict[Node, Pieces | None] = {}
        self._reading: dict[Node, bool] = {}

    def of(self, node: Node) -> Pieces | None:
        """What does not read the column stays as it is, whatever it is."""
        if node not in self._known:
            self._known[node] = self._worked_out(node) if self._reads(node) else self._still(node)
        return self._known[node]

    def _worked_out(self, node: Node) -> Pieces | None:
        match node:
            case Cell() | OwnCell():
                return Pieces((Line(_ONE, _NONE),), flat=False)
            case Operation(operator):
                found = operator.pieces(node, self)
                made = 0 if found is None else len(found.lines or ())
                return found if self._trials.grant(self._candidates.count * made, _CALLS * made) else None
        return None

    def _reads(self, node: Node) -> bool:
        if not isinstance(node, Operation):
            return node == self._cell
        if node not in self._reading:
            self._reading[node] = node.reads_row and any(map(self._reads, node.parts))
        return self._reading[node]

    def all_of(self, node: Operation) -> list[Pieces] | None:
        found: list[Pieces] = []
        for part in node.parts:
            pieces_of = self.of(part)
            if pieces_of is None:
                return None
            found.append(pieces_of)
        return found

    def _still(self, node: Node) -> Pieces:
        condition = isinstance(node, Operation) and isinstance(node.operator, Condition)
        if condition or not is_public(node):
            return Pieces(None)
        return Pieces((pieces.level(values(node, _NO_ROWS, self._candidates)),))

    def meant(self, cell: Cell, option: Text | Candidate) -> Pieces:
        texts = (option.text,) if isinstance(option, Text) else self._candidates.texts(option.attribute)
        none = np.zeros(0, np.int64)
        known = meanings(Cells(self._column, none.astype(bool), none), texts).clip(-LARGEST, LARGEST)
        points = Exact.of(self._column.step, known[None, :])
        return pieces.holding((Line(_ONE, points.negative()),))
