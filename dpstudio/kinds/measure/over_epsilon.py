"""Noisy figures at other values of ε: the law of one number in the bins that are shown, and its expected error."""

from fractions import Fraction

import numpy as np

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Noise
from dpstudio.core.preview.over_epsilon import Curve, Floats, OverEpsilon
from dpstudio.kinds.measure.settled import SettledMeasurement


def of_noise(
    question: SettledMeasurement, place: int, bins: list[tuple[int, int]], worth: Fraction, lost: str
) -> OverEpsilon:
    """The noise of one vector.

    Args:
        place: which of the noised vectors.
        worth: what a step of the noise is worth in the figure as it is published.
        lost: what is lost, in words, with its unit.
    """
    noises = [each for each in NOISES.values() if question.delta or not each.takes_delta]
    first, last = np.array(bins, np.float64).T

    def law(epsilon: Fraction) -> Floats:
        chosen = NOISES[question.mechanism]
        return chosen.between(_size(question, chosen, place, epsilon), first, last)

    return OverEpsilon(
        law,
        tuple(_curve(question, each, place, worth) for each in noises),
        next(at for at, each in enumerate(noises) if each.key == question.mechanism),
        lost,
        settings=(question.parts, question.delta, place, worth, lost),
    )


def _curve(question: SettledMeasurement, noise: Noise, place: int, worth: Fraction) -> Curve:
    def at(epsilon: Fraction) -> float:
        return noise.mean_size(_size(question, noise, place, epsilon)) * float(worth)

    return Curve((noise.name,), at)


def _size(question: SettledMeasurement, noise: Noise, place: int, epsilon: Fraction) -> Fraction:
    """The size of one vector's noise where the whole release has another ε."""
    delta = question.delta if noise.takes_delta else Fraction(0)
    return noise.calibrate(question.parts, epsilon, delta).sizes[place]
