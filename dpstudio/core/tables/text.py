"""Text files and pasted text: records of text columns, streamed; a malformed one is refused with its line."""

import csv
import io
import itertools
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpstudio.core.errors import InputError
from dpstudio.core.system_reasons import unread
from dpstudio.core.tables import malformed
from dpstudio.core.tables.schema import Source
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 21
_CHUNK = 1 << 20
_ENDS = ("\n", "\r")


def first_record(source: Source, name: str) -> list[str]:
    """The header; without one the first record with any cell, which is as wide as the table.

    Args:
        name: of the table, for messages.

    Raises:
        InputError: there is none.
    """
    try:
        first = _first(source, name, "replace")
        if source.header and first != _first(source, name, "ignore"):  # a row behind it is no concern of the header
            raise _malformed(source, name)
    except (csv.Error, UnicodeError):
        raise _malformed(source, name) from None
    if first is None:
        raise no_lines_left(source, name)
    return first or [""]


def _first(source: Source, name: str, errors: str) -> list[str] | None:
    """The first record; whether what follows it can be decoded, which is decoded with it, is found when it is read."""
    lines = _lines(source, name, errors)
    if source.header:
        return _header(lines, source, name)
    records = csv.reader(lines, delimiter=source.delimiter)
    first = next(records, None)
    return next((record for record in records if record), []) if first == [] else first


def _header(lines: Iterator[str], source: Source, name: str) -> list[str] | None:
    """The record of the first line alone: behind a quotation mark that is not closed there, rows would be names."""
    record = next(csv.reader(itertools.chain(itertools.islice(lines, 1), [malformed.END]), delimiter=source.delimiter))
    if record and record[-1].endswith(malformed.END) and record != [malformed.END]:
        raise malformed.of_header(name, _above(source, name) + 1)
    return None if record == [malformed.END] else record


def batches(source: Source, name: str) -> "Iterator[pa.RecordBatch]":
    """All records below the header; an empty line is one of blanks.

    Raises:
        InputError: naming the line and the remedy; no cell is quoted.
    """
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    names = [str(place) for place in range(len(first_record(source, name)))]
    try:
        reader = arrow_csv.open_csv(
            pa.PythonFile(_Blocks(_without_nul(source, name), len(names), source.delimiter), "r"),
            read_options=arrow_csv.ReadOptions(
                use_threads=False, block_size=_BLOCK, column_names=names, skip_rows_after_names=int(source.header)
            ),
            parse_options=arrow_csv.ParseOptions(
                delimiter=source.delimiter, newlines_in_values=True, ignore_empty_lines=False
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types={name: pa.string() for name in names},
                strings_can_be_null=False,
                quoted_strings_can_be_null=False,
            ),
        )
        yield from _without_end(reader, source, name)
    except (pa.ArrowInvalid, UnicodeError, pa.ArrowKeyError):
        raise _malformed(source, name) from None


def _without_end(reader: "Iterator[pa.RecordBatch]", source: Source, name: str) -> "Iterator[pa.RecordBatch]":
    """All records but the blank one put behind the last: where that is absent, a quotation mark was never closed."""
    held = None
    for batch in reader:
        if held is not None:
            yield held
        held = batch if batch.num_rows else held
    last = held.slice(held.num_rows - 1).to_pylist() if held is not None else [{"": "none"}]
    if held is None or any(last[0].values()):
        raise _malformed(source, name)
    yield held.slice(0, held.num_rows - 1)


class _Blocks(io.RawIOBase):
    """Text as a stream of UTF-8, with a record of blanks put behind the last.

    No block ends between a CR and what follows it: the parser would forget a LF that begins a block.
    """

    def __init__(self, texts: Iterator[str], width: int, delimiter: str) -> None:
        super().__init__()
        self._rest, self._texts, self._width, self._delimiter = bytearray(), texts, width, delimiter
        self._last = ""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """The next at most `size` bytes."""
        most = size if size >= 0 else _BLOCK
        while len(self._rest) <= most and (text := next(self._texts, None)) is not None:
            self._rest += text.encode()
            self._last = text[-1]
        if len(self._rest) <= most and self._width:
            self._rest += self._blank_record()
            self._width = 0
        cut = min(most, len(self._rest))
        while 1 < cut < len(self._rest) and self._rest[cut - 1] == ord("\r"):
            cut -= 1
        block = bytes(self._rest[:cut])
        del self._rest[:cut]
        return block

    def _blank_record(self) -> bytes:
        """Ended like the last line, for a CR and a LF would be one end."""
        ended = self._last in _ENDS
        end = self._last if ended else "\n"
        return (("" if ended else end) + self._delimiter * (self._width - 1) + end).encode()


def _lines(source: Source, name: str, errors: str = "strict") -> Iterator[str]:
    """The lines of the table with their ends: what was said to stand above and below it is left out."""
    with _opened(source, name, errors) as stream:
        yield from _ended(_begun(stream, source, name), source.left_out)


def _without_nul(source: Source, name: str) -> Iterator[str]:
    """The text, as far as it is one: the parser would take a NUL for a letter that nobody sees."""
    for text in _chunks(source, name):
        if "\0" in text:
            raise malformed.of_nul(name, _lines(source, name), _above(source, name))
        yield text


def _chunks(source: Source, name: str) -> Iterator[str]:
    """The same text, many lines at once where none is left out at the end."""
    with _opened(source, name) as stream:
        lines = _begun(stream, source, name)
        if source.left_out:
            yield from _ended(lines, source.left_out)
            return
        yield from itertools.islice(lines, 1)
        while chunk := stream.read(_CHUNK):
            yield chunk


def _begun(stream: Any, source: Source, name: str) -> Iterator[str]:
    """The lines from the one that the table begins on."""
    lines = _pieces(stream, name)
    if source.header and not source.first_line:
        return itertools.dropwhile(lambda line: not line.strip("\r\n"), lines)
    return itertools.islice(lines, max(source.first_line - 1, 0), None)


def _ended(lines: Iterator[str], left_out: int) -> Iterator[str]:
    """All lines but so many at the end."""
    held: deque[str] = deque()
    for line in lines:
        held.append(line)
        if len(held) > left_out:
            yield held.popleft()


def _pieces(stream: Any, name: str) -> Iterator[str]:
    """The physical lines, without a byte-order mark."""
    number = 0
    while line := stream.readline(_BLOCK):
        number += 1
        if len(line) >= _BLOCK:
            raise InputError(
                phrase(
                    "{name}, line {number} is longer than {block} characters.",
                    name=name,
                    number=number,
                    block=f"{_BLOCK:,}",
                ),
                phrase("Break it up."),
            )
        yield line.removeprefix("\ufeff") if number == 1 else line


def _opened(source: Source, name: str, errors: str = "strict") -> Any:
    if not source.path:
        return io.StringIO(source.text, newline="")
    try:
        return Path(source.path).open(encoding=source.encoding, errors=errors, newline="")
    except OSError as error:
        reason, remedy = unread(error)
        raise InputError(phrase("{name} cannot be opened: {reason}.", name=name, reason=reason), remedy) from None


def no_lines_left(source: Source, name: str) -> InputError:
    """That a table has no line to read: it is empty, or all of its lines are said to be left out."""
    if source.left_out:
        return InputError(
            phrase("{name} has no line left to read.", name=name),
            phrase("Leave out fewer lines at its end."),
            "left_out",
        )
    if source.first_line > 1:
        return InputError(
            phrase("{name} ends above line {first_line}.", name=name, first_line=source.first_line),
            phrase("Type a smaller number."),
            "first_line",
        )
    return InputError(phrase("{name} is empty.", name=name), phrase("Choose a file with a header and rows."))


def _malformed(source: Source, name: str) -> InputError:
    """Why a text file was refused: found by reading it again, slowly."""
    wrong = malformed.of_bytes(source, name)
    return wrong or malformed.of_records(source, name, _lines(source, name), _above(source, name))


def _above(source: Source, name: str) -> int:
    """How many lines stand above the table, or lie blank there."""
    if source.first_line or not source.header:
        return max(source.first_line - 1, 0)
    with _opened(source, name) as stream:
        return sum(1 for _ in itertools.takewhile(lambda line: not line.strip("\r\n"), _pieces(stream, name)))
