"""The command line: the same core without a screen. Results on stdout; errors are one line on stderr."""

import argparse
import dataclasses
import datetime
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dpstudio import __version__
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.preview.comparison import compare
from dpstudio.core.preview.simulation import simulate
from dpstudio.core.quantities import decimal_up, odds_up, parse_count, rational_text, significant_up
from dpstudio.core.question import Choice, Question
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.statement import describe as describe_question
from dpstudio.core.scores.course import course_of
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.schema import Role
from dpstudio.workspace import demonstrations, jobs, storage
from dpstudio.workspace.mistakes import describe
from dpstudio.workspace.opening import opened
from dpstudio.workspace.refutation import refute, too_small
from dpstudio.workspace.resolve import Resolved

VERBS = ("examples", "plan", "law", "simulate", "release")
_MOST_DRAWS = 10_000_000


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InputError(f"{message[0].upper()}{message[1:]}.", f"See: {self.prog} --help")


def main(arguments: Sequence[str], entropy: Entropy | None = None) -> int:
    """Run one verb and return the exit code: 0 done, 2 wrong input, 3 refused, 130 interrupted, 1 a bug.

    Args:
        entropy: where a release's random words come from, the operating system unless a caller in this process
            says otherwise; no argument, file or variable can.
    """
    as_json = "--json" in arguments
    try:
        options = _parser().parse_args(arguments)
        options.entropy = entropy or Entropy()
        with _closing(storage.WorkFolder()) as work:
            run: Callable[[argparse.Namespace, Path], int] = options.run
            return run(options, work)
    except StudioError as error:
        _complain(error, as_json)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:  # noqa: BLE001 - a traceback could quote a private cell
        print(f"dpstudio: a mistake in dpstudio itself: {describe(error)}", file=sys.stderr)
        return 1


class _closing:  # noqa: N801 - reads like contextlib's
    def __init__(self, work: storage.WorkFolder) -> None:
        self._work = work

    def __enter__(self) -> Path:
        return self._work.path

    def __exit__(self, *_: object) -> None:
        self._work.close()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dpstudio", description="Choose the best of several alternatives from private data.")
    parser.add_argument("--version", action="version", version=f"dpstudio {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=_Parser)
    for name, text, run in (
        ("examples", "list, or write, a demonstration", _examples),
        ("plan", "what would happen, reading no row of a private table", _plan),
        ("law", "the exact distribution on a sample table", _law),
        ("simulate", "how often each candidate wins on a sample table", _simulate),
        ("release", "one charged release", _release),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.set_defaults(run=run)
        verb.add_argument("--json", action="store_true", help="write JSON")
        verb.add_argument("--ledger", type=Path, help="another ledger file")
        if name == "examples":
            verb.add_argument("name", nargs="?", help="the demonstration to write")
        else:
            verb.add_argument("project", type=Path, help="a *.dpstudio file")
        if name in ("examples", "release"):
            verb.add_argument("--out", type=Path, help="the folder to write into", required=name == "release")
        if name == "law":
            verb.add_argument("--out", type=Path, help="a CSV file to write")
            verb.add_argument("--compare", action="store_true", help="all selection mechanisms side by side instead")
        if name == "simulate":
            verb.add_argument("-n", dest="draws", required=True, help="how many draws")
    return parser


def _examples(options: argparse.Namespace, work: Path) -> int:
    if options.name is None:
        _say(options, {"examples": demonstrations.names()}, "\n".join(demonstrations.names()))
        return 0
    if options.out is None:
        raise InputError("Where the demonstration is to be written is missing.", "Add --out FOLDER.")
    project = demonstrations.write(options.name, options.out)
    _say(options, {"project": str(project)}, str(project))
    return 0


def _open(options: argparse.Namespace, *, rows: bool = True) -> tuple[Resolved, Ledger]:
    ledger = Ledger(options.ledger or storage.ledger_file())
    return opened(options.project, ledger, storage.machine_key(), rows=rows), ledger


def _plan(options: argparse.Namespace, work: Path) -> int:
    found, _ = _open(options, rows=False)
    facts: dict[str, Any] = {
        "kind": found.plan.kind,
        "summary": found.summary,
        "missing": [{"tab": m.tab, "field": m.field, "sentence": m.sentence} for m in found.missing],
        **_choice_facts(found),
        **_refuted(found),
        "accuracy_sentence": describe_question(found.previewed).words.accuracy if found.previewed else None,
        "details": _details(found.previewed) if found.previewed else None,
        "epsilon": rational_text(found.epsilon) if found.epsilon else None,
        "delta": rational_text(found.previewed.loss.delta) if found.previewed else None,
        "zcdp_rho": rational_text(significant_up(found.previewed.loss.rho)) if found.previewed else None,
        "odds_at_most": odds_up(found.epsilon) if found.epsilon else None,
        "beta": rational_text(found.beta) if found.beta else None,
        "charge": rational_text(found.epsilon) if found.epsilon else None,
        "spent": rational_text(found.account.spent) if found.account else "0",
        "cap": rational_text(found.cap) if found.cap else None,
    }
    lines = [f"{name}: {value}" for name, value in facts.items() if name != "missing" and value is not None]
    lines += [f"missing ({m.tab}): {m.sentence}" for m in found.missing]
    _say(options, facts, "\n".join(lines))
    return 2 if found.missing else 0


def _choice_facts(found: Resolved) -> dict[str, Any]:
    """What only a choice has."""
    if found.plan.kind != "choose":
        return {}
    return {
        "candidates": found.candidates.count if found.candidates else None,
        "sensitivity": rational_text(found.sensitivity.delta) if found.sensitivity else None,
        "range_sensitivity": rational_text(found.range_sensitivity) if found.range_sensitivity else None,
        "accuracy": decimal_up(found.accuracy, 6) if found.accuracy is not None else None,
        "winners": found.winners,
        "score_formula": found.written or None,
        "evaluation": _course(found),
        "safe_formula": (found.trouble.safe if found.trouble else "") or None,
    }


def _course(found: Resolved) -> list[dict[str, str]] | None:
    """How the scores would be worked out, and how large that is."""
    if found.rule is None or found.candidates is None:
        return None
    return [dataclasses.asdict(stage) for stage in course_of(found.rule, found.candidates)]


def _refuted(found: Resolved) -> dict[str, Any]:
    """Where the bound is too small: two neighbouring tables that show it."""
    claimed = too_small(found)
    if claimed is None:
        return {}
    told = refute(found, claimed)
    return {"refutation": {"sentence": told.sentence, "columns": told.columns, "rows": told.rows}}


def _details(question: Question) -> list[dict[str, str]]:
    """The derivation, a line each, where the question is no choice."""
    return [] if isinstance(question, Choice) else [plain(step) for step in describe_question(question).derivation]


def _settled(found: Resolved) -> Question:
    if found.question is None:
        first = found.missing[0]
        more = f" ({len(found.missing) - 1} more: see dpstudio plan)" if len(found.missing) > 1 else ""
        raise InputError(first.sentence + more, field=first.field)
    return found.question


def _law(options: argparse.Namespace, work: Path) -> int:
    found, _ = _open(options)
    question = _settled(found)
    answers = jobs.sample_answers(question, work, storage.machine_key(), lambda _: None)
    names, rows = (_compared if options.compare else _law_rows)(question, answers)
    if options.out is not None:
        _write_table(options.out, [names, *rows])
        _say(options, {"file": str(options.out)}, str(options.out))
        return 0
    _say(options, {"law": [dict(zip(names, row, strict=True)) for row in rows]}, "\n".join(",".join(r) for r in rows))
    return 0


def _compared(question: Question, answers: Shown[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """One line a mechanism; a figure that is not known is blank."""
    if not isinstance(question, Choice) or looked_at(answers).sizes is not None:
        raise InputError("Mechanisms are compared where one of a list of candidates is chosen.", "Leave out --compare.")
    names = ("mechanism", "best_wins", "mean_loss", "loss_in_95_of_100", "bound", "zcdp_rho")
    rows = [
        (
            each.name,
            *("" if value is None else f"{value:.17g}" for value in (each.best, each.mean_loss, each.common_loss)),
            "" if each.bound is None else decimal_up(each.bound, 6),
            rational_text(each.rho),
        )
        for each in compare(question, answers)
    ]
    return names, rows


def _law_rows(question: Question, answers: Shown[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Each outcome and its probability; of candidates also the score, of other kinds which part it is."""
    shown = jobs.preview(question, answers)
    if shown[0].scores is not None and shown[0].scores.sizes is None:
        scores = shown[0].scores
        labels = [shown[0].label(i) for i in range(shown[0].chances.size)]
        values = [rational_text(int(step) * scores.unit) for step in scores.steps]
        chances = [f"{chance:.17g}" for chance in shown[0].chances]
        return ("candidate", "score", "probability"), list(zip(labels, values, chances, strict=True))
    return ("part", "outcome", "probability"), [
        (each.name, each.label(i), f"{chance:.17g}") for each in shown for i, chance in enumerate(each.chances)
    ]


def _write_table(path: Path, rows: list[tuple[str, ...]]) -> None:
    import csv

    try:
        with path.open("x", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows(rows)
    except OSError as error:
        raise InputError(f"{path.name} cannot be written ({error.strerror}).", "Name another file.") from None


def _simulate(options: argparse.Namespace, work: Path) -> int:
    draws = parse_count(options.draws, "The number of draws", most=_MOST_DRAWS)
    found, _ = _open(options)
    question = _settled(found)
    answers = jobs.sample_answers(question, work, storage.machine_key(), lambda _: None)
    rows = simulate(question, answers, draws, Entropy())
    if isinstance(question, Choice):
        facts = [{"candidate": outcome, "wins": times} for outcome, _, times in rows]
        _say(options, {"draws": draws, "wins": facts}, "\n".join(f"{outcome},{times}" for outcome, _, times in rows))
        return 0
    facts = [{"part": part, "outcome": outcome, "times": times} for outcome, part, times in rows]
    _say(options, {"draws": draws, "outcomes": facts}, "\n".join(f"{part},{out},{n}" for out, part, n in rows))
    return 0


def _release(options: argparse.Namespace, work: Path) -> int:
    found, ledger = _open(options)
    question = _settled(found)
    jobs.refuse_overwriting(options.out)
    done = jobs.release(
        question, ledger, work, storage.machine_key(), datetime.date.today(), lambda _: None, None, options.entropy
    )
    files = jobs.export(done, options.out, ledger, lambda _: None)
    note = " (demonstration, not private)" if question.role is Role.SAMPLE else ""
    result = done.statement["result"]
    choice = {"chosen": done.text, "winners": result["winners"]} if "winners" in result else {}
    unit = f" {result['unit']}" if result.get("unit") else ""
    _say(
        options,
        {
            **choice,
            "lines": done.lines,
            "receipts": [str(file) for file in files],
            "flags": list(done.receipt.flags),
        },
        "\n".join([*(f"{line}{unit}{note}" for line in done.text.splitlines()), *map(str, files)]),
    )
    return 0


def _say(options: argparse.Namespace, facts: dict[str, Any], text: str) -> None:
    print(json.dumps(facts, ensure_ascii=False) if options.json else text)


def _complain(error: StudioError, as_json: bool) -> None:
    facts = {"error": error.message, "remedy": error.remedy, "field": error.field}
    print(json.dumps(facts, ensure_ascii=False) if as_json else f"dpstudio: {error}", file=sys.stderr)
