"""What a screen reader says without the keyboard being moved: each thing once, and nothing while someone types."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.gui.look import announcing
from dpstudio.gui.look.announcing import Said, say
from tests.gui.hearing import told

DRAWN = "The release is drawn. Its result is on the Release tab."
SETTLED = 2_500


class Ear(QObject):
    """Hears each line as it appears, as a reader does."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, Said):
            self.heard.append(watched.accessibleName())
        return False

    def pictures(self) -> list[str]:
        return [text for text in self.heard if text.startswith("New picture")]


@pytest.fixture
def ear(qapp):
    made = Ear()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def opened(studio, demonstration="apples", tab="privacy"):
    studio.window.projects.open_demonstration(demonstration)
    studio.settle()
    studio.tab(tab)
    return studio.window


def test_a_result_in_sight_is_said_by_the_focus_and_by_nothing_else(studio, ear):
    window = opened(studio, tab="release")
    studio.release()
    result = window.release_tab.result
    studio.qtbot.waitUntil(result.spoken.hasFocus)
    assert told(result.spoken).role() == QAccessible.Role.StaticText
    assert told(result.spoken).text(QAccessible.Text.Name).startswith("Result: ")
    assert ear.heard.count("The release is under way.") == 1
    assert DRAWN not in ear.heard
    assert not any(result.winner.text() in text for text in ear.heard if "picture" not in text)


def test_a_result_that_comes_while_another_page_is_looked_at_is_said_once(studio, ear):
    window = opened(studio, tab="release")
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.tab("ledger")
    studio.settle()
    assert ear.heard.count(DRAWN) == 1
    studio.tab("release")
    studio.qtbot.waitUntil(window.release_tab.result.spoken.hasFocus)
    assert ear.heard.count(DRAWN) == 1


def test_why_nothing_was_released_is_said_once(counted, ear):
    away = Path(counted.plan.tables[0].path)
    refused = counted.confirm_after(lambda: away.rename(away.with_name("away.csv")))
    assert ear.heard.count(refused) == 1
    assert "othing was charged" in refused


def test_what_is_wrong_with_a_field_is_its_description_and_is_not_said_besides(studio, ear):
    window = opened(studio)
    field = window.privacy.fields["privacy.beta"]
    studio.type(field, "7")
    assert field._problem.text()
    assert told(field.editor).text(QAccessible.Text.Description) == field._problem.text()
    studio.qtbot.wait(SETTLED)
    assert field._problem.text() not in ear.heard


def test_a_new_picture_is_said_once_after_one_has_typed(studio, ear):
    window = opened(studio)
    studio.qtbot.wait(SETTLED)
    ear.heard.clear()
    studio.type(window.privacy.fields["privacy.epsilon"], "0.25")
    studio.settle()
    assert ear.pictures() == [], "nobody is talked over"
    studio.qtbot.waitUntil(lambda: ear.pictures() != [], timeout=SETTLED)
    studio.qtbot.wait(SETTLED)
    (said,) = ear.pictures()
    assert said.startswith("New picture for ε = 0.25: the most likely candidate is ")
    assert said.endswith(" %. Sample.")


def test_a_picture_that_no_longer_holds_is_not_said(studio, ear):
    window = opened(studio)
    studio.qtbot.wait(SETTLED)
    ear.heard.clear()
    studio.type(window.privacy.fields["privacy.epsilon"], "0.5")
    studio.settle()
    studio.type(window.privacy.fields["privacy.epsilon"], "")
    studio.settle()
    studio.qtbot.wait(SETTLED)
    assert ear.pictures() == []


@pytest.mark.parametrize("demonstration", ["ages", "survey", "halfspaces", "drugs"])
def test_a_picture_of_every_kind_of_question_is_said(studio, ear, demonstration):
    opened(studio, demonstration)
    studio.qtbot.waitUntil(lambda: ear.pictures() != [], timeout=10_000)
    studio.qtbot.wait(SETTLED)
    assert len(ear.pictures()) == 1


def test_a_notice_is_said_when_it_appears_and_not_again(studio, ear):
    for _ in range(2):
        studio.window.notices.say("The file has changed.")
    assert ear.heard == ["The file has changed."]


def test_two_things_at_once_are_both_there_to_be_heard(studio, ear):
    for text in ("One.", "Two.", "Three."):
        say(studio.window, text)
    lines = [each for each in studio.window.findChildren(Said) if each.isVisible()]
    assert Counter(each.accessibleName() for each in lines) == Counter(["One.", "Two.", "Three."])
    assert {told(each).role() for each in lines} == {QAccessible.Role.Notification}
    for place in range(20):
        say(studio.window, f"More {place}.")
    assert len(studio.window.findChildren(Said)) <= 4


def test_what_was_said_is_forgotten(studio):
    say(studio.window, "A result.")
    (line,) = [each for each in studio.window.findChildren(Said) if each.accessibleName()]
    line.findChild(QTimer).timeout.emit()
    assert not line.isVisible()
    assert line.accessibleName() == ""


def test_what_a_person_unfolds_is_said_to_be_open(studio, ear):
    window = opened(studio)
    ear.heard.clear()
    fold = window.privacy.more.button
    studio.focus(fold)
    for _ in range(2):
        QTest.keyClick(fold, Qt.Key.Key_Space)
    assert ear.heard == ["open", "closed"]


def test_where_readers_know_announcements_no_line_appears_besides(studio, ear, monkeypatch):
    monkeypatch.setattr(announcing, "_ANNOUNCE", ("offscreen",))
    say(studio.window, "A result.", urgent=True)
    assert ear.heard == []
