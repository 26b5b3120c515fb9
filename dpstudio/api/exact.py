"""Numbers as a person would type them: exact, never a float."""

from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import rational_text

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
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise InputError(
            f"{what} is a {type(value).__name__}, which is no exact number.",
            'Give it as text, for example "0.1" or "1/3", as a whole number or as a Fraction.',
        )
    return rational_text(Fraction(value))
