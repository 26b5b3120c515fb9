"""The law of noisy figures: the noise alone where the table is private, around the true answer on a sample."""

from collections.abc import Callable
from fractions import Fraction

from dpstudio.core.figures.answers import Answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import Asked, Mean, Total
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Measurement

_POINTS = 1000
_BEYOND = 1.5


def of_figures(question: Measurement, truth: Answers | None) -> tuple[Distribution, ...]:
    """One distribution a noised vector, of its first component.

    Args:
        truth: the exact answers of a sample, or None to show the noise alone.
    """
    names = [(asked, bounds.what) for asked in question.figures for bounds in derive(asked.figure, question.unit)]
    return tuple(_of_part(question, place, *named, truth) for place, named in enumerate(names))


def _of_part(question: Measurement, place: int, asked: Asked, what: str, truth: Answers | None) -> Distribution:
    mechanism, size = NOISES[question.mechanism], question.calibration.sizes[place]
    reach = int(question.errors[place] * _BEYOND) + 2
    stride = max(1, 2 * reach // _POINTS)
    law = mechanism.law(size, reach)
    kept = law[reach % stride :: stride]
    centre = None if truth is None else truth[place][0]
    first = reach % stride - reach
    unit = asked.figure.column.unit if isinstance(asked.figure, Total | Mean) and "number" not in what else "rows"
    step = question.parts[place].bounds.step
    across = "error" if centre is None else "published value"
    return Distribution(
        question,
        Badge.DATA_FREE if centre is None else Badge.SAMPLE,
        kept * stride,
        _labels(first, stride, step, centre),
        f"{across} in {unit}" if unit else across,
        upright=True,
        name=asked.name if isinstance(asked.figure, Total) or "sum" not in what else f"{asked.name}: {what}",
    )


def _labels(first: int, stride: int, step: Fraction, centre: int | None) -> Callable[[int], str]:
    def label(place: int) -> str:
        offset = first + place * stride
        value = rational_text((offset + (centre or 0)) * step)
        return f"+{value}" if centre is None and offset > 0 else value.replace("-", "−")

    return label
