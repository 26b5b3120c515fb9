"""A complete question, what would follow from asking it, and its release."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from dpstudio import bookkeeping
from dpstudio.api.arguments import as_declared, whole
from dpstudio.api.breaking_off import Watched, noted
from dpstudio.api.entrance import entrance
from dpstudio.api.exact import entry_number, path_of
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger, no_entry
from dpstudio.core.plan import Plan
from dpstudio.core.preview.tabulated import law_table
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import Release, plan_digest
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.workspace.bookkeeping.kept_book import kept_book
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.opening import SamePeople, load, opened_plan
from dpstudio.workspace.project.people import Said, carried_out, people_table, refuse_unanswered, taken_back
from dpstudio.workspace.releasing import exporting, jobs
from dpstudio.workspace.releasing.candidate_lists import with_list
from dpstudio.workspace.resolving.allowed import impossible
from dpstudio.workspace.resolving.remarks import remarks
from dpstudio.workspace.resolving.yes_and_no import words_read

_ONE = Lock()
"""Threads ask and release one after another: what one of them begins, the next one finds."""


def _tick(_: float) -> None: ...


@contextmanager
def _work() -> Iterator[Path]:
    """An owner-only folder for work files."""
    folder = storage.WorkFolder()
    try:
        yield folder.path
    finally:
        folder.close()


@dataclass(frozen=True)
class Drawn:
    """One charged release: its result, and its receipt.

    Args:
        release: as the ledger keeps it.
        ledger: that was charged.
    """

    release: Release
    ledger: Ledger

    @property
    def number(self) -> int:
        """The entry's number in the ledger."""
        return self.release.number

    @property
    def winners(self) -> tuple[str, ...]:
        """What was chosen, in the order drawn; nothing where figures are published."""
        return self.release.receipt.winners or ()

    @property
    def lines(self) -> list[dict[str, str]]:
        """The result, a line each: name, value, unit, error."""
        return self.release.lines

    @property
    def receipt(self) -> dict[str, Any]:
        """The receipt's statement (docs/receipt.md)."""
        return self.release.statement

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader of the receipt is warned of."""
        return tuple(self.release.receipt.flags)

    @entrance
    @as_declared
    def export(self, folder: str | PathLike[str], paper: Literal["a4", "letter"] = "a4") -> list[Path]:
        """Write the receipt's files into a folder that holds no other receipt.

        Raises:
            StudioError: the folder cannot be written or holds another receipt, or there is no such paper.
        """
        return exporting.export(self.release, path_of(folder), self.ledger, _tick, paper)[0]

    def __str__(self) -> str:
        """The result as plain text."""
        return self.release.text


@dataclass(frozen=True)
class Asked:
    """A question with nothing missing; no row of a private table has been read for it.

    Args:
        found: all that follows from its plan.
        question: what may be released.
        ledger: a ledger file other than the usual one.
    """

    found: Resolved
    question: CompleteQuestion
    ledger: Path | None

    @property
    def summary(self) -> str:
        """The question in one line."""
        return self.found.summary

    @property
    def epsilon(self) -> Fraction:
        """What a release costs, exactly."""
        return self.question.loss.epsilon

    @property
    def delta(self) -> Fraction:
        """The δ of a release, exactly."""
        return self.question.loss.delta

    @property
    def sensitivity(self) -> Fraction | None:
        """Δ: how far one person moves one candidate's score at most; None where nothing is chosen."""
        return self.question.score_bounds[0] if self.question.score_bounds else None

    @property
    def range_sensitivity(self) -> Fraction | None:
        """R: how far one person moves two candidates' scores apart at most; None where nothing is chosen."""
        return self.question.score_bounds[1] if self.question.score_bounds else None

    @property
    @entrance
    def accuracy(self) -> str:
        """How far off the result may be, in a sentence."""
        return describe(self.question).words.accuracy

    @property
    def yes_and_no(self) -> str:
        """Which cells are read as yes and which as no, column by column; "" where none is."""
        return " ".join(words_read(self.found))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is odd about how the table is read, of a sample also by its rows; none of it hinders a release."""
        return tuple(each.sentence for each in remarks(self.found))

    @property
    @entrance
    def spent(self) -> Fraction:
        """What all releases of the table have cost so far."""
        account = opened_plan(self.found.plan, open_gate(self.ledger), rows=False).account
        return account.spent if account else Fraction(0)

    @entrance
    def law(self) -> list[dict[str, str]]:
        """The exact law of the result on a sample table, a row each.

        Raises:
            Refusal: the table is private.
        """
        with _work() as work:
            answers = jobs.sample_answers(self.question, people_table(self.found), open_gate(self.ledger), work, _tick)
        names, rows = law_table(self.question, answers)
        return [dict(zip(names, row, strict=True)) for row in rows]

    @as_declared
    def release(self, *, same_people_as: int | None = None, other_people: bool = False) -> Drawn:
        """Charge the ledger, draw once, and keep the result there.

        Args:
            same_people_as: the entry whose table holds the same people: this one goes on with its account.
            other_people: says that no other table holds these people.

        Raises:
            StudioError: nothing was charged, or the error names the entry that was charged and can be completed.
            BaseException: what ended it, with a note of the entry where one was charged: see `complete`.
        """
        if same_people_as is not None and other_people:
            raise InputError(
                "The table holds the people of another one, or those of no other: both are said.",
                "Give same_people_as or other_people.",
            )
        same = None if same_people_as is None else entry_number(same_people_as)
        return released(self, Said(same_as=same, others=other_people), Entropy())

    @as_declared
    def complete(self, number: int, *, same_people: bool | None = None) -> Drawn:
        """The result of an entry that was charged for this question: drawn at no further cost where it has none yet.

        Args:
            number: of the entry in the ledger.
            same_people: of a file that has changed since: it holds the same people, or is still a sample.

        Raises:
            StudioError: there is no such entry, or it was charged for another question or table.
        """
        return completed(self.found.plan, number, self.ledger, same_people)

    @entrance
    @as_declared
    def save(self, path: str | PathLike[str]) -> None:
        """Write the question as a project, which window and command line open too.

        Raises:
            InputError: the file cannot be written, or is not called as a project.
        """
        file = path_of(path)
        if file.suffix != project_file.SUFFIX:
            raise InputError(f"{file.name} is no name of a project.", f"End it with {project_file.SUFFIX}.")
        project_file.save(self.found.plan, file)


@noted
@entrance
def released(watched: Watched, asked: Asked, said: Said, entropy: Entropy) -> Drawn:
    """One charged release of what is asked; the question is opened once more, so that nothing has changed meanwhile."""
    with _ONE, _work() as work:
        gate = open_gate(asked.ledger)
        again = partial(opened_plan, asked.found.plan, gate, rows=True)
        found = carried_out(said, again(), gate, again)
        question = complete_question(found)
        refuse_unanswered(found, gate)
        table, book = people_table(found), gate.book(shipped=found.known.shipped)
        today = datetime.date.today()
        watched.expect(book, question.handle, plan_digest(question))
        done = jobs.release(question, table, gate, book, work, today, _tick, entropy=entropy, progress=watched)
    return Drawn(done, book)


@noted
@entrance
def completed(watched: Watched, plan: Plan | Path, number: int, ledger: Path | None, same_people: bool | None) -> Drawn:
    """The result of a charge that was made for a plan, or for a project's: what is kept of it, or else the draw."""
    number = entry_number(number)
    with _ONE, _work() as work:
        if kept_book(ledger) is None:
            raise no_entry(number)
        gate = open_gate(ledger)
        whole = load(plan) if isinstance(plan, Path) else plan
        book = gate.book(shipped=opened_plan(whole, gate, rows=False).known.shipped)
        charge = book.entry(number)  # without it no row of a private table is read
        found = bookkeeping.but_for_the_limit(opened_plan(whole, gate, rows=True, same=_answer(same_people)))
        question, table = complete_question(found), people_table(found)
        if found.known.shipped:  # each opening of a demonstration is a fresh account
            question = replace(question, handle=charge.handle)
        bookkeeping.refuse_other(charge, question)
        if charge.statement is not None:
            return Drawn(with_list(bookkeeping.drawn(charge), book.path), book)
        watched.number, today = number, datetime.date.today()
        done = jobs.release(question, table, gate, book, work, today, _tick, number, progress=watched)
    return Drawn(done, book)


@entrance
@as_declared
def open_project(
    path: str | PathLike[str], ledger: str | PathLike[str] | None = None, *, same_people: bool | None = None
) -> Asked:
    """The question of a project file.

    Args:
        ledger: another ledger than the usual one.
        same_people: of a file that has changed since it was last read: it holds the same people, or is still a sample.

    Raises:
        StudioError: the file cannot be read, or the window would say that something is missing, wrong or refused.
    """
    return asked(load(path_of(path)), ledger, same_people)


@as_declared
def complete(
    number: int,
    path: str | PathLike[str],
    ledger: str | PathLike[str] | None = None,
    *,
    same_people: bool | None = None,
) -> Drawn:
    """As `Asked.complete`, for the question of a project file, also where the limit has no room for another release.

    Args:
        number: of the entry in the ledger.
        path: of the project.
        ledger: another ledger than the usual one.
        same_people: as in `Asked.complete`.

    Raises:
        StudioError: the file cannot be read, or as `Asked.complete`.
    """
    return completed(path_of(path), number, _ledger(ledger), same_people)


def _ledger(named: str | PathLike[str] | None) -> Path | None:
    """The file of a ledger, whatever folder one works in later."""
    return None if named is None else path_of(named).absolute()


def asked(plan: Plan, ledger: str | PathLike[str] | None, same_people: bool | None = None) -> Asked:
    """The question of a plan.

    Raises:
        StudioError: the first of what is missing, wrong or refused.
    """
    whole(plan)
    for item in impossible(plan):
        raise InputError(item.sentence, field=item.field)
    book = _ledger(ledger)
    with _ONE:
        gate = open_gate(book)
        again = partial(opened_plan, plan, gate, rows=False, same=_answer(same_people))
        found = again() if same_people is not False else taken_back(again(), gate, again)
    return Asked(found, complete_question(found), book)


def _answer(same_people: bool | None) -> SamePeople | None:
    """What is answered for each changed file, where it is said."""
    return None if same_people is None else lambda _: same_people


def complete_question(found: Resolved) -> CompleteQuestion:
    """The question of what was resolved.

    Raises:
        StudioError: the first of what is missing, wrong or refused.
    """
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role")
    if found.question is None:
        raise found.first_missing.raised()
    return found.question
