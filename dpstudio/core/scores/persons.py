"""Where few rows are possible: every person who could come or go, carried through the whole tree.

For one person each node moves, for each candidate, by something in an interval: a sum over rows by exactly what the
person's rows add, an absolute value by as much either way, a lesser of two by something between both. So the figures
of the whole know that the moves of two candidates come from one and the same person.
"""

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.contribution import contribution, is_public
from dpstudio.core.scores.exact import Exact, aligned, extreme, spread
from dpstudio.core.scores.exhaustive import Trials, possible_rows
from dpstudio.core.scores.language.tree import Node, Number, Operation, Operator, is_aggregate
from dpstudio.core.scores.tuples import Attributes, Tuples
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation

MOST_CELLS = 5_000_000
_BOTH_ENDS, _PERSON = 4, 200
_ZERO = Fraction(0)
Change = Callable[[Exact], Exact]


def exact_figures(
    tree: Node,
    columns: Mapping[str, Column],
    candidates: CandidateSet,
    unit: PrivacyUnit,
    trials: Trials,
) -> tuple[Fraction, Fraction] | None:
    """Delta and R of a whole rule from every change that one person can make; None where there are too many.

    Args:
        tree: bound.
        trials: how much may be tried.
    """
    rows = possible_rows(tree, columns, candidates, trials)
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
    added = _Added(columns, rows, Attributes(candidates), sets)
    change = _kept if unit.relation is Relation.ADD_REMOVE else _with_nobody if unit.may_have_none else _exchanged
    return added.move(tree, change).figures()


@dataclass(frozen=True)
class _Between:
    """For each change and candidate the least and the greatest move."""

    low: Exact
    high: Exact

    def figures(self) -> tuple[Fraction, Fraction]:
        """The farthest that one score moves, and the farthest that two move apart."""
        ends = [abs(int(end)) for end in (self.low.steps.min(), self.high.steps.max())]
        return max(ends[0] * self.low.unit, ends[1] * self.high.unit), self.apart()

    def apart(self) -> Fraction:
        """The most by which the moves of two different candidates can differ."""
        ends = aligned(self.low, self.high)
        shape = np.broadcast_shapes(*(each.steps.shape for each in ends))
        low, high = (np.broadcast_to(each.steps, shape) for each in ends)
        if low.shape[1] == 1:
            return _ZERO
        first = high.argmax(axis=1)
        lines = np.arange(len(high))
        others = low.copy()
        others[lines, first] = others.max() + 1
        one = high[lines, first] - others.min(axis=1)
        last = low.argmin(axis=1)
        rest = high.copy()
        rest[lines, last] = rest.min() - 1
        two = rest.max(axis=1) - low[lines, last]
        return max(int(one.max()), int(two.max()), 0) * ends[0].unit


class _Added:
    """What each possible person adds to the sums of a tree."""

    def __init__(
        self, columns: Mapping[str, Column], rows: Tuples, candidates: Attributes, sets: list[tuple[int, ...]]
    ) -> None:
        self._columns, self._rows, self._candidates, self._sets = columns, rows, candidates, sets

    def move(self, node: Node, change: Change) -> _Between:
        """How far the node can move, for each change."""
        if is_aggregate(node):
            assert isinstance(node, Operation)
            moved = change(self._sum(node))
            return _Between(moved, moved)
        if is_public(node):
            still = change(Exact(Fraction(1), np.zeros((len(self._sets), self._candidates.count), np.int64), 0))
            return _Between(still, still)
        assert isinstance(node, Operation)
        if node.operator is Operator.TIMES:
            public, private = node.parts if is_public(node.parts[0]) else (node.parts[1], node.parts[0])
            factor = values(public, self._rows, self._candidates)
            return _either(factor, self.move(private, change))
        if node.operator is Operator.OVER:
            assert isinstance(node.parts[1], Number)
            return _either(Exact.constant(1 / node.parts[1].value), self.move(node.parts[0], change))
        if node.operator is Operator.CLIP:
            _, low, high = node.parts
            assert isinstance(low, Number) and isinstance(high, Number)
            part, room = self.move(node.parts[0], change), high.value - low.value
            return _Between(part.low.clipped(-room, _ZERO), part.high.clipped(_ZERO, room))
        parts = [self.move(part, change) for part in node.parts]
        return _combined(node.operator, parts)

    def _sum(self, node: Operation) -> Exact:
        found = values(contribution(node, self._columns), self._rows, self._candidates)
        shape = (self._rows.size, self._candidates.count)
        steps = spread(found, *shape)
        if node.operator is Operator.PERSONS:
            return Exact(found.unit, np.array([steps[list(set_)].max(axis=0) for set_ in self._sets]), found.most)
        most = found.most * max(map(len, self._sets))
        if most >= 1 << 61:
            steps = steps.astype(object)
        return Exact(found.unit, np.array([steps[list(set_)].sum(axis=0) for set_ in self._sets]), most)


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


def _either(factor: Exact, part: _Between) -> _Between:
    ends = (part.low.multiplied(factor), part.high.multiplied(factor))
    return _Between(extreme(*ends, greatest=False), extreme(*ends, greatest=True))


def _combined(operator: Operator, parts: list[_Between]) -> _Between:
    first = parts[0]
    match operator:
        case Operator.PLUS:
            return _Between(first.low.plus(parts[1].low), first.high.plus(parts[1].high))
        case Operator.MINUS:
            return _Between(first.low.plus(parts[1].high, -1), first.high.plus(parts[1].low, -1))
        case Operator.NEGATIVE:
            minus = Exact.constant(Fraction(-1))
            return _Between(first.high.multiplied(minus), first.low.multiplied(minus))
        case Operator.ABSOLUTE:
            most = extreme(first.low.absolute(), first.high.absolute(), greatest=True)
            return _Between(most.multiplied(Exact.constant(Fraction(-1))), most)
        case Operator.LEAST | Operator.GREATEST:
            low, high = first.low, first.high
            for each in parts[1:]:
                low, high = extreme(low, each.low, greatest=False), extreme(high, each.high, greatest=True)
            return _Between(low, high)
    raise TypeError(operator)
