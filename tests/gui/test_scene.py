"""A demonstration opens on its scene: two tables of people, something to grab, a draw, a question and its answer."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTableView

from dpstudio.gui.look.theme import THEME
from dpstudio.workspace.project.demonstrations import TIMES, demonstrations
from dpstudio.workspace.project.scenes import scenes
from tests.gui.cutting import cut
from tests.gui.cutting_pictures import faults_of
from tests.gui.drinkers import asked_about
from tests.gui.hearing import offences
from tests.gui.taking import saved
from tests.gui.test_draws import law
from tests.gui.test_draws import opened as opened_at
from tests.gui.test_presenting import present, press, settle

KEYS = [each.key for each in demonstrations()]
WITHOUT_T = {"drugs", "debts", "smokers", "ages", "counts", "survey"}
"""Noisy figures and coins: nothing is chosen by a score."""


def opened(studio, key, high=800):
    """A demonstration as its tile opens it."""
    studio.window.resize(1280, high)
    studio.click(studio.window.welcome.demonstration_buttons[key])
    studio.settle()
    studio.qtbot.waitUntil(studio.window.preview.scene.isVisible)
    return studio.window.preview.scene


def cells(view):
    model = view.model()
    lines, places = range(model.rowCount()), range(model.columnCount())
    return [tuple(model.index(line, place).data() for place in places) for line in lines]


def nothing_scrolls(studio) -> bool:
    """Whether the whole picture is seen, once it has taken its room."""
    page, dock = studio.window.preview.page, studio.window.workplace.dock
    studio.qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == dock.verticalScrollBar().maximum() == 0)
    return True


def in_order(scene, law):
    order = scene._lines.order
    return law if order is None else law[order]


def number_in(text):
    found = re.search(r"-?\d[\d,]*(\.\d+)?", text)
    return float(found[0].replace(",", "")) if found else None


def is_at(said, shown, place):
    """Whether a value that was drawn is what stands at a place, or one of several there."""
    if shown.bins is None:
        return shown.label(place) in said.replace(",", "") or shown.label(place) in said
    first, last = map(number_in, shown.bins.ends(place))
    return first <= number_in(said) and (last is None or number_in(said) <= last)


@pytest.mark.parametrize("key", KEYS)
def test_a_tile_opens_a_scene_from_its_question_to_its_answer(studio, key):
    scene, told = opened(studio, key, 660), scenes()[key]
    assert nothing_scrolls(studio), "a screen of 1280 x 720 leaves a window of that height"
    for view in (scene.tables.rows, scene.tables.neighbour):
        assert view.horizontalScrollBar().maximum() == 0, "its columns share the width"
        assert view.horizontalHeader().length() <= view.viewport().width()
    assert studio.window.preview.view == studio.window.preview.offered[0] == "scene"
    assert scene.question.text() == told.question
    assert (scene.to_grab.text(), scene.source.text()) == (told.grab, told.source)
    assert not scene.answer.isVisible()
    assert scene.slack.isVisible() == ("move t" in told.grab) == (key not in WITHOUT_T)
    everybody, others = cells(scene.tables.rows), cells(scene.tables.neighbour)
    chosen = scene.tables.line
    assert everybody[chosen][0].startswith(told.person)
    if studio.window.session.preview.shown[0].question.unit.relation.value == "replace_one":
        assert len(others) == len(everybody)
        following = (everybody[(chosen + by) % len(everybody)] for by in range(1, len(everybody)))
        assert others[chosen] == next(each for each in following if each[1:] != everybody[chosen][1:])
        assert [each for at, each in enumerate(others) if at != chosen] == [
            each for at, each in enumerate(everybody) if at != chosen
        ]
    else:
        assert others == [each for at, each in enumerate(everybody) if at != chosen]
    assert scene.laws is not None
    assert np.abs(scene.laws.ratios).max() > 0, "one person moves it"
    assert np.abs(scene.laws.ratios).max() <= scene.laws.limit + 1e-9
    studio.click(scene.draw_button)
    studio.settle()
    studio.qtbot.waitUntil(lambda: scene.last.text().startswith("Drawn: "))
    assert scene.counted.draws == 1
    assert scene.both.isVisible()
    assert scene.both.shares == pytest.approx(100 * in_order(scene, scene.laws.after))
    assert scene.both.chances == pytest.approx(100 * in_order(scene, scene.laws.before))
    said = scene.last.text()
    assert "between" not in said and re.fullmatch(r"Drawn: [^%€$]+[%€$]?(, beyond the picture)?", said), "one value"
    if scene.counted.times.sum():
        assert is_at(said.removeprefix("Drawn: "), scene._lines.shown, scene._lines.at(scene.both.lit))
    studio.click(scene.answer_button)
    assert (scene.last.text(), scene.both.lit) == ("", None), "words and light of the draw go together"
    several = everybody[chosen][0] != told.person
    assert scene.answer.text() == (f"{told.answer} {told.more}" if several else told.answer), "true of this table"
    assert scene.answer.isVisible()
    assert scene.to_grab.text() == "", "t is away"
    studio.qtbot.wait(50)
    assert nothing_scrolls(studio)
    assert not cut(studio.window.preview)
    assert not offences(studio.window.preview)
    studio.click(scene.answer_button)
    assert not scene.answer.isVisible()
    assert scene.to_grab.text() == told.grab


def test_beside_its_answer_too_all_seven_cities_are_in_sight(studio):
    scene = opened(studio, "city", 660)
    before = scene.tables.rows.height()
    studio.click(scene.answer_button)
    studio.qtbot.waitUntil(lambda: scene.tables.rows.height() < before)
    studio.qtbot.waitUntil(lambda: len(scene.both.getAxis("left")._tickLevels[0]) == len(law(studio).chances))
    assert not scene.part.isVisible(), "nothing is out of sight"
    assert nothing_scrolls(studio)


def test_whoever_is_chosen_leaves_the_other_table_and_its_law_is_drawn_over_the_first(studio):
    scene = opened(studio, "colour")
    studio.click_cell(scene.tables.rows, 0)
    studio.settle()
    assert scene.tables.names[1].text() == "Without person 1: bars"
    assert "person 1" not in {row[0] for row in cells(scene.tables.neighbour)}
    shown, order = law(studio), scene._lines.order
    steps = shown.scores.steps.copy()
    steps[shown.question.candidates.labels.index("Blue")] -= 1
    after = shown.question.calibration.law(steps, shown.scores.unit)
    assert scene.both._outline.opts["width"] == pytest.approx(100 * shown.chances[order])
    assert scene.both._bars.opts["width"] == pytest.approx(100 * after[order])


def test_of_a_histogram_the_bin_of_whoever_is_chosen_is_drawn_and_drawn_from(studio):
    scene = opened(studio, "ages")
    for line in range(3):
        studio.click_cell(scene.tables.rows, line)
        studio.settle()
        shown, age = scene._lines.shown, int(cells(scene.tables.rows)[line][1])
        least, most = bin_of(shown)
        assert least <= age < most
        count = sum(least <= int(row[1]) < most for row in cells(scene.tables.rows))
        first, step, _ = shown.line
        numbers = first + step * np.arange(shown.chances.size)
        q = np.exp(-1)
        for chances, true in ((scene.laws.before, count), (scene.laws.after, count - 1)):
            inner = numbers > 0  # what is below 0 is published as 0
            assert chances[inner][:-1] == pytest.approx(((1 - q) / (1 + q) * q ** np.abs(numbers - true))[inner][:-1])
        assert scene.both._line_of_law.getData()[1] == pytest.approx(100 * scene.laws.before)
        assert scene.both._curve.opts["height"] == pytest.approx(100 * scene.laws.after)
        assert scene.draws is shown.draws


def bin_of(shown) -> tuple[int, int]:
    low, high = re.search(r"Age: (\d+) to below (\d+)", shown.across).groups()
    return int(low), int(high)


def test_of_a_survey_the_answer_of_whoever_is_chosen_is_kept_or_changed(studio):
    scene = opened(studio, "survey")
    kept = np.e / (1 + np.e)
    for line, (name, answer) in enumerate(cells(scene.tables.rows)[:3]):
        studio.click_cell(scene.tables.rows, line)
        studio.settle()
        other = cells(scene.tables.neighbour)[line][1]
        assert {answer, other} == {"yes", "no"}, name
        for chances, says in ((scene.laws.before, answer), (scene.laws.after, other)):
            told = {scene._lines.shown.label(at): chance for at, chance in enumerate(chances)}
            assert told == {each: pytest.approx(kept if says == each else 1 - kept) for each in ("yes", "no")}


def test_what_lies_at_least_t_below_the_best_is_grey_and_its_probability_is_said(studio):
    scene = opened(studio, "mascot")
    assert scene.slack.isVisible()
    slider = scene.slack.slider
    studio.focus(slider)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_PageDown):
        QTest.keyClick(slider, key)
        shown = scene._lines.shown
        below = (int(shown.scores.steps.max()) - shown.scores.steps) * shown.scores.unit
        far = np.array([each >= scene.slack.t for each in below])
        assert 0 < far.sum() < far.size
        brushes = [each.color().name() for each in scene.both._bars.opts["brushes"]]
        wanted = [THEME.palette.disabled if each else THEME.palette.bar for each in in_order(scene, far)]
        assert brushes == wanted
        chance = float(shown.chances[far].sum())
        assert scene.slack.said.text().startswith(
            f"{int(scene.slack.t)} votes or more below the best (outlines at grey bars): "
        )
        said = float(re.search(r": ([\d.]+) % of draws", scene.slack.said.text()).group(1))
        assert 100 * chance <= said <= 101 * chance


@pytest.mark.parametrize("key", KEYS)
def test_an_audience_sees_each_scene_and_its_answer_whole_in_large_letters(studio, key):
    opened(studio, key)
    shown = present(studio)
    scene, page = shown.picture.scene, shown.picture.page
    for revealed in (False, True):
        if revealed:
            press(shown, Qt.Key.Key_PageDown)
            settle(studio)
        assert scene.answer.isVisible() == revealed
        studio.qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
        texts = [each for kind in (QLabel, QTableView) for each in shown.findChildren(kind) if each.isVisible()]
        assert all(QFontInfo(each.font()).pixelSize() >= 24 for each in texts)
        assert not faults_of(scene.both)


def test_the_keyboard_alone_chooses_a_person_draws_and_reveals(studio):
    scene = opened(studio, "apples")
    studio.focus(scene.tables.rows)
    before = scene.tables.names[1].text()
    QTest.keyClick(scene.tables.rows, Qt.Key.Key_Up)
    studio.settle()
    assert scene.tables.names[1].text() != before
    studio.focus(scene.draw_button)
    QTest.keyClick(scene.draw_button, Qt.Key.Key_Space)
    studio.settle()
    studio.qtbot.waitUntil(lambda: scene.last.text().startswith("Drawn: "))
    QTest.keyClick(scene.draw_button, Qt.Key.Key_Tab)
    assert scene.answer_button.hasFocus()
    QTest.keyClick(scene.answer_button, Qt.Key.Key_Space)
    assert scene.answer.isVisible()


def test_another_epsilon_keeps_the_person_who_is_chosen_and_the_answer_that_is_shown(studio):
    scene = opened(studio, "colour")
    studio.click_cell(scene.tables.rows, 2)
    studio.click(scene.answer_button)
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.2")
    studio.settle()
    studio.qtbot.waitUntil(lambda: scene._lines.shown is law(studio))
    assert scene.tables.line == 2
    assert scene.answer.isVisible()
    assert scene.laws.limit == pytest.approx(0.2)


def test_a_picture_of_a_scene_says_whose_law_is_which_and_of_how_many_people_it_is(studio, tmp_path):
    scene = opened(studio, "city")
    drawing = saved(studio, tmp_path / "scene.svg").read_text("utf-8")
    said = f"The table: outlines. {scene.tables.names[1].text()}. The table has 40 people."
    assert said.endswith("Bob 1 in place of Alice 1: bars. The table has 40 people.")
    assert said in drawing


def test_a_scene_with_more_names_than_there_is_room_for_says_how_many_are_in_sight(studio):
    scene = opened(studio, "mascot", 660)
    first, last = scene.both.part
    assert scene.part.text() == f"{last - first} of 100 shown. Scroll for the others."
    assert scene.part.isVisible()
    assert nothing_scrolls(studio)


def test_of_names_that_all_have_room_nothing_is_said(studio):
    assert not opened(studio, "colour", 660).part.isVisible()


def test_rows_that_are_seen_are_said_to_be_those_of_a_sample_though_the_law_needs_none(studio):
    opened(studio, "survey")
    preview = studio.window.preview
    assert preview.badge.text() == "SAMPLE"
    studio.option(preview.views, "law")
    studio.settle()
    assert preview.badge.text() == "NO DATA NEEDED"


@pytest.mark.parametrize(("key", "size"), [("city", (1366, 728)), ("halfspaces", (1280, 720))])
def test_before_an_audience_no_column_of_the_tables_is_cut(studio, key, size):
    opened(studio, key)
    shown = present(studio)
    shown.resize(*size)
    settle(studio)
    scene = shown.picture.scene
    for _ in range(2):
        for view in (scene.tables.rows, scene.tables.neighbour):
            assert view.horizontalHeader().length() <= view.viewport().width()
        assert scene.both.width() > 300
        scene.turn_answer()
        settle(studio)
        assert shown.picture.page.verticalScrollBar().maximum() == 0


def test_once_the_answer_is_shown_nothing_is_grey_without_words_and_the_most_likely_one_is_in_sight(studio):
    scene = opened(studio, "city", 660)
    lines = scene._lines
    studio.focus(scene.draw_button)
    for _ in range(40):
        QTest.keyClick(scene.draw_button, Qt.Key.Key_Space)
        studio.settle()
        if scene.both.lit is not None and lines.chances[scene.both.lit] == lines.chances.min():
            break
    assert scene.both._bars.opts["brushes"] is not None
    studio.click(scene.answer_button)
    studio.qtbot.wait(50)
    assert not scene.slack.isVisible()
    assert scene.both._bars.opts["brushes"] is None
    first, last = scene.both.part
    assert first <= int(scene.both.chances.argmax()) < last
    studio.click(scene.answer_button)
    assert scene.slack.isVisible()
    assert scene.both._bars.opts["brushes"] is not None


def test_more_people_come_into_both_tables(studio):
    scene = opened(studio, "colour")
    slider = studio.window.workplace.people.slider
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    studio.settle()
    studio.qtbot.waitUntil(lambda: len(cells(scene.tables.rows)) == 20)
    assert len(cells(scene.tables.neighbour)) == 19
    assert scene.tables.names[1].text() == "Without person 10 1: bars"


@pytest.mark.parametrize("key", ["colour", "city", "median", "halfspaces"])
def test_both_laws_are_there_with_thousands_of_people_and_everybody_can_be_chosen(studio, key):
    scene = opened(studio, key)
    slider = studio.window.workplace.people.slider
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_Home)
    for _ in range(TIMES.index(100)):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    studio.settle()
    everybody = cells(scene.tables.rows)
    assert len(everybody) >= 400 and len(everybody) % 100 == 0
    studio.click_cell(scene.tables.rows, len(everybody) - 1)
    studio.settle()
    assert scene.laws is not None
    moved = np.abs(scene.laws.ratios).max()
    assert moved <= scene.laws.limit + 1e-9
    assert moved > 0 or key == "median", "in the gap between many who stand alike nobody alone moves a middle value"
    assert scene.laws.before == pytest.approx(law(studio).chances)
    assert everybody[-1][0] in scene.tables.names[1].text()


def test_another_question_and_a_table_of_ones_own_have_no_scene(studio, tmp_path):
    opened(studio, "colour")
    studio.tab("question")
    studio.type(studio.window.question.fields["candidates.text"], "Red\nBlue")
    studio.settle()
    studio.qtbot.waitUntil(lambda: "scene" not in studio.window.preview.offered)
    assert studio.window.preview.view == "law"
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.new()
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.tab("privacy")
    assert studio.window.preview.offered
    assert "scene" not in studio.window.preview.offered
    assert cells(studio.window.preview.scene.tables.rows) == []


def test_a_clicker_reveals_the_answer_before_an_audience(studio):
    opened(studio, "colour")
    shown = present(studio)
    scene = shown.picture.scene
    assert shown.picture.view == "scene"
    assert scene.isVisible()
    assert (scene.answer.text(), scene.answer.isVisible()) == ("", False)
    assert not scene.draw_button.isVisible()
    QTest.mouseClick(shown.draw_button, Qt.MouseButton.LeftButton)
    settle(studio)
    assert scene.last.text().startswith("Drawn: ")
    assert shown.picture.view == "scene"
    press(shown, Qt.Key.Key_PageDown)
    assert scene.answer.text() == scenes()["colour"].answer
    assert scene.answer.isVisible()
    for _ in range(8):
        press(shown, Qt.Key.Key_PageDown)
    settle(studio)
    assert shown.picture.view != "scene"
    assert not cut(shown)


def test_the_true_best_of_a_sample_is_marked_in_law_and_draws_and_their_tables(studio):
    opened(studio, "colour")
    preview = studio.window.preview
    studio.option(preview.views, "law")
    best = preview.foot.best
    assert "Blue" in {row[0] for row in cells(preview.law.table)}
    studio.click(best)
    assert {row[0] for row in cells(preview.law.table)} == {"★ Blue", "Red", "Green", "Brown", "Purple"}
    assert "★ marks the true best" in preview.foot.note.text()
    ticks = preview.law.bars.getAxis("left")._tickLevels
    assert "★ Blue" in {name for _, name in ticks[0]}
    studio.option(preview.views, "draws")
    assert "★ Blue" in {row[0] for row in cells(preview.draws.table)}
    studio.click(best)
    assert {row[0] for row in cells(preview.draws.table)} == {"Blue", "Red", "Green", "Brown", "Purple"}
    assert "★" not in preview.foot.note.text()


def test_on_a_curve_each_of_several_best_has_a_star_at_its_place(studio):
    opened(studio, "apples")
    preview = studio.window.preview
    studio.option(preview.views, "law")
    studio.click(preview.foot.best)
    scores = law(studio).scores
    best = np.flatnonzero(scores.steps == scores.steps.max()).tolist()
    assert [law(studio).label(at) for at in best] == ["4.01"]
    shown = preview.law.bars.truth.stars.getData()
    assert shown[0].tolist() == [each + 0.5 for each in best]
    studio.click(preview.foot.best)
    assert preview.law.bars.truth.spans == ()


def test_of_an_invented_table_there_is_no_true_best(studio, tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.tab("privacy")
    preview = studio.window.preview
    studio.qtbot.waitUntil(lambda: bool(preview.offered))
    assert not preview.foot.best.isVisible()
    preview.foot.best.click()
    studio.qtbot.wait(50)
    assert not any("★" in row[0] for row in cells(preview.law.table))
    assert "★" not in preview.foot.note.text()


def test_of_one_persons_coin_nothing_is_true(studio):
    opened(studio, "survey")
    studio.option(studio.window.preview.views, "law")
    assert not studio.window.preview.foot.best.isVisible()


def test_a_curve_behind_bars_has_its_axis_with_a_name(studio):
    scene = opened(studio, "colour")
    axis = scene.both.getAxis("bottom")
    assert not axis.isVisible(), "every bar has its number beside it"
    opened_at(studio, "ages", "scene")
    assert axis.isVisible()
    assert axis.label.isVisible()
    assert axis.height() > 1.5 * axis.label.boundingRect().height(), "numbers, and the name below them"
