"""Many releases of a sample at once, as frequencies of what comes out; only the exact samplers draw."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import NOISES, SMALL_DATABASE
from dpstudio.core.preview.figures import component_names
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.sealed import Shown, looked_at

Frequencies = list[tuple[str, str, int]]


def simulate(question: Question, sample: Shown[Any], draws: int, entropy: Entropy) -> Frequencies:
    """What came out, which part of the release it is, and how often; the most frequent first.

    Args:
        sample: the exact answers of a sample (`release.sample`).
        draws: how many releases. Of several winners the first is counted.
    """
    answers = looked_at(sample)
    match question:
        case Choice():
            return _choices(question, answers, draws, entropy)
        case Measurement():
            return _numbers(question, answers, draws, entropy)
        case Survey():
            return _randomized(question, answers, draws, entropy)
        case SyntheticTable():
            return _errors(question, answers, draws, entropy)
    raise TypeError(type(question))


def _choices(question: Choice, scores: Any, draws: int, entropy: Entropy) -> Frequencies:
    made = question.calibration
    if scores.sizes is not None:
        pieces = made.draw_first(entropy, scores.steps, scores.unit, draws, scores.sizes).tolist()
        won = np.array([int(scores.starts[piece]) + entropy.below(int(scores.sizes[piece])) for piece in pieces])
    else:
        won = made.draw_first(entropy, scores.steps, scores.unit, draws, question.candidates.weights)
    places, times = np.unique(won, return_counts=True)
    return _sorted([(question.candidates.label(int(i)), "", int(n)) for i, n in zip(places, times, strict=True)])


def _numbers(question: Measurement, answers: Any, draws: int, entropy: Entropy) -> Frequencies:
    """Of each noised number, those of one vector next to one another."""
    names = iter(component_names(question))
    found: Frequencies = []
    for part, size, exact in zip(question.parts, question.calibration.sizes, answers, strict=True):
        for centre in exact:
            noise, times = np.unique(NOISES[question.mechanism].draw(entropy, size, draws), return_counts=True)
            values = [rational_text((centre + int(k)) * part.bounds.step) for k in noise]
            name = next(names)
            found += _sorted([(value, name, int(n)) for value, n in zip(values, times, strict=True)])
    return found


def _randomized(question: Survey, counts: Any, draws: int, entropy: Entropy) -> Frequencies:
    given = [question.calibration.draw(entropy, counts) for _ in range(draws)]
    return [
        line
        for place, answer in enumerate(question.answers)
        for line in _sorted([(str(many), answer, n) for many, n in Counter(row[place] for row in given).items()])
    ]


def _errors(question: SyntheticTable, scores: Any, draws: int, entropy: Entropy) -> Frequencies:
    """Frequencies of the largest error of any query."""
    drawn = SMALL_DATABASE.draw_many(entropy, question.synthesis, scores, question.epsilon, draws)
    whole = (question.people or 1) * question.synthesis.rows
    steps, times = np.unique(-scores[drawn], return_counts=True)
    shares = [rational_text(Fraction(int(step), whole)) for step in steps]
    return _sorted([(share, "largest error", int(n)) for share, n in zip(shares, times, strict=True)])


def _sorted(lines: Frequencies) -> Frequencies:
    return sorted(lines, key=lambda line: -line[2])
