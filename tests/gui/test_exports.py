"""Whatever a view shows can be taken along: its table with all digits, and its badge, title and note in every file."""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from dpstudio.core.plan import CandidatesPlan
from dpstudio.core.preview.over_epsilon import Point, along, around
from dpstudio.core.quantities import parse_rational, suspicion_share
from dpstudio.gui.look.announcing import Said
from tests.gui.taking import copied, entries, pasted, saved, take
from tests.gui.test_draws import invented, law, opened


def column(lines, name) -> list[str]:
    at = lines[0].index(name)
    return [line[at] for line in lines[1:]]


def numbers(lines, name) -> list[float]:
    return [float(each) for each in column(lines, name)]


def heard(studio) -> list[str]:
    """What a screen reader has said lately."""
    return [each.accessibleName() for each in studio.window.findChildren(Said)]


def true_of(lines, badge) -> None:
    """Every line says of which table it is true; the first one says more."""
    assert lines[0][-2:] == ["Drawn from", "About"]
    assert set(column(lines, "Drawn from")) == {badge}
    first, *others = column(lines, "About")
    assert first
    assert not any(others)


def test_the_law_is_copied_and_saved_with_all_digits_and_says_of_what_it_is_true(studio, tmp_path):
    opened(studio, "colour", "table")
    lines, shown = copied(studio), law(studio)
    order = (-shown.chances).argsort(kind="stable")
    assert lines[0] == ["Candidate", "Probability", "Score in votes", "Drawn from", "About"]
    true_of(lines, "SAMPLE")
    assert column(lines, "About")[0].startswith("Favourite colour, ε = 1: Law. Exact, from the sample table.")
    assert numbers(lines, "Probability") == shown.chances[order].tolist()
    studio.answers["save_file"] = [str(tmp_path / "law.csv")]
    take(studio, "Save the table…")
    assert list(csv.reader((tmp_path / "law.csv").read_text("utf-8").splitlines())) == lines
    assert "The table was saved." in heard(studio)
    button = studio.window.preview.export.button
    assert button.text().strip() == "Saved"
    studio.qtbot.waitUntil(lambda: button.text().strip() == "Export", timeout=20_000)


def test_a_table_that_cannot_be_saved_says_so(studio, tmp_path):
    opened(studio, "colour", "table")
    studio.answers["save_file"] = [str(tmp_path / "nowhere" / "law.csv")]
    take(studio, "Save the table…")
    assert studio.answers["said"][-1][:2] == ("complain", "Not saved")
    assert "The table was saved." not in heard(studio)


def test_draws_are_taken_along_as_they_were_counted(studio):
    preview = opened(studio, "colour", "draws")
    studio.click(preview.draws.buttons.many[10_000])
    studio.settle()
    counted, shown = preview.draws.counted, law(studio)
    order = (-shown.chances).argsort(kind="stable")
    lines = copied(studio)
    true_of(lines, "SAMPLE")
    assert [int(each) for each in column(lines, "Times drawn")] == counted.times[order].tolist()
    assert numbers(lines, "Frequency") == (counted.times[order] / 10_000).tolist()
    assert numbers(lines, "Probability") == shown.chances[order].tolist()
    assert "10,000 draws: frequencies and probabilities are" in column(lines, "About")[0]


def test_neighbours_are_taken_along_with_the_change_and_how_far_it_moves_each_probability(studio):
    preview = opened(studio, "colour", "neighbours")
    studio.click(preview.neighbours.worst_button)
    studio.settle()
    lines, found = copied(studio), preview.neighbours.found
    order = preview.law.lines(law(studio)).order
    true_of(lines, "SAMPLE")
    assert numbers(lines, "Old probability") == found.before[order].tolist()
    assert numbers(lines, "New probability") == found.after[order].tolist()
    assert numbers(lines, "ln(new / old)") == found.ratios[order].tolist()
    assert preview.neighbours.said.text() in column(lines, "About")[0]


def test_each_picture_of_the_view_epsilon_has_a_table_of_its_own(studio):
    view = opened(studio, "colour", "epsilon").epsilon
    studio.settle()
    shown = law(studio)
    lines = copied(studio, "The law at six values of ε")
    true_of(lines, "SAMPLE")
    order = studio.window.preview.law.lines(shown).order
    for value, name in zip(around(Fraction(1)), lines[0][1:7], strict=True):
        assert parse_rational(name.removeprefix("ε = "), name) == value
        assert numbers(lines, name) == view._laws[value][order].tolist()
    lines = copied(studio, "What is lost at each ε")
    true_of(lines, "SAMPLE")
    assert [parse_rational(each, "") for each in column(lines, "ε")] == list(along(Fraction(1)))
    for curve, name in enumerate(view.curves.keyed):
        known = [view.known[Point(curve, value)] for value in along(Fraction(1))]
        assert [None if each == "" else float(each) for each in column(lines, name)] == known


def test_laplace_noise_as_an_instance_is_taken_along(studio):
    view = opened(studio, "ages", "epsilon").epsilon
    studio.settle()
    shown = law(studio)
    lines = copied(studio, "The factor 2")
    true_of(lines, "SAMPLE")
    assert numbers(lines, "Its own law") == shown.chances.tolist()
    assert numbers(lines, "As an instance") == shown.over.law(shown.question.epsilon / 2).tolist()
    studio.option(view.parts, "instance")
    assert view.instance.isVisible()


def test_losses_are_taken_along_beside_their_bounds(studio):
    view = opened(studio, "colour", "loss").loss
    studio.settle()
    sheet = view._sheet
    lines = copied(studio)
    true_of(lines, "SAMPLE")
    assert [parse_rational(each, "") for each in column(lines, lines[0][0])] == [
        place * sheet.step for place in range(1, sheet.last + 1)
    ]
    assert numbers(lines, "Law") == [each.chance for each in sheet.shown]
    for name, bound in ((lines[0][2], "counted"), (lines[0][3], "tied"), (lines[0][4], "near")):
        for text, each in zip(column(lines, name), sheet.shown, strict=True):
            exact = getattr(each, bound)
            assert exact <= Fraction(text) <= exact * (1 + Fraction(1, 10**16)), "rounded up in the 17th digit at most"


def test_the_lead_that_is_enough_is_taken_along_as_true_of_every_table(studio):
    preview = opened(studio, "mascot", "loss")
    studio.option(preview.loss.parts, "leader")
    studio.settle()
    leader = preview.loss._sheet.leader
    lines = copied(studio)
    true_of(lines, "NO DATA NEEDED")
    rests = [1 - Fraction(each) for each in column(lines, "The best wins")]
    assert [float(each) for each in rests] == leader.losing.tolist(), "no digit of a rare loss is lost beside 1"
    least = [Fraction(each) for each in column(lines, "At least, by d")]
    for proven, bound in zip(least, leader.bounds, strict=True):
        assert proven <= max(0, 1 - bound) <= proven + Fraction(1, 10**16)


def test_usefulness_is_taken_along(studio):
    view = opened(studio, "halfspaces", "useful").useful
    studio.settle()
    found = view._sheet.found
    lines = copied(studio)
    true_of(lines, "SAMPLE")
    assert [float(1 - Fraction(each)) for each in column(lines, "Right within α")] == found.failing.tolist()
    assert [int(each) for each in column(lines, "People")] == [
        place * found.step for place in range(1, found.failing.size + 1)
    ]


def test_what_a_release_can_tell_about_you_is_taken_along_with_more_digits_than_people(studio):
    opened(studio, "colour", "you")
    lines = copied(studio)
    true_of(lines, "NO DATA NEEDED")
    share = suspicion_share(law(studio).question.loss.epsilon)
    assert column(lines, "Of 100")[0] == "50"
    assert share <= Fraction(column(lines, "Of 100")[1]) <= share * (1 + Fraction(1, 10**16))


def test_a_map_is_taken_along_in_the_order_of_the_table_beneath_it(studio):
    preview = opened(studio, "city", "law")
    lines, shown = copied(studio), law(studio)
    assert preview.law.map.isVisible()
    assert numbers(lines, "Probability") == shown.chances.tolist()


@pytest.mark.parametrize("view", ["law", "draws", "neighbours", "epsilon", "loss"])
def test_ctrl_c_in_a_table_copies_all_of_it_and_says_so(studio, view):
    preview = opened(studio, "colour", view)
    studio.settle()
    shown = getattr(preview, view)
    table = shown.curves.table if view == "epsilon" else shown.table
    by_menu = copied(studio, "What is lost at each ε" if view == "epsilon" else "")
    QGuiApplication.clipboard().clear()
    studio.focus(table)
    QTest.keySequence(table, "Ctrl+C")
    studio.settle()
    assert pasted() == by_menu
    assert len(by_menu) == table.model().rowCount() + 1
    assert "The table was copied." in heard(studio)


def test_no_name_of_a_candidate_runs_as_a_formula_in_a_spreadsheet(studio):
    opened(studio, "colour", "law")
    names = CandidatesPlan("list", text="=1+1\n-Tea\n-2.5")
    studio.window.session.change(replace(studio.plan, candidates=names))
    studio.settle()
    assert sorted(column(copied(studio), "Candidate")) == ["'-Tea", "'=1+1", "-2.5"]


def test_what_is_drawn_of_an_invented_table_says_so_on_every_line_and_picture(studio, people, tmp_path):
    invented(studio, people)
    for view in ("law", "draws", "neighbours", "loss"):
        studio.option(studio.window.preview.views, view)
        studio.settle()
        lines = copied(studio)
        true_of(lines, "SIMULATED")
        assert "invented table" in column(lines, "About")[0]
        drawing = saved(studio, tmp_path / f"{view}.svg").read_text("utf-8")
        assert ">SIMULATED</text>" in drawing
        assert "invented table" in drawing


def test_where_there_is_no_picture_nothing_can_be_taken_along(studio):
    preview = opened(studio, "colour", "law")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "survey")
    studio.settle()
    assert not preview.export.button.isVisible()
    assert preview.exhibits() == []


def test_a_table_in_front_offers_no_picture(studio):
    preview = opened(studio, "colour", "table")
    studio.click(preview.export.button)
    studio.qtbot.waitUntil(preview.export.menu.isVisible)
    assert list(entries(preview.export.menu)) == ["Copy the table", "Save the table…"]
    QTest.keyClick(preview.export.menu, Qt.Key.Key_Escape)
