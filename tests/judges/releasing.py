"""Releases from outside: a project file and its table, the command line or a release with given words, the ledger."""

import contextlib
import csv
import io
import itertools
import json
from dataclasses import dataclass
from fractions import Fraction

from dpstudio import cli
from tests.conftest import Seeded
from tests.judges.door import releases
from tests.receipts import statement

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


@dataclass(frozen=True)
class Loss:
    """What a release cost."""

    epsilon: Fraction
    delta: Fraction
    rho: Fraction


def by_command_line(path, times, seed):
    """Receipts of releases by the command line, and what the ledger was charged for each.

    The ledger tells epsilon and delta of each charge, and rho in the exact totals that its receipts carry.
    """
    found, total = [], Fraction(0)
    for turn in range(times):
        out = path.parent / f"out {turn} {seed}"
        assert cli.main(["release", str(path), "--out", str(out)], Seeded(f"{seed}/{turn}")) == 0
        receipt = statement(out / "receipt.json")
        said = receipt["accounting"]
        charge = next(each for each in charges() if each["number"] == said["ledger_counter"])
        rho, total = Fraction(said["total_zcdp_rho"]) - total, Fraction(said["total_zcdp_rho"])
        found.append((receipt, Loss(Fraction(charge["epsilon"]), Fraction(charge["delta"]), rho)))
    return found


def charges():
    """All charges of the usual ledger."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert cli.main(["ledger", "--json"]) == 0
    return [charge for table in json.loads(said.getvalue())["datasets"] for charge in table["charges"]]


def by_the_core(path, times, seed):
    """The same by one release after another in this process: nothing is rendered, the ledger lies in memory."""
    return [(receipt, Loss(*charge)) for receipt, charge in releases(path, times, seed)]


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
