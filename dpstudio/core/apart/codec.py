"""Values as bytes and back, by their type hints alone: plain values, frozen classes, Arrow arrays checked in full."""

import base64
import functools
import json
import struct
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

_LENGTH = struct.Struct("<Q")
_PLAIN = (type(None), bool, int, str)
_SEVERAL = (list, Sequence)


class Names(dict[str, Any]):
    """What stands for a module in type hints that are texts: it is loaded where such a hint is met."""

    def __missing__(self, name: str) -> Any:
        if name != "pa":
            raise KeyError(name)
        import pyarrow

        return pyarrow


@dataclass(frozen=True)
class Parts:
    """A message taken apart: what its JSON says, and the arrays that it points at."""

    value: Any
    arrays: "Sequence[pa.Array]"


def packed(value: Any) -> bytes:
    """A value as bytes: JSON, and each array as an Arrow stream after it."""
    streams: list[bytes] = []
    text = json.dumps(_plain(value, streams)).encode()
    return b"".join(part for body in (text, *streams) for part in (_LENGTH.pack(len(body)), body))


def unpacked(body: memoryview, wanted: Any) -> Any:
    """The value of a type that `packed` wrote.

    Raises:
        ValueError: it is of another type, or damaged.
    """
    parts = opened(body)
    return typed(wanted, parts.value, parts)


def opened(body: memoryview) -> Parts:
    """A message taken apart; every array in it is checked in full.

    Raises:
        ValueError: it is damaged.
    """
    pieces = []
    while body:
        length = _LENGTH.unpack(body[: _LENGTH.size])[0] if len(body) >= _LENGTH.size else len(body)
        if length > len(body) - _LENGTH.size:
            raise ValueError("cut")
        pieces.append(body[_LENGTH.size : _LENGTH.size + length])
        body = body[_LENGTH.size + length :]
    if not pieces:
        raise ValueError("empty")
    return Parts(json.loads(bytes(pieces[0])), [_array(piece) for piece in pieces[1:]])


def typed(wanted: Any, data: Any, parts: Parts) -> Any:
    """The value of a type that stands as `data` in a message.

    Raises:
        ValueError: it is of another type.
    """
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return _one_of(inner, data, parts)
    if origin is tuple and not (len(inner) == 2 and inner[1] is Ellipsis):
        _require(isinstance(data, list) and len(data) == len(inner))
        return tuple(typed(kind, each, parts) for kind, each in zip(inner, data, strict=True))
    if origin is tuple or origin in _SEVERAL:
        several = _several(inner[0], data, parts)
        return tuple(several) if origin is tuple else several
    if origin is np.ndarray:
        return np.array(_from(parts, data).to_numpy(zero_copy_only=False))
    if is_dataclass(wanted):
        return _frozen(wanted, data, parts)
    return _simple(wanted, data, parts)


def _simple(wanted: Any, data: Any, parts: Parts) -> Any:
    if wanted in _PLAIN:
        _require(type(data) is wanted)
        return data
    if wanted.__module__.startswith("pyarrow"):
        return _from(parts, data)
    _require(isinstance(data, str))
    if wanted is bytes:
        return base64.b64decode(data, validate=True)
    if wanted in (Path, Fraction) or issubclass(wanted, StrEnum):
        return wanted(data)
    raise ValueError(f"no value of type {wanted} is handed over")


def _several(kind: Any, data: Any, parts: Parts) -> list[Any]:
    _require(isinstance(data, list))
    if kind in _PLAIN:
        _require(all(type(each) is kind for each in data))
        return list(data)
    return [typed(kind, each, parts) for each in data]


def _frozen(kind: Any, data: Any, parts: Parts) -> Any:
    hints = _hints(kind)
    _require(isinstance(data, dict) and set(data) == set(hints))
    return kind(**{name: typed(hint, data[name], parts) for name, hint in hints.items()})


def _one_of(kinds: tuple[Any, ...], data: Any, parts: Parts) -> Any:
    """Of several types the first that fits: no two that are told apart by less stand beside each other."""
    if type(data) in kinds and type(data) in _PLAIN:
        return data
    for kind in kinds:
        try:
            return typed(kind, data, parts)
        except (ValueError, TypeError):
            continue
    raise ValueError("of no type that was promised")


def _plain(value: Any, streams: list[bytes]) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Path):
        return str(value.absolute())  # a reader may have been started in another folder
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name), streams) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each, streams) for key, each in value.items()}
    if isinstance(value, list | tuple | range):
        return [_plain(each, streams) for each in value]
    streams.append(_stream(value))
    return len(streams) - 1


def _stream(array: Any) -> bytes:
    """An array as an Arrow stream of one column."""
    import pyarrow as pa

    column = pa.array(array) if isinstance(array, np.ndarray) else array
    batch = pa.RecordBatch.from_arrays([column], names=["0"])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def _array(stream: memoryview) -> "pa.Array":
    """What `_stream` wrote; nothing of it is used before all of it was checked."""
    import pyarrow as pa

    accepted = (pa.string(), pa.large_string(), pa.int64(), pa.bool_())
    try:
        with pa.ipc.open_stream(stream) as reader:
            [field] = reader.schema
            _require(field.type in accepted)
            table = reader.read_all()
        table.validate(full=True)
    except (pa.ArrowException, OSError) as error:
        raise ValueError("a damaged array") from error
    found = table.column(0).combine_chunks()
    return found if isinstance(found, pa.Array) else pa.array([], field.type)


def _from(parts: Parts, place: Any) -> "pa.Array":
    _require(type(place) is int and 0 <= place < len(parts.arrays))
    return parts.arrays[place]


@functools.lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, localns=Names())


def _require(right: bool) -> None:
    if not right:
        raise ValueError("not of the type that was promised")
