"""Whoever waits for another program's turn at the ledger is heard before the charge, and not between charge and result.

The other program is a process that has the file; what happens is counted by how often it is waited for.
"""

import signal
from contextlib import ExitStack

import pytest

from dpstudio import api
from dpstudio.core.errors import Cancelled, Held
from dpstudio.core.ledger import Ledger, waiting
from dpstudio.core.release import charged
from dpstudio.verbs import releasing
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.marks import Marks
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.releasing import jobs
from tests.holding import Waits, held
from tests.test_broken_off import asked, drinks
from tests.test_interruption import CODES, EACH_SIGNAL, entries, heard, judged, project, run

__all__ = ["drinks", "heard", "project", "run"]
NOTHING = "dpstudio: Interrupted: nothing was charged by this command.\n"
THIRD, FIFTH = 3, 5


class Elsewhere:
    """Another program takes a file at some moment of a release, and the signal comes while that is waited for.

    Args:
        sign: what is sent at the third wait.
        lets_go: at which wait the other program lets the file go; never before it is left by itself where None.
    """

    def __init__(self, monkeypatch, stack, sign, lets_go=None):
        self._monkeypatch, self._stack = monkeypatch, stack
        self._sign, self._lets_go, self.waits = sign, lets_go, None

    def takes(self, file):
        let_go = self._stack.enter_context(held(file))

        def at_third():
            signal.raise_signal(self._sign)
            if self._lets_go == THIRD:
                let_go()

        self.waits = Waits(self._monkeypatch, {FIFTH: let_go} | {THIRD: at_third})

    def takes_before(self, place, name, file, *, after=False):
        """It takes the file when a function is called for the first time, or has come back from being called so."""
        real = getattr(place, name)

        def called(*given, **named):
            if self.waits is not None:
                return real(*given, **named)
            if not after:
                self.takes(file())
                return real(*given, **named)
            done = real(*given, **named)
            self.takes(file())
            return done

        self._monkeypatch.setattr(place, name, called)


@pytest.fixture
def stack():
    with ExitStack() as entered:
        yield entered


@pytest.fixture
def release(run, project, tmp_path):
    """A release into a folder of its own, counted in the ledger `l`."""
    outs = iter(range(100))
    return lambda: run("release", project, "--out", tmp_path / f"r{next(outs)}", "--ledger", tmp_path / "l")


# ---- the command line


@EACH_SIGNAL
@pytest.mark.parametrize("lets_go", [None, THIRD], ids=["never free", "free at that moment"])
def test_a_charge_that_waits_is_not_made_once_its_end_was_asked_for(
    release, tmp_path, monkeypatch, stack, sign, lets_go
):
    """Not even where the other program lets go before the next try."""
    other = Elsewhere(monkeypatch, stack, sign, lets_go)
    other.takes_before(jobs, "perform", lambda: tmp_path / "l")
    assert release() == (CODES[sign], "", NOTHING)
    assert other.waits.seen == THIRD
    stack.close()
    assert entries(tmp_path / "l") == []
    assert release()[0] == 0


@pytest.mark.parametrize(
    ("place", "name"), [(Ledger, "__init__"), (jobs, "rehearse"), (Ledger, "refuse_if_full"), (Gate, "confirm")]
)
def test_what_is_looked_up_before_the_charge_is_not_waited_for_any_longer(
    release, tmp_path, monkeypatch, stack, place, name
):
    """Opening the ledger, asking for the account, trying whether a result could be stored, asking the gate."""
    assert release()[0] == 0
    other = Elsewhere(monkeypatch, stack, signal.SIGINT)
    other.takes_before(place, name, lambda: tmp_path / "l")
    assert release() == (130, "", NOTHING)
    assert other.waits.seen == THIRD
    stack.close()
    assert entries(tmp_path / "l") == [True]


def test_once_it_is_charged_a_result_is_stored_however_long_it_waits(release, tmp_path, monkeypatch, stack):
    other = Elsewhere(monkeypatch, stack, signal.SIGINT, FIFTH)
    other.takes_before(charged, "drawn", lambda: tmp_path / "l", after=True)
    code, said, err = release()
    assert (code, said, judged(err, tmp_path / "l")) == (130, "", "receipt")
    assert other.waits.seen == FIFTH
    assert entries(tmp_path / "l") == [True]


def test_a_charge_whose_head_is_still_to_be_noted_beside_the_ledger_is_told(release, tmp_path, monkeypatch, stack):
    """The ledger has it already: that nothing was charged would be untrue."""
    other = Elsewhere(monkeypatch, stack, signal.SIGINT, FIFTH)
    committed = []
    real = Marks.follow

    def follow(self, place, head):
        if entries(tmp_path / "l") == [False] and not committed:
            committed.append(head)
            other.takes(self.path)
        real(self, place, head)

    monkeypatch.setattr(Marks, "follow", follow)
    code, said, err = release()
    assert (code, said, judged(err, tmp_path / "l")) == (130, "", "complete")
    assert other.waits.seen == FIFTH


def test_completing_waits_no_longer_once_its_end_was_asked_for(run, project, release, tmp_path, monkeypatch, stack):
    real = charged.drawn
    monkeypatch.setattr(charged, "drawn", lambda *_: signal.raise_signal(signal.SIGTERM))
    assert judged(release()[2], tmp_path / "l") == "complete"
    monkeypatch.setattr(charged, "drawn", real)
    other = Elsewhere(monkeypatch, stack, signal.SIGINT)
    other.takes_before(releasing, "kept_book", lambda: tmp_path / "l")
    again = ("complete", 1, project, "--out", tmp_path / "again", "--ledger", tmp_path / "l")
    assert run(*again) == (130, "", NOTHING)
    assert other.waits.seen == THIRD
    stack.close()
    assert run(*again)[0] == 0
    assert entries(tmp_path / "l") == [True]


# ---- from Python


@pytest.mark.parametrize(("place", "name"), [(jobs, "perform"), (jobs, "rehearse")])
def test_a_release_from_python_that_waits_is_ended_at_once_and_nothing_was_charged(
    drinks, monkeypatch, stack, place, name
):
    """The ledger, which the other program still has, isn't asked once more either."""
    question = asked(drinks)
    question.release()
    other = Elsewhere(monkeypatch, stack, signal.SIGINT)
    other.takes_before(place, name, storage.ledger_file)
    with pytest.raises(KeyboardInterrupt) as broken:
        question.release()
    assert getattr(broken.value, "__notes__", []) == []
    assert other.waits.seen == THIRD
    stack.close()
    assert [charge.number for account in api.accounts().values() for charge in account.charges] == [1]


# ---- the waiting itself


def test_who_is_not_heard_waits_to_the_end_and_who_is_heard_is_asked_between_two_tries():
    tries, asks = [], []

    def work(seconds):
        tries.append(seconds)
        raise Held("Held.")

    def stop_if_asked():
        asks.append(len(tries))
        if len(tries) == THIRD:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled), waiting.hearing(stop_if_asked):
        waiting.tried(work, 30.0)
    assert asks == [1, 2, 3]
    with waiting.hearing(stop_if_asked), waiting.finishing(), pytest.raises(Held):
        waiting.tried(work, 0.05)
    assert asks == [1, 2, 3]
    with pytest.raises(Held):
        waiting.tried(work, 0.0)
