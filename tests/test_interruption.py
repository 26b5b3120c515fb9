"""Ended by a signal, whatever the moment: one line with what was charged, the entry's number and the next command."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.entropy import Entropy
from dpstudio.interruption import Watch
from dpstudio.verbs import releasing
from tests.judges.scripted import Scripted
from tests.own import own_apples

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
EACH_SIGNAL = pytest.mark.parametrize("sign", CODES, ids=lambda sign: sign.name)
EVENTS = ("open", "sqlite3.connect")


class Hook:
    """Sends a signal at the n-th time that the program touches a file below a folder, or opens a ledger."""

    def __init__(self) -> None:
        self.folder, self.left, self.seen, self.sign = "", -1, 0, signal.SIGTERM
        self.ledgers: list[int] = []
        sys.addaudithook(self._met)

    def begin(self, folder: Path, left: int, sign: signal.Signals) -> None:
        self.folder, self.left, self.seen, self.sign = str(folder), left, 0, sign
        self.ledgers = []

    def end(self) -> int:
        """How many times there were."""
        self.folder = ""
        return self.seen

    def _met(self, event: str, args: tuple) -> None:
        if not self.folder or event not in EVENTS:
            return
        if self.folder not in str(args[0]):
            return
        self.seen += 1
        if event == "sqlite3.connect" and str(args[0]).endswith("/l"):
            self.ledgers.append(self.seen)
        if self.seen == self.left:
            self.left = -1
            signal.raise_signal(self.sign)


HOOK = Hook()


class Ending(Scripted):
    """The signal comes at the n-th time that random words are asked for."""

    def __init__(self, sign: signal.Signals, left: int) -> None:
        super().__init__(seed="ending")
        self._sign, self._left = sign, left

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            signal.raise_signal(self._sign)

    def read(self, count):
        self._count()
        return super().read(count)

    def words(self, count):
        self._count()
        return super().words(count)


@pytest.fixture(autouse=True)
def heard():
    """Signals are heard, also where the tests themselves were started as a job that ignores them."""
    before = {sign: signal.getsignal(sign) for sign in CODES}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    for sign, kept in before.items():
        signal.signal(sign, kept)


@pytest.fixture
def project(tmp_path, home) -> Path:
    return own_apples(tmp_path / "apples")


@pytest.fixture
def run(capsys):
    def call(*arguments, entropy=None):
        before = [signal.getsignal(sign) for sign in CODES]
        code = cli.main([str(a) for a in arguments], entropy)
        assert [signal.getsignal(sign) for sign in CODES] == before
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def entries(ledger: Path) -> list[bool]:
    """Of each entry whether it has its result; [] before there is a ledger."""
    with sqlite3.connect(ledger) as connection:
        try:
            charges = connection.execute("SELECT body FROM entry WHERE kind = 'charge' ORDER BY position").fetchall()
            drawn = {number for (number,) in connection.execute("SELECT number FROM statement")}
        except sqlite3.OperationalError:
            charges, drawn = [], set()
    connection.close()
    return [json.loads(body)["number"] in drawn for (body,) in charges]


def judged(said: str, ledger: Path) -> str:
    """The line says what the ledger says; the verb that it names."""
    assert said.startswith("dpstudio: Interrupted: ")
    assert said.count("\n") == 1
    stored = entries(ledger)
    if not stored:
        assert said == "dpstudio: Interrupted: nothing was charged by this command.\n"
        return ""
    assert f"entry {len(stored)} of the ledger was charged ε 1 and has {'its' if stored[-1] else 'no'} result" in said
    verb = "receipt" if stored[-1] else "complete"
    assert f"dpstudio {verb} {len(stored)} " in said
    assert f"--ledger {ledger}" in said
    return verb


@EACH_SIGNAL
@pytest.mark.parametrize("draw", [1, 2])
def test_at_a_draw_the_charge_stands_and_is_completed_at_no_further_cost(run, project, tmp_path, sign, draw):
    ledger, out = tmp_path / "l", tmp_path / "r"
    code, said, err = run("release", project, "--out", out, "--ledger", ledger, entropy=Ending(sign, draw))
    assert (code, said) == (CODES[sign], "")
    assert judged(err, ledger) == "complete"
    assert entries(ledger) == [False]
    again = ("complete", 1, project, "--out", out, "--ledger", ledger)
    code, said, err = run(*again, entropy=Ending(sign, draw))
    assert (code, said, judged(err, ledger)) == (CODES[sign], "", "complete")
    assert run(*again)[0] == 0
    assert entries(ledger) == [True]


def test_completing_that_ends_while_its_ledger_is_opened_names_the_charge(run, project, tmp_path):
    ledger = tmp_path / "l"
    out = tmp_path / "r"
    run("release", project, "--out", out, "--ledger", ledger, entropy=Ending(signal.SIGTERM, 1))
    assert entries(ledger) == [False]
    again = ("complete", 1, project, "--out", out, "--ledger", ledger)
    HOOK.begin(tmp_path, 0, signal.SIGTERM)
    run(*again, entropy=Ending(signal.SIGTERM, 1))
    first = HOOK.ledgers[0]
    HOOK.begin(tmp_path, first, signal.SIGTERM)
    code, said, err = run(*again)
    HOOK.end()
    assert (code, said, judged(err, ledger)) == (143, "", "complete")


def moments(run, project, tmp_path, home, sign, first):
    """Released again and again, ended at one touch of a file after another; the verbs that the lines name.

    The last touches of the ledger are among them: charge, result, note of the export.
    """
    (tmp_path / "count").mkdir()
    run("plan", project)  # the key is made but once
    HOOK.begin(tmp_path, 0, sign)
    assert run("release", project, "--out", tmp_path / "count" / "r", "--ledger", tmp_path / "count" / "l")[0] == 0
    last, met = HOOK.end(), set()
    for moment in sorted({2, *HOOK.ledgers[-4:], *range(max(3, last + 1 - first), last + 1)}):
        folder = tmp_path / str(moment)
        folder.mkdir()
        HOOK.begin(tmp_path, moment, sign)
        code, _, err = run("release", project, "--out", folder / "r", "--ledger", folder / "l", entropy=Scripted())
        HOOK.end()
        assert code == CODES[sign], moment
        met.add(judged(err, folder / "l"))
        assert not list(folder.glob("r/.*"))
        assert not list((home / "cache").glob("work-*"))
    return met


def test_whatever_file_is_touched_at_the_moment_the_line_is_true(run, project, tmp_path, home):
    """From a touch before the charge to the last file of the receipt."""
    assert moments(run, project, tmp_path, home, signal.SIGTERM, 5) == {"", "receipt", "complete"}


@pytest.mark.long
@EACH_SIGNAL
def test_every_touch_of_a_file_from_the_first_to_the_last(run, project, tmp_path, home, sign):
    assert moments(run, project, tmp_path, home, sign, 1000) == {"", "receipt", "complete"}


def test_a_json_reader_gets_an_object(run, project, tmp_path):
    ledger = tmp_path / "l"
    words = ("release", project, "--out", tmp_path / "r", "--ledger", ledger, "--json")
    code, said, err = run(*words, entropy=Ending(signal.SIGTERM, 1))
    assert (code, said) == (143, "")
    assert json.loads(err)["remedy"].startswith("Finish it at no further cost: dpstudio complete 1 PROJECT --ledger ")


def test_other_verbs_say_that_nothing_was_charged(run, project, tmp_path):
    for verb in (("plan", project), ("law", project), ("ledger",), ("examples", "apples", "--out", tmp_path / "e")):
        HOOK.begin(tmp_path, 1, signal.SIGINT)
        code, _, err = run(*verb, "--ledger", tmp_path / "l")
        HOOK.end()
        assert (code, err) == (130, "dpstudio: Interrupted: nothing was charged by this command.\n")


class Deaf(Entropy):
    """A library takes the interruption for its own, and says nothing or something else."""

    def __init__(self, instead: Exception | None) -> None:
        super().__init__()
        self._instead = instead

    def read(self, count):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        if self._instead is not None:
            raise self._instead
        return super().read(count)


@pytest.mark.parametrize("instead", [None, RuntimeError("Query interrupted"), OSError("interrupted")], ids=repr)
def test_an_interruption_that_a_library_swallowed_is_told_all_the_same(run, project, tmp_path, instead):
    code, _, err = run("release", project, "--out", tmp_path / "r", "--ledger", tmp_path / "l", entropy=Deaf(instead))
    assert code == 143
    assert judged(err, tmp_path / "l") == "complete"


@EACH_SIGNAL
def test_a_signal_while_it_is_charged_waits_until_the_entry_is_known(sign):
    watch = Watch()

    def charge():
        with watch, watch.whole():
            signal.raise_signal(sign)
            watch.number = 7

    with pytest.raises(KeyboardInterrupt):
        charge()
    assert "entry 7" in watch.ended().message
    assert watch.ended().exit_code == CODES[sign]


def test_what_was_heard_before_the_charge_keeps_it_from_being_made():
    watch = Watch()
    with watch, suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), watch.whole():
        watch.number = 7
    assert watch.ended().message == "Interrupted: nothing was charged by this command."


PROGRAM = """
import signal, sys
from dpstudio import cli
from tests.test_interruption import Ending
sys.exit(cli.main(sys.argv[2:], Ending(signal.Signals(int(sys.argv[1])), 1)))
"""


@EACH_SIGNAL
def test_a_process_of_its_own_ends_with_the_code_and_the_line(project, tmp_path, sign):
    ledger = tmp_path / "l"
    words = [sys.executable, "-c", PROGRAM, str(int(sign)), "release", str(project), "--out", str(tmp_path / "r")]
    done = subprocess.run([*words, "--ledger", str(ledger)], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (CODES[sign], "")
    assert judged(done.stderr, ledger) == "complete"


def test_a_signal_that_is_ignored_around_the_program_stays_ignored(run, project, tmp_path):
    """As behind "&" in a script, where an interruption is meant for somebody else."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ledger = tmp_path / "l"
        code = run("release", project, "--out", tmp_path / "r", "--ledger", ledger, entropy=Ending(signal.SIGINT, 1))[0]
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == 0


STARTING = """
import signal, sys
def met(event, args):
    if event == "import" and args[0] == "dpstudio.core.ledger":
        signal.raise_signal(15)
sys.addaudithook(met)
from dpstudio.__main__ import main
sys.exit(main(["ledger"]))
"""


def test_a_program_that_has_hardly_started_says_that_nothing_was_charged(home):
    done = subprocess.run([sys.executable, "-c", STARTING], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (143, "")
    assert done.stderr == "dpstudio: Interrupted: nothing was charged by this command.\n"


SWALLOWED = """
import signal, sys
class Callback:
    def __del__(self):
        signal.raise_signal(int(sys.argv[1]))
def met(event, args):
    if event == "import" and args[0] == "dpstudio.core.ledger":
        Callback()
sys.addaudithook(met)
sys.unraisablehook = lambda _: None
from dpstudio.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


@EACH_SIGNAL
def test_a_signal_that_python_swallowed_while_it_started_ends_it_before_a_charge(project, tmp_path, sign):
    ledger = tmp_path / "l"
    words = [sys.executable, "-c", SWALLOWED, str(int(sign)), "release", str(project), "--out", str(tmp_path / "r")]
    done = subprocess.run([*words, "--ledger", str(ledger)], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stdout, ledger.exists()) == (CODES[sign], "", False)
    assert done.stderr == "dpstudio: Interrupted: nothing was charged by this command.\n"


TAKEN = """
import signal, sys
from dpstudio.interruption import Watch
with Watch():
    try:
        eval("signal.raise_signal(int(sys.argv[1]))")
    except KeyboardInterrupt as asked:
        sys.exit(0 if type(asked) is not KeyboardInterrupt else 1)
"""


@EACH_SIGNAL
def test_what_ends_the_work_is_not_pythons_own_interrupt(sign):
    """Which would end the process as by SIGINT, whatever code it returns, once a library has met it."""
    done = subprocess.run([sys.executable, "-c", TAKEN, str(int(sign))], capture_output=True, env=dict(os.environ))
    assert done.returncode == 0


def test_what_was_charged_before_is_said_also_where_completing_it_is_broken_off_early(run, project, tmp_path):
    ledger = tmp_path / "l"
    run("release", project, "--ledger", ledger, "--out", tmp_path / "r", entropy=Ending(signal.SIGTERM, 1))
    HOOK.begin(tmp_path / "r2", 1, signal.SIGTERM)  # the folder is tried before anything is drawn
    code, _, err = run("complete", 1, project, "--ledger", ledger, "--out", tmp_path / "r2")
    assert HOOK.end() == 1
    assert (code, judged(err, ledger)) == (143, "complete")


def test_what_was_charged_before_is_said_also_where_its_project_is_still_being_read(
    run, project, tmp_path, monkeypatch
):
    ledger = tmp_path / "l"
    run("release", project, "--ledger", ledger, "--out", tmp_path / "r", entropy=Ending(signal.SIGTERM, 1))
    monkeypatch.setattr(releasing, "open_project", lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    code, _, err = run("complete", 1, project, "--ledger", ledger, "--out", tmp_path / "r2")
    assert (code, judged(err, ledger)) == (143, "complete")
