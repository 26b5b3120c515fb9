"""How the ledger is kept: a limit lowered, the whole moved to another computer, a lost one begun from receipts."""

import argparse
import getpass
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from dpstudio import bookkeeping
from dpstudio.arguments import path
from dpstudio.core.account import Limit
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.quantities import parse_count, parse_rational, rational_text
from dpstudio.telling import say
from dpstudio.verbs.project import open_project
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.bookkeeping import moving, resuming
from dpstudio.workspace.bookkeeping.noted import AllNoted
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.archive import refuse_weak
from dpstudio.workspace.guarding.gate import open_gate


def _names_limit(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("project", type=path, nargs="?", help="a *.dpstudio file with the table")
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
    say(options.json, facts, [f"The limit of this table is {facts['cap']}{slip} from now on; {spent}."])
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
    handles = list(AllNoted(ledger.entries()).tables)
    place = parse_count(options.table, "The number of the table", most=max(1, len(handles)))
    if not handles:
        raise InputError(f"The ledger has no table {place}.", "See dpstudio ledger for the numbers.", "table")
    return handles[place - 1], ledger


def _names_new_file(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--out", type=path, required=True, help="the file to write")


def _names_file(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("file", type=path, help="the file that dpstudio move wrote")


_MOVED = (
    "It holds the ledger, the marks of private tables and the keys. From now on nothing is released here; on the other"
    " computer: dpstudio arrive FILE. Keep the passphrase apart from the file, and delete the file once it has arrived."
)


def _move(options: argparse.Namespace, work: Path) -> int:
    passphrase = _passphrase("Passphrase for the file: ")
    refuse_weak(passphrase)
    if sys.stdin.isatty() and _passphrase("Passphrase again: ") != passphrase:
        raise InputError("The two passphrases differ.", "Type the same one twice.", "passphrase")
    with options.watch.held():
        moving.move(options.out, passphrase, options.ledger)
    say(options.json, {"file": str(options.out)}, [str(options.out), _MOVED])
    return 0


def _arrive(options: argparse.Namespace, work: Path) -> int:
    passphrase = _passphrase("Passphrase of the file: ")
    with options.watch.held():
        moving.arrive_here(options.file, passphrase, options.ledger)
    say(
        options.json,
        {"arrived": True},
        ["The ledger has arrived: releases are made here from now on. Delete the file; it must not arrive twice."],
    )
    return 0


def _passphrase(prompt: str) -> str:
    """From the keyboard, unseen; else the first line of standard input. Never an argument: those can be seen."""
    if sys.stdin is None:
        raise InputError("There is nothing to read the passphrase from.", "Leave standard input open.", "passphrase")
    try:
        typed = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    except (EOFError, UnicodeError):
        typed = ""
    if not typed:
        raise InputError("The passphrase is missing.", "Type it, or give it as the first line of input.", "passphrase")
    return typed


def _names_receipts(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("receipts", type=path, nargs="+", help="signed receipts, JSON or PDF; of each table the newest")
    said = "fingerprint of a key that was this ledger's; repeatable"
    verb.add_argument("--signed-by", metavar="KEY", action="append", default=[], help=said)


def _ungrouped(keys: Sequence[str]) -> list[str]:
    """Fingerprints without the spaces between the groups that they are shown in."""
    return ["".join(key.split()).lower() for key in keys]


def _resume(options: argparse.Namespace, work: Path) -> int:
    with options.watch.held():
        gate = resuming.resume_here(options.receipts, options.ledger, _ungrouped(options.signed_by))
    facts, lines = bookkeeping.whole(gate.ledger)
    told = storage.told_now(gate.ledger.remarks)
    say(options.json, {**facts, "remarks": list(gate.ledger.remarks)}, [*told, "", *lines])
    return 0


VERBS = (
    Verb("lower", "allow a table less than before; a limit is never raised", _lower, _names_limit),
    Verb("move", "write the ledger into a file for another computer, and close it here", _move, _names_new_file),
    Verb("arrive", "let a moved ledger continue on this computer", _arrive, _names_file),
    Verb("resume", "let a lost ledger continue from signed receipts", _resume, _names_receipts),
)
