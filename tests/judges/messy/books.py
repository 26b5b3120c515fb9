"""A workbook of several sheets, with merged cells, dates, and numbers that are texts."""

import datetime
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tests.judges.writers import MAIN, PARTS

_FIRST = '<sheet name="people" sheetId="1" r:id="r1"/>'
_DAY_0 = datetime.date(1899, 12, 30)


def book(path: Path, sheets: Mapping[str, Sequence[Sequence[Any]]], merged: Sequence[str] = ()) -> None:
    """Write rows of texts, numbers, dates and nothing; the same cells are merged in each sheet."""
    parts = dict(PARTS)
    listed, targets, kinds = [], [], []
    for at, (name, rows) in enumerate(sheets.items(), 1):
        parts[f"xl/worksheets/sheet{at}.xml"] = _sheet(rows, merged)
        listed.append(f'<sheet name="{escape(name)}" sheetId="{at}" r:id="s{at}"/>')
        targets.append(f'<Relationship Id="s{at}" Type="{_KIND}/worksheet" Target="worksheets/sheet{at}.xml"/>')
        kinds.append(f'<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{_TYPE}.worksheet+xml"/>')
    for part, old, new in (
        ("xl/workbook.xml", _FIRST, listed),
        ("xl/_rels/workbook.xml.rels", "</Relationships>", [*targets, "</Relationships>"]),
        ("[Content_Types].xml", "</Types>", [*kinds, "</Types>"]),
    ):
        parts[part] = parts[part].replace(old, "".join(new))
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{content}')


_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def _sheet(rows: Sequence[Sequence[Any]], merged: Sequence[str]) -> str:
    lines = "".join(
        f'<row r="{at}">{"".join(_cell(f"{chr(65 + place)}{at}", cell) for place, cell in enumerate(row))}</row>'
        for at, row in enumerate(rows, 1)
    )
    over = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    said = f'<mergeCells count="{len(merged)}">{over}</mergeCells>' if merged else ""
    return f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData>{said}</worksheet>'


def _cell(place: str, cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime.date):
        return f'<c r="{place}" s="1"><v>{(cell - _DAY_0).days}</v></c>'
    if isinstance(cell, float):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
