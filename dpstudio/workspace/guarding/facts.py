"""What reading a table has taught: names for every table, contents only where the gate gives a permit."""

from dataclasses import replace

from dpstudio.core.errors import Cancelled, InputError, StudioError
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.first_line import as_it_begins
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.reading import called, hidden, own_names, own_types, sheets, unvalued
from dpstudio.core.tables.schema import NAMED, WITH_SHEETS, Role, Source
from dpstudio.core.tables.showing import check_format, contents
from dpstudio.planning.facts import PublicColumns, TableFacts, is_unchosen
from dpstudio.planning.headers import header_line, refuse_far_lines
from dpstudio.workspace.guarding.gate import Decision, Gate
from dpstudio.workspace.guarding.unchanged import unchanged


def read_facts(table: TablePlan, gate: Gate, tick: Tick, *, rows: bool = True, anew: bool = False) -> TableFacts:
    """Read what the gate allows; of a private table only the header, of one whose role is not said nothing.

    A file's format is checked to the end, so that a malformed one is refused here and not at the release. Of a private
    table in a database no row is asked for.

    Args:
        rows: False leaves the format of a private table unchecked: none of its rows is parsed.
        anew: how the line that it is said to begin on appears to be written is guessed, as long as no header is
            confirmed.
    """
    if not table.role:
        return TableFacts()
    try:
        if table.format == "database" and not table.sheet:
            return TableFacts(sheets=tuple(sheets(table.source)) if rows else ())
        return _decided(table, gate, tick, rows=rows, anew=anew)
    except Cancelled:
        raise
    except InputError as error:
        return TableFacts.failed(error, _others(table))
    except StudioError as error:
        return TableFacts.failed(error)


def _others(table: TablePlan) -> tuple[str, ...]:
    """The sheets of a file of which one cannot be read: another can be chosen."""
    if table.format not in WITH_SHEETS or table.format == "database":
        return ()
    try:
        return tuple(sheets(table.source))
    except StudioError:
        return ()


def _decided(table: TablePlan, gate: Gate, tick: Tick, *, rows: bool, anew: bool) -> TableFacts:
    """What the gate's decision allows, of the very bytes that it is about."""
    with unchanged(table):
        allowed = gate.decide(table, lambda share: tick(share / 2))
        known = TableFacts(
            refusal=allowed.refusal,
            changed=allowed.changed,
            digests=allowed.digests,
            sheets=allowed.sheets,
            hidden=tuple(hidden(table.source)) if table.format == "excel" else (),
            account=allowed.account,
            shipped=allowed.shipped,
            permit=allowed.permit,
        )
        if is_unchosen(table, allowed.sheets):
            return known
        if not table.header and table.format not in NAMED:
            guessed = _guessed(table, gate, allowed) if anew else None
            return replace(known, guessed=guessed, is_title=_is_title(table, allowed))
        return _read(table, gate, allowed, known, lambda share: tick((1 + share) / 2), rows=rows)


def _guessed(table: TablePlan, gate: Gate, allowed: Decision) -> Source | None:
    """How the line that a text begins on appears to be written, where that may be told: of a private one, one line."""
    if table.format != "text":
        return None
    if allowed.permit is None:
        line = header_line(replace(table, header="yes"))
        if table.role != Role.PRIVATE or not gate.headers.may_guess(allowed.whole, line):
            return None
    return as_it_begins(table.source)


def _is_title(table: TablePlan, allowed: Decision) -> bool:
    """Whether less than half of the cells are filled in the line that would name the columns, if it may be seen."""
    if allowed.permit is None:
        return False
    try:
        cells = own_names(replace(table, header="yes").source)
    except InputError:
        return False
    return 2 * sum(bool(cell.strip()) for cell in cells) < len(cells)


def _read(table: TablePlan, gate: Gate, allowed: Decision, known: TableFacts, tick: Tick, *, rows: bool) -> TableFacts:
    sealed = table.role == Role.PRIVATE
    if allowed.permit is None and not sealed:
        return known
    refuse_far_lines(table)
    line = header_line(table)
    other = gate.headers.other(allowed.whole, line)
    if other:
        return replace(known, other_header=other)
    own = own_names(table.source)
    if rows and allowed.permit is None and table.format != "database":
        check_format(table.source, tick)
    gate.headers.note(allowed.whole, line)
    known = replace(known, own=tuple(own))
    try:
        names = tuple(called(own, table.source))
    except InputError as error:
        return known.but(error)
    known = replace(known, own_types=tuple(own_types(table.source)))
    if allowed.permit is None:
        return replace(known, names=names)
    marks = tuple((place, table.marks[name]) for place, name in enumerate(names) if name in table.marks)
    columns, shown = contents(allowed.permit, len(names), marks, tick)
    texts = PublicColumns(zip(names, columns, strict=True)) if columns else PublicColumns()
    formulas = unvalued(table.source) if table.format == "excel" else 0
    return replace(known, names=names, texts=texts, shown=tuple(shown), unvalued=formulas)
