"""What is asked, and what would happen: no row of a private table is read."""

import argparse
from pathlib import Path
from typing import Any

from dpstudio.arguments import path
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import odds_up, rational_text, significant_up
from dpstudio.core.receipt.statement import describe as describe_question
from dpstudio.kinds import KINDS
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.telling import say
from dpstudio.verbs.project import exit_code, open_project, takes_project, told_remarks
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.project import demonstrations
from dpstudio.workspace.resolving.remarks import remarks
from dpstudio.workspace.resolving.yes_and_no import words_read


def _names_demonstration(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("name", nargs="?", help="the demonstration to write")
    verb.add_argument("--out", type=path, help="the folder to write into")


def _examples(options: argparse.Namespace, work: Path) -> int:
    if options.name is None:
        say(options.json, {"examples": demonstrations.names()}, demonstrations.names())
        return 0
    if options.out is None:
        raise InputError("Where the demonstration is to be written is missing.", "Add --out FOLDER.")
    project = demonstrations.write(options.name, options.out)
    say(options.json, {"project": str(project)}, [str(project)])
    return 0


def _plan(options: argparse.Namespace, work: Path) -> int:
    found, _ = open_project(options, rows=False)
    kind = KINDS[found.plan.kind]
    facts: dict[str, Any] = {
        "kind": found.plan.kind,
        "summary": found.summary,
        "missing": [{"tab": m.tab, "field": m.field, "sentence": m.on_the_line} for m in found.missing],
        **kind.reported(found),
        **_words_read(found),
        **told_remarks(found, rows=False),
        **kind.refuted(found),
        "accuracy_sentence": describe_question(found.previewed).words.accuracy if found.previewed else None,
        "plus_minus": _plus_minus(found.previewed),
        "details": kind.details(found.previewed) if found.previewed else None,
        "epsilon": rational_text(found.budget.epsilon) if found.budget.epsilon else None,
        "delta": rational_text(found.previewed.loss.delta) if found.previewed else None,
        "zcdp_rho": rational_text(significant_up(found.previewed.loss.rho)) if found.previewed else None,
        "odds_at_most": odds_up(found.budget.epsilon) if found.budget.epsilon else None,
        "beta": rational_text(found.budget.beta) if found.budget.beta else None,
        "charge": rational_text(found.budget.epsilon) if found.budget.epsilon else None,
        "spent": rational_text(found.account.spent) if found.account else "0",
        "cap": rational_text(found.budget.cap) if found.budget.cap else None,
    }
    apart = "missing", "remarks"
    lines = [f"{name}: {value}" for name, value in facts.items() if name not in apart and value is not None]
    lines += [f"missing ({m.tab}): {m.on_the_line}" for m in found.missing]
    lines += [f"remark: {each.sentence}" for each in remarks(found, rows=False)]
    say(options.json, facts, lines)
    return exit_code(found)


def _words_read(found: Resolved) -> dict[str, Any]:
    """What is read as yes and as no, where a column is read so."""
    sentences = words_read(found)
    return {"yes_and_no": " ".join(sentences)} if sentences else {}


def _plus_minus(question: CompleteQuestion | None) -> str | None:
    """How wrong each figure or estimate may be, where the question is no choice."""
    return None if question is None else "; ".join(question.error_bound.splitlines()) or None


VERBS = (
    Verb("examples", "list, or write, a demonstration", _examples, _names_demonstration),
    Verb("plan", "what would happen, reading no row of a private table", _plan, takes_project),
)
