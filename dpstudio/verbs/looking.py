"""What a sample table shows: its exact distribution, and draws from it."""

import argparse
import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from dpstudio.arguments import path
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError
from dpstudio.core.preview.contract import Row
from dpstudio.core.preview.distribution import first_draw
from dpstudio.core.preview.simulation import simulate
from dpstudio.core.preview.tabulated import law_table
from dpstudio.core.quantities import decimal_up, parse_count, rational_text
from dpstudio.core.receipt.renderings import disarmed
from dpstudio.core.sealed import Shown
from dpstudio.core.system_reasons import reason
from dpstudio.core.tables.schema import Role
from dpstudio.kinds import KINDS
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.telling import remark, say
from dpstudio.verbs.project import (
    open_project,
    same_where_said,
    settled,
    takes_project,
    takes_same_people,
    told_remarks,
)
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.resolving.remarks import remarks

_MOST_DRAWS = 10_000_000


def _writes_table(verb: argparse.ArgumentParser) -> None:
    takes_project(verb)
    takes_same_people(verb)
    verb.add_argument("--out", type=path, help="a CSV file to write")
    verb.add_argument("--compare", action="store_true", help="all selection mechanisms side by side instead")


def _counts_draws(verb: argparse.ArgumentParser) -> None:
    takes_project(verb)
    takes_same_people(verb)
    verb.add_argument("-n", dest="draws", required=True, help="how many draws")


def _opened(options: argparse.Namespace) -> Resolved:
    """The project; of a table that is no sample not a row is read before it is refused, however it is written."""
    found, _ = open_project(options, rows=False)
    table = found.plan.data_table
    if table is not None and table.role == Role.SAMPLE:
        found, _ = open_project(options, same=same_where_said(options))
    return found


def _law(options: argparse.Namespace, work: Path) -> int:
    found = _opened(options)
    question = settled(found)
    answers = jobs.sample_answers(question, found.plan.data_table, open_gate(options.ledger), work, lambda _: None)
    names, rows = (_compared if options.compare else law_table)(question, answers)
    if options.out is not None:
        _write_table(options.out, _lines(names, rows))
        _say(options, found, {"file": str(options.out)}, [str(options.out)])
        return 0
    _say(options, found, {"law": [dict(zip(names, row, strict=True)) for row in rows]}, _lines(names, rows))
    return 0


def _say(options: argparse.Namespace, found: Resolved, facts: dict[str, Any], lines: Iterable[str]) -> None:
    """Beside the table, which stays CSV, or in JSON: that the first of several draws is shown, and all remarks."""
    note = first_draw(settled(found)).strip()
    say(options.json, facts | ({"note": note} if note else {}) | told_remarks(found), lines)
    if options.json:
        return
    for each in filter(None, [note, *(each.sentence for each in remarks(found))]):
        remark(each)


def _compared(question: CompleteQuestion, answers: Shown[Any]) -> tuple[Row, list[Row]]:
    """One line a mechanism; a figure that is not known is blank."""
    compared = jobs.preview(question, answers)[0].compared
    if compared is None:
        raise InputError(
            "Mechanisms can be compared only when one of a list of candidates is chosen.", "Leave out --compare."
        )
    names = ("mechanism", "best_wins", "mean_loss", "usual_loss", "bound", "except_with_probability", "zcdp_rho")
    rows = [
        (
            each.name,
            *("" if value is None else f"{value:.17g}" for value in (each.best, each.mean_loss, each.common_loss)),
            "" if each.bound is None else decimal_up(each.bound, 6).replace(",", ""),
            rational_text(question.beta),
            rational_text(each.rho),
        )
        for each in compared().rows
    ]
    return names, rows


def _lines(names: Row, rows: Sequence[Row]) -> list[str]:
    """A table as CSV, a header line first, its texts no formulas."""
    return [_line(names), *(_line([disarmed(cell) for cell in row]) for row in rows)]


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _write_table(path: Path, lines: Iterable[str]) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        told = f"{path.name} cannot be written: {reason(error)}."
        raise InputError(told, "Name another file.") from None


def _simulate(options: argparse.Namespace, work: Path) -> int:
    draws = parse_count(options.draws, "The number of draws", most=_MOST_DRAWS)
    found = _opened(options)
    question = settled(found)
    answers = jobs.sample_answers(question, found.plan.data_table, open_gate(options.ledger), work, lambda _: None)
    rows = simulate(question, answers, draws, Entropy())
    called, names, lines = KINDS[found.plan.kind].frequencies(rows)
    table = _lines(names, [tuple(map(str, line.values())) for line in lines])
    _say(options, found, {"draws": draws, called: lines}, table)
    return 0


VERBS = (
    Verb("law", "the exact distribution on a sample table", _law, _writes_table),
    Verb("simulate", "how often each candidate wins on a sample table", _simulate, _counts_draws),
)
