"""The one grammar of privacy parameters, bounds and steps."""

import re
from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.quantities.rational import Rational
from dpstudio.translation import phrase

MOST_DIGITS = 40
MOST_STORED = 4000
_NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+)|/([0-9]+))?")


def parse_rational(text: str, what: str, *, negative: bool = False, zero: bool = False) -> Fraction:
    """Read `digits`, `digits.digits` or `digits/digits` exactly.

    Args:
        text: what the person typed; spaces around it are ignored.
        what: the name of the quantity, as it stands on the screen.
        negative: whether a minus sign may stand before it.
        zero: whether 0 is allowed.

    Raises:
        InputError: naming the quantity and how to write it.
    """
    trimmed = text.strip(" ")
    if not trimmed:
        raise InputError(phrase("{what} is blank.", what=what), phrase("Type a number, for example 0.5."), what)
    if sum(c.isdigit() for c in trimmed) > MOST_DIGITS:
        raise InputError(
            phrase("{what} has more than {most_digits} digits.", what=what, most_digits=MOST_DIGITS),
            phrase("Type a shorter number."),
            what,
        )
    value = _read(trimmed)
    if value is None and re.fullmatch("-?[0-9]+/0+", trimmed):
        raise InputError(phrase("{what} divides by zero.", what=what), phrase("Type a denominator above 0."), what)
    if value is None:
        raise InputError(
            phrase("{what} is not a number that dpstudio can read.", what=what),
            phrase("Write a point, not a comma, and do not group digits: 0.5 or 1000.")
            if "," in trimmed
            else phrase("Use the digits 0 to 9, with a point or a fraction bar: 0.5 or 1/2."),
            what,
        )
    if trimmed.startswith("-") and not negative:
        raise InputError(phrase("{what} is negative.", what=what), phrase("Type a number above 0."), what)
    if value == 0 and not zero:
        raise InputError(phrase("{what} is 0.", what=what), phrase("Type a number above 0."), what)
    return value


def _read(text: str) -> Fraction | None:
    """The value of a text of the grammar, whatever its length, or None where it is none or divides by zero."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, whole, decimals, denominator = match.groups()
    if denominator is not None and not denominator.strip("0"):
        return None
    value = Fraction(int(whole + (decimals or "")), int(denominator or 1) * 10 ** len(decimals or ""))
    return -value if sign else value


def parse_stored(text: object, what: str) -> Fraction:
    """Read back, exactly, what `rational_text` wrote: at least 0, and longer than what a person may type.

    Args:
        text: as stored.
        what: the name of the quantity, and where it is stored.

    Raises:
        InputError: it is no such text.
    """
    value = _read(text) if isinstance(text, str) and len(text) <= MOST_STORED else None
    if value is None or value < 0:
        raise InputError(phrase("{what} is damaged.", what=what), phrase("Restore the file from a backup."))
    return value


def parse_count(text: str, what: str, *, most: int, least: int = 1) -> int:
    """Read a whole number from `least`, which is 0 or 1, to `most`.

    Raises:
        InputError: naming the quantity and the range.
    """
    try:
        value = parse_rational(text, what, zero=not least)
    except InputError as error:
        remedy = phrase("Type a whole number from {least} to {most}.", least=least, most=f"{most:,}")
        raise InputError(error.message, remedy, what) from None
    if value.denominator != 1 or value > most:
        raise InputError(
            phrase("{what} must be a whole number from {least} to {most}.", what=what, least=least, most=f"{most:,}"),
            "",
            what,
        )
    return value.numerator


def rational_text(value: Rational) -> str:
    """The exact value in the grammar: a decimal where one of at most 40 digits exists, else a fraction.

    Whatever `parse_rational` reads is written so that it reads it again: a decimal of at most 40 digits stays one, and
    a fraction only gets shorter.
    """
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if places == 0 and rest == 1:
        return str(value.numerator)
    whole = len(str(abs(value.numerator) // value.denominator))
    if rest != 1 or whole + places > MOST_DIGITS:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def readable(value: Rational) -> str:
    """The exact value as people read it, with its thousands apart."""
    return grouped(rational_text(value))


def to_one_place(*numbers: str) -> tuple[str, ...]:
    """Decimals of the grammar with as many digits behind the point as the longest; as they are if one is none."""
    if not all(re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", each) for each in numbers):
        return numbers
    parts = [each.partition(".") for each in numbers]
    places = max(len(below) for _, _, below in parts)
    return tuple(f"{above}.{below:0<{places}}" if places else above for above, _, below in parts)


def grouped(text: str) -> str:
    """A decimal of the grammar with its thousands apart, for people: -1234567.5 is −1,234,567.5."""
    match = re.fullmatch(r"(-?)([0-9]+)(\.[0-9]+)?", text)
    if match is None:
        return text
    sign, whole, decimals = match.groups()
    return f"{'−' if sign else ''}{int(whole):,}{decimals or ''}"
