"""What of a table may come into view: its rows, for whoever holds a permit."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables.permit import Permit
from dpstudio.core.tables.reading import bytes_of, label, text_batches
from dpstudio.core.tables.schema import Marks, Role, Source
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN_ROWS = 200
Row = tuple[str, ...]


def contents(permit: Permit, width: int, marks: Marks, tick: Callable[[float], None]) -> tuple[list[Row], list[Row]]:
    """The columns of a public table, complete, and the first rows of a public or sample table.

    Args:
        width: how many columns there are.
        marks: how numbers are written.

    Raises:
        InputError: the table is malformed, or a public one has no rows.
    """
    return _contents(permit.source, permit.role, width, marks, tick)


@apart
def _contents(
    source: Source, role: Role, width: int, marks: Marks, tick: Callable[[float], None]
) -> tuple[list[Row], list[Row]]:
    columns: list[list[str]] = [[] for _ in range(width)]
    shown: list[Row] = []
    rows = 0
    for batch in _shared(source, tick, marks):
        rows += batch.num_rows
        if len(shown) < SHOWN_ROWS:
            top = batch.slice(0, SHOWN_ROWS - len(shown))
            shown += [tuple(cell or "" for cell in row) for row in zip(*(c.to_pylist() for c in top), strict=True)]
        if role is Role.PUBLIC:
            for column, values in zip(columns, batch.columns, strict=True):
                column.extend(value or "" for value in values.to_pylist())
    if role is not Role.PUBLIC:
        return [], shown
    if not rows:
        raise InputError(
            phrase("{source} has a header but no rows.", source=label(source)),
            phrase("Choose a file with at least one row."),
        )
    return [tuple(column) for column in columns], shown


def all_rows(permit: Permit, most: int, marks: Marks, tick: Callable[[float], None]) -> list[Row]:
    """The rows of a table that may be shown, but no more than `most`."""
    columns = _columns(permit.source, most, marks, tick)
    return [tuple(cell or "" for cell in row) for row in zip(*(each.to_pylist() for each in columns), strict=True)]


@apart
def _columns(source: Source, most: int, marks: Marks, tick: Callable[[float], None]) -> "list[pa.Array]":
    import pyarrow as pa

    parts: list[pa.RecordBatch] = []
    for batch in _shared(source, tick, marks):
        parts.append(batch.slice(0, most - sum(each.num_rows for each in parts)))
        if parts[-1].num_rows < batch.num_rows:
            break
    return [pa.concat_arrays(each) for each in zip(*(part.columns for part in parts), strict=True)]


@apart
def check_format(source: Source, tick: Callable[[float], None]) -> None:
    """Find the malformed line of a table without keeping a cell.

    Raises:
        InputError: for the curator alone; it quotes no cell.
    """
    for _ in _shared(source, tick, ()):
        continue


def _shared(source: Source, tick: Callable[[float], None], marks: Marks) -> "Iterator[pa.RecordBatch]":
    """The batches of a table, and after each the rough share of its bytes that has been read."""
    size, read = bytes_of(source), 0
    for batch in text_batches(source, marks):
        yield batch
        read += batch.nbytes
        tick(min(0.99, read / size))
