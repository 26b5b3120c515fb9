"""Where few rows are possible: every person who could come or go, carried through the whole tree.

For one person each node moves, for each candidate, by something in an interval: a sum over rows by exactly what the
person's rows add, an absolute value by as much either way, a lesser of two by something between both. So the figures
of the whole know that the moves of two candidates come from one and the same person.
"""

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from dpstudio.core.scores.cells import values
from dpstudio.core.scores.contribution import contribution, is_public
from dpstudio.core.scores.exact import Exact, fitting, integers, spread
from dpstudio.core.scores.exhaustive import Enumeration
from dpstudio.core.scores.language.tree import Node, Operation, is_aggregate, walk
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.operators.contract import Aggregate, Arithmetic, aggregate_of
from dpstudio.core.scores.tuples import Attributes, Tuples
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation

MOST_CELLS = 5_000_000
_BOTH_ENDS, _PERSON = 4, 200
Change = Callable[[Exact], Exact]


def exact_figures(tree: Node, enumeration: Enumeration, unit: PrivacyUnit) -> tuple[Fraction, Fraction] | None:
    """Delta and R of a whole rule from every change that one person can make; None where there are too many.

    None too where different values are counted: what a person brings depends on which of them others have.

    Args:
        tree: bound.
        enumeration: of the rows that its columns and candidates allow.
    """
    if any(is_aggregate(each) and aggregate_of(each).counted(each) for each in walk(tree)):
        return None
    candidates, trials = enumeration.candidates, enumeration.trials
    rows = enumeration.possible_rows(tree)
    if rows is None:
        return None
    most = unit.rows if unit.person else 1
    persons = sum(math.comb(rows.size + size - 1, size) for size in range(1, most + 1)) + 1
    pairs = persons if unit.relation is Relation.ADD_REMOVE else persons * persons
    cells = _BOTH_ENDS * pairs * candidates.count + _PERSON * persons
    if pairs * candidates.count > MOST_CELLS or not trials.grant(tree.size * cells, _BOTH_ENDS * tree.size):
        return None
    sets = [
        set_ for size in range(1, most + 1) for set_ in itertools.combinations_with_replacement(range(rows.size), size)
    ]
    added = _Added(enumeration.columns, rows, Attributes(candidates), sets)
    change = _kept if unit.relation is Relation.ADD_REMOVE else _with_nobody if unit.may_have_none else _exchanged
    return added.move(tree, change).figures()


class _Added:
    """What each possible person adds to the sums of a tree."""

    def __init__(
        self, columns: Mapping[str, Column], rows: Tuples, candidates: Attributes, sets: list[tuple[int, ...]]
    ) -> None:
        self._columns, self._rows, self._candidates, self._sets = columns, rows, candidates, sets

    def move(self, node: Node, change: Change) -> Moves:
        """How far the node can move, for each change."""
        if is_public(node):
            still = change(Exact(Fraction(1), np.zeros((len(self._sets), self._candidates.count), np.int64), 0))
            return Moves(still, still)
        match node:
            case Operation(operator=Aggregate() as operator):
                moved = change(self._sum(node, operator))
                return Moves(moved, moved)
            case Operation(operator=Arithmetic() as operator):
                return operator.moved(node, lambda part: self.move(part, change), self._public)
        raise TypeError(type(node))

    def _public(self, node: Node) -> Exact:
        return values(node, self._rows, self._candidates)

    def _sum(self, node: Operation, operator: Aggregate) -> Exact:
        found = values(contribution(node, self._columns), self._rows, self._candidates)
        steps = spread(found, self._rows.size, self._candidates.count)
        rows = np.concatenate([np.array(set_) for set_ in self._sets])
        sizes = np.array(list(map(len, self._sets)))
        chosen = Exact(found.unit, integers(steps[rows]), found.most)
        added = operator.of_each(node, chosen, np.ones(len(rows), np.int64), np.cumsum(sizes) - sizes)
        return Exact(added.unit, fitting(added.steps, 2 * added.most), added.most)


def _kept(added: Exact) -> Exact:
    """A person comes: the sums move by what the person adds."""
    return added


def _exchanged(added: Exact) -> Exact:
    """One person takes the place of another."""
    gaps = added.steps[:, None, :] - added.steps[None, :, :]
    return Exact(added.unit, gaps.reshape(-1, added.steps.shape[1]), 2 * added.most)


def _with_nobody(added: Exact) -> Exact:
    """One person takes the place of another, who may have had no row at all."""
    nobody = np.zeros((1, added.steps.shape[1]), added.steps.dtype)
    return _exchanged(Exact(added.unit, np.concatenate([added.steps, nobody]), added.most))
