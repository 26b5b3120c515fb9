"""The score rules a person can pick; each names the columns and candidate attributes it uses."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dpstudio.core.scores.language.tree import Node, Operation, walk
from dpstudio.core.tables.schema import Column


class VoteStyle(StrEnum):
    """How a table records votes."""

    ONE_COLUMN = "one_column"
    COLUMN_EACH = "column_each"
    CHOICES = "choices"


@dataclass(frozen=True)
class Votes:
    """The number of rows that vote for the candidate.

    `columns` holds one column, or for COLUMN_EACH one yes/no column per candidate in the candidates' order.
    """

    columns: tuple[Column, ...]
    style: VoteStyle


@dataclass(frozen=True)
class Revenue:
    """y * #(x >= y): what the price y brings in when x is what each row would pay."""

    column: Column
    attribute: str = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The one column."""
        return (self.column,)


@dataclass(frozen=True)
class Median:
    """-|#(x < y) - #(x > y)|: how evenly the candidate splits the rows."""

    column: Column
    attribute: str = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The one column."""
        return (self.column,)


@dataclass(frozen=True)
class Quantile:
    """-|(1 - alpha) * #(x < y) - alpha * #(x > y)|: how well the candidate splits the rows at a share alpha.

    `alpha` lies strictly between 0 and 1; the median rule is twice the quantile of 1/2.
    """

    column: Column
    alpha: Fraction
    attribute: str = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The one column."""
        return (self.column,)


@dataclass(frozen=True)
class Nearness:
    """-sum |x - y| over rows and coordinates, or with `of_sums` -sum over coordinates of |sum (x - y)|.

    Every column is clipped into its bounds; `attributes` are the candidates' coordinates, in the same order.
    """

    columns: tuple[Column, ...]
    attributes: tuple[str, ...]
    of_sums: bool = False


@dataclass(frozen=True)
class Agreement:
    """The number of (row, column) pairs whose cell equals the candidate's attribute."""

    columns: tuple[Column, ...]
    attributes: tuple[str, ...]


@dataclass(frozen=True)
class Ready:
    """Scores that were computed elsewhere: a column of candidates' names and one of their scores.

    `sensitivity` and `range_sensitivity` are asserted by the curator: nothing here can derive them; both are None where
    nothing is asserted. `reference` is the rule by which the scores are said to have been computed, on columns of the
    data they come from: the bounds are held against it.
    """

    columns: tuple[Column, Column]
    sensitivity: Fraction | None
    range_sensitivity: Fraction | None
    reference: "Formula | None" = None


@dataclass(frozen=True)
class Formula:
    """A rule written in the language; `tree` is bound to `columns`, which hold all that it reads.

    Where it reads the candidate's own column, the last columns are those of the candidates, in their order.
    """

    columns: tuple[Column, ...]
    tree: Node

    def counts_persons(self) -> bool:
        """Whether it counts persons rather than rows."""
        return any(isinstance(each, Operation) and each.operator.of_persons for each in walk(self.tree))


Rule = Formula | Ready | Votes | Revenue | Median | Quantile | Nearness | Agreement


def reads_own(rule: Rule) -> bool:
    """Whether it reads for each candidate a column of its own."""
    if isinstance(rule, Votes):
        return rule.style is VoteStyle.COLUMN_EACH
    return isinstance(rule, Formula) and rule.tree.reads_own
