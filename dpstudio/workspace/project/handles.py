"""A table's handle is its identity in the ledger: how a plan's table gets another."""

import re
import secrets
from dataclasses import replace

from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.tables.schema import Source
from dpstudio.workspace.guarding.shipped import is_shipped
from dpstudio.workspace.resolving.allowed import HANDLE


def fresh_handle() -> str:
    """A handle that no table has."""
    return secrets.token_hex(16)


def is_handle(text: str) -> bool:
    """Whether it is one that `fresh_handle` can give."""
    return re.fullmatch(HANDLE, text) is not None


def renamed(plan: Plan, before: str, after: str) -> Plan:
    """The plan with one table under another handle; a plan that has a table of that handle stays as it is."""
    if before == after or any(table.handle == after for table in plan.tables):
        return plan
    tables = tuple(replace(table, handle=after) if table.handle == before else table for table in plan.tables)
    candidates = plan.candidates
    if candidates.table == before:
        candidates = replace(candidates, table=after)
    return replace(plan, tables=tables, candidates=candidates)


def with_sheet(plan: Plan, handle: str, sheet: str) -> Plan:
    """The plan with the name of the sheet, or table of a database, that was meant by "the first"."""
    tables = (
        replace(table, sheet=sheet) if table.handle == handle and not table.sheet else table for table in plan.tables
    )
    return replace(plan, tables=tuple(tables))


def as_guessed(plan: Plan, read: TablePlan, guess: Source) -> Plan:
    """The plan in which a table, as it was read, has the delimiter and encoding that its first line appears to have."""

    def told(table: TablePlan) -> TablePlan:
        same = replace(table, columns=read.columns, label=read.label) == read
        return replace(table, delimiter=guess.delimiter, encoding=guess.encoding) if same else table

    return replace(plan, tables=tuple(map(told, plan.tables)))


def opened_afresh(plan: Plan) -> Plan:
    """The plan with a fresh account for each table that ships: each opening of a demonstration starts anew."""
    for table in plan.tables:
        if is_shipped(table):
            plan = renamed(plan, table.handle, fresh_handle())
    return plan
