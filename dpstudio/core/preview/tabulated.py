"""The law of a sample's release as a table of plain numbers: every outcome, or bins whose ends are said.

The probabilities of one part add up to 1: where bins end, a row with an open end holds the mass beyond.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from dpstudio.core.figures.answers import Answers
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE, SMALL_DATABASE
from dpstudio.core.preview.bins import chances_of, noise_bins
from dpstudio.core.preview.figures import component_names
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at

Row = tuple[str, ...]


def law_table(question: Question, answers: Shown[Any]) -> tuple[Row, list[Row]]:
    """Names of columns, and the rows; of several winners the first.

    Args:
        answers: the exact ones of a sample.
    """
    found = looked_at(answers)
    match question:
        case Choice():
            return _of_line(question, found) if found.sizes is not None else _of_list(question, found)
        case Measurement():
            return ("part", "from", "to", "probability"), _of_figures(question, found)
        case Survey():
            return ("truth", "answer", "probability"), _of_answers(question)
        case SyntheticTable():
            return ("largest_error", "probability"), _of_tables(question, found)
    raise TypeError(type(question))


def _of_list(question: Choice, scores: Scores) -> tuple[Row, list[Row]]:
    """Every candidate with its score."""
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    rows: list[Row] = [
        (question.candidates.label(place), rational_text(int(step) * scores.unit), _chance(chance))
        for place, (step, chance) in enumerate(zip(scores.steps, law, strict=True))
    ]
    return ("candidate", "score", "probability"), rows


def _of_line(question: Choice, scores: Scores) -> tuple[Row, list[Row]]:
    """Every piece of the line: its first and last point, how many they are, their common score, all their chance."""
    assert scores.starts is not None and scores.sizes is not None
    law = question.calibration.law(scores.steps, scores.unit, scores.sizes)
    label = question.candidates.label
    rows: list[Row] = [
        (label(start), label(start + size - 1), str(size), rational_text(step * scores.unit), _chance(chance))
        for start, size, step, chance in zip(
            map(int, scores.starts), map(int, scores.sizes), map(int, scores.steps), law, strict=True
        )
    ]
    return ("first", "last", "points", "score", "probability"), rows


def _of_figures(question: Measurement, truth: Answers) -> list[Row]:
    """Each noisy number of each vector, before it is divided, rounded or clamped."""
    names = iter(component_names(question))
    return [
        row
        for place, exact in enumerate(truth)
        for centre in exact
        for row in _of_number(question, place, next(names), int(centre))
    ]


def _of_number(question: Measurement, place: int, name: str, centre: int) -> list[Row]:
    """Single values, or bins of an odd number of steps where there are too many; then what lies beyond them."""
    step = question.parts[place].bounds.step
    bins = noise_bins(question, place)
    chances = chances_of(question, place, bins)
    beyond = (1 - float(chances.sum())) / 2

    def value(steps: int) -> str:
        return rational_text((centre + steps) * step)

    rows = [
        (name, value(first), value(last), _chance(chance)) for (first, last), chance in zip(bins, chances, strict=True)
    ]
    low, high = value(bins[0][0] - 1), value(bins[-1][1] + 1)
    return [(name, "", low, _chance(beyond)), *rows, (name, high, "", _chance(beyond))]


def _of_answers(question: Survey) -> list[Row]:
    """What is counted of a person who would say so."""
    keep, other = RANDOMIZED_RESPONSE.law(question.epsilon, len(question.answers))
    return [
        (truth, answer, _chance(keep if truth == answer else other))
        for truth in question.answers
        for answer in question.answers
    ]


def _of_tables(question: SyntheticTable, scores: Any) -> list[Row]:
    """Every largest error that some table has, as a share of the people."""
    chances, _ = SMALL_DATABASE.error_law(question.synthesis, scores, question.epsilon, question.people)
    whole = question.people * question.synthesis.rows
    errors = np.unique(-scores)
    return [
        (rational_text(Fraction(int(error), whole)), _chance(chance))
        for error, chance in zip(errors, chances, strict=True)
    ]


def _chance(chance: float) -> str:
    return f"{max(0.0, float(chance)):.17g}"
