"""Where few rows are possible: what every one of them adds to every candidate, and so the exact figures."""

import itertools
import math
from collections.abc import Mapping, Sequence
from enum import Enum

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.breakpoints import representatives
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.exact import Integers, fitting, spread
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    OwnCell,
    Text,
    cells_of,
    walk,
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


def exact_figures_of_row(
    node: Node, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials
) -> NodeSensitivity | None:
    """How far one row moves a sum of a bound row expression, found by trying every row; None where there are too many.

    What needs all pairs of candidates is only bounded where those are too many.

    Args:
        node: what one row adds to a score (`row_by_row`).
    """
    tuples = possible_rows(node, columns, candidates, trials)
    if tuples is None:
        return None
    rows, several = tuples.size, candidates.count
    found = values(node, tuples, Attributes(candidates))
    steps = _different(fitting(spread(found, rows, several), 2 * found.most))
    unit = found.unit
    moved, apart = _widest(steps, 0), _widest(steps, 1)
    pair = _two_largest(steps)
    pairs = len(steps) * several * several
    both = 2 * min(moved, apart)
    if pairs <= MOST_PAIRS and trials.grant(pairs // _SIMPLE, 1 + pairs // _BLOCK):
        both = _apart(steps)
    return NodeSensitivity(
        int(steps.min()) * unit,
        int(steps.max()) * unit,
        moved * unit,
        apart * unit,
        both * unit,
        (pair * unit, 2 * min(moved, pair) * unit),
    ).tightened()


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


def possible_rows(node: Node, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials) -> Tuples | None:
    """Every row that can be, as far as the node can tell rows apart; None where there are too many.

    Texts that the node never names count as one. What working out the node on them costs is taken off the trials.
    """
    several = candidates.count
    if candidates.is_line or several > MOST_CELLS or not trials.allow(node.size * several):
        return None
    names = cells_of(node)
    if not trials.grant(_TEXT * several * sum(columns[name].kind in TEXTUAL for name in names)):
        return None
    owned = _own_columns(node, columns, candidates)
    if owned is None:
        return None
    read: list[tuple[Node, Column]] = [(Cell(name), columns[name]) for name in names]
    read += [(OwnCell(), column) for column in owned]
    known: list[list[Meaning]] = []
    for cell, column in read:
        domain = _domain(cell, column, node, columns, candidates, trials)
        if domain is None:
            return None
        known.append(domain)
    rows = math.prod(map(len, known))
    if (
        rows > MOST_MEANINGS
        or rows * several > MOST_CELLS
        or not trials.grant(node.size * rows * several + _ROW * rows * len(known), node.size)
    ):
        return None
    return table_of([columns[name] for name in names], owned, list(itertools.product(*known)))


def _own_columns(node: Node, columns: Mapping[str, Column], candidates: CandidateSet) -> list[Column] | None:
    """The columns named like the candidates, where the node reads them; None where they are too many."""
    if not any(isinstance(each, OwnCell) for each in walk(node)):
        return []
    if candidates.count > _MOST_CHOICES:
        return None
    return [columns[label] for label in candidates.texts("")]


def _blank(column: Column) -> list[Meaning]:
    return [None] if column.blank is None else []


def _domain(
    cell: Node, column: Column, node: Node, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials
) -> list[Meaning] | None:
    """Every meaning that a cell can have, texts that are never named counting as one; of numbers those that matter.

    Of several choices these are the sets of names that a cell may hold, whatever else stands in it and however it is
    written.
    """
    if column.kind is Kind.YES_NO:
        return [0, 1, *_blank(column)]
    if column.kind not in TEXTUAL:
        numbers = _numbers(cell, column, node, columns, candidates, trials)
        return None if numbers is None else [*numbers, *_blank(column)]
    named = _named(column, node, candidates)
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
    others = [f" {place}" for place in range(len(linked))]  # texts that no cell can mean: one for each linked column
    return [*named, *others, *_blank(column)]


def _numbers(
    cell: Node, column: Column, node: Node, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials
) -> Sequence[int] | None:
    """All meanings of a number where they are few, else those at which the node reaches its extremes."""
    low, high = reach_of_cells(column)
    count, every = high - low + 1, range(low, high + 1)
    if count <= _FEW:
        return every
    found = representatives(node, cell, column, columns, candidates, trials)
    if found is not None and len(found) < count:
        return found
    return every if column.bounds is not None and count <= MOST_MEANINGS else None


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
