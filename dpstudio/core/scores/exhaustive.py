"""Where few rows are possible: what every one of them adds to every candidate, and so the exact figures."""

import itertools
import math
from collections.abc import Mapping
from enum import Enum

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.exact import Integers, fitting, spread
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.tree import (
    Candidate,
    Node,
    OwnCell,
    Text,
    cells_of,
    walk,
)
from dpstudio.core.scores.operators.contract import alike_columns, meanings_of
from dpstudio.core.scores.tuples import Attributes, Cells, Tuples
from dpstudio.core.tables.cells import choices, grid_index, same_text
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind

MOST_CELLS = 20_000
MOST_PAIRS = 1_000_000
_MOST_CHOICES = 6
_BLOCK = 1 << 17
_CALL, _TEXT, _ROW, _SIMPLE = 800, 50, 30, 4


class Other(Enum):
    """A text that is none of those which a rule names."""

    TEXT = "another"


Meaning = int | str | frozenset[str] | Other | None
"""What a cell can mean; of several choices the set of those that it names."""


class Trials:
    """How much trying a derivation has left, counted in cells of arrays: it says the same at every run and machine."""

    def __init__(self, left: float) -> None:
        self._left = left

    def grant(self, cells: int, calls: int = 0) -> bool:
        """Whether there is enough left for some work on arrays; if so it is taken off."""
        cost = cells + _CALL * calls
        if cost > self._left:
            return False
        self._left -= cost
        return True


def exact_interval(
    node: Node, columns: Mapping[str, Column], candidates: CandidateSet, trials: Trials
) -> Interval | None:
    """The exact reach of a bound row expression, found by trying every row; None where there are too many.

    Args:
        node: what one row adds to a score (`row_by_row`).
    """
    tuples = possible_rows(node, columns, candidates, trials)
    several = candidates.count
    if tuples is None or tuples.size * several * several > MOST_PAIRS:
        return None
    rows = tuples.size
    pairs = rows * several * several
    if not trials.grant(pairs // _SIMPLE, 1 + pairs // _BLOCK):
        return None
    found = values(node, tuples, Attributes(candidates))
    steps = fitting(spread(found, rows, several), 2 * found.most)
    unit = found.unit
    return Interval(
        int(steps.min()) * unit,
        int(steps.max()) * unit,
        int((steps.max(axis=0) - steps.min(axis=0)).max()) * unit,
        int((steps.max(axis=1) - steps.min(axis=1)).max()) * unit,
        _apart(steps) * unit,
    )


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
    if several > MOST_CELLS or candidates.is_line:
        return None
    names = cells_of(node)
    if not trials.grant(_TEXT * several * sum(columns[name].kind in TEXTUAL for name in names)):
        return None
    owned = _own_columns(node, columns, candidates)
    if owned is None:
        return None
    domains = [_domain(column, node, candidates) for column in [*(columns[name] for name in names), *owned]]
    known = [domain for domain in domains if domain is not None]
    if len(known) < len(domains):
        return None
    rows = math.prod(map(len, known))
    if rows * several > MOST_CELLS or not trials.grant(
        node.size * rows * several + _ROW * rows * len(known), node.size
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


def _domain(column: Column, node: Node, candidates: CandidateSet) -> list[Meaning] | None:
    """Every meaning that a cell can have, texts that are never named counting as one.

    Of several choices these are the sets of names that a cell may hold, whatever else stands in it and however it is
    written.
    """
    if column.kind is Kind.YES_NO:
        return [0, 1, *_blank(column)]
    if column.kind not in TEXTUAL:
        if column.bounds is None:
            return None
        low, high = (grid_index(bound, column.step) for bound in column.bounds)
        return None if high - low >= MOST_CELLS else [*range(low, high + 1), *_blank(column)]
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


def _named(column: Column, node: Node, candidates: CandidateSet) -> list[str] | None:
    """The texts that the node compares a column with, or another one that it compares with this."""
    found: dict[str, None] = {}
    linked = alike_columns(node, column.name)
    for cell, option in meanings_of(node):
        if cell.name not in linked:
            continue
        texts: tuple[str, ...] = (option.text,) if isinstance(option, Text) else ()
        if isinstance(option, Candidate):
            if candidates.count > MOST_CELLS:
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
