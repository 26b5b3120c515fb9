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
from dpstudio.translation import joined, phrase

_MOST_TOLD = 12
Vector = Literal["count", "sum", "number of values", "counts of bins", "sums of groups"]

VECTORS: dict[Vector, str] = {
    "count": phrase("count"),
    "sum": phrase("sum"),
    "number of values": phrase("number of values"),
    "counts of bins": phrase("counts of bins"),
    "sums of groups": phrase("sums of groups"),
}
"""What each vector of a figure is called."""


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
    when = joined(phrase(" and "), (condition.text for condition in figure.conditions))
    rows = phrase(
        "{when}{kept}", when=phrase("rows where {when}", when=when) if when else phrase("all rows"), kept=_kept(unit)
    )
    match figure:
        case Count():
            return phrase("{name}: the number of {rows}.", name=asked.name, rows=rows)
        case Total():
            return phrase(
                "{name}: the sum of “{column_name}” over {rows}, each value within its bounds.",
                name=asked.name,
                column_name=figure.column.name,
                rows=rows,
            )
        case Mean(people=None):
            mean = phrase(
                "{mean_of} over {rows}{within}",
                mean_of=_mean_of(figure.column),
                rows=rows,
                within=_within(figure.column),
            )
            return phrase("{name}: {mean}; the number of values is noised too.", name=asked.name, mean=mean)
        case Mean():
            people = counted(figure.people or 0, "people")
            return phrase(
                "{name}: {mean_of} over the {people}{within}.",
                name=asked.name,
                mean_of=_mean_of(figure.column),
                people=people,
                within=_within(figure.column),
            )
        case GroupSums():
            many, by = counted(len(figure.groups), "groups"), figure.groups[0].column.name
            return phrase(
                "{name}: the sum of “{column_name}” over {rows} in each of {many} by “{by}”, each"
                " value within its bounds.",
                name=asked.name,
                column_name=figure.column.name,
                rows=rows,
                many=many,
                by=by,
            )
        case Histogram():
            many = counted(len(figure.bins), "bins")
            return phrase(
                "{name}: how many of {rows} lie in each of {many} of “{binned}”.",
                name=asked.name,
                rows=rows,
                many=many,
                binned=_binned(figure),
            )


def _mean_of(column: Column) -> str:
    return phrase(
        "the {share} “{name}”",
        share=phrase("share of yes in") if column.kind is Kind.YES_NO else phrase("mean of"),
        name=column.name,
    )


def _within(column: Column) -> str:
    return "" if column.kind is Kind.YES_NO else phrase(", each value within its bounds")


def _kept(unit: PrivacyUnit) -> str:
    if unit.person is None:
        return ""
    return phrase(
        " (at most {rows} of each person {counts})",
        rows=counted(unit.rows, "rows"),
        counts=phrase("counts") if unit.rows == 1 else phrase("count"),
    )


def _binned(figure: Histogram) -> str:
    return figure.bins[0].column.name


def where_uncut(asked: Asked) -> str:
    """Where the true figure must lie for its ± to be true, or "" where an end can cut none: "is not above 5"."""
    least, greatest = errors.cutting_ends(asked)
    if least is not None and greatest is not None:
        return phrase("lies from {end} to {end_2}", end=_end(least), end_2=_end(greatest))
    if least is not None:
        return phrase("is not below {end}", end=_end(least))
    return "" if greatest is None else phrase("is not above {end}", end=_end(greatest))


def _which_tables(question: SettledMeasurement) -> str:
    """Of which tables a ± is true: of every one, but for figures that an end can cut."""
    cut = [(asked.name, where) for asked in question.figures if (where := where_uncut(asked))]
    if not cut:
        return phrase("This holds for every table and says nothing about this one.")
    if len(question.figures) == 1:
        return phrase(
            "This holds for every table where the true figure {cut}, and says nothing about this one.", cut=cut[0][1]
        )
    only = joined(
        ", ",
        (
            phrase("for “{name}” only where the true figure {where}", name=name, where=where)
            for name, where in cut[:_MOST_TOLD]
        ),
    )
    more = phrase(", and so on for {cut} more", cut=len(cut) - _MOST_TOLD) if len(cut) > _MOST_TOLD else ""
    return phrase("This holds for every table, but {only}{more}; it says nothing about this one.", only=only, more=more)


def figures_accuracy(question: SettledMeasurement) -> str:
    """The error that holds whatever the data are; where another risk was typed, what the noise stays within then."""
    several = sum(part.bounds.components for part in question.parts) > 1
    said = phrase(
        "In at least 95 of 100 runs {every} within the ± shown beside it, rounding included. {which_tables}",
        every=phrase("every figure is") if several else phrase("the figure is"),
        which_tables=_which_tables(question),
    )
    if question.beta == RARE:
        return said
    steps = _noise_of_vectors(question)
    more = phrase(" and so on for {steps} more", steps=len(steps) - _MOST_TOLD) if len(steps) > _MOST_TOLD else ""
    sure = rational_text(100 * (1 - question.beta))
    within = phrase("{steps}{more}", steps=joined(", ", steps[:_MOST_TOLD]), more=more)
    return phrase(
        "{said} With a probability of at least {sure} in 100 the noise stays within {within}.",
        said=said,
        sure=sure,
        within=within,
    )


def _noise_of_vectors(question: SettledMeasurement) -> list[str]:
    """What the noise of each vector stays within, and of what: "3 rows on “Count”", "8 € on the sum of “Mean”"."""
    units = {asked.name: (unit_of_figure(asked.figure), isinstance(asked.figure, Mean)) for asked in question.figures}
    said = []
    for (name, vector), part, wide in zip(vectors(question), question.parts, question.errors, strict=True):
        unit, mean = units[name]
        unit = phrase("rows") if vector == "number of values" else unit
        said.append(
            phrase(
                "{wide} on {vector}“{name}”",
                wide=amount(wide * part.bounds.step, unit),
                vector=phrase("the {vector} of ", vector=VECTORS[vector]) if mean else "",
                name=name,
            )
        )
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
        ends = phrase(", where the true figure {where}", where=where) if where else ""
        error = errors.figure_error(asked, noise[0])
        if error is None:
            lines.append(
                phrase(
                    "{name}: sum ± {noise}, number ± {noise_1}",
                    name=asked.name,
                    noise=amount(noise[0], unit),
                    noise_1=amount(noise[1], ""),
                )
            )
        else:
            lines.append(phrase("{name} ± {error}{ends}", name=asked.name, error=amount(error, unit), ends=ends))
    return lines


def _end(value: Fraction) -> str:
    return grouped(rational_text(value))
