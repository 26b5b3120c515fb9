"""The project that a verb is about: opened under the gate, and settled or refused."""

import argparse
from pathlib import Path

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.question import Question
from dpstudio.workspace.gate import open_gate
from dpstudio.workspace.opening import opened
from dpstudio.workspace.resolve import Resolved

_IN_THE_WINDOW = " The window asks it: open the project there, answer on the Tables tab and save it."


def takes_project(verb: argparse.ArgumentParser) -> None:
    """A project is named."""
    verb.add_argument("project", type=Path, help="a *.dpstudio file")


def open_project(options: argparse.Namespace, *, rows: bool = True) -> tuple[Resolved, Ledger]:
    """The project, and the ledger that its table is counted in."""
    gate = open_gate(options.ledger)
    found = opened(options.project, gate, rows=rows)
    return found, gate.book(shipped=found.known.shipped)


def exit_code(found: Resolved) -> int:
    """0 where nothing is missing, 3 where all that stands against it is a refusal."""
    if not found.missing:
        return 0
    return 3 if all(item.refused for item in found.missing) else 2


def settled(found: Resolved) -> Question:
    """The question, where it is complete.

    Raises:
        StudioError: something is missing or refused: the first of it.
    """
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role")
    if found.question is None:
        first = next((item for item in found.missing if not item.refused), found.missing[0])
        where = _IN_THE_WINDOW if first.field.startswith("changed:") else ""
        more = f" ({len(found.missing) - 1} more: see dpstudio plan)" if len(found.missing) > 1 else ""
        raise (Refusal if exit_code(found) == 3 else InputError)(first.sentence + where + more, field=first.field)
    return found.question
