"""The view ε: the law and the losses at other values of ε are those that were worked out, and a click chooses an ε."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.over_epsilon import Point, along, around
from dpstudio.core.quantities import grouped, rational_text, readable
from dpstudio.core.sealed import looked_at
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.losses import rounded
from dpstudio.gui.plots.multiples import HIGH
from dpstudio.gui.views.losses_over import amount
from dpstudio.kinds.choose.stand_in import stand_in_scores
from tests.gui.cutting import cut
from tests.gui.hearing import offences, told
from tests.gui.test_draws import EVERY, law, opened

ROLE, TEXT = QAccessible.Role, QAccessible.Text


def seen(studio, demonstration, mechanism="", part=""):
    view = opened(studio, demonstration, "epsilon", mechanism).epsilon
    studio.settle()
    assert view.isVisible()
    if part:
        studio.option(view.parts, part)
    return view


def click_plot(plot, x: float, y: float) -> None:
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(x, y)))
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def epsilon(studio) -> str:
    field = studio.window.privacy.fields["privacy.epsilon"].editor
    assert field.text() == studio.plan.privacy.epsilon
    return field.text()


def ordered(studio, chances):
    order = studio.window.preview.law.lines(law(studio)).order
    return chances if order is None else chances[order]


def heights(view, place):
    """What one of the small pictures shows, as shares of the highest of all."""
    return np.asarray(view.laws.plot.bars[place].opts["height"], float) / HIGH


def room(view):
    """Of how many pixels one of the small pictures has its bars."""
    plot = view.laws.plot
    left, right = (plot.getViewBox().mapViewToScene(QPointF(x, 0)).x() for x in (0.06, 0.94))
    return right - left


@pytest.mark.parametrize("width", [1280, 1920])
def test_no_peak_is_lost_where_a_picture_has_fewer_pixels_than_outcomes(studio, width):
    view = seen(studio, "corona")
    studio.window.resize(width, 660)
    studio.qtbot.waitUntil(lambda: not view.laws.plot._fitting.isActive())
    now = law(studio).question.epsilon
    laws = [ordered(studio, law(studio).over.law(each)) for each in around(now)]
    top = max(each.max() for each in laws)
    for place, expected in enumerate(laws):
        drawn = heights(view, place)
        assert min(room(view), expected.size) - 1 <= drawn.size <= room(view) < 2 * drawn.size
        assert sorted(drawn)[-3:] == pytest.approx(sorted(expected / top)[-3:])
        assert drawn.max() == pytest.approx(expected.max() / top)


@pytest.mark.parametrize("name", EVERY)
def test_six_laws_and_every_curve_are_drawn_as_they_were_worked_out(studio, name):
    view = seen(studio, name)
    shown = law(studio)
    now = shown.question.epsilon
    laws = [ordered(studio, shown.over.law(each)) for each in around(now)]
    top = max(each.max() for each in laws)
    for place, (each, expected) in enumerate(zip(around(now), laws, strict=True)):
        assert view.laws.plot.texts[place].toPlainText().startswith(f"ε = {rational_text(each)}: ")
        drawn = heights(view, place)
        if expected.size <= room(view):
            assert drawn == pytest.approx(expected / top)
        assert drawn.max() == pytest.approx(expected.max() / top)
    values = along(now)
    for place, curve in enumerate(shown.over.curves):
        across, up = view.curves.plot.curves[place].getData()
        assert across == pytest.approx(np.log10([float(each) for each in values]))
        assert up == pytest.approx([curve.at(each) for each in values])
    assert view.curves.plot.now.value() == pytest.approx(np.log10(float(now)))
    here = shown.over.curves[shown.over.chosen].at(now)
    assert [point.pos().y() for point in view.curves.plot.dot.points()] == [pytest.approx(here)]
    assert f"{amount(here)} at ε = {rational_text(now)}" in view.curves.said.text()


def test_the_law_in_force_is_the_one_that_the_other_views_show(studio):
    view = seen(studio, "colour")
    place = around(Fraction(1)).index(Fraction(1))
    shown = ordered(studio, law(studio).chances)
    assert heights(view, place) / heights(view, place).max() == pytest.approx(shown / shown.max())
    assert view.laws.plot._frames[place].pen().color().name() == THEME.palette.accent


def test_a_click_on_a_law_chooses_its_epsilon_and_can_be_undone(studio):
    view = seen(studio, "colour")
    before = studio.plan
    assert epsilon(studio) == "1"
    click_plot(view.laws.plot, 0.5, 1.5)
    studio.settle()
    assert epsilon(studio) == "0.1"
    assert law(studio).question.epsilon == Fraction(1, 10)
    assert view.isVisible()
    assert view.laws.plot.texts[3].toPlainText().startswith("ε = 0.1: ")
    click_plot(view.laws.plot, 2.5, 0.5)
    studio.settle()
    assert epsilon(studio) == "0.5"
    studio.keys("Ctrl+Z")
    studio.settle()
    assert epsilon(studio) == "0.1", "each click is a step of its own"
    studio.keys("Ctrl+Z")
    studio.settle()
    assert studio.plan == before


def test_a_click_on_a_point_chooses_the_nearest_epsilon_and_keeps_what_is_known(studio):
    view = seen(studio, "colour", part="loss")
    known = dict(view.known)
    studio.come_forward()
    click_plot(view.curves.plot, np.log10(0.33), 1.0)
    studio.settle()
    assert epsilon(studio) == "0.32"
    assert view.curves.plot.now.value() == pytest.approx(np.log10(0.32))
    assert known.items() <= view.known.items()
    assert view.curves.table.hasFocus()
    assert "(now)" in view.curves.table.model().index(view.curves.table.currentIndex().row(), 0).data()


def test_the_keyboard_alone_reads_the_points_and_chooses_one(studio):
    view = seen(studio, "colour", part="loss")
    studio.focus(view.curves.table)
    row = view.curves.table.currentIndex().row()
    QTest.keyClick(view.curves.table, Qt.Key.Key_Down)
    QTest.keyClick(view.curves.table, Qt.Key.Key_Right)
    at = view.curves.table.currentIndex()
    assert at.row() == row + 1
    shown, value = law(studio), along(Fraction(1))[row + 1]
    assert at.data() == amount(shown.over.curves[0].at(value))
    assert view.curves.plot._line.isVisible()
    assert view.curves.plot._line.value() == pytest.approx(np.log10(float(value)))
    assert f"ε = {rational_text(value)}: " in view.curves.plot._told.toPlainText()
    QTest.keyClick(view.curves.table, Qt.Key.Key_Return)
    studio.settle()
    assert epsilon(studio) == rational_text(value)


def test_the_laws_are_a_table_whose_columns_choose_an_epsilon(studio):
    view = seen(studio, "colour")
    model = view.laws.table.model()
    names = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    assert names[1:] == [f"ε = {rational_text(each)}" for each in around(Fraction(1))]
    for place, each in enumerate(around(Fraction(1)), 1):
        expected = ordered(studio, law(studio).over.law(each))
        cells = [model.index(line, place).data() for line in range(model.rowCount())]
        assert [float(cell.removesuffix(" %")) for cell in cells] == pytest.approx(100 * expected, rel=1e-5)
    studio.focus(view.laws.table)
    assert view.laws.plot._frames[3].pen().color().name() == THEME.palette.text, "it begins at the ε in force"
    for _ in range(2):
        QTest.keyClick(view.laws.table, Qt.Key.Key_Left)
    assert view.laws.plot._frames[1].pen().color().name() == THEME.palette.text
    assert view.laws.plot._mark.getData()[0].size == 12
    QTest.keyClick(view.laws.table, Qt.Key.Key_Return)
    studio.settle()
    assert epsilon(studio) == "0.2"
    QTest.keyClick(view.laws.table, Qt.Key.Key_Return)
    studio.settle()
    assert epsilon(studio) == "0.2", "the frame is where the new ε in force is, though its picture stands elsewhere"


def test_curves_that_leave_the_picture_say_how_far_they_go(studio):
    view = seen(studio, "colour", part="loss")
    plot = view.curves.plot
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "6")
    studio.settle()
    most = max(value for value in view.known.values() if value is not None)
    assert plot.viewRange()[1][1] < most
    said = f"Beyond the top: up to {rounded(most)} at ε = 0.01."
    assert view.curves.heading.text().endswith(said), "beside the plot, where it lies on no curve"
    assert view.curves.exhibits(Badge.SAMPLE)[0].said.endswith(said)
    assert len(plot.getAxis("left")._tickLevels[0]) >= 3
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.1")
    studio.settle()
    assert plot.viewRange()[1][1] >= max(value for value in view.known.values() if value is not None)
    assert "Beyond" not in view.curves.heading.text()


@pytest.mark.parametrize(
    ("number", "said"),
    [(1157.3, "1,160"), (1.2e9, "1,200,000,000"), (30.74, "30.7"), (0.000456, "0.000456"), (10, "10"), (0, "0")],
)
def test_a_loss_in_the_picture_is_written_as_people_write_it(number, said):
    assert rounded(number) == said


def test_every_mechanism_that_can_be_chosen_is_named_and_told_apart_without_colour(studio):
    view = seen(studio, "colour")
    names = " / ".join(view.curves.keyed)
    assert all(each.name in names for each in SELECTIONS.values())
    pens = [curve.opts["pen"] for curve in view.curves.plot.curves]
    assert len({pen.style() for pen in pens}) == len({pen.color().name() for pen in pens}) == 3
    assert len({curve.opts["symbol"] for curve in view.curves.plot.curves}) == 3
    assert "“Permute-and-flip”" in view.curves.said.text()
    studio.pick(studio.window.privacy.fields["privacy.mechanism"], "noisy_max_gumbel")
    studio.settle()
    assert "“Noisy max, Gumbel noise”" in view.curves.said.text()
    assert view.curves.plot.dot.points()[0].pos().y() == pytest.approx(law(studio).over.curves[0].at(Fraction(1)))


def test_a_new_table_s_losses_are_worked_out_anew(studio):
    view = seen(studio, "colour")
    before = dict(view.known)
    view = seen(studio, "apples")
    assert before.items() - view.known.items()
    assert view.curves.plot.curves[0].getData()[1].max() == pytest.approx(
        law(studio).over.curves[0].at(Fraction(1, 100))
    )


def test_while_the_question_is_not_complete_nothing_can_be_chosen(studio):
    view = seen(studio, "colour")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "")
    studio.settle()
    assert view.isVisible()
    click_plot(view.laws.plot, 0.5, 1.5)
    studio.option(view.parts, "loss")
    studio.focus(view.curves.table)
    QTest.keyClick(view.curves.table, Qt.Key.Key_Return)
    studio.settle()
    assert studio.plan.privacy.epsilon == ""


def test_a_hundred_thousand_candidates_are_worked_out_beside_the_window_and_can_be_stopped(studio):
    window = studio.window
    studio.window.projects.open_demonstration("apples")
    studio.settle()
    window.session.change(
        replace(studio.plan, candidates=replace(studio.plan.candidates, start="0.001", stop="100", step="0.001"))
    )
    studio.settle()
    studio.tab("privacy")
    studio.option(window.preview.views, "epsilon")
    view = window.preview.epsilon
    assert law(studio).chances.size >= 100_000
    studio.qtbot.waitUntil(lambda: len(view.known) > 3, timeout=60_000)
    assert window.runner.words("over_epsilon") == "Working out the law and the loss at other values of ε"
    window.runner.stop("over_epsilon")
    studio.settle()
    assert view.resume.isVisible()
    assert "Stopped" in view.curves.left_out.text()
    some = len(view.known)
    studio.click(view.resume)
    studio.qtbot.waitUntil(lambda: len(view.known) > some, timeout=60_000)
    studio.option(window.preview.views, "law")
    studio.settle()
    assert not window.runner.busy()


@pytest.mark.parametrize("size", ["100", "200"])
def test_nothing_is_cut_and_a_reader_is_told_what_each_part_is(studio, size):
    studio.window.settings.set("text_size", size)
    studio.window.setting_changed.emit("text_size")
    view = seen(studio, "colour")
    for part, plot, name in (
        ("laws", view.laws.plot, "The law at six values of ε"),
        ("loss", view.curves.plot, "Expected loss, in votes, against ε"),
    ):
        studio.option(view.parts, part)
        studio.qtbot.waitUntil(lambda: not cut(view))
        assert offences(view) == []
        assert told(plot).role() == ROLE.Graphic
        assert told(plot).text(TEXT.Name) == name
    assert told(view.curves.table).text(TEXT.Name) == "What is lost at each ε"
    assert "Enter" in told(view.curves.table).text(TEXT.Description)


def test_central_and_local_noise_stand_side_by_side_for_the_same_count(studio):
    bars = seen(studio, "smokers", part="contrast").contrast
    assert [each.text() for each in bars.names] == [
        "Noise on the result (central) = ±3 rows", "A coin for each answer (local) = ±32.04 rows",
    ]  # fmt: skip
    assert float(bars.stripes[0].share) == pytest.approx(3 / 32.03, rel=1e-3)
    assert bars.stripes[1].share == 1
    assert "for 100 people" in bars.words.text()
    assert painted(bars.stripes[1]) == pytest.approx(1, abs=0.02)
    assert painted(bars.stripes[0]) == pytest.approx(3 / 32.03, abs=0.02)
    for name, stripe in zip(bars.names, bars.stripes, strict=True):
        assert told(stripe).role() == ROLE.Graphic
        assert told(stripe).text(TEXT.Name) == name.text()


def painted(stripe) -> float:
    """Which share of a bar's width has its colour."""
    picture = stripe.grab().toImage()
    row = [picture.pixelColor(x, picture.height() // 2).name() for x in range(picture.width())]
    return row.count(THEME.palette.bar) / len(row)


def test_noise_on_every_score_stands_beside_noise_for_the_winner(studio):
    view = seen(studio, "apples", part="contrast")
    many, (delta, used) = law(studio).chances.size, law(studio).question.score_bounds
    assert view.contrast.names[0].text() == f"Only the winner is published: R / ε = {rational_text(used)} $"
    every = grouped(rational_text(many * delta))
    assert view.contrast.names[1].text() == f"All noisy scores are published: d·Δ / ε = {every} $"
    assert view.contrast.stripes[0].share == used / (many * delta)
    view = seen(studio, "colour")
    assert "Each row has one vote" in view.contrast.words.text()
    assert [each.share for each in view.contrast.stripes] == [1, 1]
    assert not seen(studio, "debts").parts.buttons["contrast"].isVisible(), "a sum has no answers to be randomized"


@pytest.mark.parametrize("name", ["smokers", "survey"])
def test_a_law_of_its_own_is_drawn_over_the_one_that_it_has_as_an_instance(studio, name):
    view = seen(studio, name, part="instance").instance
    shown = law(studio)
    own, other = (shown.over.law(shown.question.epsilon / each) for each in (1, 2))
    assert view.plot.chances == pytest.approx(100 * ordered(studio, own))
    assert view.plot.shares == pytest.approx(100 * ordered(studio, other))
    assert "R = 2Δ" in view.words.text()
    assert "for ε = 0.5" in view.words.text()
    curve = shown.over.curves[shown.over.chosen]
    cheap, dear = (readable(Fraction(f"{curve.at(shown.question.epsilon / each):.4g}")) for each in (1, 2))
    assert cheap != dear
    assert f": {cheap}, and {dear} as an instance" in view.words.text()
    model = view.table.model()
    cells = [float(model.index(line, model.columnCount() - 1).data().removesuffix(" %")) for line in range(own.size)]
    assert cells == pytest.approx(100 * ordered(studio, other), rel=1e-5)
    assert told(view.plot).text(TEXT.Name) == "Its own law, and its law as an instance"


def test_the_textbook_s_form_is_one_click_from_r(studio):
    view = seen(studio, "colour", "exponential")
    assert not view.parts.buttons["instance"].isVisible()
    bound = studio.window.privacy.bound
    narrow = law(studio).chances
    assert "R = 2Δ = 2 votes, the textbook's form" in bound.textbook.text()
    studio.click(bound.textbook)
    studio.settle()
    assert law(studio).question.range_sensitivity == 2
    weights = np.exp(law(studio).scores.steps / 2.0)
    assert law(studio).chances == pytest.approx(weights / weights.sum())
    assert law(studio).chances.max() < narrow.max()
    assert view.known[Point(0, Fraction(1))] > lost(narrow, studio)
    studio.click(bound.textbook)
    studio.settle()
    assert studio.plan.privacy.bound == ""
    assert law(studio).chances == pytest.approx(narrow)


def lost(chances, studio) -> float:
    """What is lost on average with other chances."""
    scores = law(studio).scores.steps
    return float(chances @ (scores.max() - scores))


def test_of_a_private_table_everything_is_drawn_from_an_invented_one(studio, people):
    studio.open_private(people)
    studio.ask_for_a_drink()
    city = (replace(studio.plan.tables[0].columns[0], name="city"),)
    studio.window.session.change(
        replace(
            studio.plan,
            tables=tuple(replace(table, columns=city) for table in studio.plan.tables),
            candidates=replace(studio.plan.candidates, text="Lima\nKyiv"),
            rule=replace(studio.plan.rule, columns=("city",)),
        )
    )
    studio.settle()
    studio.tab("privacy")
    studio.qtbot.wait(50)
    studio.option(studio.window.preview.views, "epsilon")
    studio.settle()
    view, shown = studio.window.preview.epsilon, law(studio)
    assert studio.window.preview.badge.text() == "SIMULATED"
    assert "an invented table of 1,000 people (assumed). Your table was not read for it." in view._note.text()
    invented = stand_in_scores(shown.question.rule, shown.question.candidates, 1000)
    assert (shown.scores.steps == looked_at(invented).steps).all()
    made = replace(shown.question.calibration, epsilon=Fraction(1, 10))
    assert shown.over.law(Fraction(1, 10)) == pytest.approx(made.law(shown.scores.steps, Fraction(1)))
    assert view.known
