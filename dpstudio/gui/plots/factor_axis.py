"""What stands along the axes of a picture of ratios: factors beside it, names below."""

from collections.abc import Sequence
from math import log

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from dpstudio.core.preview.proof import times_text
from dpstudio.gui.plots.two_lines import narrow, wide
from dpstudio.translation import tr

_ROUND = (2, 10, 1.5, 5, 1.2, 1.1, 1.05, 1.02, 1.01, 100, 1_000, 10_000, 1_000_000)
"""Factors that are written between the lines at ε and beyond them, the first ones rather than the last."""

Bar = tuple[float, str]
"""Where a bar stands, in pixels, and its name."""


def factor_ticks(limit: float, high: float, least: float) -> list[tuple[float, str]]:
    """The factors that ε allows, no change, and round factors, as many as stand apart.

    Args:
        limit: ε.
        high: the logarithm at the upper end, and at the lower one below 0.
        least: how far two of them lie apart at least.
    """
    allowed = tr("{factor} (ε = {limit})", factor=times_text(limit), limit=f"{limit:g}")
    found = [(limit, allowed)]
    for at in (-limit, 0.0, *(side * log(each) for each in _ROUND for side in (1, -1))):
        if abs(at) < high and all(abs(at - other) >= least for other, _ in found):
            found.append((at, times_text(at)))
    return found


def names_across(bars: Sequence[Bar], room: float, whole: float, metrics: QFontMetrics) -> list[Bar]:
    """Where which names stand below bars, none of them cut: all that have room, on one line or on two.

    Args:
        bars: that which comes first is named rather than what follows.
        room: how wide a name is where the next bar has one.
        whole: the width of the picture, in pixels.
    """
    for broken in (False, True):
        found = [(at, narrow(name, room, metrics) if broken else name) for at, name in bars]
        if all(wide(name, metrics) <= room for _, name in found):
            return [(_inside(at, wide(name, metrics), whole), name) for at, name in found]
    taken: list[tuple[float, float]] = []
    named: list[Bar] = []
    for at, name in found:
        length = wide(name, metrics)
        middle = _inside(at, length, whole)
        left, right = middle - length / 2, middle + length / 2
        if length <= whole and all(right <= begin or left >= end for begin, end in taken):
            taken.append((left - metrics.averageCharWidth(), right + metrics.averageCharWidth()))
            named.append((middle, name))
    least = [(whole / 2, metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(whole))) for _, name in bars[:1]]
    return named or least


def _inside(at: float, length: float, whole: float) -> float:
    """Where the middle of a name stands, so that neither end of it lies beyond the picture."""
    return min(max(at, length / 2), whole - length / 2)
