"""Long work, free of any window: each job takes a tick that reports progress and may raise Cancelled."""

import datetime
import tempfile
from pathlib import Path

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.preview.distribution import Badge, Distribution, distribution
from dpstudio.core.preview.stand_in import stand_in
from dpstudio.core.question import Question
from dpstudio.core.receipt.renderings import to_csv, to_json, to_pdf
from dpstudio.core.release import Release, perform, read_scores
from dpstudio.core.scores.evaluation import Scores, evaluate
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role


def preview(question: Question, people: int, work: Path, key: bytes, tick: Tick) -> Distribution:
    """The law on a stand-in for a private table, on the table itself for a sample."""
    if question.role is Role.SAMPLE:
        scores = sample_scores(question, work, key, tick)
        return distribution(question, scores, Badge.SAMPLE)
    tick(0.1)
    scores = evaluate(question.rule, question.candidates, stand_in(question.rule, question.candidates, people))
    tick(0.5)
    return distribution(question, scores, Badge.SIMULATED)


def sample_scores(question: Question, work: Path, key: bytes, tick: Tick) -> Scores:
    """The true scores of a sample table.

    Raises:
        Refusal: the table is private.
    """
    if question.role is not Role.SAMPLE:
        raise Refusal(
            "The exact distribution of a private table gives its scores away.",
            "Declare a public sample of the same shape, or look at the simulated preview.",
        )
    return _scores(question, work, key, tick)


def _scores(question: Question, work: Path, key: bytes, tick: Tick) -> Scores:
    with tempfile.NamedTemporaryFile(dir=work, suffix=".parquet") as file:
        return read_scores(question, Path(file.name), key, tick)


def release(
    question: Question,
    ledger: Ledger,
    work: Path,
    key: bytes,
    today: datetime.date,
    tick: Tick,
    pending: int | None = None,
) -> Release:
    """Score, charge, draw, store; it can be cancelled until the charge, not after it."""
    scores = _scores(question, work, key, tick)
    tick(1.0)
    return perform(question, scores, ledger, Entropy(), today, pending)


def export(release: Release, folder: Path, ledger: Ledger, tick: Tick) -> list[Path]:
    """Write receipt.json, receipt.csv and receipt.pdf; nothing is overwritten.

    Raises:
        Refusal: one of the files is there already.
    """
    renderings = {"json": to_json, "csv": to_csv, "pdf": to_pdf}
    files = {kind: folder / f"receipt.{kind}" for kind in renderings}
    refuse_overwriting(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for done, (kind, render) in enumerate(renderings.items()):
        content = render(release.statement)
        with files[kind].open("xb") as stream:
            stream.write(content)
        tick((done + 1) / 3)
    ledger.mark_exported(release.number)
    return list(files.values())


def refuse_overwriting(folder: Path) -> None:
    """Raise Refusal where a receipt already lies in the folder."""
    for kind in ("json", "csv", "pdf"):
        if (folder / f"receipt.{kind}").exists():
            raise Refusal(f"{folder.name} already holds receipt.{kind}.", "Choose an empty folder.")
