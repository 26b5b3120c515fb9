"""The law of a choice as numbers, and many draws of it."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.simulation import by_frequency
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.preview.views import Answers, listed
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.evaluation import Scores
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase


def law_table(question: SettledChoice, scores: Scores) -> tuple[Row, list[Row]]:
    """Every candidate, or every piece of a line, with its score and its chance."""
    return _of_line(question, scores) if scores.sizes is not None else _of_list(question, scores)


def _of_list(question: SettledChoice, scores: Scores) -> tuple[Row, list[Row]]:
    """Every candidate with its score."""
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    rows: list[Row] = [
        (question.candidates.label(place), rational_text(int(step) * scores.unit), chance_text(chance))
        for place, (step, chance) in enumerate(zip(scores.steps, law, strict=True))
    ]
    return (phrase("candidate"), phrase("score"), phrase("probability")), rows


def _of_line(question: SettledChoice, scores: Scores) -> tuple[Row, list[Row]]:
    """Every piece of the line: its first and last point, how many they are, their common score, all their chance."""
    assert scores.starts is not None and scores.sizes is not None
    law = question.calibration.law(scores.steps, scores.unit, scores.sizes)
    label = question.candidates.label
    rows: list[Row] = [
        (label(start), label(start + size - 1), str(size), rational_text(step * scores.unit), chance_text(chance))
        for start, size, step, chance in zip(
            map(int, scores.starts), map(int, scores.sizes), map(int, scores.steps), law, strict=True
        )
    ]
    return (phrase("first"), phrase("last"), phrase("points"), phrase("score"), phrase("probability")), rows


def simulated(question: SettledChoice, scores: Scores, draws: int, entropy: Entropy) -> Frequencies:
    """How often each candidate won the first draw."""
    places, times = np.unique(won(question, scores, draws, entropy), return_counts=True)
    return by_frequency([(question.candidates.label(int(i)), "", int(n)) for i, n in zip(places, times, strict=True)])


def won(question: SettledChoice, scores: Scores, draws: int, entropy: Entropy) -> NDArray[np.int64]:
    """The first winner of each of many releases."""
    made = question.calibration
    if scores.starts is None or scores.sizes is None:
        return made.draw_first(entropy, scores.steps, scores.unit, draws, question.candidates.weights)
    pieces = made.draw_first(entropy, scores.steps, scores.unit, draws, scores.sizes).tolist()
    return np.array([int(scores.starts[piece]) + entropy.below(int(scores.sizes[piece])) for piece in pieces], np.int64)


def true_answers(question: SettledChoice, scores: Scores) -> Answers:
    """Every candidate with its score, the best first; a line is written only when it is in sight."""
    if scores.sizes is not None:
        return listed(*law_table(question, scores))
    order = np.argsort(-scores.steps, kind="stable")

    def cell(line: int, place: int) -> str:
        at = int(order[line])
        return rational_text(int(scores.steps[at]) * scores.unit) if place else question.candidates.label(at)

    return Answers((phrase("candidate"), phrase("true score")), len(order), cell)
