"""Check the format, on a private column's card: one word, noted in the ledger, gone with the next change."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from dpstudio.core.plan import ColumnPlan
from dpstudio.core.receipt.headline import checks_in

COMMAS = "pays,drink\n" + '"1,94",Tea\n' * 9 + "2,Coffee\n"


@pytest.fixture
def commas(studio, tmp_path):
    """A private table whose prices are written with commas and read with points, and a complete question about it."""
    file = tmp_path / "prices.csv"
    file.write_text(COMMAS)
    studio.open_private(file)
    studio.ask_for_a_drink()
    return studio


def declare(studio, **declared):
    """One more column of the table is declared."""
    plan = studio.plan
    table = plan.tables[0]
    others = tuple(each for each in table.columns if each.name != "pays")
    columns = (*others, replace(ColumnPlan("pays", "decimal", step="0.01"), **declared))
    studio.window.session.change(replace(plan, tables=(replace(table, columns=columns),)))
    studio.settle()


def editor(studio, name="pays"):
    studio.tab("tables")
    shown = studio.window.tables.card(studio.plan.tables[0].handle).editor(name)
    studio.qtbot.waitUntil(shown.kind.isVisible)
    return shown


def check(studio):
    shown = editor(studio)
    studio.click(shown.check_button)
    studio.settle()
    return shown.checked.text()


def noted(studio) -> int:
    return studio.window.session.ledger.format_checks(studio.plan.tables[0].handle)


def test_what_it_costs_is_said_before_and_the_answer_is_a_word(commas):
    declare(commas)
    assert "every later receipt" in editor(commas).check_button.toolTip()
    assert noted(commas) == 0
    assert check(commas) == (
        "Fewer than half of the cells of “pays” that are not blank can be read:"
        " check its type, and how its numbers or dates are written."
    )
    assert editor(commas).checked.objectName() == "problem"
    assert noted(commas) == 1


def test_the_answer_goes_with_the_next_change_and_another_mark_is_checked_anew(commas):
    declare(commas)
    check(commas)
    commas.type(editor(commas).fields["decimal_mark"], ",")
    commas.settle()
    assert not editor(commas).checked.isVisible()
    assert check(commas) == (
        "Most cells of “pays” that are not blank can be read (half of them or more, or all are blank)."
    )
    assert noted(commas) == 2


def test_bounds_leave_the_answer_as_it_is(commas):
    declare(commas)
    said = check(commas)
    commas.type(editor(commas).fields["lower"], "0")
    commas.settle()
    assert editor(commas).checked.text() == said


def test_the_release_page_and_the_receipt_say_how_many_there_were(commas):
    declare(commas)
    check(commas)
    check(commas)
    commas.tab("release")
    assert not commas.window.release_tab.inspection.more.is_open, "it stays as the person left it"
    assert "You have made 2 format checks of it; every later receipt says so." in (
        commas.window.release_tab.inspection._said.text()
    )
    commas.release()
    assert checks_in(commas.window.session.release.receipt.flags) == 2


@pytest.mark.parametrize("declared", [{"kind": "category"}, {"kind": "choices"}, {"kind": "yes_no"}])
def test_texts_offer_none(commas, declared):
    declare(commas, **declared)
    assert not editor(commas).check_button.isVisible()


def test_nothing_of_it_is_offered_where_the_rows_are_shown(studio):
    studio.paste_table(COMMAS, "sample")
    declare(studio)
    assert not editor(studio).check_button.isVisible()


def test_a_table_that_cannot_be_read_any_more_is_told_beside_the_column(commas, tmp_path):
    declare(commas)
    (tmp_path / "prices.csv").unlink()
    assert check(commas)
    assert editor(commas).checked.objectName() == "problem"
    assert "1,94" not in editor(commas).checked.text()
    assert QApplication.activeModalWidget() is None


def test_each_button_that_checks_a_format_says_of_which_column(commas):
    declare(commas, decimal_mark=",")
    button = editor(commas).check_button
    assert button.accessibleName() == "Check the format of pays"
    assert "Column pays." in button.toolTip()
