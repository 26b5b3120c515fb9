"""What the noise of each vector stays within in 95 of 100 runs, all figures of a release together."""

from fractions import Fraction

from dpstudio.core.receipt.errors import RARE
from dpstudio.kinds.measure.settled import SettledMeasurement


def vector_error(question: SettledMeasurement, place: int) -> Fraction:
    """As `vector_errors`, of one vector."""
    steps = question.errors[place] if question.beta == RARE else question.calibration.error(place, RARE)
    return steps * question.parts[place].bounds.step


def vector_errors(question: SettledMeasurement) -> tuple[Fraction, ...]:
    """For each vector what its noise stays within in 95 of 100 runs, in the figure's unit."""
    steps = question.errors if question.beta == RARE else question.calibration.errors(RARE)
    return tuple(error * part.bounds.step for error, part in zip(steps, question.parts, strict=True))
