"""Numbers as a person would type them: exact, never a float."""

from collections.abc import Collection
from dataclasses import fields, is_dataclass
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.plan import TablePlan
from dpstudio.core.quantities import MOST_DIGITS, rational_text

MOST = 10**MOST_DIGITS
Exact = str | int | Fraction
"""A number: text of dpstudio's grammar ("0.1", "1/3"), a whole number, or a Fraction."""


def typed(value: Exact | None, what: str) -> str:
    """The text that a person would type for a number; "" for None.

    Args:
        what: the name of the quantity, for the error.

    Raises:
        InputError: it is a float or of another type, which does not say exactly which number is meant.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return _written(value, what)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise InputError(
            f"{what} is a {type(value).__name__}, which is not an exact number.",
            'Give it as text, for example "0.1" or "1/3", as a whole number or as a Fraction.',
        )
    if max(abs(Fraction(value).numerator), Fraction(value).denominator) > MOST:
        raise InputError(f"{what} has more than 40 digits.", "Give a shorter number.")
    return rational_text(Fraction(value))


def named(value: str, what: str) -> str:
    """A text as it is.

    Raises:
        InputError: it is none.
    """
    if not isinstance(value, str):
        raise InputError(f"{what} is a {type(value).__name__} and no text.", 'Write it in quotes: "Tea".')
    return _written(value, what)


def _written(text: str, what: str) -> str:
    """A text that can be written: half a character, as in a file's name that is no UTF-8, cannot be."""
    if not is_writable(text):
        raise InputError(f"{what} holds half a character, which no text can have.", "Leave it out.")
    return text


def is_writable(text: str) -> bool:
    """Whether a text has no half of a character."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def path_of(value: str | PathLike[str], what: str = "The path") -> Path:
    """A path as it was given.

    Raises:
        InputError: it is bytes, or no path at all.
    """
    where = fspath(value) if isinstance(value, PathLike) else value
    if not isinstance(where, str):
        raise InputError(f"{what} is a {type(where).__name__} and no text.", "Give it as a text or a Path.")
    return Path(where)


def entry_number(value: int) -> int:
    """The number of a ledger's entry.

    Raises:
        InputError: it is no whole number.
    """
    if type(value) is not int:
        raise InputError("The entry's number is no whole number.", "Give it as the ledger has it, for example 3.")
    return value


def refuse_unknown(given: Collection[str], known: Collection[str]) -> None:
    """Raise InputError for an argument that nothing listens to."""
    for name in given:
        if name not in known:
            raise InputError(f"There is no argument {name!r} here.", f"There are: {', '.join(sorted(known))}.")


def refuse_no_texts(part: object) -> None:
    """Raise InputError where something else than a text stands in the place of one, anywhere in a plan or its part.

    Where a table lies may be no text: the system allows names of files that are none.
    """
    for field in fields(part):  # type: ignore[arg-type]  # a plan and its parts
        value = getattr(part, field.name)
        if isinstance(part, TablePlan) and field.name in ("path", "label") and isinstance(value, str):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if is_dataclass(each):
                refuse_no_texts(each)
            elif not isinstance(each, bool):
                named(each, f"{field.name.replace('_', ' ').capitalize()}")
