"""Another program that has a SQLite file to itself."""

import subprocess
import sys
from contextlib import contextmanager

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
    """Another program has the file, until this is left."""
    program = [sys.executable, "-c", _PROGRAM, str(file)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert int(process.stdout.readline()) > 0
        yield
        process.stdin.close()
