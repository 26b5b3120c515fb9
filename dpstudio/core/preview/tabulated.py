"""The law of a sample's release as a table of plain numbers: every outcome, or bins whose ends are said.

The probabilities of one part add up to 1: where bins end, a row with an open end holds the mass beyond.
"""

from typing import Any

from dpstudio.core.preview.contract import Previewable, Row
from dpstudio.core.sealed import Shown, looked_at


def law_table(question: Previewable[Any], answers: Shown[Any]) -> tuple[Row, list[Row]]:
    """Names of columns, and the rows; of several winners the first.

    Args:
        answers: the exact ones of a sample.
    """
    return question.law_table(looked_at(answers))


def chance_text(chance: float) -> str:
    """A probability to 17 digits, never below 0."""
    return f"{max(0.0, float(chance)):.17g}"
