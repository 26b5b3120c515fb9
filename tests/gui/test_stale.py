"""What is said beside a button agrees with the button: no red of what was mended, no tick where nothing can be done."""

import secrets
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from dpstudio.workspace.computer import storage

RELEASE = 4


def refused(studio):
    """A release that is refused, because the key that signs receipts is no file; where that lies."""
    key = storage.data_folder() / "signing.key"
    key.rename(key.with_name("aside"))
    key.mkdir()
    tab = studio.window.release_tab
    studio.tab("release")
    studio.click(tab.release_button)
    studio.click(tab.confirm_button)
    studio.settle()
    assert tab.refused.isVisible()
    assert "othing was charged" in tab.refused.text()
    return key


def mended(key):
    shutil.rmtree(key)
    key.with_name("aside").rename(key)


def turn_a_tab(studio):
    studio.tab("question")
    studio.tab("release")


def come_back(studio):
    application = QGuiApplication.instance()
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)


@pytest.mark.parametrize("look", [turn_a_tab, come_back])
def test_what_was_refused_is_not_said_any_more_once_it_was_read_and_can_be_released_again(counted, look):
    tab = counted.window.release_tab
    mended(refused(counted))
    assert tab.refused.isVisible()
    look(counted)
    assert not tab.refused.isVisible()
    assert tab.release_button.isEnabled()
    counted.release()
    assert [account.spent for account in counted.window.session.ledger.accounts().values()] == [2]


def test_what_was_refused_while_nobody_looked_is_there_when_the_person_comes(counted):
    tab, application = counted.window.release_tab, QGuiApplication.instance()
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    mended(refused(counted))
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert tab.refused.isVisible()
    come_back(counted)
    assert not tab.refused.isVisible()


def agree(studio):
    """The tab's tick and the release's button."""
    window = studio.window
    ticked, open_ = window.workplace.steps.status(RELEASE) == "done", window.release_tab.release_button.isEnabled()
    assert open_ or not ticked
    assert (window.session.pending is not None) == window.release_tab.unfinished.isVisibleTo(window.release_tab)
    return ticked


def test_nothing_is_ticked_where_nothing_can_be_released(counted):
    assert agree(counted)
    file = storage.ledger_file()
    away = file.rename(file.with_name("away"))
    counted.tab("ledger")
    assert not agree(counted)
    away.rename(file)
    counted.tab("release")
    counted.settle()
    assert agree(counted)
    counted.tab("question")
    counted.type(counted.window.question.fields["candidates.text"], "Tea\nMilk")
    counted.settle()
    assert not agree(counted), "the result is of another question"


def test_a_ledger_that_is_damaged_while_a_release_runs_leaves_nothing_to_click(counted):
    tab = counted.window.release_tab
    counted.tab("release")
    counted.click(tab.release_button)
    file = storage.ledger_file()
    content = file.read_bytes()
    with file.open("r+b") as stream:
        stream.seek(8_192)
        stream.write(secrets.token_bytes(min(6_000, len(content) - 8_192)))
    counted.click(tab.confirm_button)
    counted.settle()
    assert "cannot be used" in tab.refused.text() or "damaged" in tab.refused.text(), tab.refused.text()
    assert not agree(counted)
    assert not tab.release_button.isEnabled()
    assert not tab.complete_button.isVisible()
    file.write_bytes(content)


def test_a_receipt_of_a_ledger_that_is_gone_is_told_as_not_written_and_with_what_helps(counted):
    ledger = counted.window.ledger_tab
    counted.tab("ledger")
    ledger.view.selectRow(0)
    storage.ledger_file().unlink()
    counted.click(ledger.receipt_button)
    (said,) = [words for kind, *words in counted.answers["said"] if kind == "complain"]
    assert said[0] == "The receipt was not written"
    assert "is gone" in said[1] and "Restore the newest backup" in said[1]
    assert ledger.trouble.text() == counted.missing[0]
    counted.window.menus.actions["move_ledger"].trigger()
    assert [words[0] for kind, *words in counted.answers["said"] if kind in ("complain", "form")] == [
        "The receipt was not written", "The ledger was not moved",
    ]  # fmt: skip
