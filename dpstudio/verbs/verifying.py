"""Checking receipts: every check with a tick or a cross, and why."""

import argparse
from itertools import chain
from pathlib import Path

from dpstudio.arguments import path
from dpstudio.telling import say
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.examined import Examined, examine, verdict
from dpstudio.workspace.verifying.keys import keys_for

_SIGNS = {True: "✓", False: "✗", None: "–"}
_FLAG = "!"
_BROKEN, _NO_RECEIPT = 3, 2


def _takes_files(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("files", nargs="+", type=path, metavar="FILE", help="a receipt: its JSON or PDF, CSVs beside it")
    verb.add_argument(
        "--key", action="append", type=path, default=[], help="the public key (PEM) that must have signed; repeatable"
    )


def _verify(options: argparse.Namespace, work: Path) -> int:
    examined = examine(options.files, keys_for(options.key), lambda _: None)
    found = [each.verified for each in examined]
    receipts, said = [each for each in found if each.is_receipt], verdict(found)
    facts = {
        "holds": all(each.holds for each in found),
        "verdict": said,
        "verified": [
            {"file": each.verified.name, "flags": list(each.flags), "checks": [_facts(c) for c in each.verified.checks]}
            for each in examined
        ],
    }
    say(options.json, facts, [*chain.from_iterable((*_told(each), "") for each in examined), said])
    if not all(each.holds for each in receipts):
        return _BROKEN
    return 0 if len(receipts) == len(found) else _NO_RECEIPT


def _told(examined: Examined) -> list[str]:
    """A file as it was named, its flags, what it is, and its checks, a line each."""
    found = examined.verified
    title = "Together" if found.path is None else str(found.path)
    flags = (f"  {_FLAG} {line}" for line in examined.flags)
    return [title, *flags, *(f"  {line}" for line in examined.summary), *map(_line, found.checks)]


def _facts(check: Check) -> dict[str, object]:
    return {"name": check.name, "holds": check.holds, "why": check.why}


def _line(check: Check) -> str:
    return f"  {_SIGNS[check.holds]} {check.name}: {check.why}"


VERBS = (Verb("verify", "check receipts: JSON or PDF", _verify, _takes_files),)
