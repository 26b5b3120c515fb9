"""Round numbers along an axis of evenly spaced outcomes."""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, floor, log10

from dpstudio.core.preview.distribution import Line
from dpstudio.core.quantities import grouped
from dpstudio.gui.widgets.percent import one_in

Rounded = Callable[[float, float, float], list[tuple[float, str]]]
"""Round numbers between two, about so many, and their texts."""
_ROOM, _APART = 64, 8
"""Pixels that a tick's number takes, and at least between two numbers, at 100 %."""
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
    """At most so many probabilities between two logarithms: powers of ten, with room also twice and five times them."""
    for every, times in ((1, (1, 2, 5)), *((each, (1,)) for each in (1, 2, 3, 6))):
        decades = range(every * ceil(floor(low) / every), floor(high) + 1, every)
        marks = [(decade + log10(many), decade_text(decade, many)) for decade in decades for many in times]
        found = [(at, text) for at, text in marks if low <= at <= min(high, 0)]
        if len(found) <= max(1, most):
            return found
    return found[:: len(found) - 1]


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
) -> list[tuple[float, str]]:
    """Round numbers between two, as many as stand beside each other.

    Args:
        width: of the axis, in pixels.
        scale: of the text.
        wide: how many pixels a text takes.
        rounded: which numbers are round.
    """
    most = max(2, int(width / (_ROOM * scale)))
    found = rounded(low, high, most)
    while most > 1 and len(found) > 1:
        step = width * min(later - one for (one, _), (later, _) in pairwise(found)) / (high - low)
        if step >= max(wide(text) for _, text in found) + _APART * scale:
            break
        most -= 1
        found = rounded(low, high, most)
    return found


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
