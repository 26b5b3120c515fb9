"""The command line: the same core without a screen. Results on stdout; errors are one line on stderr."""

import argparse
import csv
import dataclasses
import datetime
import difflib
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dpstudio import __version__, bookkeeping
from dpstudio.arguments import refuse_impossible
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError, Refusal, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.preview.comparison import compare
from dpstudio.core.preview.simulation import simulate
from dpstudio.core.preview.tabulated import Row, law_table
from dpstudio.core.quantities import decimal_up, odds_up, parse_count, rational_text, significant_up
from dpstudio.core.question import Choice, Question
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.statement import describe as describe_question
from dpstudio.core.receipt.words import error_bound
from dpstudio.core.release import Release
from dpstudio.core.scores.course import course_of
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.interruption import Watch
from dpstudio.telling import complain, say
from dpstudio.workspace import demonstrations, exporting, jobs, storage
from dpstudio.workspace.gate import open_gate
from dpstudio.workspace.mistakes import describe, in_words
from dpstudio.workspace.opening import opened
from dpstudio.workspace.refutation import refute, too_small
from dpstudio.workspace.resolve import Resolved

VERBS = ("examples", "plan", "law", "simulate", "release", "ledger", "complete", "receipt")
_MOST_DRAWS = 10_000_000


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InputError(f"{message[0].upper()}{message[1:]}.", f"See: {self.prog} --help")


def looks_like(word: str) -> str:
    """The verb that a misspelt word comes closest to, or ""."""
    return next(iter(difflib.get_close_matches(word, VERBS, 1)), "")


def main(arguments: Sequence[str], entropy: Entropy | None = None) -> int:
    """Run one verb and return the exit code: 0 done, 2 wrong input, 3 refused, 130 or 143 interrupted, 1 a bug.

    Args:
        entropy: where a release's random words come from, the operating system unless a caller in this process
            says otherwise; no argument, file or variable can.
    """
    as_json = "--json" in arguments
    wanted = [argument for argument in arguments if argument != "--json"]
    with Watch() as watch:
        try:
            _refuse_unknown(wanted)
            options = _parser().parse_args(wanted)
            options.json, options.entropy, options.watch = as_json, entropy or Entropy(), watch
            with _closing(storage.WorkFolder(), watch) as work:
                run: Callable[[argparse.Namespace, Path], int] = options.run
                code = run(options, work)
            watch.stop_if_asked()
            return code
        except KeyboardInterrupt:
            told: StudioError = watch.ended()
        except Exception as error:  # noqa: BLE001 - a traceback could quote a private cell
            known = in_words(error) if watch.heard is None else watch.ended()
            if known is None:
                print(f"dpstudio: a mistake in dpstudio itself: {describe(error)}", file=sys.stderr)
                return 1
            told = known
        complain(told, as_json)
        return told.exit_code


def _refuse_unknown(arguments: Sequence[str]) -> None:
    """Raise InputError for a first word that is no verb, and for words that no system can take."""
    refuse_impossible(arguments)
    first = next((argument for argument in arguments if not argument.startswith("-")), None)
    if first is not None and arguments[0] == first and first not in VERBS:
        close = looks_like(first)
        meant = f"Did you mean {close}?" if close else f"The verbs are: {', '.join(VERBS)}."
        raise InputError(f"There is no verb {first!r}.", meant)


class _closing:  # noqa: N801 - reads like contextlib's
    def __init__(self, work: storage.WorkFolder, watch: Watch) -> None:
        self._work, self._watch = work, watch

    def __enter__(self) -> Path:
        return self._work.path

    def __exit__(self, *_: object) -> None:
        with self._watch.held():
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
        ("ledger", "every table's charges, totals and limits", _ledger),
        ("complete", "finish a charge that has no result, for the same question", _complete),
        ("receipt", "write a receipt again", _receipt),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.set_defaults(run=run)
        verb.add_argument("--json", action="store_true", help="write JSON")
        verb.add_argument("--ledger", type=Path, help="another ledger file")
        _add_arguments(verb, name)
    return parser


def _add_arguments(verb: argparse.ArgumentParser, name: str) -> None:
    """What each verb takes beside --json and --ledger."""
    if name in ("ledger", "complete", "receipt"):
        verb.add_argument("--demonstrations", action="store_true", help="the ledger of the tables that ship")
    if name in ("complete", "receipt"):
        verb.add_argument("number", help="the entry's number in the ledger")
    if name == "examples":
        verb.add_argument("name", nargs="?", help="the demonstration to write")
    elif name == "complete":
        verb.add_argument("project", type=Path, nargs="?", help="the *.dpstudio file with the question")
    elif name in ("plan", "law", "simulate", "release"):
        verb.add_argument("project", type=Path, help="a *.dpstudio file")
    if name in ("examples", "release", "complete", "receipt"):
        required = name in ("release", "receipt")
        verb.add_argument("--out", type=Path, help="the folder to write into", required=required)
    if name == "law":
        verb.add_argument("--out", type=Path, help="a CSV file to write")
        verb.add_argument("--compare", action="store_true", help="all selection mechanisms side by side instead")
    if name == "simulate":
        verb.add_argument("-n", dest="draws", required=True, help="how many draws")


def _examples(options: argparse.Namespace, work: Path) -> int:
    if options.name is None:
        say(options.json, {"examples": demonstrations.names()}, "\n".join(demonstrations.names()))
        return 0
    if options.out is None:
        raise InputError("Where the demonstration is to be written is missing.", "Add --out FOLDER.")
    project = demonstrations.write(options.name, options.out)
    say(options.json, {"project": str(project)}, str(project))
    return 0


def _open(options: argparse.Namespace, *, rows: bool = True) -> tuple[Resolved, Ledger]:
    gate = open_gate(options.ledger)
    found = opened(options.project, gate, rows=rows)
    return found, gate.book(shipped=found.known.shipped)


def _plan(options: argparse.Namespace, work: Path) -> int:
    found, _ = _open(options, rows=False)
    facts: dict[str, Any] = {
        "kind": found.plan.kind,
        "summary": found.summary,
        "missing": [{"tab": m.tab, "field": m.field, "sentence": m.sentence} for m in found.missing],
        **_choice_facts(found),
        **_refuted(found),
        "accuracy_sentence": describe_question(found.previewed).words.accuracy if found.previewed else None,
        "plus_minus": _plus_minus(found.previewed),
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
    say(options.json, facts, "\n".join(lines))
    return _code(found)


def _code(found: Resolved) -> int:
    """0 where nothing is missing, 3 where all that stands against it is a refusal."""
    if not found.missing:
        return 0
    return 3 if all(item.refused for item in found.missing) else 2


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


def _plus_minus(question: Question | None) -> str | None:
    """How wrong each figure or estimate may be, where the question is no choice."""
    return None if question is None else "; ".join(error_bound(question).splitlines()) or None


def _details(question: Question) -> list[dict[str, str]]:
    """The derivation, a line each, where the question is no choice."""
    return [] if isinstance(question, Choice) else [plain(step) for step in describe_question(question).derivation]


def _settled(found: Resolved) -> Question:
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role")
    if found.question is None:
        first = next((item for item in found.missing if not item.refused), found.missing[0])
        more = f" ({len(found.missing) - 1} more: see dpstudio plan)" if len(found.missing) > 1 else ""
        raise (Refusal if _code(found) == 3 else InputError)(first.sentence + more, field=first.field)
    return found.question


def _law(options: argparse.Namespace, work: Path) -> int:
    found, _ = _open(options)
    question = _settled(found)
    answers = jobs.sample_answers(question, found.known.permit, work, lambda _: None)
    names, rows = (_compared if options.compare else law_table)(question, answers)
    if options.out is not None:
        _write_table(options.out, _lines(names, rows))
        say(options.json, {"file": str(options.out)}, str(options.out))
        return 0
    say(options.json, {"law": [dict(zip(names, row, strict=True)) for row in rows]}, _lines(names, rows))
    return 0


def _compared(question: Question, answers: Shown[Any]) -> tuple[Row, list[Row]]:
    """One line a mechanism; a figure that is not known is blank."""
    if not isinstance(question, Choice) or looked_at(answers).sizes is not None:
        raise InputError("Mechanisms are compared where one of a list of candidates is chosen.", "Leave out --compare.")
    names = ("mechanism", "best_wins", "mean_loss", "usual_loss", "bound", "except_with_probability", "zcdp_rho")
    rows = [
        (
            each.name,
            *("" if value is None else f"{value:.17g}" for value in (each.best, each.mean_loss, each.common_loss)),
            "" if each.bound is None else decimal_up(each.bound, 6).replace(",", ""),
            rational_text(question.beta),
            rational_text(each.rho),
        )
        for each in compare(question, answers)
    ]
    return names, rows


def _lines(names: Row, rows: Sequence[Row]) -> str:
    """A table as CSV, a header line first: the same on the screen and in a file."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([names, *rows])
    return out.getvalue().rstrip("\n")


def _write_table(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as stream:
            stream.write(f"{text}\n")
    except OSError as error:
        raise InputError(f"{path.name} cannot be written ({error.strerror}).", "Name another file.") from None


def _simulate(options: argparse.Namespace, work: Path) -> int:
    draws = parse_count(options.draws, "The number of draws", most=_MOST_DRAWS)
    found, _ = _open(options)
    question = _settled(found)
    answers = jobs.sample_answers(question, found.known.permit, work, lambda _: None)
    rows = simulate(question, answers, draws, Entropy())
    if isinstance(question, Choice):
        facts = [{"candidate": outcome, "wins": times} for outcome, _, times in rows]
        text = _lines(("candidate", "wins"), [(outcome, str(times)) for outcome, _, times in rows])
        say(options.json, {"draws": draws, "wins": facts}, text)
        return 0
    facts = [{"part": part, "outcome": outcome, "times": times} for outcome, part, times in rows]
    text = _lines(("part", "outcome", "times"), [(part, outcome, str(times)) for outcome, part, times in rows])
    say(options.json, {"draws": draws, "outcomes": facts}, text)
    return 0


def _release(options: argparse.Namespace, work: Path) -> int:
    found, ledger = _open(options)
    return _perform(options, work, _settled(found), ledger, None)


def _complete(options: argparse.Namespace, work: Path) -> int:
    """The charge's question is not in the ledger: it is found again in the project."""
    number = bookkeeping.number(options.number)
    if options.project is None:
        bookkeeping.refuse_complete(_book(options).entry(number))
        raise InputError(
            "The question of a charge stands in its project, not in the ledger.",
            f"Add it: dpstudio complete {number} PROJECT --out FOLDER",
            "project",
        )
    found, ledger = _open(options)
    question = _settled(_but_for_the_limit(found))
    charge = ledger.entry(number)
    bookkeeping.refuse_complete(charge)
    _watched(options, ledger, number, charge.loss)
    if found.known.shipped:  # each opening of a demonstration is a fresh account
        question = dataclasses.replace(question, handle=charge.handle)
    bookkeeping.refuse_other(charge, question)
    return _perform(options, work, question, ledger, number)


def _but_for_the_limit(found: Resolved) -> Resolved:
    """What a charge that was made already needs: the very table, and everything else but room under the limit."""
    of_table = tuple(item for item in found.missing if item.tab == "tables")
    lacking = of_table if found.previewed else found.missing
    return dataclasses.replace(found, missing=lacking, question=None if lacking else found.previewed)


def _watched(options: argparse.Namespace, ledger: Ledger, number: int | None, loss: PrivacyLoss) -> None:
    """Let an interruption say what was charged."""
    options.watch.number, options.watch.amount = number, bookkeeping.amount(loss)
    options.watch.book = bookkeeping.named(ledger, options.ledger)


def _perform(options: argparse.Namespace, work: Path, question: Question, ledger: Ledger, pending: int | None) -> int:
    """Charge and draw; the result is printed before any file is written."""
    watch, today = options.watch, datetime.date.today()
    _watched(options, ledger, pending, question.loss)
    done = jobs.release(question, ledger, work, today, lambda _: None, pending, options.entropy, options.out, watch)
    try:
        say(options.json, *bookkeeping.result(done, options.out))
    finally:  # a result that could not be printed is written all the same
        code = 0 if options.out is None else _export(options, done, ledger)
    return code


def _book(options: argparse.Namespace) -> Ledger:
    """The ledger named, the usual one, or that of the tables that ship."""
    return open_gate(options.ledger).book(shipped=options.demonstrations)


def _ledger(options: argparse.Namespace, work: Path) -> int:
    say(options.json, *bookkeeping.whole(_book(options).accounts()))
    return 0


def _receipt(options: argparse.Namespace, work: Path) -> int:
    book = _book(options)
    done = bookkeeping.drawn(book.entry(bookkeeping.number(options.number)))
    say(options.json, *bookkeeping.result(done, options.out))
    return _export(options, done, book)


def _export(options: argparse.Namespace, done: Release, ledger: Ledger) -> int:
    """Write the files of a result that has been printed."""
    try:
        files, trouble = exporting.export(done, options.out, ledger, lambda _: None)
    except StudioError as error:
        book = bookkeeping.named(ledger, options.ledger)
        again = f"Then: dpstudio receipt {done.number}{book} --out FOLDER"
        raise type(error)(error.message, f"{error.remedy} {again}".strip(), error.field) from None
    if trouble:
        print(f"dpstudio: the receipt is written, but the ledger could not note it: {trouble}", file=sys.stderr)
    if not options.json:
        say(as_json=False, facts={}, text="\n".join(map(str, files)))
    return 0
