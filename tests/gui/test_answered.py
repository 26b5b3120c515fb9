"""What was asked and paid for before is shown again; another draw of it is never the first thing that is offered."""

import pytest
from PySide6.QtWidgets import QLabel

from tests.gui.test_keeping import crash, line, start
from tests.gui.test_seen import ask_for_a_drug, clinic, release, texts

__all__ = ["start"]


def limit_bar(studio) -> str:
    return studio.window.release_tab._bar.bar.accessibleName()


def shows_its_result(studio, result: str, *, spent: int) -> None:
    """The result stands on top, says when it was asked, and another draw is small; nothing is charged for it."""
    window = studio.window
    page = window.release_tab
    studio.tab("release")
    studio.qtbot.waitUntil(page.winner.isVisible)
    assert page.winner.text() == result
    assert "You asked this on" in texts(page.result) and "shown again at no cost" in texts(page.result)
    assert page.release_button.text().strip() == "Draw again…"
    assert page.release_button.objectName() != "primary"
    assert window.workplace.steps.status(4) == "done"
    assert window.session.resolved.account.spent == spent
    assert "Another draw" in texts(page)


def test_after_a_release_that_used_up_most_of_the_limit_nothing_is_called_wrong(studio):
    window = studio.window
    studio.demonstration("colour")
    assert "ready" in window.workplace.steps.accessibleTabName(4)
    studio.type(window.privacy.fields["privacy.epsilon"], "6")
    studio.settle()
    studio.release()
    assert "released" in window.workplace.steps.accessibleTabName(4)
    assert window.workplace.steps.status(3) == "short", "where too little is left for another one there is no tick"
    assert "too little is left" in window.workplace.steps.accessibleTabName(3)
    studio.tab("privacy")
    problems = [each for each in window.privacy.findChildren(QLabel) if each.objectName() == "problem"]
    assert not [each.text() for each in problems if each.isVisible() and "left" in each.text()]
    studio.type(window.privacy.fields["privacy.epsilon"], "5")
    studio.settle()
    assert "Type 4 or less" in " ".join(studio.missing)
    assert any("left" in each.text() for each in window.privacy.findChildren(QLabel) if each.objectName() == "problem")


def test_after_a_crash_the_result_that_was_paid_for_is_there_again(start, tmp_path):
    before = start()
    ask_for_a_drug(before, clinic(before, tmp_path), cap="3")
    release(before)
    result = before.window.session.release.text
    crash(before)
    after = start()
    after.click(line(after).buttons["Open them"])
    after.settle()
    shows_its_result(after, result, spent=1)
    page = after.window.release_tab
    after.click(page.release_button)
    after.click(page.confirm_button)
    after.settle()
    assert after.window.session.release.number == 2
    assert "You asked this on" not in texts(page.result), "this one was drawn just now"


def test_a_project_that_is_saved_and_opened_again_shows_its_result(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="3")
    release(studio)
    window, result = studio.window, studio.window.session.release.text
    studio.answers["save_file"] = [str(tmp_path / "Clinic.dpstudio")]
    studio.keys("Ctrl+S")
    window.projects.open_demonstration("colour")
    studio.settle()
    assert window.session.release is None, "another table has another book"
    window.projects.open(str(tmp_path / "Clinic.dpstudio"))
    studio.settle()
    shows_its_result(studio, result, spent=1)


def test_what_was_found_gives_way_to_a_question_that_was_never_asked(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="3")
    release(studio)
    window, result = studio.window, studio.window.session.release.text
    window.session.put_result_away()
    window.session.refresh()
    shows_its_result(studio, result, spent=1)
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "0.5")
    studio.settle()
    studio.tab("release")
    assert not window.release_tab.result.isVisible()
    assert window.release_tab.release_button.text().strip() == "Release…"
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "1")
    studio.settle()
    shows_its_result(studio, result, spent=1)


def test_a_result_that_was_drawn_here_is_changed_for_the_one_of_what_is_asked_again(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="10")
    release(studio)
    window, first = studio.window, studio.window.session.release
    studio.tab("question")
    studio.type(window.question.fields["candidates.text"], "A\nB")
    studio.settle()
    release(studio)
    assert window.session.release.number == 2
    studio.tab("question")
    studio.type(window.question.fields["candidates.text"], "A\nB\nC")
    studio.settle()
    shows_its_result(studio, first.text, spent=2)
    assert not window.release_tab.earlier.isVisible()


@pytest.mark.parametrize("found", [False, True], ids=["just drawn", "found again"])
def test_after_a_release_only_what_is_spent_and_left_is_told_until_another_draw_is_asked_for(studio, tmp_path, found):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="3")
    page = studio.window.release_tab
    studio.tab("release")
    assert limit_bar(studio) == "ε: 0 spent   ·   1 this release   ·   2 left of the limit 3"
    assert "Costs ε = 1. After it, 1 of at most 3 is spent." in texts(page)
    release(studio)
    if found:
        studio.window.session.put_result_away()
        studio.window.session.refresh()
    assert limit_bar(studio) == "ε: 1 spent   ·   2 left of the limit 3"
    assert page._bar.bar.parts.now == 0
    assert "Another draw of the same question costs ε = 1 more and would leave 1." in texts(page)
    studio.click(page.release_button)
    assert limit_bar(studio) == "ε: 1 spent   ·   1 this release   ·   1 left of the limit 3"
    studio.click(page.back_button)
    assert limit_bar(studio) == "ε: 1 spent   ·   2 left of the limit 3"
    studio.click(page.release_button)
    studio.click(page.confirm_button)
    studio.settle()
    assert "Another draw of the same question costs ε = 1 more and would leave 0." in texts(page)
