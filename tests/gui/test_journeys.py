"""Whole jobs by real clicks and keys, from an empty home to a receipt."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from dpstudio.core.plan import IssuedPlan
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.question import Issued
from dpstudio.core.release import plan_digest
from tests.receipts import statement


@pytest.mark.parametrize("name", ["apples", "mascot", "city-250"])
def test_a_demonstration_from_welcome_to_receipt(studio, tmp_path, name):
    window = studio.window
    studio.demonstration(name)
    studio.settle()
    assert studio.missing == []
    for tab in ("tables", "question", "score", "privacy", "release"):
        studio.tab(tab)
    studio.tab("privacy")
    before = window.preview.law.bars.chances.copy() if name != "city-250" else None
    studio.type(window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    assert studio.plan.privacy.epsilon == "2"
    assert window.session.preview.shown[0].badge is Badge.SAMPLE
    if before is not None:
        assert window.preview.law.bars.chances.max() > before.max()
    studio.release()
    winner = window.session.release.text
    assert winner in window.release_tab.winner.text()
    studio.click(window.release_tab.copy_button)
    assert QGuiApplication.clipboard().text() == f"{winner} (demonstration, not private)"
    studio.answers["folder"] = [str(tmp_path / "out")]
    studio.click(window.release_tab.export_button)
    studio.settle()
    receipt = statement(tmp_path / "out" / "receipt.json")
    assert receipt["result"]["chosen"] == winner
    assert receipt["privacy_parameters"]["epsilon"] == "2"
    assert receipt["flags"]
    assert (tmp_path / "out" / "receipt.pdf").read_bytes().startswith(b"%PDF")
    studio.tab("ledger")
    assert window.ledger_tab.view.model().rowCount() == 1
    assert "2 of 10 spent" in window.ledger_tab.account.text()
    assert not window.session.document.can_undo


def drop(studio, path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    told = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(studio.window, QDragEnterEvent(QPoint(50, 50), *told))
    QApplication.sendEvent(studio.window, QDropEvent(QPointF(50, 50), *told))


def test_a_private_table_from_drop_to_receipt(studio, people, tmp_path):
    window = studio.window
    window.show_tab("tables")
    drop(studio, people)
    studio.settle()
    handle = studio.plan.tables[0].handle
    card = window.tables.card(handle)
    assert studio.plan.tables[0].delimiter == ";"
    studio.option(card.role, "private")
    studio.settle()
    assert not card.rows.isVisible()
    assert window.session.facts[handle].names == ()
    studio.option(card.reading.header, "yes")
    studio.settle()
    assert "who, pays, city" in card._names_label.text()
    studio.option(window.tables.fields["privacy_unit.kind"], "person")
    studio.choose(window.tables.fields["privacy_unit.person"], "who")
    studio.type(window.tables.fields["privacy_unit.rows"], "2")
    studio.option(window.tables.fields["privacy_unit.relation"], "add_remove")

    studio.tab("question")
    studio.type(window.question.fields["name"], "Price")
    studio.option(window.question.fields["candidates.kind"], "grid")
    for field, text in (("start", "1"), ("stop", "5"), ("step", "0.5")):
        studio.type(window.question.fields[f"candidates.{field}"], text)
    assert "9 candidates" in window.question.pages["choose"].count_label.text()

    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "revenue")
    studio.choose(window.score.columns[0], "pays")

    studio.tab("tables")
    column = card.editor("pays")
    studio.choose(column.kind, "decimal number")
    assert card.reading.marks["numbers"].title.text() == "Numbers (guess)"
    studio.read_so(card)
    assert column.fields["decimal_mark"].editor.text() == ","
    studio.type(column.fields["unit"], "€")

    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    assert studio.missing == []
    assert window.preview.badge.text() == "SIMULATED"
    assert "1,000 people (assumed)" in window.preview.foot.note.text()
    assert window.session.resolved.scores.range_sensitivity == 9

    studio.tab("release")
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.back_button)
    assert window.session.release is None
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.settle()
    assert window.session.release is not None
    (flag,) = window.session.release.statement["flags"]
    assert "DPSTUDIO_HOME" in flag
    assert "€" in window.release_tab.winner.text()
    assert any("nothing is left of the limit" in sentence for sentence in studio.missing) or studio.missing == []
    window.session.refresh()
    assert any("nothing is left of the limit" in sentence for sentence in studio.missing)
    assert not window.release_tab.release_button.isEnabled()
    shown = " ".join(label.text() for label in window.findChildren(QLabel))
    assert "Oslo" not in shown
    assert "Ann" not in shown


def test_a_pasted_table_and_typed_candidates(studio, tmp_path):
    window = studio.window
    card = studio.paste_table("colour\nRed\nBlue\nBlue\n", "private")
    assert any("Save pasted table" in sentence for sentence in studio.missing)
    studio.answers["save_file"] = [str(tmp_path / "saved.csv")]
    studio.click(card.save_button)
    studio.settle()
    assert (tmp_path / "saved.csv").read_text() == "colour\nRed\nBlue\nBlue\n"
    assert studio.plan.tables[0].text == ""
    studio.protect_rows("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "Red\nBlue\nRed")
    assert window.question.fields["candidates.text"]._problem.text().startswith("Candidates 1 and 3 are the same")
    studio.type(window.question.fields["candidates.text"], "Red\nBlue")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "votes")
    studio.option(window.score.fields["rule.style"], "one_column")
    studio.choose(window.score.columns[0], "colour")
    studio.tab("tables")
    studio.choose(card.editor("colour").kind, "one choice (category)")
    studio.tab("privacy")
    studio.pick(window.privacy.fields["privacy.mechanism"], "permute_and_flip")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    assert studio.missing == []
    assert window.session.resolved.scores.range_sensitivity == 2


def test_release_leads_to_what_is_missing(studio, people):
    window = studio.window
    window.opener.open([str(people)])
    studio.settle()
    studio.tab("release")
    assert not window.release_tab.release_button.isEnabled()
    links = [
        b
        for b in window.release_tab.findChildren(type(window.tables.open_button))
        if b.objectName() == "todo" and b.isVisible()
    ]
    cap = next(link for link in links if "limit" in link.text())
    studio.click(cap)
    assert window.tab == "privacy"
    assert window.focusWidget() is window.privacy.fields["privacy.cap"].editor


def test_everything_can_be_undone_by_keys(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    start = studio.plan
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "3")
    studio.pick(window.privacy.fields["privacy.mechanism"], "permute_and_flip")
    studio.tab("question")
    studio.type(window.question.fields["candidates.stop"], "4")
    assert studio.plan != start
    studio.focus(window.workplace.steps)
    for _ in range(10):
        studio.keys("Ctrl+Z")
    assert studio.plan == start
    for _ in range(10):
        studio.keys("Ctrl+Shift+Z")
    assert studio.plan.candidates.stop == "4"
    assert studio.plan.privacy.mechanism == "permute_and_flip"
    studio.settle()


def test_what_is_typed_after_another_page_was_looked_at_is_undone_alone(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    studio.tab("privacy")
    start, epsilon = studio.plan, window.privacy.fields["privacy.epsilon"]
    studio.type(epsilon, "2")
    studio.type(epsilon, "3")
    studio.tab("release")
    studio.tab("privacy")
    studio.type(epsilon, "1.5")
    for left in ("3", start.privacy.epsilon):
        studio.focus(window.workplace.steps)
        studio.keys("Ctrl+Z")
        assert studio.plan.privacy.epsilon == left
    assert studio.plan == start
    studio.settle()


def test_undo_reaches_the_project_from_within_a_field(studio):
    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    start = studio.plan
    studio.tab("privacy")
    studio.pick(window.privacy.fields["privacy.mechanism"], "permute_and_flip")
    studio.type(window.privacy.fields["privacy.epsilon"], "3")
    studio.keys("Ctrl+Z")
    assert studio.plan.privacy.epsilon == "1"
    assert window.privacy.fields["privacy.epsilon"].editor.text() == "1"
    studio.keys("Ctrl+Z")
    assert studio.plan == start
    studio.keys("Ctrl+Shift+Z")
    studio.keys("Ctrl+Shift+Z")
    assert window.privacy.fields["privacy.epsilon"].editor.text() == "3"
    studio.settle()


def test_a_project_is_saved_opened_and_guarded(studio, tmp_path):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    studio.answers["save_file"] = [str(tmp_path / "mine")]
    studio.keys("Ctrl+S")
    assert (tmp_path / "mine.dpstudio").exists()
    assert not window.session.document.unsaved
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "0.5")
    assert window.isWindowModified()
    studio.answers["choose"] = ["Cancel"]
    studio.keys("Ctrl+N")
    assert studio.plan.privacy.epsilon == "0.5"
    studio.answers["choose"] = ["Discard"]
    studio.keys("Ctrl+N")
    assert studio.plan.tables == ()
    window.show_welcome()
    assert window.settings.recent == [str(tmp_path / "mine.dpstudio")]
    window.projects.open(window.settings.recent[0])
    studio.settle()
    assert studio.plan.privacy.epsilon == "1"
    assert studio.missing == []


def test_a_broken_project_changes_nothing(studio, tmp_path):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    before = studio.plan
    broken = tmp_path / "broken.dpstudio"
    broken.write_text('{"format": 1,\n "program": "dpstudio",\n "plan": {"nmae": "x"}}')
    window.session.document.saved_as(tmp_path / "x.dpstudio")
    window.projects.open(str(broken))
    assert studio.plan == before
    kind, _, text = studio.answers["said"][-1]
    assert kind == "complain"
    assert "line 3" in text
    assert "nmae" in text


def test_a_file_that_is_no_table_changes_nothing(studio, tmp_path):
    window = studio.window
    picture = tmp_path / "x.csv"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    window.opener.open([str(picture)])
    studio.settle()
    assert studio.plan.tables == ()
    assert "not a table" in studio.answers["said"][-1][2]


def test_a_second_window_on_the_same_project_is_warned_about(studio, qapp, tmp_path):
    from dpstudio.gui.app import build

    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    studio.answers["save_file"] = [str(tmp_path / "p.dpstudio")]
    studio.keys("Ctrl+S")
    other = build(qapp)
    studio.answers["choose"] = ["Leave it"]
    other.projects.open(str(tmp_path / "p.dpstudio"))
    assert studio.answers["said"][-1][1] == "Open in another window"
    assert other.session.document.plan.tables == ()
    studio.answers["choose"] = ["Leave it"]
    studio.answers["save_file"] = [str(tmp_path / "p.dpstudio")]
    before = (tmp_path / "p.dpstudio").read_bytes()
    assert not other.projects.save_as()
    assert (tmp_path / "p.dpstudio").read_bytes() == before
    window.projects.open(str(tmp_path / "p.dpstudio"))
    studio.settle()
    studio.answers["choose"] = ["Leave it"]
    other.projects.open(str(tmp_path / "p.dpstudio"))
    assert other.session.document.plan.tables == ()
    other.close()
    other.deleteLater()


def test_an_excel_file_is_opened_by_the_dialog_and_kept_sealed(studio, tmp_path):
    from tests.core.test_tables import excel

    window = studio.window
    book = tmp_path / "clinic.xlsx"
    excel(book, [["patient", "ward"], ["Zaphod", "North"], ["Trillian", "South"], ["Arthur", "North"]])
    studio.answers["open_files"] = [[str(book)]]
    studio.click(window.welcome.open_button)
    studio.settle()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    assert card.reading.sheet.editor.currentText() == "people"
    studio.option(card.reading.header, "yes")
    studio.settle()
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "North\nSouth")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "votes")
    studio.option(window.score.fields["rule.style"], "one_column")
    studio.choose(window.score.columns[0], "ward")
    studio.tab("tables")
    studio.choose(card.editor("ward").kind, "one choice (category)")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    assert studio.missing == []
    studio.release()
    assert window.session.release.text in ("North", "South")
    shown = " ".join(label.text() for label in window.findChildren(QLabel))
    assert "Zaphod" not in shown


def test_who_issues_what_for_and_why_are_typed_before_a_release_and_may_stay_blank(studio):
    window = studio.window
    window.projects.open_demonstration("city")
    studio.settle()
    studio.tab("release")
    card = window.release_tab.issued
    assert not any(field.isVisible() for field in card.fields.values())
    before = plan_digest(window.session.resolved.question)
    assert window.session.resolved.question.issued == Issued("not stated", "not stated", "not stated")
    studio.click(card.more.button)
    studio.type(card.fields["issued.issued_by"], "Office of  Fairness")
    studio.type(card.fields["issued.why_epsilon"], "As agreed")
    studio.settle()
    assert studio.plan.issued == IssuedPlan("Office of  Fairness", "", "As agreed")
    asked = window.session.resolved.question
    assert asked.issued == Issued("Office of Fairness", "not stated", "As agreed")
    assert plan_digest(asked) == before, "nothing that is charged or claimed depends on it"
    assert card.fields["issued.why_epsilon"].isVisible()
    studio.type(card.fields["issued.purpose"], "x" * 301)
    studio.settle()
    assert window.session.resolved.question is None
    assert "longer than 300" in window.session.resolved.missing[0].sentence
    window._go(window.session.resolved.missing[0])
    assert window.focusWidget() is card.fields["issued.purpose"].editor


def test_below_a_file_that_cannot_be_read_nothing_more_is_asked_of_it(studio, tmp_path):
    broken = tmp_path / "noise.xlsx"
    broken.write_bytes(bytes(range(256)) * 40)
    studio.window.show_tab("tables")
    studio.answers["open_files"] = [[str(broken)]]
    studio.click(studio.window.tables.open_button)
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    assert "noise.xlsx" in studio.missing[0]
    assert not card.reading.sheet.isVisible()
    assert not card.reading.header.isVisible()
    assert card.role.isVisible()
