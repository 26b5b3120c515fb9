"""The Question page: a list pasted on one line, weights folded away, and as many figures as one likes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import CandidatesPlan, ConditionPlan, FigurePlan, SurveyPlan
from dpstudio.gui.widgets.list_field import parts_of

MANY = 40


def paste(studio, field, text):
    studio.type(field, "")
    QGuiApplication.clipboard().setText(text)
    QTest.keySequence(field.editor, "Ctrl+V")


def figures_asked(studio, count):
    """A page of counts, the oldest first."""
    made = tuple(FigurePlan("count", f"Over {at}", conditions=(ConditionPlan("age", "above", str(at)),))
                 for at in range(count))  # fmt: skip
    studio.window.session.change(replace(studio.plan, kind="measure", figures=made))
    studio.settle()
    studio.tab("question")
    return studio.window.question.pages["measure"]


@pytest.fixture
def opened(studio):
    """The demonstration with ages and smokers."""
    studio.demonstration("smokers")
    studio.settle()
    return studio


@pytest.mark.parametrize(
    ("pasted", "parts"),
    [
        ("Red, Green, Blue", ["Red", "Green", "Blue"]),
        ("1,94; 2,50;2,75;", ["1,94", "2,50", "2,75"]),
        ("Ann, B.\tCem; D.", ["Ann, B.", "Cem; D."]),
        ("Red", []),
        ("Smith,", []),
        (";", []),
        ("", []),
        ("Red, dark\nBlue", []),
    ],
)
def test_a_line_is_a_list_where_tabs_else_semicolons_else_commas_separate_its_entries(pasted, parts):
    assert parts_of(pasted) == parts


def test_a_list_pasted_on_one_line_is_offered_as_a_list_and_split_by_a_click_alone(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.settle()
    studio.tab("question")
    field = window.question.fields["candidates.text"]
    assert not field.offer.isVisible()
    paste(studio, field, "Red, Green, Blue")
    assert field.offer.isVisible() and field.split_button.text() == " Use as a list of 3"
    assert window.question.pages["choose"].count_label.text() == "1 candidate"
    studio.click(field.split_button)
    assert studio.plan.candidates.text == "Red\nGreen\nBlue" and not field.offer.isVisible()
    assert window.question.pages["choose"].count_label.text() == "3 candidates: Red … Blue"
    studio.keys("Ctrl+Z")
    assert studio.plan.candidates.text == "Red, Green, Blue"
    studio.keys("Ctrl+Z")
    assert "Red" not in studio.plan.candidates.text


def test_answers_and_bins_on_one_line_are_offered_as_lists_too(opened):
    studio, page = opened, opened.window.question
    survey, figures = page.pages["survey"], page.pages["measure"]
    studio.window.session.change(replace(studio.plan, kind="survey", survey=SurveyPlan("smoker")))
    studio.tab("question")
    paste(studio, survey.answers, "yes; no; both")
    studio.click(survey.answers.split_button)
    assert studio.plan.survey.answers == "yes\nno\nboth"
    studio.keys("Ctrl+Z")
    assert studio.plan.survey.answers == "yes; no; both"
    studio.option(page.fields["kind"], "measure")
    studio.click(figures.add_buttons["histogram"])
    paste(studio, figures.editor.bins, "18\t30\t80")
    studio.click(figures.editor.bins.split_button)
    assert studio.plan.figures[1].bins == "18\n30\n80"
    studio.keys("Ctrl+Z")
    assert studio.plan.figures[1].bins == "18\t30\t80"


def test_weights_are_folded_away_until_they_are_wanted_or_there(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.settle()
    studio.tab("question")
    weights = window.question.fields["candidates.weights"]
    assert not weights.isVisible()
    window.session.change(replace(studio.plan, candidates=CandidatesPlan("list", text="a\nb", weights="1\n2")))
    assert weights.isVisible() and window.question.pages["choose"].count_label.text() == "2 candidates: a, b, weighted"


def test_a_grid_names_its_first_and_its_last_candidate(studio):
    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    asked = CandidatesPlan("grid", start="0.01", stop="1.99", step="0.01")
    window.session.change(replace(studio.plan, candidates=asked))
    assert window.question.pages["choose"].count_label.text() == "199 candidates, 0.01 to 1.99"


def test_many_figures_have_one_editor_and_a_key_draws_one_line_anew(opened):
    studio = opened
    figures = figures_asked(studio, 1)
    before = len(figures.findChildren(QWidget))
    figures_asked(studio, MANY)
    assert figures.list.model().rowCount() == MANY
    assert len(figures.findChildren(QWidget)) <= before + 3, "two fields that a single figure has not, and a bar"
    changed, whole = [], []
    figures.list.model().dataChanged.connect(lambda first, last: changed.extend(range(first.row(), last.row() + 1)))
    figures.list.model().modelReset.connect(lambda: whole.append(1))
    studio.click_cell(figures.list, 7)
    assert figures.editor.texts["name"].editor.text() == "Over 7"
    QTest.keyClick(figures.editor.texts["name"].editor, Qt.Key.Key_End)
    QTest.keyClicks(figures.editor.texts["name"].editor, "x")
    assert studio.plan.figures[7].name == "Over 7x" and set(changed) <= {7} and not whole
    assert figures.list.model().index(7, 0).data() == "Over 7x"


def test_a_new_figure_is_chosen_and_in_sight(opened):
    studio = opened
    figures = figures_asked(studio, MANY)
    studio.click(figures.add_buttons["mean"])
    assert figures.place == figures.list.currentIndex().row() == MANY
    assert figures.editor.column.isVisible()
    line = figures.list.visualRect(figures.list.model().index(MANY, 0))
    assert figures.list.viewport().rect().contains(line.center())
    figures.list.setFocus()
    QTest.keyClick(figures.list, Qt.Key.Key_Delete)
    assert len(studio.plan.figures) == MANY and figures.place == MANY - 1
    studio.keys("Ctrl+Z")
    assert figures.place == MANY and figures.editor.column.isVisible()


def test_what_is_missing_of_a_figure_leads_to_it(opened):
    studio, window = opened, opened.window
    figures = figures_asked(studio, MANY)
    broken = list(studio.plan.figures)
    broken[30] = replace(broken[30], conditions=(ConditionPlan("smoker", "is", "yes"), ConditionPlan("age", "above")))
    window.session.change(replace(studio.plan, figures=tuple(broken)))
    item = next(item for item in window.session.resolved.missing if item.field.startswith("figure:"))
    assert item.field == "figure:30:condition:1:value" and figures.place == 0
    assert figures.list.model().index(30, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole) == item.sentence
    window.activateWindow()
    window._go(item)
    assert figures.place == 30
    assert window.focusWidget() is window.question.fields[item.field].editor
    assert window.question.fields["figure:30:name"].editor.text() == "Over 30"


@pytest.mark.parametrize("name", ["mascot", "apples", "smokers", "ages", "survey", "halfspaces", "corona"])
def test_a_common_question_fits_in_the_window(studio, name):
    window = studio.window
    window.resize(1280, 660)
    studio.demonstration(name)
    studio.settle()
    studio.tab("question")
    inside, room = window.question.widget(), window.question.viewport()
    studio.qtbot.waitUntil(lambda: inside.layout().totalHeightForWidth(room.width()) <= room.height())
    assert not window.question.verticalScrollBar().isVisible()


def test_a_page_that_fits_again_has_no_bar(studio):
    """Where the bar stands lines break that need not; Qt would keep it for their sake."""
    window = studio.window
    studio.demonstration("halfspaces")
    studio.tab("question")
    window.workplace._both.setSizes([726, 553])
    bar = window.question.verticalScrollBar()
    for height, shown in ((600, True), (660, False)):
        window.resize(1280, height)
        studio.qtbot.waitUntil(lambda shown=shown: bar.isVisible() == shown)
    assert window.workplace._both.sizes() == [726, 553]


def test_fields_and_lines_follow_the_size_of_the_text_at_once(opened):
    window = opened.window
    figures = figures_asked(opened, 2)
    text = window.question.pages["choose"].fields["candidates.text"].editor
    name = figures.editor.texts["name"].editor

    def heights():
        return figures.list.sizeHint().height(), text.maximumHeight()

    wide, tall = name.width(), heights()
    window.settings.set("text_size", "200")
    window._restyle()
    opened.qtbot.waitUntil(lambda: name.width() == 2 * wide)
    assert [round(now / before) for now, before in zip(heights(), tall, strict=True)] == [2, 2]
    assert figures.list.rowHeight(0) == 56


def test_a_remedy_that_several_fields_share_is_told_at_the_first_of_them(studio):
    page = studio.window.question
    studio.window.show_tab("question")
    studio.option(page.fields["candidates.kind"], "grid")
    for name, text in (("start", "0,25"), ("stop", "5,0"), ("step", "0,25")):
        studio.type(page.fields[f"candidates.{name}"], text)
    said = [page.fields[f"candidates.{name}"]._problem.text() for name in ("start", "stop", "step")]
    assert said[0].endswith("Write a point, not a comma, and do not group digits: 0.5 or 1000.")
    assert said[1:] == [f"The {name} is not a number that dpstudio can read." for name in ("stop", "step")]
