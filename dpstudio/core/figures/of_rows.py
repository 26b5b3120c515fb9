"""What one row adds to a figure, worked out from its cells alone: the figure of a table is the sum over its rows."""

from collections.abc import Mapping
from dataclasses import dataclass

from dpstudio.core.figures.figures import Condition, Count, Figure, GroupSums, Histogram, Mean
from dpstudio.core.tables.cells import Meaning
from dpstudio.core.tables.schema import Column

Vectors = list[list[int]]
Row = Mapping[Column, Meaning]


@dataclass(frozen=True)
class _Cell:
    """The meaning of one cell, as conditions and sums ask for it."""

    meaning: Meaning

    def meets(self, condition: Condition) -> bool:
        """Whether it is one of the values, or lies in the range; a blank never does."""
        if self.meaning is None or condition.values is not None:
            return self.meaning is not None and self.meaning in (condition.values or ())
        low, high = condition.low, condition.high
        return isinstance(self.meaning, int) and not (
            (low is not None and self.meaning < low) or (high is not None and self.meaning > high)
        )

    @property
    def worth(self) -> int:
        """What it adds to a sum, in steps."""
        return self.meaning if isinstance(self.meaning, int) else 0


def adds(figure: Figure, row: Row) -> Vectors:
    """What a row adds to each vector that is noised (`bounds.derive`), in whole steps."""
    counts = all(_Cell(row[each.column]).meets(each) for each in figure.conditions)
    match figure:
        case Count():
            return [[int(counts)]]
        case Histogram():
            return [[int(counts and _Cell(row[each.column]).meets(each)) for each in figure.bins]]
        case GroupSums():
            worth = _Cell(row[figure.column]).worth if counts else 0
            return [[worth if _Cell(row[each.column]).meets(each) else 0 for each in figure.groups]]
    cell = _Cell(row[figure.column])
    total = cell.worth if counts else 0
    number = [[int(counts and cell.meaning is not None)]]
    return [[total], *(number if isinstance(figure, Mean) and figure.people is None else [])]
