"""One private table with a canary in each row, in every format that dpstudio reads and a test can write."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from tests.gate.canaries import canaries
from tests.judges.writers import sheet

DRINKS = ("Tea", "Coffee")
ROWS = [(name, DRINKS[place % 3 == 0]) for place, name in enumerate(canaries(0))]
LINES = [("name", "drink"), *ROWS]


def _text(delimiter: str, encoding: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / ("people.tsv" if delimiter == "\t" else "people.csv")
        path.write_bytes("".join(delimiter.join(line) + "\n" for line in LINES).encode(encoding))
        return path

    return write


def _arrow() -> pa.Table:
    return pa.table({"name": [name for name, _ in ROWS], "drink": [drink for _, drink in ROWS]})


def _parquet(folder: Path) -> Path:
    pyarrow.parquet.write_table(_arrow(), folder / "people.parquet", compression="zstd")
    return folder / "people.parquet"


def _parquet_folder(folder: Path) -> Path:
    parts = folder / "people"
    parts.mkdir()
    for place in (0, 10):
        pyarrow.parquet.write_table(_arrow().slice(place, 10), parts / f"{place}.parquet")
    return parts


def _arrow_file(folder: Path) -> Path:
    path = folder / "people.arrow"
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, _arrow().schema) as writer:
        writer.write_table(_arrow())
    return path


def _feather(folder: Path) -> Path:
    pyarrow.feather.write_feather(_arrow(), str(folder / "people.feather"), compression="lz4")
    return folder / "people.feather"


def _sqlite(folder: Path) -> Path:
    base = sqlite3.connect(folder / "people.sqlite")
    base.execute("CREATE TABLE people (name TEXT, drink TEXT)")
    base.executemany("INSERT INTO people VALUES (?, ?)", ROWS)
    base.commit()
    base.close()
    return folder / "people.sqlite"


def _excel(folder: Path) -> Path:
    sheet(folder / "people.xlsx", LINES)
    return folder / "people.xlsx"


WRITERS: dict[str, Callable[[Path], Path]] = {
    "csv": _text(",", "utf-8"),
    "semicolons": _text(";", "cp1252"),
    "tsv": _text("\t", "utf-8"),
    "utf-16": _text(",", "utf-16"),
    "xlsx": _excel,
    "sqlite": _sqlite,
    "parquet": _parquet,
    "parquet folder": _parquet_folder,
    "arrow": _arrow_file,
    "feather": _feather,
}
SAID: dict[str, dict[str, str]] = {
    "csv": {"format": "text"},
    "semicolons": {"format": "text", "delimiter": ";"},
    "tsv": {"format": "text", "delimiter": "\t"},
    "utf-16": {"format": "text", "encoding": "utf-16"},
    "xlsx": {"format": "excel"},
    "sqlite": {"format": "sqlite"},
    "parquet": {"format": "parquet"},
    "parquet folder": {"format": "parquet_folder"},
    "arrow": {"format": "arrow"},
    "feather": {"format": "arrow"},
}
"""What a project says of each."""
PASTED = "\n".join(",".join(line) for line in LINES)
KINDS = (*WRITERS, "pasted")
