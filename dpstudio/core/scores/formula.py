"""The exact scores of a rule of the language, from a table's distinct rows or from each of its columns by itself.

Each sum over rows is worked out by the cheapest of seven methods: `method_of` says by which, `sums` does those that
need no block of rows by candidates. Nothing of the size of rows by candidates is ever held.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates.numbers import common_unit
from dpstudio.core.scores import sums
from dpstudio.core.scores.cells import combined, truths, values
from dpstudio.core.scores.contribution import contribution, is_public, needs_candidate
from dpstudio.core.scores.exact import Exact, spread
from dpstudio.core.scores.language.tree import (
    ONE,
    Candidate,
    Cell,
    Node,
    Operation,
    OwnCell,
    cells_of,
    is_aggregate,
    parts_of,
    replaced,
    walk,
)
from dpstudio.core.scores.operators.comparisons import Order
from dpstudio.core.scores.operators.contract import Arithmetic, Meaning, aggregate_of, conjuncts_of, filled
from dpstudio.core.scores.tuples import Attributes, Marginals, Readable, Tuples
from dpstudio.core.tables.schema import Column, Kind
from dpstudio.translation import phrase

BLOCK = 1 << 18
Tick = Callable[[float], None]


class Method(Enum):
    """How a sum over rows is worked out."""

    ONCE = phrase("once for all candidates")
    GROUPS = phrase("rows that mean the same are counted together")
    PARTED = phrase("each different cell is split into its choices")
    THRESHOLD = phrase("rows are sorted once and counted up to each candidate")
    DISTANCES = phrase("different values are sorted and added up to each candidate")
    ADDED = phrase("each column is added up")
    BLOCKS = phrase("each different row is held against each candidate")


@dataclass(frozen=True)
class Split:
    """A sum over rows as the one part that needs the candidate, what is added up, and conditions that do not need it.

    Args:
        value: what a row adds where the telling part is a condition; of DISTANCES and ADDED the part of the row.
        signs: with which the two parts are added up, of DISTANCES and ADDED.
    """

    method: Method
    telling: Operation
    value: Node
    others: tuple[Node, ...]
    signs: tuple[int, ...] = ()


def method_of(aggregate: Operation, columns: Mapping[str, Column]) -> Method:
    """The cheapest method for one sum over rows."""
    if not needs_candidate(aggregate):
        return Method.ONCE
    split = _split(aggregate, columns)
    return Method.BLOCKS if split is None else split.method


def aggregates_of(tree: Node) -> list[Operation]:
    """The sums over rows in a bound tree."""
    return [each for each in walk(tree) if is_aggregate(each)]


def reads_single_columns(tree: Node) -> bool:
    """Whether every sum reads one column, so that nothing but how often each meaning stands in each column matters."""
    return all(
        not aggregate_of(each).of_persons and len(cells_of(each)) + each.reads_own == 1 for each in aggregates_of(tree)
    )


def only_adds_up(tree: Node, columns: Mapping[str, Column]) -> bool:
    """Whether it does nothing with its columns but add each of them up, less the candidate's number for each row."""
    splits = [_split(each, columns) for each in aggregates_of(tree)]
    return all(
        _is_own_sum(each)
        or (split is not None and split.method is Method.ADDED and isinstance(split.value, Cell) and not split.others)
        for each, split in zip(aggregates_of(tree), splits, strict=True)
    )


def only_looks_up(tree: Node, columns: Mapping[str, Column]) -> bool:
    """Whether it counts the rows whose cell is the candidate's name, and nothing else."""
    split = _split(tree, columns) if isinstance(tree, Operation) and is_aggregate(tree) else None
    known = split is not None and split.method is Method.GROUPS and split.value == ONE and not split.others
    return known and split is not None and split.telling.parts[1] == Candidate()


def _is_own_sum(aggregate: Operation) -> bool:
    """Whether it adds up the candidate's own column, just as its cells are."""
    operator = aggregate_of(aggregate)
    return operator.value(aggregate) == OwnCell() and operator.condition(aggregate) is None and operator.by_rows


def score(
    tree: Node,
    columns: Mapping[str, Column],
    table: Tuples | Marginals,
    candidates: Readable,
    tick: Tick = lambda _: None,
) -> Exact:
    """The score of every candidate.

    Args:
        tree: bound.
        table: distinct rows of all columns that it reads; where it `reads_single_columns`, the columns may stand each
            by itself.
        tick: called with the share done; it may raise Cancelled.
    """
    return _Scoring(columns, table, Attributes(candidates), tick).of(tree)


class _Scoring:
    def __init__(
        self, columns: Mapping[str, Column], table: Tuples | Marginals, candidates: Attributes, tick: Tick
    ) -> None:
        self._columns, self._table, self._all, self._tick = columns, table, candidates, tick
        self._sorted: dict[tuple[Node, ...], sums.Sorted] = {}

    def of(self, node: Node) -> Exact:
        if is_aggregate(node):
            return self._aggregate(node)
        if is_public(node):
            return self._public(node)
        return combined(node, [self.of(part) for part in parts_of(node)])

    def _public(self, node: Node) -> Exact:
        """A number for each candidate, or one for all."""
        found = values(node, _NO_ROWS, self._all)
        return found.flat() if found.steps.ndim else found

    def _aggregate(self, node: Operation) -> Exact:
        if isinstance(self._table, Marginals) and node.reads_own:
            return self._each_own(node)
        tuples = self._table if isinstance(self._table, Tuples) else self._table.columns[cells_of(node)[0]]
        counted = aggregate_of(node).counted(node)
        if counted is not None:
            return self._persons(node, replace(tuples, persons=tuples.cells[counted.name].steps))
        if aggregate_of(node).of_persons:
            return self._persons(node, tuples)
        method = method_of(node, self._columns)
        if method is Method.ONCE:
            return self._once(node, tuples)
        split = _split(node, self._columns)
        if method is Method.BLOCKS or split is None:
            return self._blocks(contribution(node, self._columns), tuples)
        if method is Method.THRESHOLD:
            return self._threshold(node, split, tuples)
        kept = self._passing(node, split, tuples)
        return self._looked_up(split, kept) if method in (Method.GROUPS, Method.PARTED) else self._gaps(split, kept)

    def _looked_up(self, split: Split, kept: Tuples) -> Exact:
        """Sums over the rows whose cell means, or names, what the candidate is called."""
        work = sums.grouped if split.method is Method.GROUPS else sums.parted
        match split.telling.parts:
            case (Cell(name), Candidate(attribute)):
                return work(kept.cells[name], self._weighted(split.value, kept), self._all.texts(attribute))
        raise TypeError(split.telling.parts)

    def _each_own(self, node: Operation) -> Exact:
        """Each candidate's own column by itself."""
        found = []
        for place, label in enumerate(self._all.texts("")):
            parts = tuple(replaced(part, OwnCell(), Cell(label)) for part in node.parts)
            alone = _Scoring(self._columns, self._table, self._all.part(place, place + 1), self._tick)
            found.append(alone.of(Operation(node.operator, parts)).flat())
        return _joined(found)

    def _once(self, node: Operation, tuples: Tuples) -> Exact:
        found = values(contribution(node, self._columns), tuples, self._all)
        steps = spread(found, tuples.size, 1)
        summed = Exact(found.unit, steps, found.most).summed(tuples.counts)
        return Exact.of(summed.unit, summed.steps.reshape(()))

    def _passing(self, node: Operation, split: Split, tuples: Tuples) -> Tuples:
        """The tuples that pass what does not need the candidate."""
        named = [each.name for each in filled(node) if isinstance(each, Cell)]
        tuples = tuples.without_blanks([name for name in named if self._columns[name].blank is None])
        for condition in split.others:
            kept = np.broadcast_to(truths(condition, tuples, self._all).reshape(-1), (tuples.size,))
            tuples = tuples.part(kept)
        return tuples

    def _row_values(self, node: Node, tuples: Tuples) -> Exact:
        """A number for each tuple."""
        found = values(node, tuples, self._all).flat()
        return Exact(found.unit, spread(found, tuples.size), found.most)

    def _weighted(self, value: Node, tuples: Tuples) -> Exact:
        """What all rows of each tuple add together."""
        found = Exact(Fraction(1), tuples.counts, int(tuples.counts.sum()))
        return found if value == ONE else self._row_values(value, tuples).weighted(tuples.counts)

    def _threshold(self, node: Operation, split: Split, tuples: Tuples) -> Exact:
        left, right = split.telling.parts
        sign = split.telling.operator
        if not isinstance(sign, Order):
            raise TypeError(sign)
        if needs_candidate(left):
            left, right, sign = right, left, sign.mirrored
        key = (left, split.value, *split.others, *map(Cell, cells_of(node)))
        if key not in self._sorted:
            kept = self._passing(node, split, tuples)
            self._sorted[key] = sums.sorted_rows(self._row_values(left, kept), self._weighted(split.value, kept))
        ordered, limits = self._sorted[key], self._limits(right)
        below = ordered.below(limits) if sign.strictly_below else ordered.up_to(limits)
        return ordered.rest(below) if sign.upward else below

    def _limits(self, node: Node) -> Exact:
        found = self._public(node)
        return Exact(found.unit, spread(found, self._all.count), found.most)

    def _gaps(self, split: Split, kept: Tuples) -> Exact:
        """Sums of x - y, y - x, x + y or |x - y|, y the candidate's."""
        one, other = split.telling.parts
        row, limits = self._row_values(split.value, kept), self._limits(other if is_public(other) else one)
        if split.method is Method.DISTANCES:
            return sums.distances(row, kept.counts, limits)
        own, public = split.signs if is_public(other) else split.signs[::-1]
        return sums.both_added(row, own, limits, public, kept.counts)

    def _blocks(self, added: Node, tuples: Tuples) -> Exact:
        """Sum over all tuples, a block of tuples by candidates at a time."""
        size, count = tuples.size, self._all.count
        wide = min(count, BLOCK)
        high = max(1, BLOCK // wide)
        columns: list[Exact] = []
        done, blocks = 0, max(1, -(-count // wide) * -(-size // high))
        for first in range(0, count, wide):
            some = self._all.part(first, min(count, first + wide))
            total = Exact.constant(Fraction(0))
            for start in range(0, size, high):
                self._tick(done / blocks)
                done += 1
                part = tuples.part(slice(start, start + high))
                found = values(added, part, some)
                steps = spread(found, part.size, some.count)
                summed = Exact(found.unit, steps, found.most).summed(part.counts)
                total = total.plus(Exact.of(summed.unit, summed.steps))
            columns.append(Exact(total.unit, spread(total, some.count), total.most))
        return _joined(columns)

    def _persons(self, node: Operation, tuples: Tuples) -> Exact:
        """For each candidate what all persons add, or what stands for them; without persons each row is one."""
        count = self._all.count
        if not tuples.size:
            return Exact(Fraction(1), np.zeros(count, dtype=np.int64), 0)
        tuples, rows, starts, persons = _by_person(tuples)
        added, wide = contribution(node, self._columns), max(1, BLOCK // tuples.size)
        found = []
        for first in range(0, count, wide):
            self._tick(first / count)
            some = self._all.part(first, min(count, first + wide))
            one = values(added, tuples, some)
            steps = Exact(one.unit, spread(one, tuples.size, some.count), one.most)
            found.append(aggregate_of(node).of_each(node, steps, rows, starts).summed(persons))
        return _joined(found)


def _by_person(tuples: Tuples) -> tuple[Tuples, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The tuples person by person, rows of each, where each person's begin, and how many persons have just these."""
    if tuples.persons is None:
        return tuples, np.ones(tuples.size, np.int64), np.arange(tuples.size), tuples.counts
    ordered = np.argsort(tuples.persons, kind="stable")
    whose = tuples.persons[ordered]
    starts = np.flatnonzero(np.diff(whose, prepend=whose[0] - 1))
    return tuples.part(ordered), tuples.counts[ordered], starts, np.ones(len(starts), np.int64)


_NO_ROWS = Tuples({}, (), np.zeros(0, np.int64))


def _joined(parts: list[Exact]) -> Exact:
    if len(parts) == 1:
        return parts[0]
    unit = common_unit(part.unit for part in parts)
    fine = [part.on(unit) for part in parts]
    return Exact(unit, np.concatenate([part.steps for part in fine]), max(part.most for part in fine))


def _split(aggregate: Operation, columns: Mapping[str, Column]) -> Split | None:
    """The sum with one part that compares the row with the candidate; None where it is not of that shape."""
    operator = aggregate_of(aggregate)
    if not operator.by_rows:
        return None
    value, condition = operator.value(aggregate), operator.condition(aggregate)
    conditions = tuple(conjuncts_of(condition))
    telling = [part for part in conditions if needs_candidate(part)]
    if needs_candidate(value):
        return None if telling else _of_value(value, conditions)
    match telling:
        case [Operation() as told]:
            method = _method(told, columns)
            others = tuple(part for part in conditions if part is not told)
            return None if method is None else Split(method, told, value, others)
    return None


def _of_value(value: Node, others: tuple[Node, ...]) -> Split | None:
    """A sum of x - y, x + y or |x - y|."""
    match value:
        case Operation(
            operator=Arithmetic(is_distance=True), parts=(Operation(operator=Arithmetic(signs=(1, -1))) as gap,)
        ):
            return _apart(Method.DISTANCES, gap, (1, -1), others)
        case Operation(operator=Arithmetic(signs=(_, _) as signs)):
            return _apart(Method.ADDED, value, signs, others)
    return None


def _apart(method: Method, told: Operation, signs: tuple[int, ...], others: tuple[Node, ...]) -> Split | None:
    row = _row_beside_candidate(told)
    return None if row is None else Split(method, told, row, others, signs)


def _row_beside_candidate(node: Operation) -> Node | None:
    """Of two parts, one of the row and one of the candidate, that of the row."""
    one, other = node.parts
    row, public = (one, other) if is_public(other) else (other, one)
    return row if is_public(public) and needs_candidate(public) and not needs_candidate(row) else None


def _method(node: Operation, columns: Mapping[str, Column]) -> Method | None:
    """By which method a condition that needs the candidate can be looked up; None where by none."""
    match node:
        case Operation(operator=Meaning(), parts=(Cell(name), *_)):
            return Method.PARTED if columns[name].kind is Kind.CHOICES else Method.GROUPS
        case Operation(operator=Order()) if _row_beside_candidate(node) is not None:
            return Method.THRESHOLD
    return None
