"""Frozen values as JSON and back: rationals and large whole numbers as texts, nothing unknown, nothing left out."""

import re
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from dpstudio.core.errors import InputError
from dpstudio.core.origins import origins_of
from dpstudio.core.quantities import rational_text
from dpstudio.translation import phrase

_RATIONAL = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]+)?")
_LARGEST_NUMBER = 1 << 53
_MOST_DIGITS = 4000


def plain(value: Any) -> Any:
    """A frozen value as JSON has it.

    Raises:
        TypeError: a class in it does not say where its values come from, or a value is of a type that none may have.
    """
    if is_dataclass(value) and not isinstance(value, type):
        origins_of(type(value))
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(value[key]) for key in sorted(value)}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    if isinstance(value, Fraction):
        return rational_text(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        return str(value)  # English, whatever it remembers
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _LARGEST_NUMBER:
        return str(value)
    if value is not None and type(value) not in (str, bool, int):
        raise TypeError(f"a statement cannot hold a {type(value).__name__}")
    return value


def typed(wanted: Any, data: Any, where: str = "receipt") -> Any:
    """The value of a type that `plain` wrote as `data`.

    Raises:
        InputError: something is missing, unknown or of another type, and where.
    """
    origin = get_origin(wanted)
    if wanted is Fraction:
        return _rational(data, where)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(wanted), data, where)
    if origin is Literal:
        return _checked(data, data in get_args(wanted), where)
    if origin is tuple:
        inner = get_args(wanted)[0]
        _checked(data, isinstance(data, list), where)
        return tuple(typed(inner, each, f"{where}.{place}") for place, each in enumerate(data, 1))
    if origin is Mapping or origin is dict:
        inner = get_args(wanted)[1]
        _checked(data, isinstance(data, dict), where)
        return types.MappingProxyType({key: typed(inner, each, f"{where}.{key}") for key, each in data.items()})
    if is_dataclass(wanted):
        return _frozen(wanted, data, where)
    return _simple(wanted, data, where)


def _simple(wanted: Any, data: Any, where: str) -> Any:
    if wanted is int:
        written = isinstance(data, str) and re.fullmatch("-?[0-9]{1,4000}", data) is not None
        return int(_checked(data, written or (isinstance(data, int) and not isinstance(data, bool)), where))
    if isinstance(wanted, type) and issubclass(wanted, StrEnum):
        return wanted(_checked(data, data in tuple(wanted), where))
    if wanted is str:
        return _checked(data, isinstance(data, str) and not isinstance(data, StrEnum), where)
    return _checked(data, type(data) is wanted, where)


def _rational(data: Any, where: str) -> Fraction:
    written = isinstance(data, str) and len(data) <= _MOST_DIGITS and _RATIONAL.fullmatch(data) is not None
    _checked(data, written and not data.endswith("/0"), where)
    value = Fraction(data)
    _checked(data, rational_text(value) == data, where)
    return value


def _one_of(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    """Of several dataclasses the one that has these names; else the one simple type, or nothing."""
    if data is None and type(None) in kinds:
        return None
    shapes = [each for each in kinds if is_dataclass(each)]
    if not shapes:
        return typed(next(each for each in kinds if each is not type(None)), data, where)
    if len(shapes) > 1:
        _checked(data, isinstance(data, dict), where)
        shapes = [each for each in shapes if _fits(each, data)]
    if len(shapes) != 1:
        raise _refused(where)
    return _frozen(shapes[0], data, where)


def _fits(kind: Any, data: dict[str, Any]) -> bool:
    """Whether the names are this type's, and its fixed words too."""
    hints = _hints(kind)
    fixed = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}
    return set(hints) == set(data) and all(data[name] in words for name, words in fixed.items())


def _frozen(kind: Any, data: Any, where: str) -> Any:
    hints = _hints(kind)
    _checked(data, isinstance(data, dict) and set(data) == set(hints), where)
    return kind(**{name: typed(hint, data[name], f"{where}.{name}") for name, hint in hints.items()})


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _checked(data: Any, right: bool, where: str) -> Any:
    if not right:
        raise _refused(where)
    return data


def _refused(where: str) -> InputError:
    return InputError(
        phrase("The receipt cannot be read at {where}.", where=where), phrase("Use the receipt as dpstudio wrote it.")
    )
