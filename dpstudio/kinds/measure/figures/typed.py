"""What is typed of figures of any kind, read: numbers, conditions, bins, and a column of numbers."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from dpstudio.core.errors import InputError
from dpstudio.core.figures.contract import Condition
from dpstudio.core.plan import ConditionPlan
from dpstudio.core.quantities import counted, parse_rational
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import NUMERIC, Column, Kind
from dpstudio.planning import declarations
from dpstudio.translation import phrase

MOST_BINS = 10_000
_TESTS = {
    "is": phrase("is"),
    "at_least": phrase("is at least"),
    "at_most": phrase("is at most"),
    "above": phrase("is above"),
    "below": phrase("is below"),
}


def end(text: str, name: str) -> Fraction | None:
    """An end of the answer, or None where none was typed."""
    if not text.strip():
        return None
    try:
        return parse_rational(text, phrase("The answer's end"), negative=True, zero=True)
    except InputError as error:
        raise InputError(error.message, error.remedy, f"figure:{name}") from None


def positive(text: str, what: str, name: str) -> Fraction | None:
    """A number above 0, or None where none was typed."""
    if not text.strip():
        return None
    try:
        return parse_rational(text, what)
    except InputError as error:
        raise InputError(error.message, error.remedy, f"figure:{name}") from None


def number_column(column: Column) -> Column:
    """A column whose values can be added up.

    Raises:
        InputError: it is declared as something else.
    """
    if column.kind not in NUMERIC or column.kind is Kind.DATE:
        share = phrase("Count the rows where it is yes, or ask for its mean, the share of yes.")
        raise InputError(
            phrase("“{name}” is not declared as a number.", name=column.name),
            share if column.kind is Kind.YES_NO else phrase("Change its type."),
            f"column:{column.name}:kind",
        )
    return column


def condition_of(column: Column, asked: ConditionPlan, field: str) -> Condition:
    """A condition on the column's declared meaning."""
    text = phrase("“{name}” {tests} {value}", name=column.name, tests=_TESTS[asked.test], value=asked.value.strip())
    if asked.test == "is":
        return Condition(column, text, values=(_meaning(column, asked.value, field),))
    if column.kind not in NUMERIC:
        raise InputError(
            phrase("“{name}” is not a number or date, so it has no order.", name=column.name),
            phrase("Use “is”."),
            field,
        )
    ratio = _value(column, asked.value, field) / column.step
    floor, ceiling = ratio.numerator // ratio.denominator, -(-ratio.numerator // ratio.denominator)
    match asked.test:
        case "at_least":
            return Condition(column, text, low=ceiling)
        case "at_most":
            return Condition(column, text, high=floor)
        case "above":
            return Condition(column, text, low=floor + 1)
        case _:
            return Condition(column, text, high=ceiling - 1)


def _meaning(column: Column, text: str, field: str) -> int | str:
    if column.kind is Kind.CHOICES:
        raise InputError(
            phrase("“{name}” holds several choices in a cell.", name=column.name),
            phrase("No figure counts them: choose another column, or give each choice a column of yes and no."),
            field,
        )
    meaning = reader(replace(column, blank=None, bounds=None))(text.strip())
    if meaning is None:
        raise declarations.unreadable(text.strip(), column, field)
    return meaning


def _value(column: Column, text: str, field: str) -> Fraction:
    if column.kind is Kind.DATE:
        return Fraction(int(_meaning(column, text, field)))
    try:
        return parse_rational(text, phrase("The value"), negative=True, zero=True)
    except InputError as error:
        raise InputError(error.message, error.remedy, field) from None


def bins_of(column: Column, text: str) -> tuple[Condition, ...]:
    """The categories typed, or the ranges between the edges typed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_BINS:
        raise InputError(
            phrase(
                "{bins} are typed; at most {most_bins} are possible.",
                bins=counted(len(lines), "bins"),
                most_bins=f"{MOST_BINS:,}",
            ),
            phrase("Use fewer."),
            "figure:bins",
        )
    if column.kind not in NUMERIC:
        meanings = [_meaning(column, line, "figure:bins") for line in lines]
        for place, meaning in enumerate(meanings):
            if meaning in meanings[:place]:
                raise InputError(
                    phrase("The bin “{lines}” is listed twice.", lines=lines[place]),
                    phrase("Remove one."),
                    "figure:bins",
                )
        return tuple(Condition(column, line, values=(m,)) for line, m in zip(lines, meanings, strict=True))
    edges = [_value(column, line, "figure:bins") for line in lines]
    if len(edges) < 2:
        raise InputError(
            phrase("Bins need at least two edges; {only} is the only one.", only=lines[0]),
            phrase("Type one more, on a line of its own: where the first bin begins, and where the last one ends."),
            "figure:bins",
        )
    wrong = next((place for place, (a, b) in enumerate(pairwise(edges)) if a >= b), None)
    if wrong is not None:
        raise InputError(
            phrase("The edge {second} comes after {first}.", first=lines[wrong], second=lines[wrong + 1]),
            phrase("Type the edges of the bins from the least to the greatest, each once."),
            "figure:bins",
        )
    ratios = [edge / column.step for edge in edges]
    ceilings = [-(-ratio.numerator // ratio.denominator) for ratio in ratios]
    last = len(edges) - 2
    return tuple(
        Condition(
            column,
            phrase("{lines} to {lines_2}", lines=lines[i], lines_2=lines[i + 1])
            if i == last
            else phrase("{lines} to below {lines_2}", lines=lines[i], lines_2=lines[i + 1]),
            low=ceilings[i],
            high=ratios[i + 1].numerator // ratios[i + 1].denominator if i == last else ceilings[i + 1] - 1,
        )
        for i in range(last + 1)
    )
