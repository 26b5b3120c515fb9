"""Where each value of a statement comes from; a class of a statement says it for every one of its fields."""

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

_Class = TypeVar("_Class", bound=type)
_SAID = "__origins__"


class Origin(StrEnum):
    """The only places that a value of a statement may come from: never a row, but through the draw that is charged."""

    TYPED = "typed"
    PUBLIC_FILE = "public file"
    DERIVED = "derived"  # from what was typed, from public files, from the ledger's charges, from the day
    DRAWN = "drawn"
    FIXED = "fixed"  # by the program, its version and its libraries


def leaves(
    *, typed: str = "", public: str = "", derived: str = "", drawn: str = "", fixed: str = ""
) -> Callable[[_Class], _Class]:
    """Say where the fields of a frozen dataclass come from, each by its name; one with two origins is named twice.

    Fields that hold such dataclasses are not named: they say it themselves.

    Raises:
        TypeError: while the class is made: a field is not named, or what is named is none.
    """
    told = (
        (Origin.TYPED, typed),
        (Origin.PUBLIC_FILE, public),
        (Origin.DERIVED, derived),
        (Origin.DRAWN, drawn),
        (Origin.FIXED, fixed),
    )

    def said(made: _Class) -> _Class:
        found = dict(getattr(made, _SAID, {}))
        for origin, names in told:
            for name in names.split():
                found[name] = found.get(name, frozenset()) | {origin}
        wanted = {name for name, hint in _hints(made).items() if not _is_part(hint)}
        if set(found) != wanted:
            odd = ", ".join(sorted(set(found) ^ wanted))
            raise TypeError(f"{made.__name__}: it is not said, or said of no such field, where this comes from: {odd}")
        setattr(made, _SAID, types.MappingProxyType(found))
        return made

    return said


def origins_of(kind: type) -> Mapping[str, frozenset[Origin]]:
    """What a class says of its leaves.

    Raises:
        TypeError: it says nothing, so no statement may hold it.
    """
    if _SAID not in vars(kind):
        raise TypeError(f"{kind.__name__} does not say where its values come from")
    found: Mapping[str, frozenset[Origin]] = vars(kind)[_SAID]
    return found


def walked(value: Any, path: str = "") -> Iterator[tuple[str, frozenset[Origin], Any]]:
    """Every leaf of a statement: its path, where it may come from, and the value."""
    told = origins_of(type(value))
    for field in fields(value):
        inner, here = getattr(value, field.name), f"{path}.{field.name}".lstrip(".")
        if field.name in told:
            yield here, told[field.name], inner
            continue
        parts = inner if isinstance(inner, tuple) else () if inner is None else (inner,)
        for place, part in enumerate(parts, 1):
            yield from walked(part, f"{here}.{place}" if isinstance(inner, tuple) else here)


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _is_part(hint: Any) -> bool:
    """Whether a field holds dataclasses, and not values."""
    return any(is_dataclass(each) for each in _simple(hint))


def _simple(hint: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    if get_origin(hint) is None or get_origin(hint) is Literal:
        yield hint
        return
    for inner in get_args(hint):
        yield from _simple(inner)
