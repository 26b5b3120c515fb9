"""Where the keyboard goes when what had it goes away: to something that is seen, and that one wants next."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.test_hearing import opened


def test_another_question_begins_at_the_first_choice_of_an_empty_page(studio):
    """Nothing is left of the question before: no name, no picture, no keyboard on what is folded away."""
    window = opened(studio, "colour")
    studio.come_forward()
    studio.tab("question")
    studio.type(window.question.fields["name"], "The best colour")
    weights = window.question.pages["choose"].weights
    studio.focus(weights.button)
    studio.release()
    QTest.keyClick(window.release_tab.result.next_button, Qt.Key.Key_Space)
    studio.settle()
    assert window.tab == "question"
    here = QApplication.focusWidget()
    assert here.isVisible()
    assert window.question.verticalScrollBar().value() == 0
    assert here in window.question.fields["kind"].buttons.values()
    assert window.question.fields["name"].editor.text() == ""
    assert window.session.preview.shown == ()


def test_while_a_release_is_under_way_the_keyboard_is_on_cancel_and_then_on_the_result(studio):
    window = opened(studio, "colour")
    studio.tab("release")
    tab = window.release_tab
    studio.click(tab.release_button)
    QTest.keyClick(tab.confirm_button, Qt.Key.Key_Return)
    assert window.runner.busy("release")
    assert tab.cancel_button.hasFocus()
    heard: list[QWidget] = []
    note = lambda _, now: heard.append(now) if now is not None else None  # noqa: E731 - taken off again
    QApplication.instance().focusChanged.connect(note)
    studio.settle()
    studio.qtbot.waitUntil(tab.running.isHidden)
    QApplication.instance().focusChanged.disconnect(note)
    assert heard == [tab.result.spoken], "a reader would say whatever had it for a moment"


def test_a_line_that_is_used_as_a_list_leaves_the_keyboard_in_the_list(studio):
    window = opened(studio, "colour")
    studio.tab("question")
    field = window.question.fields["candidates.text"]
    studio.type(field, "Red, Green, Blue")
    QTest.keyClick(field.split_button, Qt.Key.Key_Space)
    assert field.editor.hasFocus()
    assert field.editor.toPlainText() == "Red\nGreen\nBlue"


def test_where_a_confirmed_reading_is_wrong_the_keyboard_goes_to_the_field_of_the_error(studio, tmp_path):
    path = tmp_path / "clinic.csv"
    path.write_text("who;wish;wish\nAnn;8;9\nBen;8;10\n", "utf-8")
    window = studio.window
    window.show_tab("tables")
    studio.answers["open_files"] = [[str(path)]]
    studio.click(window.tables.open_button)
    studio.settle()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    studio.focus(card.reading.confirm_button)
    QTest.keyClick(card.reading.confirm_button, Qt.Key.Key_Return)
    studio.settle()
    fields = [field.editor for field in card.reading.names.editors.values()]
    assert len(fields) == 2
    assert QApplication.focusWidget() is fields[0]


def test_an_arrow_key_opens_a_list_that_acts_and_declares_nothing(studio, people):
    card = studio.open_private(people)
    before = studio.plan
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_P):
        studio.focus(card.declare)
        QTest.keyClick(card.declare, key)
        assert card.declare.view().isVisible()
        assert studio.plan == before
        card.declare.hidePopup()
    card.declare.showPopup()
    QTest.keyClick(card.declare.view(), Qt.Key.Key_Home)
    QTest.keyClick(card.declare.view(), Qt.Key.Key_Return)
    assert [each.name for each in studio.plan.data_table.columns] == ["who"]


def test_what_is_added_to_a_question_has_the_keyboard(studio, people):
    """Else a key would be answered by silence: what has come stands before the button that was pressed."""
    studio.open_private(people)
    studio.tab("question")
    kinds = studio.window.question.fields["kind"]
    studio.option(kinds, "measure")
    page = studio.window.question.pages["measure"]
    studio.click(page.add_buttons["count"])
    studio.click(page.editor.add_button)
    assert page.editor.conditions[-1][0].editor.hasFocus()
    studio.option(kinds, "synthesize")
    table = studio.window.question.pages["synthesize"]
    studio.click(table.add_button)
    assert table.columns[-1].editor.hasFocus()
    assert len(table.columns) == 2
