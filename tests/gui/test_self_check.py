"""The self-check beside the window: it begins by itself, can be stopped, holds up no release and reads no row."""

import pytest

from dpstudio.gui.project.auditor import CANCELLED, RELEASING
from dpstudio.workspace.releasing import auditing
from tests.gui.cutting import cut
from tests.gui.test_seen import ask_for_a_drug, clinic


@pytest.fixture
def card(studio):
    """A demonstration, its Release tab in front."""
    studio.window.projects.open_demonstration("colour")
    studio.settle()
    studio.tab("release")
    return studio.window.release_tab.audit


def running(studio) -> bool:
    return studio.window.auditor.runner.busy("audit")


def test_it_begins_by_itself_and_a_click_stops_it_and_another_starts_it_again(studio, card):
    studio.qtbot.waitUntil(lambda: running(studio), timeout=20_000)
    assert not studio.window.runner.busy()
    studio.qtbot.waitUntil(lambda: card.progress.value() > 0, timeout=20_000)
    studio.click(card.cancel_button)
    assert not running(studio)
    assert card.details.text() == CANCELLED
    studio.click(card.start_button)
    assert running(studio)
    assert not cut(card)


def test_a_release_goes_first_and_its_button_is_never_disabled_by_the_check(studio, card):
    studio.click(card.start_button)
    tab = studio.window.release_tab
    assert tab.release_button.isEnabled()
    studio.click(tab.release_button)
    assert running(studio)
    studio.click(tab.confirm_button)
    assert not running(studio)
    assert card.details.text() == RELEASING
    studio.settle()
    assert studio.window.session.release is not None


def test_what_was_seen_stands_in_the_card_in_the_command_lines_words(studio, card, monkeypatch):
    monkeypatch.setattr(auditing, "DRAWS", 400)
    studio.click(card.start_button)
    studio.qtbot.waitUntil(lambda: bool(card.sentence.text()), timeout=20_000)
    assert card.sentence.text().startswith(
        "In 400 draws nothing beyond ε\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1 was seen"
    )
    assert card.details.text().startswith("Compared: the winner, on two tables, one person apart")
    assert not card.progress.isVisible()
    assert not card.start_button.isVisible()
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.5")
    studio.settle()
    studio.tab("release")
    assert card.sentence.text() == "", "it was of another ε"


def test_it_needs_no_row_of_a_private_table_and_is_gone_after_the_first_release(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    studio.tab("release")
    tab = studio.window.release_tab
    assert tab.audit.isVisible()
    path = tmp_path / "first" / "clinic.csv"
    rows = path.read_bytes()
    path.unlink()
    assert auditing.check(studio.window.session.resolved.question, lambda _: None, draws=40).kept
    path.write_bytes(rows)
    studio.click(tab.release_button)
    studio.click(tab.confirm_button)
    studio.settle()
    assert studio.window.session.release is not None
    assert not tab.audit.isVisible()
