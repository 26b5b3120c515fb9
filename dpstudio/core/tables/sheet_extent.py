"""How far a sheet of an .xlsx file reaches, seen in its text: the reader makes room for every place up to there."""

import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from dpstudio.core.errors import InputError
from dpstudio.core.tables.dialect import MOST_COLUMNS
from dpstudio.core.tables.sheet_list import NO_ARCHIVE, part_of
from dpstudio.translation import phrase

MOST_ROWS = 1 << 20
_FREE = 50_000_000
_EACH = 50
_CHUNK = 1 << 22
_LONGEST = 64
_PLACE = re.compile(rb"<(?:[\w.-]+:)?(?:c|row)\s(?:[^<>]*?\s)?r\s*=\s*[\"']([A-Za-z]{0,9})([0-9]{1,18})[\"']")
"""Within a tag: a cell's text may read like a place."""


def refuse_far_cells(path: str, sheet: str, name: str) -> None:
    """Raise InputError where a cell stands so far out that most of the room up to it would be empty.

    Args:
        path: of an .xlsx file; any other is left alone.
        sheet: its name, or "" for the first.
        name: of the file, for the message.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            part = part_of(archive, sheet)
            if part is not None:
                _refuse(*_extent(archive, part), name)
    except (*NO_ARCHIVE, ElementTree.ParseError):
        return


def _extent(archive: zipfile.ZipFile, part: str) -> tuple[int, int, int]:
    """The farthest row and column, and how many cells there are; rows have their number alone."""
    letters: set[bytes] = set()
    row = cells = 0
    for text in _pieces(archive, part):
        places = _PLACE.findall(text)
        cells += len(places)
        letters.update(letter for letter, _ in places)
        row = max(row, max((int(number) for number in {number for _, number in places}), default=0))
    return row, max(map(_column, letters), default=0), cells


def _pieces(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """The text in pieces; each begins with a tag, so that none is cut."""
    with archive.open(part) as stream:
        rest = b""
        while chunk := stream.read(_CHUNK):
            text = rest + chunk
            cut = max(text.rfind(b"<"), 0)
            rest = text[cut:][-_LONGEST * 1024 :]
            yield text[:cut]
        yield rest


def _column(letters: bytes) -> int:
    """A is 1."""
    place = 0
    for letter in letters.upper():
        place = 26 * place + letter - 64
    return place


def _refuse(row: int, column: int, cells: int, name: str) -> None:
    """No number of the sheet's is told: the last row's is how many rows a private table has."""
    if column > MOST_COLUMNS:
        raise InputError(
            phrase(
                "{name} has a cell to the right of column {most_columns}, the last that can be read.",
                name=name,
                most_columns=f"{MOST_COLUMNS:,}",
            ),
            phrase("Keep fewer columns, or delete what is far from the table."),
        )
    if row > MOST_ROWS:
        raise InputError(
            phrase(
                "{name} has a cell below row {most_rows}, where no sheet reaches.",
                name=name,
                most_rows=f"{MOST_ROWS:,}",
            ),
            phrase("Save it as CSV."),
        )
    if row * column > _FREE + _EACH * cells:
        raise InputError(
            phrase("{name}: almost all of the sheet is empty, because one cell is far out.", name=name),
            phrase(
                "Delete what is far from the table (Ctrl+End in the sheet leads to where its cells end), or save it as"
                " CSV."
            ),
        )
