"""The view Loss: the law of how far below the best the result falls, the documents' bounds over it, in plain words."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.gui.views.tail_sheet import TailSheet
from dpstudio.gui.widgets.percent import amount_up, bound_up, percent_up, rest_beside, rest_down, told_apart
from tests.gui.cutting import cut
from tests.gui.hearing import offences, told
from tests.gui.test_draws import law, opened


def loss(studio, demonstration="mascot", part="tail"):
    view = opened(studio, demonstration, "loss").loss
    if part != "tail":
        studio.option(view.parts, part)
    studio.settle()
    studio.qtbot.wait(30)
    return view


def typed(studio, field, text):
    studio.type(studio.window.privacy.fields[f"privacy.{field}"], text)
    studio.settle()


def go_to(view, place):
    """Move the slider there by keys alone."""
    view.slider.setFocus()
    QTest.keyClick(view.slider, Qt.Key.Key_Home)
    for _ in range(place - view.slider.minimum()):
        QTest.keyClick(view.slider, Qt.Key.Key_Right)


def cells(view, line):
    model = view.table.model()
    return [model.index(line, place).data() for place in range(model.columnCount())]


def drawn(item):
    """What is drawn, in percent."""
    return item.getData()


def test_the_proof_is_drawn_step_by_step_where_the_slider_stands_and_is_gone_with_its_mechanism(studio):
    view = loss(studio, part="proof")
    for place in (1, 8, 15):
        go_to(view, place)
        shown = law(studio).tail_proof().at(Fraction(place))
        below, _, *rest = cells(view, place - 1)
        assert (below, rest) == (str(place), [bound_up(Fraction(shown.ratio)), bound_up(shown.bound)])
        said = " ".join(each.text() for each in view.said)
        assert f"lie {shown.count} of 100 candidates" in said
        assert percent_up(shown.chance) in said and percent_up(shown.ratio) in said
        assert percent_up(shown.together) in said and percent_up(shown.bound) in said
        at = [float(curve.getData()[0][-1]) for curve in view.plot.curves]
        assert at[0] == at[1] == at[2]
    heights = [curve.getData()[1] for curve in view.plot.curves]
    assert (heights[0] <= heights[1]).all() and (heights[1] <= heights[2] + 1e-9).all()
    studio.pick(studio.window.privacy.fields["privacy.mechanism"], "permute_and_flip")
    studio.settle()
    assert not view.parts.buttons["proof"].isVisible()
    assert view.parts.buttons["tail"].isChecked()
    assert "with probability" in view.said[0].text()


@pytest.mark.parametrize("mechanism", ["exponential", "permute_and_flip", "noisy_max_laplace"])
def test_what_is_drawn_is_the_law_of_the_loss_and_no_bound_lies_below_it(studio, mechanism):
    view = loss(studio)
    studio.pick(studio.window.privacy.fields["privacy.mechanism"], mechanism)
    studio.settle()
    shown = law(studio)
    gap = shown.scores.steps.max() - shown.scores.steps
    across, up = drawn(view.plot.curves[0])
    assert across.size == up.size + 1
    for left, right, height in zip(across, across[1:], up, strict=False):
        assert height == pytest.approx(100 * shown.chances[gap > left].sum(), abs=1e-9)
        assert not ((gap > left) & (gap < right)).any()
    for item in view.plot.curves[1:]:
        places, bounds = drawn(item)
        assert item.isVisible()
        assert all(bound >= 100 * shown.chances[gap >= t].sum() for t, bound in zip(places, bounds, strict=True))
        assert bounds.max() <= 100
    assert [each.text() for each in view.key.labels] == [
        "law",
        "bound by d = 100",
        "bound by |R_OPT| = 1",
        "bound by S_t",
    ]


def test_the_slider_moves_by_keys_and_the_sentence_the_marks_and_the_table_follow(studio):
    view = loss(studio)
    go_to(view, 12)
    shown, losses = law(studio), law(studio).losses()
    gap = shown.scores.steps.max() - shown.scores.steps
    true = shown.chances[gap >= 12].sum()
    counted = 100 * np.exp(-12 / 2)
    assert view.value.text() == "12 votes"
    said = view.said[0].text()
    assert said.startswith(f"The result is at least 12 votes below the best with probability {percent_up(true)}.")
    assert f"says at most {percent_up(counted)}." in said
    assert [mark.value() for mark in view.plot.marks] == [12, 24]
    assert view.table.currentIndex().row() == 11
    assert cells(view, 11)[0] == "12"
    assert float(cells(view, 11)[1].removesuffix(" %")) == pytest.approx(100 * true, rel=1e-5)
    assert cells(view, 11)[2] == bound_up(losses.at_least(Fraction(12)).counted)
    assert told(view.slider).text(QAccessible.Text.Value) == "12"
    assert told(view.slider).text(QAccessible.Text.Name) == "t, how far below the best"
    QTest.keyClick(view.slider, Qt.Key.Key_Left)
    assert view.value.text() == "11 votes"
    assert view.said[0].text() != said


def test_a_bound_that_is_the_greatest_loss_itself_says_nothing(studio):
    loss(studio)
    losses = law(studio).losses()
    for less, nothing in ((Fraction(0), True), (Fraction(1, 1000), False)):
        sheet = TailSheet(replace(losses, within=losses.worst - less, bounds=None), "votes")
        assert any("so this says nothing." in each for each in sheet.sentences(1)) == nothing


def test_the_table_and_a_click_on_the_picture_lead_the_slider(studio):
    view = loss(studio)
    go_to(view, 3)
    studio.focus(view.table)
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert view.slider.value() == 4
    spot = view.plot.getViewBox().mapViewToScene(QPoint(9, 50)).toPoint()
    QTest.mouseClick(view.plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    studio.qtbot.waitUntil(lambda: view.slider.value() == 9)
    assert view.said[0].text().startswith("The result is at least 9 votes below")


def test_a_bound_that_says_nothing_says_so(studio):
    view = loss(studio, "apples")
    assert "says nothing" in view.said[0].text()
    assert cells(view, 0)[2] == "says nothing"
    assert "no candidate is more than 4.01 $ below, so this says nothing." in view.said[2].text()
    assert "no candidate is more than 4.01 $ below, so this says nothing." in view.said[3].text()
    view = loss(studio)
    go_to(view, view.slider.maximum())
    assert "says nothing" not in view.said[0].text()


def test_two_thresholds_have_two_masses_and_the_bound_of_the_nearby_candidates(studio):
    view = loss(studio)
    assert studio.window.preview.badge.text() == "SAMPLE"
    go_to(view, 8)
    shown = law(studio)
    gap = shown.scores.steps.max() - shown.scores.steps
    near, far = shown.chances[gap < 8].sum(), shown.chances[gap >= 16].sum()
    (x, above), (twice, below) = (each.getData() for each in view.plot.masses)
    assert x.tolist() == [8, 8] and above == pytest.approx([100 - 100 * near, 100])
    assert twice.tolist() == [16, 16] and below == pytest.approx([0, 100 * far])
    assert all(each.isVisible() for each in view.plot.masses)
    text = view.said[1].text()
    assert text.startswith(f"{(gap < 8).sum()} candidates less than t below (S_t): drawn with probability")
    assert f"probability {rest_beside(1 - near, near)}. At least 2t = 16 votes below: with" in text
    assert f"probability {percent_up(far)}; the bound by S_t" in text
    bound = 100 / (gap < 8).sum() * np.exp(-4)
    assert f"at most {percent_up(bound)}." in text


def test_the_error_bound_and_the_averages_stand_beside_what_is_true(studio):
    view = loss(studio, "colour")
    shown = law(studio)
    gap = (shown.scores.steps.max() - shown.scores.steps) * float(shown.scores.unit)
    count, best = gap.size, float(shown.scores.steps.max())
    assert f"On average: {amount_up(Fraction(float(shown.chances @ gap)), 'votes')} below." in view.said[3].text()
    by_count, by_best = np.log(count) + 1, np.log(count) + np.log(best) + 1
    assert f"Bounds: {amount_up(Fraction(by_count), '')} (ln d + 1)" in view.said[3].text()
    assert f"{amount_up(Fraction(by_best), '')} (ln OPT)" in view.said[3].text()
    within = np.log(count) + np.log(20)
    assert f"Bounds: {amount_up(Fraction(within), '')} (d and |R_OPT|)" in view.said[2].text()


def test_the_documents_36_84_and_37_votes_come_out_for_the_mascot(studio):
    view = loss(studio, part="leader")
    assert studio.window.preview.badge.text() == "NO DATA NEEDED", "it depends on the number of candidates alone"
    assert "With R = 2Δ, as textbooks have it: a lead of 37 votes suffices" in view.said[2].text()
    typed(studio, "bound", "2")
    assert "a lead of 37 votes suffices, and no smaller one does; the error bound asks for 36.85 votes." in (
        view.said[1].text()
    )
    assert not view.said[2].isVisible()
    go_to(view, 37)
    assert view.value.text() == "37 votes"
    wins = 1 / (1 + 99 * np.exp(-37 / 4))
    assert view.said[0].text().startswith("With a lead of 37 votes over 99 candidates with equal scores, the best wins")
    assert f"probability {100 * wins - 0.0005:.3f} %" in view.said[0].text(), "rounded down"
    across, up = drawn(view.plot.curves[0])
    assert up == pytest.approx(100 / (1 + 99 * np.exp(-across / 4)))
    assert [mark.value() for mark in view.plot.marks] == [37, 37]
    go_to(view, 36)
    assert "99." not in view.said[0].text().split(".")[0]
    assert cells(view, 36)[1] == f"{100 / (1 + 99 * np.exp(-9)):.2f} %"
    assert cells(view, 10)[2] == "says nothing"


def test_another_epsilon_is_another_picture_and_t_stays(studio):
    view = loss(studio)
    go_to(view, 5)
    before = drawn(view.plot.curves[0])[1].copy()
    typed(studio, "epsilon", "1")
    assert view.value.text() == "5 votes"
    shown = law(studio)
    gap = shown.scores.steps.max() - shown.scores.steps
    assert drawn(view.plot.curves[0])[1][0] == pytest.approx(100 * shown.chances[gap > 0].sum())
    assert drawn(view.plot.curves[0])[1][0] < before[0]


def test_it_is_offered_where_a_candidate_is_chosen_and_nowhere_else(studio):
    preview = opened(studio, "mascot", "loss")
    studio.settle()
    studio.window.projects.open_demonstration("ages")
    studio.settle()
    studio.tab("privacy")
    studio.qtbot.wait(50)
    assert not preview.views.buttons["loss"].isVisible()
    assert preview.law.isVisible()
    for other in ("survey", "halfspaces", "smokers"):
        opened(studio, other, "law")
        assert not preview.views.buttons["loss"].isVisible()


def test_of_a_private_table_the_losses_are_those_of_an_invented_one(studio, people):
    window = studio.window
    studio.open_private(people)
    studio.ask_for_a_drink()
    column = (replace(studio.plan.tables[0].columns[0], name="city"),)
    window.session.change(
        replace(
            studio.plan,
            tables=tuple(replace(table, columns=column) for table in studio.plan.tables),
            candidates=replace(studio.plan.candidates, text="Lima\nKyiv"),
            rule=replace(studio.plan.rule, columns=("city",)),
        )
    )
    studio.settle()
    studio.tab("privacy")
    studio.qtbot.wait(50)
    studio.option(studio.window.preview.views, "loss")
    studio.settle()
    view = studio.window.preview.loss
    assert studio.window.preview.badge.text() == "SIMULATED"
    assert law(studio).losses().candidates == 2
    assert view.said[0].text().startswith("The result is at least")


@pytest.mark.parametrize("size", ["100", "200"])
@pytest.mark.parametrize("part", ["tail", "leader"])
def test_nothing_is_cut_and_everything_has_a_name_at_any_size_of_the_text(studio, part, size):
    studio.window.settings.set("text_size", size)
    studio.window._restyle()
    studio.window.resize(1280, 720)
    view = loss(studio, "city", part)
    studio.qtbot.waitUntil(lambda: not cut(view))
    assert offences(view) == []
    assert told(view.plot).text(QAccessible.Text.Name) == "Loss and its bounds"


@pytest.mark.parametrize("part", ["tail", "leader"])
def test_the_names_of_both_marks_are_whole(studio, part):
    view = loss(studio, part=part)
    inside = view.plot.getViewBox().sceneBoundingRect().adjusted(-1, -1, 1, 1)
    for place in (view.slider.minimum(), view.slider.value(), view.slider.maximum() // 2, view.slider.maximum()):
        go_to(view, place)
        names = [each for each in view.plot.texts if each.isVisible()]
        assert names, place
        for text in names:
            drawn_at = text.mapRectToScene(text.boundingRect())
            assert inside.left() <= drawn_at.left() and drawn_at.right() <= inside.right(), (place, text.toPlainText())


def test_the_documents_signs_are_explained(studio):
    said = [each.text() for each in loss(studio).said]
    assert said[-1].startswith("d is the number of candidates, R_OPT those with the best score")


def test_two_parts_of_one_whole_have_the_same_digits_and_add_up():
    for chance, both in (
        (0.831, ("16.9 %", "83.1 %")),
        (0.125, ("87.5 %", "12.5 %")),
        (0.83, ("17 %", "83 %")),
        (1.0, ("0 %", "100 %")),
        (0.0, ("100 %", "0 %")),
        (0.9999, ("0.01 %", "more than 99.9 %")),
        (1e-9, ("more than 99.9 %", "less than one in a million")),
    ):
        assert (rest_beside(chance, 1 - chance), percent_up(chance)) == both


def test_what_little_remains_beside_a_probability_has_three_digits_of_its_own():
    for chance, rest in (
        (0.998, "0.2 %"),
        (0.99702, "0.298 %"),
        (Fraction(99702, 100000), "0.298 %"),
        (Fraction(997021, 1000000), "0.297 %"),
        (0.831, "16.9 %"),
        (1.0, "0 %"),
        (Fraction(1), "0 %"),
        (1 - 1e-9, "less than one in a million"),
        (1e-9, "more than 99.9 %"),
    ):
        assert rest_down(chance) == rest


def test_two_probabilities_that_differ_never_read_alike():
    assert told_apart(0.0016, 0.0024) == ("0.16 %", "0.24 %")
    assert told_apart(0.00144, 0.00283) == ("0.14 %", "0.28 %"), "twice as much, not three times"
    assert told_apart(0.0099, 0.0101) == ("0.99 %", "1.0 %")
    assert told_apart(0.5, 0.6) == ("50.0 %", "60.0 %")
    assert told_apart(0.5, 0.5) == ("50.0 %", "50.0 %")
    assert told_apart(0.9996, 0.9999) == ("99.96 %", "99.99 %")


def test_what_lies_beyond_the_greatest_loss_cannot_happen(studio):
    view, worst = loss(studio), law(studio).losses().worst
    rows = [cells(view, line) for line in range(view.table.model().rowCount())]
    beyond = [chance for below, chance, *_ in rows if int(below) > worst]
    assert beyond, "the slider goes beyond it"
    assert {*beyond} == {"0 %"}
    assert "0 %" not in [chance for below, chance, *_ in rows if int(below) <= worst]
