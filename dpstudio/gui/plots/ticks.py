"""Round numbers along an axis of evenly spaced outcomes."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil, floor, inf, log10

from dpstudio.core.preview.distribution import Line
from dpstudio.core.quantities import grouped
from dpstudio.gui.widgets.percent import one_in, power_text

Rounded = Callable[[float, float, float], list[tuple[float, str]]]
"""Round numbers between two, about so many, and their texts."""
_ROOM, _APART, _OVER = 64, 8, 8
"""Pixels that a tick's number takes, those at least between two numbers, and those at most beyond an end, at 100 %."""
_ABOVE = 1.25
"""How many lines of text a number takes on an upright axis."""
_TWO, _FINEST = 2, 12
"""By how many numbers an axis can be read, and below how many of them two are looked for."""
_IN_PERCENT = -5
"""Powers of ten from this one on are written in percent."""


def round_ticks(low: float, high: float, most: float) -> list[tuple[float, str]]:
    """About as many multiples of 1, 2 or 5 times a power of ten between two numbers, and their texts."""
    if not high > low:
        return [(low, _text(low, 6))]
    least = (high - low) / max(1.0, most)
    power = 10.0 ** floor(log10(least))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - 1e-9))
    decimals = max(0, -floor(log10(step) + 1e-9))
    first, last = ceil(low / step - 1e-6), floor(high / step + 1e-6)
    return [(at * step, _text(at * step, decimals)) for at in range(first, last + 1)]


def decade_ticks(low: float, high: float, most: float) -> list[tuple[float, str]]:
    """As `power_ticks`, of probabilities."""
    return power_ticks(low, min(high, 0), most, decade_text)


def number_ticks(low: float, high: float, most: float) -> list[tuple[float, str]]:
    """As `power_ticks`, of numbers of any size."""
    return power_ticks(low, high, most, power_text)


def power_ticks(low: float, high: float, most: float, said: Callable[[int, int], str]) -> list[tuple[float, str]]:
    """About so many numbers between two logarithms, from the least power of ten on, and their texts.

    With room for it they are also twice and five times a power of ten; where there are two of all of these, there are
    never fewer.

    Args:
        said: the text of a power of ten that is taken so many times.
    """
    every_one = _powers(low, high, range(floor(low), floor(high) + 1), (1, 2, 5))
    tens = [_powers(low, high, range(ceil(low), floor(high) + 1, every), (1,)) for every in (1, 2, 3, 6)]
    some = (each for each in (every_one, *tens) if 2 <= len(each) <= max(2, most))
    found = next(some, every_one[:: max(1, len(every_one) - 1)])
    return [(at, said(decade, many)) for at, decade, many in found]


def _powers(low: float, high: float, decades: range, times: tuple[int, ...]) -> list[tuple[float, int, int]]:
    """The logarithms of some powers of ten, each taken so many times, that lie between two."""
    found = [(decade + log10(many), decade, many) for decade in decades for many in times]
    return [each for each in found if low <= each[0] <= high]


def decade_text(decade: int, many: int = 1) -> str:
    """So many times a power of ten as a probability: "0.2 %", or "1 in 10 million"."""
    if decade < _IN_PERCENT:
        return one_in(many * 10.0**decade)
    places = max(0, -2 - decade)
    return f"{many * 10 ** (decade + 2):.{places}f} %"


def ticks_across(
    low: float,
    high: float,
    width: float,
    scale: float,
    wide: Callable[[str], float],
    rounded: Rounded = round_ticks,
    before: float = 0,
) -> list[tuple[float, str]]:
    """Round numbers between two, as many as stand beside each other, and two at least where two of any do.

    A number of which a part would stand beyond an end of the axis is not seen, and not one of the two.

    Args:
        width: of the axis, in pixels.
        scale: of the text.
        wide: how many pixels a text takes.
        rounded: which numbers are round.
        before: how many pixels a number may stand beyond the beginning, besides those that it always may.
    """
    if not high > low:
        return rounded(low, high, 1)
    pixel = width / (high - low)

    def inside(at: float, text: str) -> bool:
        half, over = wide(text) / 2, _OVER * scale
        return half <= (at - low) * pixel + over + before and half <= (high - at) * pixel + over

    def fits(found: list[tuple[float, str]]) -> bool:
        return _least_apart(found) * pixel >= max((wide(text) for _, text in found), default=0.0) + _APART * scale

    def seen(found: list[tuple[float, str]]) -> list[tuple[float, str]]:
        return [each for each in found if inside(*each)]

    most = max(2, int(width / (_ROOM * scale)))
    fewer = (rounded(low, high, many) for many in range(most, 0, -1))
    found = next(filter(fits, fewer), rounded(low, high, 1))
    if len(seen(found)) >= _TWO:
        return found
    return next(_finer(lambda many: seen(rounded(low, high, many)), fits), found)


def ticks_up(
    low: float, high: float, height: float, line: float, rounded: Rounded = round_ticks
) -> list[tuple[float, str]]:
    """As `ticks_across`, one above the other.

    Args:
        height: of the axis, in pixels.
        line: how many of them a line of text takes.
    """

    def few(many: float) -> list[tuple[float, str]]:
        return [each for each in rounded(low, high, many) if low <= each[0] <= high]

    def fits(found: list[tuple[float, str]]) -> bool:
        return _least_apart(found) * height >= line * (high - low)

    found = few(height / (_ABOVE * line))
    return found if len(found) >= _TWO else next(_finer(few, fits), found)


def _finer(
    few: Callable[[float], list[tuple[float, str]]], fits: Callable[[list[tuple[float, str]]], bool]
) -> Iterator[list[tuple[float, str]]]:
    """Two numbers or more of a finer grid that stand beside each other and lie a round number apart."""
    some = (each[::every] for each in map(few, range(2, _FINEST)) for every in (1, 2, 5))
    return (each for each in some if len(each) >= _TWO and _is_even(each) and fits(each))


def _least_apart(ticks: list[tuple[float, str]]) -> float:
    """How far the nearest two lie apart; any distance where there are no two."""
    return min((later - one for (one, _), (later, _) in pairwise(ticks)), default=inf)


def _is_even(ticks: list[tuple[float, str]]) -> bool:
    """Whether the second number lies 1, 2 or 5 times a power of ten beyond the first."""
    digits = f"{ticks[1][0] - ticks[0][0]:.6e}"
    return digits[0] in "125" and not float(digits[1:8])


def line_ticks(
    line: Line, first: int, last: int, width: float, scale: float, wide: Callable[[str], float]
) -> list[tuple[float, str]]:
    """Round numbers over the outcomes that have them, in the middle of their places.

    Args:
        first, last: the places between which outcomes are shown, the last one not among them.
        width, scale, wide: as for `ticks_across`.
    """
    low, high = (line.first + place * line.step for place in (first, last - 1))
    found = ticks_across(low, high, width, scale, wide)
    return [((value - line.first) / line.step + 0.5, text) for value, text in found]


def _text(value: float, decimals: int) -> str:
    shown = f"{value:.{decimals}f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return "0" if shown == "-0" else grouped(shown)
