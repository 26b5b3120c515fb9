"""Figures keep their names, their step says what it is, and each can be read on its scale."""

import re

import pytest

from dpstudio.core.plan import FigurePlan
from dpstudio.gui.widgets.whiskers import Whisker, scales_of
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, of_clinic
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
    assert window.menus.actions["tab_3"].text() == "&Sensitivity"
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
    assert window.preview.badge.text() == "before the change", "ε has not changed"
    studio.click(page.add_buttons["total"])
    assert foot.missing_link.text().endswith("(and 1 more)")
    studio.choose(page.fields["figure:2:column"], "income")
    studio.settle()
    assert names(page) == ["All rows", "named once complete", "named once complete"]
    assert foot.missing_link.text().startswith("Tables: ")
    assert foot.missing_link.text().endswith("(and 1 more)"), "figure 2 still lacks its column"
    studio.option(window.question.fields["kind"], "choose")
    assert steps.tabText(2) == "3 Score"
    assert window.menus.actions["tab_3"].text() == "&Score"


def test_a_mean_beside_a_sum_of_its_unit_has_a_scale_on_which_it_can_be_seen():
    total, mean, other = (
        {"name": name, "value": value, "error": error, "unit": "€"}
        for name, value, error in (("sum", "120000", "4000"), ("mean", "50", "2"), ("another", "70", "5"))
    )
    of_total, of_mean, of_other = scales_of([total, mean, other])
    assert of_mean == of_other != of_total


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
    assert "Whiskers of one unit and like size share a scale." in texts(window.release_tab.result)


def test_the_picture_follows_the_figure_that_is_edited_and_keeps_what_is_chosen_in_it(studio, incomes):
    window = studio.window
    page = window.question.pages["measure"]
    for kind in ("count", "mean", "count"):
        studio.click(page.add_buttons[kind])
    page.list.choose(1)
    studio.choose(page.fields["figure:1:column"], "income")
    declare(studio, incomes, "income", "whole number", lower="0", upper="6000")
    studio.settle()
    studio.tab("question")
    studio.settle()
    assert len(window.preview._all) == 4
    studio.click_cell(page.list, 2)
    studio.settle()
    assert window.preview.part == 3, "the mean has two parts of its own"
    studio.click_cell(page.list, 1)
    studio.settle()
    assert window.preview.part == 1
    studio.choose(window.preview.parts.which, window.preview.parts.which.itemText(2))
    studio.type(page.editor.texts["name"], "Wages")
    studio.settle()
    assert window.preview.part == 2, "what is chosen in the picture stays while the same figure is edited"


def test_the_example_of_bins_is_one_of_the_columns_type(studio, incomes):
    page = studio.window.question.pages["measure"]
    studio.click(page.add_buttons["histogram"])
    bins = page.editor.bins.editor
    assert bins.placeholderText() == "0\n18\n65"
    studio.choose(page.editor.column, "town")
    studio.tab("tables")
    studio.choose(incomes.editor("town").kind, "one choice (category)")
    studio.tab("question")
    assert bins.placeholderText() == "Tea\nCoffee\nWater"


def test_a_share_and_a_mean_of_visits_are_not_drawn_on_one_scale():
    """Else a share of 0.77 ± 0.72 has the shortest whisker of a page, and looks the most exact."""
    lines = [
        {"name": name, "value": value, "error": error, "unit": unit}
        for name, value, error, unit in [
            ("share", "0.77", "0.72", ""), ("visits", "7", "13", ""), ("old", "81", "78", "years"),
            ("young", "20", "9", "years"), ("h: A", "4", "3", ""), ("h: B", "30", "3", ""),
        ]
    ]  # fmt: skip
    share, visits, old, young, *bins = scales_of(lines)
    assert share != visits
    assert share[1] - share[0] < 2
    assert old == young
    assert bins[0] == bins[1]


def test_a_scale_on_which_zero_is_far_away_begins_elsewhere_and_names_its_ends(qtbot):
    def line(name, value, error, unit="rows"):
        return {"name": name, "value": value, "error": error, "unit": unit}

    ((least, greatest),) = scales_of([line("far", "4407", "74")])
    assert 0 < least < 4407 - 74 < 4407 + 74 < greatest
    ((start, end),) = scales_of([line("near 0", "5", "4")])
    assert start <= 0 < end
    both = scales_of([line("h: A", "400", "3"), line("h: B", "30", "3")])
    assert both[0] == both[1]
    assert both[0][0] <= 0, "bins are compared by their length"
    whisker = Whisker(4407.0, 74.0, least, greatest)
    qtbot.addWidget(whisker)
    whisker.resize(200, 40)
    assert whisker._place(4407 + 74) - whisker._place(4407 - 74) > 80
    assert whisker.named == ("4,260", "4,560")


def test_a_sum_is_shown_and_spoken_with_its_unit_and_to_the_place_of_its_error(studio, tmp_path):
    figures = FigurePlan("total", column="costs"), FigurePlan("total", column="age")
    save(of_clinic(tmp_path, AGE, COSTS, kind="measure", figures=figures), tmp_path / "asked.dpstudio")
    window = studio.window
    window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.release()
    costs, age = window.session.release.shown
    assert re.fullmatch(r"Sum of costs: −?[0-9,]+\.[0-9]{2} ± [0-9,]+\.[0-9]{2} €", costs)
    assert re.fullmatch(r"Sum of age: −?[0-9,]+ ± [0-9,]+ years", age)
    spoken = window.release_tab.result.spoken.accessibleName()
    for line in (costs, age):
        assert line.partition(": ")[2] in texts(window.release_tab)
        assert line in spoken
    assert " €" in window.session.release.told
