"""A table's used columns are mapped under their declared types into a work file, in one pass over its text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.meanings import mapper, meaning_type
from dpstudio.core.tables.persons import digests, identified
from dpstudio.core.tables.reading import bytes_of, column_names, label, own_names, text_batches
from dpstudio.core.tables.schema import MARKED, Column, Marks, Persons, Source
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

PERSON, ORDER, PRESENT, WEIGHT = "person", "row_order", "present", "weight"
Tick = Callable[[float], None]


@apart
def import_table(
    source: Source,
    columns: Sequence[Column],
    person: str | None,
    work_file: Path,
    tick: Tick,
    reading: Persons = Persons.TEXT,
    kept: int | None = None,
) -> None:
    """Write the mapped columns 0, 1, 2, ... to a Parquet work file, in the order of `columns`.

    With no column at all the file still tells how many rows there are. Where a column identifies persons the file
    also holds it and, for each row, a digest of the person and the row's raw cells: what decides which rows of a
    person are kept, whatever order they stand in (MATH 4, docs/reading.md).

    Args:
        person: the column that identifies persons, its cells read by `reading`.
        kept: how many rows of a person a database may keep by itself; the work file then holds these rows and no
            person. None where persons are to be told apart.
        tick: called with the rough share done; it may raise Cancelled.

    Raises:
        InputError: the file is malformed or lacks a column.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    names = [column.name for column in columns]
    own = None if person is None or kept is None else (person, reading, kept)
    if own and source.format == "database" and databases.keeps_rows(source.path, source.sheet, [*names, own[0]], tick):
        batches, person = databases.kept_batches(source.path, source.sheet, names, own, tick), None
    else:
        batches = _batches(source, names + ([person] if person is not None else []), _marks(source, columns), tick)
    wanted = names + ([person] if person is not None else [])
    mappers = [mapper(column) for column in columns]
    fields = [pa.field(str(place), meaning_type(column)) for place, column in enumerate(columns)]
    if person is not None:
        fields += [pa.field(PERSON, pa.string()), pa.field(ORDER, pa.binary(32))]
    bare = not fields
    if bare:
        fields = [pa.field(PRESENT, pa.int8())]
    fields.append(pa.field(WEIGHT, pa.int64()))
    with parquet.ParquetWriter(work_file, pa.schema(fields)) as writer:
        for cells, weights in _cells(source, batches, wanted, tick):
            mapped = [mean(each) for each, mean in zip(cells, mappers, strict=False)]
            if person is not None:
                persons = identified(cells[-1], reading)
                mapped += [persons, digests(persons, cells[:-1])]
            if bare:
                mapped = [pa.array([1] * len(weights), pa.int8())]
            mapped.append(weights)
            writer.write_batch(pa.RecordBatch.from_arrays(mapped, schema=pa.schema(fields)))


def batches_of(source: Source, columns: Sequence[Column], tick: Tick) -> "Iterator[tuple[list[pa.Array], pa.Array]]":
    """The cells of some columns as texts, batch by batch, and how many rows each line of them stands for.

    Args:
        tick: called with the rough share done; it may raise Cancelled.

    Raises:
        InputError: the file is malformed or lacks a column.
    """
    names = [column.name for column in columns]
    return _cells(source, _batches(source, names, _marks(source, columns), tick), names, tick)


def _marks(source: Source, columns: Sequence[Column]) -> Marks:
    marked = (each for each in columns if each.kind in MARKED and each.decimal_mark != ".")
    return placed(source, {each.name: each.decimal_mark for each in marked})


def placed(source: Source, marks: Mapping[str, str]) -> Marks:
    """The marks of the columns with these names.

    Raises:
        InputError: there is no column of such a name.
    """
    return tuple(zip(places_of(source, list(marks)), marks.values(), strict=True)) if marks else ()


def _cells(
    source: Source, batches: "Iterable[tuple[pa.RecordBatch, pa.Array]]", names: Sequence[str], tick: Tick
) -> "Iterator[tuple[list[pa.Array], pa.Array]]":
    places = places_of(source, names)
    if source.format == "database":  # it was asked for these columns, in their order
        places = list(range(len(names)))
    size, read = bytes_of(source), 0
    for batch, weights in batches:
        yield [batch.column(place) for place in places], weights
        read += batch.nbytes
        tick(min(0.99, read / size))


def _batches(
    source: Source, wanted: Sequence[str], marks: Marks, tick: Tick
) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
    """Batches of texts, and how many rows each line of them stands for.

    A database groups and counts by itself.
    """
    import pyarrow as pa

    if source.format == "database":
        own = own_names(source)
        names = [own[place] for place in places_of(source, wanted)]
        yield from databases.counted_batches(source.path, source.sheet, names, tick)
        return
    for batch in text_batches(source, marks):
        yield batch, pa.array(np.ones(batch.num_rows, dtype=np.int64))


def places_of(source: Source, wanted: Sequence[str]) -> list[int]:
    """Where the columns with these names stand.

    Raises:
        InputError: there is none of that name.
    """
    names = column_names(source)
    for name in wanted:
        if name not in names:
            raise InputError(
                phrase("{source} has no column “{name}”.", source=label(source), name=name),
                phrase("Choose another column on the Tables tab."),
            )
    return [names.index(name) for name in wanted]
