"""What one cell means under its column's declared type: an integer on the grid, a text, or nothing."""

import datetime
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial

from dpstudio.core.tables.schema import TEXTUAL, Column, Kind

LARGEST = 1 << 62
_LONGEST = 400
_PARTS = 4096
"""Parts of cells that are kept while a column is read."""
_ALIKE = (" \u00a0\u2007\u2009\u202f", "'\u2019")
"""Marks between thousands that nobody can tell apart on a page: one stands for the others, too."""
_TIME = r"(?:[T\s].*)?"
_YEAR_FIRST = re.compile(rf"([0-9]{{4}})([-/.]?)([0-9]{{1,2}})\2([0-9]{{1,2}}){_TIME}", re.DOTALL)
_YEAR_LAST = re.compile(rf"([0-9]{{1,2}})([-/.])([0-9]{{1,2}})\2([0-9]{{4}}){_TIME}", re.DOTALL)
Meaning = int | str | None


def reader(column: Column) -> Callable[[str | None], Meaning]:
    """A total function from a cell's text to its meaning.

    Numbers become integers k standing for k * step, clipped into the declared bounds, else into plus or minus
    2^62; texts are trimmed and in NFC; what cannot be read means what a blank means.
    """
    read = _number_reader(column) if column.kind not in TEXTUAL else _text_reader(column)
    blank = None if column.blank is None else read(column.blank)

    def meaning(cell: str | None) -> Meaning:
        value = None if cell is None else read(cell)
        return blank if value is None else value

    return meaning


def grid_index(value: Fraction, step: Fraction) -> int:
    """floor(value / step + 1/2), the rounding of MATH 2."""
    ratio = value / step + Fraction(1, 2)
    return ratio.numerator // ratio.denominator


def reach_of_cells(column: Column) -> tuple[int, int]:
    """The least and the greatest meaning that a number or date can have: its bounds, else what a cell can hold."""
    if column.bounds is not None:
        low, high = (grid_index(bound, column.step) for bound in column.bounds)
        return low, high
    if column.kind is Kind.DATE:
        return 1, datetime.date.max.toordinal()
    return -LARGEST, LARGEST


def same_text(text: str, match_case: bool) -> str:
    """The form in which texts are compared: NFC, trimmed, case folded where capitals do not matter."""
    plain = unicodedata.normalize("NFC", text).strip()
    return plain if match_case else unicodedata.normalize("NFC", plain.casefold())


def choices(cell: str, column: Column) -> frozenset[str]:
    """What a cell of several choices names: the set of its parts, each as texts are compared, blank ones left out.

    Args:
        cell: its text, or its meaning: both name the same.
    """
    return choices_reader(column)(cell)


def choices_reader(column: Column) -> Callable[[str], frozenset[str]]:
    """As `choices`, for many cells: parts that came before are not brought into the form of comparison again."""
    separator, compared = separator_of(column), partial(same_text, match_case=column.match_case)
    part = lru_cache(_PARTS)(compared)
    return lambda cell: frozenset(map(part, compared(cell).split(separator))) - {""}


def separator_of(column: Column) -> str:
    """What stands between choices, in the form in which texts are compared; blanks alone stay as they are."""
    return same_text(column.separator, column.match_case) or column.separator


def _text_reader(column: Column) -> Callable[[str], str | None]:
    if column.kind is Kind.CHOICES:
        chosen = choices_reader(column)
        return lambda cell: same_text(cell, column.match_case) if chosen(cell) else None
    return lambda cell: same_text(cell, column.match_case) or None


def _number_reader(column: Column) -> Callable[[str], int | None]:
    if column.kind is Kind.YES_NO:
        words = {same_text(word, False): 1 for word in column.true_words}
        words |= {same_text(word, False): 0 for word in column.false_words}
        return lambda cell: words.get(same_text(cell, False))
    parse = (
        _date_parser(column.date_order)
        if column.kind is Kind.DATE
        else _decimal_parser(column.decimal_mark, column.grouping_mark)
    )
    low, high = reach_of_cells(column)

    def read(cell: str) -> int | None:
        value = parse(cell)
        return None if value is None else min(max(grid_index(value, column.step), low), high)

    return read


def _date_parser(order: str) -> Callable[[str], Fraction | None]:
    """Days counted as Python's ordinals; a year that comes first is one in every order, a time of day is left out."""

    def parse(cell: str) -> Fraction | None:
        text = cell.strip()
        first, last = _YEAR_FIRST.fullmatch(text), _YEAR_LAST.fullmatch(text)
        if first is not None and (first[2] or len(first[3] + first[4]) == 4):
            return _day(first[1], first[3], first[4])
        if last is None or order == "ymd":
            return None
        return _day(last[4], last[3], last[1]) if order == "dmy" else _day(last[4], last[1], last[3])

    return parse


def _day(year: str, month: str, day: str) -> Fraction | None:
    try:
        return Fraction(datetime.date(int(year), int(month), int(day)).toordinal())
    except ValueError:
        return None


def _between(grouping: str, decimal: str) -> str:
    """What may stand between thousands, as a pattern."""
    alike = next((marks for marks in _ALIKE if grouping and grouping in marks), grouping).replace(decimal, "")
    return f"[{re.escape(alike)}]" if alike else ""


def _decimal_parser(decimal: str, grouping: str) -> Callable[[str], Fraction | None]:
    between = _between(grouping, decimal)
    group = rf"[0-9]{{1,3}}(?:{between}[0-9]{{3}})+|" if between else ""
    shape = re.compile(rf"([+-]?)({group}[0-9]*)(?:{re.escape(decimal)}([0-9]*))?(?:[eE]([+-]?[0-9]{{1,3}}))?")

    def parse(cell: str) -> Fraction | None:
        text = cell.strip()
        match = shape.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None or not (match[2] or match[3]):
            return None
        whole, decimals = re.sub(between, "", match[2] or "") if between else match[2], match[3] or ""
        value = Fraction(int((whole or "0") + decimals), 10 ** len(decimals)) * Fraction(10) ** int(match[4] or 0)
        return -value if match[1] == "-" else value

    return parse
