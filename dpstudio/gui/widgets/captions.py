"""Short texts in a few lines, each as narrow as its words allow."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from dpstudio.gui.widgets.breaking import BREAK, breakable

Wide = Callable[[str], int]
_AFTER = re.compile(f"(?<=[ {BREAK}])")


def in_lines(wide: Wide, text: str, most: int) -> tuple[str, ...]:
    """A text in at most so many lines, whose longest is as short as the places to break allow.

    Args:
        wide: how wide a text is.
    """
    pieces = _AFTER.split(breakable(text))
    width = max(wide(_seen([piece])) for piece in pieces)
    while len(lines := _filled(wide, pieces, width)) > most:
        width = min(wide(_seen([*line, after[0]])) for line, after in pairwise(lines))
    return tuple(map(_seen, lines))


def within(wide: Wide, text: str, width: int, most: int) -> tuple[str, ...]:
    """A text in as few lines as a width asks for, of which there may be so many."""
    for lines in range(1, most):
        found = in_lines(wide, text, lines)
        if max(map(wide, found)) <= width:
            return found
    return in_lines(wide, text, most)


def _filled(wide: Wide, pieces: Sequence[str], width: int) -> list[list[str]]:
    """The pieces in lines, each as full as this width allows."""
    lines: list[list[str]] = []
    for piece in pieces:
        if lines and wide(_seen([*lines[-1], piece])) <= width:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return lines


def _seen(pieces: Sequence[str]) -> str:
    return "".join(pieces).replace(BREAK, "").rstrip(" ")
