"""The sentences about figures: what is counted or added up, and how wrong it may be."""

from fractions import Fraction
from typing import Literal

from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import Asked, Count, Figure, GroupSums, Histogram, Mean, Total, unit_of_figure
from dpstudio.core.quantities import counted, grouped, rational_text
from dpstudio.core.receipt.errors import RARE
from dpstudio.core.receipt.words import amount
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure.settled import SettledMeasurement

_MOST_TOLD = 12
Vector = Literal["count", "sum", "number of values", "counts of bins", "sums of groups"]


def vectors(question: SettledMeasurement) -> list[tuple[str, Vector]]:
    """For each vector that is noised its figure's name, and which vector of the figure it is."""
    return [
        (asked.name, each)
        for asked in question.figures
        for each in vectors_of(asked.figure)[: len(derive(asked.figure, question.unit))]
    ]


def vectors_of(figure: Figure) -> tuple[Vector, ...]:
    """The vectors that a figure may have; a mean of a public number of people has the first alone."""
    match figure:
        case Count():
            return ("count",)
        case Total():
            return ("sum",)
        case Mean():
            return ("sum", "number of values")
        case Histogram():
            return ("counts of bins",)
        case GroupSums():
            return ("sums of groups",)


def figure_sentence(asked: Asked, unit: PrivacyUnit) -> str:
    """What a figure counts or adds up, and of how many rows of a person."""
    figure = asked.figure
    when = " and ".join(condition.text for condition in figure.conditions)
    rows = f"{f'rows where {when}' if when else 'all rows'}{_kept(unit)}"
    match figure:
        case Count():
            return f"{asked.name}: the number of {rows}."
        case Total():
            return f"{asked.name}: the sum of “{figure.column.name}” over {rows}, each value within its bounds."
        case Mean(people=None):
            mean = f"{_mean_of(figure.column)} over {rows}{_within(figure.column)}"
            return f"{asked.name}: {mean}; the number of values is noised too."
        case Mean():
            people = counted(figure.people or 0, "people")
            return f"{asked.name}: {_mean_of(figure.column)} over the {people}{_within(figure.column)}."
        case GroupSums():
            many, by = counted(len(figure.groups), "groups"), figure.groups[0].column.name
            return (
                f"{asked.name}: the sum of “{figure.column.name}” over {rows} in each of {many} by “{by}”, each"
                " value within its bounds."
            )
        case Histogram():
            many = counted(len(figure.bins), "bins")
            return f"{asked.name}: how many of {rows} lie in each of {many} of “{_binned(figure)}”."


def _mean_of(column: Column) -> str:
    return f"the {'share of yes in' if column.kind is Kind.YES_NO else 'mean of'} “{column.name}”"


def _within(column: Column) -> str:
    return "" if column.kind is Kind.YES_NO else ", each value within its bounds"


def _kept(unit: PrivacyUnit) -> str:
    if unit.person is None:
        return ""
    return f" (at most {counted(unit.rows, 'rows')} of each person {'counts' if unit.rows == 1 else 'count'})"


def _binned(figure: Histogram) -> str:
    return figure.bins[0].column.name


def where_uncut(asked: Asked) -> str:
    """Where the true figure must lie for its ± to be true, or "" where an end can cut none: "is not above 5"."""
    least, greatest = errors.cutting_ends(asked)
    if least is not None and greatest is not None:
        return f"lies from {_end(least)} to {_end(greatest)}"
    if least is not None:
        return f"is not below {_end(least)}"
    return "" if greatest is None else f"is not above {_end(greatest)}"


def _which_tables(question: SettledMeasurement) -> str:
    """Of which tables a ± is true: of every one, but for figures that an end can cut."""
    cut = [(asked.name, where) for asked in question.figures if (where := where_uncut(asked))]
    if not cut:
        return "This holds for every table and says nothing about this one."
    if len(question.figures) == 1:
        return f"This holds for every table where the true figure {cut[0][1]}, and says nothing about this one."
    only = ", ".join(f"for “{name}” only where the true figure {where}" for name, where in cut[:_MOST_TOLD])
    more = f", and so on for {len(cut) - _MOST_TOLD} more" if len(cut) > _MOST_TOLD else ""
    return f"This holds for every table, but {only}{more}; it says nothing about this one."


def figures_accuracy(question: SettledMeasurement) -> str:
    """The error that holds whatever the data are; where another risk was typed, what the noise stays within then."""
    several = sum(part.bounds.components for part in question.parts) > 1
    said = (
        f"In at least 95 of 100 runs {'every figure is' if several else 'the figure is'} within the ± shown beside it,"
        f" rounding included. {_which_tables(question)}"
    )
    if question.beta == RARE:
        return said
    steps = _noise_of_vectors(question)
    more = f" and so on for {len(steps) - _MOST_TOLD} more" if len(steps) > _MOST_TOLD else ""
    sure = rational_text(100 * (1 - question.beta))
    within = f"{', '.join(steps[:_MOST_TOLD])}{more}"
    return f"{said} With a probability of at least {sure} in 100 the noise stays within {within}."


def _noise_of_vectors(question: SettledMeasurement) -> list[str]:
    """What the noise of each vector stays within, and of what: "3 rows on “Count”", "8 € on the sum of “Mean”"."""
    units = {asked.name: (unit_of_figure(asked.figure), isinstance(asked.figure, Mean)) for asked in question.figures}
    said = []
    for (name, vector), part, wide in zip(vectors(question), question.parts, question.errors, strict=True):
        unit, mean = units[name]
        unit = "rows" if vector == "number of values" else unit
        said.append(f"{amount(wide * part.bounds.step, unit)} on {f'the {vector} of ' if mean else ''}“{name}”")
    return said


def figure_errors(question: SettledMeasurement) -> list[str]:
    """How wrong each figure may be, a line each."""
    wide = iter(errors.vector_errors(question))
    lines = []
    for asked in question.figures:
        figure = asked.figure
        noise = [next(wide) for _ in derive(figure, question.unit)]
        unit = unit_of_figure(figure)
        where = where_uncut(asked)
        ends = f", where the true figure {where}" if where else ""
        error = errors.figure_error(asked, noise[0])
        if error is None:
            lines.append(f"{asked.name}: sum ± {amount(noise[0], unit)}, number ± {amount(noise[1], '')}")
        else:
            lines.append(f"{asked.name} ± {amount(error, unit)}{ends}")
    return lines


def _end(value: Fraction) -> str:
    return grouped(rational_text(value))
