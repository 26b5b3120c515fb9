"""The format check of a private table's column: one word for the curator, noted in the ledger."""

import argparse
from pathlib import Path

from dpstudio.core.errors import InputError, Refusal
from dpstudio.telling import say
from dpstudio.verbs.project import (
    INSPECT,
    open_project,
    refuse_unsaid,
    same_where_said,
    takes_project,
    takes_same_people,
)
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.guarding import format_check
from dpstudio.workspace.guarding.gate import open_gate


def _names_column(verb: argparse.ArgumentParser) -> None:
    takes_project(verb)
    verb.add_argument("column", help="a number or date column of the table that holds the people's data")
    takes_same_people(verb)


def _check(options: argparse.Namespace, work: Path) -> int:
    found, _ = open_project(options, rows=False, same=same_where_said(options))
    table = found.plan.data_table
    if table is None:
        raise InputError("No table of the project holds people's data.", "Open it on the Tables tab, and say its role.")
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role", command=INSPECT)
    refuse_unsaid(*found.missing)
    most = format_check.check(table, options.column, open_gate(options.ledger), lambda _: None)
    word = format_check.MOST if most else format_check.FEWER
    say(options.json, {"column": options.column, "readable": word}, [format_check.sentence(options.column, most)])
    return 0


VERBS = (Verb("check-format", "whether most cells of a private column can be read: an entry", _check, _names_column),)
