"""Twenty texts that stand in one version of a table and nowhere else, and where they are looked for."""

import base64
import binascii
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

_COUNT = 20


def canaries(version: int) -> list[str]:
    """The texts of one version of the table."""
    return [f"Kanarie{place:02d}v{version}q{place * 7919 % 9973:04d}" for place in range(_COUNT)]


def content(version: int) -> str:
    """A table with a canary in each row; every version holds other people."""
    rows = [f"{name},{'Tea' if place % 3 else 'Coffee'}" for place, name in enumerate(canaries(version))]
    return "name,drink\n" + "\n".join(rows) + "\n"


def pasted(version: int) -> str:
    """The table as an editor hands it over."""
    return content(version).rstrip("\n").replace("\n", "\r\n")


def found_in(text: str, versions: Iterable[int]) -> list[str]:
    """The canaries of some versions in a text."""
    return [name for version in versions for name in canaries(version) if name in text]


def files_below(folder: Path) -> list[Path]:
    """Every file in a folder and those in it, though a program at work there makes and removes them meanwhile."""
    return [Path(place, name) for place, _, names in os.walk(folder) for name in names]


def inside(file: Path) -> str:
    """What stands in a file, in packed streams, archives, tables and written-out bytes too."""
    raw = file.read_bytes()
    parts = [raw, *_streams(raw), *_members(file), *_columns(file)]
    texts = [part.decode(encoding, "replace") for part in parts for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    texts += [raw[1:].decode("utf-16-le", "replace"), *map(_written_out, texts[::3])]
    return "\n".join(texts)


def _streams(raw: bytes) -> Iterator[bytes]:
    """Of a PDF, and whatever else marks them so."""
    for start in re.finditer(rb"stream\r?\n", raw):
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(raw[start.end() :])


def _members(file: Path) -> Iterator[bytes]:
    """Of a zip archive, as a workbook is one."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())


def _columns(file: Path) -> Iterator[bytes]:
    """Of a Parquet or Arrow file, packed or not."""
    for read in (pyarrow.parquet.read_table, pyarrow.feather.read_table):
        with suppress(pa.ArrowInvalid, OSError):
            yield str(read(str(file)).to_pydict()).encode()


def _written_out(text: str) -> str:
    """Bytes that stand as base64, as in a signed envelope."""
    found = []
    for run in re.findall(r"[A-Za-z0-9+/]{24,}={0,2}", text):
        with suppress(binascii.Error):
            found.append(base64.b64decode(run[: len(run) // 4 * 4]).decode("utf-8", "replace"))
    return "\n".join(found)


@dataclass
class History:
    """What was said of the table so far: it is private wherever its contents, its place or its handle have been."""

    latest: int = 0
    lying: dict[str, int] = field(default_factory=dict)
    opened: set[int] = field(default_factory=set)
    sealed: set[int] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    handles: set[str] = field(default_factory=set)
    ledger: str = ""
    gone: set[tuple[str, str]] = field(default_factory=set)

    def version(self, path: str, text: str) -> int:
        """Which version a table holds."""
        if path:
            return self.lying[path]
        return next(each for each in range(self.latest + 1) if canaries(each)[0] in text)

    def let_go(self, path: str, text: str) -> None:
        """A look in this ledger lets the very bytes of a table go."""
        self.gone.add((self.ledger, content(self.version(path, text)) if path else text))

    def read(self, role: str, path: str, text: str, handle: str) -> bool:
        """The program reads a table under a role; whether it must stay sealed."""
        version = self.version(path, text)
        if role == "private":
            self.places |= {path} - {""}
            self.handles.add(handle)
        sealed = path in self.places or handle in self.handles or version in self.sealed
        if role != "private" and (self.ledger, content(version) if path else text) in self.gone:
            self.opened.add(version)
            return False
        if sealed:
            self.sealed.add(version)
        elif role:
            self.opened.add(version)
        return sealed

    @property
    def forbidden(self) -> list[int]:
        """The versions of which nothing may be seen: private ones, and those of which nothing was said."""
        gone = {each for each in range(self.latest + 1) if {content(each), pasted(each)} & self._here}
        return [v for v in range(self.latest + 1) if v not in gone and (v in self.sealed or v not in self.opened)]

    @property
    def _here(self) -> set[str]:
        return {text for ledger, text in self.gone if ledger == self.ledger}


class Files:
    """Every file below some folders, but the table's own, and what it held while that was open to all."""

    def __init__(self, folders: list[Path], own: set[Path]) -> None:
        self._folders, self._own = folders, own
        self._excused: dict[Path, tuple[bytes, int, set[int]]] = {}

    def leaks(self, history: History) -> list[str]:
        """The names of the files that give a canary away; from now on what is there is known."""
        found, before = [], self._excused
        self._excused = {}
        for file in self._all():
            same = before.get(file, (b"", -1, set[int]()))
            try:
                raw = file.read_bytes()
                held = same[2] if same[:2] == (raw, history.latest) else self._held(inside(file), history.latest)
            except FileNotFoundError:  # the open window has put a ledger's log away since the folder was listed
                continue
            known = same[2] if same[0] == raw else set[int]()
            found += [file.name] if held & set(history.forbidden) - known else []
            self._excused[file] = raw, history.latest, held
        return found

    @staticmethod
    def _held(said: str, latest: int) -> set[int]:
        """The versions of the table whose canaries stand there."""
        return {each for each in range(latest + 1) if found_in(said, [each])}

    def _all(self) -> list[Path]:
        return [file for folder in self._folders for file in files_below(folder) if file not in self._own]
