"""Rows that the declarations of a question about figures allow, whatever its table holds."""

from itertools import islice, product

from dpstudio.core.figures.contract import Condition
from dpstudio.core.figures.of_rows import adds
from dpstudio.core.tables.cells import Meaning, reader
from dpstudio.core.tables.schema import Column
from dpstudio.kinds.measure.settled import SettledMeasurement

_MOST_TRIED, _MOST = 5_000, 60
Row = tuple[Meaning, ...]


def possible_rows(question: SettledMeasurement, most: int = _MOST) -> list[Row]:
    """One row for each thing that a row may add to the figures, as far as rows are tried, and no more than `most`."""
    choices = [_interesting(question, column) for column in question.columns]
    found: dict[str, Row] = {}
    for row in islice(product(*choices), _MOST_TRIED):
        cells = dict(zip(question.columns, row, strict=True))
        found.setdefault(str([adds(asked.figure, cells) for asked in question.figures]), row)
    return list(found.values())[:most]


def _interesting(question: SettledMeasurement, column: Column) -> list[Meaning]:
    """Meanings of a cell at which a figure may change, those that add most first."""
    found: dict[Meaning, None] = {}
    for asked in question.figures:
        figure = asked.figure
        if figure.summed == column and column.bounds is not None:
            found |= dict.fromkeys(int(bound / column.step) for bound in reversed(column.bounds))
        for condition in (*figure.parts, *figure.conditions):
            if condition.column == column:
                found |= dict.fromkeys(_meeting(condition))
    found |= dict.fromkeys([None if column.blank is None else reader(column)("")])
    return list(found)


def _meeting(condition: Condition) -> list[Meaning]:
    """A meaning that meets a condition, and one beside it that does not."""
    if condition.values is not None:
        value = condition.values[0] if condition.values else None
        return [value, 1 - value] if isinstance(value, int) and value in (0, 1) else [value]
    low, high = condition.low, condition.high
    return [*([] if low is None else [low, low - 1]), *([] if high is None else [high, high + 1])]
