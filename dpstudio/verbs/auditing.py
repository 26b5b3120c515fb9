"""The self-check of a release: its own draw, played on invented tables."""

import argparse
from pathlib import Path

from dpstudio.core.quantities import parse_count
from dpstudio.telling import say
from dpstudio.verbs.project import open_project, settled, takes_project
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.releasing import auditing


def _counts_draws(verb: argparse.ArgumentParser) -> None:
    takes_project(verb)
    verb.add_argument(
        "-n", dest="draws", help="how many draws (100,000 where nothing is said; of many candidates as 5 s allow)"
    )


def _audit(options: argparse.Namespace, work: Path) -> int:
    """0 where nothing beyond the promise was seen, else 3."""
    draws = options.draws and parse_count(options.draws, "The number of draws", most=auditing.MOST)
    found, _ = open_project(options, rows=False)
    question = found.previewed or settled(found)
    audit = auditing.check(question, lambda _: None, options.entropy, draws)
    say(options.json, auditing.facts(audit), [auditing.sentence(audit), auditing.details(audit)])
    return 0 if audit.kept else 3


VERBS = (Verb("audit", "play the release's own draw on invented tables", _audit, _counts_draws),)
