"""Another program has the ledger while the window is open: it is said, nothing waits, and all goes on by itself."""

import time
from contextlib import ExitStack

import pytest

from dpstudio.core.ledger.turn import READ, timeout
from dpstudio.core.release import charged
from dpstudio.workspace.computer import storage
from dpstudio.workspace.releasing import jobs
from tests.holding import Waits, held

_AT_MOST = 15  # seconds for a dozen reads; a single one that waited for the other program would take 30


def test_the_windows_thread_waits_for_a_moment_only_as_long_as_the_window_is_open(studio):
    assert timeout(READ) < 0.05
    studio.answers["choose"] = ["Discard"]
    studio.window.close()
    assert timeout(READ) == 30


def test_a_ledger_that_can_be_used_again_is_taken_up_without_a_click(studio):
    session, file = studio.window.session, storage.ledger_file()
    away = file.rename(file.with_name("away"))
    session.look_again()
    assert "is gone" in session.standing.trouble
    away.rename(file)
    studio.qtbot.waitUntil(lambda: not session.standing.trouble, timeout=20_000)


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


@pytest.mark.parametrize("at_the_charge", [False, True], ids=["before the table is read", "at the charge"])
def test_a_release_that_waits_for_another_program_is_stopped_by_cancel_while_that_has_it(
    counted, monkeypatch, at_the_charge
):
    tab, real = counted.window.release_tab, jobs.perform
    counted.tab("release")
    counted.click(tab.release_button)
    with ExitStack() as other:
        waits = Waits(monkeypatch, {})

        def perform(*given):
            other.enter_context(held(storage.ledger_file()))
            waits.seen = 0
            return real(*given)

        if at_the_charge:
            monkeypatch.setattr(jobs, "perform", perform)
        else:
            other.enter_context(held(storage.ledger_file()))
        counted.click(tab.confirm_button)
        counted.qtbot.waitUntil(lambda: waits.seen >= 3, timeout=20_000)
        counted.click(tab.cancel_button)
        counted.qtbot.waitUntil(lambda: not counted.window.session.runner.busy("release"), timeout=20_000)
        assert tab.refused.text() == "Stopped: nothing was released, and nothing was charged."
    counted.qtbot.waitUntil(lambda: not counted.window.session.standing.trouble, timeout=20_000)
    counted.settle()
    assert [account.spent for account in counted.window.session.ledger.accounts().values()] == [1]


def test_a_release_that_is_charged_already_is_finished_although_cancel_is_clicked_while_its_result_waits(
    counted, monkeypatch
):
    tab, real = counted.window.release_tab, charged.drawn
    counted.tab("release")
    counted.click(tab.release_button)
    with ExitStack() as other:
        waits, lets_go = Waits(monkeypatch, {}), []

        def drawn(*given):
            lets_go.append(other.enter_context(held(storage.ledger_file())))
            waits.seen = 0
            return real(*given)

        monkeypatch.setattr(charged, "drawn", drawn)
        counted.click(tab.confirm_button)
        counted.qtbot.waitUntil(lambda: bool(lets_go) and waits.seen >= 3, timeout=20_000)
        counted.click(tab.cancel_button)
        seen = waits.seen
        counted.qtbot.waitUntil(lambda: waits.seen >= seen + 3, timeout=20_000)
        lets_go[0]()
    counted.settle()
    counted.qtbot.waitUntil(lambda: not counted.window.session.standing.trouble, timeout=20_000)
    assert counted.window.session.release.number == 2
    assert [charge.statement is not None for charge in counted.window.session.ledger.charges()] == [True, True]
