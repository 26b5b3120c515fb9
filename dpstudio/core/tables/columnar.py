"""Columns of Parquet files, counted or added up by the engine where they lie, without a work file.

For rules that read each column by itself, on tables where each row is one person: nothing larger than a column's
distinct meanings is held.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables import arrow
from dpstudio.core.tables.cells import reach_of_cells, reader
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.meanings import map_cells, mapped, numbers_of
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, Column, Kind, Source
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_FORMATS = ("parquet", "parquet_folder")
_MOST_SORTED = 50_000_000
Tick = Callable[[float], None]


@apart
def fits(source: Source, columns: Sequence[Column]) -> bool:
    """Whether these columns can be read where they lie: Parquet of plain types, names that differ by more than case."""
    if source.format not in _FORMATS or source.names:
        return False
    types = arrow.parquet_types(source.path)
    alike = len({name.lower() for name in types}) < len(types)
    return not alike and all(column.name in types and _is_plain(types[column.name]) for column in columns)


@apart
def column_counts(
    source: Source, columns: Sequence[Column], work: Path, tick: Tick, *, only_added: bool = False
) -> list[Counts]:
    """How often each meaning stands in each column.

    Args:
        source: one that `fits`.
        work: a folder for what does not fit the memory.
        tick: called with the share done; it may raise Cancelled.
        only_added: nothing but the sums of the columns matters, and how many cells have a meaning. Where the engine
            can add them up, two neighbouring meanings stand in their place that add up to the same.

    Raises:
        InputError: the table lacks a column, or holds what is no plain value.
    """
    from dpstudio.core.tables import engine

    files, types = _files(source, columns)
    tick(0.0)
    if only_added and all(_is_whole(types[column.name], column) for column in columns):
        return _sums(files, columns, work)
    flags = [column for column in columns if _is_flag(types[column.name])]
    names = [column.name for column in flags]
    known = dict(zip(names, engine.file_flags(files, names, work), strict=True)) if flags else {}
    found = []
    for place, column in enumerate(columns):
        tick(place / len(columns))
        if column.name in known:
            found.append(_of_flags(column, known[column.name]))
        else:
            if _is_many_valued(files, types[column.name], column):
                found.append(_sorted_counts(mapped(arrow.whole_column(files, column.name), column)))
                continue
            (cells,), counts = engine.file_rows(files, [column.name], work)
            found.append(_of_cells(column, cells, counts))
    return found


@apart
def holds_texts(source: Source, column: Column) -> bool:
    """Whether the cells of a column are texts that can be compared with texts where they lie."""
    import pyarrow as pa

    kind = arrow.parquet_types(source.path)[column.name]
    return column.kind in TEXTUAL and bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def matched_counts(source: Source, column: Column, known: "pa.Array", work: Path, tick: Tick) -> Counts:
    """How often each meaning stands in a column; those that it is compared with are looked up where the cells lie.

    They stand first, in their order.

    Args:
        source, column: one that `holds_texts`.
        known: meanings, none of them twice.
    """
    wanted = known if map_cells(known, column).equals(known) else known.slice(0, 0)
    return _joined(wanted, *_looked_up(source, column, wanted, work, tick))


@apart
def _looked_up(
    source: Source, column: Column, wanted: "pa.Array", work: Path, tick: Tick
) -> tuple[NDArray[np.int64], Counts]:
    """How often each wanted meaning stands there to the letter, and the counts of the meanings of all other cells."""
    from dpstudio.core.tables import engine

    files, _ = _files(source, [column])
    tick(0.0)
    found, cells, counts = engine.file_matches(files, column.name, wanted, work)
    return found, _of_cells(column, cells, counts)


def _joined(wanted: "pa.Array", found: NDArray[np.int64], others: Counts) -> Counts:
    """Names found to the letter, and other cells; of these some may mean a name."""
    import pyarrow as pa
    import pyarrow.compute as compute

    if len(others.values):
        places: Any = compute.index_in(wanted, value_set=others.values)
        named = places.is_valid().to_numpy(zero_copy_only=False)
        alike = places.drop_null().to_numpy(zero_copy_only=False)
        found = found.copy()
        found[named] += others.counts.to_numpy(zero_copy_only=False)[alike]
        left = np.ones(len(others.values), bool)
        left[alike] = False
        others = Counts(others.values.filter(pa.array(left)), others.counts.filter(pa.array(left)))
    return Counts(pa.concat_arrays([wanted, others.values]), pa.concat_arrays([pa.array(found), others.counts]))


@apart
def distinct_rows(
    source: Source, columns: Sequence[Column], work: Path, tick: Tick, added: Column | None = None
) -> "tuple[list[pa.Array], pa.Array]":
    """Combinations of meanings in several columns, and how many rows have each; one may stand there more than once.

    Args:
        added: a column of numbers that is only added up. Where the engine can do so, its sum over the rows with a
            combination of the others' meanings stands in its place, and each of these counts as one row.
    """
    from dpstudio.core.tables import engine

    files, types = _files(source, columns)
    tick(0.0)
    if added is not None and len(columns) > 1 and _can_be_added(files, types[added.name], added):
        return _added_rows(files, columns, added, work, tick)
    cells, counts = engine.file_rows(files, [column.name for column in columns], work)
    tick(0.5)
    return [mapped(each, column) for each, column in zip(cells, columns, strict=True)], counts


def _can_be_added(files: "list[Path]", kind: "pa.DataType", column: Column) -> bool:
    """Whether the cells are the steps themselves, and no sum of them needs more than 62 bits."""
    if not _is_whole(kind, column):
        return False
    largest = max(map(abs, (*reach_of_cells(column), _blank(column))))
    return largest * sum(map(arrow.rows_of, files)) < 1 << 62


def _blank(column: Column) -> int:
    """The steps of a blank; 0 where it contributes nothing."""
    return int(reader(column)(None) or 0)


def _added_rows(
    files: "list[Path]", columns: Sequence[Column], added: Column, work: Path, tick: Tick
) -> "tuple[list[pa.Array], pa.Array]":
    import pyarrow as pa

    from dpstudio.core.tables import engine

    others = [column for column in columns if column is not added]
    blank = None if added.blank is None else _blank(added)
    cells, sums = engine.file_totals(files, [c.name for c in others], (added.name, *reach_of_cells(added), blank), work)
    tick(0.5)
    known = {column.name: mapped(each, column) for column, each in zip(others, cells, strict=True)}
    known[added.name] = sums
    return [known[column.name] for column in columns], pa.array(np.ones(len(sums), np.int64))


def _sums(files: "list[Path]", columns: Sequence[Column], work: Path) -> list[Counts]:
    """Of each column as many cells as have a meaning, and of the same sum."""
    from dpstudio.core.tables import engine

    ends = [(column.name, *reach_of_cells(column)) for column in columns]
    found = []
    for column, (total, many, blanks) in zip(columns, engine.file_sums(files, ends, work), strict=True):
        if column.blank is None:
            found.append(_evenly(total, many))
        else:
            found.append(_evenly(total + blanks * _blank(column), many + blanks))
    return found


def _evenly(total: int, many: int) -> Counts:
    """So many whole numbers that add up to a total, as nearly equal as they can be."""
    import pyarrow as pa

    each, more = divmod(total, many) if many else (0, 0)
    pairs = [(value, heads) for value, heads in ((each, many - more), (each + 1, more)) if heads]
    return Counts(pa.array([value for value, _ in pairs], pa.int64()), pa.array([n for _, n in pairs], pa.int64()))


def _files(source: Source, columns: Sequence[Column]) -> "tuple[list[Path], dict[str, pa.DataType]]":
    types = arrow.parquet_types(source.path)
    for column in columns:
        if column.name not in types:
            raise InputError(
                phrase("The table has no column “{name}”.", name=column.name),
                phrase("Choose another column on the Tables tab."),
            )
        if not _is_plain(types[column.name]):
            raise InputError(
                phrase("“{name}” is a column of lists, records or bytes.", name=column.name),
                phrase("Keep only columns of plain values."),
            )
    return arrow.parquet_files(source.path), types


def _is_flag(kind: "pa.DataType") -> bool:
    import pyarrow as pa

    return bool(pa.types.is_boolean(kind))


def _is_plain(kind: "pa.DataType") -> bool:
    """Whether the engine hands such cells on as they are; of times and large decimals it has ideas of its own."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_float32(kind) or pa.types.is_float64(kind)
        or pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_date32(kind)
    )  # fmt: skip


def _is_whole(kind: "pa.DataType", column: Column) -> bool:
    """Whether the cells are the steps themselves, but for bounds."""
    import pyarrow as pa

    small = pa.types.is_integer(kind) and not pa.types.is_uint64(kind)
    return small and column.kind in NUMERIC and column.kind is not Kind.DATE and column.step == 1


def _is_many_valued(files: "list[Path]", kind: "pa.DataType", column: Column) -> bool:
    """Whether sorting a column beats grouping it: few enough rows for the memory, of nearly as many values."""
    if not _is_whole(kind, column):
        return False
    rows, reach = arrow.spread_of(files, column.name)
    return rows <= _MOST_SORTED and reach > rows


def _sorted_counts(values: "pa.Array") -> Counts:
    """How often each whole number stands there, found by sorting."""
    import pyarrow as pa

    steps, present = numbers_of(values)
    ordered = np.sort(steps if present.all() else steps[present])
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])) if len(ordered) else np.zeros(0, int)
    counts = np.diff(starts, append=len(ordered))
    found, blanks = ordered[starts], int(len(steps) - present.sum())
    known = pa.array(found, pa.int64())
    if not blanks:
        return Counts(known, pa.array(counts, pa.int64()))
    return Counts(pa.concat_arrays([known, pa.nulls(1, pa.int64())]), pa.array(np.append(counts, blanks), pa.int64()))


def _of_flags(column: Column, told: tuple[int, int, int]) -> Counts:
    """Counts of a column of true and false."""
    import pyarrow as pa

    met = [(cell, many) for cell, many in zip((True, False, None), told, strict=True) if many]
    cells = pa.array([cell for cell, _ in met], pa.bool_())
    return _of_cells(column, cells, pa.array([many for _, many in met], pa.int64()))


def _of_cells(column: Column, cells: "pa.Array", counts: "pa.Array") -> Counts:
    """Counts of meanings from counts of distinct cells; cells that mean the same are put together."""
    import pyarrow as pa

    values = mapped(cells, column)
    if values.type == cells.type and values.equals(cells):
        return Counts(values, counts)
    table = pa.table({"value": values, "count": counts}).group_by("value").aggregate([("count", "sum")])
    return Counts(table.column("value").combine_chunks(), table.column("count_sum").combine_chunks())
