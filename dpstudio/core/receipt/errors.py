"""The ± beside a figure: what 95 of 100 runs keep, all figures of a release together, rounding included."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.figures.figures import Asked, Count, Figure, Histogram, Mean
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.question import Measurement, Survey
from dpstudio.core.receipt.claims import FiguresAsked
from dpstudio.core.tables.cells import grid_index
from dpstudio.core.tables.schema import Column

RARE = Fraction(1, 20)
_WHOLE = Fraction(1)
_Ends = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Rounded:
    """A value as it is printed, and an error that is true of the printed value."""

    value: Fraction
    error: Fraction


def vector_errors(question: Measurement) -> tuple[Fraction, ...]:
    """For each vector what its noise stays within in 95 of 100 runs, in the figure's unit."""
    steps = question.errors if question.beta == RARE else question.calibration.errors(RARE)
    return tuple(error * part.bounds.step for error, part in zip(steps, question.parts, strict=True))


def finished(asked: Asked, value: Fraction) -> Fraction:
    """Rounded, then clamped, as the person asked."""
    if asked.rounding is not None:
        value = _onto(value, asked.rounding)
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
    return figure.people * _before(wanted, asked.rounding or place, place)


def survey_error_for(wanted: Fraction) -> Fraction:
    """The most that an estimate may be off before rounding for its ± to be at most the one wanted."""
    place = min(_WHOLE, place_of(wanted))
    return _before(wanted, place, place)


def _before(wanted: Fraction, width: Fraction, place: Fraction) -> Fraction:
    """An error that is at most the one wanted once it has grown by half of `width` and been rounded up to `place`."""
    return wanted // place * place - width / 2


def finished_mean(asked: Asked, figure: Mean, people: int, total: Fraction, noise: Fraction) -> Rounded:
    """A mean of a public number of people: two digits of its error are shown."""
    value, error = total / people, figure_error(asked, noise)
    value = value if asked.rounding is not None else _onto(value, place_of(noise / people))
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
        value = min(max(_onto(exact, place_of(wide)), low), high)
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
    ends = (max(fewest, _WHOLE), max(most, _WHOLE))
    least = min((total - errors[0]) / end for end in ends)
    greatest = max((total + errors[0]) / end for end in ends)
    least, greatest = min(max(least, low), high), max(min(greatest, high), low)
    if fewest <= 0:
        least, greatest = min(least, figure.otherwise), max(greatest, figure.otherwise)
    return least, greatest


def survey_error(question: Survey) -> Fraction:
    """What every printed estimate is within in 95 of 100 runs."""
    exact = RANDOMIZED_RESPONSE.accuracy(question.epsilon, len(question.answers), question.people, RARE)
    place = survey_place(question)
    return rounded_up(exact + place / 2, place)


def survey_place(question: Survey) -> Fraction:
    """What estimates are rounded to: two digits of their error, and never coarser than one person."""
    exact = RANDOMIZED_RESPONSE.accuracy(question.epsilon, len(question.answers), question.people, RARE)
    return min(_WHOLE, place_of(exact))


def estimate(question: Survey, value: Fraction) -> Fraction:
    """An estimate as it is printed."""
    return _onto(value, survey_place(question))


def cutting_ends(asked: Asked) -> _Ends:
    """Of the two ends that a noisy figure is clamped to those that the true one may lie beyond, or None.

    Beyond such an end the ± is not true: 20 rows are printed as 1. A mean over a noisy number has its ± from what is
    printed, ends included.
    """
    figure = asked.figure
    if isinstance(figure, Mean) and figure.people is None:
        return None, None
    return _cutting(asked.least, asked.greatest, _reach_of(figure))


def _cutting(least: Fraction | None, greatest: Fraction | None, reach: _Ends) -> _Ends:
    """The ends that lie within what the true figure can be."""
    low, high = reach
    return (
        None if least is None or (low is not None and least <= low) else least,
        None if greatest is None or (high is not None and greatest >= high) else greatest,
    )


def lines_cut(asked: FiguresAsked) -> tuple[bool, ...]:
    """For each line of the result whether an end may cut it, so that its ± is not true of every table."""
    bounds = {column.name: column.bounds for column in asked.columns}
    cut: list[bool] = []
    for figure in asked.figures:
        low, high = bounds.get(figure.column or "") or (Fraction(0), Fraction(0))
        noisy_mean = figure.kind == "mean" and figure.people is None
        ends = _cutting(figure.least, figure.greatest, _reach_between(figure.kind, low, high))
        many = 3 if noisy_mean else len(figure.bins or ("",))
        cut += [not noisy_mean and ends != (None, None)] * many
    return tuple(cut)


def _reach_of(figure: Figure) -> _Ends:
    """The least and the greatest that the true figure can be on any table; None where there is no such end."""
    if isinstance(figure, Count | Histogram):
        return _reach_between("count", Fraction(0), Fraction(0))
    return _reach_between("mean" if isinstance(figure, Mean) else "total", *_ends(figure.column))


def _reach_between(kind: str, low: Fraction, high: Fraction) -> _Ends:
    """The same of a kind of figure over values from `low` to `high`."""
    none = Fraction(0)
    if kind in ("count", "histogram"):
        return none, None
    if kind == "mean":
        return low, high
    return (none if low >= 0 else None), (none if high <= 0 else None)


def place_of(error: Fraction) -> Fraction:
    """The decimal place of an error's second digit: 0.001 for 0.03; 1 for no error."""
    if error == 0:
        return _WHOLE
    place = _WHOLE
    while place * 10 > error:
        place /= 10
    while place * 100 <= error:
        place *= 10
    return place


def rounded_up(value: Fraction, place: Fraction) -> Fraction:
    """The least multiple of `place` that is at least `value`."""
    return -(-value // place) * place


def _onto(value: Fraction, width: Fraction) -> Fraction:
    return grid_index(value, width) * width


def _ends(column: Column) -> tuple[Fraction, Fraction]:
    return column.bounds or (Fraction(0), Fraction(0))
