"""The sentences about figures: what is counted or added up, and how wrong it may be."""

from fractions import Fraction
from typing import NamedTuple

from dpstudio.core.quantities import counted, rational_text, readable
from dpstudio.core.receipt.errors import RARE, cutting
from dpstudio.core.receipt.figure_kinds import Ends, Vector
from dpstudio.core.receipt.words import amount
from dpstudio.core.tables.schema import PrivacyUnit, Role
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import capital, joined, phrase

_MOST_TOLD = 12
_NAMED, _WHOLE = 3, 4
"""How many of many figures are named in a sentence about all of them; so many are named each."""

VECTORS = {vector: called for each in FIGURES.values() for vector, called in each.vectors.items()}
"""What each vector of a figure is called."""


class Expected(NamedTuple):
    """How many rows are taken to count in a mean over a noisy number of them.

    Args:
        rows: 0 where that is not to be said.
        assumed: whether nobody said how many.
    """

    rows: int = 0
    assumed: bool = False

    @property
    def told(self) -> str:
        """In words, with what is assumed beside the number."""
        rows = counted(self.rows, "rows")
        return phrase("{rows} (assumed)", rows=rows) if self.assumed else rows


_UNSAID = Expected()


def vectors(question: SettledMeasurement) -> list[tuple[str, Vector]]:
    """For each vector that is noised its figure's name, and which vector of the figure it is."""
    return [(asked.name, [*asked.figure.vectors][at]) for asked, at in question.vectors]


def figure_sentence(asked: Asked, unit: PrivacyUnit) -> str:
    """What a figure counts or adds up, and of how many rows of a person."""
    figure = asked.figure
    when = joined(phrase(" and "), (condition.text for condition in figure.conditions))
    rows = phrase(
        "{when}{kept}", when=phrase("rows where {when}", when=when) if when else phrase("all rows"), kept=_kept(unit)
    )
    return figure.sentence(asked.name, rows)


def _kept(unit: PrivacyUnit) -> str:
    if unit.person is None:
        return ""
    return phrase(
        " (at most {rows} of each person {counts})",
        rows=counted(unit.rows, "rows"),
        counts=phrase("counts") if unit.rows == 1 else phrase("count"),
    )


def where_uncut(asked: Asked) -> str:
    """Where the true figure must lie for its ± to be true, or "" where an end can cut none: "is not above 5"."""
    return _where(asked.cutting_ends)


def _where(ends: Ends) -> str:
    least, greatest = ends
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


def accuracy_in_short(question: SettledMeasurement) -> str:
    """How sure every ± is; where another risk was typed, what the noise of the first vector stays within then."""
    one = len(question.parts) == 1 and question.parts[0].bounds.components == 1
    sure = figures_accuracy(question) if one else capital(_sure_of_all(question))
    if question.beta == RARE or one:
        return sure
    first, *others = _noise_of_vectors(question)
    return phrase(
        "{sure} The risk β changes no ±: in at least {beta} of 100 runs the noise stays within {first}{more}.",
        sure=sure,
        beta=rational_text(100 * (1 - question.beta)),
        first=first,
        more=phrase(" and so on for {steps} more", steps=len(others)) if others else "",
    )


def _sure_of_all(question: SettledMeasurement) -> str:
    """That every ± holds in 95 of 100 runs, whatever the data are, but for figures that an end can cut."""
    cut = sum(bool(where_uncut(asked)) for asked in question.figures)
    if not cut:
        return phrase(
            "in at least 95 of 100 runs every figure is within its ±, rounding included, whatever the data are."
        )
    return phrase(
        "in at least 95 of 100 runs every figure is within its ±, rounding included; for {figures} only where the true"
        " one lies within the ends typed for it.",
        figures=counted(cut, "figures"),
    )


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
    said = []
    for (asked, at), part, wide in zip(question.vectors, question.parts, question.errors, strict=True):
        vectors = [*asked.figure.vectors.values()]
        said.append(
            phrase(
                "{wide} on {vector}“{name}”",
                wide=amount(wide * part.bounds.step, asked.figure.unit_of(at)),
                vector=phrase("the {vector} of ", vector=vectors[at]) if len(vectors) > 1 else "",
                name=asked.name,
            )
        )
    return said


def figure_errors(question: SettledMeasurement, expected: Expected = _UNSAID) -> list[str]:
    """How wrong each figure may be, a line each."""
    wide = iter(errors.vector_errors(question))
    lines = []
    for asked in question.figures:
        figure = asked.figure
        noise = [next(wide) for _ in figure.split]
        ends = _only(where_uncut(asked))
        error = figure.plus_minus(asked, noise[0])
        if error is None:
            lines.append(_ahead(asked, noise, expected, few=len(question.figures) <= _NAMED))
        else:
            lines.append(phrase("{name} ± {error}{ends}", name=asked.name, error=amount(error, figure.unit), ends=ends))
    return lines


def _ahead(asked: Asked, noise: list[Fraction], expected: Expected, *, few: bool) -> str:
    """What a figure is made of, and what it is within if so many rows count in it.

    Args:
        few: whether there is room for both.
    """
    parts = asked.figure.plus_minus_of_parts(noise)
    if not expected.rows:
        return phrase("{name}: {parts}", name=asked.name, parts=parts)
    ends = _only(_where(cutting(asked.least, asked.greatest, asked.figure.reach)))
    said = asked.figure.plus_minus_ahead(asked, noise, expected.rows, expected.told)
    beside = phrase(" ({parts})", parts=parts) if few else ""
    return phrase("{said}{ends}{beside}", said=said, ends=ends, beside=beside)


def _only(where: str) -> str:
    return phrase(", where the true figure {where}", where=where) if where else ""


def assumption(question: SettledMeasurement, expected: Expected, *, below: bool = False) -> str:
    """That a ± rests on a number of people whom nobody named, and where to name it; "" where none does.

    Args:
        below: it is read on the page where it is named.
    """
    ahead = any(asked.figure.made_of_several for asked in question.figures)
    if not (ahead and expected.assumed) or question.role is Role.SAMPLE:
        return ""
    rows = counted(expected.rows, "rows")
    if below:
        return phrase(
            "That {rows} count is assumed: type how many you expect below, at “Expected number of people”.", rows=rows
        )
    return phrase(
        "That {rows} count is assumed: type how many you expect on Privacy, at “Expected number of people”.", rows=rows
    )


def in_short(question: SettledMeasurement, expected: Expected) -> list[str]:
    """What is published and how accurate it is, in two sentences however many figures there are; [] of one alone."""
    many = len(question.figures)
    if many == 1:
        return []
    figures = counted(many, "noisy figures")
    each = figure_errors(question, expected)
    if many <= _WHOLE:
        told = phrase("{figures} are published: {each}.", figures=figures, each=joined("; ", each))
    else:
        told = phrase(
            "{figures} are published: {each}; and {more} more.",
            figures=figures,
            each=joined("; ", each[:_NAMED]),
            more=many - _NAMED,
        )
    accuracy = phrase("Error bound: {sure}", sure=_sure_of_all(question))
    return [told, joined(" ", filter(None, (accuracy, assumption(question, expected))))]


def of_each(question: SettledMeasurement, expected: Expected) -> list[str]:
    """Each figure in a sentence with its ±, and where every ± holds; [] of one alone."""
    if len(question.figures) == 1:
        return []
    told = zip(question.figures, figure_errors(question, expected), strict=True)
    lines = [
        phrase("{sentence} {error}.", sentence=figure_sentence(asked, question.unit), error=error)
        for asked, error in told
    ]
    return [*lines, figures_accuracy(question)]


def _end(value: Fraction) -> str:
    return readable(value)
