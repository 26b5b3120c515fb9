"""The Tables page: one table at a time, a row for each declared column, and what is wrong told where it stands."""

import zipfile
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from dpstudio.core.account import HEADER_LOOK
from dpstudio.core.plan import ColumnPlan
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.more import folds
from tests.gui.messy import opened
from tests.gui.seeing import place_of
from tests.gui.test_large_text import text_to
from tests.judges.messy.books import book

PEOPLE = "who,age,drink\nAnn,30,tea\nBen,40,tea\n"
PRICES = "price\n1\n2\n"


class Counted(QObject):
    """Counts the layouts done anew below some widgets."""

    def __init__(self, watched) -> None:
        super().__init__()
        self.laid_out = 0
        for each in watched:
            each.installEventFilter(self)

    def eventFilter(self, watched, event) -> bool:
        self.laid_out += event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        return False


def declare(studio, *columns) -> None:
    table = studio.plan.tables[0]
    studio.window.session.change(
        replace(studio.plan, tables=(replace(table, columns=columns), *studio.plan.tables[1:]))
    )
    studio.settle()


def wheel(widget) -> None:
    spot = QPointF(widget.rect().center())
    turned = QWheelEvent(
        spot, QPointF(widget.mapToGlobal(spot.toPoint())), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, turned)


def test_of_two_tables_one_is_shown_and_what_is_missing_leads_to_the_other(studio):
    window = studio.window
    people = studio.paste_table(PEOPLE, "sample")
    prices = studio.paste_table(PRICES, "public")
    assert prices.isVisible()
    assert not people.isVisible()
    studio.protect_rows("add_remove")
    first, second = window.tables.chips.buttons.values()
    assert (first.accessibleName(), second.accessibleName()) == ("pasted table, sample", "pasted table, public")
    studio.click(first)
    assert people.isVisible()
    assert not prices.isVisible()
    studio.choose(people.declare, "age")
    studio.click(second)
    studio.click(window.workplace.foot.missing_link)
    assert people.isVisible()
    assert window.focusWidget() is people.editor("age").kind.editor
    studio.option(people.role, "public")
    studio.click(second)
    studio.click(second)
    studio.option(prices.role, "sample")
    assert prices.isVisible(), "a table stays where it is while it is worked at"


def test_a_wheel_over_the_list_of_columns_declares_none(studio):
    card = studio.paste_table(PEOPLE, "sample")
    studio.focus(card.declare)
    wheel(card.declare)
    assert card.declare.currentIndex() == -1
    assert studio.plan.tables[0].columns == ()


def test_a_column_that_the_list_names_twice_before_it_is_filled_anew_is_declared_once(studio):
    """As where keys reach a list that is still open."""
    card = studio.paste_table("age,drink\n30,tea\n31,mate\n", "sample")
    place = card.declare.findData("drink")
    for _ in range(3):
        card.declare.activated.emit(place)
    studio.settle()
    assert [each.name for each in studio.plan.tables[0].columns] == ["drink"]
    assert list(card.grid.editors) == ["drink"]


def test_a_name_that_two_columns_have_is_told_where_one_of_them_is_renamed(studio, tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("age,drink,age\n30,tea,31\n")
    card = studio.open_private(path)
    said = card.reading.names.problem
    assert said.isVisible()
    assert "columns 1 and 3 are both called “age”" in said._text.text()
    assert "Give one of them another name" in said._text.text()
    assert not card.role._problem.isVisible()
    assert "30" not in said._text.text()
    assert list(card.reading.names.editors) == [0, 2]
    studio.type(card.reading.names.editors[2], "age again")
    QTest.keyClick(card.reading.names.editors[2].editor, Qt.Key.Key_Return)
    studio.settle()
    assert not said.isVisible()
    assert studio.window.session.facts[card.handle].names == ("age", "drink", "age again")


def test_a_title_above_and_totals_below_are_left_out_and_nothing_shows_before_its_line_is_confirmed(studio, tmp_path):
    path = tmp_path / "titled.csv"
    path.write_text("Visits of 2025\n\nwho;pays\nAnn;1,50\nBen;2\nsum;3,50\n")
    card = studio.open_private(path)
    assert card.reading.first_line._problem.isVisible()
    studio.choose(card.reading.delimiter, "semicolon")
    studio.type(card.reading.left_out, "1")
    studio.type(card.reading.first_line, "3")
    studio.settle()
    assert studio.plan.tables[0].header == ""
    assert studio.window.session.facts[card.handle].names == ()
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert studio.window.session.facts[card.handle].names == ("who", "pays")


def test_a_second_line_shown_as_the_header_is_a_look(studio, people):
    """The ledger notes it before the line shows; every later receipt tells of it."""
    card = studio.open_private(people)
    looks = studio.window.session.gate.ledger.looks
    studio.type(card.reading.first_line, "2")
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert card.reading.first_line._problem.isVisible()
    assert studio.window.session.facts[card.handle].names == ()
    studio.click(card.reading.look_button)
    assert looks(card.handle) == ()
    studio.answers["choose"] = ["Note the look"]
    studio.click(card.reading.look_button)
    studio.settle()
    assert looks(card.handle) == (HEADER_LOOK,)
    assert studio.window.session.facts[card.handle].names == ("Ann", "1,50", "Rome")
    studio.type(card.reading.first_line, "1")
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert studio.window.session.facts[card.handle].names == ("who", "pays", "city"), "it was shown before"


def test_how_numbers_are_written_is_asked_once_for_all_columns_and_nothing_is_taken_for_granted(studio, people):
    card = studio.open_private(people)
    declare(studio, ColumnPlan("pays"), ColumnPlan("who"))
    studio.choose(card.editor("pays").kind, "decimal number")
    numbers = card.reading.marks["numbers"]
    assert (numbers.title.text(), numbers.editor.currentText()) == ("Numbers (guess)", "1234,5")
    assert studio.plan.tables[0].columns[0].decimal_mark == ""
    studio.click(card.reading.confirm_button)
    assert (numbers.title.text(), studio.plan.tables[0].columns[0].decimal_mark) == ("Numbers", ",")
    studio.choose(card.editor("who").kind, "whole number")
    assert studio.plan.tables[0].columns[1].decimal_mark == ",", "as the others are"
    studio.choose(numbers, "1,234.5")
    assert [(each.decimal_mark, each.grouping_mark) for each in studio.plan.tables[0].columns] == [(".", ",")] * 2


def test_how_it_is_read_is_folded_until_it_is_asked_for_or_was_changed(studio, people):
    card = studio.open_private(people)
    (fold,) = folds(card.reading.header)
    assert fold.is_open
    assert card.reading.delimiter.isVisible()
    studio.click(fold.button)
    assert not card.reading.delimiter.isVisible()
    assert fold.button.isVisible()
    studio.option(card.reading.header, "no")
    assert card.reading.header.isVisible()


def test_how_it_is_read_stays_folded_while_what_is_in_it_is_only_a_guess(studio, people):
    card = studio.open_private(people)
    if card.reading.is_guessed:
        studio.click(card.reading.confirm_button)
        studio.settle()
    if card.how.is_open:
        studio.click(card.how.button)
    assert not card.reading.is_guessed
    studio.choose(card.declare, "pays")
    studio.choose(card.editor("pays").kind, "decimal number")
    studio.settle()
    assert card.reading.is_guessed
    assert not card.how.is_open, "only the person unfolds it"
    assert card.how.button.accessibleName() == "How it is read: guessed…"
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert card.how.button.accessibleName() == "How it is read…"


def test_below_the_columns_no_other_is_spoken_of_than_the_one_that_was_worked_at(studio):
    card = studio.paste_table("born;age\n2025-12-31;7\n", "sample")
    declare(studio, ColumnPlan("born", "date", date_order="ymd"), ColumnPlan("age", "integer"))
    studio.qtbot.waitUntil(lambda: card.grid.told.text().startswith("born: A day is read"))
    studio.click(card.editor("age").fields["lower"].editor)
    assert not card.grid.told.text()
    studio.click(card.role.buttons["sample"])
    assert not card.grid.told.text()


def at_rest(studio, card):
    """Where a card stands once it has stood there for a while: a layout finds its place in several steps."""
    before, same = place_of(card), 0
    while same < 6:
        studio.qtbot.wait(50)
        here = place_of(card)
        before, same = here, same + 1 if here == before else 0
    return before


def test_nothing_moves_as_the_keyboard_goes_from_column_to_column(studio):
    """What is said below all columns comes and goes; its place stays."""
    card = studio.paste_table("born;age\n2025-12-31;7\n", "sample")
    declare(studio, ColumnPlan("born", "date", date_order="ymd"), ColumnPlan("age", "integer"))
    studio.qtbot.waitUntil(lambda: card.grid.told.text().startswith("born: A day is read"))
    before = at_rest(studio, card)
    studio.click(card.editor("age").fields["lower"].editor)
    studio.qtbot.waitUntil(lambda: not card.grid.told.text())
    assert at_rest(studio, card) == before


def test_with_larger_text_the_cross_of_a_column_stands_beside_its_name_and_behind_no_field(studio):
    studio.window.resize(1024, 700)
    card = studio.paste_table("age;sex\n7;m\n", "sample")
    declare(studio, ColumnPlan("age", "integer"), ColumnPlan("sex", "category"))
    text_to(studio, "130")
    for editor in map(card.editor, ("age", "sex")):
        studio.qtbot.waitUntil(lambda e=editor: e.remove_button.isVisible() and e._grid == 0)
        cross, blank = place_of(editor.remove_button), place_of(editor.fields["blank"])
        studio.qtbot.waitUntil(lambda e=editor: place_of(e.remove_button).right() > place_of(e).right() - 20)
        assert cross.bottom() < blank.bottom() - blank.height() // 2, "not in the line of a field"
        assert cross.top() < place_of(editor).top() + 20


def test_what_is_rare_stands_in_its_column_s_row_and_below_it_where_the_width_does_not_suffice(studio):
    card = studio.paste_table(PEOPLE, "sample")
    declare(studio, ColumnPlan("who", "category"), ColumnPlan("age", "decimal"), ColumnPlan("drink", "yes_no"))
    who, age, drink = (card.editor(name) for name in ("who", "age", "drink"))
    studio.qtbot.waitUntil(who.match_case.isVisible)
    marks, words = ("decimal_mark", "grouping_mark"), ("true_words", "false_words")

    def below(editor, fields) -> set[bool]:
        assert all(editor.fields[each].isVisible() for each in fields)
        return {editor.fields[each].mapTo(editor, QPoint()).y() > editor.kind.geometry().bottom() for each in fields}

    studio.qtbot.waitUntil(lambda: below(age, marks) == below(drink, words) == {False})
    studio.window.resize(1024, 800)
    studio.qtbot.waitUntil(lambda: below(age, marks) == {True} and below(drink, words) == {False})
    rows = who, age, drink  # aligned, once all is laid out
    studio.qtbot.waitUntil(lambda: len({each.fields["blank"].mapTo(card, QPoint()).x() for each in rows}) == 1)


def test_the_order_of_a_date_is_chosen_where_its_column_is_declared(studio):
    card = studio.paste_table("day\n31.12.2025\n", "sample")
    declare(studio, ColumnPlan("day", "date"))
    studio.choose(card.editor("day").fields["date_order"], "day, month, year")
    assert studio.plan.tables[0].columns[0].date_order == "dmy"
    assert card.editor("day").told.text().startswith("A day is read as day, month, year")


@pytest.mark.parametrize("text", ["7", "x"])
def test_a_key_pressed_among_sixty_columns_is_work_for_one_row(studio, monkeypatch, text):
    names = [f"c{place}" for place in range(60)]
    card = studio.paste_table(",".join(names) + "\n" + ",".join("1" * 60) + "\n", "sample")
    declare(studio, *(ColumnPlan(name, "integer", lower="0", upper="9") for name in names))
    studio.qtbot.waitUntil(lambda: card.editor("c59").isVisible())
    others = [card.editor(name) for name in names if name != "c30"]
    studio.qtbot.waitUntil(lambda: all(each.height() == each.heightForWidth(each.width()) for each in others))
    QApplication.processEvents()
    shown: list[str] = []
    monkeypatch.setattr(ColumnEditor, "_keep_places", lambda editor: shown.append(editor.kind.editor.accessibleName()))
    counted = Counted(others)
    measured = Counted([card.rows.horizontalHeader()])
    place, calls = Flow._place, []
    monkeypatch.setattr(Flow, "_place", lambda flow, *a, **k: calls.append(1) or place(flow, *a, **k))
    studio.type(card.editor("c30").fields["upper"], text)
    studio.settle()
    QApplication.processEvents()
    assert studio.plan.tables[0].column("c30").upper == text
    assert set(shown) == {card.editor("c30").kind.editor.accessibleName()}
    assert counted.laid_out == 0
    assert measured.laid_out == 0
    assert len(calls) <= 280, "nor are the heights of all rows worked out again"


def test_the_tab_key_leads_through_the_page_as_it_is_read(studio):
    window = studio.window
    card = studio.paste_table(PEOPLE, "sample")
    studio.paste_table(PRICES, "public")
    studio.click(next(iter(window.tables.chips.buttons.values())))
    declare(studio, ColumnPlan("age", "decimal"))
    declare(studio, ColumnPlan("age", "decimal"), ColumnPlan("who", "category"))
    age, who = card.editor("age"), card.editor("who")
    studio.unfold(card.reading.delimiter)
    studio.qtbot.waitUntil(who.isVisible)
    read = [
        window.tables.chips.buttons[card.handle], window.tables.open_button, window.tables.database_button,
        card.role.buttons["sample"], card.declare, card.how.button, card.remove_button,
        card.reading.header.buttons["yes"], card.reading.delimiter.editor, card.reading.names.choose, card.rows,
        age.kind.editor,
        age.fields["lower"].editor, age.fields["blank"].editor, age.fields["decimal_mark"].editor,
        age.remove_button, who.kind.editor, who.match_case, who.remove_button,
        window.tables.fields["privacy_unit.kind"].buttons["row"],
    ]  # fmt: skip
    order = studio.stops()
    assert [each for each in order if each in read] == read


def test_an_answer_to_the_header_alone_leaves_the_other_guesses_guesses_and_a_key_confirms_them(studio, people):
    card = studio.open_private(people)
    reading = card.reading
    assert (reading.delimiter.title.text(), reading.encoding.title.text()) == ("Delimiter (guess)", "Encoding (guess)")
    studio.choose(reading.encoding, "Western (Windows), cp1252")
    studio.settle()
    assert (reading.delimiter.title.text(), reading.encoding.title.text()) == ("Delimiter (guess)", "Encoding")
    studio.focus(studio.window.tables.fields["privacy_unit.kind"].buttons["row"])
    studio.keys("Ctrl+Return")
    studio.qtbot.waitUntil(lambda: reading.delimiter.title.text() == "Delimiter")
    assert reading.confirm_button.isHidden()


def workbook(path):
    """A workbook whose first sheet is hidden, with a title above the names of the second."""
    book(path, {"Notes": [["made by Eve"]], "Data": [["Prices of 2025"], ["price"], [1.5]], "Old": [["x"], [2.5]]})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b'name="Notes"', b'name="Notes" state="hidden"')
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


def test_a_hidden_sheet_is_not_the_guess_and_another_sheet_shows_no_line_before_it_is_confirmed(studio, tmp_path):
    workbook(tmp_path / "prices.xlsx")
    card = opened(studio, tmp_path / "prices.xlsx", "private")
    reading = card.reading
    assert (reading.sheet.editor.currentText(), reading.sheet.title.text()) == ("Data", "Sheet or table (guess)")
    assert [reading.sheet.editor.itemText(at) for at in range(3)] == ["Notes (hidden)", "Data", "Old"]
    studio.click(reading.confirm_button)
    studio.settle()
    studio.choose(reading.sheet, "Old")
    studio.settle()
    assert studio.plan.tables[0].header == ""
    assert studio.window.session.facts[card.handle].names == ()
    studio.type(reading.first_line, "2")
    studio.settle()
    assert reading.sheet.title.text() == "Sheet or table"


def test_an_encoding_has_a_plain_name_and_dates_are_told_whole(studio, people):
    card = opened(studio, people)
    studio.click(card.reading.confirm_button)
    studio.settle()
    shown = card.reading.encoding.editor
    assert [shown.itemText(at) for at in (0, 1)] == [
        "Unicode, utf-8", "Western (Windows), cp1252",
    ]  # fmt: skip


def test_a_header_of_a_private_table_is_expected_in_its_first_ten_lines_and_a_line_is_counted_from_1(studio, people):
    card = opened(studio, people, "private")
    for line, told in (("11", "stands in its first 10 lines"), ("0", "Type a whole number from 1")):
        studio.type(card.reading.first_line, line)
        studio.settle()
        assert any(told in each for each in studio.missing), studio.missing


def test_pasted_decimal_commas_are_the_guess_of_a_table_whose_rows_are_shown(studio):
    QApplication.clipboard().setText("drink\tprice\ntea\t2,50\ncoffee\t3\n")
    studio.window.show_tab("tables")
    studio.click(studio.window.tables.paste_button)
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "sample")
    studio.settle()
    studio.click(card.reading.confirm_button)
    studio.settle()
    studio.choose(card.declare, "price")
    studio.choose(card.editor("price").kind, "decimal number")
    assert card.reading.marks["numbers"].editor.currentText() == "1234,5"
    assert card.reading._says.text() == "Guessed from the rows shown."


@pytest.mark.parametrize("role", ["private", "sample"])
def test_a_line_with_one_name_and_blanks_is_told_before_it_is_taken_for_the_header(studio, tmp_path, role):
    (tmp_path / "survey.csv").write_text("Survey 2025;;;\n\nwho;age;drink;price\nAnn;30;tea;2,5\n")
    card = opened(studio, tmp_path / "survey.csv", role)
    told = "If line 1 is a title" if role == "private" else "is it a title?"
    assert told in card.reading._says.text()
    assert studio.window.session.facts[card.handle].names == ()
    studio.type(card.reading.first_line, "3")
    studio.settle()
    assert "title" not in card.reading._says.text()


def test_a_header_on_line_10_is_typed_and_the_one_further_guess_is_of_that_line(studio, tmp_path):
    above = "Survey 2025\n" + "\n" * 8
    (tmp_path / "survey.csv").write_text(f"{above}who;age;drink;price\nAnn;30;tea;2,5\n")
    card = opened(studio, tmp_path / "survey.csv", "private")
    studio.type(card.reading.first_line, "10")
    studio.settle()
    assert card.reading.delimiter.editor.currentData() == ";"
    assert "from that line alone: line 10 names" in card.reading._says.text()
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert studio.window.session.facts[card.handle].names == ("who", "age", "drink", "price")


def test_of_a_second_line_of_a_private_table_nothing_is_guessed_and_it_is_said_so(studio, tmp_path):
    (tmp_path / "survey.csv").write_text("Survey 2025\nof all\nwho;age;drink;price\nAnn;30;tea;2,5\n")
    card = opened(studio, tmp_path / "survey.csv", "private")
    for line in ("2", "3"):
        studio.type(card.reading.first_line, line)
        studio.settle()
    assert card.reading.delimiter.editor.currentData() != ";"
    assert "still guessed from line 2" in card.reading._says.text()


def test_of_a_private_table_nothing_is_told_of_its_first_line(studio, tmp_path):
    said = []
    for name, line in (("full.csv", "who;age;drink;price"), ("title.csv", "Survey 2025;;;")):
        (tmp_path / name).write_text(f"{line}\nAnn;30;tea;2,5\n")
        said.append(opened(studio, tmp_path / name, "private").reading._says.text())
    assert said[0] == said[1]


def test_of_a_sample_sheet_it_is_told_how_many_formulas_have_no_value_in_the_file(studio, tmp_path):
    path = tmp_path / "prices.xlsx"
    book(path, {"people": [["net", "gross"], [1.5, 2.5], [2.5, 3.5], [3.5, 4.5]]})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rows = parts["xl/worksheets/sheet1.xml"]
    rows = rows.replace(b'<c r="B2"><v>2.5</v></c>', b'<c r="B2"><f>A2+1</f></c>')
    rows = rows.replace(b'<c r="B3"><v>3.5</v></c>', b'<c r="B3"><f>A3+1</f><v></v></c>')
    parts["xl/worksheets/sheet1.xml"] = rows.replace(b'<c r="B4"><v>', b'<c r="B4"><f>A4+1</f><v>')
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    card = opened(studio, path)
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert "whose values the file does not hold: 2. They read as blank." in card._names_label.text()


def test_the_words_for_yes_and_no_are_a_guess_until_they_are_confirmed(studio, people):
    card = studio.open_private(people)
    declare(studio, ColumnPlan("city"))
    studio.choose(card.editor("city").kind, "yes / no")
    words = card.reading.marks["words"]
    assert (words.title.text(), words.editor.currentText()) == (
        "Yes and no (guess)", "yes, true, 1, y / no, false, 0, n",
    )  # fmt: skip
    assert not card.editor("city").fields["true_words"].isVisible()
    assert card.reading._says.text().endswith("guessed as they are mostly written; nothing of the rows was looked at.")
    studio.choose(words, "ja, j, 1 / nein, n, 0")
    assert words.title.text() == "Yes and no"
    column = studio.plan.tables[0].columns[0]
    assert (column.true_words, column.false_words) == ("ja, j, 1", "nein, n, 0")
    assert card.editor("city").fields["true_words"].editor.text() == "ja, j, 1"


def clinic(studio, tmp_path):
    """A private file with a number, an amount, a day and a category, declared."""
    path = tmp_path / "clinic.csv"
    path.write_text("age;pays;day;drink\n" + "30;1,50;2026-01-01;Tea\n" * 4)
    card = studio.open_private(path)
    amount = ColumnPlan("pays", "decimal", step="0.01", lower="0", upper="10", unit="€")
    declare(studio, ColumnPlan("age", "integer"), amount, ColumnPlan("day", "date"), ColumnPlan("drink", "category"))
    return card


def lines_of(editor) -> int:
    """How many lines of fields a column takes."""
    shown = [each for each in editor.fields.values() if each.isVisible()]
    return len({each.editor.mapTo(editor, each.editor.rect().center()).y() // 20 for each in shown})


def test_each_column_of_a_private_table_takes_one_line_and_on_a_small_screen_two(studio, tmp_path):
    studio.window.resize(1280, 660)
    card = clinic(studio, tmp_path)
    studio.click(card.reading.confirm_button)
    studio.protect_rows("add_remove")
    rows = [card.editor(name) for name in ("age", "pays", "day", "drink")]
    page = studio.window.workplace.page
    studio.qtbot.waitUntil(lambda: [lines_of(each) for each in rows] == [1] * 4)
    assert [each.check_button.isVisible() for each in rows] == [True, True, True, False]
    assert len({each.remove_button.mapTo(card, QPoint()).x() for each in rows}) == 1
    studio.qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
    studio.window.resize(1024, 660)
    studio.qtbot.waitUntil(lambda: [lines_of(each) for each in rows] == [2, 2, 2, 1])


def test_what_a_check_costs_stands_below_the_columns_before_one_is_made_and_its_answer_in_its_row(studio, tmp_path):
    card = clinic(studio, tmp_path)
    declare(studio, ColumnPlan("drink", "category"))
    assert not card.grid.told.isVisible(), "of texts none is offered"
    declare(studio, ColumnPlan("pays", "decimal", step="0.01", decimal_mark=","), ColumnPlan("age", "integer"))
    assert "Each check of a format is recorded in the ledger; later receipts mention it." in card.grid.told.text()
    studio.click(card.editor("pays").check_button)
    studio.settle()
    assert card.editor("pays").checked.text().startswith("Most cells of “pays”")
    assert card.editor("pays").checked.isVisible()
    assert not card.editor("age").checked.isVisible()


def test_how_the_days_of_the_chosen_column_are_read_is_told_below_all_of_them(studio):
    card = studio.paste_table("born;came\n2025-12-31;31.12.2025\n", "sample")
    declare(studio, ColumnPlan("born", "date", date_order="ymd"), ColumnPlan("came", "date", date_order="dmy"))
    studio.qtbot.waitUntil(lambda: card.grid.told.text().startswith("born: A day is read as year, month, day"))
    studio.click(card.editor("came").fields["lower"].editor)
    assert card.grid.told.text().startswith("came: A day is read as day, month, year")
    studio.click(card.role.buttons["sample"])
    assert card.grid.told.text().startswith("came: A day is read as day, month, year"), "it stays the chosen one"


def test_what_is_wrong_with_a_reading_stays_in_sight_when_it_is_confirmed(studio, tmp_path):
    path = tmp_path / "people.csv"
    path.write_bytes("name;town\nAnn;K\xf6ln\n".encode("latin-1"))
    card = studio.open_private(path)
    assert card.how.is_open
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert card.how.is_open
    assert any("cannot be read as utf-8" in each.text() for each in card.findChildren(QLabel) if each.isVisible())
    assert studio.window.focusWidget() is card.reading.encoding.editor
    assert card.how.button.text().strip() == "How it is read…"


def test_what_was_confirmed_is_folded_away_and_no_longer_called_a_guess(studio, people):
    card = studio.open_private(people)
    studio.click(card.reading.confirm_button)
    studio.settle()
    assert (card.how.is_open, card.how.button.text().strip()) == (False, "How it is read…")


def test_a_guess_that_is_folded_away_comes_into_sight_before_keys_confirm_it(studio, people):
    card = studio.open_private(people)
    studio.click(card.how.button)
    assert (card.how.is_open, card.how.button.text().strip()) == (False, "How it is read: guessed…")
    before = studio.plan
    QTest.keyClick(studio.window.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    studio.settle()
    assert card.how.is_open
    assert card.reading.confirm_button.hasFocus()
    assert studio.plan == before, "nothing is confirmed unseen"
    QTest.keyClick(studio.window.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    studio.qtbot.waitUntil(lambda: not card.reading.is_guessed)
    assert not card.how.is_open
