"""The view Figures: a whole result with its whiskers, drawn anew, with what is exact marked, or as it was released."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from dpstudio.gui.look.theme import LOOKS, THEME
from dpstudio.workspace.project.project_file import save
from tests.conftest import Seeded
from tests.gui.cutting import cut
from tests.gui.cutting_pictures import faults_of
from tests.gui.hearing import offences
from tests.gui.private_projects import AGE, COSTS, SMOKER, FigurePlan, of_clinic
from tests.gui.private_projects import survey as private_survey
from tests.gui.seeing import contrast
from tests.gui.taking import copied, saved
from tests.gui.test_draws import opened
from tests.gui.test_presenting import fits, presented
from tests.gui.test_presenting import settle as presented_settles

BINS = [(18, 30), (30, 40), (40, 50), (50, 60), (60, 70), (70, 80), (80, 101)]


def shown(studio, demonstration):
    preview = opened(studio, demonstration, "figures")
    studio.settle()
    studio.qtbot.waitUntil(lambda: bool(preview.figures.plot.shown))
    return preview


def drawn(view) -> list[tuple[float, float, float]]:
    """Value, and where its whiskers end, of each bar as it stands in the picture."""
    bars, (along, across) = view.plot.bars.opts, view.plot.whiskers.getData()
    found = []
    for place, value in enumerate(np.asarray(bars["width"], float).tolist()):
        ends = along[np.abs(across - place) < 0.5]
        found.append((value, float(ends.min()), float(ends.max())))
    return found


def computed(view) -> list[tuple[float, float, float]]:
    """The same, of the lines that were drawn."""
    lines = [view._drawn[place] for place in view.group.places]
    pairs = [(Fraction(line["value"]), Fraction(line["error"])) for line in lines]
    return [(float(value), float(value - error), float(value + error)) for value, error in pairs]


def private(studio, folder, plan):
    """A private project, opened from its file, with the view in front."""
    window = studio.window
    save(plan, folder / "asked.dpstudio")
    window.projects.open(str(folder / "asked.dpstudio"))
    studio.settle()
    studio.tab("privacy")
    studio.option(window.preview.views, "figures")
    studio.settle()
    studio.qtbot.waitUntil(lambda: bool(window.preview.figures.plot.shown))
    return window.preview


def ages(studio) -> list[int]:
    """How many people of the sample are in each bin, counted row by row."""
    names, rows = studio.window.session.preview.everybody
    found = [int(row[[name.lower() for name in names].index("age")]) for row in rows]
    return [sum(low <= age < high for age in found) for low, high in BINS]


@pytest.mark.parametrize("demonstration", ["ages", "survey"])
def test_what_is_drawn_is_what_a_result_says_and_a_button_draws_it_anew(studio, demonstration):
    preview = shown(studio, demonstration)
    view, seen = preview.figures, set()
    assert preview.badge.text() == "SAMPLE"
    assert view.said.text().startswith("Drawn here, not released")
    assert "Nothing is charged" in view.said.text()
    for _ in range(6):
        assert drawn(view) == pytest.approx(np.array(computed(view)))
        ends = [max(0.0, high) for _, _, high in computed(view)]
        assert [text.pos().x() for text in view.plot.texts] == pytest.approx(ends), "what is written begins there"
        lines = [view._drawn[place] for place in view.group.places]
        assert [each.told for each in view.plot.shown] == [
            f"{line['value'].replace('-', '−')} ± {line['error']}" for line in lines
        ]
        seen.add(tuple(line["value"] for line in lines))
        studio.click(view.draw_button)
        studio.settle()
    assert len(seen) > 1
    account = studio.window.session.standing.account
    assert account is None or not account.charges


@pytest.mark.parametrize(("demonstration", "field"), [("survey", "survey.people"), ("halfspaces", "synthesis.people")])
def test_another_public_number_than_the_samples_is_told_with_the_samples_own(studio, demonstration, field):
    preview = opened(studio, demonstration, "you")
    asked = studio.window.question.fields[field]
    own = asked.editor.text()
    for typed in (str(int(own) - 10), str(int(own) + 20)):
        studio.tab("question")
        studio.type(asked, typed)
        studio.settle()
        said = f"The sample has {own} people; the public number of people that was typed is {typed}."
        studio.qtbot.waitUntil(lambda said=said: any(said in each.text() for each in preview.findChildren(QLabel)))
        assert not preview.offered or not preview.you.isVisible(), (
            "nothing is drawn for a number that is not the table's"
        )
    studio.type(asked, own)
    studio.settle()
    studio.qtbot.waitUntil(preview.you.isVisible)


def test_the_own_number_of_a_private_table_is_never_told(studio, tmp_path):
    plan = private_survey(tmp_path)
    typed = replace(plan, survey=replace(plan.survey, people="7"))
    preview = private(studio, tmp_path, typed)
    assert len(preview.figures.plot.shown) > 1, "it is that of an invented table"
    assert preview.badge.text() == "SIMULATED"


def test_all_bins_of_the_histogram_stand_there_with_their_true_counts_marked(studio):
    view = shown(studio, "ages").figures
    assert len(view.plot.shown) == 7
    assert not view.plot.exact.getData()[0].size, "nothing is marked before it is asked for"
    studio.click(view.exact)
    assert view.plot.exact.getData()[0].tolist() == ages(studio)
    assert view.plot.exact.getData()[1].tolist() == list(range(7))
    assert all(abs(each.value - each.exact) <= 40 for each in view.plot.shown)
    assert view.table.model().columnCount() == 6
    assert [view.table.model().index(line, 5).data() for line in range(7)] == list(map(str, ages(studio)))


def test_the_estimate_of_each_answer_stands_there_with_the_true_counts(studio):
    preview = shown(studio, "survey")
    view = preview.figures
    studio.click(view.exact)
    names, rows = studio.window.session.preview.everybody
    told = [row[names.index(preview._shown.question.column.name)].lower() for row in rows]
    assert view.plot.exact.getData()[0].tolist() == [told.count(each.name) for each in view.plot.shown]
    assert all(error.error == 33 for error in view.plot.shown)


def test_the_draws_are_those_of_a_release_of_the_same_random_words(studio):
    preview = shown(studio, "ages")
    question, found = preview._shown.question, preview.figures._found
    for seed in "abcd":
        assert list(found.draw(Seeded(seed))) == question.draw([ages(studio)], Seeded(seed))["lines"]


def test_keys_and_mouse_reach_each_bar_and_its_line_of_the_table(studio):
    view = shown(studio, "ages").figures
    studio.focus(view.table)
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert view.table.currentIndex().row() == 1
    assert view.plot.mark._frame.isVisible()
    spot = view.plot.mapFromScene(view.plot.getViewBox().mapViewToScene(QPointF(1, 4)))
    QTest.mouseClick(view.plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert view.table.currentIndex().row() == 4
    assert offences(view) == []
    assert view.plot.accessibleName() == "Figures with their whiskers"
    assert view.table.accessibleName() == "Figures as a table"
    assert view.table.accessibleDescription()


def test_a_mean_that_stands_in_for_none_is_told_beside_its_bar_and_no_other_is(studio, tmp_path):
    figures = (FigurePlan("mean", column="costs"), FigurePlan("count"))
    asked = of_clinic(tmp_path, AGE, SMOKER, COSTS, kind="measure", figures=figures)
    view = private(studio, tmp_path, replace(asked, privacy=replace(asked.privacy, epsilon="0.0001"))).figures
    seen = set()
    for _ in range(80):  # the noisy number is above 0 in about half of all draws
        number = next(line for line in view._drawn if line["name"].endswith("number of values"))
        instead = Fraction(number["value"]) <= 0
        for place in range(view.groups.count()) if instead not in seen else ():
            studio.choose(view.groups, view.groups.itemText(place))
            own = "Mean of costs" in {view._drawn[line]["name"] for line in view.group.places}
            told = "“Mean of costs” is a stand-in and no mean of this table" in view.said.text()
            assert told == (instead and own)
        seen.add(instead)
        if len(seen) > 1:
            break
        studio.click(view.draw_button)
        studio.settle()
    assert seen == {True, False}


def test_figures_of_different_units_never_share_a_scale_and_are_chosen_in_a_list(studio, tmp_path):
    figures = (
        FigurePlan("count"),
        FigurePlan("total", column="costs"),
        FigurePlan("total", column="age"),
        FigurePlan("histogram", column="age", bins="0\n18\n65\n120"),
        FigurePlan("mean", column="costs"),
    )
    preview = private(studio, tmp_path, of_clinic(tmp_path, AGE, SMOKER, COSTS, kind="measure", figures=figures))
    view = preview.figures
    names = [view.groups.itemText(place) for place in range(view.groups.count())]
    rows, costs, *others = names
    assert (rows, costs) == ("figures in rows", "figures in €"), "a mean's sum and number beside others of their unit"
    assert len(others) == 3, "the sum of ages, the histogram, and the mean, which is not of its sum's size"
    found = []
    for name in names:
        studio.choose(view.groups, name)
        assert "mean" not in view.said.text() or name == others[-1], "what is done to the mean is said beside it alone"
        units = {view._drawn[place]["unit"] for place in view.group.places}
        assert len(units) == 1
        assert drawn(view) == pytest.approx(np.array(computed(view)))
        found += view.group.places
    assert sorted(found) == list(range(len(view._drawn)))
    studio.option(preview.views, "law")
    studio.choose(preview.parts.which, preview.parts.which.itemText(2))
    studio.option(preview.views, "figures")
    assert view.group.unit == "years", "the figure that was chosen beside the picture"


def test_of_more_bins_than_names_have_room_for_all_stand_there_and_the_keyboards_has_its_name(studio, tmp_path):
    bins = (FigurePlan("histogram", column="age", bins="\n".join(map(str, range(121)))),)
    view = private(studio, tmp_path, of_clinic(tmp_path, AGE, kind="measure", figures=bins)).figures
    assert len(view.plot.shown) == 120
    assert drawn(view) == pytest.approx(np.array(computed(view)))
    assert faults_of(view.plot) == []
    studio.focus(view.table)
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
        QTest.keyClick(view.table, key)
        here = view.plot.shown[view.table.currentIndex().row()]
        assert view.plot.mark.told.isVisible()
        assert view.plot.mark.told.toPlainText().strip() == f"{here.name}: {here.told}"


@pytest.mark.parametrize("plan", ["figures", "survey"])
def test_of_a_private_table_an_invented_one_is_drawn_from_and_said_so_and_nothing_exact_is_offered(
    studio, tmp_path, plan
):
    histogram = (FigurePlan("histogram", column="age", bins="0\n18\n65\n120"),)
    asked = of_clinic(tmp_path, AGE, kind="measure", figures=histogram, people="600")
    preview = private(studio, tmp_path, asked if plan == "figures" else private_survey(tmp_path))
    view = preview.figures
    assert preview.badge.text() == "SIMULATED"
    assert "from an invented table of" in view.said.text()
    assert "Nothing is charged" in view.said.text()
    assert not view.exact.isVisible()
    assert view._found.exact == ()
    (taken,) = view.exhibits()
    assert "Without noise" not in taken.told.names


def test_a_released_result_stands_in_place_of_what_was_drawn_and_can_be_brought_back(studio):
    preview = shown(studio, "ages")
    studio.tab("release")
    studio.release()
    studio.settle()
    view, lines = preview.figures, studio.window.session.release.lines
    studio.qtbot.waitUntil(lambda: view.of_release)
    assert [each.value for each in view.plot.shown] == [float(line["value"]) for line in lines]
    assert preview.badge.text() == "RELEASED"
    assert view.said.text().startswith("Released: these are the numbers of the result.")
    assert not view.released_button.isVisible()
    while view.of_release:
        studio.click(view.draw_button)
        studio.settle()
    assert preview.badge.text() == "SAMPLE"
    assert view.said.text().startswith("Drawn here, not released")
    studio.click(view.released_button)
    assert preview.badge.text() == "RELEASED"
    assert [each.value for each in view.plot.shown] == [float(line["value"]) for line in lines]


def test_released_figures_of_a_private_table_stand_with_whiskers_and_no_true_ones(studio, tmp_path):
    histogram = (FigurePlan("histogram", column="age", bins="0\n18\n65\n120"),)
    preview = private(studio, tmp_path, of_clinic(tmp_path, AGE, kind="measure", figures=histogram))
    studio.tab("release")
    studio.release()
    studio.settle()
    studio.tab("privacy")
    studio.settle()
    lines = studio.window.session.release.lines
    view = preview.figures
    assert view.of_release
    assert drawn(view) == pytest.approx(np.array(computed(view)))
    assert [each.value for each in view.plot.shown] == [float(line["value"]) for line in lines]
    assert preview.badge.text() == "RELEASED"
    assert not view.exact.isVisible()
    assert {line[-2] for line in copied(studio)[1:]} == {"RELEASED"}


def test_it_is_taken_along_as_a_table_with_all_digits_and_as_a_picture_with_badge_title_and_note(studio, tmp_path):
    view = shown(studio, "ages").figures
    studio.click(view.exact)
    names, *lines = copied(studio)
    assert names[:6] == ["Figure", "Value in rows", "±", "From", "To", "Without noise"]
    assert [line[1] for line in lines] == [view._drawn[place]["value"] for place in view.group.places]
    assert [int(line[3]) for line in lines] == [round(low) for _, low, _ in drawn(view)]
    assert {line[6] for line in lines} == {"SAMPLE"}
    assert "Ages of patients" in lines[0][7]
    written = saved(studio, tmp_path / "figures.svg").read_text("utf-8")
    assert "SAMPLE" in written
    assert "Drawn here, not released" in written


@pytest.mark.parametrize("look", LOOKS)
def test_bars_whiskers_and_marks_stand_out_in_every_look(studio, look):
    studio.window.settings.set("appearance", look)
    studio.window._restyle()
    view = shown(studio, "ages").figures
    palette = THEME.palette
    assert contrast(palette.bar, palette.surface) >= 3
    pens = [item.opts["pen"] for item in (view.plot.whiskers, view.plot.edge)]
    assert [pen.color().name() for pen in pens] == [palette.text, palette.surface], "an edge sets it off from the bar"
    assert pens[1].width() > pens[0].width()
    assert contrast(palette.text, palette.surface) >= 4.5
    assert cut(view) == []
    assert faults_of(view.plot) == []


@pytest.mark.parametrize("demonstration", ["ages", "survey"])
def test_before_an_audience_it_fits_and_draw_draws_it_anew(studio, demonstration):
    audience = presented(studio, demonstration)
    studio.option(audience.picture.views, "figures")
    presented_settles(studio)
    view, seen = audience.picture.figures, set()
    fits(audience)
    assert not view.draw_button.isVisible()
    for _ in range(6):
        seen.add(tuple(line["value"] for line in view._drawn))
        QTest.mouseClick(audience.draw_button, Qt.MouseButton.LeftButton)
        presented_settles(studio)
        assert audience.picture.view == "figures"
    assert len(seen) > 1
    fits(audience)
    studio.qtbot.waitUntil(lambda: not cut(audience))
    assert faults_of(view.plot) == []
