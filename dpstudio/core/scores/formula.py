"""The exact scores of a rule of the language, from the distinct tuples of cells.

Each sum over rows is worked out by the cheapest of four methods: once for all candidates, by grouping equal cells, by
sorting and counting up to a threshold, or in blocks of tuples by candidates. Nothing of the size of rows by candidates
is ever held.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.candidates.numbers import common_unit
from dpstudio.core.scores.cells import combined, truths, values
from dpstudio.core.scores.contribution import contribution, is_public, needs_candidate
from dpstudio.core.scores.exact import Exact, Integers, integers, spread
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Operation,
    cells_of,
    is_aggregate,
    parts_of,
    walk,
)
from dpstudio.core.scores.operators.comparisons import Order
from dpstudio.core.scores.operators.contract import Condition, Meaning, aggregate_of
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples, meanings
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind

BLOCK = 1 << 18
Tick = Callable[[float], None]


class Method(StrEnum):
    """How a sum over rows is worked out."""

    ONCE = "once for all candidates"
    GROUPS = "rows that mean the same are counted together"
    THRESHOLD = "rows are sorted once and counted up to each candidate"
    BLOCKS = "each different row is held against each candidate"


@dataclass(frozen=True)
class Split:
    """A condition as a part that needs the candidate and parts that do not."""

    telling: Operation
    others: tuple[Node, ...]


def method_of(aggregate: Operation, columns: Mapping[str, Column]) -> Method:
    """The cheapest method for one sum over rows."""
    if not needs_candidate(aggregate):
        return Method.ONCE
    split = _split(aggregate, columns)
    if split is None:
        return Method.BLOCKS
    return Method.GROUPS if isinstance(split.telling.operator, Meaning) else Method.THRESHOLD


def aggregates_of(tree: Node) -> list[Operation]:
    """The sums over rows in a bound tree."""
    return [each for each in walk(tree) if is_aggregate(each)]


def score(
    tree: Node,
    columns: Mapping[str, Column],
    tuples: Tuples,
    candidates: CandidateSet,
    tick: Tick = lambda _: None,
) -> Exact:
    """The score of every candidate.

    Args:
        tree: bound.
        tuples: of all columns that it reads.
        tick: called with the share done; it may raise Cancelled.
    """
    return _Scoring(columns, tuples, candidates, tick).of(tree)


class _Scoring:
    def __init__(self, columns: Mapping[str, Column], tuples: Tuples, candidates: CandidateSet, tick: Tick) -> None:
        self._columns, self._tuples, self._tick = columns, tuples, tick
        self._all = Attributes(candidates)

    def of(self, node: Node) -> Exact:
        if is_aggregate(node):
            return self._aggregate(node)
        if is_public(node):
            found = values(node, self._tuples.part(slice(0, 0)), self._all)
            return Exact(found.unit, found.steps.reshape(-1) if found.steps.ndim else found.steps, found.most)
        return combined(node, [self.of(part) for part in parts_of(node)])

    def _aggregate(self, node: Operation) -> Exact:
        if node.operator.of_persons:
            return self._persons(node)
        method = method_of(node, self._columns)
        if method is Method.ONCE:
            return self._once(node)
        if method is Method.BLOCKS:
            return self._blocks(contribution(node, self._columns))
        split = _split(node, self._columns)
        if split is None:
            raise TypeError(method)
        return self._grouped(node, split) if method is Method.GROUPS else self._threshold(node, split)

    def _once(self, node: Operation) -> Exact:
        found = values(contribution(node, self._columns), self._tuples, self._all)
        steps = spread(found, self._tuples.size, 1)
        summed = Exact(found.unit, steps, found.most).summed(self._tuples.counts)
        return Exact.of(summed.unit, summed.steps.reshape(()))

    def _rows(self, node: Operation, split: Split) -> tuple[Tuples, Exact]:
        """The tuples that pass what does not need the candidate, and the value that each adds, times its rows."""
        tuples = self._tuples.without_blanks([n for n in cells_of(node) if self._columns[n].blank is None])
        for condition in split.others:
            kept = np.broadcast_to(truths(condition, tuples, self._all).reshape(-1), (tuples.size,))
            tuples = tuples.part(kept)
        found = values(aggregate_of(node).value(node), tuples, self._all)
        steps = spread(Exact(found.unit, found.steps.reshape(-1), found.most), tuples.size)
        most = max(1, found.most) * max(1, int(tuples.counts.sum()))
        wide = steps.astype(object) if most >= 1 << 62 else steps
        weighted: Integers = wide * tuples.counts
        return tuples, Exact(found.unit, weighted, most)

    def _grouped(self, node: Operation, split: Split) -> Exact:
        match split.telling.parts:
            case (Cell(name), Candidate(attribute)):
                tuples, added = self._rows(node, split)
                return _sums_by_meaning(tuples.cells[name], added, self._all.texts(attribute))
        raise TypeError(split.telling.parts)

    def _threshold(self, node: Operation, split: Split) -> Exact:
        tuples, added = self._rows(node, split)
        left, right = split.telling.parts
        sign = split.telling.operator
        if not isinstance(sign, Order):
            raise TypeError(sign.name)
        if needs_candidate(left):
            left, right, sign = right, left, sign.mirrored
        row, limit = values(left, tuples, self._all), values(right, tuples.part(slice(0, 0)), self._all)
        gap = Exact(row.unit, row.steps.reshape(-1), row.most).plus(
            Exact(limit.unit, integers(np.zeros(1, limit.steps.dtype)), limit.most)
        )
        unit = gap.unit
        steps = spread(gap, tuples.size)
        limits = spread(Exact(limit.unit, limit.steps.reshape(-1), limit.most).on(unit), self._all.count)
        if steps.dtype == object or limits.dtype == object:
            steps, limits = steps.astype(object), limits.astype(object)
        order = np.argsort(steps, kind="stable")
        sums = np.concatenate([np.zeros(1, added.steps.dtype), added.steps[order].cumsum()])
        side: Literal["left", "right"] = "left" if sign.strictly_below else "right"
        below = integers(sums[np.searchsorted(steps[order], limits, side=side)])
        return Exact(added.unit, integers(sums[-1] - below) if sign.upward else below, added.most)

    def _blocks(self, added: Node) -> Exact:
        """Sum over all tuples, a block of tuples by candidates at a time."""
        size, count = self._tuples.size, self._all.count
        wide = min(count, BLOCK)
        high = max(1, BLOCK // wide)
        columns: list[Exact] = []
        done, blocks = 0, max(1, -(-count // wide) * -(-size // high))
        for first in range(0, count, wide):
            some = Attributes(self._all.candidates, first, min(count, first + wide))
            total = Exact.constant(Fraction(0))
            for start in range(0, size, high):
                self._tick(done / blocks)
                done += 1
                part = self._tuples.part(slice(start, start + high))
                found = values(added, part, some)
                steps = spread(found, part.size, some.count)
                summed = Exact(found.unit, steps, found.most).summed(part.counts)
                total = total.plus(Exact.of(summed.unit, summed.steps))
            columns.append(Exact(total.unit, spread(total, some.count), total.most))
        return _joined(columns)

    def _persons(self, node: Operation) -> Exact:
        """For each candidate the number of persons with a tuple for which the condition holds."""
        tuples, count = self._tuples, self._all.count
        if tuples.persons is None:
            raise TypeError("tuples without persons")
        if not tuples.size:
            return Exact(Fraction(1), np.zeros(count, dtype=np.int64), 0)
        tuples = tuples.part(np.argsort(tuples.persons, kind="stable"))
        assert tuples.persons is not None
        added, wide = contribution(node, self._columns), max(1, BLOCK // tuples.size)
        starts = np.flatnonzero(np.diff(tuples.persons, prepend=tuples.persons[0] - 1))
        found = []
        for first in range(0, count, wide):
            self._tick(first / count)
            some = Attributes(self._all.candidates, first, min(count, first + wide))
            steps = spread(values(added, tuples, some), tuples.size, some.count)
            found.append(np.maximum.reduceat(steps, starts, axis=0).sum(axis=0))
        return Exact(Fraction(1), np.concatenate(found).astype(np.int64), len(starts))


def _sums_by_meaning(cells: Cells, added: Exact, texts: tuple[str, ...]) -> Exact:
    """For each text the sum of what the tuples add whose cell means it."""
    size, places, asked = _codes(cells, meanings(cells, texts))
    sums = integers(np.zeros(size + 2, dtype=added.steps.dtype))
    np.add.at(sums, places, added.steps)
    return Exact(added.unit, integers(sums[asked]), added.most)


def _codes(cells: Cells, wanted: NDArray[np.int64]) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """How many meanings there are, and the code of each tuple's and of each wanted one: -1 is none, -2 is not there."""
    if cells.column.kind in TEXTUAL:
        return len(cells.texts), cells.steps, wanted
    known, places = np.unique(cells.steps, return_inverse=True)
    found = np.searchsorted(known, wanted)
    there = found < len(known)
    there[there] = known[found[there]] == wanted[there]
    return len(known), places, np.where(there, found, -2)


def _joined(parts: list[Exact]) -> Exact:
    if len(parts) == 1:
        return parts[0]
    unit = common_unit(part.unit for part in parts)
    fine = [part.on(unit) for part in parts]
    return Exact(unit, np.concatenate([part.steps for part in fine]), max(part.most for part in fine))


def _split(aggregate: Operation, columns: Mapping[str, Column]) -> Split | None:
    """The condition as one comparison with the candidate and others without; None where it is not of that shape."""
    operator = aggregate_of(aggregate)
    condition = operator.condition(aggregate)
    if operator.of_persons or condition is None or needs_candidate(operator.value(aggregate)):
        return None
    parts = _conjuncts(condition)
    telling = [part for part in parts if needs_candidate(part)]
    match telling:
        case [Operation() as one] if _telling(one, columns):
            return Split(one, tuple(part for part in parts if part is not one))
    return None


def _conjuncts(condition: Node) -> list[Node]:
    match condition:
        case Operation(operator=Condition() as operator):
            parts = operator.conjuncts(condition)
            return [each for part in parts for each in _conjuncts(part)] or [condition]
    return [condition]


def _telling(node: Operation, columns: Mapping[str, Column]) -> bool:
    """Whether a condition compares something of the row with something of the candidate."""
    match node:
        case Operation(operator=Meaning(), parts=(Cell(name), *_)):
            return columns[name].kind is not Kind.CHOICES
        case Operation(operator=Order(), parts=(one, other)):
            row, public = (one, other) if is_public(other) else (other, one)
            return is_public(public) and needs_candidate(public) and not needs_candidate(row)
    return False
