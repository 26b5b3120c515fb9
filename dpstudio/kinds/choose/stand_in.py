"""A stand-in for a private table, made only from what was declared: types, bounds, candidates, a typed number."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.scores.evaluation import Scores, evaluate, formula_scores
from dpstudio.core.scores.exhaustive import Meaning, cells_from
from dpstudio.core.scores.falsifier import compared_numbers, compared_texts
from dpstudio.core.scores.language.tree import Cell, Operation, walk
from dpstudio.core.scores.rules import (
    Agreement,
    Formula,
    Median,
    Nearness,
    Quantile,
    Ready,
    Revenue,
    Rule,
    Votes,
    VoteStyle,
    reads_own,
)
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.cells import grid_index, reach_of_cells, reader
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind
from dpstudio.kinds.choose.close import LEAD, closer
from dpstudio.kinds.choose.neutral import best_first, has_names
from dpstudio.planning.resolved import ASSUMED_PEOPLE

_POINTS = 401
_MOST, _LEAST = 0.55, 0.175
_MOST_CELLS = 200_000
"""Of an invented table, if its rows are listed."""


def stand_in_scores(rule: Rule, candidates: CandidateSet, people: int) -> Shown[Scores]:
    """The scores of an invented table of so many people; those of names fall in the order of the list."""
    scores = scores_as_listed(rule, candidates, people)
    if has_names(rule, candidates):
        scores = replace(scores, steps=scores.steps[best_first(scores)])
    return Shown(scores)


def scores_as_listed(rule: Rule, candidates: CandidateSet, people: int) -> Scores:
    """As `stand_in_scores`, each that of its own candidate."""
    if isinstance(rule, Ready):
        return _ready(rule.columns[1], candidates)
    if isinstance(rule, Formula):
        return formula_scores(rule, candidates, _rows(rule, candidates, people))
    return evaluate(rule, candidates, stand_in(rule, candidates, people))


def _ready(column: Column, candidates: CandidateSet) -> Scores:
    """Scores that fall from the greatest to the least that the column declares, on its steps; no people are in them."""
    falling = _falling(candidates.count)[_ranks(candidates)]
    if column.bounds is None:
        return Scores(np.rint(falling * ASSUMED_PEOPLE).astype(np.int64), column.step)
    low, high = reach_of_cells(column)
    shares = (falling - _LEAST) / (_MOST - _LEAST)
    steps = [low + round(Fraction(share) * (high - low)) for share in shares.tolist()]
    return Scores(np.array([min(max(each, low), high) for each in steps], dtype=np.int64), column.step)


def _favourites(candidates: CandidateSet) -> NDArray[np.int64]:
    """The candidates, the favourite of an invented table first: that of a list, or the middle of a grid."""
    return np.arange(candidates.count) if isinstance(candidates, Listed) else _from_middle(candidates.count)


def _from_middle(count: int) -> NDArray[np.int64]:
    """So many places, the middle one first, then those beside it."""
    places = np.arange(count)
    return (count - 1) // 2 + (places + 1) // 2 * np.where(places % 2, 1, -1)


def _ranks(candidates: CandidateSet) -> NDArray[np.int64]:
    """How many are liked better than each candidate."""
    ranks = np.empty(candidates.count, np.int64)
    ranks[_favourites(candidates)] = np.arange(candidates.count)
    return ranks


def stand_in(rule: Rule, candidates: CandidateSet, people: int) -> list[Counts]:
    """Counts of an invented table: the same shape as the real one's, the same on every machine.

    Votes fall off by a few from each candidate to the next, so that chance decides; numbers lie in a hump over the
    bounds, or over the candidates where a rule needs none,
    with as many others as it takes for that. No randomness and nothing of the private table takes part.
    """
    match rule:
        case Ready() | Formula():
            raise TypeError("ready-made scores have no rows, and a formula reads whole rows")
        case Votes(style=VoteStyle.COLUMN_EACH):
            first = round(people * _MOST)
            ranks = _ranks(candidates).tolist()
            return [_pairs([1], [max(0, first - LEAD * rank)], number=True) for rank in ranks]
        case Votes() | Agreement():
            attributes = rule.attributes if isinstance(rule, Agreement) else ("",)
            favourites = _favourites(candidates).tolist()
            return [
                _votes(column, [candidates.texts(attribute)[at] for at in favourites], people, even=True)
                for column, attribute in zip(rule.columns, attributes, strict=True)
            ]
        case Revenue() | Median() | Quantile():
            bounds = rule.column.bounds or candidates.ends(rule.attribute)
            return [closer(rule, candidates, _hump(*_within(rule.column, *bounds), people), people)]
        case Nearness():
            return [_hump(*_ends(column), people) for column in rule.columns]


def _rows(rule: Formula, candidates: CandidateSet, people: int) -> Tuples:
    """Whole rows of an invented table, as `_whole_rows` has them."""
    columns, heads = _whole_rows(rule, candidates, people)
    plain = len(columns) - (candidates.count if reads_own(rule) else 0)
    named = {
        column.name: cells_from(column, cells) for column, cells in zip(rule.columns[:plain], columns, strict=False)
    }
    owned = tuple(map(cells_from, rule.columns[plain:], columns[plain:]))
    return Tuples(named, owned, np.array(heads, dtype=np.int64))


def _whole_rows(rule: Formula, candidates: CandidateSet, people: int) -> tuple[list[list[Meaning]], list[int]]:
    """The cells of each column, spread as in `stand_in` in an order of its own, and how many have each row."""
    blanks = _asked_for_blanks(rule)
    own = candidates.count if reads_own(rule) else 0
    plain = rule.columns[: len(rule.columns) - own]
    spread = [_spread(column, rule, candidates) for column in plain]
    mostly_yes: list[Meaning] = [1 if 100 * i < 55 * _POINTS else 0 for i in range(_POINTS)]
    spread += [
        mostly_yes if column.kind is Kind.YES_NO else _spread(column, rule, candidates)
        for column in rule.columns[len(plain) :]
    ]
    spread = [
        [None if i % 4 == 3 else value for i, value in enumerate(values)] if column.name in blanks else values
        for column, values in zip(rule.columns, spread, strict=True)
    ]
    columns = [[values[i * (place + 1) * 17 % _POINTS] for i in range(_POINTS)] for place, values in enumerate(spread)]
    return columns, _apportioned(np.full(_POINTS, 1 / _POINTS), people)


def kinds_of_rows(rule: Rule, candidates: CandidateSet, people: int) -> dict[tuple[Meaning, ...], int] | None:
    """Rows of which the scores of the invented table follow, and how many people have each; None of too many cells."""
    rows: Iterable[tuple[tuple[Meaning, ...], int]]
    if isinstance(rule, Formula):
        columns, heads = _whole_rows(rule, candidates, people)
        rows = zip(zip(*columns, strict=True), heads, strict=True)
    else:
        rows = _side_by_side(rule.columns, stand_in(rule, candidates, people), people)
    found: dict[tuple[Meaning, ...], int] = {}
    for row, many in rows:
        if many:
            found[row] = found.get(row, 0) + many
        if len(found) * len(rule.columns) > _MOST_CELLS:
            return None
    return found


def _side_by_side(
    columns: Sequence[Column], counts: Sequence[Counts], people: int
) -> Iterator[tuple[tuple[Meaning, ...], int]]:
    """Rows that have each cell of a column as often as it is counted; whoever is not counted says no, or nothing."""
    cells: list[list[Meaning]] = [each.values.to_pylist() for each in counts]
    ends = [np.cumsum(each.counts.to_numpy(zero_copy_only=False)) for each in counts]
    for column, texts in zip(columns, cells, strict=True):
        texts.append(0 if column.kind is Kind.YES_NO else None)
    everybody = people if len(columns) > 1 else 0
    cuts = sorted({0, everybody, *(int(end) for each in ends for end in each)})
    for first, last in pairwise(cuts):
        at = [int(np.searchsorted(each, first, side="right")) for each in ends]
        yield tuple(texts[place] for texts, place in zip(cells, at, strict=True)), last - first


def _asked_for_blanks(rule: Formula) -> set[str]:
    """The columns of which the formula asks whether they are blank: a quarter of their cells is."""
    asked = [node for node in walk(rule.tree) if isinstance(node, Operation) and node.operator.asks_blank]
    return {cell.name for node in asked for cell in walk(node) if isinstance(cell, Cell)}


def _spread(column: Column, rule: Formula, candidates: CandidateSet) -> list[Meaning]:
    """As many meanings as there are rows, each as often as in `stand_in`."""
    if column.kind is Kind.YES_NO:
        counts = _pairs([1, 0], [_POINTS // 2, _POINTS - _POINTS // 2], number=True)
    elif column.kind in TEXTUAL:
        texts = compared_texts(column, rule.tree, candidates)
        if not isinstance(candidates, Listed):
            texts = [texts[at] for at in _from_middle(len(texts)).tolist()]
        counts = _votes(replace(column, kind=Kind.CATEGORY), texts, _POINTS, even=True)
    else:
        ends = _ends(column) if column.bounds else _told_ends(column, rule, candidates)
        counts = _hump(*ends, _POINTS)
    found: list[Meaning] = []
    for value, many in zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True):
        found += [value] * many
    return (found + [found[-1]] * _POINTS)[:_POINTS]


def _told_ends(column: Column, rule: Formula, candidates: CandidateSet) -> tuple[int, int]:
    """Where a column has no bounds: the least and the greatest number that it is compared with."""
    numbers = compared_numbers(rule.tree, (column,), candidates) or [Fraction(0), Fraction(1)]
    return _within(column, min(numbers), max(numbers))


def _ends(column: Column) -> tuple[int, int]:
    """The declared bounds on the column's grid."""
    return _within(column, *(column.bounds or (Fraction(0), Fraction(1))))


def _within(column: Column, low: Fraction, high: Fraction) -> tuple[int, int]:
    """Two numbers as cells of the column."""
    least, greatest = reach_of_cells(column)
    first, last = (min(max(grid_index(end, column.step), least), greatest) for end in (low, high))
    return first, last


def _falling(count: int) -> NDArray[np.float64]:
    """Approval that falls from 55 % to 17.5 %."""
    return 0.05 + 0.5 / (1 + 3 * np.arange(count) / max(1, count - 1))


def _votes(column: Column, texts: Sequence[str], people: int, *, even: bool = False) -> Counts:
    """How many say what; where it is even, about as many each, else falling."""
    meaning = reader(column)
    seen: dict[str | int, None] = {}
    for text in texts:
        value = meaning(text)
        if value is not None:
            seen.setdefault(value)
    shares = _falling(len(seen))
    heads = _close(len(seen), people) if even else _apportioned(shares / shares.sum(), people)
    values = list(seen)
    return _pairs(values, heads, number=bool(values) and isinstance(values[0], int))


def _close(count: int, people: int) -> list[int]:
    """A close vote: each leads the next by a few votes, or by fewer where there are too few people for it."""
    step = min(float(LEAD), 2 * people / max(1, count * (count - 1)))
    places = np.arange(count, dtype=np.float64)
    heads = _apportioned(1 / count + (step / people) * ((count - 1) / 2 - places), people) if people else []
    if count > 1 and heads and heads[0] == heads[1] and heads[-1]:
        heads[0], heads[-1] = heads[0] + 1, heads[-1] - 1
    return sorted(heads, reverse=True) or [0] * count


def _hump(low: int, high: int, people: int) -> Counts:
    """People around the middle of two numbers."""
    points = sorted({low + (high - low) * i // (_POINTS - 1) for i in range(_POINTS)})
    place = np.linspace(0, 1, len(points))
    density = np.exp(-((place - 0.5) ** 2) / (2 * 0.18**2))
    return _pairs(points, _apportioned(density / density.sum(), people), number=True)


def _apportioned(shares: NDArray[np.float64], people: int) -> list[int]:
    """Whole people that add up to `people`."""
    ends = np.rint(np.cumsum(shares) * people).astype(np.int64)
    return [int(n) for n in np.diff(ends, prepend=0)]


def _pairs(values: Sequence[str | int], heads: Sequence[int], *, number: bool) -> Counts:
    import pyarrow as pa

    return Counts(pa.array(values, pa.int64() if number else pa.string()), pa.array(heads, pa.int64()))
