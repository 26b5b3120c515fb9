"""What reading a table has taught: names for every table, contents only of those that may be shown."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.question import TablePlan
from dpstudio.core.tables.dialect import refuse_special
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.reading import column_names, files, label, sheets, text_batches
from dpstudio.core.tables.schema import NAMED, WITH_SHEETS, Role
from dpstudio.workspace.storage import demonstrations_folder

_SHOWN_ROWS = 200
_CHUNK = 1 << 22


class PublicColumns(dict[str, tuple[str, ...]]):
    """The columns of a public table by name; known by identity, so that what follows from it can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@dataclass(frozen=True)
class TableFacts:
    """What is known of one table.

    Args:
        names: its columns; empty until the header question is answered.
        texts: the columns of a public table, complete.
        shown: the first rows of a public or sample table.
        problem: why it cannot be used, in a sentence, or "".
        was_private: a table with this content has been private before.
        changed: the file is not the one this handle was used with.
        fingerprint: keyed digest of the content; it never leaves this machine.
        sheets: of an Excel file, or the tables of a SQLite file.
    """

    names: tuple[str, ...] = ()
    texts: PublicColumns = field(default_factory=PublicColumns)
    shown: tuple[tuple[str, ...], ...] = ()
    problem: str = ""
    was_private: bool = False
    changed: bool = False
    fingerprint: str = ""
    sheets: tuple[str, ...] = ()


def read_facts(table: TablePlan, ledger: Ledger, key: bytes, tick: Tick, *, rows: bool = True) -> TableFacts:
    """Read what the table's role allows; of a private table only the header.

    A file's format is checked to the end, so that a malformed one is refused here and not at the release. Of a private
    table in a database no row is asked for, and it is known by its address and name alone.

    Args:
        rows: False leaves the rows of a private table unread: neither its format nor its digest is checked.
    """
    if not table.role:
        return TableFacts()
    try:
        if table.format == "database" and not table.sheet:
            return TableFacts(sheets=tuple(sheets(table.source)) if rows else ())
        if not rows and table.role == Role.PRIVATE:
            return TableFacts(tuple(column_names(table.source)) if table.header or table.format in NAMED else ())
        fingerprint = _fingerprint(table, key, tick)
        known = ledger.sightings(table.handle)
        was_private = table.role != Role.PRIVATE and ledger.was_private(fingerprint)
        changed = bool(known) and fingerprint not in known
        if not changed and not was_private:
            ledger.sight(fingerprint, table.handle, private=table.role == Role.PRIVATE and not _shipped(table))
        book = tuple(sheets(table.source)) if table.format in WITH_SHEETS else ()
        if not table.header and table.format not in NAMED:
            return TableFacts(was_private=was_private, changed=changed, fingerprint=fingerprint, sheets=book)
        names = tuple(column_names(table.source))
        if table.format == "database" and table.role == Role.PRIVATE:
            return TableFacts(names, was_private=was_private, fingerprint=fingerprint, sheets=book)
        texts, shown = _contents(table, names, tick)
    except StudioError as error:
        return TableFacts(problem=str(error))
    return TableFacts(names, texts, shown, "", was_private, changed, fingerprint, book)


def _contents(
    table: TablePlan, names: tuple[str, ...], tick: Tick
) -> tuple[PublicColumns, tuple[tuple[str, ...], ...]]:
    keep = table.role == Role.PUBLIC
    columns: list[list[str]] = [[] for _ in names]
    shown: list[tuple[str, ...]] = []
    rows = 0
    for batch in text_batches(table.source):
        rows += batch.num_rows
        if table.role != Role.PRIVATE and len(shown) < _SHOWN_ROWS:
            top = batch.slice(0, _SHOWN_ROWS - len(shown))
            shown += [tuple(cell or "" for cell in row) for row in zip(*(c.to_pylist() for c in top), strict=True)]
        if keep:
            for column, values in zip(columns, batch.columns, strict=True):
                column.extend(value or "" for value in values.to_pylist())
        tick(0.5)
    if keep and not rows:
        raise InputError(f"{label(table.source)} has a header but no rows.", "Choose a file with at least one row.")
    texts = PublicColumns(zip(names, map(tuple, columns), strict=True)) if keep else PublicColumns()
    return texts, tuple(shown)


def _shipped(table: TablePlan) -> bool:
    """Whether it is a demonstration's own table: trying a role on it leaves no mark."""
    return Path(table.path).is_relative_to(demonstrations_folder())


def _fingerprint(table: TablePlan, key: bytes, tick: Tick) -> str:
    digest = hashlib.blake2b(digest_size=16, key=key)
    if not table.path or table.format == "database":
        digest.update((table.text or f"{table.path}\n{table.sheet}").encode())
        return digest.hexdigest()
    if table.format != "parquet_folder":
        refuse_special(Path(table.path))
    try:
        for file in files(table.source):
            with file.open("rb") as stream:
                while chunk := stream.read(_CHUNK):
                    digest.update(chunk)
                    tick(0.1)
    except OSError as error:
        raise InputError(
            f"{label(table.source)} cannot be opened ({error.strerror}).", "Check that it is there, or choose it again."
        ) from None
    return digest.hexdigest()
