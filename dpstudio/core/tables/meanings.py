"""What whole columns of cells mean, texts or typed ones: as `cells.reader` says, but many at once.

The one place where many cells get their meaning, whoever reads them: an import, a count of cells where they lie, a
candidate's name.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.tables.cells import reach_of_cells, reader
from dpstudio.core.tables.decimals import plain_steps
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, Column, Kind
from dpstudio.core.tables.texts import as_texts

if TYPE_CHECKING:
    import pyarrow as pa

_FINEST = 1 << 60
_BLANKS = " \t\n\v\f\r\x1c\x1d\x1e\x1f"


def map_cells(texts: "pa.Array", column: Column) -> "pa.Array":
    """The meanings of cells that are texts: plain numbers all at once, of the rest each distinct text once."""
    return mapper(column)(texts)


def mapper(column: Column) -> "Callable[[pa.Array], pa.Array]":
    """The same for many arrays of one column."""
    meaning = reader(column)
    if column.kind is Kind.CHOICES:
        return lambda texts: _read_distinct(texts, meaning, column)
    if column.kind in TEXTUAL:
        return lambda texts: _plain_texts(texts, meaning, column)
    return lambda texts: _numbers(texts, meaning, column)


def meaning_type(column: Column) -> "pa.DataType":
    """Of what type the meanings of a column are."""
    import pyarrow as pa

    return pa.string() if column.kind in TEXTUAL else pa.int64()


def are_blank(texts: "pa.Array") -> Any:
    """Which cells are blank, whatever their column is declared as."""
    return map_cells(texts, Column("", Kind.CATEGORY)).is_null()


def _numbers(texts: "pa.Array", meaning: Callable[[str | None], Any], column: Column) -> "pa.Array":
    import pyarrow as pa

    plain = plain_steps(texts, column)
    if plain is None:
        return _read_distinct(texts, meaning, column)
    steps, done = plain
    if done.all():
        return pa.array(steps, pa.int64())
    rest = _read_distinct(texts.filter(pa.array(~done)), meaning, column)
    known = np.ones(steps.size, bool)
    known[~done] = rest.is_valid().to_numpy(zero_copy_only=False)
    steps[~done] = rest.fill_null(0).to_numpy(zero_copy_only=False)
    return pa.array(steps, pa.int64(), mask=~known)


def _plain_texts(texts: "pa.Array", meaning: Callable[[str | None], Any], column: Column) -> "pa.Array":
    """Texts of ASCII are trimmed all at once; the others are read one by one, each distinct one once."""
    import pyarrow as pa
    import pyarrow.compute as compute

    if not compute.all(compute.string_is_ascii(texts), min_count=0).as_py():
        return _read_distinct(texts, meaning, column)
    trimmed = compute.ascii_trim(texts, characters=_BLANKS)
    if not column.match_case:
        trimmed = compute.ascii_lower(trimmed)
    filled = compute.if_else(compute.equal(trimmed, ""), pa.scalar(None, pa.string()), trimmed)
    absent = meaning(None)
    return filled if absent is None else filled.fill_null(absent)


def _read_distinct(texts: "pa.Array", meaning: Callable[[str | None], Any], column: Column) -> "pa.Array":
    import pyarrow as pa

    coded = texts.dictionary_encode()
    values = pa.array([meaning(text) for text in coded.dictionary.to_pylist()], meaning_type(column))
    taken = values.take(coded.indices)
    absent = meaning(None)
    return taken if absent is None or not taken.null_count else taken.fill_null(absent)


def mapped(cells: "pa.Array", column: Column) -> "pa.Array":
    """The meanings of cells of any plain type: whole numbers directly, everything else as its text."""
    direct = _typed_numbers(cells, column)
    return map_cells(as_texts(cells, f"“{column.name}”"), column) if direct is None else direct


def _typed_numbers(cells: "pa.Array", column: Column) -> "pa.Array | None":
    """Integers rounded onto the grid and clipped, without a detour over text; None where that is not so plain."""
    import pyarrow as pa

    step = column.step
    small = pa.types.is_integer(cells.type) and not pa.types.is_uint64(cells.type)
    plain = column.kind in NUMERIC and column.kind is not Kind.DATE
    if not small or not plain or step.numerator != 1 or step.denominator > _FINEST:
        return None
    steps, present = numbers_of(cells.cast(pa.int64()))
    scale = step.denominator
    low, high = reach_of_cells(column)
    edges = np.iinfo(np.int64)
    if scale > 1:
        steps = np.clip(steps, edges.min // scale + 1, edges.max // scale - 1) * scale
    steps = np.clip(steps, low, high)
    if column.blank is not None and not present.all():
        steps[~present] = map_cells(pa.array([None], pa.string()), column)[0].as_py()
        present = np.ones_like(present)
    return pa.array(steps, pa.int64(), mask=~present if not present.all() else None)


def numbers_of(values: "pa.Array") -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The integers of an array, 0 where there is none, and where there is one."""
    known = values.fill_null(0) if values.null_count else values
    return known.to_numpy(zero_copy_only=False), present_in(values)


def present_in(values: "pa.Array") -> NDArray[np.bool_]:
    """Where there is a meaning; an array that has one everywhere needs none of Arrow's functions."""
    if not values.null_count:
        return np.ones(len(values), bool)
    found: NDArray[np.bool_] = values.is_valid().to_numpy(zero_copy_only=False)
    return found
