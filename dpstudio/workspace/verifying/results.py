"""Whether a result is one that its question can have, and what follows from the drawn values was worked out rightly."""

import datetime
from fractions import Fraction
from typing import Any

from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.errors import StudioError
from dpstudio.core.figures.figures import Asked, Mean
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.receipt.codec import plain, typed
from dpstudio.core.receipt.receipt import Chosen, Measured, Receipt, Receipt3, Surveyed, Synthesized
from dpstudio.core.release import choice, measurement, survey, synthesis
from dpstudio.core.settled import parts_of
from dpstudio.workspace.verifying.checks import OLDER_WORDS, Check, differences, told

NAME = "Result"
_FAR = Fraction(10**30)
_UNLISTED = (
    "Not checked: whether one of the candidates was chosen. Give the candidates.json that came with the receipt."
)
_HOLDS = "The result is one that this question can have, and what was done to it afterwards is right."


def of_result(receipt: Receipt3, question: Question | None, *, listed: bool = True) -> Check:
    """Hold the result against the question that was derived again.

    Args:
        listed: whether all of its candidates are known.
    """
    if question is None:
        return Check(NAME, None, "Not compared: the question could not be derived.")
    try:
        found = _again(receipt, question)
    except (StudioError, ValueError, ArithmeticError, LookupError, StopIteration):
        return Check(NAME, False, "The result is none that this question can have.")
    wrong = list(differences(plain(receipt.result), plain(typed(type(receipt.result), found)), "result"))
    if not isinstance(receipt, Receipt) and {each.where for each in wrong} == {"result.post_processing"}:
        return Check(NAME, None, f"{OLDER_WORDS} Today something else is written: {told(wrong)}")
    if wrong:
        return Check(NAME, False, told(wrong))
    return Check(NAME, True, _HOLDS) if listed else Check(NAME, None, _UNLISTED, needed=True)


def _again(receipt: Receipt3, question: Question) -> Any:
    """The result as it follows from the values that were drawn; raise where they could not have been."""
    result = receipt.result
    match question, result:
        case Choice(), Chosen():
            places = [_place(question.candidates, winner) for winner in result.winners]
            if len(set(places)) != len(places) or len(places) != question.winners:
                raise ValueError("the winners are not so many different candidates")
            return choice.shown(question, places)
        case Measurement(), Measured():
            return measurement.shown(question, _noisy(question, result))
        case Survey(), Surveyed():
            given = [each.count for each in result.randomized_counts]
            if min(given) < 0 or sum(given) != question.people:
                raise ValueError("the randomized answers are not those of all people")
            return survey.shown(question, given)
        case SyntheticTable(), Synthesized():
            return synthesis.shown(question, _drawn_table(question, result))
    raise ValueError("the result is of another kind")


def _place(candidates: CandidateSet, winner: str) -> int:
    """Which candidate a name is."""
    if not isinstance(candidates, Grid):
        return candidates.labels.index(winner)
    at = datetime.date.fromisoformat(winner).toordinal() if candidates.dates else typed(Fraction, _plain(winner))
    place = (at - candidates.start) / candidates.step
    if place.denominator != 1 or not 0 <= place < candidates.count or candidates.label(place.numerator) != winner:
        raise ValueError("the winner is no point of the grid")
    return place.numerator


def _plain(label: str) -> str:
    """A point of a grid without the zeros that make all points equally long."""
    return label.rstrip("0").rstrip(".") if "." in label else label


def _noisy(question: Measurement, result: Measured) -> list[list[Fraction]]:
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


def _drawn_table(question: SyntheticTable, result: Synthesized) -> tuple[int, ...]:
    """How many rows of each type the synthetic table has."""
    shape = question.synthesis
    many = [0] * shape.types
    for row in result.table.rows:
        if len(row) != shape.width or not set(row) <= {0, 1}:
            raise ValueError("a row of the synthetic table has another width")
        many[sum(cell << place for place, cell in enumerate(row))] += 1
    if sum(many) != shape.rows:
        raise ValueError("the synthetic table has another number of rows")
    return tuple(many)
