"""How the line that a text's table begins on appears to be written: no line below it is looked at."""

import codecs
import csv
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.system_reasons import unread
from dpstudio.core.tables.schema import Source
from dpstudio.translation import phrase

DELIMITERS = {",": phrase("comma"), ";": phrase("semicolon"), "\t": phrase("tab"), "|": phrase("bar")}
_RAREST_FIRST = "\t|;,"
SAMPLE = 1 << 16
_END = re.compile("\r\n|\r|\n")
_TELLS = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_TAB = "\t"


def begun(source: Source, start: bytes) -> Source:
    """A text with the delimiter and encoding that its first line appears to have, the expected ones if it tells none.

    Where that line only tells the delimiter, as Excel's "sep=;" does, the table begins on the line below.

    Args:
        start: of its bytes.
    """
    _, line, place = line_of(start)
    tells = _TELLS.fullmatch(line.strip())
    if tells is None or tells[1] not in DELIMITERS:
        return _as_written(source, start)
    return replace(_as_written(replace(source, first_line=place + 1), start), delimiter=tells[1])


@apart
def as_it_begins(source: Source) -> Source:
    """A text with the delimiter and encoding that the line it is said to begin on appears to have, as `line_of` says.

    It stays as it is where that line is empty, or lies far below.

    Raises:
        InputError: the file cannot be read.
    """
    if not source.path:
        return _as_written(source, source.text[:SAMPLE].encode("utf-8", "replace"))
    try:
        with Path(source.path).open("rb") as stream:
            return _as_written(source, stream.read(SAMPLE))
    except OSError as error:
        raise cannot_open(Path(source.path), error) from None


def cannot_open(file: Path, error: OSError) -> InputError:
    """That a file cannot be opened."""
    reason, remedy = unread(error)
    return InputError(phrase("{name} cannot be opened: {reason}.", name=file.name, reason=reason), remedy)


def _as_written(source: Source, start: bytes) -> Source:
    encoding, line, _ = line_of(start, source.first_line)
    if not line.strip():
        return source
    encoding = encoding if source.path else source.encoding
    return replace(source, delimiter=_delimiter(line, source.delimiter), encoding=encoding)


def line_of(start: bytes, number: int = 0) -> tuple[str, str, int]:
    """The encoding that a line appears to be written in, the line, and its number.

    The first line with anything in it tells the encoding too: a plain header below a title with an ä tells none.

    Args:
        number: of the line, from 1; 0 is the first with anything in it.
    """
    wide = _wide(start)
    plain = codecs.getincrementaldecoder(wide or "iso-8859-1")("replace")  # no row may be an error here
    lines = _END.split(plain.decode(start.removeprefix(codecs.BOM_UTF8)))
    first = next((at for at, each in enumerate(lines, 1) if each.strip()), 0)
    place = number or first
    line = lines[place - 1] if 0 < place <= len(lines) else ""
    if wide:
        return wide, line, place
    encoding = _narrow(line.encode("iso-8859-1"), lines[first - 1].encode("iso-8859-1"))
    return encoding, _decoded(line.encode("iso-8859-1"), encoding), place


def _wide(start: bytes) -> str:
    """The encoding of two bytes a character that a text begins in, by its mark or its first two letters, or ""."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    are_nul = bytes(byte == 0 for byte in start[:4])
    return {b"\0\1\0\1": "utf-16-le", b"\1\0\1\0": "utf-16-be"}.get(are_nul, "")


def _narrow(*lines: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            for line in lines:
                _decoded(line, encoding)
            return encoding
    return "iso-8859-1"


def _decoded(line: bytes, encoding: str) -> str:
    """A line of which the end may be missing."""
    return codecs.getincrementaldecoder(encoding)().decode(line)


def _delimiter(line: str, expected: str) -> str:
    """The mark that splits a line into the most cells, of several the rarest in texts and numbers.

    Where none splits it, it is the expected one; so it is where a tab is expected and splits it at all.
    """
    best = max(_RAREST_FIRST, key=lambda mark: _cells(line, mark))
    stays = expected == _TAB and _cells(line, _TAB) > 1
    return expected if stays or _cells(line, best) < 2 else best


def _cells(line: str, mark: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=mark), ()))
    except csv.Error:
        return 0
