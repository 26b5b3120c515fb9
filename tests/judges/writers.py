"""The same raw rows as a file of every kind that dpstudio reads; each writer says what of a cell its kind can carry.

A cell is the text that stands in the source, or None where the source holds no value at all.
"""

import datetime
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import escape

from tests.judges import typed

Cell = str | None
Rows = Sequence[Sequence[Cell]]
Written = dict[str, Any]


@dataclass(frozen=True)
class Framed:
    """Rows with what stands above and below them in a file, and what is said about it."""

    above: list[Sequence[Cell]]
    below: list[Sequence[Cell]]
    said: dict[str, Any]


def framed(pick: Random, names: Sequence[str], rows: Rows) -> Framed:
    """A header of the columns' names, or another one, or none; titles above and sums below, now and then."""
    header = pick.choice([names, names, names, [f"column {at}" for at in range(len(names))], None])
    header = header if rows else names
    said: dict[str, Any] = {} if header is names else {"names": list(names)}
    if header is None:
        said["header"] = "no"
    title, last = pick.choice([0, 0, 0, 1, 3]), pick.choice([0, 0, 0, 1, 2])
    if title:
        said["first_line"] = str(title + 1)
    if last:
        said["left_out"] = str(last)
    above = [("List of people",)] * title + ([header] if header is not None else [])
    return Framed(above, [("Total", "7")[: len(names)]] * last, said)


def text_of(pick: Random, names: Sequence[str], rows: Rows, delimiter: str) -> tuple[str, dict[str, Any]]:
    """Delimited text and what is said of it; marks of quotation now and then where they need not be.

    A row of nothing but blanks is an empty line now and then, the header may stand below one, and the last line needs
    no end unless it is empty.
    """
    ends, frame = pick.choice(["\n", "\n", "\r\n", "\r"]), framed(pick, names, rows)
    open_end, first = pick.random() < 0.3, pick.choice(["", "", "", "" if frame.said else ends])
    lines = [delimiter.join(_quoted(pick, cell or "", delimiter) for cell in row)
             for row in [*frame.above, *rows, *frame.below]]  # fmt: skip
    for at, row in enumerate(rows, len(frame.above)):
        if not any(row) and pick.random() < 0.6:
            lines[at] = ""
    end = "" if open_end and lines and lines[-1] and not frame.below else ends
    return first + ends.join(lines) + (end if lines else ""), frame.said


def _quoted(pick: Random, cell: str, delimiter: str) -> str:
    needs = any(sign in cell for sign in (delimiter, '"', "\n", "\r")) or cell[:1] == " "
    return '"' + cell.replace('"', '""') + '"' if needs or pick.random() < 0.1 else cell


def _text(delimiter: str, *encodings: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        text, said = text_of(pick, names, rows, delimiter)
        encoding = pick.choice([each for each in encodings if _fits(text, each)] or ["utf-8"])
        path = folder / ("rows.tsv" if delimiter == "\t" else "rows.csv")
        path.write_bytes(text.encode(encoding))
        told = encoding.removesuffix("-sig")
        return {"format": "text", "path": path.name, "delimiter": delimiter, "encoding": told, **said}

    return write


def _fits(text: str, encoding: str) -> bool:
    try:
        return text.encode(encoding).decode(encoding) == text
    except UnicodeError:
        return False


def pasted(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
    """Text that stands in the project itself."""
    text, said = text_of(pick, names, rows, "\t")
    return {"format": "text", "text": text, "delimiter": "\t", **said}


def _arrow_table(pick: Random, names: Sequence[str], rows: Rows, kind: str = "") -> Any:
    import pyarrow as pa

    texts = [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
    columns = []
    for at, name in enumerate(names):
        cells, own = [typed.value(kind, name, row[at]) for row in rows], typed.arrow_type(kind, name)
        columns.append(pa.array(cells, own) if own else pa.array(cells, pa.string()).cast(pick.choice(texts)))
    return pa.table(columns, names=list(names))


def _parquet(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        import pyarrow.parquet

        path, table = folder / "rows.parquet", _arrow_table(pick, names, rows, kind)
        layout = {"row_group_size": pick.choice([3, 1000]), "use_dictionary": pick.random() < 0.5}
        pyarrow.parquet.write_table(table, path, **layout)
        return {"format": "parquet", "path": path.name}

    return write


def parquet_folder(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
    """A folder of Parquet files with the same columns, one of which may be empty."""
    import pyarrow.parquet

    inner = folder / "parts"
    inner.mkdir()
    cut = pick.randrange(len(rows) + 1)
    whole = _arrow_table(pick, names, rows)
    for name, part in (("a.parquet", whole.slice(0, cut)), ("b.parquet", whole.slice(cut))):
        pyarrow.parquet.write_table(part, inner / name)
    return {"format": "parquet_folder", "path": inner.name}


def _arrow(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        import pyarrow as pa

        path, table = folder / "rows.arrow", _arrow_table(pick, names, rows, kind)
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=pick.choice([2, 1000]))
        return {"format": "arrow", "path": path.name}

    return write


def _sqlite(kind: str) -> Callable[..., Written]:
    """Now and then under a collation of SQLite's that takes no notice of case; a column may hold several types."""

    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        path = folder / "rows.sqlite"
        base = sqlite3.connect(path)
        kinds = [""] if kind else ["TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM"]
        columns = ", ".join('"' + name.replace('"', '""') + '" ' + pick.choice(kinds) for name in names)
        base.execute(f"CREATE TABLE people ({columns})")
        base.executemany(f"INSERT INTO people VALUES ({', '.join('?' * len(names))})", typed.values(kind, names, rows))
        base.commit()
        base.close()
        return {"format": "sqlite", "path": path.name, "sheet": "people"}

    return write


def _excel(kind: str) -> Callable[..., Written]:
    """A cell without a value is left out, or is there and empty; so is a row."""

    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        path, frame = folder / "rows.xlsx", framed(pick, names, rows)
        sheet(path, [*frame.above, *typed.values(kind, names, rows), *frame.below], pick)
        return {"format": "excel", "path": path.name, "sheet": "people", **frame.said}

    return write


def sheet(path: Path, rows: Sequence[Sequence[Any]], pick: Random | None = None) -> None:
    """A workbook of one sheet."""
    pick = pick or Random(0)
    lines = "".join(_line(pick, at, row) for at, row in enumerate(rows, 1))
    content = f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as book:
        for name, part in {**PARTS, "xl/worksheets/sheet1.xml": content}.items():
            book.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' + part)


def _line(pick: Random, number: int, row: Sequence[Any]) -> str:
    if pick.random() < 0.5 and all(cell is None for cell in row):
        return ""
    cells = [_cell(pick, f"{chr(65 + at)}{number}", cell) for at, cell in enumerate(row)]
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(pick: Random, place: str, cell: Any) -> str:
    if cell is None:
        return pick.choice(["", f'<c r="{place}"/>', f'<c r="{place}" s="1"/>'])
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, datetime.datetime):
        return f'<c r="{place}" s="1"><v>{(cell - datetime.datetime(1899, 12, 30)).days}</v></c>'  # noqa: DTZ001 - Excel's day 0
    if isinstance(cell, float):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
PARTS = {
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/>'
    '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
    '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName='
    '"/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" Type='
    f'"{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{_DOCUMENT}"><sheets><sheet name="people" sheetId="1" '
    'r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" Type='
    f'"{_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{_DOCUMENT}/styles" '
    'Target="styles.xml"/></Relationships>',
}

WRITERS: dict[str, Callable[..., Written]] = {
    "csv": _text(",", "utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"),
    "semicolons": _text(";", "utf-8", "iso-8859-1"),
    "tsv": _text("\t", "utf-8"),
    "pasted": pasted,
    "excel": _excel(""),
    "excel_typed": _excel("excel_typed"),
    "parquet": _parquet(""),
    "parquet_typed": _parquet("parquet_typed"),
    "decimals": _parquet("decimals"),
    "parquet_folder": parquet_folder,
    "arrow": _arrow(""),
    "arrow_typed": _arrow("arrow_typed"),
    "sqlite": _sqlite(""),
    "sqlite_typed": _sqlite("sqlite_typed"),
}
_TEXTUAL = ("csv", "semicolons", "tsv", "pasted")


def carried(kind: str, names: Sequence[str], rows: Rows) -> list[tuple[Cell, ...]]:
    """The rows as this kind of file can hold them: what it cannot is changed here, in the truth."""
    return [tuple(_carried(kind, name, cell) for name, cell in zip(names, row, strict=True)) for row in rows]


def _carried(kind: str, name: str, cell: Cell) -> Cell:
    cell = typed.canonical(kind, name, cell)
    if cell is None:
        return "" if kind in _TEXTUAL else None
    cell = cell.replace("\0", "")
    if kind.startswith("excel"):  # XML knows no controls but these, and has one line break
        cell = "".join(sign for sign in cell.replace("\r", "\n") if sign >= " " or sign in "\t\n")
        cell = "0" if cell == "-0" else cell  # of a number, and then of a text too
    return cell
