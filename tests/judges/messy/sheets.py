"""Workbooks: titles, merged headers, several sheets, dates, numbers stored as texts, blank rows."""

import datetime
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.judges.messy.books import book
from tests.judges.messy.case import SEEN, Messy, day, number, text

_EXCEL = {"format": "excel"}
_ROWS = [["Ann", 1.5], ["Ben", 4.0]]
_PAYS = (text("name"), number("pays"))
_TRUTH = {"sum(pays)": "5.5", 'count(name = "Ann")': "1"}
_DAY = datetime.date(2025, 12, 3)


def _book(*rows: Sequence[Any], merged: Sequence[str] = ()) -> Callable[[Path], None]:
    return lambda path: book(path, {"people": rows}, merged)


FILES = (
    Messy("a plain sheet", "pays.xlsx", _book(["name", "pays"], *_ROWS), _PAYS, _TRUTH, _EXCEL),
    Messy(
        "a sheet with a title over merged cells and a total below", "report.xlsx",
        _book(["Visits of 2025", None], [None, None], ["name", "pays"], *_ROWS, ["Total", 5.5], merged=["A1:B1"]),
        _PAYS, _TRUTH, _EXCEL, {"first_line": "3", "left_out": "1"}, "to the right of the last column with a name",
        "first_line",
    ),
    Messy(
        "a header of two lines, its upper cells merged", "report.xlsx",
        _book(["Visitor", None, "Paid"], ["first", "last", None], ["Ann", "Lee", 1.5], ["Ben", "Day", 4.0],
              merged=["A1:B1", "C1:C2"]),
        (text("first"), number("pays")), {"sum(pays)": "5.5", 'count(first = "Ann")': "1"}, _EXCEL,
        {"first_line": "2", "names": ["", "", "pays"]}, "report.xlsx has no column “first”",
        "column:first:kind",
    ),
    Messy(
        "the table on the second of two sheets", "report.xlsx",
        lambda path: book(path, {"Notes": [["made by", "Eve"], ["on", "Monday"]], "Data": [["name", "pays"], *_ROWS]}),
        _PAYS, _TRUTH, _EXCEL, {"sheet": "Data"}, "report.xlsx has no column “name”", "column:name:kind",
    ),
    Messy(
        "a sheet's dates, some of them typed as texts", "born.xlsx",
        _book(["name", "born"], ["Ann", _DAY], ["Ben", "03.12.2025"], ["Cem", datetime.date(2024, 2, 29)]),
        (day("born", "dmy"),), {'count(born = "2025-12-03")': "2", 'count(born = "2024-02-29")': "1"}, _EXCEL, {},
        "1 of 3 cells shown in “born” cannot be read as a date, for example “03.12.2025”.", "column:born:kind",
    ),
    Messy("a sheet's numbers stored as texts", "pays.xlsx", _book(["name", "pays"], ["Ann", "1.5"], ["Ben", " 4"]),
          _PAYS, _TRUTH, _EXCEL),
    Messy(
        "numbers beside texts with a decimal comma", "pays.xlsx",
        _book(["name", "pays"], ["Ann", 1.5], ["Ben", "4,25"]), _PAYS, {"sum(pays)": "1.5"}, _EXCEL, {},
        "1 of 2 cells shown in “pays” cannot be read as a decimal number, for example “4,25”.", "column:pays:kind",
    ),
    Messy(
        "blank rows within a sheet and below it", "pays.xlsx",
        _book(["name", "pays"], _ROWS[0], [None, None], [" ", None], _ROWS[1], ["", None]), _PAYS,
        {**_TRUTH, "count(blank(name))": "0"}, _EXCEL,
    ),
    Messy("a sheet's whole numbers, which are no texts", "stars.xlsx", _book(["stars", "pays"], [1.0, 3.0], [2.0, 4.0]),
          (text("stars"), number("pays")), {'sum(pays where stars = "1")': "3"}, _EXCEL),
    Messy(
        "a sheet with a total that nobody left out", "pays.xlsx",
        _book(["name", "pays"], *_ROWS, ["Total", 5.5]), _PAYS, _TRUTH, _EXCEL, {"left_out": "1"}, SEEN,
    ),
)  # fmt: skip
