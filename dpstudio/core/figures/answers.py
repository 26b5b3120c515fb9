"""The exact answers to figures, in whole steps: private until they are noised."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.figures.contract import Condition, Figure
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
    return [vector for figure in figures for vector in figure.exact([next(counted) for _ in figure.reads])]


def _wanted(figure: Figure, columns: Sequence[Column]) -> Iterator[tuple[int | None, list["Filter"]]]:
    """What the engine is asked for: a column (or rows alone) under filters."""
    filters = [_filter(condition, columns) for condition in figure.conditions]
    for column, own in figure.reads:
        place = None if column is None else columns.index(column)
        yield place, [*filters, *(_filter(each, columns) for each in own)]


def _filter(condition: Condition, columns: Sequence[Column]) -> "Filter":
    from dpstudio.core.tables.engine import Filter

    low, high = (_reached(end) for end in (condition.low, condition.high))
    return Filter(columns.index(condition.column), condition.values, low, high)


def _reached(end: int | None) -> int | None:
    """An end of a range no farther than just outside of all that a cell can mean."""
    return None if end is None else min(max(end, -LARGEST - 1), LARGEST + 1)


def rows(counts: "Counts") -> int:
    """All rows that passed."""
    return sum(counts.counts.to_pylist())


def _values(counts: "Counts") -> list[tuple[int, int]]:
    """Each value and how often it stands there; blanks that count as nothing left out."""
    pairs = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    return [(value, count) for value, count in pairs if value is not None]


def number(counts: "Counts") -> int:
    """How many values stand there; blanks that count as nothing left out."""
    return sum(count for _, count in _values(counts))


def total(counts: "Counts") -> int:
    """The values added up."""
    return sum(value * count for value, count in _values(counts))
