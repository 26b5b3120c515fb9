"""A project opened: its tables' accounts found, and, without a window, its facts read and its plan resolved."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from dpstudio.core.account import Account
from dpstudio.core.errors import Refusal
from dpstudio.core.plan import Plan, TablePlan, UnitPlan
from dpstudio.core.scores.refinement import refine
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.planning.facts import TableFacts, is_unchosen
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase
from dpstudio.workspace.guarding.facts import read_facts
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.handles import as_guessed, fresh_handle, opened_afresh, renamed, with_sheet
from dpstudio.workspace.resolving.resolve import resolve

SamePeople = Callable[[TablePlan], bool]


def load(path: Path, tick: Tick = lambda _: None) -> Plan:
    """A project's plan; each opening of a demonstration has a fresh account.

    Raises:
        InputError: naming the line and the field.
    """
    return opened_afresh(project_file.load(path, tick))


def settled(plan: Plan, table: TablePlan, known: TableFacts) -> Plan:
    """The plan once a table is known: one that has been private continues its account, "the first" sheet is named.

    Of a SQLite file with several tables none is "the first": one of them is to be chosen.

    A text of which another line is said to be the first is guessed to be written as that line is.
    """
    if known.guessed is not None:
        plan = as_guessed(plan, table, known.guessed)
    if known.sheets and not table.sheet and not is_unchosen(table, known.sheets):
        plan = with_sheet(plan, table.handle, known.sheets[0])
    if known.account and not known.changed:
        plan = renamed(plan, table.handle, known.account)
    return plan


def continued(plan: Plan, account: Account | None, handle: str, facts: Mapping[str, TableFacts]) -> Plan:
    """The plan of a table that has an account: whom it protects is as the first release fixed it, if nothing is said.

    Args:
        account: of the table with this handle.
        facts: of all tables that are known; of one that has changed it is asked first whom it holds.
    """
    data, known = plan.data_table, facts.get(handle)
    if account is None or data is None or data.handle != handle or plan.privacy_unit != UnitPlan():
        return plan
    if known is None or known.changed or known.refusal:
        return plan
    return replace(plan, privacy_unit=_as_typed(account.unit))


def _as_typed(unit: PrivacyUnit) -> UnitPlan:
    everyone = "yes" if unit.everyone else ""
    if unit.person is None:
        return UnitPlan("row", relation=unit.relation.value, everyone=everyone)
    return UnitPlan("person", unit.person, f"{unit.rows}", unit.relation.value, everyone)


def opened(path: Path, gate: Gate, *, rows: bool, same: SamePeople | None = None) -> Resolved:
    """Load, read, resolve with the closest bound that can be found; `rows` as in `read_facts`.

    Args:
        same: says of a table whose file has changed whether it holds the same people; else it is left unanswered.
    """
    return opened_plan(load(path), gate, rows=rows, same=same)


def opened_plan(plan: Plan, gate: Gate, *, rows: bool, same: SamePeople | None = None) -> Resolved:
    """As `opened`, of a plan that is at hand."""
    facts = dict[str, TableFacts]()
    for place in range(len(plan.tables)):
        table = plan.tables[place]
        known = read_facts(table, gate, lambda _: None, rows=rows)
        if known.changed and same is not None:
            plan = answered(plan, table, gate, lambda _: None, same=same(table))
            table = plan.tables[place]
            known = read_facts(table, gate, lambda _: None, rows=rows)
        elif same is not None and same(table):
            _refuse_contradicted(table, known, gate)
        plan = settled(plan, table, known)
        facts[plan.tables[place].handle] = known
    found = resolved(plan, facts, gate)
    if (
        found.scores.rule is None
        or found.scores.candidates is None
        or found.unit is None
        or found.scores.sensitivity is None
    ):
        return found
    refinement = refine(found.scores.rule, found.scores.candidates, found.unit)
    return resolve(plan, facts, found.account, refinement, found.settled)


def _refuse_contradicted(table: TablePlan, known: TableFacts, gate: Gate) -> None:
    """Raise Refusal where a file is said to hold the people of an account, and goes on with another one."""
    if known.account not in ("", table.handle) and gate.ledger.account(table.handle) is not None:
        raise Refusal(
            phrase(
                "This very version of {label} has an account of its own, because it was said to hold other people.",
                label=table.label,
            ),
            phrase("Leave out the answer, and it continues that account."),
        )


def answered(plan: Plan, table: TablePlan, gate: Gate, tick: Tick, *, same: bool) -> Plan:
    """The plan once a person has said of a changed file whether it holds the same people: else it begins anew."""
    if same:
        gate.same_people(table, tick)
        return plan
    fresh = fresh_handle()
    gate.inherit(table.handle, fresh)
    return renamed(plan, table.handle, fresh)


def resolved(plan: Plan, facts: Mapping[str, TableFacts], gate: Gate) -> Resolved:
    """Resolve against the book that the data table is counted in."""
    data = plan.data_table
    if data is None:
        return resolve(plan, facts, None)
    book = gate.book(shipped=facts.get(data.handle, TableFacts()).shipped)
    return resolve(plan, facts, book.account(data.handle), None, book.settled(data.handle))
