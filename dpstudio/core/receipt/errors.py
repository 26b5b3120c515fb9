"""The ± beside a figure: what 95 of 100 runs keep, all figures of a release together, rounding included."""

from fractions import Fraction

from dpstudio.core.receipt.claims import Asked, FiguresAsked, NoiseUsed, Used
from dpstudio.core.receipt.figure_kinds import REACHES, Ends
from dpstudio.core.tables.cells import grid_index

RARE = Fraction(1, 20)
WHOLE = Fraction(1)


def before_rounding(wanted: Fraction, width: Fraction, place: Fraction) -> Fraction:
    """An error that is at most the one wanted once it has grown by half of `width` and been rounded up to `place`."""
    return wanted // place * place - width / 2


def cutting(least: Fraction | None, greatest: Fraction | None, reach: Ends) -> Ends:
    """The ends that lie within what the true figure can be."""
    low, high = reach
    return (
        None if least is None or (low is not None and least <= low) else least,
        None if greatest is None or (high is not None and greatest >= high) else greatest,
    )


def lines_cut(asked: Asked | None, used: Used | None) -> tuple[bool, ...]:
    """For each line of the result whether an end may cut it, so that its ± is not true of every table.

    What is made of several noisy vectors stands above them, and has its ± from what is printed, ends included.
    """
    if not isinstance(asked, FiguresAsked) or not isinstance(used, NoiseUsed):
        return ()
    bounds = {column.name: column.bounds for column in asked.columns}
    cut: list[bool] = []
    for figure in asked.figures:
        low, high = bounds.get(figure.column or "") or (Fraction(0), Fraction(0))
        own = [each for each in used.noises if each.figure == figure.name]
        ends = cutting(figure.least, figure.greatest, REACHES[figure.kind](low, high))
        if len(own) > 1:
            cut += [False] * (1 + len(own))
        else:
            cut += [ends != (None, None)] * sum(each.components for each in own)
    return tuple(cut)


def place_of(error: Fraction) -> Fraction:
    """The decimal place of an error's second digit: 0.001 for 0.03; 1 for no error."""
    if error == 0:
        return WHOLE
    place = WHOLE
    while place * 10 > error:
        place /= 10
    while place * 100 <= error:
        place *= 10
    return place


def rounded_up(value: Fraction, place: Fraction) -> Fraction:
    """The least multiple of `place` that is at least `value`."""
    return -(-value // place) * place


def onto(value: Fraction, width: Fraction) -> Fraction:
    """The nearest multiple of `width`."""
    return grid_index(value, width) * width
