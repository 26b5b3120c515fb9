"""From a receipt's claims about figures back to the plan, and from its values back to the result."""

from fractions import Fraction
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.figures.figures import Asked, Mean
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import ColumnClaim, FigureAsked
from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.receipt import Measured
from dpstudio.core.tables.schema import NUMERIC
from dpstudio.kinds.measure.releasing import shown
from dpstudio.kinds.measure.settled import SettledMeasurement, parts_of
from dpstudio.translation import phrase

_FAR = Fraction(10**30)
_TESTS = {"is at least": "at_least", "is at most": "at_most", "is above": "above", "is below": "below", "is": "is"}


def figure_plan(asked: FigureAsked, columns: tuple[ColumnClaim, ...], sentence: str) -> FigurePlan:
    """One figure as a person would type it.

    Args:
        sentence: the receipt's about all figures; a column of groups has its name there.

    Raises:
        InputError: a condition is about no column of the receipt.
    """
    parted = _parted(asked, columns, sentence)
    return FigurePlan(
        kind=asked.kind,
        name=asked.name,
        column=asked.column or "",
        group=parted.name if parted is not None and asked.kind == "groups" else "",
        conditions=tuple(_condition(text, columns) for text in asked.conditions),
        people="" if asked.people is None else str(asked.people),
        otherwise=_text(asked.otherwise),
        count_share=_text(asked.count_share),
        bins="" if parted is None else "\n".join(_lines(asked.bins or (), parted)),
        share=rational_text(asked.share_of_budget),
        least=_text(asked.least),
        greatest=_text(asked.greatest),
        rounding=_text(asked.rounding),
    )


def _text(value: Fraction | None) -> str:
    return "" if value is None else rational_text(value)


def _condition(text: str, columns: tuple[ColumnClaim, ...]) -> ConditionPlan:
    """“x” is at least 3: of several columns whose name the text may begin with the one with the longest name."""
    for column in sorted(columns, key=lambda each: -len(each.name)):
        rest = text.removeprefix(f"“{column.name}” ")
        if rest == text:
            continue
        for words, test in _TESTS.items():
            value = rest.removeprefix(f"{words} ")
            if value != rest and (test == "is" or column.type in NUMERIC):
                return ConditionPlan(column.name, test, value)
    raise InputError(phrase("A figure has a condition on a column that the receipt does not name."))


def _parted(asked: FigureAsked, columns: tuple[ColumnClaim, ...], sentence: str) -> ColumnClaim | None:
    """The column of the bins or groups."""
    if asked.bins is None:
        return None
    if asked.kind == "histogram":
        found = next((column for column in columns if column.name == asked.column), None)
    else:
        said = sentence[max(0, sentence.find(f"{asked.name}: the sum")) :]
        found = next((column for column in columns if f" by “{column.name}”, each value" in said), None)
    if found is None:
        raise InputError(phrase("A figure has bins of a column that the receipt does not name."))
    return found


def _lines(bins: tuple[str, ...], column: ColumnClaim) -> list[str]:
    """The bins as typed: of numbers and dates the edges between them."""
    if column.type not in NUMERIC:
        return list(bins)
    return [*(each.split(" to ")[0] for each in bins), bins[-1].split(" to ")[-1]] if bins else []


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
