"""Twenty texts that stand in a table and nowhere else, and where they are looked for."""

import re
import zlib
from pathlib import Path

CANARIES = tuple(f"Kanarie{place:02d}q{place * 7919 % 9973:04d}" for place in range(20))


def content(changes: int) -> str:
    """A table with every canary in a cell; each change adds a row."""
    rows = [f"{name},{'Tea' if place % 3 else 'Coffee'}" for place, name in enumerate(CANARIES)]
    rows += [f"{CANARIES[place % 20]} again {place},Tea" for place in range(changes)]
    return "name,drink\n" + "\n".join(rows) + "\n"


def found_in(text: str) -> list[str]:
    """The canaries in a text."""
    return [name for name in CANARIES if name in text]


def inside(file: Path) -> str:
    """What stands in a file, in packed streams too."""
    raw = file.read_bytes()
    texts = [raw.decode("utf-8", "replace"), raw.decode("utf-16-le", "replace")]
    for start in re.finditer(rb"stream\r?\n", raw):
        try:
            texts.append(zlib.decompressobj().decompress(raw[start.end() :]).decode("latin-1"))
        except zlib.error:
            continue
    return "\n".join(texts)


class Files:
    """Every file written below some folders that holds a canary and was not there, as it is, before."""

    def __init__(self, folders: list[Path], own: set[Path]) -> None:
        self._folders, self._own = folders, own
        self._excused: dict[Path, bytes] = {}

    def excuse(self) -> None:
        """What is there now was written while the table was open to all."""
        self._excused = {file: file.read_bytes() for file in self._all()}

    def leaks(self) -> list[str]:
        """The names of the files that give a canary away."""
        fresh = [file for file in self._all() if self._excused.get(file) != file.read_bytes()]
        return [file.name for file in fresh if found_in(inside(file))]

    def _all(self) -> list[Path]:
        files = (file for folder in self._folders for file in folder.rglob("*") if file.is_file())
        return [file for file in files if file not in self._own]
