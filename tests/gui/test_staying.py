"""A field stays under the cursor of who types in it, and what vanishes leaves the keyboard to nothing that removes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.gui.tabs.base import with_part
from dpstudio.gui.widgets.manners import TAKES_AWAY

KEY = Qt.Key
PRICES = "who;pays;likes\n" + "Ann;1,50;a+b\nBen;2,75;a\nCem;2,75;b\n" * 3


@pytest.fixture
def card(studio, tmp_path):
    """A sample with a confirmed column of decimal numbers and one of several choices."""
    path = tmp_path / "prices.csv"
    path.write_text(PRICES, "utf-8")
    studio.window.show_tab("tables")
    studio.answers["open_files"] = [[str(path)]]
    studio.click(studio.window.tables.open_button)
    studio.settle()
    made = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(made.role, "sample")
    studio.settle()
    studio.read_so(made)
    for name, kind in (("pays", "decimal number"), ("likes", "several choices in a cell")):
        studio.choose(made.declare, name)
        studio.choose(made.editor(name).kind, kind)
        studio.settle()
        studio.read_so(made)
    studio.come_forward()
    return made


def emptied(studio, editor):
    """Click into a field of one sign and take the sign away."""
    studio.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
    studio.come_forward()
    studio.click(editor)
    assert editor.hasFocus()
    QTest.keyClick(editor, KEY.Key_End)
    QTest.keyClick(editor, KEY.Key_Backspace)
    studio.settle()


@pytest.mark.parametrize(("name", "field", "typed"), [("pays", "decimal_mark", "."), ("likes", "separator", "+")])
def test_a_mark_is_replaced_where_it_stands(studio, card, name, field, typed):
    of = card.editor(name).fields[field]
    folded = card.how.is_open
    emptied(studio, of.editor)
    assert of.isVisible()
    assert of.editor.hasFocus()
    assert card.how.is_open == folded, "nothing unfolds between two keys"
    QTest.keyClicks(QApplication.focusWidget(), typed)
    studio.settle()
    assert of.editor.text() == typed
    assert getattr(studio.plan.tables[0].column(name), field) == typed
    studio.keys("Ctrl+Z")
    assert getattr(studio.plan.tables[0].column(name), field) != typed, "one step"


def test_a_mark_that_was_only_taken_away_is_as_it_was_once_the_field_is_left(studio, card):
    of = card.editor("pays").fields["decimal_mark"]
    emptied(studio, of.editor)
    QTest.keyClick(of.editor, KEY.Key_Tab)
    studio.settle()
    assert of.editor.text() == studio.plan.tables[0].column("pays").decimal_mark == ","


def test_a_field_that_is_only_there_while_it_holds_something_stays_until_it_is_left(studio):
    """A limit in δ is asked for as long as one is typed: whoever empties it may want to type another."""
    window = studio.window
    studio.demonstration("smokers")
    studio.tab("privacy")
    limit = window.privacy.fields["privacy.delta_cap"]
    studio.window.session.change(with_part(studio.plan, "privacy", delta_cap="1"))
    studio.settle()
    assert limit.isVisible(), "it holds something"
    emptied(studio, limit.editor)
    assert limit.isVisible()
    assert limit.editor.hasFocus()
    QTest.keyClick(limit.editor, KEY.Key_Tab)
    studio.qtbot.waitUntil(limit.isHidden)
    assert QApplication.focusWidget().isVisible()


def test_what_vanishes_leaves_the_keyboard_to_nothing_that_removes_something(studio, card):
    studio.come_forward()
    pays = card.editor("pays")
    studio.focus(pays.fields["blank"].editor)
    studio.focus(pays.fields["grouping_mark"].editor)
    pays.fields["grouping_mark"].hide()
    assert pays.fields["grouping_mark"].isVisible(), "somebody is in it"
    studio.focus(pays.kind.editor)
    studio.qtbot.waitUntil(pays.fields["grouping_mark"].isHidden)
    others = (pays.fields[field].editor for field in ("step", "lower", "upper", "unit", "blank"))
    for each in (pays.kind.editor, *others):
        studio.focus(each)
        each.hide()
        here = QApplication.focusWidget()
        assert here is not None
        assert here.isVisible()
        assert not here.property(TAKES_AWAY), each.accessibleName()
