"""Alterations of a receipt, one for every value of its statement, by kind."""

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpstudio.core.origins import Origin, walked
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.receipt import Receipt

Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that holds no others, with its place."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield at, value
        return
    for name, each in inner:
        yield from places(each, (*at, name))


def others(value: Any) -> list[Any]:
    """Other values of the same kind, and one of another."""
    if value is None:
        return ["1"]
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        return [value + 1, 2 * value + 1, str(value)]
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return [f"{value}x", "", None]
    return [rational_text(2 * number + (number == 0)), rational_text(number / 2 + (number == 0)), None]


def derived_places(receipt: Receipt) -> Iterator[tuple[Place, Any]]:
    """The values that follow from others, or are the program's own, as the statement says of itself."""
    for path, origins, _ in walked(receipt):
        if origins <= {Origin.DERIVED, Origin.FIXED}:
            place = tuple(int(name) - 1 if name.isdigit() else name for name in path.split("."))
            yield from places(at(receipt.statement, place), place)


def at(value: Any, place: Place) -> Any:
    """What stands at a place."""
    for name in place:
        value = value[name]
    return value


def altered(statement: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    """A copy with another value at one place."""
    found = copy.deepcopy(statement)
    at(found, place[:-1])[place[-1]] = value
    return found


def dotted(place: Place) -> str:
    """A place without the numbers of a list's entries."""
    return ".".join(name for name in place if isinstance(name, str))
