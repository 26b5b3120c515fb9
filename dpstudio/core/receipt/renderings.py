"""The receipt as JSON, CSV and PDF: renderings of one value, the same bytes every time."""

import csv
import io
from pathlib import Path
from typing import Any

import rfc8785

from dpstudio.core.quantities import SINGULAR
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.headline import headline
from dpstudio.core.receipt.receipt import AnyReceipt, Receipt
from dpstudio.resources import resource

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def to_json(receipt: AnyReceipt) -> bytes:
    """Canonical JSON (RFC 8785)."""
    return bytes(rfc8785.dumps(receipt.statement))


def to_csv(receipt: AnyReceipt) -> bytes:
    """Two columns, field and value, in UTF-8 with a byte order mark; texts cannot become spreadsheet formulas."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["field", "value"])
    for field, value in _flat("", receipt.statement):
        writer.writerow([_text_cell(field), _text_cell(value) if isinstance(value, str) else value])
    return out.getvalue().encode("utf-8-sig")


def table_csv(receipt: AnyReceipt) -> bytes:
    """The synthetic table of a result: its columns' names, then a line a row, 1 for yes and 0 for no."""
    table = receipt.table or {"columns": [], "rows": []}
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([_text_cell(name) for name in table["columns"]])
    writer.writerows(table["rows"])
    return out.getvalue().encode("utf-8-sig")


def to_pdf(receipt: AnyReceipt) -> bytes:
    """A page to hang on a wall and the pages to check it by, the JSON attached; PDF/A-3a and PDF/UA where it can.

    Where a text needs a glyph that no shipped font has, the system's fonts are used and no standard is claimed.
    """
    import typst

    source, inputs = page(receipt).read_bytes(), page_inputs(receipt)
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[resource("fonts")])
    try:
        return typst.compile(source, format="pdf", sys_inputs=inputs, font_paths=fonts, pdf_standards=["a-3a", "ua-1"])
    except typst.TypstError:
        everything = typst.Fonts(include_system_fonts=True, font_paths=[resource("fonts")])
        return typst.compile(source, format="pdf", sys_inputs=inputs, font_paths=everything)


def _text_cell(text: str) -> str:
    """A leading mark that a spreadsheet would run is disarmed; plain numbers stay numbers."""
    if not text.startswith(_FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


def _flat(prefix: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [row for key in value for row in _flat(f"{prefix}.{key}" if prefix else key, value[key])]
    if isinstance(value, list):
        return [row for i, item in enumerate(value, 1) for row in _flat(f"{prefix}.{i}", item)]
    return [(prefix, "" if value is None else value)]


def page_inputs(receipt: AnyReceipt) -> dict[str, str]:
    """What a page is set from: the statement, and words that the page does not make by itself."""
    inputs = {
        "statement": to_json(receipt).decode(),
        "headline": headline(receipt.flags, receipt.winners),
        "singular": rfc8785.dumps(SINGULAR).decode(),
    }
    if isinstance(receipt, EarlierReceipt):
        inputs["shown"] = rfc8785.dumps(receipt.shown).decode()
    return inputs


def page(receipt: AnyReceipt) -> Path:
    """The page that a receipt of this format is set on."""
    return resource("receipt.typ" if isinstance(receipt, Receipt) else "receipt_earlier.typ")
