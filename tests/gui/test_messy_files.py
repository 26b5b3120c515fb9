"""Messy files through the window: guesses are marked, what is wrong is told at its field, and there it is said."""

from fractions import Fraction

import pytest
from PySide6.QtWidgets import QLabel

from tests.gui.messy import CASES, answers, declare, guessed_only, heard, opened, rename, said, shown, written
from tests.judges.messy import FILES
from tests.judges.messy.case import RIGHT, SEEN

WHAT = (
    "a report with its title above the header", "a report with a title above and two lines below",
    "latin-1 whose header is plain and whose rows are not", "a header in which two columns have one name",
    "a form's export with a separator at the end of its rows alone", "one column of decimal commas",
    "a question of two thousand letters for a header", "decimal commas, and points between thousands",
    "a French office's no-break spaces", "an American office's dates", "a cross or nothing",
    "several choices with semicolons in a file of semicolons", "blank rows at the end",
    "the table on the second of two sheets", "a sheet's dates, some of them typed as texts",
)  # fmt: skip
DAMAGED = ("a file cut off within quotation marks", "a byte NUL in a cell", "a file cut off within a letter")


@pytest.mark.parametrize("what", WHAT)
def test_a_messy_file_is_read_rightly_once_the_page_was_asked_and_answered(studio, tmp_path, what):
    case = CASES[what]
    card = opened(studio, case.lay(tmp_path))
    guessed_only(studio, card, case)
    studio.read_so(card)
    names = studio.window.session.facts[card.handle].names
    declared = {column["name"] for column in case.columns} <= set(names)
    if declared:
        for column in case.columns:
            declare(studio, card, column)
        studio.read_so(card)
    if case.guessed not in (RIGHT, SEEN) and "has no column" not in case.guessed:
        assert case.guessed in shown(card, case.where)
        assert case.guessed in heard(card, case.where)
    said(studio, card, case)
    for column in () if declared else case.columns:
        declare(studio, card, column)
    for column in case.columns:
        written(studio, card, column)
    studio.read_so(card)
    assert answers(studio, case, tmp_path / "p.dpstudio") == list(map(Fraction, case.truth.values()))


def test_of_a_private_table_the_guess_follows_the_line_that_is_typed_and_a_second_line_is_not_seen(studio, tmp_path):
    """As soon as one line was shown, what another one looks like is not told: that would be a look."""
    path = tmp_path / "report.csv"
    path.write_text("Visits, clinic north, 2025\n\nname;pays\nAnn|1,5|x|y\nBen;4\n")
    card = opened(studio, path, "private")
    delimiter = card.reading.delimiter
    assert (delimiter.title.text(), delimiter.editor.currentText()) == ("Delimiter (guess)", "comma")
    assert card.reading.first_line.title.text() == "Begins on line (guess)"
    assert card.reading.left_out.title.text() == "Left out at the end (guess)"
    studio.type(card.reading.first_line, "3")
    studio.settle()
    assert card.reading.first_line.title.text() == "Begins on line", "it was typed"
    assert (delimiter.title.text(), delimiter.editor.currentText()) == ("Delimiter (guess)", "semicolon")
    assert studio.window.session.facts[card.handle].names == ()
    assert card.reading._says.text() == "A guess, from that line alone: line 3 names the columns."
    studio.keys("Ctrl+Z")
    studio.settle()
    assert delimiter.editor.currentText() == "comma"
    studio.type(card.reading.first_line, "3")
    studio.type(card.reading.left_out, "2")
    studio.settle()
    studio.read_so(card)
    assert not [each for each in card.findChildren(QLabel) if each.isVisible() and each.text().endswith("(guess)")]
    assert studio.window.session.facts[card.handle].names == ("name", "pays")
    studio.type(card.reading.first_line, "4")
    studio.settle()
    assert delimiter.editor.currentText() == "semicolon"
    studio.type(card.reading.first_line, "40")
    studio.settle()
    assert delimiter.editor.currentText() == "semicolon"


def test_of_a_private_table_a_wrong_guess_is_told_by_the_format_check_and_by_nothing_else(studio, tmp_path):
    case = CASES["decimal commas in a file of commas, quoted"]
    card = opened(studio, case.lay(tmp_path), "private")
    studio.read_so(card)
    declare(studio, card, case.columns[0])
    studio.read_so(card)
    editor = card.editor("pays")
    assert not editor.remark.isVisible()
    assert not editor.checked.isVisible()
    studio.click(editor.check_button)
    studio.settle()
    assert editor.checked.text().startswith("Most cells"), "one of two can be read"
    written(studio, card, {**case.columns[0], "decimal_mark": ","})
    assert not editor.checked.isVisible()


@pytest.mark.parametrize("what", DAMAGED)
def test_a_private_file_that_is_damaged_is_told_beside_the_field_that_helps(studio, tmp_path, what):
    case = CASES[what]
    card = opened(studio, case.lay(tmp_path), "private")
    studio.read_so(card)
    assert case.guessed in shown(card, case.where)
    wrong = [item for item in studio.window.session.resolved.missing if item.wrong]
    assert len(wrong) == 1


@pytest.mark.parametrize("what", [case.what for case in FILES if case.never][:4])
def test_what_is_no_table_is_not_added_and_says_what_it_is(studio, tmp_path, what):
    case = CASES[what]
    studio.window.show_tab("tables")
    studio.answers["open_files"] = [[str(case.lay(tmp_path))]]
    studio.click(studio.window.tables.open_button)
    studio.settle()
    assert studio.plan.tables == ()
    ((title, sentence),) = [said for kind, *said in studio.answers["said"] if kind == "complain"]
    assert title == "This file was not added"
    assert case.never in sentence


def test_the_name_that_a_column_has_in_the_file_stays_beside_the_one_it_is_given(studio, tmp_path):
    card = opened(studio, CASES["a header in which two columns have one name"].lay(tmp_path))
    studio.read_so(card)
    rename(studio, card, ["", "", "pays again"])
    field = card.reading.names.editors[2]
    assert (field.title.text(), field.editor.text()) == ("Column 3, pays", "pays again")
    assert field.editor.accessibleName() == "Another name for column 3, pays"
