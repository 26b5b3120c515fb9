"""How far one person moves each figure: a row each with aligned columns, its proof one click or key below."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpstudio.core.plan import ConditionPlan, FigurePlan, PrivacyPlan, UnitPlan
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, SMOKER, of_clinic
from tests.gui.test_whole_window import COMMON, resized, too_long

FOUR = (
    FigurePlan("count"),
    FigurePlan("count", conditions=(ConditionPlan("smoker", "is", "yes"),)),
    FigurePlan("total", column="costs"),
    FigurePlan("mean", column="age"),
)
GAUSSIAN = PrivacyPlan(noise="discrete_gaussian", delta="0.000001", cap="10", delta_cap="0.001")


def opened(studio, folder, **asked):
    plan = of_clinic(folder, AGE, SMOKER, COSTS, **{"kind": "measure", "figures": FOUR, "name": "Four"} | asked)
    save(plan, folder / "asked.dpstudio")
    studio.window.projects.open(str(folder / "asked.dpstudio"))
    studio.settle()
    studio.tab("score")
    return studio.window.score.moved


def texts(line) -> list[str]:
    return [each.text() for each in line._texts]


@pytest.mark.long
def test_four_figures_stand_below_one_another_and_fit_a_small_screen(studio, tmp_path):
    resized(studio, COMMON)
    card = opened(studio, tmp_path)
    assert [texts(line) for line in card._lines] == [
        ["All rows", "Δ₁ = 1 row", "1/4 of ε", "noise ≈ 3.96 rows"],
        ["Rows where “smoker” is yes", "Δ₁ = 1 row", "1/4 of ε", "noise ≈ 3.96 rows"],
        ["Sum of costs", "Δ₁ = 5,000 €", "1/4 of ε", "noise ≈ 20,000 €"],
        ["Mean of age: sum of “age”", "Δ₁ = 120 years", "1/8 of ε", "noise ≈ 960 years"],
        ["Mean of age: number of values of “age”", "Δ₁ = 1 row", "1/8 of ε", "noise ≈ 7.98 rows"],
    ]
    studio.qtbot.waitUntil(lambda: too_long(studio.window) == [])
    for column in zip(*(line._texts for line in card._lines), strict=True):
        assert len({each.x() for each in column}) == 1, "aligned"


@pytest.mark.parametrize("by", ["click", "key"])
def test_the_proof_of_a_figure_is_closed_until_it_is_asked_for(studio, tmp_path, by):
    card = opened(studio, tmp_path)
    total = card._lines[2]
    assert not any(line._proof.isVisible() for line in card._lines)
    assert total.toggle.accessibleName() == "Why: Sum of costs"
    if by == "click":
        studio.click(total.toggle)
    else:
        studio.focus(total.toggle)
        QTest.keyClick(total.toggle, Qt.Key.Key_Space)
    assert total._proof.isVisible()
    assert "at most 5,000 €" in total._proof.text()
    assert "Δ₂² = 25,000,000; the noise comes in steps of 0.01 €" in total._proof.text()
    assert not card._lines[0]._proof.isVisible()
    studio.click(total.toggle)
    assert not total._proof.isVisible()


def test_one_figure_alone_stands_open_and_a_second_one_leaves_it_so_no_more(studio, tmp_path):
    card = opened(studio, tmp_path, figures=FOUR[2:3])
    assert texts(card._lines[0]) == ["Sum of costs", "Δ₁ = 5,000 €", "all of ε", "noise ≈ 5,000 €"]
    assert card._lines[0]._proof.isVisible()
    studio.tab("question")
    studio.click(studio.window.question.pages["measure"].add_buttons["count"])
    studio.settle()
    studio.tab("score")
    assert len(card._lines) == 2
    assert not any(line._proof.isVisible() for line in card._lines)
    studio.keys("Ctrl+Z")
    studio.settle()
    assert len(card._lines) == 1
    assert card._lines[0]._proof.isVisible()


def test_of_gaussian_noise_what_sizes_it_is_the_other_sensitivity(studio, tmp_path):
    card = opened(studio, tmp_path, figures=FOUR[:1], privacy=GAUSSIAN)
    assert texts(card._lines[0])[1:3] == ["Δ₂ = 1 row", "all of ρ"]


def test_a_figure_that_is_refused_hides_nothing_that_is_known_of_the_others(studio, tmp_path):
    wrong, unfinished = FigurePlan("mean", column="age", otherwise="500"), FigurePlan("histogram", column="age")
    card = opened(studio, tmp_path, figures=(FOUR[2], wrong, unfinished, FigurePlan("count", name="All")))
    total, refused, missing, count = card._lines
    assert texts(total) == ["Sum of costs", "Δ₁ = 5,000 €", "", ""]
    assert texts(refused)[:2] == ["Figure 2", "refused"]
    assert refused._proof.isVisible()
    assert "The mean of nobody, 500, lies outside the column's bounds" in refused._proof.text()
    assert texts(missing)[:2] == ["Figure 3", "not complete"]
    assert "Type the bins of figure 3" in missing._proof.text()
    assert texts(count)[:2] == ["All", "Δ₁ = 1 row"]
    assert not total._proof.isVisible()
    assert not count._proof.isVisible()
    told = "The share of ε and the noise are shown once the Question tab is complete."
    assert card._later.isVisible()
    assert card._later.text() == told
    assert studio.window.workplace.steps.accessibleTabName(2) == "3 Sensitivity, missing, Δ₁ = 5,000 €, …"


def test_where_the_privacy_unit_is_missing_the_page_sends_to_the_tables(studio, tmp_path):
    card = opened(studio, tmp_path, privacy_unit=UnitPlan())
    assert card._lines == []
    assert card._later.text() == "It is shown once the Tables tab is complete."


def test_a_share_of_epsilon_is_said_in_one_way_wherever_it_stands(studio, tmp_path):
    """As it was typed; what is left for the others is an exact fraction."""
    plans = (replace(FOUR[0], share="1/3"), replace(FOUR[1], share="0.25"), FOUR[2])
    card = opened(studio, tmp_path, figures=plans)
    assert [texts(line)[2] for line in card._lines] == ["1/3 of ε", "0.25 of ε", "5/12 of ε"]
    studio.tab("question")
    listed = studio.window.question.pages["measure"].list.model()
    told = [listed.data(listed.index(place, 3)) for place in range(3)]
    assert told == ["1/3 of ε", "0.25 of ε", "5/12 of ε"]
