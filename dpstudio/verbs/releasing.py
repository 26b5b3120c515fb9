"""What is charged, drawn and kept: a release, its completion, its receipt again, the ledger."""

import argparse
import dataclasses
import datetime
from contextlib import suppress
from pathlib import Path

from dpstudio import bookkeeping
from dpstudio.arguments import path
from dpstudio.core.account import Charge, loss_told
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.ledger import Ledger, no_entry
from dpstudio.core.ledger.waiting import hearing
from dpstudio.core.receipt.renderings import PAPERS
from dpstudio.core.release import Release
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.telling import remark, say
from dpstudio.verbs.project import (
    SAME_PEOPLE,
    open_project,
    same_where_said,
    settled,
    takes_project,
    takes_same_people,
)
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.bookkeeping.kept_book import kept_book, kept_entry
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import people
from dpstudio.workspace.releasing import exporting, jobs
from dpstudio.workspace.releasing.candidate_lists import with_list


def _writes_receipt(verb: argparse.ArgumentParser) -> None:
    takes_project(verb)
    _takes_folder(verb, required=True)
    said = verb.add_mutually_exclusive_group()
    said.add_argument("--same-people", action="store_true", help=SAME_PEOPLE)
    said.add_argument("--same-people-as", metavar="NUMBER", help="the entry whose table holds the same people")
    said.add_argument(
        "--other-people", action="store_true", help="no other table holds these people, nor did this one before"
    )


def _takes_folder(verb: argparse.ArgumentParser, *, required: bool) -> None:
    verb.add_argument("--out", type=path, help="the folder to write into", required=required)
    verb.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help="of the PDFs (a4 where nothing is said)")


def takes_book(verb: argparse.ArgumentParser) -> None:
    """The ledger of the tables that ship may be meant."""
    verb.add_argument("--demonstrations", action="store_true", help="the ledger of the tables that ship")


def _names_entry(verb: argparse.ArgumentParser) -> None:
    takes_book(verb)
    verb.add_argument("number", help="the entry's number in the ledger")


def _finishes_entry(verb: argparse.ArgumentParser) -> None:
    _names_entry(verb)
    takes_same_people(verb)
    verb.add_argument("project", type=path, nargs="?", help="the *.dpstudio file with the question")
    _takes_folder(verb, required=False)


def _prints_entry(verb: argparse.ArgumentParser) -> None:
    _names_entry(verb)
    _takes_folder(verb, required=True)


def _release(options: argparse.Namespace, work: Path) -> int:
    gate, said = open_gate(options.ledger), _said(options)
    same = said.of_changed(gate.ledger)
    found, _ = open_project(options, same=same)
    found = people.carried_out(said, found, gate, lambda: open_project(options, same=same)[0])
    question = settled(found)
    people.refuse_unanswered(found, gate)
    return _perform(options, work, found, question, gate.book(shipped=found.known.shipped), None)


def _said(options: argparse.Namespace) -> people.Said:
    """What is said of the table's people."""
    number = None if options.same_people_as is None else bookkeeping.number(options.same_people_as)
    return people.Said(options.same_people, number, options.other_people)


def _complete(options: argparse.Namespace, work: Path) -> int:
    """The charge's question is not in the ledger: it is found again in the project."""
    number = bookkeeping.number(options.number)
    if options.project is None:
        bookkeeping.refuse_complete(_entry(options, number)[0])
        raise InputError(
            "The question of a charge is in its project, not in the ledger.",
            f"Add it: dpstudio complete {number} PROJECT --out FOLDER",
            "project",
        )
    with options.watch.held(), hearing(options.watch.stop_if_asked):
        _heed(options, number)
    options.watch.stop_if_asked()
    _, ledger = open_project(options, rows=False)  # without a charge to finish no row of a private table is read
    charge = ledger.entry(number)
    bookkeeping.refuse_complete(charge)
    found, ledger = open_project(options, same=same_where_said(options))
    question = settled(bookkeeping.but_for_the_limit(found))
    _watched(options, ledger, number, charge.loss)
    if found.known.shipped:  # each opening of a demonstration is a fresh account
        question = dataclasses.replace(question, handle=charge.handle)
    bookkeeping.refuse_other(charge, question)
    return _perform(options, work, found, question, ledger, number)


def _heed(options: argparse.Namespace, number: int) -> None:
    """Let an interruption while the project is still read name the charge, where it is known already."""
    ledger = kept_book(options.ledger, shipped=options.demonstrations)
    if ledger is None:
        raise no_entry(number)
    with suppress(StudioError):
        charge = ledger.entry(number)
        bookkeeping.refuse_complete(charge)
        _watched(options, ledger, number, charge.loss)


def _watched(options: argparse.Namespace, ledger: Ledger, number: int | None, loss: PrivacyLoss) -> None:
    """Let an interruption say what was charged."""
    options.watch.number, options.watch.amount = number, loss_told(loss)
    options.watch.book = bookkeeping.named(ledger, options.ledger)


def _perform(
    options: argparse.Namespace,
    work: Path,
    found: Resolved,
    question: CompleteQuestion,
    ledger: Ledger,
    pending: int | None,
) -> int:
    """Charge and draw; the result is printed before any file is written."""
    watch, today = options.watch, datetime.date.today()
    _watched(options, ledger, pending, question.loss)
    gate, tick = open_gate(options.ledger), lambda _: None
    table = people.people_table(found)
    done = jobs.release(
        question, table, gate, ledger, work, today, tick, pending, options.entropy, options.out, watch, options.paper
    )
    try:
        say(options.json, *bookkeeping.result(done, options.out))
        if done.key_changed:
            remark(done.key_changed)
    finally:  # a result that could not be printed is written all the same
        code = 0 if options.out is None else _export(options, done, ledger)
    return code


def _entry(options: argparse.Namespace, number: int) -> tuple[Charge, Ledger]:
    """An entry of the ledger named, the usual one, or that of the tables that ship."""
    return kept_entry(number, options.ledger, shipped=options.demonstrations)


def _ledger(options: argparse.Namespace, work: Path) -> int:
    say(options.json, *bookkeeping.whole(kept_book(options.ledger, shipped=options.demonstrations)))
    return 0


def _receipt(options: argparse.Namespace, work: Path) -> int:
    charge, book = _entry(options, bookkeeping.number(options.number))
    done = with_list(bookkeeping.drawn(charge), book.path)
    say(options.json, *bookkeeping.result(done, options.out))
    return _export(options, done, book)


def _export(options: argparse.Namespace, done: Release, ledger: Ledger) -> int:
    """Write the files of a result that has been printed."""
    try:
        files, trouble = exporting.export(done, options.out, ledger, lambda _: None, options.paper)
    except StudioError as error:
        book = bookkeeping.named(ledger, options.ledger)
        again = f"Then: dpstudio receipt {done.number}{book} --out FOLDER"
        raise error.followed_by(again) from None
    if trouble:
        remark(f"the receipt is written, but the ledger could not note it: {trouble.message} {trouble.command}")
    if not options.json:
        say(as_json=False, facts={}, lines=map(str, files))
    return 0


VERBS = (
    Verb("release", "one charged release", _release, _writes_receipt),
    Verb("ledger", "every table's charges, totals and limits, and all entries", _ledger, takes_book),
    Verb("complete", "finish a charge that has no result, for the same question", _complete, _finishes_entry),
    Verb("receipt", "write a receipt again", _receipt, _prints_entry),
)
