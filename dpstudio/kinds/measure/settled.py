"""Figures with nothing missing: their bounds, their loss and their noise follow from what is asked."""

from dataclasses import dataclass, field
from fractions import Fraction

from dpstudio.core.errors import Refusal
from dpstudio.core.figures.bounds import derive
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import NoiseCalibration, Part
from dpstudio.core.question import Question
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.translation import phrase


@dataclass(frozen=True, kw_only=True)
class SettledMeasurement(Question):
    """Publish figures with noise.

    Args:
        figures: what is measured, in the order of the receipt; their shares add up to 1.
        delta: where the noise needs one, else 0.

    Attributes:
        parts: the vectors that are noised, those of one figure next to one another.
        vectors: for each part its figure, and which of the figure's vectors it is.
        errors: for each part how many steps its noise stays within.

    Raises:
        Refusal: a figure has no bound, or two of them name different public numbers of people.
    """

    figures: tuple[Asked, ...]
    mechanism: str
    delta: Fraction = Fraction(0)
    parts: tuple[Part, ...] = field(init=False, compare=False)
    vectors: tuple[tuple[Asked, int], ...] = field(init=False, compare=False, repr=False)
    calibration: NoiseCalibration = field(init=False, compare=False, repr=False)
    errors: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        parts = tuple(part for asked in self.figures for part in parts_of(asked, self.unit))
        made = NOISES[self.mechanism].calibrate(parts, self.epsilon, self.delta)
        columns = tuple(dict.fromkeys(column for asked in self.figures for column in asked.figure.columns))
        people, errors = _public_people(self.figures), made.errors(self.beta)
        vectors = tuple((asked, at) for asked in self.figures for at in range(len(asked.figure.split)))
        self._derive(columns=columns, people=people, parts=parts, vectors=vectors, calibration=made, errors=errors)


def parts_of(asked: Asked, unit: PrivacyUnit) -> tuple[Part, ...]:
    """One part for each vector of the figure, among which it splits its share.

    Raises:
        Refusal: one person could move it without limit, or nobody can move it at all.
    """
    vectors = zip(derive(asked.figure, unit), asked.figure.split, strict=True)
    return tuple(Part(bounds, asked.share * part) for bounds, part in vectors)


def _public_people(figures: tuple[Asked, ...]) -> int | None:
    public = {asked.figure.people for asked in figures} - {None}
    if len(public) > 1:
        raise Refusal(phrase("Two means name different public numbers of people; it is one number."), field="figures")
    return next(iter(public), None)
