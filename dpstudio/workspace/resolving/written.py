"""How the cells of a table's columns are written: said once for all of them, guessed until somebody has.

A guess follows from the delimiter, since a receipt tells what was said and no row of a private table may decide it;
of numbers also from rows that are shown anyway.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.schema import MARKED, Kind, OwnType
from dpstudio.planning.declarations import unsaid
from dpstudio.planning.facts import TableFacts

NUMBERS, DATES, CHOICES, WORDS = "numbers", "dates", "choices", "words"
USUAL_WORDS = "yes, true, 1, y\nno, false, 0, n"
FILES_WORDS = (USUAL_WORDS, "ja, j, 1\nnein, n, 0", "oui, o, 1\nnon, n, 0", "sí, si, s, 1\nno, n, 0")
"""What files say for yes and no, in whatever language the window is."""
_SEMICOLON = ";"
_COMMA, _POINT = (re.compile(rf"[+-]?[0-9]+{mark}[0-9]+") for mark in (",", r"\."))


def asked_of(column: ColumnPlan, known: TableFacts) -> str:
    """Which of numbers, dates, choices, yes and no a column's cells are, where how they are written has to be said."""
    own = known.own_type(column.name)
    if own not in (None, OwnType.TEXT):
        return ""
    if column.kind in MARKED:
        return NUMBERS
    return (
        {Kind.DATE: DATES, Kind.CHOICES: CHOICES, Kind.YES_NO: WORDS}.get(Kind(column.kind), "") if column.kind else ""
    )


def said(column: ColumnPlan) -> str:
    """How a column's cells are written, in one text: marks of numbers, order of dates, separator, or words.

    The words for yes stand on a line above those for no.
    """
    if column.kind in MARKED:
        return f"{column.decimal_mark}{column.grouping_mark}" if column.decimal_mark else ""
    if column.kind == Kind.YES_NO:
        return f"{column.true_words}\n{column.false_words}".strip()
    return {Kind.DATE: column.date_order, Kind.CHOICES: column.separator}.get(Kind(column.kind), "")


def saying(column: ColumnPlan, text: str) -> ColumnPlan:
    """The column with its cells written so."""
    if column.kind in MARKED:
        return replace(column, decimal_mark=text[:1], grouping_mark=text[1:])
    if column.kind == Kind.YES_NO:
        yes, _, no = text.partition("\n")
        return replace(column, true_words=yes, false_words=no)
    return replace(column, date_order=text) if column.kind == Kind.DATE else replace(column, separator=text)


def is_seen(table: TablePlan, known: TableFacts) -> bool:
    """Whether shown rows tell how numbers are written: their cells have decimal commas, and none has a point."""
    numbers = [each.name for each in table.columns if asked_of(each, known) == NUMBERS]
    cells = [cell.strip() for name in numbers for cell in known.cells(name)]
    return any(map(_COMMA.fullmatch, cells)) and not any(map(_POINT.fullmatch, cells))


def guess(table: TablePlan, what: str, known: TableFacts) -> str:
    """How the cells appear to be written: where semicolons part them, numbers have commas and the day comes first.

    Where the rows are shown anyway, so numbers have where their cells do.
    """
    if what == NUMBERS and is_seen(table, known):
        return ","
    if what == WORDS:
        return USUAL_WORDS
    european = table.format == "text" and table.delimiter == _SEMICOLON
    if what == NUMBERS:
        return "," if european else "."
    if what == DATES:
        return "dmy" if european else "ymd"
    return "," if european else _SEMICOLON


def alike(columns: Iterable[ColumnPlan], known: TableFacts) -> dict[str, tuple[str, ...]]:
    """Of numbers, dates, choices, yes and no, as far as there are any, how they are said to be written, "" if not."""
    found: dict[str, list[str]] = {}
    for column in columns:
        what = asked_of(column, known)
        if what:
            found.setdefault(what, []).append(said(column))
    return {what: tuple(dict.fromkeys(texts)) for what, texts in found.items()}


def declared_anew(table: TablePlan, column: ColumnPlan, known: TableFacts) -> ColumnPlan:
    """A column whose type was chosen just now: its cells are written as those of the others are, or it is asked."""
    what = asked_of(column, known)
    before = table.column(column.name)
    if not what or (before is not None and before.kind and asked_of(before, known) == what):
        return column
    others = [each for each in table.columns if each.name != column.name]
    texts = alike(others, known).get(what, ())
    return saying(column, next(filter(None, texts), ""))


def all_said(table: TablePlan, what: str, text: str, known: TableFacts) -> tuple[ColumnPlan, ...]:
    """The table's columns, where all of its numbers, dates or several choices are written so."""
    return tuple(saying(each, text) if asked_of(each, known) == what else each for each in table.columns)


def read_so(table: TablePlan, known: TableFacts) -> TablePlan:
    """The table with every guess confirmed."""
    columns = tuple(
        saying(each, guess(table, asked_of(each, known), known)) if unsaid(each) and asked_of(each, known) else each
        for each in table.columns
    )
    return replace(table, header=table.header or "yes", columns=columns)
