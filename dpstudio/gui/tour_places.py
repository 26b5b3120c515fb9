"""Where the words of a tour stand: beside what they are about, and never over it while there is room elsewhere."""

from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

AROUND, APART = 6, 12
"""Pixels that the ring is larger than its part on each side, and that lie between the ring and the words."""
_NEAR = 48
"""Pixels that are as good as nothing: within them words stand below rather than above."""


def seen(part: QWidget, window: QWidget) -> QRect:
    """Where a part is in the window, as far as nothing that it scrolls in cuts it off."""
    if not part.isVisible():
        return QRect()
    found, above = QRect(part.mapTo(window, QPoint(0, 0)), part.size()), part.parentWidget()
    while above is not None and above is not window:
        found &= QRect(above.mapTo(window, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return found


def beside(spot: QRect, size: QSize, room: QRect, kept: Sequence[QRect] = ()) -> QPoint:
    """Where words of a size stand: as near to a spot as they cover neither that nor what is kept in sight.

    Args:
        room: where words may stand at all.
        kept: the more important first.
    """
    wide, high = size.toTuple()
    least = room.topLeft() + QPoint(APART, APART)
    most = room.bottomRight() - QPoint(wide + APART, high + APART)
    if spot.isEmpty():
        return most
    ring, kept = spot.adjusted(-AROUND, -AROUND, AROUND, AROUND), [each for each in kept if not each.isEmpty()]
    known = (ring, *kept)
    tops = [each.bottom() + APART for each in known] + [each.top() - high - APART for each in known] + [spot.top()]
    lefts = [spot.left()] + [x for each in known for x in (each.right() + APART, each.left() - wide - APART)]

    def cost(at: QPoint) -> tuple[int, ...]:
        words = QRect(at, size)
        return (*(_area(words.intersected(each)) for each in known), _distance(words, ring) // _NEAR)

    places = (
        QPoint(_held(left, least.x(), most.x()), _held(top, least.y(), most.y()))
        for top, left in product((*tops, most.y(), least.y()), (*lefts, most.x(), least.x()))
    )
    return min(places, key=cost)


def _held(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))


def _area(of: QRect) -> int:
    return 0 if of.isEmpty() else of.width() * of.height()


def _distance(one: QRect, other: QRect) -> int:
    """How far two rectangles are apart, across and down together."""
    across = max(other.left() - one.right(), one.left() - other.right(), 0)
    return across + max(other.top() - one.bottom(), one.top() - other.bottom(), 0)
