"""Releases from outside: a project file and its table, the command line or a release with given words, the ledger."""

import csv
import datetime
import itertools
import json
import tempfile
from fractions import Fraction
from pathlib import Path

from dpstudio import cli
from dpstudio.core.ledger import Ledger
from dpstudio.core.release import perform, read
from dpstudio.workspace.gate import open_gate
from dpstudio.workspace.opening import opened
from tests.conftest import Seeded
from tests.receipts import statement

MEMORY = Path("/dev/shm")
TODAY = datetime.date(2026, 1, 2)
_handles = itertools.count(1)


def project(folder, header, rows, columns, **plan):
    """A project file beside a private table of these rows."""
    folder.mkdir(parents=True)
    with (folder / "table.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])
    table = {
        "handle": f"{next(_handles):032x}", "label": "table.csv", "format": "text", "path": "table.csv",
        "role": "private", "header": "yes", "columns": columns,
    }  # fmt: skip
    content = {"format": 1, "program": "dpstudio", "plan": {"name": folder.name, "tables": [table], **plan}}
    path = folder / "project.dpstudio"
    path.write_text(json.dumps(content), "utf-8")
    return path


def by_command_line(path, times, seed):
    """Receipts of releases by the command line, and what the ledger was charged for each."""
    found = []
    for turn in range(times):
        out = path.parent / f"out {turn} {seed}"
        assert cli.main(["release", str(path), "--out", str(out)], Seeded(f"{seed}/{turn}")) == 0
        receipt = statement(out / "receipt.json")
        number = receipt["accounting"]["ledger_counter"]
        charge = next(each for each in open_gate(None).book(shipped=False).charges() if each.number == number)
        found.append((receipt, charge.loss))
    return found


def by_the_core(path, times, seed):
    """The same by one release after another in this process: nothing is rendered, the ledger lies in memory."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        question = opened(path, open_gate(None), rows=True).question
        sealed = read(question, Path(folder) / "work.parquet", lambda _: None)
        found = []
        for turn in range(times):
            # An account that grows is read again at each charge: a book for every twenty.
            ledger = Ledger(Path(folder) / f"{turn // 20}.sqlite")
            done = perform(question, sealed, ledger, Seeded(f"{seed}/{turn}"), TODAY)
            (charge,) = (each for each in ledger.charges() if each.number == done.number)
            found.append((done.statement, charge.loss))
    return found


def charged(releases):
    """What each of the releases cost: the ledger and the receipts agree on it.

    Args:
        releases: of one question.
    """
    losses = {loss for _, loss in releases}
    assert len(losses) == 1
    (loss,) = losses
    for receipt, _ in releases:
        said = receipt["privacy_parameters"]
        assert Fraction(said["epsilon"]) == Fraction(receipt["accounting"]["this_charge"]) == loss.epsilon
        assert Fraction(said["delta"]) == loss.delta
        assert Fraction(said["zcdp_rho"]) == loss.rho
    return loss
