"""What is odd about how a table is read: remarks, which hinder nothing.

They follow from the declarations and, of a sample, from the rows shown. Of a private table's rows nothing is known:
there the format check answers, and the ledger tells of it.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted
from dpstudio.core.tables.cells import choices, reader
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind, OwnType, Role
from dpstudio.kinds import KINDS
from dpstudio.planning import declarations
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase

_AS = {
    Kind.INTEGER: phrase("a whole number"),
    Kind.DECIMAL: phrase("a decimal number"),
    Kind.DATE: phrase("a date"),
    Kind.YES_NO: phrase("yes or no"),
    Kind.LONGITUDE: phrase("a longitude"),
    Kind.LATITUDE: phrase("a latitude"),
}
_WRITTEN = {
    Kind.DATE: phrase("its type, and how its dates are written"),
    Kind.YES_NO: phrase("its words for yes and no"),
}
_NUMBERS = phrase("its type, and how its numbers are written")
_SEPARATORS = ";,|/+"
_LONGEST = 40
_WHOLE, _PLAIN = re.compile(r"(-?[0-9]+)[.,]0+"), re.compile("-?[0-9]+")
Cells = tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """Something to look at.

    Args:
        field: where it is mended, as in `Missing`.
        is_grave: most of what the question would read is not read.
    """

    field: str
    sentence: str
    is_grave: bool = False


def remarks(found: Resolved, *, rows: bool = True) -> tuple[Remark, ...]:
    """What the declarations, and of a sample the rows shown, say against how the people's table is read.

    Args:
        rows: False leaves the rows out.
    """
    data, known = found.plan.data_table, found.known
    if data is None or data.role not in (Role.SAMPLE, Role.PRIVATE):
        return ()
    names, shown = KINDS[found.plan.kind].names(found), known.shown if rows and data.role == Role.SAMPLE else ()
    told: list[Remark] = []
    for column in _declared(found):
        cells = known.cells(column.name) if shown else ()
        as_texts = known.own_type(column.name) in (None, OwnType.TEXT)
        told += _of(column, cells) or _named(column, names.get(column.name, ()) if as_texts else (), cells)
    blank = sum(not any(map(str.strip, row)) for row in shown)
    if known.unvalued:
        told.append(Remark(f"sheet:{data.handle}", _unvalued(known.unvalued)))
    return (*told, *([Remark(f"left_out:{data.handle}", _blank_rows(blank, len(shown)))] if blank else ()))


def _unvalued(many: int) -> str:
    return phrase(
        "Formulas on this sheet whose values the file does not hold: {many}. They read as blank. Open the file in a"
        " spreadsheet program, save it, and choose “Read again”.",
        many=f"{many:,}",
    )


def _blank_rows(blank: int, shown: int) -> str:
    are = phrase("is") if blank == 1 else phrase("are")
    return phrase(
        "{blank} of {rows} shown {are} blank and still counted. Leave out those at the end.",
        blank=f"{blank:,}",
        rows=counted(shown, "rows"),
        are=are,
    )


def _declared(found: Resolved) -> Iterator[Column]:
    """The columns that are declared, or read without that, as far as there is nothing wrong with them."""
    data = found.plan.data_table
    plans = [each for each in data.columns if each.kind] if data else []
    for each in plans:
        with suppress(InputError):
            yield declarations.column(each)
    declared = {each.name for each in plans}
    yield from (each for each in found.read if each.name not in declared)


def _of(column: Column, cells: Cells) -> tuple[Remark, ...]:
    if column.kind is Kind.CHOICES:
        return _one_choice(column, cells)
    return _alike(column.name, cells) if column.kind in TEXTUAL else _unread(replace(column, blank=None), cells)


@lru_cache(maxsize=256)
def _unread(column: Column, cells: Cells) -> tuple[Remark, ...]:
    """Numbers, dates, yes and no that mean nothing."""
    meaning = reader(column)
    filled = [cell for cell in cells if cell.strip()]
    wrong = [cell for cell in filled if meaning(cell) is None]
    if not wrong:
        return ()
    sentence = phrase(
        "{wrong} of {cells} shown in “{name}” cannot be read as {as_}, for example {wrong_0}. Check {get}.",
        wrong=f"{len(wrong):,}",
        cells=counted(len(filled), "cells"),
        name=column.name,
        as_=_AS[column.kind],
        wrong_0=_shown(wrong[0]),
        get=_WRITTEN.get(column.kind, _NUMBERS),
    )
    return (Remark(f"column:{column.name}:kind", sentence, is_grave=2 * len(wrong) > len(filled)),)


@lru_cache(maxsize=256)
def _one_choice(column: Column, cells: Cells) -> tuple[Remark, ...]:
    """A separator that parts nothing, beside one that might."""
    filled = [cell for cell in cells if cell.strip()]
    other = next((cell for cell in filled if set(cell.strip()) & {*_SEPARATORS, "\n"} - set(column.separator)), None)
    if other is None or any(len(choices(cell, column)) > 1 for cell in filled):
        return ()
    sentence = phrase(
        "No cell shown in “{name}” is separated by “{separator}”: {other} is one choice. Check what"
        " stands between several choices.",
        name=column.name,
        separator=column.separator,
        other=_shown(other),
    )
    return (Remark(f"column:{column.name}:separator", sentence, is_grave=True),)


@lru_cache(maxsize=256)
def _alike(name: str, cells: Cells) -> tuple[Remark, ...]:
    """Texts that would be one number."""
    texts = {cell.strip() for cell in cells}
    pairs = ((match[1], text) for text in texts if (match := _WHOLE.fullmatch(text)) and match[1] in texts)
    one, other = min(pairs, default=("", ""))
    if not other:
        return ()
    sentence = phrase(
        "In “{name}”, “{one}” and “{other}” are two texts. If they are numbers, choose a number as its type,"
        " and “{mark}” as its decimal mark.",
        name=name,
        one=one,
        other=other,
        mark=other[len(one)],
    )
    return (Remark(f"column:{name}:kind", sentence, is_grave=True),)


def _named(column: Column, names: Cells, cells: Cells) -> tuple[Remark, ...]:
    """Whole numbers that are compared as texts, unless all cells shown are written so."""
    typed = [name.strip() for name in names if name.strip()]
    if column.kind not in TEXTUAL or not typed or not all(map(_PLAIN.fullmatch, typed)):
        return ()
    if cells and all(_PLAIN.fullmatch(cell.strip()) for cell in cells if cell.strip()):
        return ()
    sentence = phrase(
        "“{typed}” is compared with “{name}” as a text: a cell “{typed}.0” is another one. If the"
        " cells are numbers, choose whole number as its type, and the point as its decimal mark.",
        typed=typed[0],
        name=column.name,
    )
    return (Remark(f"column:{column.name}:kind", sentence),)


def _shown(cell: str) -> str:
    text = " ".join(cell.split())
    return f"“{text[:_LONGEST]}…”" if len(text) > _LONGEST else f"“{text}”"
