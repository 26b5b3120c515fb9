"""Sheets of Excel files, every cell as text; a row whose cells are all blank is none (docs/reading.md)."""

import zipfile
from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables.meanings import are_blank
from dpstudio.core.tables.schema import Marks, Source
from dpstudio.core.tables.sheet_errors import with_known_errors
from dpstudio.core.tables.sheet_extent import refuse_far_cells
from dpstudio.core.tables.sheet_list import NO_ARCHIVE
from dpstudio.core.tables.text import no_lines_left
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 1 << 16
_MOST_INFLATED = 4 << 30


def sheet_names(source: Source, name: str) -> list[str]:
    """The sheets of the book."""
    _refuse_bomb(source, name)
    return list(_opened(source.path, name).sheet_names)


def first_record(source: Source, name: str) -> list[str]:
    """The header up to its last cell that is not blank; without one the first row.

    No other row says how wide the table is: it may be a person's.

    Raises:
        InputError: the sheet holds no cells, or not as many rows.
    """
    columns = _columns(source, name)
    place = _begin(columns, source)
    if place is None:
        if source.first_line or source.left_out:
            raise no_lines_left(source, name)
        raise InputError(
            phrase("{name}: the sheet holds no cells.", name=name), phrase("Choose another sheet or file."), "sheet"
        )
    return _record(columns, place, source)


def _record(columns: "list[pa.Array]", place: int, source: Source) -> list[str]:
    """A row up to its last cell that is not blank, and as far as columns were given names."""
    cells = [column[place].as_py() or "" for column in columns]
    width = max((at for at, cell in enumerate(cells, 1) if cell.strip()), default=0)
    return cells[: max(width, len(source.names))]


def batches(source: Source, name: str, marks: Marks) -> "Iterator[pa.RecordBatch]":
    """All rows below the header that are not all blank.

    Args:
        marks: how number cells are written.

    Raises:
        InputError: a row has a cell to the right of all columns.
    """
    import pyarrow as pa
    import pyarrow.compute as compute

    columns = _columns(source, name, marks)
    place = _begin(columns, source)
    if place is None:
        return
    width, start = len(_record(columns, place, source)), place + int(source.header)
    table = pa.table({str(at): column for at, column in enumerate(columns)}).slice(start)
    there = compute.indices_nonzero(compute.invert(_all_blank(table.combine_chunks().columns)))
    there = there.slice(0, max(0, len(there) - source.left_out))
    table = table.take(there).combine_chunks()
    for at, column in enumerate(table.columns[width:], width):
        outside = compute.index(are_blank(column.combine_chunks()), False).as_py()
        if outside >= 0:
            raise _too_wide(name, start + there[outside].as_py() + 1, at, header=source.header)
    yield from table.select(range(width)).to_batches(_BATCH)


def _too_wide(name: str, row: int, column: int, *, header: bool) -> InputError:
    """That a row has a cell to the right of all columns, as a line of a text file with too many cells."""
    letters, column = "", column + 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    if header:
        remedy = phrase(
            "Give that column a name in the sheet, or empty the cell. If the header is on another line, type"
            " that line's number."
        )
    else:
        remedy = phrase("Give the sheet a header, or empty the cell.")
    return InputError(
        phrase(
            "{name}, row {row}: a cell stands in column {letters}, to the right of the last {what}.",
            name=name,
            row=row,
            letters=letters,
            what=phrase("column with a name") if header else phrase("cell of the first row"),
        ),
        remedy,
        "first_line",
    )


def _begin(columns: "list[pa.Array]", source: Source) -> int | None:
    """Where the table begins, by the rows of the sheet; None where it ends before."""
    import pyarrow.compute as compute

    rows = len(columns[0]) if columns else 0
    if source.first_line or not source.header:
        place = max(source.first_line - 1, 0)
        return place if place < rows else None
    place = compute.index(_all_blank(columns), False).as_py() if columns else -1
    return None if place < 0 else int(place)


def _all_blank(columns: Any) -> Any:
    """Which rows have nothing but blanks."""
    import pyarrow as pa
    import pyarrow.compute as compute

    plain = (each.combine_chunks() if isinstance(each, pa.ChunkedArray) else each for each in columns)
    return reduce(compute.and_, (are_blank(each) for each in plain))


def _columns(source: Source, name: str, marks: Marks = ()) -> "list[pa.Array]":
    """The columns of the chosen sheet from its first row and column on, whether or not those hold anything."""
    import pyarrow as pa

    _refuse_bomb(source, name)
    refuse_far_cells(source.path, source.sheet, name)
    book = _opened(with_known_errors(source.path, source.sheet), name)
    height, found = _loaded(book, source, name, "string")
    nothing, width = pa.nulls(height, pa.string()), max(max(found, default=-1) + 1, len(source.names))
    columns = [
        _without_minus_zero(found[place].cast(pa.string())) if place in found else nothing for place in range(width)
    ]
    numbers = _loaded(book, source, name, "boolean")[1] if marks else {}
    for place, mark in marks:
        if place in numbers:
            columns[place] = _marked(columns[place], numbers[place], mark)
    return columns


def _loaded(book: Any, source: Source, name: str, kind: str) -> "tuple[int, dict[int, pa.Array]]":
    """How many rows the chosen sheet has, and its columns by their places; as "boolean" a text is none."""
    try:
        sheet = book.load_sheet(source.sheet or 0, header_row=None, skip_rows=0, dtypes=kind)
        places = (each.absolute_index for each in sheet.selected_columns)
        return sheet.height, dict(zip(places, sheet.to_arrow().columns, strict=True))
    except Exception as error:  # noqa: BLE001 - fastexcel's errors share only this base
        raise InputError(
            phrase("A sheet of {name} cannot be read: it is missing, or damaged.", name=name),
            phrase("Open it in a spreadsheet program and save it anew, or as CSV; or choose another sheet."),
            "sheet",
        ) from error.with_traceback(None)


def _marked(cells: "pa.Array", numbers: "pa.Array", mark: str) -> "pa.Array":
    """The texts of a column, those of number cells with this decimal mark."""
    import pyarrow.compute as compute

    written = compute.replace_substring(cells, ".", mark)
    return compute.if_else(numbers.is_valid(), written, cells)


def _without_minus_zero(cells: "pa.Array") -> "pa.Array":
    """The reader writes a number that rounds to zero from below as `-0`; a text `-0` cannot be told from it."""
    import pyarrow.compute as compute

    return compute.if_else(compute.equal(cells, "-0"), "0", cells)


def _opened(file: str | bytes, name: str) -> Any:
    import fastexcel

    try:
        return fastexcel.read_excel(file)
    except Exception as error:  # noqa: BLE001 - fastexcel's errors share only this base
        raise InputError(
            phrase("{name} is not a readable Excel file.", name=name),
            phrase("Save it again as .xlsx without a password, or as CSV."),
        ) from error.with_traceback(None)


def _refuse_bomb(source: Source, name: str) -> None:
    """A small file may unpack to more than the memory holds."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            inflated = sum(entry.file_size for entry in archive.infolist())
    except NO_ARCHIVE:
        return
    if inflated > _MOST_INFLATED:
        raise InputError(phrase("{name} unpacks to more than 4 GiB.", name=name), phrase("Save it as CSV or Parquet."))
