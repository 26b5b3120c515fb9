"""How a halfspace of two coordinates is moved and turned: by round numbers, which can be read aloud."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import atan2, ceil, degrees, floor, gcd, hypot

from dpstudio.core.preview.queries import Halfspace, Plane, summed
from dpstudio.core.quantities import readable
from dpstudio.translation import phrase

Direction = tuple[int, int]
Spot = tuple[float, float]
STEP = Fraction(1, 10)
_LARGEST = 4
_AROUND = Fraction(1, 2)
"""How far beyond all rows a border may lie."""


@cache
def _round() -> tuple[Direction, ...]:
    """Pairs of small whole numbers that have no factor in common."""
    numbers = range(-_LARGEST, _LARGEST + 1)
    return tuple((across, up) for across in numbers for up in numbers if gcd(across, up) == 1)


def directions(plane: Plane, also: Direction) -> tuple[Direction, ...]:
    """The directions in which a halfspace may lie, once around from the one across; `also` is one of them."""
    found = _round() if plane.up is not None else ((1, 0), (-1, 0))
    return tuple(sorted({*found, also}, key=angle))


def angle(direction: Direction) -> float:
    """By how many degrees a direction is turned from the one across, less than 360."""
    return degrees(atan2(direction[1], direction[0])) % 360


def reach(plane: Plane, direction: Direction) -> tuple[int, int]:
    """Between which multiples of the step a border in a direction lies among the rows, or just beyond them."""
    across, up = direction
    sums = [across * x + up * y for x, y in plane.spots]
    return floor((min(sums) - _AROUND) / STEP), ceil((max(sums) + _AROUND) / STEP)


def placed(plane: Plane, direction: Direction, least: float) -> Halfspace:
    """The halfspace in a direction whose border lies nearest to a number."""
    low, high = reach(plane, direction)
    return Halfspace(*direction, min(max(low, round(least / float(STEP))), high) * STEP)


def through(plane: Plane, halfspace: Halfspace, spot: Spot) -> Halfspace:
    """A halfspace moved until its border goes through a spot."""
    across, up, _ = halfspace
    return placed(plane, (across, up), across * spot[0] + up * spot[1])


def pivot(plane: Plane, halfspace: Halfspace) -> Spot:
    """The spot of a border that is nearest to the middle of all rows; around it a halfspace turns."""
    spots = plane.spots
    x, y = ((min(each) + max(each)) / 2 for each in zip(*spots, strict=True))
    across, up, least = halfspace
    apart = (float(least) - across * x - up * y) / (across**2 + up**2)
    return x + across * apart, y + up * apart


def turned(plane: Plane, halfspace: Halfspace, direction: Direction) -> Halfspace:
    """A halfspace turned around its pivot."""
    x, y = pivot(plane, halfspace)
    return placed(plane, direction, direction[0] * x + direction[1] * y)


def toward(plane: Plane, halfspace: Halfspace, spot: Spot) -> Halfspace:
    """A halfspace turned around its pivot until its border goes through a spot, about; the same side stays inside."""
    x, y = pivot(plane, halfspace)
    across, up = spot[1] - y, x - spot[0]
    if across * halfspace.across + up * halfspace.up < 0:
        across, up = -across, -up
    among = directions(plane, (halfspace.across, halfspace.up))
    nearest = max(among, key=lambda each: (across * each[0] + up * each[1]) / hypot(*each))
    return turned(plane, halfspace, nearest)


def within(corners: Sequence[Spot], halfspace: Halfspace) -> list[Spot]:
    """The part of a figure with these corners that lies in a halfspace, by its corners in turn."""
    across, up, least = halfspace
    found: list[Spot] = []
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        here, there = (across * a + up * b - float(least) for a, b in ((x, y), (to_x, to_y)))
        if here >= 0:
            found.append((x, y))
        if (here < 0) != (there < 0):
            share = here / (here - there)
            found.append((x + share * (to_x - x), y + share * (to_y - y)))
    return found


def said(plane: Plane, halfspace: Halfspace) -> str:
    """A halfspace as a formula."""
    terms = [(halfspace.across, plane.across.name), *([(halfspace.up, plane.up.name)] if plane.up is not None else [])]
    return phrase("{sum} ≥ {least}", sum=summed(terms), least=readable(halfspace.least))
