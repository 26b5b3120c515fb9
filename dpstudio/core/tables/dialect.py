"""Recognising how a file is written: of text by its first line alone, since a receipt tells it and no row may."""

import codecs
import csv
from contextlib import suppress
from pathlib import Path

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables.schema import Source

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
ENCODINGS = ("utf-8", "cp1252", "iso-8859-1", "utf-16", "shift_jis", "gb18030", "big5", "euc-kr")
MOST_COLUMNS = 10_000
LONGEST_CELL = 1 << 21
MOST_BYTES = 1 << 36
_CHUNK = 1 << 20
_SAMPLE = 1 << 16
_EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")


@apart
def recognise(path: str) -> Source:
    """The format, and of text the delimiter and encoding that its first line appears to have.

    The header question stays open, and no line below the first is looked at.

    Raises:
        InputError: the file cannot be read, is empty, or is no table.
    """
    file = Path(path)
    if file.is_dir() and next(file.glob("*.parquet"), None) is not None:
        return Source("parquet_folder", str(path))
    refuse_special(file)
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            start = stream.read(_SAMPLE)
    except OSError as error:
        raise InputError(
            f"{file.name} cannot be opened ({error.strerror}).", "Check that it is there and readable."
        ) from None
    if size > MOST_BYTES:
        raise InputError(f"{file.name} is larger than 64 GiB.", "Split it, or save it as Parquet.")
    if not start:
        raise InputError(f"{file.name} is empty.", "Choose a file with a header and rows.")
    if start.startswith(b"PAR1"):
        return Source("parquet", str(path))
    if start.startswith(b"ARROW1"):
        return Source("arrow", str(path))
    if start.startswith(b"SQLite format 3\0"):
        return Source("sqlite", str(path))
    if file.suffix.lower() in _EXCEL:
        return Source("excel", str(path))
    encoding, first = _first_line(start)
    if "\0" in first or start.startswith((b"PK\x03\x04", b"%PDF", b"\x89PNG", b"FEA1")):
        raise InputError(
            f"{file.name} is not a table of text.", "Save it as CSV, TSV, Parquet, Arrow or Excel and choose that file."
        )
    return Source("text", str(path), delimiter=_delimiter(first, file.suffix.lower()), encoding=encoding)


def refuse_special(file: Path) -> None:
    """Raise InputError for a folder of anything but Parquet files, a pipe or a device: reading one might never end."""
    if file.exists() and not file.is_file():
        lies = "There is a folder in its place. " if file.is_dir() else ""
        raise InputError(f"{file.name} is not a file.", f"{lies}Choose a file, or a folder that holds *.parquet files.")


@apart
def recognise_text(text: str) -> Source:
    """The same for pasted text."""
    if not text.strip():
        raise InputError("There is nothing to paste.", "Copy a table first, for example from a spreadsheet.")
    return Source("text", text=text, delimiter=_delimiter(text.lstrip()[:_SAMPLE].splitlines()[0], ""))


def _first_line(start: bytes) -> tuple[str, str]:
    """The encoding that the first line with anything in it is written in, and that line."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = codecs.getincrementaldecoder("utf-16")("replace").decode(start)  # no row may be an error here
        return "utf-16", next(filter(str.strip, text.replace("\r", "\n").split("\n")), "")
    line = next(filter(bytes.strip, start.removeprefix(codecs.BOM_UTF8).splitlines()), b"")
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return encoding, codecs.getincrementaldecoder(encoding)().decode(line)
    return "iso-8859-1", line.decode("iso-8859-1")


def undecodable_line(file: Path, encoding: str) -> int | None:
    """The line of the first byte that `encoding` cannot read, or None."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    with file.open("rb") as stream:
        while True:
            chunk = stream.read(_CHUNK)
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                return line + chunk[: error.start].count(b"\n")
            except UnicodeError:  # UTF-16 without its mark
                return line
            if not chunk:
                return None
            line += chunk.count(b"\n")


def _delimiter(line: str, suffix: str) -> str:
    """The mark that splits a line into the most cells; the first of several."""
    if suffix == ".tsv":
        return "\t"
    return max(DELIMITERS, key=lambda mark: _cells(line, mark))


def _cells(line: str, mark: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=mark), ()))
    except csv.Error:
        return 0
