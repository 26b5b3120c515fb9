"""Tables of a SQLite file, read only; names are quoted, nothing a person types becomes SQL."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from dpstudio.core.errors import InputError
from dpstudio.core.tables.schema import Marks
from dpstudio.core.tables.texts import number_text
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_LONGEST = 1 << 24
_UNDECODED = object()
_BATCH = 1 << 15
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_WAL, _WAL_HEADER = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683")), 32


def table_names(path: str) -> list[str]:
    """The tables of the file, views left out: reading one could run for ever.

    Raises:
        InputError: it is no SQLite file, or holds no table.
    """
    with _open(path) as connection:
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"
        ).fetchall()
    if not found:
        raise InputError(
            phrase("{name} holds no table.", name=Path(path).name),
            phrase("Choose another file. Views are not read: save one as a table."),
        )
    return [row[0] for row in found]


def columns(path: str, table: str) -> list[str]:
    """The columns' names of a table, the first one for "".

    Raises:
        InputError: there is no such table.
    """
    name = _chosen(path, table)
    with _open(path) as connection, closing(connection.execute(f"SELECT * FROM {_quoted(name)} LIMIT 0")) as cursor:  # noqa: S608 - quoted
        return [column[0] for column in cursor.description]


def batches(path: str, table: str, marks: Marks) -> "Iterator[pa.RecordBatch]":
    """All rows of a table, as text.

    Args:
        marks: how numbers are written.

    Raises:
        InputError: a cell holds bytes, or text that is not UTF-8.
    """
    import pyarrow as pa

    name, written = _chosen(path, table), dict(marks)
    with _open(path) as connection, closing(connection.execute(f"SELECT * FROM {_quoted(name)}")) as cursor:  # noqa: S608 - quoted
        names = [str(place) for place in range(len(cursor.description))]
        try:
            while rows := cursor.fetchmany(_BATCH):
                texts = [
                    [_text(value, path, written.get(place, ".")) for value in column]
                    for place, column in enumerate(zip(*rows, strict=True))
                ]
                yield pa.RecordBatch.from_arrays([pa.array(column, pa.string()) for column in texts], names=names)
        except sqlite3.OperationalError:
            _refuse_undecoded(connection, path, name)
            raise


def _chosen(path: str, table: str) -> str:
    names = table_names(path)
    if table and table not in names:
        raise InputError(
            phrase("{name} has no such table any more.", name=Path(path).name),
            phrase("Choose another table of the file."),
        )
    return table or names[0]


def _refuse_undecoded(connection: sqlite3.Connection, path: str, table: str) -> None:
    """Raise InputError where a text is not UTF-8, which SQLite keeps unseen; rows are counted as SQLite gives them."""
    connection.text_factory = _decoded
    with closing(connection.execute(f"SELECT * FROM {_quoted(table)}")) as cursor:  # noqa: S608 - quoted
        columns = [column[0] for column in cursor.description]
        for row, cells in enumerate(cursor, 1):
            if _UNDECODED in cells:
                column = columns[cells.index(_UNDECODED)]
                raise InputError(
                    phrase(
                        "{name}, column “{column}”, row {row}: a text is not UTF-8.",
                        name=Path(path).name,
                        column=column,
                        row=f"{row:,}",
                    ),
                    phrase(
                        "Write it again with the program that made the file, or save the table as CSV in its encoding."
                    ),
                )


def _decoded(text: bytes) -> object:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return _UNDECODED


def _text(value: Any, path: str, mark: str) -> str | None:
    if isinstance(value, bytes):
        raise InputError(
            phrase("{name} has a column of bytes.", name=Path(path).name), phrase("Keep only columns of plain values.")
        )
    if isinstance(value, float):
        return number_text(value).replace(".", mark)
    return None if value is None else str(value)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def _open(path: str) -> Iterator[sqlite3.Connection]:
    """The file alone is read, as it is known by its bytes: never what lies in another program's log beside it."""
    _refuse_unfinished(Path(path))
    try:
        connection = sqlite3.connect(f"file:{quote(str(Path(path).absolute()))}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        raise InputError(
            phrase("{name} cannot be opened.", name=Path(path).name), phrase("Check that it is there and readable.")
        ) from None
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)  # a column may be made of nothing
    try:
        yield connection
    except sqlite3.DataError:
        raise InputError(
            phrase("{name} has a row of more than 16 MiB.", name=Path(path).name),
            phrase("Keep only columns of plain values."),
        ) from None
    except (sqlite3.Error, UnicodeDecodeError):  # names of tables and columns are read as UTF-8
        raise InputError(
            phrase("{name} is not a readable SQLite file.", name=Path(path).name),
            phrase("Check it, or save it as CSV."),
        ) from None
    finally:
        connection.close()


def _refuse_unfinished(path: Path) -> None:
    """Raise InputError where a part of the tables lies in a log beside the file, links followed."""
    for each in {path.absolute(), path.resolve()}:
        for ending in ("-wal", "-journal"):
            log = each.with_name(each.name + ending)
            if _may_hold_rows(log, ending):
                raise InputError(
                    phrase(
                        "{name} is beside {path_name}: a part of the tables may be in it.",
                        name=log.name,
                        path_name=path.name,
                    ),
                    phrase(
                        "Close the file in the program that writes it, or save a copy with that program,"
                        " then try again."
                    ),
                )


def _may_hold_rows(log: Path, ending: str) -> bool:
    """Whether SQLite would take anything from a log: one whose header is not a log's counts for nothing.

    Source: the file format of SQLite, 3 (a rollback journal without a valid header is none) and 4.1 (write-ahead logs).
    """
    try:
        if not log.is_file():
            return False
    except OSError:  # a log whose name the system has no room for
        return False
    try:
        with log.open("rb") as stream:
            head = stream.read(_WAL_HEADER + 1)
    except OSError:
        return True
    if ending == "-journal":
        return head.startswith(_JOURNAL)
    return len(head) > _WAL_HEADER and head.startswith(_WAL)
