"""How the ledger is kept: a limit lowered."""

import argparse
from fractions import Fraction
from pathlib import Path

from dpstudio.core.account import Limit
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.quantities import parse_count, parse_rational, rational_text
from dpstudio.telling import say
from dpstudio.verbs.project import open_project
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.gate import open_gate


def _names_limit(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("project", type=Path, nargs="?", help="a *.dpstudio file with the table")
    verb.add_argument("--table", help="the table's number in dpstudio ledger, instead of a project")
    verb.add_argument("--to", help="the new limit for ε")
    verb.add_argument("--delta-to", help="the new limit for δ")


def _lower(options: argparse.Namespace, work: Path) -> int:
    if options.to is None and options.delta_to is None:
        raise InputError("The new limit is missing.", "Add --to LIMIT.", "to")
    handle, ledger = _table(options)
    ledger.lower(handle, _limit(options, ledger, handle))
    account = ledger.accounts()[handle]
    total, limit = account.total, account.limit
    facts = {"dataset": handle, "cap": rational_text(limit.epsilon), "cap_delta": rational_text(limit.delta)}
    slip = f", for δ {facts['cap_delta']}" if limit.delta else ""
    spent = f"ε {rational_text(total.epsilon)} is spent"
    say(options.json, facts, f"The limit of this table is {facts['cap']}{slip} from now on; {spent}.")
    return 0


def _limit(options: argparse.Namespace, ledger: Ledger, handle: str) -> Limit:
    """The limit in force with what was typed in its place."""
    account = ledger.account(handle)
    before = account.limit if account else Limit(Fraction(1))
    epsilon = before.epsilon if options.to is None else parse_rational(options.to, "The limit")
    if options.delta_to is None:
        return Limit(epsilon, before.delta)
    return Limit(epsilon, parse_rational(options.delta_to, "The limit for δ", zero=True))


def _table(options: argparse.Namespace) -> tuple[str, Ledger]:
    """The handle of the table that is meant, and the ledger that it is counted in."""
    if (options.project is None) == (options.table is None):
        raise InputError(
            "Which table is meant is not clear.", "Name a project with it, or its number: --table 1.", "table"
        )
    if options.table is None:
        found, ledger = open_project(options, rows=False)
        return (found.plan.data_table.handle if found.plan.data_table else ""), ledger
    ledger = open_gate(options.ledger).ledger
    handles = list(ledger.accounts())
    place = parse_count(options.table, "The number of the table", most=max(1, len(handles)))
    if not handles:
        raise InputError(f"The ledger has no table {place}.", "See dpstudio ledger for the numbers.", "table")
    return handles[place - 1], ledger


VERBS = (Verb("lower", "allow a table less than before; a limit is never raised", _lower, _names_limit),)
