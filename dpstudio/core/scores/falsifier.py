"""A search for two neighbouring tables that break a claimed bound, within what was declared."""

import datetime
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet, Grid, Listed, Numbers
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.cells import combined, values
from dpstudio.core.scores.contribution import contribution, is_public
from dpstudio.core.scores.exact import Exact, integers, spread, widened
from dpstudio.core.scores.exhaustive import Meaning, Other, table_of
from dpstudio.core.scores.forms import bound_tree, tree_of
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Text,
    is_aggregate,
    parts_of,
    walk,
)
from dpstudio.core.scores.operators.contract import aggregate_of, alike_columns, meanings_of
from dpstudio.core.scores.rules import Rule
from dpstudio.core.scores.tuples import Attributes
from dpstudio.core.tables.cells import grid_index, reach_of_cells, reader, same_text
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind, PrivacyUnit, Relation
from dpstudio.translation import phrase

_MOST_CANDIDATES = 9
_MOST_VALUES = 9
_MOST_ROWS = 40
_MOST_PAIRS = 12
Row = tuple[Meaning, ...]
Table = tuple[tuple[int, ...], ...]
T = TypeVar("T")
Tick = Callable[[float], None]


@dataclass(frozen=True)
class Broken:
    """Two neighbouring tables whose scores move more than claimed.

    Args:
        columns: what the score reads.
        before, after: the rows of both tables, as cells would show them.
        names: the candidates whose scores move the farthest apart; for a claim about one score, the same twice.
        scores: of each of them, before and after.
        moved: how far: the range of the moves, or the largest one.
    """

    columns: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    names: tuple[str, str]
    scores: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    moved: Fraction


@dataclass(frozen=True)
class Unbroken:
    """No pair broke the claim; `tried` pairs of tables were compared, the farthest moved by `moved`."""

    tried: int
    moved: Fraction


@dataclass(frozen=True)
class Pair:
    """Two neighbouring tables, as persons who are lists of rows, and their scores."""

    before: Table
    after: Table
    scores: tuple[Exact, Exact]


def falsify(
    rule: Rule,
    candidates: CandidateSet,
    unit: PrivacyUnit,
    claimed: Fraction,
    *,
    spread: bool = True,
    tick: Tick = lambda _: None,
) -> Broken | Unbroken:
    """Compare small neighbouring tables made of critical values and return the pair that moves the farthest.

    Args:
        rule: not ready-made.
        claimed: a bound on R where `spread`, else on Delta.
        tick: called with the share done; it may raise Cancelled.

    A pair returned is a proof that the claim is wrong; none found is no proof that it is right.
    """
    search = Search(rule, candidates, unit)
    worst, found, tried = Fraction(0), None, 0
    for place, rest in enumerate(search.contexts):
        tick(place / len(search.contexts))
        many, moved, pair = search.farthest(rest, spread)
        tried += many
        if moved > worst:
            worst, found = moved, pair
    if found is None or worst <= claimed:
        return Unbroken(tried, worst)
    return search.told(found, worst, spread)


def possible_rows(rule: Rule, candidates: CandidateSet) -> list[Row]:
    """Rows that nobody need have, of critical values of the rule's columns; none of a rule with own columns."""
    columns, few = _reduced(rule, candidates)
    tree = bound_tree(rule, few)
    return [] if tree.reads_own else critical_rows(tree, list(columns), [], few)[:_MOST_ROWS]


class Search:
    """Rows of critical values, persons made of them, and other people beside whom one person changes.

    Attributes:
        columns: what the rows have meanings for.
        rows: as meanings of cells; tables hold their places.
    """

    def __init__(self, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> None:
        self._unit = unit
        self.columns, self._few = _reduced(rule, candidates)
        named = {column.name: column for column in self.columns}
        self._tree = bound_tree(rule, self._few)
        owned = list(self.columns[-self._few.count :]) if self._tree.reads_own else []
        plain = [column for column in self.columns if column not in owned]
        rows = critical_rows(self._tree, plain, owned, self._few)
        self.rows = [row for row, _ in zip(rows, range(_MOST_ROWS), strict=False)]
        self._tuples = table_of(plain, owned, self.rows)
        self._named = named
        self._added = {id(each): self._matrix(each) for each in walk(self._tree) if is_aggregate(each)}
        self.persons = self._persons()
        self.contexts = self._contexts()

    def _matrix(self, node: Operation) -> Exact:
        found = values(contribution(node, self._named), self._tuples, Attributes(self._few))
        shape = (self._tuples.size, self._few.count)
        return Exact(found.unit, widened(spread(found, *shape)), found.most)

    def _persons(self) -> Table:
        every = range(len(self.rows))
        most = self._unit.rows if self._unit.person else 1
        sets = {(row,) * size for row in every for size in {1, most}}
        if most > 1:
            sets |= set(itertools.islice(itertools.combinations(every, 2), _MOST_PAIRS))
        if self._unit.may_have_none and self._unit.relation is Relation.REPLACE_ONE:
            sets.add(())
        return tuple(sorted(sets))

    def _contexts(self) -> list[Table]:
        """No others, one, many alike, and some mixtures; the same at every run."""
        one: list[tuple[int, ...]] = [(row,) for row in range(len(self.rows))]
        found: list[Table] = [(), *((each,) for each in one), *((each,) * 4 for each in one)]
        found += [tuple(_mixed(one, size, turn)) for size in (2, 3, 6, 10) for turn in range(_MOST_PAIRS)]
        return list(dict.fromkeys(found))

    def farthest(self, rest: Table, spread: bool) -> tuple[int, Fraction, Pair]:
        """How many changes beside `rest` were compared, and the one that moves the farthest."""
        alone = self._score([rest])
        scores = self._score([(*rest, person) for person in self.persons])
        unit = scores.unit
        after = scores.steps
        if self._unit.relation is Relation.ADD_REMOVE:
            before = alone.on(unit).steps if alone.unit != unit else alone.steps
            gaps = after - before
            place = _worst(gaps, spread)
            pair = (rest, (*rest, self.persons[place]))
            ends = (Exact.of(unit, before[0]), Exact.of(unit, after[place]))
            return len(gaps), _size(gaps[place], spread) * unit, Pair(*pair, ends)
        gaps = (after[None, :, :] - after[:, None, :]).reshape(-1, after.shape[1])
        place = _worst(gaps, spread)
        one, other = divmod(place, len(after))
        tables = ((*rest, self.persons[one]), (*rest, self.persons[other]))
        ends = (Exact.of(unit, after[one]), Exact.of(unit, after[other]))
        return len(gaps), _size(gaps[place], spread) * unit, Pair(*tables, ends)

    def _score(self, tables: list[Table]) -> Exact:
        """The scores of some tables: one row a table, one column a candidate."""
        found = self._of(self._tree, tables)
        return Exact(found.unit, widened(spread(found, len(tables), self._few.count)), found.most)

    def _of(self, node: Node, tables: list[Table]) -> Exact:
        if is_aggregate(node):
            added = self._added[id(node)]
            counted = aggregate_of(node).counted(node)
            if counted is not None:
                tables = [_by_value(table, self._tuples.cells[counted.name].steps) for table in tables]
            return _summed(node, added, tables)
        if is_public(node):
            return values(node, self._tuples, Attributes(self._few))
        return combined(node, [self._of(part, tables) for part in parts_of(node)])

    def told(self, pair: Pair, moved: Fraction, spread: bool) -> Broken:
        """The pair as a person would read it."""
        shift = [int(b) * pair.scores[1].unit - int(a) * pair.scores[0].unit
                 for a, b in zip(pair.scores[0].steps, pair.scores[1].steps, strict=True)]  # fmt: skip
        ends = (shift.index(max(shift)), shift.index(min(shift)))
        if not spread:
            ends = (max(range(len(shift)), key=lambda i: abs(shift[i])),) * 2
        tables = [tuple(self._shown(row) for person in table for row in person) for table in (pair.before, pair.after)]
        scores = [tuple(int(each.steps[end]) * each.unit for each in pair.scores) for end in ends]
        return Broken(
            tuple(column.name for column in self.columns),
            tables[0],
            tables[1],
            (self._few.label(ends[0]), self._few.label(ends[1])),
            ((scores[0][0], scores[0][1]), (scores[1][0], scores[1][1])),
            moved,
        )

    def _shown(self, row: int) -> tuple[str, ...]:
        return tuple(_cell(column, meaning) for column, meaning in zip(self.columns, self.rows[row], strict=True))


def _by_value(table: Table, values: NDArray[np.int64]) -> Table:
    """A table's rows with those of one value in place of those of one person."""
    rows = [row for person in table for row in person]
    return tuple(
        tuple(row for row in rows if values[row] == each) for each in sorted({int(values[row]) for row in rows})
    )


def _summed(node: Operation, added: Exact, tables: list[Table]) -> Exact:
    """What the people of each table add; `added` is what each row does."""
    people = [[person for person in table if person] for table in tables]
    sizes = np.array([len(person) for table in people for person in table], np.int64)
    if not len(sizes):
        return Exact.constant(Fraction(0))
    rows = [row for table in people for person in table for row in person]
    chosen, ones = Exact(added.unit, integers(added.steps[rows]), added.most), np.ones(len(rows), np.int64)
    each = aggregate_of(node).of_each(node, chosen, ones, np.cumsum(sizes) - sizes)
    ends = np.cumsum([0, *map(len, people)])
    steps = widened(each.steps)
    totals = [steps[start:end].sum(axis=0) for start, end in itertools.pairwise(ends)]
    return Exact.of(each.unit, integers(np.array(totals, dtype=object)))


def _worst(gaps: NDArray[Any], spread: bool) -> int:
    sizes = gaps.max(axis=1) - gaps.min(axis=1) if spread else np.abs(gaps).max(axis=1)
    return int(sizes.argmax())


def _size(gap: NDArray[Any], spread: bool) -> int:
    return int(gap.max() - gap.min() if spread else np.abs(gap).max())


def _reduced(rule: Rule, candidates: CandidateSet) -> tuple[tuple[Column, ...], CandidateSet]:
    """The rule's columns, and a few candidates: the ends in every attribute, and some between."""
    places = _spaced(candidates.count)
    if isinstance(candidates, Grid):
        return rule.columns, Listed(tuple(candidates.label(place) for place in places))
    tree = tree_of(rule)
    for numbers in _read_as_numbers(tree, rule.columns, candidates):
        places += [int(numbers.steps.argmin()), int(numbers.steps.argmax())]
    places = sorted(set(places))
    attributes = {name: tuple(texts[i] for i in places) for name, texts in candidates.attributes.items()}
    columns = rule.columns
    if tree.reads_own:
        plain = len(columns) - candidates.count
        columns = (*columns[:plain], *(columns[plain + i] for i in places))
    return columns, Listed(tuple(candidates.labels[i] for i in places), attributes=attributes)


def _numeric_attributes(tree: Node, columns: tuple[Column, ...]) -> list[str]:
    """The attributes that the tree reads as numbers."""
    textual = {column.name for column in columns if column.kind in TEXTUAL}
    compared: set[int] = set()
    for each in walk(tree):
        match each:
            case Operation(parts=(Cell(name=name), *_)) if name in textual:
                compared |= {id(part) for part in each.parts}
    found = [each for each in walk(tree) if isinstance(each, Candidate) and id(each) not in compared]
    return list(dict.fromkeys(each.attribute for each in found))


def _spaced(count: int) -> list[int]:
    return sorted({(count - 1) * i // (_MOST_CANDIDATES - 1) for i in range(_MOST_CANDIDATES)})


def critical_rows(tree: Node, plain: list[Column], owned: list[Column], candidates: CandidateSet) -> list[Row]:
    """Rows made of the columns' critical values: all combinations, or the telling ones of many.

    Args:
        tree: bound.
        owned: the candidates' own columns; their meanings come last in a row.
    """
    choices = [_critical(column, tree, candidates) for column in [*plain, *owned]]
    product = 1
    for each in choices:
        product *= len(each)
    if product <= _MOST_ROWS:
        return list(itertools.product(*choices))
    first, last = tuple(each[0] for each in choices), tuple(each[-1] for each in choices)
    found = [first, last]
    found += [tuple(each[i % len(each)] for each in choices) for i in range(max(map(len, choices)))]
    found += [(*first[:i], *last[i : i + 1], *first[i + 1 :]) for i in range(len(choices))]
    for turn in range(_MOST_ROWS):
        found.append(tuple(_mixed(each, 1, turn * len(choices) + place)[0] for place, each in enumerate(choices)))
    return list(dict.fromkeys(found))


def _mixed(items: list[T], size: int, turn: int) -> list[T]:
    """Some of the items, spread well and the same at every run."""
    return [items[(turn * 7919 + place * 104729 + turn * place * 31) % len(items)] for place in range(size)]


def _blank(column: Column) -> list[Meaning]:
    return [None] if column.blank is None else []


def _critical(column: Column, tree: Node, candidates: CandidateSet) -> list[Meaning]:
    """The meanings at which a score changes its mind."""
    if column.kind is Kind.YES_NO:
        return [1, 0, *_blank(column)]
    if column.kind not in TEXTUAL:
        return [*_numbers(column, tree, candidates), *_blank(column)]
    texts = list(dict.fromkeys(compared_texts(column, tree, candidates)))
    if column.kind is Kind.CHOICES:
        labels = [same_text(text, column.match_case) for text in texts]
        some = [*([label] for label in labels[:3]), labels[:3], labels, []]
        return [*dict.fromkeys(map(frozenset, some)), *_blank(column)]
    read = reader(replace(column, blank=None))
    return [*dict.fromkeys(read(text) for text in texts[:4]), Other.TEXT, *_blank(column)]


def compared_texts(column: Column, tree: Node, candidates: CandidateSet) -> list[str]:
    """The texts that a bound tree compares a column with, or another one that it compares with this."""
    found: list[str] = []
    linked = alike_columns(tree, column.name)
    for cell, option in meanings_of(tree):
        if cell.name in linked:
            found += [option.text] if isinstance(option, Text) else candidates.texts(option.attribute)
    return found or ["a"]


def _numbers(column: Column, tree: Node, candidates: CandidateSet) -> list[Meaning]:
    """The ends of the bounds, and the steps at and beside candidates and constants within them."""
    near: set[int] = set()
    for value in compared_numbers(tree, (column,), candidates):
        step = grid_index(value, column.step)
        near |= {step - 1, step, step + 1}
    read = reader(replace(column, blank=None))
    near |= {value for value in map(read, compared_texts(column, tree, candidates)) if isinstance(value, int)}
    low, high = reach_of_cells(column)
    if column.bounds is not None:
        near |= {low, high}
    ordered = sorted({value for value in near if low <= value <= high} or {1, 2})
    return list(dict.fromkeys(ordered[(len(ordered) - 1) * i // (_MOST_VALUES - 1)] for i in range(_MOST_VALUES)))


def compared_numbers(tree: Node, columns: tuple[Column, ...], candidates: CandidateSet) -> list[Fraction]:
    """The constants of a bound tree, and the numbers of the candidates' attributes that it reads."""
    found = [each.value for each in walk(tree) if isinstance(each, Number)]
    for numbers in _read_as_numbers(tree, columns, candidates):
        found += [int(step) * numbers.unit for step in numbers.steps]
    return found


def _read_as_numbers(tree: Node, columns: tuple[Column, ...], candidates: CandidateSet) -> Iterator[Numbers]:
    """The attributes that are numbers, of those that the tree compares with anything but texts."""
    for attribute in _numeric_attributes(tree, columns):
        try:
            yield candidates.numbers(attribute)
        except InputError:
            continue


def _cell(column: Column, meaning: Meaning) -> str:
    if meaning is None:
        return phrase("(blank)")
    if isinstance(meaning, Other) or meaning == frozenset():
        return phrase("(another)")
    if isinstance(meaning, frozenset):
        return column.separator.join(sorted(meaning))
    if isinstance(meaning, str):
        return meaning
    if column.kind is Kind.YES_NO:
        return "yes" if meaning else "no"
    if column.kind is Kind.DATE:
        return datetime.date.fromordinal(meaning).isoformat()
    return rational_text(meaning * column.step)
