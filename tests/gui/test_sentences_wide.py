"""What is wrong with a narrow field is a sentence on the page's width, not a stack of short lines."""

from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, REPLACE, SMOKER, of_clinic
from tests.gui.test_large_text import text_to
from tests.gui.test_whole_window import COMMON, resized


def opened(studio, folder, figure, **asked):
    resized(studio, COMMON)
    plan = of_clinic(folder, AGE, SMOKER, COSTS, kind="measure", figures=(figure,), **asked)
    save(plan, folder / "asked.dpstudio")
    studio.window.projects.open(str(folder / "asked.dpstudio"))
    studio.settle()
    studio.tab("question")
    studio.settle()


def problem(studio, start: str) -> QLabel:
    found = [each for each in studio.window.question.findChildren(QLabel) if each.isVisible() and start in each.text()]
    assert len(found) == 1
    return found[0]


def lines_of(told: QLabel) -> int:
    return round(told.heightForWidth(told.width()) / told.fontMetrics().lineSpacing())


def test_a_refused_condition_takes_no_more_lines_than_the_page_is_wide(studio, tmp_path):
    opened(studio, tmp_path, FigurePlan("count", conditions=(ConditionPlan("age", "above", "a good age or more"),)))
    told = problem(studio, "is not a number that dpstudio can read")
    assert lines_of(told) <= 2


def test_a_refused_number_of_people_takes_no_more_lines_than_the_page_is_wide(studio, tmp_path):
    opened(studio, tmp_path, FigurePlan("mean", column="smoker"), privacy_unit=REPLACE)
    studio.type(studio.window.question.pages["measure"].editor.texts["people"], "40")
    studio.settle()
    told = problem(studio, "counts as nothing")
    assert lines_of(told) <= 3


def test_what_replacing_refuses_is_told_in_the_words_of_the_tables_tab(studio, tmp_path):
    opened(studio, tmp_path, FigurePlan("count"), privacy_unit=REPLACE)
    said = " ".join(studio.missing)
    assert "Where one person is replaced by another the number of rows is not protected" in said
    assert "“Add or remove one person” on the Tables tab" in said


def test_no_encoding_is_cut_in_its_list(studio, tmp_path):
    opened(studio, tmp_path, FigurePlan("count"))
    studio.tab("tables")
    window = studio.window
    card = window.tables.card(studio.plan.tables[0].handle)
    editor = card.reading.encoding.editor
    for size in ("100", "130"):
        text_to(studio, size)
        studio.unfold(editor)
        assert editor.isVisible()
        for at in range(editor.count()):
            editor.setCurrentIndex(at)
            assert editor.drawn() == editor.itemText(at), size


def test_the_ledger_needs_no_bar_beneath_its_lines(studio, tmp_path):
    opened(studio, tmp_path, FigurePlan("total", column="costs", name="What it cost all of the people, in all"))
    studio.window.resize(1024, 700)
    studio.release()
    studio.tab("ledger")
    studio.settle()
    view = studio.window.ledger_tab.view
    assert view.isVisible()
    studio.qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)
