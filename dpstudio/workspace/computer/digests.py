"""How a table is known again: keyed digests of its bytes, which say nothing without this machine's key.

Taking a digest is no reading: no row is parsed, nothing of a cell is kept.
"""

import codecs
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from dpstudio.core.errors import InputError
from dpstudio.core.plan import TablePlan
from dpstudio.core.system_reasons import unread
from dpstudio.core.tables.dialect import refuse_special
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.reading import bytes_of, files, label, server_names
from dpstudio.translation import phrase

_CHUNK = 1 << 22
_ENDS = 1 << 16


@dataclass(frozen=True)
class Digests:
    """What a table is known by.

    Args:
        whole: of the table; of a text also without what an editor or the clipboard changes (line ends, blank lines
            at the end, encoding, byte order mark).
        parts: of each file of a folder as well.
        beneath: of the tables of a database that this one, a view or partition, shows rows of.
        exact: those that no other table has: of the bytes as they are, or all that a server calls the table.
    """

    whole: tuple[str, ...]
    parts: tuple[str, ...] = ()
    beneath: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()


def digests(table: TablePlan, key: bytes, tick: Tick) -> Digests:
    """Digest a table's bytes; of a database's table what its server calls it.

    Raises:
        InputError: the file is not there, or is none; the database cannot be reached.
    """
    if table.format == "database":
        own, beneath = (
            tuple(_hex(key, [name.encode()]) for name in names) for names in server_names(table.source, tick)
        )
        return Digests(own, beneath=beneath, exact=own)
    if not table.path:
        text = table.text.encode("utf-8", "surrogatepass")
        exact = _hex(key, [text])
        return Digests((exact, _hex(key, _plain([text], "utf-8"))), exact=(exact,))
    for each in files(table.source) if table.format == "parquet_folder" else [Path(table.path)]:
        refuse_special(each)
    try:
        return _of_files(table, key, tick)
    except OSError as error:
        name = Path(error.filename).name if error.filename else label(table.source)
        reason, remedy = unread(error)
        raise InputError(phrase("{name} cannot be opened: {reason}.", name=name, reason=reason), remedy) from None


def _of_files(table: TablePlan, key: bytes, tick: Tick) -> Digests:
    found = files(table.source)
    tick = _adding_up(tick, bytes_of(table.source) * (1 + (table.format == "text") + (len(found) > 1)))
    whole = [_hex(key, (chunk for file in found for chunk in _chunks(file, tick)))]
    if table.format == "text":
        with suppress(UnicodeError):  # UTF-16 without its mark: it cannot be read either
            whole.append(_hex(key, _plain(_chunks(found[0], tick), table.encoding)))
    parts = [_hex(key, _chunks(file, tick)) for file in found] if len(found) > 1 else []
    return Digests(tuple(whole), tuple(parts), exact=(whole[0],))


def glimpses(found: Iterable[Path], key: bytes) -> list[str]:
    """What files are known by before all of them has been read: length, beginning and end."""
    known = []
    for file in found:
        try:
            known += [_glimpse(file, key)] if file.is_file() and file.stat().st_size else []
        except (OSError, ValueError):
            continue
    return known


def _glimpse(file: Path, key: bytes) -> str:
    with _opened(file) as stream:
        start = stream.read(_ENDS)
        length = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, length - _ENDS))
        return _hex(key, [b"glimpse", str(length).encode(), start, stream.read(_ENDS)])


def named(key: bytes, kind: str, name: str) -> str:
    """A keyed digest of a name: a handle, a path."""
    return _hex(key, [f"{kind}\0{name}".encode("utf-8", "surrogatepass")])


def _hex(key: bytes, chunks: Iterable[bytes]) -> str:
    digest = hashlib.blake2b(digest_size=16, key=key)
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(file: Path, tick: Tick) -> Iterator[bytes]:
    with _opened(file) as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk
            tick(len(chunk))


def _adding_up(tick: Tick, size: int) -> Tick:
    """Tells the share of so many bytes, where it is told how many more have been read."""
    read = 0.0

    def more(count: float) -> None:
        nonlocal read
        read += count
        tick(min(1.0, read / size))

    return more


def _plain(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """A text's bytes in UTF-8, each line end one sign, none at the end, without a byte order mark."""
    held, mark = b"", codecs.BOM_UTF8
    for chunk in _as_utf_8(chunks, encoding):
        text, mark = held + chunk.removeprefix(mark), b""
        kept = text.rstrip(b"\r\n")
        held = text[len(kept) :]
        yield kept.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _as_utf_8(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    if encoding == "utf-8":
        yield from chunks
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode("utf-8", "surrogatepass")
    yield decoder.decode(b"", True).encode("utf-8", "surrogatepass")


def _opened(file: Path) -> BinaryIO:
    """A file to read, whatever has become of it since it was looked at: a pipe is not waited for."""
    stream = os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb")
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise InputError(
            phrase("{name} is not a file.", name=file.name),
            phrase("Choose a file, or a folder that holds *.parquet files."),
        )
    return stream


def at_a_glance(table: TablePlan, key: bytes) -> list[str]:
    """The handle of a table and, of a file, where it lies and what is known of it without reading all of it."""
    handle = named(key, "handle", table.handle)
    if not table.path or table.format == "database":
        return [handle]
    inside = files(table.source)
    places = {_place(table.path), *(_place(str(file)) for file in inside)}
    known = [named(key, "path", place) for place in sorted(places)]
    return [handle, *known, *glimpses(inside, key)]


def _place(path: str) -> str:
    """Where a file lies, links followed; a name that no file can have is itself."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
