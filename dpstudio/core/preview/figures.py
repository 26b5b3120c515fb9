"""The law of noisy figures: the noise alone where the table is private, around the true answer on a sample."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dpstudio.core.figures.answers import Answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import GroupSums, Histogram, Mean, Total
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import grouped, rational_text
from dpstudio.core.question import Measurement
from dpstudio.core.sealed import Shown, looked_at

_POINTS = 1000
_BEYOND = 1.5


def of_figures(question: Measurement, answers: Shown[Answers] | None) -> tuple[Distribution, ...]:
    """One distribution a noised vector, of its first component.

    Args:
        answers: the exact ones of a sample, or None to show the noise alone.
    """
    truth = None if answers is None else looked_at(answers)
    return tuple(_of_part(question, place, name, truth) for place, name in enumerate(part_names(question)))


def part_names(question: Measurement) -> list[str]:
    """What each noised vector is called: its figure, or the part of a mean that it is."""
    names = []
    for asked in question.figures:
        bounds = derive(asked.figure, question.unit)
        names += [asked.name] if len(bounds) == 1 else [f"{asked.name}: {each.what}" for each in bounds]
    return names


def component_names(question: Measurement) -> list[str]:
    """What each noised number is called, vector by vector: a bin or group of a figure, or the figure itself."""
    names = []
    for asked in question.figures:
        figure = asked.figure
        bounds = derive(figure, question.unit)
        if isinstance(figure, Histogram | GroupSums):
            parted = figure.bins if isinstance(figure, Histogram) else figure.groups
            names += [f"{asked.name}: {each.text}" for each in parted]
        elif isinstance(figure, Mean):
            names += [f"{asked.name}: {part}" for part in ("sum", "number of values")[: len(bounds)]]
        else:
            names.append(asked.name)
    return names


def units(question: Measurement) -> list[str]:
    """The unit of each noised vector."""
    found = []
    for asked in question.figures:
        own = asked.figure.column.unit if isinstance(asked.figure, Total | Mean) else "rows"
        found += [own, "rows"][: len(derive(asked.figure, question.unit))]
    return found


def _of_part(question: Measurement, place: int, name: str, truth: Answers | None) -> Distribution:
    mechanism, size = NOISES[question.mechanism], question.calibration.sizes[place]
    reach = int(question.errors[place] * _BEYOND) + 2
    stride = max(1, 2 * reach // _POINTS)
    half = reach // stride
    kept = mechanism.law(size, np.arange(-half, half + 1, dtype=np.float64) * stride)
    centre = None if truth is None else truth[place][0]
    first = -half * stride
    unit = units(question)[place]
    step = question.parts[place].bounds.step
    across = "error" if centre is None else "published value"
    return Distribution(
        question,
        Badge.DATA_FREE if centre is None else Badge.SAMPLE,
        kept * stride,
        _labels(first, stride, step, centre),
        f"{across} in {unit}" if unit else across,
        upright=True,
        name=name,
    )


def _labels(first: int, stride: int, step: Fraction, centre: int | None) -> Callable[[int], str]:
    def label(place: int) -> str:
        offset = first + place * stride
        value = grouped(rational_text((offset + (centre or 0)) * step))
        return f"+{value}" if centre is None and offset > 0 else value

    return label
