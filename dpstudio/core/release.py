"""One charged release: score, charge, draw, store. Nothing is shown before the result is stored."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rfc8785

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.mechanisms import MECHANISMS
from dpstudio.core.mechanisms.peeling import draw_all
from dpstudio.core.question import Question
from dpstudio.core.receipt.statement import describe, statement
from dpstudio.core.scores.evaluation import Scores, evaluate
from dpstudio.core.tables.importing import Tick, import_table

if TYPE_CHECKING:
    from dpstudio.core.tables.engine import Counts


@dataclass(frozen=True)
class Release:
    """The one thing that leaves: the winners' names and the receipt's statement."""

    number: int
    winners: tuple[str, ...]
    statement: dict[str, Any]

    @property
    def winner(self) -> str:
        """The winner, or all of them a line each."""
        return "\n".join(self.winners)


def from_statement(number: int, statement: dict[str, Any]) -> Release:
    """A release as the ledger keeps it."""
    return Release(number, tuple(statement["result"]["winners"]), statement)


def read_scores(question: Question, work_file: Path, key: bytes, tick: Tick) -> Scores:
    """Import the data table and score every candidate; private where the table is private."""
    import_table(question.source, question.columns, question.unit.person, key, work_file, tick)
    return evaluate(question.rule, question.candidates, counts(question, work_file))


def counts(question: Question, work_file: Path) -> "Sequence[Counts]":
    """How often each meaning stands in the question's columns, under its privacy unit."""
    from dpstudio.core.tables.engine import column_counts

    rows = None if question.unit.person is None else question.unit.rows
    return column_counts(work_file, range(len(question.columns)), rows)


def perform(
    question: Question,
    scores: Scores,
    ledger: Ledger,
    entropy: Entropy,
    today: datetime.date,
    pending: int | None = None,
) -> Release:
    """Charge, then draw, then store (TRUST, Ledger).

    Args:
        pending: an earlier charge for the same question whose draw was not finished; it is used instead of a
            new one.

    Raises:
        Refusal: the charge does not fit; nothing was drawn.
    """
    digest = plan_digest(question)
    if pending is None:
        number = ledger.charge(question.handle, question.unit, question.cap, question.epsilon, digest)
    else:
        number = _reused(ledger, question.handle, digest, pending)
    rate = exponent_rate(question, scores)
    drawn = draw_all(
        MECHANISMS[question.mechanism], entropy, scores.steps, rate, question.candidates.weights, question.winners
    )
    account = ledger.account(question.handle)
    if account is None:
        raise Refusal("The ledger lost this table's account.", "Restore the ledger from a backup.")
    winners = tuple(question.candidates.label(index) for index in drawn)
    receipt = statement(question, winners, account, number, today)
    ledger.complete(number, rfc8785.dumps(receipt).decode())
    return Release(number, winners, receipt)


def exponent_rate(question: Question, scores: Scores) -> Fraction:
    """What one step of score is worth in the exponent: epsilon of one draw * (unit of the scores) / R."""
    return question.epsilon / question.winners * scores.unit / question.range_sensitivity


def plan_digest(question: Question) -> str:
    """A digest of what is asked, free of the data: the same question gives the same digest."""
    return hashlib.sha256(rfc8785.dumps(describe(question))).hexdigest()


def _reused(ledger: Ledger, handle: str, digest: str, number: int) -> int:
    account = ledger.account(handle)
    charges = account.charges if account else ()
    if not any(c.number == number and c.plan == digest and c.statement is None for c in charges):
        raise Refusal(
            "The unfinished charge belongs to another question.", "Undo your changes, or start a new release."
        )
    return number
