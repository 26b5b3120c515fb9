"""The ± beside a figure: what 95 of 100 runs keep, all figures of a release together, rounding included."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.figures.figures import Asked, Count, Figure, Histogram, Mean
from dpstudio.core.receipt.errors import (
    RARE,
    WHOLE,
    Ends,
    before_rounding,
    cutting,
    onto,
    place_of,
    reach_between,
    rounded_up,
)
from dpstudio.core.tables.schema import Column
from dpstudio.kinds.measure.settled import SettledMeasurement


@dataclass(frozen=True)
class Rounded:
    """A value as it is printed, and an error that is true of the printed value."""

    value: Fraction
    error: Fraction


def vector_errors(question: SettledMeasurement) -> tuple[Fraction, ...]:
    """For each vector what its noise stays within in 95 of 100 runs, in the figure's unit."""
    steps = question.errors if question.beta == RARE else question.calibration.errors(RARE)
    return tuple(error * part.bounds.step for error, part in zip(steps, question.parts, strict=True))


def finished(asked: Asked, value: Fraction) -> Fraction:
    """Rounded, then clamped, as the person asked."""
    if asked.rounding is not None:
        value = onto(value, asked.rounding)
    if asked.least is not None:
        value = max(value, asked.least)
    if asked.greatest is not None:
        value = min(value, asked.greatest)
    return value


def figure_error(asked: Asked, noise: Fraction) -> Fraction | None:
    """What the figure as printed is within; None for a mean over a noisy number, whose error its own result gives.

    Rounding adds half its width. Clamping never adds, where the true figure lies between the ends.
    """
    figure = asked.figure
    if not isinstance(figure, Mean):
        return noise if asked.rounding is None else noise + asked.rounding / 2
    if figure.people is None:
        return None
    exact = noise / figure.people
    width = asked.rounding or place_of(exact)
    return rounded_up(exact + width / 2, place_of(exact))


def noise_for(asked: Asked, wanted: Fraction) -> Fraction:
    """The most that a vector's noise may be off for the figure's ± to be at most the one wanted; 0 or less if never.

    The sum and the number of a mean of a private number of people are published as they are.
    """
    figure = asked.figure
    if not isinstance(figure, Mean):
        return wanted - (asked.rounding or Fraction(0)) / 2
    if figure.people is None:
        return wanted
    place = place_of(wanted)
    return figure.people * before_rounding(wanted, asked.rounding or place, place)


def finished_mean(asked: Asked, figure: Mean, people: int, total: Fraction, noise: Fraction) -> Rounded:
    """A mean of a public number of people: two digits of its error are shown."""
    value, error = total / people, figure_error(asked, noise)
    value = value if asked.rounding is not None else onto(value, place_of(noise / people))
    return Rounded(finished(asked, value), error or Fraction(0))


def finished_ratio(
    asked: Asked, figure: Mean, noisy: tuple[Fraction, Fraction], errors: tuple[Fraction, Fraction]
) -> Rounded:
    """A noisy sum over a noisy number, clamped into the bounds, and how far the true mean can be from it.

    The true sum and number lie within their errors of the noisy ones and fit one another: each value is within the
    bounds. The true mean is then between the ends found here, or is the declared one where nobody contributes.
    """
    low, high = _ends(figure.column)
    total, number = noisy
    least, most = _reach(figure, noisy, errors)
    exact = min(max(total / number, low), high) if number > 0 else figure.otherwise
    wide = max(most - exact, exact - least)
    value = exact
    if asked.rounding is None and number > 0 and wide:
        value = min(max(onto(exact, place_of(wide)), low), high)
    value = finished(asked, value)
    return Rounded(value, rounded_up(max(most - value, value - least), place_of(wide)))


def _reach(
    figure: Mean, noisy: tuple[Fraction, Fraction], errors: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """The least and the greatest that the true mean can be."""
    low, high = _ends(figure.column)
    total, number = noisy
    fewest, most = number - errors[1], number + errors[1]
    if most < 1:
        return figure.otherwise, figure.otherwise
    ends = (max(fewest, WHOLE), max(most, WHOLE))
    least = min((total - errors[0]) / end for end in ends)
    greatest = max((total + errors[0]) / end for end in ends)
    least, greatest = min(max(least, low), high), max(min(greatest, high), low)
    if fewest <= 0:
        least, greatest = min(least, figure.otherwise), max(greatest, figure.otherwise)
    return least, greatest


def cutting_ends(asked: Asked) -> Ends:
    """Of the two ends that a noisy figure is clamped to those that the true one may lie beyond, or None.

    Beyond such an end the ± is not true: 20 rows are printed as 1. A mean over a noisy number has its ± from what is
    printed, ends included.
    """
    figure = asked.figure
    if isinstance(figure, Mean) and figure.people is None:
        return None, None
    return cutting(asked.least, asked.greatest, _reach_of(figure))


def _reach_of(figure: Figure) -> Ends:
    """The least and the greatest that the true figure can be on any table; None where there is no such end."""
    if isinstance(figure, Count | Histogram):
        return reach_between("count", Fraction(0), Fraction(0))
    return reach_between("mean" if isinstance(figure, Mean) else "total", *_ends(figure.column))


def _ends(column: Column) -> tuple[Fraction, Fraction]:
    return column.bounds or (Fraction(0), Fraction(0))
