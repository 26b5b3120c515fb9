"""What is cut off, damaged, or no table at all though it is called one."""

import gzip
import io
import zipfile
from pathlib import Path

from tests.judges.messy.books import book
from tests.judges.messy.case import Messy, lines, number, text

_PAYS = (text("name"), number("pays", ","))
_POINTS = (text("name"), number("pays"))
_TRUTH = {"sum(pays)": "5.5", 'count(name = "Ann")': "1"}
_SEMICOLONS = {"delimiter": ";"}
_PAGE = b"<html>\n<table><tr><td>name</td><td>pays</td></tr></table>\n</html>\n"


def _zipped() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("pays.csv", "name;pays\nAnn;1,5\n")
    return held.getvalue()


def _broken(what: str, name: str, content: bytes, where: str, sentence: str, **more: object) -> Messy:
    return Messy(what, name, content, _PAYS, {}, _SEMICOLONS, {}, sentence, where, **more)


def _torn(path: Path) -> None:
    """A workbook whose one sheet ends in the middle of a row."""
    book(path, {"pays": [["name", "pays"], ["Ann", 1.5], ["Ben", 4.0]]})
    with zipfile.ZipFile(path) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    with zipfile.ZipFile(path, "w") as torn:
        for name, content in parts.items():
            torn.writestr(name, content[: content.index(b"Ben")] if b"Ben" in content else content)


FILES = (
    _broken("a byte NUL in a cell", "nul.csv", b"name;pays\nAnn\0;1,5\nBen;4\n", "encoding",
            "nul.csv, line 2 holds a NUL byte, which no text has. Choose another encoding, or save the file again"),
    _broken("room that a disk filled with NUL at the end", "nul.csv", lines("name;pays", "Ann;1,5") + b"\0" * 40,
            "encoding", "nul.csv, line 3 holds a NUL byte"),
    _broken("a file cut off within quotation marks", "cut.csv", b'name;pays\nAnn;1,5\nBen;"4', "delimiter",
            "cut.csv, line 3: a quotation mark is never closed. Close it, or double it within its cell."),
    _broken("a file cut off within a letter", "cut.csv", "name;pays\nAnn;1,5\nJosé".encode()[:-1], "encoding",
            "cut.csv ends in the middle of a character of utf-8: it may have been cut off. Copy or download it again"),
    _broken("a file cut off within a row", "cut.csv", b"name;pays\nAnn;1,5\nBen", "first_line",
            "cut.csv, line 3: 1 cell where line 1 has 2. Choose another delimiter, say on which line the table begins"),
    _broken("a row with a cell too many", "odd.csv", lines("name;pays", "Ann;1,5", "Ben;4;9"), "first_line",
            "odd.csv, line 3: 3 cells where line 1 has 2."),
    Messy("the mark by which DOS ended a file", "dos.csv", lines("name;pays", "Ann;1,5", "Ben;4", end="\r\n") + b"\x1a",
          _PAYS, _TRUTH, _SEMICOLONS, {"left_out": "1"}, "dos.csv, line 4: 1 cell where line 1 has 2.", "first_line"),
    Messy("a header and nothing else", "new.csv", b"name;pays", _PAYS, {"sum(pays)": "0"}, _SEMICOLONS),
    Messy("a web page under the name of a table", "bank.csv", _PAGE, never="bank.csv is a web page or XML, not a table."
          " Save the table as CSV or Excel in the program that it comes from, and choose that file."),
    Messy("a web page under the name of Excel", "bank.xls", b"\n<!DOCTYPE html>" + _PAGE,
          never="bank.xls is a web page or XML, not a table."),
    Messy("a table of XML under the name of Excel", "bank.xls", b'<?xml version="1.0"?>\n<Workbook></Workbook>\n',
          never="bank.xls is a web page or XML, not a table."),
    Messy("bytes of a photograph, none of them NUL at first", "photo.csv", bytes(range(14, 256)) + b"\n" + bytes(256),
          never="photo.csv is not a table of text. Save it as CSV, TSV, Parquet, Arrow or Excel"),
    Messy("a picture by its first bytes alone", "photo.csv", b"\xff\xd8\xff\xe0,b\n1,2\n",
          never="photo.csv is not a table of text."),
    Messy("a list for programs", "api.csv", b'[{"name":"Ann","pays":1.5},\n{"name":"Ben","pays":4}]\n',
          never="api.csv is JSON, not a table."),
    Messy("a packed file under the name of a table", "pays.csv", _zipped(),
          never="pays.csv is packed, so it is not a table yet. Unpack it, and choose the table inside."),
    Messy("a packed file of another kind", "pays.csv", gzip.compress(lines("name;pays", "Ann;1,5"), mtime=0),
          never="pays.csv is packed"),
    Messy("nothing at all", "empty.csv", b"", never="empty.csv is empty. Choose a file with a header and rows."),
    Messy("Excel's own file under the name of CSV", "pays.csv",
          lambda path: book(path, {"pays": [["name", "pays"], ["Ann", 1.5], ["Ben", 4.0]]}), _POINTS, _TRUTH,
          {"format": "excel"}),
    Messy("a sheet that was cut off within a row", "pays.xlsx", _torn, _POINTS, {},
          {"format": "excel"}, {}, "A sheet of pays.xlsx cannot be read: it is missing, or damaged. Open it",
          "sheet"),
    Messy("tabs under the name of Excel", "pays.xls", lines("name\tpays", "Ann\t1.5", "Ben\t4", end="\r\n"), _POINTS,
          _TRUTH, {"delimiter": "\t"}),
    Messy("Unicode text under the name of Excel", "pays.xls",
          lines("name\tpays", "Ann\t1.5", "Ben\t4", encoding="utf-16"), _POINTS, _TRUTH,
          {"delimiter": "\t", "encoding": "utf-16"}),
)  # fmt: skip
