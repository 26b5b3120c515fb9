"""Tables, their columns, and who is protected, as they are declared in the window."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Literal

from dpstudio.api.arguments import as_declared
from dpstudio.api.entrance import entrance
from dpstudio.api.exact import Exact, path_of, typed
from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan, TablePlan, UnitPlan
from dpstudio.core.tables import databases
from dpstudio.core.tables.dialect import recognise
from dpstudio.core.tables.schema import Source
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.digests import named

RoleName = Literal["private", "public", "sample"]
KindName = Literal[
    "", "yes_no", "integer", "decimal", "date", "category", "choices", "identifier", "longitude", "latitude"
]
RelationName = Literal["add_remove", "replace_one"]


@entrance
@as_declared
def table(
    path: str | PathLike[str],
    role: RoleName,
    *columns: ColumnPlan,
    header: bool | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    sheet: str = "",
    first_line: int | None = None,
    left_out: int | None = None,
    names: Sequence[str] = (),
) -> TablePlan:
    """A table of a file, a folder of Parquet files, or a database by its address.

    It is known again by where it lies: its account goes on however often it is made.

    Args:
        role: what of it may be shown: nothing of a private one.
        columns: those that are read, declared by `column`.
        header: whether the first line names the columns; a text file or sheet needs an answer.
        delimiter, encoding: of a text file; recognised by its first line, whichever it begins on, where they are not
            given.
        sheet: of an Excel file, or the table of a SQLite file or database.
        first_line: of a text file or sheet the line that the table begins on, from 1.
        left_out: how many lines at its end are no part of the table.
        names: of the columns by their positions, in place of the file's own.

    Raises:
        InputError: the file is not there, or of no kind that dpstudio reads; there is no such role.
    """
    source, label = _recognised(path)
    plan = TablePlan(
        _handle(source.path, sheet),
        label,
        source.format,
        source.path,
        role=role,
        delimiter=source.delimiter if delimiter is None else delimiter,
        encoding=source.encoding if encoding is None else encoding,
        header="" if header is None else "yes" if header else "no",
        sheet=sheet or source.sheet,
        columns=columns,
        first_line=typed(first_line or source.first_line or None),
        left_out=typed(left_out),
        names=tuple(names),
    )
    return replace(plan, label=f"{label} {sheet}") if source.is_at_server and sheet else plan


def _handle(place: str, sheet: str) -> str:
    """The same for the same place on this computer, and for nobody else to be told from a random one."""
    return named(storage.machine_key(), "from Python", f"{place}\0{sheet}")


def _recognised(path: str | PathLike[str]) -> tuple[Source, str]:
    where = path if isinstance(path, str) else str(path_of(path))
    if where.startswith(databases.SCHEMES):
        databases.check_address(where)
        return Source("database", where), databases.label(where)
    try:
        whole = Path(where).resolve()
    except (OSError, RuntimeError, ValueError):  # a NUL, or a link that leads to itself
        raise InputError("The table's path leads to no file.", "Give the path of a file that is there.") from None
    return recognise(str(whole)), whole.name


@as_declared
def column(
    name: str,
    kind: KindName = "",
    *,
    lower: Exact | None = None,
    upper: Exact | None = None,
    step: Exact | None = None,
    blank: Exact | None = None,
    unit: str = "",
    decimal_mark: str = ".",
    grouping_mark: str = "",
    separator: str = ";",
    match_case: bool = True,
    trim: bool = True,
    true_words: str = "yes, true, 1, y",
    false_words: str = "no, false, 0, n",
    date_order: Literal["ymd", "dmy", "mdy"] = "ymd",
) -> ColumnPlan:
    """The declaration of a column: what its cells mean (docs/reading.md).

    Args:
        kind: "" where it only identifies persons.
        lower, upper: the bounds into which its values are clipped.
        step: the grid onto which its values are rounded.
        blank: what a blank or unreadable cell counts as; None leaves it out.
        unit: of its values, for people.
        decimal_mark, grouping_mark: of its numbers.
        separator: between the choices of one cell.
        match_case, trim: whether capitals matter, and whether blanks around a person's name are dropped.
        true_words, false_words: of a yes/no column, separated by commas.
        date_order: of day, month and year.
    """
    return ColumnPlan(
        name,
        kind,
        step=typed(step),
        lower=typed(lower),
        upper=typed(upper),
        blank=typed(blank),
        decimal_mark=decimal_mark,
        grouping_mark=grouping_mark,
        separator=separator,
        match_case=match_case,
        true_words=true_words,
        false_words=false_words,
        unit=unit,
        trim=trim,
        date_order=date_order,
    )


@as_declared
def rows(relation: RelationName, *, everyone: bool = False) -> UnitPlan:
    """Each row is one person.

    Args:
        relation: which tables count as neighbours: one row added or removed, or one replaced by another.
        everyone: of an Excel sheet, whether no person's row is ever all blank: such a row is none there.
    """
    return UnitPlan("row", relation=relation, everyone="yes" if everyone else "")


@as_declared
def persons(name: str, *, at_most: int, relation: RelationName, everyone: bool = False) -> UnitPlan:
    """A column identifies persons, of whose rows so many count.

    Args:
        name: the column.
        at_most: k, how many rows of one person count.
        everyone: whether each of a public number of persons has a row in every table.
    """
    return UnitPlan("person", name, typed(at_most), relation, "yes" if everyone else "")
