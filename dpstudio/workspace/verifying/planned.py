"""From a receipt's claims back to the plan that they were made of, as a person would type it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan, Plan, PrivacyPlan, TablePlan, UnitPlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import (
    Reading,
)
from dpstudio.core.receipt.headline import is_demonstration
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.tables.dialect import MOST_COLUMNS
from dpstudio.core.tables.schema import Kind, Persons, Role
from dpstudio.kinds import KINDS
from dpstudio.planning.claimed import column_plan
from dpstudio.planning.facts import TableFacts
from dpstudio.translation import phrase

_PUBLIC = "public"
_FOLDED = (Persons.FOLDED_TEXT, Persons.EXACT_FOLDED_TEXT)
_EXACT = (Persons.EXACT_TEXT, Persons.EXACT_FOLDED_TEXT)


def plan_of(receipt: Receipt3, listed: bytes | None = None) -> tuple[Plan, dict[str, TableFacts]]:
    """The plan that a receipt claims to come from, and what must be known of its tables.

    Args:
        listed: the list of candidates that lies beside the receipt, of the digest that it names; None where none is.

    Raises:
        InputError: a claim is one that no plan leads to.
        Unlisted: the candidates are neither in the receipt nor beside it.
    """
    handle, asked = receipt.accounting.dataset, receipt.question
    columns = _columns(receipt)
    source = _table(receipt, columns)
    names = _names(receipt.reading, columns)
    facts = {handle: TableFacts(names=names, unread=not names)}
    plan = Plan(name=receipt.name, tables=(source,), privacy_unit=_unit(receipt), privacy=_privacy(receipt))
    found, further = KINDS[asked.kind].planned(replace(plan, kind=asked.kind), receipt, listed)
    return found, {**facts, **further}


def _names(reading: Reading, columns: tuple[ColumnPlan, ...]) -> tuple[str, ...]:
    """Those of the columns that the table can have: without a header what was typed, and "column 1" where nothing was.

    Raises:
        InputError: two of its columns were given the same name.
    """
    read, typed = dict.fromkeys(column.name for column in columns), [name.strip() for name in reading.names]
    given = set(filter(None, typed))
    if len(given) < len([*filter(None, typed)]):
        raise InputError(phrase("Two columns of the table have the same name."))
    if reading.header is not False:
        return tuple(read)
    return tuple(name for name in read if name in given or _is_number(name, typed))


def _is_number(name: str, typed: Sequence[str]) -> bool:
    """Whether a column can be called by its position, where no name was typed for it."""
    found = re.fullmatch("column ([1-9][0-9]{0,4})", name)
    place = int(found[1]) if found else MOST_COLUMNS + 1
    return place <= MOST_COLUMNS and not "".join(typed[place - 1 : place])


def _columns(receipt: Receipt3) -> tuple[ColumnPlan, ...]:
    """What was declared of each column, that of persons last where nothing else reads it."""
    unit, found = receipt.privacy_unit, [column_plan(each) for each in receipt.question.columns]
    if unit.identified_by is None or unit.persons_are_read_as is None:
        return tuple(found)
    read_as = unit.persons_are_read_as
    kind = Kind.INTEGER if read_as is Persons.WHOLE_NUMBER else Kind.IDENTIFIER
    alone = ColumnPlan(unit.identified_by, kind.value, match_case=read_as not in _FOLDED, trim=read_as not in _EXACT)
    same = [place for place, each in enumerate(found) if each.name == unit.identified_by]
    if not same:
        return (*found, alone)
    found[same[0]] = replace(found[same[0]], trim=alone.trim)
    return tuple(found)


def _table(receipt: Receipt3, columns: tuple[ColumnPlan, ...]) -> TablePlan:
    reading, plain = receipt.reading, TablePlan("", "", "")
    return TablePlan(
        handle=receipt.accounting.dataset,
        label=phrase("the table"),
        format=reading.format,
        role=(Role.SAMPLE if is_demonstration(receipt.flags) else Role.PRIVATE).value,
        delimiter=plain.delimiter if reading.delimiter is None else reading.delimiter,
        encoding=plain.encoding if reading.encoding is None else reading.encoding,
        header="no" if reading.header is False else "yes",
        sheet=reading.sheet or "",
        columns=columns,
        first_line=str(reading.header_line or ""),
        left_out=str(reading.lines_left_out_at_end or ""),
        names=reading.names,
    )


def _unit(receipt: Receipt3) -> UnitPlan:
    unit = receipt.privacy_unit
    return UnitPlan(
        "row" if unit.identified_by is None else "person",
        unit.identified_by or "",
        str(unit.rows_per_person),
        unit.neighbour_relation.value,
        "yes" if unit.each_has_a_row else "",
    )


def _privacy(receipt: Receipt3) -> PrivacyPlan:
    asked = receipt.privacy_parameters
    delta, cap = asked.delta, receipt.accounting.cap_delta
    return PrivacyPlan(
        epsilon=rational_text(asked.epsilon),
        delta=rational_text(delta) if delta else "",
        beta=rational_text(receipt.accuracy.beta),
        cap=rational_text(receipt.accounting.cap),
        delta_cap=rational_text(cap) if cap else "",
    )
