"""Where few rows are possible: what every one of them adds to every candidate, and so the exact figures."""

import itertools
import math
from collections.abc import Mapping, Sequence
from enum import Enum

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.quantities.rational import whole
from dpstudio.core.scores.breakpoints import Breakpoints
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.exact import Integers, fitting, spread
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    OwnCell,
    Text,
    cells_of,
)
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import alike_columns, meanings_of
from dpstudio.core.scores.trials import Trials
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples
from dpstudio.core.tables.cells import choices, reach_of_cells, same_text
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind

MOST_MEANINGS = 20_000
MOST_CELLS = 2_000_000
MOST_PAIRS = 40_000_000
_MOST_CHOICES, _FEW = 6, 8
_BLOCK = 1 << 17
_TEXT, _ROW, _SIMPLE = 50, 30, 4


class Other(Enum):
    """A text that is none of those which a rule names."""

    TEXT = "another"


Meaning = int | str | frozenset[str] | Other | None
"""What a cell can mean; of several choices the set of those that it names."""


class Enumeration:
    """Tries the rows that are possible with these columns and candidates, as long as work is left.

    Args:
        columns: by name.
        trials: how much may be tried.
    """

    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials) -> None:
        self.columns, self.candidates, self.trials = columns, candidates, trials
        self._breakpoints = Breakpoints(columns, candidates, trials)

    def figures_of_row(self, node: Node) -> NodeSensitivity | None:
        """How far one row moves a sum of a bound row expression, found by trying every row; None where too many.

        What needs all pairs of candidates is only bounded where those are too many.

        Args:
            node: what one row adds to a score (`row_by_row`).
        """
        tuples = self.possible_rows(node)
        if tuples is None:
            return None
        rows, several = tuples.size, self.candidates.count
        found = values(node, tuples, Attributes(self.candidates))
        steps = _different(fitting(spread(found, rows, several), 2 * found.most))
        unit = whole(found.unit)
        moved, apart = _widest(steps, 0), _widest(steps, 1)
        pair = _two_largest(steps)
        pairs = len(steps) * several * several
        both = 2 * min(moved, apart)
        if pairs <= MOST_PAIRS and self.trials.grant(pairs // _SIMPLE, 1 + pairs // _BLOCK):
            both = _apart(steps)
        return NodeSensitivity(
            int(steps.min()) * unit,
            int(steps.max()) * unit,
            moved * unit,
            apart * unit,
            both * unit,
            (pair * unit, 2 * min(moved, pair) * unit),
        ).tightened()

    def possible_rows(self, node: Node) -> Tuples | None:
        """Every row that can be, as far as the node can tell rows apart; None where there are too many.

        Texts that the node never names count as one. What working out the node on them costs is taken off the trials.
        """
        several = self.candidates.count
        if self.candidates.is_line or several > MOST_CELLS or not self.trials.allow(node.size * several):
            return None
        named = [self.columns[name] for name in cells_of(node)]
        if not self.trials.grant(_TEXT * several * sum(column.kind in TEXTUAL for column in named)):
            return None
        owned = self._own_columns(node)
        if owned is None:
            return None
        read: list[tuple[Node, Column]] = [(Cell(column.name), column) for column in named]
        read += [(OwnCell(), column) for column in owned]
        known: list[list[Meaning]] = []
        for cell, column in read:
            domain = self._domain(cell, column, node)
            if domain is None:
                return None
            known.append(domain)
        rows = math.prod(map(len, known))
        if (
            rows > MOST_MEANINGS
            or rows * several > MOST_CELLS
            or not self.trials.grant(node.size * rows * several + _ROW * rows * len(known), node.size)
        ):
            return None
        return table_of(named, owned, list(itertools.product(*known)))

    def _own_columns(self, node: Node) -> list[Column] | None:
        """The columns named like the candidates, where the node reads them; None where they are too many."""
        if not node.reads_own:
            return []
        if self.candidates.count > _MOST_CHOICES:
            return None
        return [self.columns[label] for label in self.candidates.texts("")]

    def _domain(self, cell: Node, column: Column, node: Node) -> list[Meaning] | None:
        """Every meaning that a cell can have, texts never named counting as one; of numbers those that matter.

        Of several choices these are the sets of names that a cell may hold, whatever else stands in it and however it
        is written.
        """
        if column.kind is Kind.YES_NO:
            return [0, 1, *_blank(column)]
        if column.kind not in TEXTUAL:
            numbers = self._numbers(cell, column, node)
            return None if numbers is None else [*numbers, *_blank(column)]
        named = _named(column, node, self.candidates)
        if named is None:
            return None
        if column.kind is Kind.CHOICES:
            if len(named) > _MOST_CHOICES:
                return None
            some = [set_ for size in range(len(named) + 1) for set_ in itertools.combinations(named, size)]
            return [*map(frozenset, some), *_blank(column)]
        linked = alike_columns(node, column.name)
        if len(linked) == 1:
            return [*named, Other.TEXT, *_blank(column)]
        others = [f" {place}" for place in range(len(linked))]  # texts that no cell can mean: one a linked column
        return [*named, *others, *_blank(column)]

    def _numbers(self, cell: Node, column: Column, node: Node) -> Sequence[int] | None:
        """All meanings of a number where they are few, else those at which the node reaches its extremes."""
        low, high = reach_of_cells(column)
        count, every = high - low + 1, range(low, high + 1)
        if count <= _FEW:
            return every
        found = self._breakpoints.representatives(node, cell, column)
        if found is not None and len(found) < count:
            return found
        return every if column.bounds is not None and count <= MOST_MEANINGS else None


def _blank(column: Column) -> list[Meaning]:
    return [None] if column.blank is None else []


def _widest(steps: Integers, axis: int) -> int:
    return int((steps.max(axis=axis) - steps.min(axis=axis)).max())


def _different(steps: Integers) -> Integers:
    """Without rows that are as the one before."""
    kept = np.ones(len(steps), dtype=bool)
    kept[1:] = (steps[1:] != steps[:-1]).any(axis=1)
    return steps[kept]


def _two_largest(steps: Integers) -> int:
    """The most that one row adds, without signs, to two different candidates together."""
    sizes = np.abs(steps)
    if sizes.shape[1] == 1:
        return int(sizes.max())
    largest = sizes.argmax(axis=1)
    lines = np.arange(len(sizes))
    most = sizes[lines, largest]
    sizes[lines, largest] = -1
    return int((most + sizes.max(axis=1)).max())


def _apart(steps: Integers) -> int:
    """The most that the gap between two candidates differs from row to row, some candidates with all at a time."""
    rows, several = steps.shape
    wide, most = max(1, _BLOCK // (rows * several)), 0
    for start in range(0, several, wide):
        gaps = steps[:, start : start + wide, None] - steps[:, None, :]
        most = max(most, int((gaps.max(axis=0) - gaps.min(axis=0)).max()))
    return most


def _named(column: Column, node: Node, candidates: CandidateSet) -> list[str] | None:
    """The texts that the node compares a column with, or another one that it compares with this."""
    found: dict[str, None] = {}
    linked = alike_columns(node, column.name)
    for cell, option in meanings_of(node):
        if cell.name not in linked:
            continue
        texts: tuple[str, ...] = (option.text,) if isinstance(option, Text) else ()
        if isinstance(option, Candidate):
            if candidates.count > MOST_MEANINGS:
                return None
            texts = candidates.texts(option.attribute)
        found |= dict.fromkeys(same_text(text, column.match_case) for text in texts)
    return list(found)


def table_of(columns: list[Column], owned: list[Column], rows: list[tuple[Meaning, ...]]) -> Tuples:
    """A small table as tuples, one a row; the meanings of `owned` columns come last in a row."""
    made = [cells_from(column, [row[place] for row in rows]) for place, column in enumerate([*columns, *owned])]
    named = dict(zip((column.name for column in columns), made, strict=False))
    return Tuples(named, tuple(made[len(columns) :]), np.ones(len(rows), dtype=np.int64))


def cells_from(column: Column, meanings: list[Meaning]) -> Cells:
    """A column of a small table, from its meanings; of several choices a text is that of a cell."""
    present = np.array([value is not None for value in meanings], dtype=bool)
    if column.kind not in TEXTUAL:
        return Cells(column, present, np.array([v if isinstance(v, int) else 0 for v in meanings], dtype=np.int64))
    if column.kind is Kind.CHOICES:
        meanings = [choices(value, column) if isinstance(value, str) else value for value in meanings]
    known = {value: place for place, value in enumerate(dict.fromkeys(v for v in meanings if v is not None))}
    codes = np.array([-1 if value is None else known[value] for value in meanings], dtype=np.int64)
    if column.kind is Kind.CHOICES:
        return Cells(column, present, codes, sets=tuple(each for each in known if isinstance(each, frozenset)))
    return Cells(column, present, codes, tuple(each if isinstance(each, str) else None for each in known))
