"""The law of a sample's release as a table of plain numbers: every outcome, or bins whose ends are said.

The probabilities of one part add up to 1: where bins end, a row with an open end holds the mass beyond.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from dpstudio.core.preview.contract import Previewable, Row
from dpstudio.core.quantities import rational_text, significant_up
from dpstudio.core.sealed import Shown, looked_at

_DIGITS, _LONGEST = 17, 400


def law_table(question: Previewable[Any], answers: Shown[Any]) -> tuple[Row, list[Row]]:
    """Names of columns, and the rows; of several winners the first.

    Args:
        answers: the exact ones of a sample.
    """
    return question.law_table(looked_at(answers))


def chance_text(chance: float) -> str:
    """A probability to 17 digits, never below 0."""
    return f"{max(0.0, float(chance)):.17g}"


def bound_text(bound: Fraction) -> str:
    """A bound: exactly where it has few digits, else 17 digits, rounded up."""
    exact, up = rational_text(bound), significant_up(bound, _DIGITS)
    return str(Decimal(up.numerator) / Decimal(up.denominator)) if "/" in exact else exact


def rest_text(chance: str) -> str:
    """What a probability leaves of 1, with all digits: a tiny one is not lost beside it."""
    with localcontext(prec=_LONGEST):
        return f"{max(Decimal(0), 1 - Decimal(chance)):f}"
