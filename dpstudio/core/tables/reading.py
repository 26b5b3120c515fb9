"""Files become batches of text columns; a malformed file is refused with its line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted
from dpstudio.core.tables import arrow, databases, excel, sqlite, text
from dpstudio.core.tables.dialect import LONGEST_CELL, LONGEST_NAME, MOST_COLUMNS
from dpstudio.core.tables.schema import NAMED, Marks, OwnType, Source
from dpstudio.core.tables.sheet_list import hidden_sheets, unvalued_formulas
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa


def label(source: Source) -> str:
    """How messages to the curator name the table."""
    if source.format == "database":
        return source.sheet or databases.label(source.path)
    return Path(source.path).name if source.path else phrase("the pasted table")


@apart
def column_names(source: Source) -> list[str]:
    """The names of the columns: those that were said, else the header's, else "column 1", "column 2", ...

    Raises:
        InputError: no columns, too many, a blank or a repeated name.
    """
    return called(own_names(source), source)


def called(own: list[str], source: Source) -> list[str]:
    """The names of columns that bear these in the source itself; a header's are on one line each.

    Raises:
        InputError: a name that was said, or stands there, is another column's too, or too long.
    """
    if source.format not in NAMED:
        own = [" ".join(name.split()) for name in own]
    names = [name.strip() for name in own]
    for position, said in enumerate(source.names[: len(names)]):
        names[position] = said.strip() or names[position]
    names = [name or phrase("column {position}", position=position + 1) for position, name in enumerate(names)]
    for position, name in enumerate(names):
        if len(name) > LONGEST_NAME:
            what = phrase(
                "the name of column {position} has more than {longest_name} characters",
                position=position + 1,
                longest_name=f"{LONGEST_NAME:,}",
            )
            raise _to_rename(source, what, phrase("Give it another name"))
        if name in names[:position]:
            what = phrase(
                "columns {index} and {position} are both called “{name}”",
                index=names.index(name) + 1,
                position=position + 1,
                name=name,
            )
            raise _to_rename(source, what, phrase("Give one of them another name"))
    return names


def _to_rename(source: Source, what: str, remedy: str) -> InputError:
    return InputError(
        phrase("{source}: {what}.", source=label(source), what=what),
        phrase("{remedy}.", remedy=remedy),
        "names",
        command=f"{remedy} in the project, or in the file.",
        python=f"{remedy}: names, in their order, blank for those that keep theirs.",
    )


@apart
def own_types(source: Source) -> list[OwnType]:
    """Of each column its own type, which is known before any row is; none where a cell may have any.

    In text every cell is a text; in sheets and SQLite files each cell has a type of its own.
    """
    match source.format:
        case "parquet" | "parquet_folder" | "arrow":
            return arrow.own_types(source.path, parquet=source.format != "arrow")
        case "database":
            return databases.own_types(source.path, source.sheet)
        case _:
            return []


@apart
def sheets(source: Source, tick: Callable[[float], None] = lambda _: None) -> list[str]:
    """The sheets of an Excel file, or the tables of a SQLite file or database."""
    if source.format == "database":
        return databases.table_names(source.path, tick)
    return sqlite.table_names(source.path) if source.format == "sqlite" else excel.sheet_names(source, label(source))


@apart
def hidden(source: Source) -> list[str]:
    """The sheets of an Excel file that are hidden in it."""
    return list(hidden_sheets(source.path)) if source.format == "excel" else []


@apart
def unvalued(source: Source) -> int:
    """How many cells of a sheet hold a formula without its value, and so are blank."""
    return unvalued_formulas(source.path, source.sheet) if source.format == "excel" else 0


@apart
def server_names(source: Source, tick: Callable[[float], None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What its server calls a database's table, and the tables beneath it; see `databases.identities`."""
    return databases.identities(source.path, source.sheet, tick)


def files(source: Source) -> list[Path]:
    """The files that hold the table; none where it is pasted or in a database."""
    return arrow.parquet_files(source.path) if source.path and source.format != "database" else []


def bytes_of(source: Source) -> int:
    """How many bytes the table takes where it lies, at least one."""
    return max(1, sum(file.stat().st_size for file in files(source)) or len(source.text))


def text_batches(source: Source, marks: Marks = ()) -> "Iterator[pa.RecordBatch]":
    """Batches of text columns named 0, 1, 2, ..., the header left out.

    Args:
        marks: how numbers are written; without any with a point.

    Raises:
        InputError: naming the file, the line and the remedy; no cell is quoted.
    """
    import pyarrow.compute as compute

    for batch in _batches(source, marks):
        for place, column in enumerate(batch.columns):
            longest = compute.max(compute.binary_length(column)).as_py() or 0
            if longest > LONGEST_CELL:
                raise InputError(
                    phrase(
                        "{source} has a cell of more than 2 MiB in column {place}.",
                        source=label(source),
                        place=place + 1,
                    ),
                    phrase("Shorten its texts."),
                )
        yield batch


def _batches(source: Source, marks: Marks) -> "Iterator[pa.RecordBatch]":
    match source.format:
        case "parquet" | "parquet_folder":
            yield from arrow.parquet_batches(source.path)
        case "arrow":
            yield from arrow.arrow_batches(source.path)
        case "database":
            yield from databases.batches(source.path, source.sheet)
        case "sqlite":
            yield from sqlite.batches(source.path, source.sheet, marks)
        case "excel":
            yield from excel.batches(source, label(source), marks)
        case _:
            yield from text.batches(source, label(source))


@apart
def own_names(source: Source) -> list[str]:
    """The names that the columns have in the source itself, the header's as they stand there; without one none has any.

    Raises:
        InputError: there are too many.
    """
    own = _own_names(source)
    if source.format not in NAMED and not source.header:
        own = [""] * len(own)  # these are the cells of a row
    if len(own) > MOST_COLUMNS:
        many = counted(len(own), "columns")
        raise InputError(
            phrase(
                "{source} has {many}; {most_columns} can be read.",
                source=label(source),
                many=many,
                most_columns=f"{MOST_COLUMNS:,}",
            ),
            phrase("Keep fewer."),
        )
    return own


def _own_names(source: Source) -> list[str]:
    match source.format:
        case "parquet" | "parquet_folder":
            return arrow.parquet_names(source.path)
        case "arrow":
            return arrow.arrow_names(source.path)
        case "database":
            return databases.columns(source.path, source.sheet)
        case "sqlite":
            return sqlite.columns(source.path, source.sheet)
        case "excel":
            return excel.first_record(source, label(source))
        case _:
            return text.first_record(source, label(source))
