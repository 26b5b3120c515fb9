"""Why a text file cannot be read as a table: the line, the field where it is said otherwise, and the way out."""

import codecs
import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import Source
from dpstudio.translation import phrase

_CHUNK = 1 << 20
END = "\x00the end of the table\x00"


def of_bytes(source: Source, name: str) -> InputError | None:
    """What is wrong with a file's bytes under its encoding, or None."""
    found = _undecodable(Path(source.path), source.encoding) if source.path else None
    if found is None:
        return None
    line, cut_off = found
    if cut_off:
        return InputError(
            phrase(
                "{name} ends in the middle of a character of {encoding}: it may have been cut off.",
                name=name,
                encoding=source.encoding,
            ),
            phrase("Copy or download it again, or choose another encoding."),
            "encoding",
        )
    return InputError(
        phrase(
            "{name}, line {line}: a character cannot be read as {encoding}.",
            name=name,
            line=line,
            encoding=source.encoding,
        ),
        _another(source.encoding),
        "encoding",
    )


def _another(encoding: str) -> str:
    """That another encoding is to be chosen, and which two are the likeliest."""
    one, other = [each for each in ("utf-8", "cp1252", "utf-16") if each != encoding][:2]
    return phrase("Choose another encoding: try {one}, then {other}.", one=one, other=other)


def _undecodable(file: Path, encoding: str) -> tuple[int, bool] | None:
    """The line of the first byte that `encoding` cannot read, and whether the file only ends too early; or None."""
    decoder, line = codecs.getincrementaldecoder(encoding)(), 1
    with file.open("rb") as stream:
        while True:
            chunk = stream.read(_CHUNK)
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                return line + chunk[: error.start].count(b"\n"), not chunk
            except UnicodeError:  # UTF-16 without its mark
                return line, False
            if not chunk:
                return None
            line += chunk.count(b"\n")


def of_nul(name: str, lines: Iterable[str], above: int) -> InputError:
    """Where a text holds a NUL; the arguments are those of `of_records`."""
    line = next((at for at, each in enumerate(lines, above + 1) if "\0" in each), above)
    return InputError(
        phrase("{name}, line {line} holds a NUL byte, which no text has.", name=name, line=line),
        phrase("Choose another encoding, or save the file again in the program that it comes from."),
        "encoding",
    )


def of_header(name: str, line: int) -> InputError:
    """That a quotation mark of the header is not closed in its line: what follows may be rows, and is not shown."""
    return InputError(
        phrase("{name}, line {line}: a quotation mark of the header is not closed in that line.", name=name, line=line),
        phrase(
            "Close it. If a name goes over several lines, say that the table begins below them without a header, and"
            " name its columns."
        ),
        "first_line",
    )


def of_records(source: Source, name: str, lines: Iterable[str], above: int) -> InputError:
    """What is wrong with a text's records.

    Args:
        lines: of the table, its header first.
        above: how many lines stand above them.
    """
    first = _Record([], 0, 0)
    try:
        for record in _records(source, name, lines, above):
            if not first.cells:
                first = record
            elif record.cells and len(record.cells) != len(first.cells):
                return _uneven(source, name, first, record)
    except UnicodeError:
        return InputError(
            phrase("{name} cannot be read as {encoding}.", name=name, encoding=source.encoding),
            _another(source.encoding),
            "encoding",
        )
    except InputError as error:
        return error
    return InputError(
        phrase("{name} could not be read as a table.", name=name),
        phrase("Check the delimiter and the quotation marks."),
        "delimiter",
    )


@dataclass(frozen=True)
class _Record:
    """Cells, the line that they begin on, and the line below them."""

    cells: list[str]
    line: int
    below: int


def _records(source: Source, name: str, lines: Iterable[str], above: int) -> Iterator[_Record]:
    """The records; a line of our own at the end shows whether a quotation mark was never closed.

    Raises:
        InputError: one was not, or a cell is too long.
    """
    records = csv.reader(chain(lines, [END]), delimiter=source.delimiter)
    line = above + 1
    try:
        for cells in records:
            if cells == [END]:
                return
            if cells and cells[-1].endswith(END):
                raise InputError(
                    phrase("{name}, line {line}: a quotation mark is never closed.", name=name, line=line),
                    phrase("Close it, or double it within its cell."),
                    "delimiter",
                )
            yield _Record(cells, line, above + records.line_num + 1)
            line = above + records.line_num + 1
    except csv.Error:
        raise InputError(
            phrase("{name}, line {line}: a cell is too long.", name=name, line=line),
            phrase("Check the quotation marks of that line."),
            "delimiter",
        ) from None


def _uneven(source: Source, name: str, first: _Record, record: _Record) -> InputError:
    """That a record has more cells than the first one, or fewer."""
    found, wanted = len(record.cells), len(first.cells)
    if source.header and record.line == first.below and found == wanted + 1 and not record.cells[-1].strip():
        return InputError(
            phrase(
                "{name}, line {line} ends with a delimiter, and the header in line {first_line} does not.",
                name=name,
                line=record.line,
                first_line=first.line,
            ),
            phrase(
                "Say that the table begins on line {below} without a header and name its columns, or add a"
                " delimiter to line {line}.",
                below=first.below,
                line=first.line,
            ),
            "first_line",
        )
    return InputError(
        phrase(
            "{name}, line {line}: {cells} where line {first_line} has {wanted}.",
            name=name,
            line=record.line,
            cells=counted(found, "cells"),
            first_line=first.line,
            wanted=wanted,
        ),
        phrase(
            "Choose another delimiter, say on which line the table begins and how many at its end are left"
            " out, or correct that line."
        ),
        "first_line",
    )
