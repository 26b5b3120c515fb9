"""What the digest of a plan is of where figures are asked: what they mean, never what they are called."""

from typing import Any

from dpstudio.core.figures.contract import Condition, Figure
from dpstudio.kinds.measure.settled import SettledMeasurement


def unworded(question: SettledMeasurement, claims: dict[str, Any]) -> dict[str, Any]:
    """The claims with each figure's meaning in place of its name and the words for its conditions."""
    both = zip(question.figures, claims["question"]["figures"], strict=True)
    claims["question"]["figures"] = [_unnamed(told) | _figure(asked.figure) for asked, told in both]
    for noise in claims["mechanism"]["noises"]:
        del noise["figure"]
    return claims


def _unnamed(told: dict[str, Any]) -> dict[str, Any]:
    """A figure's claims without its name and the words for its conditions."""
    return {name: value for name, value in told.items() if name not in ("name", "conditions", "bins")}


def _figure(figure: Figure) -> dict[str, Any]:
    """Its conditions, and bins or groups, by what they mean."""
    return {"conditions": [_meant(each) for each in figure.conditions], "bins": [_meant(each) for each in figure.parts]}


def _meant(condition: Condition) -> dict[str, Any]:
    """The column, and the cells' meanings that qualify; a number is counted in steps of its column."""
    values = None if condition.values is None else [f"{type(value).__name__} {value}" for value in condition.values]
    ends = [None if end is None else str(end) for end in (condition.low, condition.high)]
    return {"column": condition.column.name, "values": values, "ends": ends}
