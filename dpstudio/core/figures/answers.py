"""The exact answers to figures, in whole steps: private until they are noised."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.figures.figures import Condition, Count, Figure, GroupSums, Histogram, Mean, Total
from dpstudio.core.tables.cells import LARGEST
from dpstudio.core.tables.schema import Column

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts
    from dpstudio.core.tables.engine import Filter

Answers = list[list[int]]


def answers(
    figures: Sequence[Figure], columns: Sequence[Column], work_file: Path, rows_per_person: int | None
) -> Answers:
    """For each vector that is noised (`bounds.derive`) its true components.

    Args:
        columns: those of the work file, in its order.
        rows_per_person: as in the engine.
    """
    from dpstudio.core.tables.engine import filtered_counts

    wanted = [each for figure in figures for each in _wanted(figure, columns)]
    counted = iter(filtered_counts(work_file, wanted, rows_per_person))
    return [vector for figure in figures for vector in _vectors(figure, counted)]


def _wanted(figure: Figure, columns: Sequence[Column]) -> list[tuple[int | None, list["Filter"]]]:
    """What the engine is asked for: a column (or rows alone) under filters."""
    filters = [_filter(condition, columns) for condition in figure.conditions]
    match figure:
        case Count():
            return [(None, filters)]
        case Histogram():
            return [(columns.index(figure.bins[0].column), filters)]
        case GroupSums():
            place = columns.index(figure.column)
            return [(place, [*filters, _filter(each, columns)]) for each in figure.groups]
        case Total() | Mean():
            return [(columns.index(figure.column), filters)]


def _vectors(figure: Figure, counted: "Iterator[Counts]") -> Answers:
    match figure:
        case Count():
            return [[_rows(next(counted))]]
        case Histogram():
            return [_binned(figure.bins, next(counted))]
        case GroupSums():
            return [[_sum(next(counted)) for _ in figure.groups]]
        case Total():
            return [[_sum(next(counted))]]
        case Mean():
            found = next(counted)
            number = [[sum(count for _, count in _values(found))]] if figure.people is None else []
            return [[_sum(found)], *number]


def _filter(condition: Condition, columns: Sequence[Column]) -> "Filter":
    from dpstudio.core.tables.engine import Filter

    low, high = (_reached(end) for end in (condition.low, condition.high))
    return Filter(columns.index(condition.column), condition.values, low, high)


def _reached(end: int | None) -> int | None:
    """An end of a range no farther than just outside of all that a cell can mean."""
    return None if end is None else min(max(end, -LARGEST - 1), LARGEST + 1)


def _rows(counts: "Counts") -> int:
    """All rows that passed."""
    return sum(counts.counts.to_pylist())


def _binned(bins: tuple[Condition, ...], counts: "Counts") -> list[int]:
    """How many values lie in each bin: looked up where bins name values, else by their ends, which ascend."""
    named = {value: place for place, each in enumerate(bins) for value in each.values or ()}
    ranges = [(each.low, each.high, place) for place, each in enumerate(bins) if each.values is None]
    starts = [low for low, _, _ in ranges]
    found = [0] * len(bins)
    for value, count in zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True):
        place = named.get(value)
        if place is None and value is not None and starts:
            at = bisect_right(starts, value) - 1
            low, high, candidate = ranges[max(at, 0)]
            place = candidate if low <= value <= high else None
        if place is not None:
            found[place] += count
    return found


def _values(counts: "Counts") -> list[tuple[int, int]]:
    """Each value and how often it stands there; blanks that count as nothing left out."""
    pairs = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    return [(value, count) for value, count in pairs if value is not None]


def _sum(counts: "Counts") -> int:
    return sum(value * count for value, count in _values(counts))
