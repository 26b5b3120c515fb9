"""A thread that draws a window waits for another program for a moment only, and never for a thread that waits so."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction

import pytest

from dpstudio.core.account import Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import Held
from dpstudio.core.ledger import Ledger
from dpstudio.core.ledger.turn import READ, WRITE, draw, timeout
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.computer.marks import Marks
from tests.holding import held

UNIT = PrivacyUnit(Relation.ADD_REMOVE)
A_MOMENT = 10  # seconds, on a busy machine; who waited for the other program would wait for 30


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.sqlite", mirror=Marks(tmp_path / "marks.sqlite"))


@contextmanager
def drawing():
    """This thread draws a window."""
    draw(window=True)
    try:
        yield
    finally:
        draw(window=False)


def seconds(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def charge(ledger):
    return ledger.charge(
        "t", UNIT, Limit(Fraction(1)), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2)), "p"
    ).number


def test_only_a_thread_that_draws_a_window_waits_for_no_more_than_some_frames():
    assert timeout(READ) == timeout(WRITE) == 30
    with drawing(), ThreadPoolExecutor(1) as other:
        assert timeout(READ) <= 0.05 and timeout(WRITE) <= 0.25
        assert other.submit(timeout, READ).result() == 30
    assert timeout(READ) == 30


@pytest.mark.parametrize("name", ["ledger.sqlite", "marks.sqlite"])
def test_a_thread_that_draws_a_window_is_told_at_once_that_another_program_has_the_file(ledger, name):
    def read():
        with pytest.raises(Held, match="another program holds it"):
            ledger.accounts()

    with held(ledger.path.with_name(name)), drawing():
        assert seconds(read) < A_MOMENT
    assert ledger.accounts() == {}


def test_a_thread_that_waits_for_another_program_keeps_nobody_else_in_this_one_waiting(ledger):
    def read():
        with pytest.raises(Held):
            ledger.accounts()

    with ThreadPoolExecutor(1) as other, drawing():
        with held(ledger.path):
            charged = other.submit(charge, ledger)
            time.sleep(0.2)
            assert seconds(read) < A_MOMENT
            assert not charged.done()
        assert charged.result() == 1
