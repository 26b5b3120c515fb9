"""What can be measured; every figure is a few whole numbers of steps on a public grid."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.tables.schema import Column
from dpstudio.translation import phrase


@dataclass(frozen=True)
class Condition:
    """A row qualifies where its cell is one of `values`, or lies between `low` and `high` (ends included).

    Args:
        column: what is looked at.
        values: meanings of cells, or None for a range.
        low, high: whole numbers of the column's steps; None leaves that end open.
        text: the condition in words.
    """

    column: Column
    text: str
    values: tuple[int | str, ...] | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Count:
    """How many rows meet all conditions."""

    conditions: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        return tuple(condition.column for condition in self.conditions)


@dataclass(frozen=True)
class Total:
    """The sum of a column, each value clipped into its bounds, over the rows that meet all conditions."""

    column: Column
    conditions: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        return (self.column, *(condition.column for condition in self.conditions))


@dataclass(frozen=True)
class Mean:
    """The mean of a clipped column: a noisy sum over the public number of people, or over a noisy count.

    Args:
        people: the public number of rows that contribute, or None where it is private.
        otherwise: what is released where the noisy count is 0 or less; within the bounds.
        count_share: the part of the figure's budget that its count takes; 0 with a public number.
    """

    column: Column
    conditions: tuple[Condition, ...] = ()
    people: int | None = None
    otherwise: Fraction = Fraction(0)
    count_share: Fraction = Fraction(1, 2)

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        return (self.column, *(condition.column for condition in self.conditions))


@dataclass(frozen=True)
class Histogram:
    """How many qualifying rows lie in each of several disjoint bins; rows in none of them count nowhere.

    The bins are values of one column, or ranges of it with both ends, ascending.
    """

    bins: tuple[Condition, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        return (self.bins[0].column, *(condition.column for condition in self.conditions))


@dataclass(frozen=True)
class GroupSums:
    """The sum of a column, each value clipped into its bounds, in each of several disjoint groups of rows.

    The groups are values or ranges of one column, as the bins of a histogram; rows in none of them count nowhere.
    """

    column: Column
    groups: tuple[Condition, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What it reads."""
        return (self.column, self.groups[0].column, *(condition.column for condition in self.conditions))


Figure = Count | Total | Mean | Histogram | GroupSums


def unit_of_figure(figure: Figure) -> str:
    """What a figure is counted in, for people: rows, or the unit of the column that is added up."""
    return phrase("rows") if isinstance(figure, Count | Histogram) else figure.column.unit


@dataclass(frozen=True)
class Asked:
    """One figure of a release, with what happens to the noisy answer afterwards (post-processing, free).

    Args:
        name: what it is called in the receipt.
        share: its part of the budget; the parts of a release add up to 1.
        least, greatest: the answer is clamped between them; None leaves that end open.
        rounding: the answer is rounded to multiples of it, or None.
    """

    name: str
    figure: Figure
    share: Fraction
    least: Fraction | None = None
    greatest: Fraction | None = None
    rounding: Fraction | None = None
