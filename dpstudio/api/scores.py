"""The ready-made score rules; any other rule is a formula, given as its text (docs/manual.md, Formulas)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from dpstudio.api.arguments import as_declared
from dpstudio.api.exact import Exact, typed
from dpstudio.core.plan import ColumnPlan, RulePlan

Score: TypeAlias = str | RulePlan
"""The text of a formula, or what one of the functions here makes."""


@as_declared
def votes(*columns: str, style: Literal["one_column", "column_each", "choices"] = "one_column") -> RulePlan:
    """How many rows vote for the candidate.

    Args:
        columns: the column that names it; none where each candidate has a yes/no column of its own.
        style: how the table records votes.
    """
    return RulePlan("votes", style, columns)


@as_declared
def revenue(column: str, price: str = "") -> RulePlan:
    """The candidate, or its attribute `price`, times the number of rows that would pay as much."""
    return RulePlan("revenue", columns=(column,), attributes=(price,))


@as_declared
def median(column: str, attribute: str = "") -> RulePlan:
    """How evenly the candidate parts the rows into smaller and larger ones."""
    return RulePlan("median", columns=(column,), attributes=(attribute,))


@as_declared
def quantile(column: str, share: Exact, attribute: str = "") -> RulePlan:
    """How well the candidate parts the rows at a share of them."""
    return RulePlan("quantile", columns=(column,), attributes=(attribute,), alpha=typed(share))


@as_declared
def nearness(*columns: str, attributes: Sequence[str] = (), of_sums: bool = False) -> RulePlan:
    """Minus the distance of the candidate from all rows, each column clipped into its bounds.

    Args:
        attributes: the candidate's coordinates, in the order of the columns.
        of_sums: the distance from the rows' sums instead.
    """
    return RulePlan("nearness_of_sums" if of_sums else "nearness", columns=columns, attributes=tuple(attributes))


@as_declared
def agreement(*columns: str, attributes: Sequence[str] = ()) -> RulePlan:
    """In how many cells the rows agree with the candidate's attributes."""
    return RulePlan("agreement", columns=columns, attributes=tuple(attributes))


@as_declared
def ready(
    names: str,
    scores: str,
    *,
    sensitivity: Exact,
    range_sensitivity: Exact | None = None,
    reference: str = "",
    reference_columns: Sequence[ColumnPlan] = (),
) -> RulePlan:
    """Scores that were computed elsewhere, under bounds that you assert.

    Args:
        names, scores: the columns with the candidates' names and their scores.
        sensitivity: how far one person moves one score at most.
        range_sensitivity: how far one person moves two scores apart at most; twice the sensitivity where it is None.
        reference: the formula they are said to be computed by, on `reference_columns`; the bounds are held against it.
    """
    return RulePlan(
        "ready",
        columns=(names, scores),
        sensitivity=typed(sensitivity),
        range_sensitivity=typed(range_sensitivity),
        reference=reference,
        reference_columns=tuple(reference_columns),
    )


def planned(score: Score) -> RulePlan:
    """The plan of a score, however it is given."""
    return score if isinstance(score, RulePlan) else RulePlan("formula", formula=score)
