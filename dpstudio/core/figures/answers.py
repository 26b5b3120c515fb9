"""The exact answers to figures, in whole steps: private until they are noised."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.figures.figures import Condition, Count, Figure, Histogram, Mean, Total
from dpstudio.core.tables.schema import Column

if TYPE_CHECKING:
    from dpstudio.core.tables.engine import Counts, Filter

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
            return [(None, [_filter(each, columns), *filters]) for each in figure.bins]
        case Total() | Mean():
            return [(columns.index(figure.column), filters)]


def _vectors(figure: Figure, counted: "Iterator[Counts]") -> Answers:
    match figure:
        case Count():
            return [[_rows(next(counted))]]
        case Histogram():
            return [[_rows(next(counted)) for _ in figure.bins]]
        case Total():
            return [[_sum(next(counted))]]
        case Mean():
            found = next(counted)
            number = [[sum(count for _, count in _values(found))]] if figure.people is None else []
            return [[_sum(found)], *number]


def _filter(condition: Condition, columns: Sequence[Column]) -> "Filter":
    from dpstudio.core.tables.engine import Filter

    return Filter(columns.index(condition.column), condition.values, condition.low, condition.high)


def _rows(counts: "Counts") -> int:
    """All rows that passed."""
    return sum(counts.counts.to_pylist())


def _values(counts: "Counts") -> list[tuple[int, int]]:
    """Each value and how often it stands there; blanks that count as nothing left out."""
    pairs = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    return [(value, count) for value, count in pairs if value is not None]


def _sum(counts: "Counts") -> int:
    return sum(value * count for value, count in _values(counts))
