"""Four programs on one ledger at once: together they never exceed its limit, and results form one line."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio.core.ledger import Ledger
from dpstudio.workspace.computer.marks import Marks

ROOT = Path(__file__).resolve().parents[2]
ROUNDS, PROGRAMS, ROOM = 100, 4, 10

PROGRAM = """
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.computer.marks import Marks

@dataclass
class Document:
    text: str
    signed_by: str | None = None

unit, tenth = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1, 10), Fraction(0), Fraction(1, 200))
for line in sys.stdin:
    folder, made = Path(line.strip()), 0
    ledger = Ledger(folder / "ledger.sqlite", mirror=Marks(folder / "marks.sqlite"))
    for _ in range(5):
        try:
            number = ledger.charge("t", unit, Limit(Fraction(1)), tenth, "p").number
        except Refusal:
            continue
        ledger.complete(number, lambda before: Document(f"{number} after {(before.last or 'none').split()[0]}"))
        made += 1
    print(made, flush=True)
"""


@pytest.mark.long
def test_four_programs_at_once_never_exceed_the_limit_and_their_results_form_one_line(tmp_path):
    command = [sys.executable, "-c", PROGRAM]
    programs = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(PROGRAMS)
    ]
    try:
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            for program in programs:
                program.stdin.write(f"{folder}\n")
                program.stdin.flush()
            assert sum(int(program.stdout.readline()) for program in programs) == ROOM
            judge(folder)
    finally:
        for program in programs:
            program.communicate()


def judge(folder: Path) -> None:
    """Each result but the first names one before it, and no two the same one."""
    account = Ledger(folder / "ledger.sqlite", mirror=Marks(folder / "marks.sqlite")).accounts()["t"]
    assert account.spent == Fraction(1)
    assert [charge.number for charge in account.charges] == list(range(1, ROOM + 1))
    follows = dict(charge.statement.split(" after ") for charge in account.charges)
    line, last = [], "none"
    while last in follows.values():
        line.append(next(number for number, before in follows.items() if before == last))
        last = line[-1]
    assert sorted(line, key=int) == [str(number) for number in range(1, ROOM + 1)]
