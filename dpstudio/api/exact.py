"""Arguments, which `arguments.py` has looked at, as a person would type them."""

from collections.abc import Collection, Iterable
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import rational_text

Exact = str | int | Fraction
"""A number: text of dpstudio's grammar ("0.1", "1/3"), a whole number, or a Fraction."""


def typed(value: Exact | None) -> str:
    """The text that a person would type for a number; "" for None."""
    if value is None:
        return ""
    return value if isinstance(value, str) else rational_text(Fraction(value))


def lines_of(texts: Iterable[Exact]) -> str:
    """Texts one a line, as a person would type them.

    Raises:
        InputError: one is blank or holds a line break, and would be dropped or become two.
    """
    found = [typed(each) for each in texts]
    for text in found:
        if len(text.split("\n")) > 1 or len(text.splitlines()) != 1 or not text.strip():
            raise InputError(f"{text!r} cannot be typed on a line of its own.", "Write each on one line.")
    return "\n".join(found)


def path_of(value: str | PathLike[str]) -> Path:
    """A path as it was given."""
    return Path(fspath(value))


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
