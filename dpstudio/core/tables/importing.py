"""A table's used columns are mapped under their declared types into a work file, in one pass over its text."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dpstudio.core.errors import InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.decimals import plain_steps
from dpstudio.core.tables.persons import digests, identified
from dpstudio.core.tables.reading import column_names, files, label, text_batches
from dpstudio.core.tables.schema import TEXTUAL, Column, Persons, Source

if TYPE_CHECKING:
    import pyarrow as pa

PERSON, ORDER, PRESENT, WEIGHT = "person", "row_order", "present", "weight"
_BLANKS = " \t\n\v\f\r\x1c\x1d\x1e\x1f"
Tick = Callable[[float], None]


def import_table(
    source: Source,
    columns: Sequence[Column],
    person: str | None,
    work_file: Path,
    tick: Tick,
    reading: Persons = Persons.TEXT,
) -> None:
    """Write the mapped columns 0, 1, 2, ... to a Parquet work file, in the order of `columns`.

    With no column at all the file still tells how many rows there are. Where a column identifies persons the file
    also holds it and, for each row, a digest of the person and the row's raw cells: what decides which rows of a
    person are kept, whatever order they stand in (MATH 4, docs/reading.md).

    Args:
        person: the column that identifies persons, its cells read by `reading`.
        tick: called with the rough share done; it may raise Cancelled.

    Raises:
        InputError: the file is malformed or lacks a column.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    wanted = [column.name for column in columns] + ([person] if person is not None else [])
    positions = _positions(source, wanted)
    if source.format == "database":
        positions = list(range(len(wanted)))
    readers = [reader(column) for column in columns]
    types = [pa.string() if column.kind in TEXTUAL else pa.int64() for column in columns]
    fields = [pa.field(str(i), kind) for i, kind in enumerate(types)]
    if person is not None:
        fields += [pa.field(PERSON, pa.string()), pa.field(ORDER, pa.binary(32))]
    bare = not fields
    if bare:
        fields = [pa.field(PRESENT, pa.int8())]
    fields.append(pa.field(WEIGHT, pa.int64()))
    size = max(1, sum(file.stat().st_size for file in files(source)) or len(source.text))
    read = 0
    with parquet.ParquetWriter(work_file, pa.schema(fields)) as writer:
        for batch, weights in _batches(source, wanted, tick):
            mapped = [
                _mapped(batch.column(place), meaning, kind, column)
                for place, meaning, kind, column in zip(positions, readers, types, columns, strict=False)
            ]
            if person is not None:
                persons = identified(batch.column(positions[-1]), reading)
                mapped += [persons, digests(persons, [batch.column(place) for place in positions[:-1]])]
            if bare:
                mapped = [pa.array([1] * batch.num_rows, pa.int8())]
            mapped.append(weights)
            writer.write_batch(pa.RecordBatch.from_arrays(mapped, schema=pa.schema(fields)))
            read += batch.nbytes
            tick(min(0.99, read / size))


def _batches(source: Source, wanted: Sequence[str], tick: Tick) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
    """Batches of texts, and how many rows each line of them stands for.

    A database groups and counts by itself.
    """
    import pyarrow as pa

    if source.format == "database":
        yield from databases.counted_batches(source.path, source.sheet, wanted, tick)
        return
    for batch in text_batches(source):
        yield batch, pa.array(np.ones(batch.num_rows, dtype=np.int64))


def _positions(source: Source, wanted: Sequence[str]) -> list[int]:
    names = column_names(source)
    for name in wanted:
        if name not in names:
            raise InputError(f"{label(source)} has no column {name!r}.", "Choose another column on the Tables tab.")
    return [names.index(name) for name in wanted]


def _mapped(texts: "pa.Array", meaning: Callable[[str | None], Any], kind: "pa.DataType", column: Column) -> "pa.Array":
    """Plain numbers are read all at once; of the rest each distinct text is read once."""
    import pyarrow as pa

    if column.kind in TEXTUAL:
        return _plain_texts(texts, meaning, column)
    plain = plain_steps(texts, column)
    if plain is None:
        return _read_distinct(texts, meaning, kind)
    steps, done = plain
    if done.all():
        return pa.array(steps, pa.int64())
    rest = _read_distinct(texts.filter(pa.array(~done)), meaning, kind)
    known = np.ones(steps.size, bool)
    known[~done] = rest.is_valid().to_numpy(zero_copy_only=False)
    steps[~done] = rest.fill_null(0).to_numpy(zero_copy_only=False)
    return pa.array(steps, pa.int64(), mask=~known)


def _plain_texts(texts: "pa.Array", meaning: Callable[[str | None], Any], column: Column) -> "pa.Array":
    """Texts of ASCII are trimmed all at once; the others are read one by one, each distinct one once."""
    import pyarrow as pa
    import pyarrow.compute as compute

    if not compute.all(compute.string_is_ascii(texts), min_count=0).as_py():
        return _read_distinct(texts, meaning, pa.string())
    trimmed = compute.ascii_trim(texts, characters=_BLANKS)
    if not column.match_case:
        trimmed = compute.ascii_lower(trimmed)
    filled = compute.if_else(compute.equal(trimmed, ""), pa.scalar(None, pa.string()), trimmed)
    absent = meaning(None)
    return filled if absent is None else filled.fill_null(absent)


def map_cells(texts: "pa.Array", column: Column) -> "pa.Array":
    """The meanings of cells that are texts."""
    import pyarrow as pa

    return _mapped(texts, reader(column), pa.string() if column.kind in TEXTUAL else pa.int64(), column)


def _read_distinct(texts: "pa.Array", meaning: Callable[[str | None], Any], kind: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    coded = texts.dictionary_encode()
    values = pa.array([meaning(text) for text in coded.dictionary.to_pylist()], kind)
    taken = values.take(coded.indices)
    absent = meaning(None)
    return taken if absent is None or not taken.null_count else taken.fill_null(absent)
