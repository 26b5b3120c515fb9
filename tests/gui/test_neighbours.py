"""The view of neighbours: one row of a sample comes or goes, and every probability moves by the factor e^ε at most."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpstudio.gui.look.theme import THEME
from dpstudio.kinds.choose.neighbours import scores
from dpstudio.workspace.project.demonstrations import demonstrations
from dpstudio.workspace.project.scenes import scenes
from tests.gui.test_draws import law, opened

LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def neighbours(studio, demonstration):
    view = opened(studio, demonstration, "neighbours").neighbours
    assert view.isVisible()
    return view


def drawn(view):
    """What is drawn: old and new law and their ratios, in the order of the picture."""
    order = view._lines.order
    places = slice(None) if order is None else order
    return (each[places] for each in (view.found.before, view.found.after, view.found.ratios))


def test_a_person_who_is_taken_out_moves_the_law_and_every_ratio_is_drawn(studio):
    view = neighbours(studio, "colour")
    shown = law(studio)
    studio.click_cell(view.rows, 2)
    colour = view.rows.model().index(2, 1).data()
    studio.click(view.remove_button)
    studio.settle()
    steps = shown.scores.steps.copy()
    steps[shown.question.candidates.labels.index(colour)] -= 1
    made = shown.question.calibration
    assert view.found.before == pytest.approx(shown.chances)
    assert view.found.after == pytest.approx(made.law(steps, Fraction(1)))
    before, after, ratios = drawn(view)
    assert view.plot._outline.opts["width"] == pytest.approx(100 * before)
    assert view.plot._bars.opts["width"] == pytest.approx(100 * after)
    assert view.ratios.bars.opts["height"] == pytest.approx(np.log(after / before))
    assert ratios == pytest.approx(np.log(after / before))
    assert [each.value() for each in view.ratios.lines] == [1.0, -1.0]
    assert view.said.text().startswith(f"Without “{view.rows.model().index(2, 0).data()}, {colour}”.")
    assert not view.broken.isVisible()


def test_a_row_is_added_and_the_worst_one_is_found(studio):
    view = neighbours(studio, "apples")
    studio.type(view.new, "3.00")
    studio.click(view.add_button)
    studio.settle()
    shown = law(studio)
    lines = [("1.00",), ("1.00",), ("1.00",), ("4.01",)]
    table = [((round(100 * float(cell)),),) for (cell,) in [*lines, ("3.00",)]]
    after = scores(shown.question.rule, shown.question.candidates, table)
    assert view.found.after == pytest.approx(shown.question.calibration.law(after.steps, after.unit))
    assert "With one more “3.00”." in view.said.text()
    farthest = np.abs(view.found.ratios).max()
    studio.click(view.worst_button)
    studio.settle()
    assert np.abs(view.found.ratios).max() > farthest
    tables = [lines[1:], lines[:-1], *([*lines, (f"{cents / 100:.2f}",)] for cents in range(501))]
    rule, candidates, made = shown.question.rule, shown.question.candidates, shown.question.calibration
    moved = []
    for each in tables:
        found = scores(rule, candidates, [((round(100 * float(cell)),),) for (cell,) in each])
        moved.append(np.abs(np.log(made.law(found.steps, found.unit) / shown.chances)).max())
    worst = np.abs(view.found.ratios).max()
    assert worst == pytest.approx(max(moved), rel=0.01), "of all rows that may come or go, but for the last cent"
    assert worst > max(moved[:2]), "none that is there moves as much"
    assert view.said.text().startswith("With one more “5.01”."), "nobody in the table would pay so much"
    assert view.new.typed == "5.01"


def test_the_field_of_the_new_row_holds_the_one_that_moves_most_and_puts_it_in_again(studio):
    view = neighbours(studio, "halfspaces")
    studio.click(view.worst_button)
    studio.settle()
    worst = view.said.text()
    assert worst.startswith(f"“{view.controls.typed.text()}” in place of ")
    assert "by a factor of 1.75 downwards; ε = 1 allows 2.72." in worst, "the bar of ratios points down"
    assert view.ratios.bars.opts["height"][view._worst] < 0
    studio.click(view.exchange_button)
    studio.settle()
    assert view.said.text() == worst


def test_a_row_is_replaced_where_the_guarantee_is_about_that(studio):
    view = neighbours(studio, "city")
    assert view.exchange_button.isVisible()
    assert not view.remove_button.isVisible()
    assert not view.add_button.isVisible()
    studio.click_cell(view.rows, 1)
    studio.type(view.new, "-80, 41")
    studio.click(view.exchange_button)
    studio.settle()
    assert view.said.text().startswith("“-80, 41” in place of “Bob, -74, 40”.")
    assert not view.broken.isVisible()
    studio.type(view.new, "-80")
    studio.click(view.exchange_button)
    studio.settle()
    assert "2 values" in view.broken.text()


def test_too_small_an_r_breaks_the_line_in_red_and_never_reaches_a_plan_or_a_release(studio):
    view = neighbours(studio, "colour")
    studio.click_cell(view.rows, 0)
    studio.click(view.remove_button)
    studio.settle()
    plan, question = studio.plan, studio.window.session.asked
    assert THEME.palette.bad not in colours(view.ratios)
    studio.type(view.bound, "1/4")
    studio.settle()
    assert "With R = 0.25 the guarantee is broken" in view.broken.text()
    assert THEME.palette.bad in colours(view.ratios)
    assert any(line.pen.color().name() == THEME.palette.bad for line in view.ratios.lines)
    assert studio.plan is plan
    assert studio.window.session.asked is question
    studio.release()
    statement = studio.window.session.release.receipt.statement
    assert statement["question"]["range_sensitivity"] == "1"
    assert "0.25" not in repr(statement["mechanism"])
    assert studio.window.session.asked.range_sensitivity == 1
    studio.tab("privacy")
    studio.type(view.bound, "")
    studio.settle()
    assert "R is blank" in view.bound._problem.text()


def colours(plot) -> set[str]:
    picture = plot.grab().toImage()
    return {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 2) for y in range(picture.height())}


def test_the_view_is_there_wherever_one_person_can_be_looked_at(studio):
    preview = studio.window.preview
    for demonstration in ("ages", "survey", "colour", "median", "halfspaces"):
        opened(studio, demonstration, "neighbours")
        assert preview.neighbours.rows.model().rowCount() > 0


def test_a_median_without_a_person_moves_its_whole_line(studio):
    view = neighbours(studio, "median")
    studio.click_cell(view.rows, 0)
    studio.click(view.remove_button)
    studio.settle()
    assert view.said.text().startswith("Without “person 1, ")
    assert "a candidate there moves farthest, by a factor of" in view.said.text()
    assert view.plot._line_of_law.getData()[1].sum() == pytest.approx(100), "all candidates are in the picture"
    assert view.ratios.bars.opts["height"] == pytest.approx(view.found.ratios)
    assert not view.broken.isVisible()
    _, step = view.found.outcomes.line
    for at, text in view.plot.getAxis("bottom")._tickLevels[0]:
        stands = float(view.found.outcomes.bins.middle(int(at)))
        assert stands == pytest.approx(float(text.replace(",", "")), abs=step), "a number stands at its own place"
    studio.type(view.bound, "0.5")
    studio.settle()
    assert "With R = 0.5 the guarantee is broken" in view.broken.text()
    assert THEME.palette.bad in colours(view.ratios)


def test_a_commuter_in_anothers_place_moves_every_synthetic_table(studio):
    view = neighbours(studio, "halfspaces")
    assert view.exchange_button.isVisible()
    studio.click_cell(view.rows, 0)
    studio.type(view.new, "no, no, yes")
    studio.click(view.exchange_button)
    studio.settle()
    assert view.said.text().startswith("“no, no, yes” in place of “person 1, yes, yes, yes”.")
    assert view.found.before == pytest.approx(law(studio).chances)
    assert view.plot._line_of_law.getData()[1] == pytest.approx(100 * view.found.before)
    assert view.plot._curve.opts["height"] == pytest.approx(100 * view.found.after)
    assert view.ratios.bars.opts["height"] == pytest.approx(view.found.ratios)
    assert not view.broken.isVisible()
    studio.type(view.bound, "0.5")
    studio.settle()
    assert "With R = 0.5 the guarantee is broken" in view.broken.text()
    assert any(line.pen.color().name() == THEME.palette.bad for line in view.ratios.lines)


def test_debts_of_the_document_and_the_sensitivities_that_its_text_tries(studio):
    """2,800,798 is enough for two tables and too little for others; 10,000,000, the bank's rule, is enough for all."""
    view = neighbours(studio, "debts")
    assert view.bound.title.text() == "Δ"
    assert view.bound.editor.text() == "10000000"
    for line, moved in ((0, "2,800,798"), (1, "7,000"), (2, "1.56")):
        studio.click_cell(view.rows, line)
        studio.click(view.remove_button)
        studio.settle()
        assert f"by {moved} €" in view.said.text()
        assert not view.broken.isVisible()
    studio.click_cell(view.rows, 0)
    studio.click(view.remove_button)
    studio.settle()
    studio.type(view.bound, "2800798")
    studio.settle()
    assert not view.broken.isVisible()
    studio.type(view.bound, "7000")
    studio.settle()
    assert "With Δ = 7,000 the guarantee is broken" in view.broken.text()
    studio.type(view.bound, "2800798")
    studio.settle()
    studio.click(view.worst_button)
    studio.settle()
    assert "With one more “10000000”" in view.said.text()
    assert "With Δ = 2,800,798 the guarantee is broken" in view.broken.text()
    assert "by a factor of 35.5; ε = 1 allows 2.72." in view.broken.text(), "e to the power of 10,000,000 / 2,800,798"
    assert THEME.palette.bad in colours(view.ratios)
    studio.type(view.bound, "10000000")
    studio.settle()
    assert not view.broken.isVisible()
    assert THEME.palette.bad not in colours(view.ratios)


@pytest.mark.parametrize("bound", ["7000", "3900", "3000", "2000"])
def test_chances_however_small_and_their_factor_say_the_same(studio, bound):
    """The noise of a sensitivity that is much too small leaves chances that no float holds."""
    view = without_the_first(studio, bound, "debts")
    said = re.search(
        r"from (?:> )?([0-9.]+) % to 1 in (?:([0-9.]+)·)?10([⁰¹²³⁴⁵⁶⁷⁸⁹]+), by a factor of e\^([0-9,]+);",
        view.broken.text(),
    )
    assert said, view.broken.text()
    old, many, power, factor = said.groups()
    apart = np.log10(float(old) / 100) + np.log10(float(many or 1)) + int(power.translate(LOWERED))
    assert apart == pytest.approx(float(factor.replace(",", "")) * np.log10(np.e), abs=0.3)
    assert f"With Δ = {int(bound):,} the guarantee" in view.broken.text(), "no words of another law stay"


def without_the_first(studio, bound: str, demonstration: str = "colour"):
    """A demonstration without its first person, under an R or Δ that is typed."""
    view = neighbours(studio, demonstration)
    studio.click_cell(view.rows, 0)
    studio.click(view.remove_button)
    studio.settle()
    studio.type(view.bound, bound)
    studio.settle()
    return view


def test_a_factor_that_no_float_holds_is_told_with_both_chances(studio):
    view = without_the_first(studio, "1/600")
    assert "With R = 1/600 the guarantee is broken" in view.broken.text()
    assert "from 1 in " in view.broken.text()
    assert "to 1 in 7.5·10²⁶⁰, by a factor of e^600; " in view.broken.text(), "one step is R / (1/600)"


def test_a_bound_of_next_to_nothing_is_said_to_break_the_guarantee_although_no_float_holds_a_chance(studio):
    view = without_the_first(studio, "1/1000000")
    assert "With R = 0.000001 the guarantee is broken" in view.broken.text()
    assert "from less than 1 in 10³⁰⁰ to less than 1 in 10³⁰⁰, by a factor of e^1,000,000" in view.broken.text()


def test_both_laws_of_a_figure_and_every_ratio_are_drawn_with_numbers_at_the_axis(studio):
    view = neighbours(studio, "drugs")
    studio.click(view.worst_button)
    studio.settle()
    found, (first, step) = view.found, view.found.outcomes.line
    numbers = first + step * np.arange(found.before.size)
    q = np.exp(-1)
    assert found.before == pytest.approx((1 - q) / (1 + q) * q ** np.abs(numbers - 2)), "two people take drugs"
    assert found.after == pytest.approx((1 - q) / (1 + q) * q ** np.abs(numbers - 1))
    assert view.plot._line_of_law.getData()[1] == pytest.approx(100 * found.before)
    assert view.plot._curve.opts["height"] == pytest.approx(100 * found.after)
    assert view.ratios.bars.opts["height"] == pytest.approx(np.log(found.after / found.before))
    for at, text in view.plot.getAxis("bottom")._tickLevels[0]:
        assert numbers[int(at)] == float(text.replace("−", "-")), "a round number stands at its own value"
    assert view.table.model().index(0, 0).data() == f"{numbers[0]:.0f}".replace("-", "−")


def test_a_row_that_is_typed_is_added_to_a_total(studio):
    view = neighbours(studio, "debts")
    studio.type(view.new, "5000000")
    studio.click(view.add_button)
    studio.settle()
    assert "With one more “5000000”. The true value of Total debt goes from 2,807,799.56 to 7,807,799.56" in (
        view.said.text()
    )


def test_one_answer_is_changed_where_each_is_randomized(studio):
    view = neighbours(studio, "survey")
    assert not view.bound.isVisible(), "no sensitivity takes part"
    assert not view.proof.button.isVisible()
    studio.click_cell(view.rows, 0)
    studio.type(view.new, "no")
    studio.click(view.exchange_button)
    studio.settle()
    assert view.said.text().startswith("“no” in place of “Alice, 2024, 32, yes, no”.")
    keep = np.e / (1 + np.e)
    assert view.plot._outline.opts["width"] == pytest.approx([100 * keep, 100 - 100 * keep])
    assert view.plot._bars.opts["width"] == pytest.approx([100 - 100 * keep, 100 * keep])
    assert "by a factor of 2.72; ε = 1 allows 2.72." in view.said.text()
    assert studio.window.preview.badge.text() == "SAMPLE", "the rows are those of a sample"


@pytest.mark.parametrize(("demonstration", "steps"), [("city", 4), ("drugs", 5)])
def test_a_proof_goes_step_by_step_and_lights_what_each_step_is_about(studio, demonstration, steps):
    view = neighbours(studio, demonstration)
    assert not view.proof.button.isEnabled(), "nothing is changed yet"
    studio.click(view.worst_button)
    studio.settle()
    studio.click(view.proof.button)
    assert not view.rows.isVisible()
    at = view.table.currentIndex().row()
    order = view._lines.order
    ratio = view.found.ratios[at if order is None else order[at]]
    assert abs(ratio) == pytest.approx(np.abs(view.found.ratios).max()), "it begins with the worst outcome"
    lit = []
    for step in range(steps):
        assert view.proof.which.text() == f"Step {step + 1} of {steps}"
        heights = view.ratios.bars.opts["height"]
        assert heights[-1] == pytest.approx(ratio)
        assert heights[:-1].sum() == pytest.approx(ratio), "the factors' product is the ratio"
        brushes = enumerate(view.ratios.bars.opts["brushes"])
        filled = [place for place, brush in brushes if brush.style() != Qt.BrushStyle.NoBrush]
        assert filled == list(view.proof.proof.steps[step].lit)
        lit.append(tuple(filled))
        assert view.proof.back.isEnabled() == (step > 0)
        assert view.proof.next.isEnabled() == (step < steps - 1)
        if step < steps - 1:
            studio.click(view.proof.next)
    assert (0,) in lit and (1,) in lit
    assert "e^ε = 2.72" in view.proof.said.text()
    studio.focus(view.proof.back)
    QTest.keyClick(view.proof.back, Qt.Key.Key_Space)
    assert view.proof.which.text() == f"Step {steps - 1} of {steps}"
    studio.click(view.proof.button)
    assert view.rows.isVisible()
    assert not view.proof.said.isVisible()
    assert view.ratios.bars.opts["height"].size == view.found.before.size


def test_a_proof_of_a_bound_that_is_too_small_says_that_it_fails(studio):
    view = neighbours(studio, "debts")
    studio.type(view.bound, "2800798")
    studio.settle()
    studio.click(view.worst_button)
    studio.settle()
    studio.click(view.proof.button)
    for _ in range(4):
        studio.click(view.proof.next)
    assert "10,000,000 € here, more than Δ = 2,800,798" in view.proof.said.text()
    assert "the guarantee is broken" in view.proof.said.text()
    assert THEME.palette.bad in colours(view.ratios), "the product, which the last step lights, is beyond the line"


def test_the_keyboard_alone_takes_a_row_out(studio):
    view = neighbours(studio, "colour")
    studio.focus(view.rows)
    QTest.keyClick(view.rows, Qt.Key.Key_Down)
    QTest.keyClick(view.rows, Qt.Key.Key_Tab)
    assert view.remove_button.hasFocus()
    QTest.keyClick(view.remove_button, Qt.Key.Key_Space)
    studio.settle()
    assert view.said.text().startswith("Without “person 2, ")


def test_of_a_private_table_invented_rows_are_changed_and_none_of_its_own_is_there(studio, people):
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
    studio.option(window.preview.views, "neighbours")
    studio.settle()
    view = window.preview.neighbours
    model = view.rows.model()
    cells = {model.index(row, place).data() for row in range(model.rowCount()) for place in range(2)}
    assert {"1st", "2nd"} < cells
    assert not cells & {"Lima", "Kyiv", "Rome", "Oslo", "Ann", "Ben"}
    assert window.session.preview.rows[:2] == ((), ())
    studio.qtbot.wait(50)
    studio.click(view.remove_button)
    studio.settle()
    assert not view.found.broken.any()


def test_a_new_row_is_seen_whole_if_it_is_like_one_that_is_there(studio):
    view = neighbours(studio, "debts")
    metrics = view.new.editor.fontMetrics()
    typed = view.new.editor.text()
    assert typed == "2800798.00"
    assert metrics.horizontalAdvance(typed) < view.new.editor.width() - 2 * metrics.averageCharWidth()


KEYS = [each.key for each in demonstrations()]


def taken_out_by_name(studio, view, person):
    """A person is found among the rows by name and leaves, or another row stands in their place."""
    model = view.rows.model()
    found = [line for line in range(model.rowCount()) if model.index(line, 0).data() in (person, f"{person} 1")]
    assert found, f"{person} is not among the rows"
    view.rows.selectRow(found[0])
    name = model.index(found[0], 0).data()
    if view.exchange_button.isVisible():
        own, lines = view._people.cells(found[0]), range(model.rowCount())
        line = next(line for line in lines if view._people.cells(line) != own)
        studio.type(view.new, ", ".join(view._people.cells(line)))
        studio.click(view.exchange_button)
    else:
        studio.click(view.remove_button)
    studio.settle()
    assert f"“{name}, " in view.said.text()
    assert view.broken.isHidden()


@pytest.mark.parametrize("key", KEYS)
def test_the_person_whom_a_scene_names_leaves_by_name_at_the_number_at_which_it_opens(studio, key):
    studio.window.resize(1280, 800)
    studio.click(studio.window.welcome.demonstration_buttons[key])
    studio.settle()
    studio.option(studio.window.preview.views, "neighbours")
    studio.settle()
    taken_out_by_name(studio, studio.window.preview.neighbours, scenes()[key].person)


@pytest.mark.parametrize("key", ["debts", "colour", "survey"])
def test_a_named_person_leaves_a_thousand_times_as_many_people_too(studio, key):
    view = neighbours(studio, f"{key}-1000")
    taken_out_by_name(studio, view, scenes()[key].person)
