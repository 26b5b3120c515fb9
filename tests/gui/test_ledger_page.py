"""The Ledger page: tables by their names, lines found again, asked again, and the demonstrations' book emptied."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from dpstudio.gui.pages import TextDialog
from dpstudio.gui.project.asked_before import AskedBefore
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.workspace.computer import storage, table_names
from tests.gui.seeing import place_of
from tests.gui.test_large_text import text_to
from tests.gui.test_seen import ask_for_a_drug, clinic
from tests.gui.test_whole_window import opened


def texts(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def lines(tab) -> list[list[str]]:
    model = tab.view.model()
    return [[model.index(at, place).data() for place in range(7)] for at in range(model.rowCount())]


def search(studio, text: str) -> None:
    field = studio.window.ledger_tab.filter
    field.clear()
    studio.click(field)
    QTest.keyClicks(field, text)


def test_tables_have_bars_under_their_names_and_lines_are_found_by_any_word(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="10")
    studio.release()
    window = studio.window
    handle = studio.plan.data_table.handle
    studio.tab("question")
    studio.type(window.question.fields["candidates.text"], "A\nB")
    studio.settle()
    studio.release()
    studio.tab("ledger")
    tab = window.ledger_tab
    (bar,) = [each for each in tab.findChildren(SpentBar) if each.isVisible()]
    assert bar.accessibleName() == "clinic.csv (this table): ε: 2 of 10 spent, 8 left; 2 releases"
    assert "clinic.csv (this table)" in texts(tab) and handle[:8] not in texts(tab)
    assert [line[:2] for line in lines(tab)] == [["2", "clinic.csv (this table)"], ["1", "clinic.csv (this table)"]]
    assert all(line[2].startswith("The more rows name") for line in lines(tab)), "the question stands beside the result"
    first = lines(tab)[1]
    assert table_names.known()[handle] == "clinic.csv", "for the next start"
    search(studio, "no such word")
    assert lines(tab) == []
    assert not tab.reopen_button.isEnabled()
    search(studio, first[3])
    assert first in lines(tab)


def test_in_a_window_of_1024_pixels_no_column_lies_beside_the_list_and_zcdp_is_explained(studio):
    studio.window.resize(1024, 700)
    studio.demonstration("colour")
    studio.release()
    studio.tab("ledger")
    ledger = studio.window.ledger_tab
    studio.qtbot.waitUntil(lambda: ledger.view.width() > 900)
    assert ledger.view.horizontalScrollBar().maximum() == 0
    (link,) = (each for each in ledger.findChildren(Link) if each.isVisible())
    studio.click(link)
    dialog = studio.window.findChild(TextDialog)
    assert "zCDP" in dialog.text.toPlainText()
    dialog.close()


def test_what_was_asked_of_the_open_table_is_asked_again(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="10")
    studio.tab("question")
    studio.type(studio.window.question.fields["name"], "Drug of the year")
    studio.settle()
    studio.release()
    window, before = studio.window, studio.plan
    studio.click(window.release_tab.result.next_button)
    studio.settle()
    studio.type(window.question.fields["name"], "Another question")
    studio.settle()
    between = studio.plan
    assert (before.name, between.name) == ("Drug of the year", "Another question"), "a name belongs to its question"
    assert studio.missing
    studio.tab("ledger")
    tab = window.ledger_tab
    assert not tab.again_button.isEnabled()
    assert tab.choose_first.text() == "Choose a line first."
    QTest.mouseClick(
        tab.view.viewport(), Qt.MouseButton.LeftButton, pos=tab.view.visualRect(tab.view.model().index(0, 0)).center()
    )
    studio.click(tab.again_button)
    studio.settle()
    assert window.tab == "release"
    assert studio.plan == before
    assert studio.missing == []
    assert window.session.resolved.account.spent == 1
    window.session.document.undo()
    assert studio.plan == between


def test_start_afresh_empties_the_book_of_the_demonstrations_and_no_other(studio, tmp_path):
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    studio.release()
    window, own = studio.window, studio.window.session.ledger
    studio.tab("ledger")
    assert not window.ledger_tab.afresh_button.isVisible()
    studio.answers["choose"] = ["Discard"]
    window.projects.open_demonstration("colour")
    studio.settle()
    studio.release()
    studio.tab("ledger")
    assert [line[1] for line in lines(window.ledger_tab)] == [f"{studio.plan.data_table.label} (this table)"]
    studio.answers["choose"] = ["Keep it"]
    studio.click(window.ledger_tab.afresh_button)
    assert len(lines(window.ledger_tab)) == 1
    studio.answers["choose"] = ["Empty their ledger"]
    studio.click(window.ledger_tab.afresh_button)
    studio.settle()
    assert lines(window.ledger_tab) == []
    assert window.session.release is None
    assert window.session.resolved.account is None
    assert not window.ledger_tab.afresh_button.isVisible()
    assert len(own.charges()) == 1 and storage.ledger_file().exists()
    studio.release()
    assert window.session.release.number == 1


def test_the_pdf_of_an_exported_result_opens_when_the_result_is_shown_again(studio, tmp_path):
    """What was exported in this window can be opened, whichever result is shown, as long as it is there."""
    window, folder = studio.window, tmp_path / "out"
    folder.mkdir()
    studio.demonstration("colour")
    studio.release()
    result = window.release_tab.result
    assert not result.pdf_button.isEnabled() and "Export the receipt first" in result.pdf_button.toolTip()
    studio.answers["folder"] = [str(folder)]
    studio.click(result.export_button)
    studio.settle()
    assert result.pdf_button.isEnabled()
    studio.release()
    assert not result.pdf_button.isEnabled(), "this result was not exported"
    studio.tab("ledger")
    window.ledger_tab.view.selectRow(1)
    studio.click(window.ledger_tab.reopen_button)
    assert result.pdf_button.isEnabled()
    (folder / "receipt.pdf").unlink()
    studio.tab("ledger")
    window.ledger_tab.view.selectRow(1)
    studio.click(window.ledger_tab.reopen_button)
    assert not result.pdf_button.isEnabled()
    assert "Export it again" in result.pdf_button.toolTip()


def test_what_stands_below_the_lines_stays_where_it_is_as_one_is_chosen(counted):
    window = counted.window
    counted.tab("ledger")
    ledger = window.ledger_tab
    assert ledger.choose_first.text() == "Choose a line first."
    before = at_rest(counted, ledger.again_button)
    ledger.view.selectRow(0)
    assert not ledger.choose_first.text()
    assert at_rest(counted, ledger.again_button) == before


def at_rest(studio, widget):
    """Where it stands in the window once it no longer moves."""
    places = [None]
    while len(places) < 4 or len(set(places[-3:])) > 1:
        studio.qtbot.wait(50)
        places.append(widget.mapTo(studio.window, widget.rect().topLeft()))
    return places[-1]


def test_after_another_release_the_newest_line_is_chosen_and_no_longer_an_old_one(counted):
    window = counted.window
    counted.tab("ledger")
    counted.click_cell(window.ledger_tab.view, 0)
    old = window.ledger_tab._chosen().number
    counted.release()
    counted.tab("ledger")
    view = window.ledger_tab.view
    assert [index.row() for index in view.selectionModel().selectedRows()] == [0]
    assert window.ledger_tab._chosen().number == old + 1
    assert view.verticalScrollBar().value() == 0


def another_day(studio):
    """The window is closed, and another one is opened with an empty project."""
    studio.answers["choose"] = ["Discard"]
    studio.keys("Ctrl+N")
    studio.settle()
    studio.window.session.before = AskedBefore()
    studio.tab("ledger")
    studio.click_cell(studio.window.ledger_tab.view, 0)


def test_a_line_is_asked_again_on_another_day_of_a_table_that_is_not_open(counted, tmp_path):
    window, before = counted.window, counted.plan
    another_day(counted)
    ledger = window.ledger_tab
    assert not ledger.choose_first.text()
    counted.click(ledger.again_button)
    counted.settle()
    assert window.tab == "release"
    assert (counted.plan.candidates, counted.plan.rule) == (before.candidates, before.rule)
    assert counted.plan.data_table.path == str(tmp_path / "drinkers.csv")
    assert counted.missing == []
    counted.release()
    assert window.session.release.number == 2
    assert len(window.session.gate.ledger.accounts()) == 1


def test_what_is_kept_of_a_question_holds_no_text_of_a_table(counted, home):
    (kept,) = (home / "data" / "asked").glob("*.json")
    assert "Tea" in kept.read_text("utf-8"), "a candidate"
    assert "1,Tea" not in kept.read_text("utf-8")
    assert kept.stat().st_mode & 0o077 == 0, "for its owner alone"


def test_without_its_table_a_line_says_where_it_was(counted, tmp_path):
    (tmp_path / "drinkers.csv").rename(tmp_path / "moved.csv")
    another_day(counted)
    ledger = counted.window.ledger_tab
    assert not ledger.again_button.isEnabled()
    assert "drinkers.csv" in ledger.choose_first.text()


def test_why_a_line_cannot_be_asked_again_is_said_beside_the_button(counted, home):
    for each in (home / "data" / "asked").glob("*.json"):
        each.unlink()
    counted.window.session.before = AskedBefore()
    counted.answers["choose"] = ["Discard"]
    counted.keys("Ctrl+N")
    counted.tab("ledger")
    ledger = counted.window.ledger_tab
    counted.click_cell(ledger.view, 0)
    assert not ledger.again_button.isEnabled()
    assert ledger.choose_first.isVisible()
    assert ledger.choose_first.text().startswith("Ask again: what was asked is not known")


def test_seven_releases_in_a_small_window_leave_five_in_sight_and_none_beside_it(counted):
    counted.window.resize(1024, 700)
    for _ in range(6):
        counted.release()
    counted.tab("ledger")
    view = counted.window.ledger_tab.view
    counted.qtbot.waitUntil(lambda: view.width() > 900)
    assert view.model().rowCount() == 7
    assert not view.horizontalScrollBar().isVisible()
    assert view.viewport().height() >= 5 * view.rowHeight(0)


def test_of_long_names_too_no_column_lies_beside_the_list_in_a_small_window(studio, tmp_path):
    opened(studio, tmp_path, "long_names")
    studio.release()
    studio.window.resize(1024, 700)
    studio.tab("ledger")
    view = studio.window.ledger_tab.view
    studio.qtbot.waitUntil(lambda: 900 < view.width() < 1024)
    studio.qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)


def test_a_word_that_no_line_has_is_told(counted):
    counted.tab("ledger")
    ledger = counted.window.ledger_tab
    QTest.keyClicks(ledger.filter, "Kaffee")
    assert ledger.view.model().rowCount() == 0
    assert ledger.choose_first.text() == "No line has that."
    ledger.filter.clear()
    assert ledger.choose_first.text() == "Choose a line first."


def test_with_the_largest_text_in_a_small_window_no_date_is_cut(counted):
    counted.window.resize(1024, 700)
    text_to(counted, "200")
    counted.tab("ledger")
    counted.settle()
    ledger = counted.window.ledger_tab
    counted.qtbot.waitUntil(lambda: 800 < ledger.view.width() < 1024)
    date = ledger.view.model().index(0, 6)
    assert ledger.view.sizeHintForIndex(date).width() <= ledger.view.columnWidth(6)
    counted.qtbot.waitUntil(lambda: ledger.horizontalScrollBar().maximum() == 0)


def test_all_entries_come_into_sight_with_the_keyboard_as_they_are_opened(counted):
    counted.window.resize(1024, 700)
    counted.tab("ledger")
    ledger = counted.window.ledger_tab
    counted.qtbot.waitUntil(lambda: ledger.view.width() > 900)
    QTest.mouseClick(ledger.more.button, Qt.MouseButton.LeftButton)
    entries, room = ledger.entries.view, place_of(ledger.viewport())
    counted.qtbot.waitUntil(lambda: counted.window.focusWidget() is entries, timeout=30_000)
    counted.qtbot.waitUntil(lambda: room.contains(place_of(entries)), timeout=30_000)


def test_whose_rows_are_protected_is_said_of_each_release(counted):
    counted.tab("ledger")
    ledger = counted.window.ledger_tab
    names = [ledger.view.model().headerData(place, Qt.Orientation.Horizontal) for place in range(8)]
    line = dict(zip(names, (ledger.view.model().index(0, place).data() for place in range(8)), strict=True))
    assert (line["Unit"], line["ε"], line["No."]) == ("row", "1", "1")
