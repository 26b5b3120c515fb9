"""Noisy figures at other values of ε: the law of one number in the bins that are shown, and its expected error."""

from fractions import Fraction
from functools import cache, partial

from dpstudio.core.mechanisms import NOISES, RANDOMIZED_RESPONSE
from dpstudio.core.mechanisms.noise import Noise
from dpstudio.core.preview.over_epsilon import Bar, Contrast, Curve, Floats, OverEpsilon
from dpstudio.core.quantities import counted, decimal_up, with_unit
from dpstudio.core.receipt.errors import RARE
from dpstudio.core.receipt.words import amount
from dpstudio.kinds.measure.bins import Ranges, ends_of
from dpstudio.kinds.measure.errors import vector_errors
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import phrase

_WORDS = phrase(
    "In at least 95 of 100 runs, at the same ε, for {people}: noise is added once, to the count; or each"
    " person's answer, one of {many}, is changed by randomized response before it is counted, as"
    " people could do for themselves."
)

_DISTANCE = phrase("minus the distance from the true figure, at most Δ up for one value and Δ down for another")


def of_noise(question: SettledMeasurement, place: int, bins: Ranges, worth: Fraction, lost: str) -> OverEpsilon:
    """The noise of one vector.

    Args:
        place: which of the noised vectors.
        worth: what a step of the noise is worth in the figure as it is published.
        lost: what is lost, in words, with its unit.
    """
    noises = [each for each in NOISES.values() if question.delta or not each.takes_delta]
    ends = cache(partial(ends_of, bins))

    def law(epsilon: Fraction) -> Floats:
        chosen = NOISES[question.mechanism]
        return chosen.between(_size(question, chosen, place, epsilon), *ends())

    return OverEpsilon(
        law,
        tuple(_curve(question, each, place, worth) for each in noises),
        next(at for at, each in enumerate(noises) if each.key == question.mechanism),
        lost,
        settings=(question.parts, question.delta, place, worth, lost),
        contrast=lambda people: _by_answers(question, place, people),
        instance="" if NOISES[question.mechanism].takes_delta else _DISTANCE,
    )


def _by_answers(question: SettledMeasurement, place: int, people: int) -> Contrast | None:
    """Noise on a count, or on the counts of bins, beside a coin for each person's answer (MATH 2).

    A row in none of the bins gives one answer more. Both errors hold in 95 of 100 runs for all parts together.
    """
    asked, _ = question.vectors[place]
    many = asked.figure.answers
    if many is None or question.unit.rows > 1:
        return None
    share = question.epsilon * question.parts[place].share
    central = vector_errors(question)[place]
    local = RANDOMIZED_RESPONSE.accuracy(share, many, people, RARE / len(question.parts))
    noise = Bar(
        phrase("Noise on the result (central)"), central, phrase("±{central}", central=amount(central, phrase("rows")))
    )
    coins = Bar(phrase("A coin for each answer (local)"), local, with_unit(f"±{decimal_up(local, 2)}", phrase("rows")))
    return Contrast(
        phrase("Where the noise is added"), (noise, coins), _WORDS.format(people=counted(people, "people"), many=many)
    )


def _curve(question: SettledMeasurement, noise: Noise, place: int, worth: Fraction) -> Curve:
    def at(epsilon: Fraction) -> float:
        return noise.mean_size(_size(question, noise, place, epsilon)) * float(worth)

    return Curve((noise.name,), at)


def _size(question: SettledMeasurement, noise: Noise, place: int, epsilon: Fraction) -> Fraction:
    """The size of one vector's noise where the whole release has another ε."""
    delta = question.delta if noise.takes_delta else Fraction(0)
    return noise.calibrate(question.parts, epsilon, delta).sizes[place]
