"""Files become batches of text columns; a malformed file is refused with its line."""

import csv
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables import arrow, databases, sqlite
from dpstudio.core.tables.dialect import MOST_COLUMNS, undecodable_line
from dpstudio.core.tables.schema import NAMED, Source

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 1 << 16
_BLOCK = 1 << 21
_MOST_INFLATED = 4 << 30


def label(source: Source) -> str:
    """How messages to the curator name the table."""
    if source.format == "database":
        return source.sheet or databases.label(source.path)
    return Path(source.path).name if source.path else "the pasted table"


def column_names(source: Source) -> list[str]:
    """The names of the columns: the header's, or "column 1", "column 2", ...

    Raises:
        InputError: no columns, too many, a blank or a repeated name.
    """
    first = _first_record(source)
    if len(first) > MOST_COLUMNS:
        raise InputError(f"{label(source)} has {len(first):,} columns; {MOST_COLUMNS:,} can be read.", "Keep fewer.")
    if not source.header and source.format not in NAMED:
        return [f"column {i + 1}" for i in range(len(first))]
    names = [name.strip() for name in first]
    for position, name in enumerate(names):
        if not name:
            names[position] = f"column {position + 1}"
    for position, name in enumerate(names):
        if name in names[:position]:
            raise InputError(
                f"{label(source)}, line 1: columns {names.index(name) + 1} and {position + 1} have the same name.",
                "Give each column its own name, or say that the first line is not a header.",
            )
    return names


def has_rows(source: Source) -> bool:
    """Whether anything stands below the header."""
    return any(batch.num_rows for batch in text_batches(source))


def sheets(source: Source) -> list[str]:
    """The sheets of an Excel file, or the tables of a SQLite file or database."""
    if source.format == "database":
        return databases.table_names(source.path)
    return sqlite.table_names(source.path) if source.format == "sqlite" else list(_workbook(source).sheet_names)


def files(source: Source) -> list[Path]:
    """The files that hold the table; none where it is pasted or in a database."""
    return arrow.parquet_files(source.path) if source.path and source.format != "database" else []


def text_batches(source: Source) -> "Iterator[pa.RecordBatch]":
    """Batches of text columns named 0, 1, 2, ..., the header left out.

    Raises:
        InputError: naming the file, the line and the remedy; no cell is quoted.
    """
    match source.format:
        case "parquet" | "parquet_folder":
            yield from arrow.parquet_batches(source.path)
        case "arrow":
            yield from arrow.arrow_batches(source.path)
        case "database":
            yield from databases.batches(source.path, source.sheet)
        case "sqlite":
            yield from sqlite.batches(source.path, source.sheet)
        case "excel":
            yield from _excel(source)
        case _:
            yield from _text(source)


def _first_record(source: Source) -> list[str]:
    if source.format in ("parquet", "parquet_folder"):
        return arrow.parquet_names(source.path)
    if source.format == "arrow":
        return arrow.arrow_names(source.path)
    if source.format == "database":
        return databases.columns(source.path, source.sheet)
    if source.format == "sqlite":
        return sqlite.columns(source.path, source.sheet)
    if source.format == "excel":
        sheet = _sheet(source, n_rows=1)
        if not sheet.width or not sheet.height:
            raise InputError(f"{label(source)}: the sheet holds no cells.", "Choose another sheet or file.")
        return [str(column[0].as_py() or "") for column in sheet.to_arrow().columns]
    with _open_text(source) as stream:
        reader = csv.reader(stream, delimiter=source.delimiter)
        try:
            record = next((record for record in reader if record), None)
        except (csv.Error, UnicodeError):
            raise _bad_text(source) from None
    if record is None:
        raise InputError(f"{label(source)} is empty.", "Choose a file with a header and rows.")
    return record


def _open_text(source: Source) -> io.TextIOBase:
    if not source.path:
        return io.StringIO(source.text, newline="")
    encoding = "utf-8-sig" if source.encoding == "utf-8" else source.encoding
    try:
        return Path(source.path).open(encoding=encoding, newline="")
    except OSError as error:
        raise InputError(f"{label(source)} cannot be opened ({error.strerror}).", "Check that it is there.") from None


def _text(source: Source) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    names = [str(i) for i in range(len(_first_record(source)))]
    ragged: list[int] = []

    def refuse(row: Any) -> str:
        ragged.append(row.number or 0)
        return "error"

    stream: Any = source.path if source.path else pa.BufferReader(source.text.encode())
    try:
        reader = arrow_csv.open_csv(
            stream,
            read_options=arrow_csv.ReadOptions(
                use_threads=False,
                block_size=_BLOCK,
                column_names=names,
                skip_rows_after_names=1 if source.header else 0,
                encoding=source.encoding if source.path else "utf-8",
            ),
            parse_options=arrow_csv.ParseOptions(
                delimiter=source.delimiter, newlines_in_values=True, invalid_row_handler=refuse
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types={name: pa.string() for name in names},
                strings_can_be_null=False,
                quoted_strings_can_be_null=False,
            ),
        )
        yield from reader
    except (pa.ArrowInvalid, UnicodeError, pa.ArrowKeyError):
        raise _bad_text(source) from None


def _bad_text(source: Source) -> InputError:
    """Why a text file was refused: found by reading it again, slowly."""
    name = label(source)
    if source.path:
        line = undecodable_line(Path(source.path), source.encoding)
        if line is not None:
            return InputError(
                f"{name}, line {line}: a character cannot be read as {source.encoding}.", "Choose another encoding."
            )
    with _open_text(source) as stream:
        reader = csv.reader(stream, delimiter=source.delimiter)
        width, start = 0, 1
        try:
            for record in reader:
                width = width or len(record)
                if record and len(record) != width:
                    return InputError(
                        f"{name}, line {start}: {len(record)} cells where the first line has {width}.",
                        "Mend that line, or choose another delimiter.",
                    )
                start = reader.line_num + 1
        except UnicodeError:
            return InputError(f"{name} cannot be read as {source.encoding}.", "Choose another encoding.")
        except csv.Error:
            return InputError(f"{name}, line {start}: a cell is too long.", "Check the quotation marks of that line.")
    return InputError(f"{name} could not be read as a table.", "Check the delimiter and the quotation marks.")


def _workbook(source: Source) -> Any:
    import fastexcel

    _refuse_bomb(source)
    try:
        return fastexcel.read_excel(source.path)
    except Exception as error:  # noqa: BLE001 - fastexcel's errors share only this base
        raise InputError(
            f"{label(source)} is not a readable Excel file.", "Save it again as .xlsx or as CSV."
        ) from error.with_traceback(None)


def _sheet(source: Source, n_rows: int | None = None) -> Any:
    """The chosen sheet, every cell as text."""
    book = _workbook(source)
    try:
        return book.load_sheet(source.sheet or 0, header_row=None, n_rows=n_rows, dtypes="string")
    except Exception as error:  # noqa: BLE001 - fastexcel's errors share only this base
        raise InputError(
            f"A sheet of {label(source)} cannot be read.", "Choose another sheet, or save it as CSV."
        ) from error.with_traceback(None)


def _refuse_bomb(source: Source) -> None:
    """A small file may unpack to more than the memory holds."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            inflated = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError):
        return
    if inflated > _MOST_INFLATED:
        raise InputError(f"{label(source)} unpacks to more than 4 GiB.", "Save it as CSV or Parquet.")


def _excel(source: Source) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    sheet = _sheet(source)
    names = [str(i) for i in range(sheet.width)]
    table = pa.table(dict(zip(names, sheet.to_arrow().columns, strict=True)))
    yield from table.slice(1 if source.header else 0).to_batches(_BATCH)
