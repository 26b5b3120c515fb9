"""What figures are called, and the numbers that are typed beside them."""

from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.figures.figures import Count, Figure, GroupSums, Histogram, Mean, Total
from dpstudio.core.quantities import parse_rational
from dpstudio.core.tables.schema import Kind, PrivacyUnit
from dpstudio.translation import joined, phrase


def own_name(figure: Figure, unit: PrivacyUnit | None) -> str:
    """What a figure is called that got no name: a count by the rows of a person that count."""
    match figure:
        case Count():
            when = joined(phrase(" and "), (condition.text for condition in figure.conditions))
            if unit is None or unit.person is None:
                return phrase("Rows where {when}", when=when) if when else phrase("All rows")
            some = phrase("at most {rows} of a person", rows=unit.rows)
            kept = phrase("one of each person") if unit.rows == 1 else some
            if when:
                return phrase("Rows where {when} ({kept})", when=when, kept=kept)
            return phrase("Rows that count ({kept})", kept=kept)
        case Total():
            return phrase("Sum of {name}", name=figure.column.name)
        case Mean():
            return phrase(
                "{share} of {name}",
                share=phrase("Share") if figure.column.kind is Kind.YES_NO else phrase("Mean"),
                name=figure.column.name,
            )
        case GroupSums():
            return phrase(
                "Sum of {name} by {column_name}", name=figure.column.name, column_name=figure.groups[0].column.name
            )
        case Histogram():
            return phrase("Histogram of {name}", name=figure.bins[0].column.name)


def apart_names(names: list[str]) -> list[str]:
    """Each name once: later ones get a number."""
    found: list[str] = []
    for name in names:
        same, number = name, 2
        while same in found:
            same, number = phrase("{name} ({number})", name=name, number=number), number + 1
        found.append(same)
    return found


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
