"""The project that a verb is about: opened under the gate, and settled or refused."""

import argparse
from typing import Any

from dpstudio.arguments import path
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.planning.missing import Missing
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import SamePeople, opened
from dpstudio.workspace.resolving.remarks import remarks

SAME_PEOPLE = "the file has changed and holds the same people, or is still a sample"
INSPECT = "Inspect is in the window."


def takes_project(verb: argparse.ArgumentParser) -> None:
    """A project is named."""
    verb.add_argument("project", type=path, help="a *.dpstudio file")


def takes_same_people(verb: argparse.ArgumentParser) -> None:
    """It may be said of a file that has changed."""
    verb.add_argument("--same-people", action="store_true", help=SAME_PEOPLE)


def same_where_said(options: argparse.Namespace) -> SamePeople | None:
    """That every table whose file has changed holds the same people, where that was said."""
    return (lambda _: True) if options.same_people else None


def open_project(
    options: argparse.Namespace, *, rows: bool = True, same: SamePeople | None = None
) -> tuple[Resolved, Ledger]:
    """The project, and the ledger that its table is counted in; `same` as in `opened`."""
    gate = open_gate(options.ledger)
    found = opened(options.project, gate, rows=rows, same=same)
    return found, gate.book(shipped=found.known.shipped)


def exit_code(found: Resolved) -> int:
    """0 where nothing is missing, 3 where all that stands against it is a refusal."""
    if not found.missing:
        return 0
    return 3 if all(item.refused for item in found.missing) else 2


def refuse_unsaid(*missing: Missing) -> None:
    """Raise InputError where it is asked what a file that has changed holds now."""
    for each in missing:
        if each.field.startswith("changed:"):
            raise each.raised()


def told_remarks(found: Resolved, *, rows: bool = True) -> dict[str, Any]:
    """What is odd about how the table is read, where something is; `rows` as in `remarks`."""
    told = [{"field": each.field, "sentence": each.sentence} for each in remarks(found, rows=rows)]
    return {"remarks": told} if told else {}


def settled(found: Resolved) -> CompleteQuestion:
    """The question, where it is complete.

    Raises:
        StudioError: something is missing or refused: the first of it.
    """
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role", command=INSPECT)
    if found.question is None:
        first = found.first_missing
        refuse_unsaid(first)
        more = f" ({len(found.missing) - 1} more: see dpstudio plan)" if len(found.missing) > 1 else ""
        raise first.raised(more=more)
    return found.question
