"""The receipt as JSON, CSV and PDF: renderings of one value, the same bytes every time."""

import csv
import io
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rfc8785

from dpstudio.core.quantities import SINGULAR
from dpstudio.core.receipt.claims import Texts
from dpstudio.core.receipt.document import Document
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.headline import at_result, headline
from dpstudio.core.receipt.receipt import AnyReceipt, Receipt3
from dpstudio.core.signing import Envelope
from dpstudio.foreign_texts import on_one_line
from dpstudio.resources import resource

PAPERS = ("a4", "letter")
FONTS = (
    "Inter",
    "Droid Sans Fallback",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
)
_PAPER_NAMES = {"a4": "a4", "letter": "us-letter"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")


def to_json(receipt: AnyReceipt) -> bytes:
    """Canonical JSON (RFC 8785)."""
    return bytes(rfc8785.dumps(receipt.statement))


def to_csv(receipt: AnyReceipt) -> bytes:
    """Two columns, field and value, in UTF-8 with a byte order mark; texts cannot become spreadsheet formulas.

    Numbers are written by the marks of the table that was read: where its decimal mark is a comma, so is this file's,
    and semicolons part its cells. Versions, and fractions such as 1/3, stay as they are.
    """
    comma = _writes_commas(receipt)
    rows = [("field", "value"), *_flat("", receipt.statement)]
    marked = ((field, _marked(field, value, comma)) for field, value in rows)
    return _csv([[disarmed(cell) if isinstance(cell, str) else cell for cell in row] for row in marked], comma)


def table_csv(receipt: AnyReceipt, *, worded: bool = True) -> bytes:
    """The synthetic table of a result: its columns' names, then a line per row, in the words declared for yes and no.

    Args:
        worded: whether it is so written, and read again by the same declarations; else 1 is yes and 0 no, as it was
            written before, and is for receipts that hold no words.
    """
    table = receipt.table or {"columns": [], "rows": []}
    names, rows = [disarmed(name) for name in table["columns"]], table["rows"]
    if worded and isinstance(receipt, Receipt3):
        claimed = {column.name: column for column in receipt.question.columns}
        words = [(_word(claimed[name].false_words), _word(claimed[name].true_words)) for name in table["columns"]]
        rows = [[no_yes[cell] for no_yes, cell in zip(words, row, strict=True)] for row in rows]
    return _csv([names, *rows], _writes_commas(receipt))


def _word(words: Texts | None) -> str:
    """The first of these words that a spreadsheet takes as it stands: a sign alone is no formula; "" of none."""
    safe = (word for word in words or () if len(word) == 1 or disarmed(word) == word)
    return next(safe, disarmed(words[0]) if words else "")


def _csv(rows: list[list[Any]], comma: bool) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";" if comma else ",")
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def _writes_commas(receipt: AnyReceipt) -> bool:
    """Whether the table's numbers were declared with a comma; where it has none, whether semicolons part its cells."""
    if not isinstance(receipt, Receipt3):
        return False
    marks = {column.decimal_mark for column in receipt.question.columns} - {None}
    return "," in marks if marks else receipt.reading.delimiter == ";"


def _marked(field: str, value: Any, comma: bool) -> Any:
    """A number with the decimal mark that the file has."""
    if comma and isinstance(value, str) and _NUMBER.fullmatch(value) and not field.startswith("software."):
        return value.replace(".", ",")
    return value


def to_pdf(
    receipt: AnyReceipt, paper: str = PAPERS[0], envelope: Envelope | None = None, *, counting: bool = True
) -> bytes:
    """A page to hang on a wall and the pages to check it by, the JSON attached; PDF/A-3a and PDF/UA where it can.

    Where a text needs a glyph that no shipped font has, the system's fonts are used, the page says so, and no standard
    is claimed.

    Args:
        paper: one of PAPERS; the statement does not hold it.
        envelope: attached with the statement.
        counting: as in `page_inputs`.
    """
    return _set(page(receipt), page_inputs(receipt, paper, envelope=envelope, counting=counting))


def certificate(
    receipt: Receipt3, paper: str = PAPERS[0], envelope: Envelope | None = None, *, counting: bool = True
) -> bytes:
    """The first page of `to_pdf` alone, with every flag that stands there, the JSON attached."""
    return _set(page(receipt), page_inputs(receipt, paper, "certificate", envelope, counting=counting))


def _set(source: Path, inputs: dict[str, str]) -> bytes:
    import typst

    text, folder = source.read_bytes(), resource("fonts")
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[folder])
    try:
        return typst.compile(text, format="pdf", sys_inputs=inputs, font_paths=fonts, pdf_standards=["a-3a", "ua-1"])
    except typst.TypstError:
        everything = typst.Fonts(include_system_fonts=True, font_paths=[folder])
        told = inputs | {"foreign_fonts": "yes"}
        return typst.compile(text, format="pdf", sys_inputs=told, font_paths=everything)


def disarmed(text: str) -> str:
    """A text as a cell of CSV: a leading mark that a spreadsheet would run is disarmed; plain numbers stay numbers."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def _flat(prefix: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [row for key in value for row in _flat(f"{prefix}.{key}" if prefix else key, value[key])]
    if isinstance(value, list):
        return [row for i, item in enumerate(value, 1) for row in _flat(f"{prefix}.{i}", item)]
    return [(prefix, "" if value is None else value)]


def page_inputs(
    receipt: AnyReceipt,
    paper: str = PAPERS[0],
    part: str = "whole",
    envelope: Envelope | None = None,
    *,
    counting: bool = True,
) -> dict[str, str]:
    """What a page is set from: the statement, words that the page does not make by itself, and what it looks like.

    Args:
        part: "whole" or "certificate".
        envelope: attached with the statement.
        counting: whether it says at the result what `at_result` tells; pages that were set before did not.
    """
    inputs = {
        "statement": bytes(rfc8785.dumps(_on_lines_of_ours(receipt.statement))).decode(),
        "attached": Document(receipt, envelope).text,
        "headline": headline(receipt.flags, receipt.winners),
        "counting": at_result(receipt) if counting else "",
        "singular": rfc8785.dumps(SINGULAR).decode(),
        "paper": _PAPER_NAMES[paper],
        "part": part,
        "fonts": rfc8785.dumps(FONTS).decode(),
        "foreign_fonts": "no",
        "typesetter": f"typst {version('typst')}",
    }
    if isinstance(receipt, EarlierReceipt):
        inputs["shown"] = rfc8785.dumps(receipt.shown).decode()
    return inputs


def _on_lines_of_ours(told: Any) -> Any:
    """A statement in which no name that others wrote begins a line; a formula may be typed on several."""
    if isinstance(told, dict):
        return {key: each if key == "score_formula" else _on_lines_of_ours(each) for key, each in told.items()}
    if isinstance(told, list):
        return [_on_lines_of_ours(each) for each in told]
    return on_one_line(told) if isinstance(told, str) else told


def page(receipt: AnyReceipt) -> Path:
    """The page that a receipt of this format is set on."""
    return resource("receipt.typ" if isinstance(receipt, Receipt3) else "receipt_earlier.typ")
