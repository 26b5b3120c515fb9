"""Where names stand beside the circles of a map, so that none hides another one or a circle."""

from collections.abc import Iterator
from itertools import product
from math import cos, sin, tau

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

_GAP, _AIR = 3, 1 / 16
"""Pixels between a circle and its name; the share of a line's height that is empty, beside a pixel, above the letters
and below them."""
_RIGHT, _LEFT = (tuple((side, down) for down in (0.0, -0.25, 0.25, -0.5, 0.5)) for side in (1, -1))
_MIDDLE, _CORNERS = ((0, -1.0), (0, 1.0)), ((1, -1.0), (-1, -1.0), (1, 1.0), (-1, 1.0))
_ORDERS = tuple(first + second + _MIDDLE + _CORNERS for first, second in ((_RIGHT, _LEFT), (_LEFT, _RIGHT)))
_ORDERS += tuple(_MIDDLE + each for each in _ORDERS)
"""Where names may stand: beside their circles, also up to half a line higher or lower, above and below, or at a corner;
in which order these places are tried."""
_ROUNDS, _FEW = 4, 12
"""How often the names that found no room are tried first, where there are so few."""
_LINES_AWAY, _WAYS, _APART = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0), 16, 0.3
"""How many lines of text away from its circle such a name may stand, the nearest first, in how many directions, and
which share of a line is left between it and the names beside it."""
Name = tuple[int, QSizeF]
"""Of which candidate it is, and how large."""
Spots = dict[int, QRectF]


def arranged(names: list[Name], hidden: list[QRectF], circles: list[QRectF], whole: QRectF) -> Iterator[Spots]:
    """Where each name stands that finds room beside its circle, in several ways.

    Args:
        names: of which candidates, the likeliest first.
        hidden: what no name may hide.
        circles: of all candidates.
        whole: beyond it no name is written.
    """
    for order in _ORDERS:
        yield from _tried(order, names, hidden, circles, whole)


def led(
    names: list[Name], near: Spots, hidden: list[QRectF], circles: list[QRectF], whole: QRectF
) -> tuple[Spots, list[QLineF]]:
    """Where a few names stand that found no room beside their circles, and the lines that lead there.

    Args:
        near: the names that stand beside their circles.
        hidden, circles, whole: as for `arranged`.
    """
    found: Spots = {}
    lines: list[QLineF] = []
    for place, size in names if len(names) <= _FEW else ():
        air = _APART * size.height()
        taken = [_letters(each).adjusted(-air, 0, air, 0) for each in (*near.values(), *found.values())]
        others = [each for at, each in enumerate(hidden) if at != place]
        for spot, line in _away(circles[place], size):
            free = not any(_letters(spot).intersects(each) for each in (*taken, *hidden))
            free = free and not any(_crosses(_letters(spot), each) for each in lines)
            if free and whole.contains(spot) and not any(_crosses(each, line) for each in (*taken, *others)):
                found[place] = spot
                lines.append(line)
                break
    return found, lines


def _away(circle: QRectF, size: QSizeF) -> Iterator[tuple[QRectF, QLineF]]:
    """Places in all directions, the nearest first, each with the line from the circle to it."""
    middle = circle.center()
    for far, way in product(_LINES_AWAY, range(_WAYS)):
        across, down = cos(tau * way / _WAYS), sin(tau * way / _WAYS)
        away = circle.width() / 2 + far * size.height()
        x = middle.x() + across * (away + size.width() / 2)
        y = middle.y() + down * (away + size.height() / 2)
        spot = around(x, y, size.width(), size.height())
        letters = _letters(spot)
        end = QPointF(
            min(max(middle.x(), letters.left()), letters.right()), min(max(middle.y(), letters.top()), letters.bottom())
        )
        line = QLineF(middle, end)
        if line.length() > circle.width() / 2:
            line.setP1(line.pointAt(circle.width() / 2 / line.length()))
            yield spot, line


def _letters(spot: QRectF) -> QRectF:
    """What letters take of the place of a name."""
    air = 1 + _AIR * spot.height()
    return spot.adjusted(0, air, 0, -air)


def _crosses(rectangle: QRectF, line: QLineF) -> bool:
    """Whether a line leads through a rectangle."""
    steps = max(1, round(line.length() / 2))
    return any(rectangle.contains(line.pointAt(step / steps)) for step in range(steps))


def _tried(
    order: tuple[tuple[int, float], ...],
    names: list[Name],
    hidden: list[QRectF],
    circles: list[QRectF],
    whole: QRectF,
) -> Iterator[Spots]:
    """Where each name stands that finds room, if places are tried in this order; then with what is left out at first.

    Args:
        hidden: what no name may hide.
    """
    for _ in range(_ROUNDS):
        found = _placed(order, names, hidden, circles, whole)
        yield found
        left_out = [each for each in names if each[0] not in found]
        if not left_out or len(names) > _FEW:
            return
        names = left_out + [each for each in names if each[0] in found]


def _placed(
    order: tuple[tuple[int, float], ...],
    names: list[Name],
    hidden: list[QRectF],
    circles: list[QRectF],
    whole: QRectF,
) -> Spots:
    """The same, one name after the other."""
    found: Spots = {}
    for place, size in names:
        for side, down in order:
            spot = _beside(circles[place], side, down, size)
            letters = _letters(spot)
            if whole.contains(letters) and not any(letters.intersects(each) for each in (*found.values(), *hidden)):
                found[place] = spot
                break
    return found


def around(x: float, y: float, wide: float, high: float) -> QRectF:
    """A rectangle around a point."""
    return QRectF(x - wide / 2, y - high / 2, wide, high)


def _beside(circle: QRectF, side: int, down: float, size: QSizeF) -> QRectF:
    """A place beside a circle, or above or below it."""
    level = abs(down) < 1
    away = (circle.width() + size.width()) / 2 + (_GAP if level else -circle.width() / 2)
    lower = size.height() if level else (circle.height() + size.height()) / 2
    middle = circle.center()
    return around(middle.x() + side * away, middle.y() + down * lower, size.width(), size.height())
