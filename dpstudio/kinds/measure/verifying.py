"""From the values in a receipt back to the result; `claimed.py` goes from its claims back to the plan."""

from fractions import Fraction
from typing import Any

from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.receipt import Measured
from dpstudio.kinds.measure.releasing import shown
from dpstudio.kinds.measure.settled import SettledMeasurement


def again(question: SettledMeasurement, result: Measured) -> dict[str, Any]:
    """The result of noisy vectors that lead to the values in it.

    Raises:
        ValueError, IndexError: no such vectors do.
    """
    return shown(question, _noisy(question, result))


def _noisy(question: SettledMeasurement, result: Measured) -> list[list[Fraction]]:
    """Noisy vectors that lead to the printed values, each on its grid where nothing rounded it afterwards."""
    values: list[Fraction] = [typed(Fraction, line.value) for line in result.lines]
    found: list[list[Fraction]] = []
    for asked in question.figures:
        own = [values.pop(0) for _ in range(asked.figure.many_lines)]
        found += asked.figure.before_lines(asked, own, question.unit)
    if values:
        raise ValueError("there are more lines than figures")
    return found
