"""Long work, free of any window: each job takes a tick that reports progress and may raise Cancelled."""

import datetime
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import TablePlan
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.inspection import inspect as look_into
from dpstudio.core.preview.views import View
from dpstudio.core.progress import Progress
from dpstudio.core.receipt.headline import is_unsigned
from dpstudio.core.receipt.renderings import PAPERS
from dpstudio.core.release import Release, perform, plan_digest, read, rehearsed, sample
from dpstudio.core.sealed import Sealed, Shown
from dpstudio.core.signing import Signer
from dpstudio.core.tables.importing import Tick, placed
from dpstudio.core.tables.permit import Permit
from dpstudio.core.tables.schema import Role
from dpstudio.core.tables.showing import all_rows
from dpstudio.planning.question import CompleteQuestion
from dpstudio.workspace.computer import signing_key
from dpstudio.workspace.computer.own_marks import marks_of, refuse_own_marks
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.guarding.unchanged import unchanged
from dpstudio.workspace.releasing import candidate_lists, exporting
from dpstudio.workspace.releasing.artefacts import artefacts

_MOST_ROWS = 200_000


def preview_key(question: CompleteQuestion, people: int) -> tuple[Any, ...]:
    """What `preview_answers` depends on: the same key gives the same answers."""
    common = (question.handle, question.role, question.source, question.unit, question.columns, question.people)
    return (*common, *question.depends_on(people))


def preview_answers(
    question: CompleteQuestion, people: int, table: TablePlan | None, gate: Gate, work: Path, tick: Tick
) -> Shown[Any] | None:
    """What the preview's law stands on: a sample's exact answers, those of a stand-in, or None where none is needed.

    Raises:
        Refusal: a sample's answers are asked for without its permit.
    """
    tick(0.1)
    if question.role is Role.SAMPLE:
        return sample_answers(question, table, gate, work, tick)
    return question.stand_in(people, tick)


def preview(question: CompleteQuestion, answers: Shown[Any] | None) -> tuple[Distribution, ...]:
    """The law on `preview_answers`."""
    badge = Badge.SAMPLE if question.role is Role.SAMPLE else Badge.SIMULATED
    return question.preview(answers, badge)


def sample_answers(
    question: CompleteQuestion, table: TablePlan | None, gate: Gate, work: Path, tick: Tick
) -> Shown[Any]:
    """The exact answers of a sample table: scores, figures, counts, as the question asks.

    Raises:
        Refusal: there is no permit for this very table as a sample, or it was changed meanwhile.
    """
    if table is None or question.role is not Role.SAMPLE:
        return _sample(question, None, work, tick)
    with unchanged(table):
        return _sample(question, gate.permit(table, tick), work, tick)


def sample_rows(table: TablePlan, gate: Gate, tick: Tick) -> tuple[tuple[str, ...], ...]:
    """All rows of a sample table, but no more than a picture holds.

    Raises:
        Refusal: there is no permit for this very table as a sample, or it was changed meanwhile.
    """
    with unchanged(table):
        permit = gate.permit(table, tick)
        return tuple(all_rows(permit, _MOST_ROWS, placed(table.source, table.marks), tick))


def _sample(question: CompleteQuestion, permit: Permit | None, work: Path, tick: Tick) -> Shown[Any]:
    with tempfile.NamedTemporaryFile(dir=work, suffix=".parquet") as file:
        return sample(question, permit, Path(file.name), tick)


def inspect(question: CompleteQuestion, table: TablePlan, gate: Gate, work: Path, tick: Tick) -> View:
    """A look at a private table: it is put into the ledger first, then read.

    Raises:
        StudioError: the look could not be put into the ledger, or the table not be read.
    """
    with unchanged(table), tempfile.NamedTemporaryFile(dir=work, suffix=".parquet") as file:
        leave = gate.inspect(table, plan_digest(question), tick)
        return look_into(question, leave, Path(file.name), tick)


def _read(question: CompleteQuestion, work: Path, tick: Tick) -> Sealed[Any]:
    with tempfile.NamedTemporaryFile(dir=work, suffix=".parquet") as file:
        return read(question, Path(file.name), tick)


def release(
    question: CompleteQuestion,
    table: TablePlan,
    gate: Gate,
    ledger: Ledger,
    work: Path,
    today: datetime.date,
    tick: Tick,
    pending: int | None = None,
    entropy: Entropy | None = None,
    folder: Path | None = None,
    progress: Progress | None = None,
    paper: str = PAPERS[0],
) -> Release:
    """Rehearse, read, charge, draw, store; it can be cancelled until the charge, not after it.

    What is read are the bytes that the gate counts under the table's handle, or nothing is charged.
    A comparison with a public number of people costs nothing, so unit and relation are made permanent before it.

    Args:
        folder: where the receipt is to be written; it is tried too.
        progress: as for `perform`.
        paper: that the receipt is to be set on, one of PAPERS.
    """
    last, signer = ledger.signer, _signer(question, ledger)
    rehearse(question, ledger, today, folder, paper, signer, pending)
    with unchanged(table):
        gate.confirm(table, tick)
        if question.people is not None:
            ledger.settle(question.handle, question.unit)
        secret = _read(question, work, tick)
    tick(1.0)
    done = perform(question, secret, ledger, entropy or Entropy(), today, pending, progress, signer)
    return done if signer is None else replace(done, key_changed=signing_key.changed_for(signer, last))


def _signer(question: CompleteQuestion, ledger: Ledger) -> Signer | None:
    """Who signs the receipt; nobody signs demonstrations, and no key is made for them."""
    sample = question.role is Role.SAMPLE or is_unsigned(ledger.remarks)
    return None if sample else signing_key.signer()


def rehearse(
    question: CompleteQuestion,
    ledger: Ledger,
    today: datetime.date,
    folder: Path | None,
    paper: str = PAPERS[0],
    signer: Signer | None = None,
    pending: int | None = None,
) -> None:
    """Everything that could fail after the charge, with an invented table.

    Args:
        pending: a charge that was made already: what it was charged for is not searched for marks again.

    Raises:
        StudioError: something does fail; nothing was charged.
    """
    stand_in = rehearsed(question, ledger.account(question.handle), today, signer)
    if folder is not None:
        exporting.refuse_overwriting(folder)
    files = artefacts(stand_in, paper, lambda _: None, signer)
    if pending is None:
        refuse_own_marks(stand_in.receipt, files, marks_of(question.source, ledger.path, signer))
    if folder is not None:
        exporting.try_folder(folder, files)
    candidate_lists.keep(stand_in, ledger.path)
    ledger.refuse_if_full(len(stand_in.document.text))
