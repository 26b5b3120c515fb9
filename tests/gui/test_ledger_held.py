"""Another program has the ledger while the window is open: it is said, nothing waits, and all goes on by itself."""

import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from dpstudio.workspace import storage
from tests.gui.test_ledger_gone import asked_about

_PROGRAM = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN EXCLUSIVE")
print(len(connection.execute("SELECT * FROM sqlite_master").fetchall()), flush=True)
sys.stdin.read()
"""
_AT_MOST = 15  # seconds for a dozen reads; a single one that waited for the other program would take 30


@contextmanager
def held(file):
    """Another program has the file to itself."""
    program = [sys.executable, "-c", _PROGRAM, str(file)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert int(process.stdout.readline()) > 0
        yield
        process.stdin.close()


@pytest.fixture
def counted(studio, tmp_path):
    """A private table with one release, and the same question once more."""
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.release()
    return studio


@pytest.mark.parametrize("name", ["ledger.sqlite", "marks.sqlite"])
def test_the_window_goes_on_while_another_program_has_the_ledger_and_says_so_until_it_has_ended(counted, name):
    window, begun = counted.window, time.monotonic()
    tab, ledger = window.release_tab, window.ledger_tab
    with held(storage.data_folder() / name):
        for each in ("question", "release", "ledger", "privacy"):
            counted.tab(each)
        counted.type(window.privacy.fields["privacy.epsilon"], "0.5")
        counted.tab("tables")
        counted.option(window.tables.card(counted.plan.tables[0].handle).role, "sample")
        counted.option(window.tables.card(counted.plan.tables[0].handle).role, "private")
        counted.tab("ledger")
        assert time.monotonic() - begun < _AT_MOST
        assert "Another program is using the ledger." in ledger.trouble.text()
        assert ledger.trouble.text() in counted.missing
        assert not tab.release_button.isEnabled()
    counted.qtbot.waitUntil(lambda: not window.session.standing.trouble, timeout=20_000)
    assert ledger.trouble.text() == ""
    counted.settle()
    assert counted.missing == []
    counted.release()
    assert [account.spent for account in window.session.ledger.accounts().values()] == [1.5]
    assert not [told for kind, *told in counted.answers["said"] if kind == "complain"]


def test_a_release_that_waits_for_another_program_does_not_keep_the_window_waiting(counted):
    window, begun = counted.window, time.monotonic()
    counted.tab("release")
    counted.click(window.release_tab.release_button)
    with held(storage.ledger_file()):
        counted.click(window.release_tab.confirm_button)
        for each in ("question", "ledger", "privacy", "release"):
            counted.tab(each)
        assert window.release_tab.cancel_button.isVisible()
        assert time.monotonic() - begun < _AT_MOST
    counted.settle()
    assert [account.spent for account in window.session.ledger.accounts().values()] == [2]
