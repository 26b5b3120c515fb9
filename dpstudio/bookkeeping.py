"""What the command line tells of the ledger: its entries, a result again, a charge that was not drawn."""

import shlex
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from dpstudio.core.account import Account, Charge
from dpstudio.core.errors import RESTORE, InputError, Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.quantities import counted, parse_count, rational_text, significant_up
from dpstudio.core.receipt.document import read_document
from dpstudio.core.receipt.headline import note
from dpstudio.core.release import Release, plan_digest
from dpstudio.core.tables.schema import Relation
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.workspace.bookkeeping.noted import AllNoted
from dpstudio.workspace.computer import storage
from dpstudio.workspace.releasing import exporting

_MOST = 1 << 62
_NOTHING = "Nothing has been charged yet."


def number(text: str) -> int:
    """An entry's number as typed."""
    return parse_count(text, "The number of the entry", most=_MOST)


def named(ledger: Ledger, typed: Path | None) -> str:
    """What names a ledger in a command, with a blank before it; "" for the usual one."""
    if ledger.path == storage.demonstrations_book():
        return " --demonstrations"
    return "" if typed is None else f" --ledger {shlex.quote(str(typed))}"


def drawn(charge: Charge) -> Release:
    """The result of an entry.

    Raises:
        InputError: it has none, or it is damaged.
    """
    if charge.statement is None:
        raise InputError(
            f"Entry {charge.number} was charged and not drawn, so it has no result.",
            f"Finish it: dpstudio complete {charge.number} PROJECT --out FOLDER",
            "number",
        )
    try:
        return Release(charge.number, read_document(charge.statement))
    except InputError:
        raise InputError(f"The result of entry {charge.number} of the ledger is damaged.", f"{RESTORE}.") from None


def refuse_complete(charge: Charge) -> None:
    """Raise Refusal where an entry has its result."""
    if charge.statement is not None:
        raise Refusal(
            f"Entry {charge.number} has its result already.",
            f"Write it again: dpstudio receipt {charge.number} --out FOLDER",
            "number",
        )


def but_for_the_limit(found: Resolved) -> Resolved:
    """What a charge that was made already needs: the very table, and everything else but room under the limit."""
    of_table = tuple(item for item in found.missing if item.tab == "tables")
    lacking = of_table if found.previewed else found.missing
    return replace(found, missing=lacking, question=None if lacking else found.previewed)


def refuse_other(charge: Charge, question: CompleteQuestion) -> None:
    """Raise Refusal where an entry was charged for another question."""
    if charge.handle != question.handle or charge.plan != plan_digest(question):
        raise Refusal(
            f"Entry {charge.number} was charged for another question than this project asks.",
            "Name the project as it was when the entry was charged.",
            "project",
        )


def result(done: Release, folder: Path | None) -> tuple[dict[str, Any], list[str]]:
    """A result as JSON and in lines, a demonstration's called so; the files are named before they are written."""
    winners, found = done.receipt.winners, done.statement["result"]
    choice = {} if winners is None else {"chosen": done.text, "winners": list(winners)}
    unit = f" {found['unit']}" if found.get("unit") else ""
    files = [] if folder is None else exporting.files_of(done, folder)
    remark = note(done.receipt.flags)
    facts = {
        "number": done.number,
        **choice,
        "lines": done.lines,
        "receipts": [str(file) for file in files],
        "flags": list(done.receipt.flags),
    }
    return facts, [f"{line}{unit}{remark}" for line in done.said(str)]


def whole(book: Ledger | None) -> tuple[dict[str, Any], list[str]]:
    """The whole ledger as JSON and in lines; of none that there is nothing in it."""
    if book is None:
        return {"datasets": [], "entries": []}, [_NOTHING]
    accounts = book.accounts()
    noted = AllNoted(book.entries())
    facts = [_account(handle, account) for handle, account in accounts.items()]
    tables = [_table(f"table {noted.tables[told['dataset']]}", told) for told in facts] or [[_NOTHING]]
    listed = "All entries, in their order:", *(f"  {line}" for line in noted.lines)
    lines = [*chain.from_iterable((*table, "") for table in tables), *listed]
    return {"datasets": facts, "entries": _entries(noted)}, lines


def _entries(noted: AllNoted) -> list[dict[str, Any]]:
    """Each entry; what is about no one table, or about no release, has None there."""
    return [
        {
            "entry": each.kind,
            "dataset": each.handle or None,
            "table": noted.tables.get(each.handle),
            "number": each.number,
            "says": each.said,
        }
        for each in noted
    ]


def _account(handle: str, account: Account) -> dict[str, Any]:
    unit, total = account.unit, account.total
    return {
        "dataset": handle,
        "neighbour_relation": unit.relation.value,
        "person": unit.person,
        "rows_per_person": unit.rows,
        "epsilon": rational_text(total.epsilon),
        "delta": rational_text(total.delta),
        "zcdp_rho_rounded_up": rational_text(significant_up(total.rho)) if total.rho else "0",
        "cap": rational_text(account.limit.epsilon),
        "cap_delta": rational_text(account.limit.delta),
        "looks": len(account.looks),
        **({"format_checks": account.checks} if account.checks else {}),
        "charges": [_entry(charge) for charge in account.charges],
    }


def _entry(charge: Charge) -> dict[str, Any]:
    """One entry; a result that cannot be read leaves the others readable."""
    told: dict[str, Any] = {
        "number": charge.number,
        "epsilon": rational_text(charge.epsilon),
        "delta": rational_text(charge.loss.delta),
        "state": "not drawn" if charge.statement is None else "exported" if charge.exported else "not exported",
        "date": None,
        "result": None,
    }
    if charge.statement is None:
        return told
    try:
        done = drawn(charge)
    except InputError:
        return told | {"state": "damaged"}
    return told | {"date": done.receipt.date, "result": done.told}


def _table(name: str, told: dict[str, Any]) -> list[str]:
    most, column = counted(told["rows_per_person"], "rows"), told["person"]
    who = f"at most {most} of each person ({column})" if column else "one row per person"
    lines = [
        f"{name}: {who}, {Relation(told['neighbour_relation']).words}",
        f"spent: ε {told['epsilon']} of {told['cap']}{_slip(told)}",
        *([f"looked into {counted(told['looks'], 'times')}"] if told["looks"] else []),
        *([f"its format checked {counted(told['format_checks'], 'times')}"] if "format_checks" in told else []),
    ]
    for each in told["charges"]:
        result = each["result"]
        date = f"{each['date']}, " if each["date"] else ""
        shown = f": {result}" if result else ""
        delta = "" if each["delta"] == "0" else f", δ {each['delta']}"
        lines.append(f"  {each['number']}. {date}ε {each['epsilon']}{delta}, {each['state']}{shown}")
    return lines


def _slip(told: dict[str, Any]) -> str:
    """δ and zCDP, where a guarantee with δ may be given: who asked for ε alone is told of ε."""
    if told["cap_delta"] == "0":
        return ""
    return f", δ {told['delta']} of {told['cap_delta']}, zCDP ρ {told['zcdp_rho_rounded_up']}"
