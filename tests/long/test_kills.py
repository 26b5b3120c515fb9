"""Kill -9 at every moment of a release: a charge is never lost, a result never exists without its charge.

And of one command from an old ledger to an exported receipt: whatever part of it was killed is completed afterwards.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio.core.ledger import Ledger
from tests.long.whole_release import PARTS

ROOT = Path(__file__).resolve().parents[2]
KILLS = 200
OF_EACH_PART = 36
MET = {
    "ledger upgrade": {"not charged"},
    "key": {"not charged"},
    "import": {"not charged"},
    "release": {"not charged", "not drawn", "not exported"},
    "rendering": {"not exported"},
    "export": {"not exported", "exported"},
}

RELEASE = """
import datetime, sys
from fractions import Fraction
from pathlib import Path
import numpy as np
from dpstudio.core.candidates import parse_grid
from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.release import perform
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Sealed
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.questions import choice
column = Column("x", Kind.INTEGER)
grid, unit, rule = parse_grid("1", "9", "1"), PrivacyUnit(Relation.ADD_REMOVE), Median(column)
asked = choice(rule, grid, unit, handle="t", epsilon=Fraction(1, 100), cap=Fraction(1000))
scores = Scores(np.arange(9), Fraction(1))
print("ready", flush=True)
while True:
    done = perform(asked, Sealed(scores, asked.source), Ledger(Path(sys.argv[1])), Entropy(), datetime.date(2026, 1, 1))
    print(done.number, flush=True)
"""


@pytest.mark.long
def test_no_kill_loses_a_charge_or_shows_an_uncharged_result(tmp_path):
    path = tmp_path / "ledger.sqlite"
    moments = random.Random(7)
    shown = 0
    charged = 0
    for _ in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", RELEASE, str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ.copy(),
        )
        assert process.stdout.readline() == "ready\n"
        time.sleep(moments.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        numbers = [int(line) for line in process.stdout.read().split("\n")[:-1] if line]
        process.stdout.close()
        process.wait()
        account = Ledger(path).accounts().get("t")
        charges = {} if account is None else {charge.number: charge for charge in account.charges}
        assert all(charges[number].statement for number in numbers), "a result was shown that the ledger does not hold"
        assert len(charges) >= charged + len(numbers), "a charge was lost"
        charged = len(charges)
        shown += len(numbers)
        if account is not None:
            assert account.spent == charged * Fraction(1, 100)
    unfinished = sum(charge.statement is None for charge in charges.values())
    print(f"{KILLS} kills: {charged} charges, {shown} results shown, {unfinished} charges left without a result")
    assert charged > 0


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_whatever_part_of_a_release_is_killed_is_completed_at_no_further_cost(part, tmp_path):
    assert OF_EACH_PART * len(PARTS) >= KILLS and set(MET) == set(PARTS)
    done = subprocess.run(
        [sys.executable, "-m", "tests.long.whole_release", part, str(OF_EACH_PART), str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["kills"] == OF_EACH_PART
    assert set(told["met"]) == MET[part]
