"""Figures keep their names, their step says what it is, and each can be read on its scale."""

import pytest

from dpstudio.gui.widgets.whiskers import Whisker
from tests.gui.test_kinds import declare
from tests.gui.test_seen import texts


@pytest.fixture
def incomes(studio, tmp_path):
    """A private table of incomes, each row one person, and its card; figures are asked for."""
    path = tmp_path / "incomes.csv"
    path.write_text("income,town\n" + "".join(f"{2000 + i},{'AB'[i % 2]}\n" for i in range(800)), "utf-8")
    card = studio.open_private(path)
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "measure")
    return card


def names(page) -> list[str]:
    model = page.list.model()
    return [model.data(model.index(row, 0)) for row in range(model.rowCount())]


def test_a_figure_keeps_its_name_and_all_that_is_missing_is_counted_while_another_is_incomplete(studio, incomes):
    window, foot = studio.window, studio.window.workplace.foot
    page = window.question.pages["measure"]
    steps = window.workplace.steps
    assert steps.tabText(2) == "3 Sensitivity", "nothing is scored"
    assert foot.next_button.text() == "Sensitivity ›"
    assert steps.status(2) == "missing", "there is no figure yet"
    studio.click(page.add_buttons["count"])
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    studio.tab("question")
    assert names(page) == ["All rows"]
    assert steps.status(2) == "done"
    studio.click(page.add_buttons["total"])
    assert names(page) == ["All rows", "named once complete"]
    assert window.preview.badge.text() == "as it was before the change", "ε has not changed"
    studio.click(page.add_buttons["total"])
    assert foot.missing_link.text().endswith("(and 1 more)")
    studio.choose(page.fields["figure:2:column"], "income")
    studio.settle()
    assert names(page) == ["All rows", "named once complete", "named once complete"]
    assert foot.missing_link.text().startswith("Tables: ")
    assert foot.missing_link.text().endswith("(and 1 more)"), "figure 2 still lacks its column"
    studio.option(window.question.fields["kind"], "choose")
    assert steps.tabText(2) == "3 Score"


def test_the_whiskers_of_every_figure_can_be_seen_whatever_else_is_published(studio, incomes):
    window = studio.window
    page = window.question.pages["measure"]
    for kind in ("total", "mean", "histogram"):
        studio.click(page.add_buttons[kind])
    for place, name in enumerate(("income", "income", "town")):
        page.list.choose(place)
        studio.choose(page.fields[f"figure:{place}:column"], name)
    studio.type(page.fields["figure:2:bins"], "A\nB\nC")
    declare(studio, incomes, "income", "whole number", lower="0", upper="6000")
    studio.choose(incomes.editor("town").kind, "one choice (category)")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    assert studio.missing == []
    studio.release()
    shown = [each for each in window.release_tab.result.figures.findChildren(Whisker) if each.isVisible()]
    assert len(shown) == 7, texts(window.release_tab.result)
    for each in shown:
        assert each._place(each._value + each._error) - each._place(each._value - each._error) > 3
    assert len({each._ends for each in shown[-3:]}) == 1, "bins of one figure are compared on one scale"
