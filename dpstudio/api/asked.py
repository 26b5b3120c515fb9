"""A complete question, what would follow from asking it, and its release."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.preview.tabulated import law_table
from dpstudio.core.question import Plan
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import Release
from dpstudio.core.settled import Choice, Question
from dpstudio.workspace import exporting, jobs, project_file, storage
from dpstudio.workspace.gate import open_gate
from dpstudio.workspace.opening import SamePeople, load, opened_plan
from dpstudio.workspace.people import Said, carried_out, people_table, refuse_unanswered
from dpstudio.workspace.resolved import Resolved


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

    def export(self, folder: str | PathLike[str], paper: Literal["a4", "us-letter"] = "a4") -> list[Path]:
        """Write the receipt's files into a folder that holds no other receipt.

        Raises:
            StudioError: the folder cannot be written, or holds another receipt.
        """
        return exporting.export(self.release, Path(folder), self.ledger, _tick, paper)[0]

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
    question: Question
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
        return self.question.sensitivity.delta if isinstance(self.question, Choice) else None

    @property
    def range_sensitivity(self) -> Fraction | None:
        """R: how far one person moves two candidates' scores apart at most; None where nothing is chosen."""
        return self.question.range_sensitivity if isinstance(self.question, Choice) else None

    @property
    def accuracy(self) -> str:
        """How far off the result may be, in a sentence."""
        return describe(self.question).words.accuracy

    @property
    def spent(self) -> Fraction:
        """What earlier releases of the table have cost."""
        return self.found.account.spent if self.found.account else Fraction(0)

    def law(self) -> list[dict[str, str]]:
        """The exact law of the result on a sample table, a row each.

        Raises:
            Refusal: the table is private.
        """
        with _work() as work:
            answers = jobs.sample_answers(self.question, people_table(self.found), open_gate(self.ledger), work, _tick)
        names, rows = law_table(self.question, answers)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def release(
        self, *, same_people_as: int | None = None, other_people: bool = False, entropy: Entropy | None = None
    ) -> Drawn:
        """Charge the ledger, draw once, and keep the result there.

        Args:
            same_people_as: the entry whose table holds the same people: this one goes on with its account.
            other_people: says that no other table holds these people.
            entropy: where random words come from; the operating system where it is None.

        Raises:
            StudioError: nothing was charged, or the error names the entry that was charged and can be completed.
        """
        gate, said = open_gate(self.ledger), Said(same_as=same_people_as, others=other_people)
        found = carried_out(said, self.found, gate, lambda: opened_plan(self.found.plan, gate, rows=True))
        question = complete(found)
        refuse_unanswered(found, gate)
        table, book = people_table(found), gate.book(shipped=found.known.shipped)
        with _work() as work:
            done = jobs.release(question, table, gate, book, work, datetime.date.today(), _tick, entropy=entropy)
        return Drawn(done, book)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the question as a project, which window and command line open too.

        Raises:
            InputError: the file cannot be written.
        """
        project_file.save(self.found.plan, Path(path))


def open_project(path: str | PathLike[str], ledger: Path | None = None, *, same_people: bool | None = None) -> Asked:
    """The question of a project file.

    Args:
        ledger: another ledger than the usual one.
        same_people: whether a private file that has changed since it was last used holds the same people.

    Raises:
        StudioError: the file cannot be read, or the window would say that something is missing, wrong or refused.
    """
    return asked(load(Path(path)), ledger, same_people)


def asked(plan: Plan, ledger: Path | None, same_people: bool | None = None) -> Asked:
    """The question of a plan.

    Raises:
        StudioError: the first of what is missing, wrong or refused.
    """
    same: SamePeople | None = None if same_people is None else lambda _: same_people
    found = opened_plan(plan, open_gate(ledger), rows=True, same=same)
    return Asked(found, complete(found), ledger)


def complete(found: Resolved) -> Question:
    """The question of what was resolved.

    Raises:
        StudioError: the first of what is missing, wrong or refused.
    """
    if found.known.refusal:
        raise Refusal(found.known.refusal, field="role")
    if found.question is None:
        first = found.first_missing
        raise (Refusal if first.refused else InputError)(first.sentence, field=first.field)
    return found.question
