"""Parquet files, folders of them, and Arrow files (Feather): batches of text columns, streamed."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables.dialect import is_folder, refuse_special
from dpstudio.core.tables.schema import OwnType
from dpstudio.core.tables.texts import as_texts
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 1 << 16


def parquet_files(path: str) -> list[Path]:
    """The Parquet files of a folder in the order of their names, or the one file."""
    place = Path(path)
    return sorted(place.glob("*.parquet")) if is_folder(place) else [place]


def parquet_names(path: str) -> list[str]:
    """The columns' names.

    Raises:
        InputError: a file is no Parquet file, or the files of a folder have other columns than the first.
    """
    files = parquet_files(path)
    for file in files:
        refuse_special(file)
    if not files:
        raise InputError(
            phrase("{name} holds no Parquet file.", name=Path(path).name),
            phrase("Choose a folder with *.parquet files."),
        )
    first = list(_parquet(files[0]).schema_arrow.names)
    for file in files[1:]:
        if list(_parquet(file).schema_arrow.names) != first:
            raise InputError(
                phrase("{name} has other columns than {name_2}.", name=file.name, name_2=files[0].name),
                phrase("Keep only files of one table in the folder."),
            )
    return first


def parquet_batches(path: str) -> "Iterator[pa.RecordBatch]":
    """All rows of a file or folder, as text.

    Raises:
        InputError: naming the file.
    """
    parquet_names(path)
    for file in parquet_files(path):
        yield from _as_text(_parquet(file).iter_batches(_BATCH), file.name)


def parquet_types(path: str) -> "dict[str, pa.DataType]":
    """The columns' own types.

    Raises:
        InputError: as `parquet_names`, or the files of a folder have columns of other types than the first.
    """
    parquet_names(path)
    files = parquet_files(path)
    schema = _parquet(files[0]).schema_arrow
    for file in files[1:]:
        if not _parquet(file).schema_arrow.equals(schema):
            raise InputError(
                phrase("{name} has columns of other types than {name_2}.", name=file.name, name_2=files[0].name),
                phrase("Write the files again, all in the same way."),
            )
    return dict(zip(schema.names, schema.types, strict=True))


def rows_of(file: Path) -> int:
    """How many rows a Parquet file has."""
    return int(_parquet(file).metadata.num_rows)


def spread_of(files: list[Path], name: str) -> tuple[int, int]:
    """How many rows the files have, and how far a column of whole numbers reaches by the files' own statistics.

    The reach is -1 where the files do not tell it.
    """
    rows, ends = 0, []
    for file in files:
        found = _parquet(file).metadata
        leaves = [found.schema.column(place).path for place in range(found.num_columns)]
        place = leaves.index(name)
        rows += found.num_rows
        for group in range(found.num_row_groups):
            known = found.row_group(group).column(place).statistics
            if known is None or not known.has_min_max:
                return rows, -1
            ends += [int(known.min), int(known.max)]
    return rows, max(ends, default=0) - min(ends, default=0)


def whole_column(files: list[Path], name: str) -> "pa.Array":
    """One column of several Parquet files at once, in its own type.

    Raises:
        InputError: a file is damaged.
    """
    import pyarrow as pa

    parts = []
    for file in files:
        try:
            parts.append(_parquet(file).read([name]).column(0))
        except (pa.ArrowException, OSError):
            raise InputError(phrase("{name} is damaged.", name=file.name), phrase("Write it again.")) from None
    return pa.chunked_array([chunk for part in parts for chunk in part.chunks], parts[0].type).combine_chunks()


def arrow_names(path: str) -> list[str]:
    """The columns' names of an Arrow file.

    Raises:
        InputError: it is none.
    """
    return list(_arrow(path).schema.names)


def own_types(path: str, *, parquet: bool) -> list[OwnType]:
    """Of each column its own type."""
    schema = _parquet(parquet_files(path)[0]).schema_arrow if parquet else _arrow(path).schema
    return [_own_type(each) for each in schema.types]


def _own_type(kind: "pa.DataType") -> OwnType:
    import pyarrow as pa

    held = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_floating(held) or pa.types.is_decimal(held):
        return OwnType.POINTED
    texts = pa.types.is_string(held), pa.types.is_large_string(held), pa.types.is_string_view(held)
    return OwnType.TEXT if any(texts) else OwnType.OTHER


def arrow_batches(path: str) -> "Iterator[pa.RecordBatch]":
    """All rows of an Arrow file, as text.

    Raises:
        InputError: naming the file.
    """
    file = _arrow(path)
    yield from _as_text((file.get_batch(i) for i in range(file.num_record_batches)), Path(path).name)


def _parquet(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        file = parquet.ParquetFile(path)
        _ = file.schema_arrow.names  # not UTF-8, they would be an error later
    except (pa.ArrowException, OSError, ValueError):
        raise InputError(
            phrase("{name} is not a readable Parquet file.", name=path.name),
            phrase("Write it again or choose another."),
        ) from None
    return file


def _arrow(path: str) -> Any:
    import pyarrow as pa

    try:
        file = pa.ipc.open_file(pa.memory_map(path))
        _ = file.schema.names  # not UTF-8, they would be an error later
    except (pa.ArrowInvalid, OSError, UnicodeDecodeError):
        raise InputError(
            phrase("{name} is not a readable Arrow file.", name=Path(path).name),
            phrase("Write it again or choose another."),
        ) from None
    return file


def _as_text(batches: "Iterator[pa.RecordBatch]", name: str) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    while True:
        try:
            batch = next(batches, None)
            if batch is None:
                return
            batch.validate(full=True)  # what is damaged could end the process when its cells are looked at
            texts = list(_parts(batch, name))
        except MemoryError:
            raise
        except (pa.ArrowException, OSError):
            raise InputError(
                phrase("{name} is damaged.", name=name), phrase("Write the file again or choose another.")
            ) from None
        yield from texts


def _parts(batch: "pa.RecordBatch", name: str) -> "Iterator[pa.RecordBatch]":
    """The texts of a batch, in as many parts as it takes: no array of texts is longer than 2 GiB."""
    import pyarrow as pa

    try:
        columns = [as_texts(column, name) for column in batch.columns]
        yield pa.RecordBatch.from_arrays(columns, names=[str(i) for i in range(batch.num_columns)])
    except pa.ArrowInvalid:
        if batch.num_rows < 2:
            raise
        half = batch.num_rows // 2
        yield from _parts(batch.slice(0, half), name)
        yield from _parts(batch.slice(half), name)
