"""The formula's field grows with its text to a few lines; a longer text scrolls inside it."""

import pytest
from PySide6.QtTest import QTest

from dpstudio.core.plan import FigurePlan
from dpstudio.gui.tabs.formula_card import FormulaCard
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, of_clinic
from tests.gui.test_large_text import text_to
from tests.gui.test_whole_window import COMMON, opened, resized, too_long

THREE = "count(age >= candidate)\n - count(age < candidate)\n + count(smoker)"
LONG = " + ".join(f"count(age >= {at})" for at in range(40))


@pytest.fixture
def asked(studio, tmp_path):
    """The Score page of a formula, in the window of a small screen."""
    resized(studio, COMMON)
    opened(studio, tmp_path, "formula")
    studio.tab("score")
    studio.settle()
    return studio


def overflowing(editor) -> int:
    """How many lines of the text are not seen."""
    return editor.verticalScrollBar().maximum()


def last_line_is_whole(editor) -> bool:
    block, top = editor.document().lastBlock(), editor.contentOffset().y()
    return top + editor.blockBoundingGeometry(block).bottom() <= editor.viewport().height()


@pytest.mark.parametrize("percent", ["100", "130"])
def test_three_lines_are_seen_whole_and_one_takes_no_more_room_than_before(asked, percent):
    text_to(asked, percent)
    field = asked.window.score.formula.field
    asked.type(field, "count(smoker)")
    asked.settle()
    one = field.editor.height()
    asked.type(field, THREE)
    asked.settle()
    asked.qtbot.waitUntil(lambda: last_line_is_whole(field.editor))
    assert overflowing(field.editor) == 0
    assert field.editor.height() > one
    asked.type(field, "count(smoker)")
    asked.qtbot.waitUntil(lambda: field.editor.height() == one)


def test_a_formula_of_one_long_line_is_seen_as_far_as_it_breaks_and_a_common_page_does_not_scroll(asked):
    editor = asked.window.score.formula.editor
    assert len(editor.toPlainText()) > 100
    asked.qtbot.waitUntil(lambda: last_line_is_whole(editor))
    assert overflowing(editor) == 0
    assert too_long(asked.window) == []


def test_a_longer_text_scrolls_inside_the_field(asked):
    field = asked.window.score.formula.field
    asked.type(field, LONG)
    asked.settle()
    assert overflowing(field.editor) > 0
    assert field.editor.height() < 7 * field.editor.fontMetrics().lineSpacing()


def test_a_narrow_field_grows_as_its_lines_break(qtbot):
    card = FormulaCard()
    qtbot.addWidget(card)
    card.resize(700, 300)
    card.show()
    qtbot.waitExposed(card)
    QTest.keyClicks(card.editor, "count(age >= candidate) - count(age < candidate)")
    wide = card.editor.height()
    card.resize(240, 300)
    qtbot.waitUntil(lambda: card.editor.height() > wide and last_line_is_whole(card.editor))


def test_the_field_of_bins_is_as_high_as_its_lines_up_to_three(studio, tmp_path):
    figures = (FigurePlan("histogram", column="age", bins="0\n60\n120"),)
    save(of_clinic(tmp_path, AGE, kind="measure", figures=figures), tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("question")
    field = studio.window.question.pages["measure"].editor.bins
    studio.qtbot.waitUntil(lambda: last_line_is_whole(field.editor))
    three = field.editor.height()
    studio.type(field, "young")
    studio.qtbot.waitUntil(lambda: field.editor.height() < three)
    studio.type(field, "0\n30\n60\n90\n120")
    studio.qtbot.waitUntil(lambda: field.editor.height() == three)
