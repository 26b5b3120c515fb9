"""Recognising how a file is written: of text by its first line alone, since a receipt tells it and no row may."""

from collections.abc import Callable
from pathlib import Path

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables.first_line import SAMPLE, begun, cannot_open, line_of
from dpstudio.core.tables.schema import Source
from dpstudio.core.tables.sheet_list import first_visible
from dpstudio.translation import phrase

ENCODINGS = (
    "utf-8", "cp1252", "iso-8859-1", "utf-16", "utf-16-le", "utf-16-be", "cp1250", "cp1251", "cp1253", "cp1254",
    "cp1257", "iso-8859-2", "iso-8859-15", "cp850", "mac-roman", "shift_jis", "gb18030", "big5", "euc-kr",
)  # fmt: skip
MOST_COLUMNS = 10_000
LONGEST_CELL = 1 << 21
MOST_BYTES = 1 << 36
LONGEST_NAME = 1_000
_EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_OLD_EXCEL, _ARCHIVE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
_PACKED = (_ARCHIVE, b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!\x1a", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_PICTURES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"FEA1")
_IN_NO_TEXT = frozenset(map(chr, range(32))) - frozenset("\t\n\v\f\r\x1a\x1b")
_FOREIGN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "a web page or XML": (("<!doctype", "<html", "<?xml", "<table", "<head", "<meta", "<body", "<style", "<div"), ()),
    "a document": (("{\\rtf",), ()),
    "JSON": (('{"', "[{", '["', "[["), ("{", "[")),
}
"""What a file can be though it is called a table, by how its first line begins, or by the whole of it."""


@apart
def recognise(path: str, tick: Callable[[float], None] = lambda _: None) -> Source:
    """The format, and of text the delimiter and encoding that its first line appears to have.

    The header question stays open, and no line below the first is looked at. Of a workbook whose first sheets are
    hidden the first other one is meant.

    Args:
        tick: asked whether to go on while nothing is heard of the file; it may raise Cancelled.

    Raises:
        InputError: the file cannot be read, is empty, or is no table.
    """
    file = Path(path)
    if is_folder(file) and next(file.glob("*.parquet"), None) is not None:
        return Source("parquet_folder", str(path))
    refuse_special(file)
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            start = stream.read(SAMPLE)
    except OSError as error:
        raise cannot_open(file, error) from None
    if size > MOST_BYTES:
        raise InputError(
            phrase("{name} is larger than 64 GiB.", name=file.name), phrase("Split it, or save it as Parquet.")
        )
    if not start:
        raise InputError(phrase("{name} is empty.", name=file.name), phrase("Choose a file with a header and rows."))
    if start.startswith(b"PAR1"):
        return Source("parquet", str(path))
    if start.startswith(b"ARROW1"):
        return Source("arrow", str(path))
    if start.startswith(b"SQLite format 3\0"):
        return Source("sqlite", str(path))
    _, first, _ = line_of(start)
    if _is_book(file, start, first):
        return Source("excel", str(path), sheet=first_visible(str(path)))
    _refuse_no_table(file.name, start, first)
    return begun(Source("text", str(path), delimiter="\t" if file.suffix.lower() == ".tsv" else ","), start)


def _is_book(file: Path, start: bytes, first: str) -> bool:
    """Whether a file is a spreadsheet, by what is inside: a text that is called one is read as a text."""
    if file.suffix.lower() in _EXCEL:
        return start.startswith((b"PK", _OLD_EXCEL)) or "\0" in first
    new = start.startswith(_ARCHIVE) and (b"xl/" in start or _OPEN_DOCUMENT in start)
    return new or start.startswith(_OLD_EXCEL)


def _refuse_no_table(name: str, start: bytes, first: str) -> None:
    """Raise InputError for what is something else, whatever it is called."""
    if start.startswith(_PACKED):
        raise InputError(
            phrase("{name} is packed, so it is not a table yet.", name=name),
            phrase("Unpack it, and choose the table inside."),
        )
    if _IN_NO_TEXT & set(first) or start.startswith(_PICTURES):
        raise InputError(
            phrase("{name} is not a table of text.", name=name),
            phrase("Save it as CSV, TSV, Parquet, Arrow or Excel and choose that file."),
        )
    begins = first.removeprefix("\ufeff").strip().lower()
    what = next((what for what, marks in _FOREIGN.items() if begins in marks[1] or begins.startswith(marks[0])), None)
    if what is not None:
        raise InputError(
            phrase("{name} is {what}, not a table.", name=name, what=what),
            phrase("Save the table as CSV or Excel in the program that it comes from, and choose that file."),
        )


def is_folder(file: Path) -> bool:
    """Whether there is a folder; of a path that the system cannot look for it is told where it is opened."""
    try:
        return file.is_dir()
    except OSError:
        return False


def _is_special(file: Path) -> bool:
    try:
        return file.exists() and not file.is_file()
    except OSError:
        return False


def refuse_special(file: Path) -> None:
    """Raise InputError for a folder of anything but Parquet files, a pipe or a device: reading one might never end."""
    if _is_special(file):
        lies = phrase("There is a folder in its place. ") if file.is_dir() else ""
        raise InputError(
            phrase("{name} is not a file.", name=file.name),
            phrase("{lies}Choose a file, or a folder that holds *.parquet files.", lies=lies),
        )


@apart
def recognise_text(text: str, tick: Callable[[float], None] = lambda _: None) -> Source:
    """The same for pasted text."""
    if not text.strip():
        raise InputError(
            phrase("There is nothing to paste."), phrase("Copy a table first, for example from a spreadsheet.")
        )
    return begun(Source("text", text=text, delimiter="\t"), text[:SAMPLE].encode("utf-8", "replace"))
