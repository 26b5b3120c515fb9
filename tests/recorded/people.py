"""Small invented people, as a file of every kind that dpstudio reads: the tables of the recorded questions."""

import datetime
import sqlite3
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from tests.judges.writers import sheet

NAMES = (
    "who",
    "number",
    "drink",
    "drinks",
    "age",
    "spent",
    "born",
    "flag",
    "vegan",
    "lon",
    "lat",
    "club",
    "Tea",
    "Milk",
)
ROWS = [
    ("Ann", "1", "Tea", "Tea;Milk", "31", "2.50", "1990-05-17", "yes", "no", "13.4", "52.5", "Chess", "yes", "no"),
    ("Ben", "2", "Milk", "Milk", "44", "7.25", "1977-01-02", "no", "no", "2.35", "48.86", "Rowing", "no", "yes"),
    ("Ben", "2", "Tea", "Tea;Cocoa", "44", "0.10", "1977-01-02", "no", "yes", "2.35", "48.86", "Chess", "yes", "no"),
    ("Cem", "03", "Cocoa", "", "19", "9.99", "2003-12-31", "yes", "yes", "28.98", "41.01", "", "no", "no"),
    ("Dee", "4", "tea", "tea; Milk", "", "4.00", "", "", "no", "-0.13", "51.51", "Rowing", "yes", "yes"),
    ("Eve", "5", "Water", "Water", "67", "12.00", "1955-07-30", "no", "", "", "", "Choir", "no", "no"),
    (" eve", "5", "Tea", "Tea", "67", "1234.50", "1955-07-30", "yes", "no", "4.9", "52.37", "Choir", "yes", ""),
    ("Flo", "6", "", "Cocoa;Cocoa", "102", "many", "1924-02-29", "maybe", "yes", "16.37", "48.21", "Chess", "no", "no"),
    ("Gus", "7", "Milk", "Milk;Tea;Water", "8", "3.33", "2018-08-08", "yes", "no", "12.5", "41.9", "chess", "", "yes"),
    ("Gus", "7", "Milk", "Milk", "8", "3.34", "2018-08-08", "yes", "no", "12.5", "41.9", "Rowing", "no", "yes"),
    ("Gus", "7", "Cocoa", "Cocoa", "8", "3.35", "2018-08-08", "no", "no", "12.5", "41.9", "Choir", "no", "yes"),
    ("Hal", "8", "Tea", "Tea;Water", "53", "5.00", "1969-07-20", "no", "yes", "-3.7", "40.42", "Rowing", "yes", "no"),
]  # fmt: skip
CITIES = [
    ("city", "lon", "lat", "club", "weight", "price"), ("Berlin", "13.4", "52.5", "Chess", "2", "1.00"),
    ("Paris", "2.35", "48.86", "Rowing", "3", "2.50"), ("Rome", "12.5", "41.9", "Choir", "1/2", "4.00"),
]  # fmt: skip
SCORES = [("name", "points"), ("Tea", "12.5"), ("Milk", "11"), ("Cocoa", "-3.25"), ("Water", "many")]
Description = dict[str, Any]


def _lines(rows: list[Any], delimiter: str = ",") -> str:
    return "".join(delimiter.join(row) + "\n" for row in rows)


def _german() -> str:
    rows = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
    for row in rows:
        if "." in row["spent"]:
            row["spent"] = f"{float(row['spent']):,.2f}".translate(str.maketrans(",.", ".,"))
        row["born"] = ".".join(reversed(row["born"].split("-")))
        row["drinks"] = f'"{row["drinks"]}"'
    return _lines([NAMES, *(row.values() for row in rows)], ";")


def _titled() -> str:
    """No names of columns, two lines above and one below."""
    return _lines([("List of people",), ("secret",), *ROWS, ("Sum", "12")], "\t")


def _typed() -> pa.Table:
    columns: dict[str, Any] = dict(zip(NAMES, zip(*ROWS, strict=True), strict=True))
    columns["age"] = pa.array([int(age) if age else None for age in columns["age"]], pa.int16())
    columns["spent"] = pa.array([None if spent == "many" else float(spent) for spent in columns["spent"]])
    days = [datetime.date.fromisoformat(day) if day else None for day in columns["born"]]
    columns["born"] = pa.array(days, pa.date32())
    columns["vegan"] = pa.array([{"yes": True, "no": False}.get(vegan) for vegan in columns["vegan"]])
    return pa.table({name: pa.array(list(each)) if isinstance(each, tuple) else each for name, each in columns.items()})


def write(folder: Path) -> None:
    """All tables, into an empty folder."""
    texts = {
        "people.csv": (_lines([NAMES, *ROWS]), "utf-8"),
        "german.csv": (_german(), "cp1252"),
        "titled.tsv": (_titled(), "utf-16"),
        "cities.csv": (_lines(CITIES), "utf-8"),
        "scores.csv": (_lines(SCORES), "utf-8"),
    }
    for name, (text, encoding) in texts.items():
        (folder / name).write_bytes(text.encode(encoding))
    sheet(folder / "people.xlsx", [("People",), NAMES, *ROWS, [None] * len(NAMES)])
    pyarrow.parquet.write_table(_typed(), folder / "people.parquet")
    (folder / "parts").mkdir()
    for name, part in (("a.parquet", _typed().slice(0, 5)), ("b.parquet", _typed().slice(5))):
        pyarrow.parquet.write_table(part, folder / "parts" / name)
    with pa.OSFile(str(folder / "people.arrow"), "wb") as sink, pa.ipc.new_file(sink, _typed().schema) as writer:
        writer.write_table(_typed())
    base = sqlite3.connect(folder / "people.sqlite")
    base.execute(f"CREATE TABLE people ({', '.join(NAMES)})")
    base.executemany(f"INSERT INTO people VALUES ({', '.join('?' * len(NAMES))})", ROWS)
    base.commit()
    base.close()


FORMS: dict[str, Description] = {
    "csv": {"format": "text", "path": "../tables/people.csv"},
    "german": {"format": "text", "path": "../tables/german.csv", "delimiter": ";", "encoding": "cp1252"},
    "titled": {
        "format": "text", "path": "../tables/titled.tsv", "delimiter": "\t", "encoding": "utf-16", "header": "no",
        "first_line": "3", "left_out": "1", "names": list(NAMES),
    },
    "excel": {"format": "excel", "path": "../tables/people.xlsx", "sheet": "people", "first_line": "2"},
    "parquet": {"format": "parquet", "path": "../tables/people.parquet"},
    "parquet folder": {"format": "parquet_folder", "path": "../tables/parts"},
    "arrow": {"format": "arrow", "path": "../tables/people.arrow"},
    "sqlite": {"format": "sqlite", "path": "../tables/people.sqlite", "sheet": "people"},
    "pasted": {"format": "text", "text": _lines([NAMES, *ROWS]), "role": "sample"},
}  # fmt: skip
COLUMNS: dict[str, Description] = {
    "drink": {"kind": "category"},
    "drinks": {"kind": "choices"},
    "age": {"kind": "integer", "lower": "0", "upper": "100", "blank": "40", "unit": "years"},
    "spent": {"kind": "decimal", "step": "0.01", "lower": "0", "upper": "10", "blank": "5", "unit": "€"},
    "born": {"kind": "date", "lower": "1920-01-01", "upper": "2020-12-31"},
    "flag": {"kind": "yes_no", "blank": "no"},
    "vegan": {"kind": "yes_no", "blank": "no"},
    "lon": {"kind": "longitude", "step": "0.1", "lower": "-10", "upper": "30", "blank": "10"},
    "lat": {"kind": "latitude", "step": "0.1", "lower": "40", "upper": "60", "blank": "50"},
    "club": {"kind": "category"},
}
