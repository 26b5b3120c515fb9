"""The law of noisy figures: the error alone where the table is private, what is published on a sample.

A figure is drawn as it is published: a mean of a public number of people in its own unit and not as the sum that it is
made of. What rounding and ends do depends on the true figure, so on a sample they are done, and an error that must hold
for every table is said to be the one before them.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.figures.answers import Answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import Asked, GroupSums, Histogram, Mean, unit_of_figure
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import grouped, rational_text
from dpstudio.core.question import Measurement
from dpstudio.core.receipt import errors
from dpstudio.core.sealed import Shown, looked_at

_POINTS = 1000
_BEYOND = 1.5
_PLACES = 12


def of_figures(question: Measurement, answers: Shown[Answers] | None) -> tuple[Distribution, ...]:
    """One distribution a noised vector, of its first component.

    Args:
        answers: the exact ones of a sample, or None to show the error alone.
    """
    if answers is None:
        return tuple(_error(question, place) for place in range(len(question.parts)))
    truth = looked_at(answers)
    return tuple(_published(question, place, int(exact[0])) for place, exact in enumerate(truth))


def component_names(question: Measurement) -> list[str]:
    """What each noised number is called, vector by vector, and what is not yet done to it."""
    return [
        f"{name}{'' if _public(asked) else _before(asked, divided=False)}"
        for asked in question.figures
        for vector in _names(question, asked)
        for name in vector
    ]


def _names(question: Measurement, asked: Asked) -> list[list[str]]:
    """The names of the components of each vector of a figure: bins, groups, parts of a mean, or the figure itself."""
    figure = asked.figure
    if isinstance(figure, Histogram | GroupSums):
        parted = figure.bins if isinstance(figure, Histogram) else figure.groups
        return [[f"{asked.name}: {each.text}" for each in parted]]
    if isinstance(figure, Mean):
        parts = ("sum", "number of values")[: len(derive(figure, question.unit))]
        return [[f"{asked.name}: {part}"] for part in parts]
    return [[asked.name]]


def _vectors(question: Measurement) -> list[tuple[Asked, int]]:
    """For each noised vector its figure, and which of the figure's vectors it is."""
    return [(asked, at) for asked in question.figures for at in range(len(derive(asked.figure, question.unit)))]


def _public(asked: Asked) -> int | None:
    """The public number of people that a figure is divided by."""
    return asked.figure.people if isinstance(asked.figure, Mean) else None


def _unit(asked: Asked, at: int) -> str:
    return "rows" if isinstance(asked.figure, Mean) and at == 1 else unit_of_figure(asked.figure)


def _is_part(asked: Asked) -> bool:
    """Whether what is drawn is a part of the figure, published as it is: the sum or number of a mean."""
    return isinstance(asked.figure, Mean) and asked.figure.people is None


def _error(question: Measurement, place: int) -> Distribution:
    """What the noise does to the figure, whatever the table holds."""
    asked, at = _vectors(question)[place]
    steps, chances = _noise(question, place)
    worth = question.parts[place].bounds.step / (_public(asked) or 1)
    what = "error of each number" if question.parts[place].bounds.components > 1 else "error"
    name = _names(question, asked)[at][0] if _is_part(asked) else asked.name
    unit = _unit(asked, at)
    across = f"{what}{_before(asked, divided=True)}" + (f", in {unit}" if unit else "")
    return Distribution(question, Badge.DATA_FREE, chances, _errors(steps, worth), across, upright=True, name=name)


def _before(asked: Asked, *, divided: bool) -> str:
    """What is not yet done to a noisy number, in words: " before rounding"; a mean's parts are published as they are.

    Args:
        divided: whether a mean has been divided by its public number of people, which its result rounds.
    """
    if _is_part(asked):
        return ""
    after = ["rounding"] if asked.rounding is not None or (divided and _public(asked)) else []
    after += ["clamping"] if asked.least is not None or asked.greatest is not None else []
    return f" before {' and '.join(after)}" if after else ""


def _noise(question: Measurement, place: int) -> tuple[list[int], NDArray[np.float64]]:
    """Numbers of steps in order, and about what chance each has; of very many each stands for its neighbours too."""
    mechanism, size = NOISES[question.mechanism], question.calibration.sizes[place]
    reach = int(question.errors[place] * _BEYOND) + 2
    stride = max(1, 2 * reach // _POINTS)
    half = reach // stride
    steps = np.arange(-half, half + 1)
    chances = mechanism.law(size, steps.astype(np.float64) * stride) * stride
    return [int(each) * stride for each in steps], chances


def _errors(steps: list[int], worth: Fraction) -> Callable[[int], str]:
    def label(place: int) -> str:
        shown = _shown(steps[place] * worth, worth)
        return f"+{shown}" if steps[place] > 0 else shown

    return label


def _shown(value: Fraction, worth: Fraction) -> str:
    """A number exactly where all of them are short, else to as many places as tell it from its neighbours."""
    if "/" not in rational_text(worth):
        return grouped(rational_text(value))
    places = 1
    while places < _PLACES and worth * 10**places < 1:
        places += 1
    digits = f"{abs(round(value * 10 ** (places + 1))):0{places + 2}d}"
    sign = "-" if value < 0 else ""
    return grouped(f"{sign}{digits[: -places - 1]}.{digits[-places - 1 :]}") if value else "0"


def _published(question: Measurement, place: int, centre: int) -> Distribution:
    """What is published of a sample's true figure, rounded and clamped as the person asked."""
    asked, at = _vectors(question)[place]
    steps, chances = _noise(question, place)
    step, wide = question.parts[place].bounds.step, errors.vector_errors(question)[place]
    values = [_finished(asked, (centre + each) * step, wide) for each in steps]
    first = [i for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
    name = _names(question, asked)[at][0] if _public(asked) is None else asked.name
    unit = _unit(asked, at)
    return Distribution(
        question,
        Badge.SAMPLE,
        np.add.reduceat(chances, first),
        lambda place: grouped(rational_text(values[first[place]])),
        f"published value, in {unit}" if unit else "published value",
        upright=True,
        name=name,
    )


def _finished(asked: Asked, value: Fraction, wide: Fraction) -> Fraction:
    """A noisy number as it is published."""
    if isinstance(asked.figure, Mean):
        people = asked.figure.people
        return value if people is None else errors.finished_mean(asked, asked.figure, people, value, wide).value
    return errors.finished(asked, value)
