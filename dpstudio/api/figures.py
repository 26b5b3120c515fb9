"""Figures that are published with noise."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypedDict, Unpack

from dpstudio.api.arguments import as_declared
from dpstudio.api.exact import Exact, lines_of, refuse_unknown, typed
from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.core.receipt.figure_kinds import FigureKey
from dpstudio.kinds.measure.figures import FIGURES


class Finish(TypedDict, total=False):
    """What figures of every kind may be given.

    Args:
        name: as the receipt calls it.
        conditions: those that a row must meet, made by `where`.
        share: its part of epsilon; what is left is parted evenly among the figures without one.
        least, greatest: the noisy figure is raised or lowered to them.
        rounding: the step to which it is rounded.
    """

    name: str
    conditions: Sequence[ConditionPlan]
    share: Exact
    least: Exact
    greatest: Exact
    rounding: Exact


@as_declared
def where(column: str, test: Literal["is", "at_least", "at_most", "above", "below"], value: Exact) -> ConditionPlan:
    """A condition on a row's cell, which is read within its column's bounds."""
    return ConditionPlan(column, test, typed(value))


@as_declared
def count(**finish: Unpack[Finish]) -> FigurePlan:
    """How many rows meet the conditions."""
    return _finished(FigurePlan("count"), finish)


@as_declared
def total(column: str, **finish: Unpack[Finish]) -> FigurePlan:
    """The sum of a column, each value clipped into its bounds."""
    return _finished(FigurePlan("total", column=column), finish)


@as_declared
def mean(
    column: str,
    *,
    people: int | None = None,
    otherwise: Exact | None = None,
    count_share: Exact | None = None,
    **finish: Unpack[Finish],
) -> FigurePlan:
    """The mean of a column, each value clipped into its bounds; of a yes / no column the share of yes.

    Args:
        people: the public number of people; None where it is private.
        otherwise: what the mean is where the noisy number of people is not above 0.
        count_share: the part of the figure's epsilon that goes into that number.
    """
    figure = FigurePlan(
        "mean",
        column=column,
        people=typed(people),
        otherwise=typed(otherwise),
        count_share=typed(count_share),
    )
    return _finished(figure, finish)


@as_declared
def histogram(column: str, bins: Sequence[Exact], **finish: Unpack[Finish]) -> FigurePlan:
    """How many rows fall into each bin: a category each, or between one edge and the next."""
    return _finished(FigurePlan("histogram", column=column, bins=lines_of(bins)), finish)


@as_declared
def groups(column: str, group: str, bins: Sequence[Exact], **finish: Unpack[Finish]) -> FigurePlan:
    """The sum of a column over the rows of each group, which another column names."""
    return _finished(FigurePlan("groups", column=column, group=group, bins=lines_of(bins)), finish)


@as_declared
def figure(
    kind: FigureKey,
    column: str = "",
    *,
    group: str = "",
    bins: Sequence[Exact] = (),
    people: int | None = None,
    otherwise: Exact | None = None,
    count_share: Exact | None = None,
    **finish: Unpack[Finish],
) -> FigurePlan:
    """A figure of any kind, by the name that a receipt has for it.

    Raises:
        InputError: an argument does not belong to the kind.
    """
    made = FigurePlan(
        kind,
        column=column,
        group=group,
        bins=lines_of(bins),
        people=typed(people),
        otherwise=typed(otherwise),
        count_share=typed(count_share),
    )
    own = ("column", "group", "bins", "people", "otherwise", "count_share")
    given = [name for name in own if getattr(made, name)]
    refuse_unknown(given, [*FIGURES[kind].asks, *Finish.__annotations__])
    return _finished(made, finish)


def _finished(figure: FigurePlan, finish: Finish) -> FigurePlan:
    refuse_unknown(finish, Finish.__annotations__)
    return replace(
        figure,
        name=finish.get("name", ""),
        conditions=tuple(finish.get("conditions", ())),
        share=typed(finish.get("share")),
        least=typed(finish.get("least")),
        greatest=typed(finish.get("greatest")),
        rounding=typed(finish.get("rounding")),
    )
