"""The bounds of a column, as they were typed."""

import re
from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan
from dpstudio.core.quantities import parse_rational, readable
from dpstudio.core.tables.cells import LARGEST, reader
from dpstudio.core.tables.schema import NUMERIC, Column, Kind
from dpstudio.translation import phrase

_GROUPED = re.compile(r"[-+−]?[1-9]\d{0,2}\.\d{3}")
"""What reads as a thousand where a point groups digits, and as a decimal where it separates them."""
STEPPED = (Kind.DECIMAL, Kind.LONGITUDE, Kind.LATITUDE)


def bounds(asked: ColumnPlan, kind: Kind, step: Fraction) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest value that counts, or None where neither was typed.

    Raises:
        InputError: they are no numbers, not in order, or no multiples of the step.
    """
    if kind not in NUMERIC or not (asked.lower.strip() or asked.upper.strip()):
        return None
    field = f"column:{asked.name}:lower"
    for end, typed in (("lower", asked.lower), ("upper", asked.upper)):
        _refuse_two_meanings(asked, typed.strip(), f"column:{asked.name}:{end}")
    low = _bound(asked.lower, phrase("The least value of “{name}”", name=asked.name), kind, field)
    high = _bound(
        asked.upper, phrase("The greatest value of “{name}”", name=asked.name), kind, f"column:{asked.name}:upper"
    )
    if low >= high:
        raise InputError(
            phrase(
                "The least value of “{name}”, {lower}, is not below its greatest, {upper}.",
                name=asked.name,
                lower=asked.lower.strip(),
                upper=asked.upper.strip(),
            ),
            phrase("Type the least value first."),
            field,
        )
    for end, bound in (("lower", low), ("upper", high)):
        if (bound / step).denominator != 1:
            raise InputError(
                phrase(
                    "The bound {bound} of “{name}” is not a multiple of its step {step}.",
                    bound=readable(bound),
                    name=asked.name,
                    step=readable(step),
                ),
                phrase("Round the bound, or choose a finer step."),
                f"column:{asked.name}:{end}",
            )
        if abs(bound / step) > LARGEST:
            raise InputError(
                phrase(
                    "The bound {bound} of “{name}” is more than 2^62 steps of {step} away from 0.",
                    bound=readable(bound),
                    name=asked.name,
                    step=readable(step),
                ),
                phrase("Choose narrower bounds or a larger step.")
                if kind in STEPPED
                else phrase("Choose narrower bounds."),
                f"column:{asked.name}:{end}",
            )
    return low, high


def _refuse_two_meanings(asked: ColumnPlan, typed: str, field: str) -> None:
    """Whoever's file has decimal commas may mean a thousand by 1.000, which is 1 in a bound."""
    if asked.decimal_mark == "," and _GROUPED.fullmatch(typed):
        whole, part = typed.replace(".", ""), f"{typed}0"
        raise InputError(
            phrase(
                "The bound {typed} of “{name}” has two meanings: the file writes a comma before decimals, a bound has a"
                " point there.",
                typed=typed,
                name=asked.name,
            ),
            phrase("Type {whole} or {part}.", whole=whole, part=part),
            field,
        )


def _bound(text: str, what: str, kind: Kind, field: str) -> Fraction:
    if kind is Kind.DATE:
        day = reader(Column(what, kind))(text)
        if not isinstance(day, int):
            raise InputError(phrase("{what} is not a date.", what=what), phrase("Write it as 2026-12-31."), field)
        return Fraction(day)
    return number(text, what, field, signed=True)


def number(text: str, what: str, field: str, *, signed: bool = False) -> Fraction:
    """A number of the grammar, its mistakes told at the field it was typed in."""
    try:
        return parse_rational(text, what, negative=signed, zero=signed)
    except InputError as error:
        raise InputError(error.message, error.remedy, field) from None
