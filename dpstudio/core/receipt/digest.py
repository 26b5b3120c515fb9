"""The digest by which an unfinished charge knows its question again: of what is asked, never of how it is worded."""

import hashlib
from typing import Any

import rfc8785

from dpstudio.core.figures.figures import Condition, Figure, GroupSums, Histogram
from dpstudio.core.question import Measurement, Question
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.statement import describe


def plan_digest(question: Question) -> str:
    """A digest of what is asked and promised, free of the data and of all prose; better error bounds leave it alone."""
    named = plain(describe(question).claims)
    del named["unprotected_quantities"]
    named["accuracy"] = {name: value for name, value in named["accuracy"].items() if name in ("alpha", "beta")}
    if isinstance(question, Measurement):
        both = zip(question.figures, named["question"]["figures"], strict=True)
        named["question"]["figures"] = [_unnamed(told) | _figure(asked.figure) for asked, told in both]
        for noise in named["mechanism"]["noises"]:
            del noise["figure"]
    return hashlib.sha256(rfc8785.dumps(named)).hexdigest()


def _unnamed(told: dict[str, Any]) -> dict[str, Any]:
    """A figure's claims without its name and the words for its conditions."""
    return {name: value for name, value in told.items() if name not in ("name", "conditions", "bins")}


def _figure(figure: Figure) -> dict[str, Any]:
    """Its conditions, and bins or groups, by what they mean."""
    parted = figure.bins if isinstance(figure, Histogram) else figure.groups if isinstance(figure, GroupSums) else ()
    return {"conditions": [_meant(each) for each in figure.conditions], "bins": [_meant(each) for each in parted]}


def _meant(condition: Condition) -> dict[str, Any]:
    """The column, and the cells' meanings that qualify; a number is counted in steps of its column."""
    values = None if condition.values is None else [f"{type(value).__name__} {value}" for value in condition.values]
    ends = [None if end is None else str(end) for end in (condition.low, condition.high)]
    return {"column": condition.column.name, "values": values, "ends": ends}
