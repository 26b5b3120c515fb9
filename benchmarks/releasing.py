"""What a release adds: charge, draw and result committed on the local disk, mirror included; signing and chaining.

python benchmarks/releasing.py [FOLDER]

Prints medians in milliseconds. The folder must lie on a local disk; without one it is made beside this file's checkout.
"""

import datetime
import os
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np

from dpstudio.core.candidates import parse_grid
from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Before, Ledger
from dpstudio.core.receipt.document import digest_of_kept, signed
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.release import Release, perform
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Sealed
from dpstudio.core.signing import Signer
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.choose.question import Choice
from dpstudio.workspace.computer.marks import Marks

TIMES, BEFORE = 101, (0, 1000)
TODAY = datetime.date(2026, 1, 1)


def question() -> Choice:
    """The middle of a column, one of nine."""
    column = Column("x", Kind.INTEGER)
    return Choice(
        name="", handle="t", role=Role.PRIVATE, source=Source("text"), unit=PrivacyUnit(Relation.ADD_REMOVE),
        epsilon=Fraction(1, 10**6), beta=Fraction(1, 20), cap=Fraction(1), candidates=parse_grid("1", "9", "1"),
        rule=Median(column), mechanism="exponential",
    )  # fmt: skip


def median(work: Callable[[], object]) -> float:
    """Of a work done many times, in milliseconds."""
    spent = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - start))
    return sorted(spent)[TIMES // 2]


def releasing(folder: Path, before: int, signer: Signer | None) -> tuple[float, Release]:
    """A release into a ledger with so many of them, and the last one."""
    asked, scores = question(), Scores(np.arange(9), Fraction(1))
    ledger = Ledger(folder / "ledger.sqlite", mirror=Marks(folder / "marks.sqlite"))

    def one() -> Release:
        return perform(asked, Sealed(scores, asked.source), ledger, Entropy(), TODAY, signer=signer)

    for _ in range(before):
        one()
    return median(one), one()


def signing(done: Release, signer: Signer) -> float:
    """Signing a statement and digesting the one before it: what format 4 adds to the transaction."""
    receipt, last = done.receipt, done.document.text
    assert isinstance(receipt, Receipt)
    return median(lambda: (digest_of_kept(Before(last, "").last or ""), signed(receipt, signer)))


def main() -> None:
    parent = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    signer = Signer.made()
    for before in BEFORE:
        with tempfile.TemporaryDirectory(dir=parent) as folder:
            whole, done = releasing(Path(folder), before, signer)
            print(f"after {before} releases: charged, drawn, signed and committed {whole:.1f} ms;", end=" ")
            print(f"signing and chaining {signing(done, signer):.2f} ms of it")


if __name__ == "__main__":
    main()
