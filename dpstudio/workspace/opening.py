"""A project opened without a window: its facts read, its plan resolved."""

from pathlib import Path

from dpstudio.core.ledger import Ledger
from dpstudio.core.question import Plan
from dpstudio.core.scores.closer import look_closer
from dpstudio.workspace import project_file
from dpstudio.workspace.facts import TableFacts, read_facts
from dpstudio.workspace.resolve import Resolved, resolve


def all_facts(plan: Plan, ledger: Ledger, key: bytes, *, rows: bool) -> dict[str, TableFacts]:
    """The facts of every table of a plan; `rows` as in `read_facts`."""
    return {table.handle: read_facts(table, ledger, key, lambda _: None, rows=rows) for table in plan.tables}


def opened(path: Path, ledger: Ledger, key: bytes, *, rows: bool) -> Resolved:
    """Load, read, resolve with the closest bound that can be found."""
    plan = project_file.load(path)
    account = ledger.account(plan.data_table.handle) if plan.data_table else None
    facts = all_facts(plan, ledger, key, rows=rows)
    found = resolve(plan, facts, account)
    if found.rule is None or found.candidates is None or found.unit is None or found.sensitivity is None:
        return found
    return resolve(plan, facts, account, look_closer(found.rule, found.candidates, found.unit))
