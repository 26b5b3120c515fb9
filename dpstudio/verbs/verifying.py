"""Checking receipts: every check with a tick or a cross, and why."""

import argparse
from pathlib import Path

from dpstudio.telling import say
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.keys import keys_for
from dpstudio.workspace.verifying.verify import Verified, verify

_SIGNS = {True: "✓", False: "✗", None: "–"}
_BROKEN = 3
_HOLDS = "Every check that was done holds."
_BROKEN_SAID = "Something is wrong: do not rely on it."
_OPEN = "Not everything that must be checked could be: it is not said to hold."


def _takes_files(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a receipt: its JSON or PDF, CSVs beside it")
    verb.add_argument(
        "--key", action="append", type=Path, default=[], help="the public key (PEM) that must have signed; repeatable"
    )


def _verify(options: argparse.Namespace, work: Path) -> int:
    found = verify(options.files, keys_for(options.key), lambda _: None)
    whole = all(each.holds for each in found)
    verdict = _HOLDS if whole else _BROKEN_SAID if any(each.broken for each in found) else _OPEN
    facts = {
        "holds": whole,
        "verdict": verdict,
        "verified": [{"file": each.name, "checks": [_facts(c) for c in each.checks]} for each in found],
    }
    say(options.json, facts, "\n\n".join([*map(_told, found), verdict]))
    return 0 if whole else _BROKEN


def _told(found: Verified) -> str:
    """A file and its checks, a line each."""
    return "\n".join([found.name or "Together", *map(_line, found.checks)])


def _facts(check: Check) -> dict[str, object]:
    return {"name": check.name, "holds": check.holds, "why": check.why}


def _line(check: Check) -> str:
    return f"  {_SIGNS[check.holds]} {check.name}: {check.why}"


VERBS = (Verb("verify", "check receipts: JSON or PDF", _verify, _takes_files),)
