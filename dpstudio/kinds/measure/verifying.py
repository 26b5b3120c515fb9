"""From the values in a receipt back to the result; `claimed.py` goes from its claims back to the plan."""

from fractions import Fraction
from typing import Any

from dpstudio.core.figures.figures import Asked, Mean
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.receipt import Measured
from dpstudio.kinds.measure.releasing import shown
from dpstudio.kinds.measure.settled import SettledMeasurement, parts_of

_FAR = Fraction(10**30)


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
        parts = parts_of(asked, question.unit)
        if isinstance(asked.figure, Mean):
            mean, many = values.pop(0), asked.figure.people
            one = [[_before(asked, mean) * many]] if many is not None else [[values.pop(0)], [values.pop(0)]]
            found += one if many is not None else [_on_grid(each, part) for each, part in zip(one, parts, strict=True)]
            continue
        some = [_before(asked, values.pop(0)) for _ in range(parts[0].bounds.components)]
        found.append(some if asked.rounding is not None else _on_grid(some, parts[0]))
    if values:
        raise ValueError("there are more lines than figures")
    return found


def _before(asked: Asked, value: Fraction) -> Fraction:
    """A value that finishing turns into this one: beyond an end that it may have been clamped to."""
    return value + _FAR if value == asked.greatest else value - _FAR if value == asked.least else value


def _on_grid(values: list[Fraction], part: Part) -> list[Fraction]:
    if any(abs(value) < _FAR / 2 and value % part.bounds.step for value in values):
        raise ValueError("a noisy figure is no whole number of steps")
    return values
