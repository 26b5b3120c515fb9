"""The one door of the core: a release with given random words, nothing rendered, its ledger in memory.

The only file of the judges that knows the program's inside, because thousands of releases are too many for the
command line; `test_whole_release.py` has each kind of case go through both.
"""

import datetime
import tempfile
from pathlib import Path

from dpstudio.core.ledger import Ledger
from dpstudio.core.release import perform, read
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from tests.conftest import Seeded

MEMORY = Path("/dev/shm")
TODAY = datetime.date(2026, 1, 2)


def releases(path, times, seed):
    """Statements of releases of a project, and epsilon, delta and rho that the ledger was charged for each."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        question = opened(path, open_gate(None), rows=True).question
        sealed = read(question, path.parent / "work.parquet", lambda _: None)
        found = []
        for turn in range(times):
            # An account that grows is read again at each charge: a book for every twenty.
            ledger = Ledger(Path(folder) / f"{turn // 20}.sqlite")
            done = perform(question, sealed, ledger, Seeded(f"{seed}/{turn}"), TODAY)
            (charge,) = (each for each in ledger.charges() if each.number == done.number)
            found.append((done.statement, (charge.loss.epsilon, charge.loss.delta, charge.loss.rho)))
    return found
