"""Another program that has a SQLite file to itself, and what happens while it is waited for."""

import subprocess
import sys
from contextlib import contextmanager
from time import sleep

from dpstudio.core.ledger import waiting

_PROGRAM = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN EXCLUSIVE")
print(len(connection.execute("SELECT * FROM sqlite_master").fetchall()), flush=True)
sys.stdin.read()
"""


@contextmanager
def held(file):
    """Another program has the file, until this is left, or what is given here is called."""
    program = [sys.executable, "-c", _PROGRAM, str(file)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert int(process.stdout.readline()) > 0

        def let_go():
            process.stdin.close()
            process.wait()

        yield let_go
        let_go()


class Waits:
    """Counts how often the program waits between two tries, and lets something happen at one of these moments.

    Args:
        at: what happens at the first, second, ... wait.
    """

    def __init__(self, monkeypatch, at):
        self.seen, self._at = 0, at
        monkeypatch.setattr(waiting, "sleep", self._sleep)

    def _sleep(self, seconds):
        self.seen += 1
        if self.seen in self._at:
            self._at[self.seen]()
        sleep(seconds)
