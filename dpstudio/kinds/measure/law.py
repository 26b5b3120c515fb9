"""The law of noisy figures as numbers, and many draws of it."""

from collections.abc import Iterable

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.answers import Answers
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.simulation import by_frequency
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.quantities import rational_text
from dpstudio.kinds.measure.bins import chances_of, noise_bins
from dpstudio.kinds.measure.previewing import component_names
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import phrase


def law_table(question: SettledMeasurement, truth: Answers) -> tuple[Row, list[Row]]:
    """Each noisy number of each vector, before it is divided, rounded or clamped."""
    return (phrase("part"), phrase("from"), "to", phrase("probability")), _of_figures(question, truth)


def _of_figures(question: SettledMeasurement, truth: Answers) -> list[Row]:
    """Each noisy number of each vector, before it is divided, rounded or clamped."""
    names = iter(component_names(question))
    return [
        row
        for place, exact in enumerate(truth)
        for centre in exact
        for row in _of_number(question, place, next(names), int(centre))
    ]


def _of_number(question: SettledMeasurement, place: int, name: str, centre: int) -> list[Row]:
    """Single values, or bins of an odd number of steps where there are too many; then what lies beyond them."""
    step = question.parts[place].bounds.step
    bins = noise_bins(question, place)
    chances = chances_of(question, place, bins)
    beyond = (1 - float(chances.sum())) / 2

    def value(steps: int) -> str:
        return rational_text((centre + steps) * step)

    rows = [
        (name, value(first), value(last), chance_text(chance))
        for (first, last), chance in zip(bins, chances, strict=True)
    ]
    low, high = value(bins[0][0] - 1), value(bins[-1][1] + 1)
    return [(name, "", low, chance_text(beyond)), *rows, (name, high, "", chance_text(beyond))]


def simulated(question: SettledMeasurement, answers: Answers, draws: int, entropy: Entropy) -> Frequencies:
    """Of each noised number, those of one vector next to one another."""
    names = iter(component_names(question))
    found: Frequencies = []
    for part, size, exact in zip(question.parts, question.calibration.sizes, answers, strict=True):
        for centre in exact:
            noise, times = np.unique(NOISES[question.mechanism].draw(entropy, size, draws), return_counts=True)
            values = [rational_text((centre + int(k)) * part.bounds.step) for k in noise]
            name = next(names)
            found += by_frequency([(value, name, int(n)) for value, n in zip(values, times, strict=True)])
    return found


def true_figures(question: SettledMeasurement, truth: Answers) -> Iterable[tuple[str, str]]:
    """Each number before its noise, in whole steps of its grid."""
    names = iter(component_names(question))
    for part, exact in zip(question.parts, truth, strict=True):
        for steps in exact:
            yield next(names), rational_text(steps * part.bounds.step)
