"""What one row adds to a figure, worked out from its cells alone: the figure of a table is the sum over its rows."""

from dataclasses import dataclass

from dpstudio.core.figures.contract import Condition, Figure, Row, Vectors
from dpstudio.core.tables.cells import Meaning


@dataclass(frozen=True)
class Cell:
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
    added = figure.adds(row)
    counts = all(Cell(row[each.column]).meets(each) for each in figure.conditions)
    return added if counts else [[0] * len(vector) for vector in added]
