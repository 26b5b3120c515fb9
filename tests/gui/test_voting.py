"""An audience votes: answers are typed or pasted live, become a private table, and are released before their eyes."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from dpstudio.core.tables.schema import Role
from tests.gui.cutting import cut
from tests.gui.hearing import offences
from tests.gui.test_presenting import present, press, settle


def voting(studio):
    """The dialog, with two candidates."""
    studio.click(studio.window.welcome.vote_button)
    dialog = studio.window.voting.dialog
    studio.qtbot.waitUntil(dialog.isVisible)
    studio.type(dialog.question, "Where do we eat?")
    studio.type(dialog.candidates, "Pizza\nCurry")
    return dialog


def answer(dialog, *texts):
    """Type one answer after another, as whoever keeps the list does."""
    dialog.activateWindow()
    QTest.qWaitForWindowActive(dialog, 1000)
    dialog.grid.setFocus()
    for text in texts:
        QTest.keyClicks(dialog.grid, text[0])
        (editor,) = [each for each in dialog.grid.findChildren(QLineEdit) if each.isVisible()]  # the letter opened it
        QTest.keyClicks(editor, text[1:])
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QApplication.processEvents()


def take(studio, dialog, folder):
    """Take the answers, and save them where the person says."""
    studio.answers["save_file"] = [str(folder / "our answers.csv")]
    studio.click(dialog.take_button)
    studio.settle()


def test_answers_are_typed_person_by_person_and_released_as_a_private_table(studio, tmp_path):
    window, dialog = studio.window, voting(studio)
    answer(dialog, "pizza", "Curry", "Pizza", "Salad")
    assert dialog.grid.texts == ["pizza", "Curry", "Pizza", "Salad"]
    assert dialog.counts.text().startswith("4 answers, 1 of them")
    assert "private" in " ".join(each.text() for each in dialog.findChildren(QLabel))
    assert not offences(dialog)
    assert not cut(dialog)
    take(studio, dialog, tmp_path)
    assert window.voting.dialog is None
    assert window.tab == "privacy"
    table = studio.plan.data_table
    assert (table.role, table.text, table.label) == (Role.PRIVATE, "", "our answers.csv")
    assert (tmp_path / "our answers.csv").read_text("utf-8") == "answer\npizza\nCurry\nPizza\nSalad\n"
    assert len(studio.missing) == 1, studio.missing
    studio.type(window.privacy.fields["privacy.cap"], "2")
    studio.settle()
    assert studio.missing == []
    assert window.session.preview.shown[0].badge.value == "SIMULATED"
    assert int(window.session.preview.shown[0].scores.steps.sum()) == 4, "as many people as have answered"
    assert "an invented table of 4 people." in window.preview.foot.note.text()
    studio.release()
    release = window.session.release
    assert release.receipt.winners[0] in ("Pizza", "Curry")
    assert release.number == 1
    assert len(window.session.gate.ledger.accounts()) == 1, "it counts in the ledger like any other"
    assert not any("demonstration" in flag for flag in release.receipt.flags)


def test_what_is_pressed_stands_below_what_is_asked_in_every_dialog(studio):
    dialog = voting(studio)
    asked = dialog.question.editor, dialog.candidates.editor
    left = [each.mapTo(dialog, QPoint()).x() for each in (dialog.take_button, *asked)]
    assert len(set(left)) == 1


def test_the_answers_stand_beside_the_candidates_and_many_are_seen_at_once(studio):
    dialog = voting(studio)
    at = lambda each: each.mapTo(dialog, QPoint())  # noqa: E731 - asked of both
    assert at(dialog.grid).x() > at(dialog.candidates).x() + dialog.candidates.width()
    assert at(dialog.grid).y() < at(dialog.candidates).y()
    assert dialog.grid.width() > dialog.candidates.width(), "a long answer has room"
    assert dialog.grid.viewport().height() // dialog.grid.rowHeight(0) >= 8


def test_what_was_typed_counts_for_whom_it_names_whatever_its_capitals(studio, tmp_path):
    window, dialog = studio.window, voting(studio)
    QGuiApplication.clipboard().setText("pizza\n" * 60)
    studio.focus(dialog.grid)
    QTest.keySequence(dialog.grid, "Ctrl+V")
    take(studio, dialog, tmp_path)
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    studio.release()
    assert window.session.release.receipt.winners[0] == "Pizza", "60 ahead at ε = 1: another wins once in e^60 draws"


def test_a_pasted_column_fills_one_cell_per_line(studio):
    dialog = voting(studio)
    QGuiApplication.clipboard().setText("Pizza\n\n Curry \r\nPizza\n")
    studio.focus(dialog.grid)
    QTest.keySequence(dialog.grid, "Ctrl+V")
    assert dialog.grid.texts == ["Pizza", "Curry", "Pizza"]
    answer(dialog, "Curry")
    assert dialog.grid.texts == ["Pizza", "Curry", "Pizza", "Curry"]
    dialog.grid.setCurrentCell(0, 0)
    QTest.keyClick(dialog.grid, Qt.Key.Key_Delete)
    assert dialog.grid.texts == ["Curry", "Pizza", "Curry"]
    studio.click(dialog.take_button)
    assert studio.window.voting.dialog is dialog, "nothing is taken without a file to keep it in"
    studio.answers["choose"] = ["Discard"]
    studio.click(dialog.close_button)
    assert studio.window.voting.dialog is None


@pytest.mark.parametrize(("candidates", "given", "told"), [
    ("Pizza", ["Pizza"], "fewer than 2 candidates"), ("Pizza\npizza", ["Pizza"], "fewer than 2 candidates"),
    ("Pizza\nCurry", [], "Nobody has answered"),
])  # fmt: skip
def test_what_is_missing_is_said_and_nothing_is_opened(studio, candidates, given, told):
    dialog, before = voting(studio), studio.plan
    studio.type(dialog.candidates, candidates)
    answer(dialog, *given)
    studio.click(dialog.take_button)
    assert told in dialog.problem.text()
    assert dialog.problem.isVisible()
    assert studio.plan == before


def test_the_same_answers_taken_once_more_continue_their_account(studio, tmp_path):
    for _ in range(2):
        studio.window.show_welcome()
        dialog = voting(studio)
        answer(dialog, "Pizza", "Curry")
        studio.answers["choose"] = ["Discard"]
        take(studio, dialog, tmp_path)
        if not studio.window.session.standing.account:
            studio.type(studio.window.privacy.fields["privacy.cap"], "3")
            studio.settle()
        studio.release()
    assert studio.window.session.release.number == 2
    assert len(studio.window.session.gate.ledger.accounts()) == 1


def test_a_vote_is_taken_and_released_before_the_audience(studio, tmp_path):
    window = studio.window
    studio.demonstration("colour")
    shown = present(studio)
    press(shown, Qt.Key.Key_V)
    dialog = window.voting.dialog
    studio.qtbot.waitUntil(dialog.isVisible)
    assert dialog.parent() is shown
    studio.type(dialog.candidates, "Pizza\nCurry")
    answer(dialog, "Pizza", "Pizza", "Curry")
    studio.answers["choose"] = ["Discard"]
    take(studio, dialog, tmp_path)
    settle(studio)
    assert not shown.release_button.isVisible(), "no limit is chosen yet"
    studio.type(window.privacy.fields["privacy.cap"], "2")
    settle(studio)
    assert shown.release_button.text().strip() == "Release…"
    QTest.mouseClick(shown.release_button, Qt.MouseButton.LeftButton)
    assert shown.release_button.text().strip() == "Yes, charge ε = 1"
    assert window.session.release is None, "it is asked first"
    studio.type(window.privacy.fields["privacy.epsilon"], "0.5")
    settle(studio)
    assert shown.release_button.text().strip() == "Release…", "another question is agreed to anew"
    for _ in range(2):
        QTest.mouseClick(shown.release_button, Qt.MouseButton.LeftButton)
    settle(studio)
    studio.qtbot.waitUntil(lambda: window.session.release is not None)
    settle(studio)
    assert shown.result.isVisible()
    assert shown.result.text() == window.session.release.receipt.winners[0]
    assert not shown.picture.isVisible(), "an invented law never stands beside a real winner"
    assert not cut(shown)


def shut(dialog, how):
    """Close the dialog by its button, by a key, or by the button that its frame has."""
    if how == "Close":
        QTest.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    elif how == "Esc":
        dialog.activateWindow()
        QTest.qWaitForWindowActive(dialog, 1000)
        QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Escape)
    else:
        dialog.close()


@pytest.mark.parametrize("how", ["Close", "Esc", "frame"])
def test_whoever_closes_is_asked_before_answers_are_lost(studio, how):
    dialog = voting(studio)
    answer(dialog, "Pizza", "Curry")
    shut(dialog, how)
    (asked,) = [said for said in studio.answers["said"] if said[0] == "choose"]
    assert "lost" in asked[2]
    assert studio.answers["careful"], "the return key keeps what was typed"
    assert studio.window.voting.dialog is dialog
    assert dialog.isVisible()
    assert dialog.grid.texts == ["Pizza", "Curry"]
    studio.answers["choose"] = ["Discard"]
    shut(dialog, how)
    assert studio.window.voting.dialog is None


@pytest.mark.parametrize("how", ["Close", "Esc", "frame"])
def test_nothing_is_asked_where_nothing_was_typed(studio, how):
    studio.click(studio.window.welcome.vote_button)
    shut(studio.window.voting.dialog, how)
    assert studio.window.voting.dialog is None
    assert not studio.answers["said"]


def test_the_window_is_not_closed_over_answers_that_nobody_has_taken(studio):
    dialog = voting(studio)
    answer(dialog, "Pizza")
    assert not studio.window.close()
    assert studio.window.isVisible()
    assert dialog.grid.texts == ["Pizza"]
    studio.answers["choose"] = ["Discard"]
    shut(dialog, "Close")


def test_answers_outlive_the_presentation_that_they_were_asked_for_in(studio):
    studio.demonstration("colour")
    shown = present(studio)
    press(shown, Qt.Key.Key_V)
    dialog = studio.window.voting.dialog
    studio.qtbot.waitUntil(dialog.isVisible)
    answer(dialog, "Pizza")
    studio.keys("F5")
    studio.qtbot.wait(50)
    assert studio.window.presenting.shown is None
    assert dialog.isVisible()
    assert dialog.parent() is studio.window
    assert dialog.grid.texts == ["Pizza"]
    studio.answers["choose"] = ["Discard"]
    shut(dialog, "Close")
    assert studio.window.voting.dialog is None


def paste(dialog, *texts):
    QGuiApplication.clipboard().setText("\n".join(texts))
    dialog.grid.setFocus()
    QTest.keyClick(dialog.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_answers_are_counted_beside_the_grid_as_the_release_counts_them(studio, tmp_path):
    dialog = voting(studio)
    studio.type(dialog.candidates, "Caf\u00e9\nCurry\nStra\u00dfe")
    paste(dialog, "CAFE\u0301", "cafe\u0301", "curry", "STRASSE", "cafe")
    assert dialog.counts.text() == "5 answers, 1 of them not among the candidates"


def test_what_no_file_may_hold_is_left_out_of_an_answer(studio, tmp_path):
    dialog = voting(studio)
    paste(dialog, "Piz\0za", "\x1bCurry", "New\tYork")
    take(studio, dialog, tmp_path)
    assert (tmp_path / "our answers.csv").read_text("utf-8") == "answer\nPizza\nCurry\nNew York\n"
    assert all("NUL" not in each for each in studio.missing)


def test_a_candidate_that_is_too_long_is_refused_before_anything_is_saved(studio, tmp_path):
    dialog = voting(studio)
    studio.type(dialog.candidates, "Pizza\n" + "x" * 501)
    paste(dialog, "Pizza")
    take(studio, dialog, tmp_path)
    assert dialog.problem.text().startswith("A candidate has more than 500 characters.")
    assert dialog.isVisible()
    assert not (tmp_path / "our answers.csv").exists()
