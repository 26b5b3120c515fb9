"""F5 shows the picture to an audience: large, live, with a clicker's keys, and nothing that the window hides."""

import json
import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTableView

from dpstudio.core.preview.distribution import Badge
from dpstudio.gui.audience.presentation import Presentation
from dpstudio.gui.look.theme import BRIGHT, CONTRAST, THEME
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.widgets.one_by_one import OneByOne
from dpstudio.workspace.project.demonstrations import names
from tests.gui.cutting import cut
from tests.gui.hearing import offences
from tests.gui.seeing import contrast

LARGE, STRONG = 24, 7


def presented(studio, demonstration="colour"):
    """Open a demonstration, press F5, and give the presentation the size of a small projector."""
    studio.window.projects.open_demonstration(demonstration)
    studio.settle()
    studio.qtbot.wait(50)
    return present(studio)


def present(studio):
    studio.keys("F5")
    shown = studio.window.presenting.shown
    studio.qtbot.waitUntil(shown.isVisible)
    shown.showNormal()
    shown.resize(1280, 720)
    settle(studio)
    return shown


def settle(studio):
    studio.settle()
    runner = studio.window.presenting._runner
    studio.qtbot.waitUntil(lambda: runner is None or not runner.busy(), timeout=60_000)
    studio.qtbot.wait(50)


def press(shown, key):
    if not shown.isActiveWindow():
        shown.activateWindow()
        QTest.qWaitForWindowActive(shown, 1000)
    QTest.keyClick(shown.windowHandle(), key)


def in_sight(shown, kind):
    return [each for each in shown.findChildren(kind) if each.isVisible()]


def presentations():
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, Presentation) and each.isVisible()]


def law(picture):
    return picture._shown


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_every_text_is_large_and_strong_whatever_the_window_looks_like(studio, look):
    studio.window.settings.set("appearance", look)
    studio.window._restyle()
    shown = presented(studio)
    palette = shown.own_theme.palette
    assert palette is (BRIGHT if look == "light" else CONTRAST)
    for view in shown.picture.offered:
        studio.option(shown.picture.views, view)
        settle(studio)
        texts = in_sight(shown, QLabel) + in_sight(shown, QAbstractButton) + in_sight(shown, QTableView)
        assert texts
        for each in texts:
            assert QFontInfo(each.font()).pixelSize() >= LARGE, (view, each)
            ink = each.palette().color(each.foregroundRole()).name()
            assert ink in {palette.accent, palette.on_accent, palette.text, palette.soft, palette.warn, palette.bad}
        for plot in in_sight(shown, ThemedPlot):
            assert plot.getAxis("bottom").style["tickFont"].pixelSize() >= LARGE, view
            assert all(text.textItem.font().pixelSize() >= LARGE for text in plot.texts)
        assert shown.width() == 1280
        assert shown.height() == 720, "nothing makes it larger than the screen"
        assert not offences(shown)
    assert THEME.px(100) == 100, "the window keeps its own size of text"
    assert studio.window.preview.views.font().pixelSize() == 14


def test_nothing_is_cut_at_the_size_of_a_small_projector(studio):
    shown = presented(studio, "corona")
    for view in ("law", "draws", "you"):
        studio.option(shown.picture.views, view)
        settle(studio)
        assert not cut(shown), view


@pytest.mark.parametrize("palette", [BRIGHT, CONTRAST])
def test_what_an_audience_sees_has_a_high_contrast(palette):
    for text in ("text", "soft", "accent", "warn", "bad", "good"):
        assert contrast(getattr(palette, text), palette.surface) >= STRONG, text
    assert contrast(palette.on_accent, palette.accent) >= STRONG
    assert contrast(palette.accent, palette.tint) >= STRONG
    for line in ("border", "strong_border", "bar"):
        assert contrast(getattr(palette, line), palette.surface) >= 4.5, line


def test_the_picture_follows_the_window_and_the_window_the_presentation(studio):
    window = studio.window
    shown = presented(studio)
    assert shown.picture.title.text() == "Favourite colour"
    assert law(shown.picture) is law(window.preview)
    studio.type(window.privacy.fields["privacy.epsilon"], "0.2")
    settle(studio)
    assert law(shown.picture) is law(window.preview)
    assert shown._epsilon.text() == "ε = 0.2"
    studio.focus(shown.epsilon)
    QTest.keyClick(shown.epsilon, Qt.Key.Key_End)
    settle(studio)
    assert studio.plan.privacy.epsilon == "10"
    assert shown._epsilon.text() == "ε = 10"
    assert law(shown.picture) is law(window.preview)
    assert shown.people.isVisible()
    studio.focus(shown.people.slider)
    QTest.keyClick(shown.people.slider, Qt.Key.Key_End)
    settle(studio)
    assert shown.people.said.text() == window.workplace.people.said.text() == "×1,000: 10,000 people"
    assert law(shown.picture) is law(window.preview)


def test_a_clicker_goes_through_the_views_and_darkens_the_screen(studio):
    shown = presented(studio)
    picture = shown.picture
    seen = [picture.view]
    for _ in range(40):
        press(shown, Qt.Key.Key_PageDown)
        settle(studio)  # a key waits for what is being worked out
        if picture.view != seen[-1]:
            seen.append(picture.view)
        assert picture.views.buttons[picture.view].isChecked()
    assert ["scene", *seen] == picture.offered == ["scene", "law", "draws", "neighbours", "epsilon", "loss", "you"]
    for _ in range(40):
        press(shown, Qt.Key.Key_Left)
    assert picture.view == "scene"
    press(shown, Qt.Key.Key_Right)
    assert picture.scene.revealed, "the answer comes before the next view"
    studio.option(picture.views, "law")
    press(shown, Qt.Key.Key_Right)
    assert picture.view == "draws"
    press(shown, Qt.Key.Key_PageUp)
    assert picture.view == "law"
    for key in (Qt.Key.Key_B, Qt.Key.Key_Period):
        press(shown, key)
        picture_of = shown.grab().toImage()
        colours = {picture_of.pixelColor(x, y).name() for x in range(0, 1280, 40) for y in range(0, 720, 40)}
        assert colours == {"#000000"}
        press(shown, key)
        assert not shown._blank.isVisible()
    press(shown, Qt.Key.Key_B)
    press(shown, Qt.Key.Key_PageDown)
    assert not shown._blank.isVisible()
    assert picture.view == "law", "the picture comes back first"


def test_the_arrow_keys_move_the_slider_that_they_are_in(studio):
    shown = presented(studio)
    before = studio.plan.privacy.epsilon
    shown.activateWindow()
    QTest.qWaitForWindowActive(shown, 1000)
    studio.focus(shown.epsilon)
    press(shown, Qt.Key.Key_Left)
    assert shown.picture.view == "law"
    assert studio.plan.privacy.epsilon != before


def test_draws_are_made_before_the_audience(studio):
    shown = presented(studio)
    QTest.mouseClick(shown.many_button, Qt.MouseButton.LeftButton)
    studio.focus(shown.draw_button)
    settle(studio)
    draws = shown.picture.draws
    assert draws.isVisible()
    assert draws.counted.draws == 100
    assert not draws.buttons.isVisible()
    press(shown, Qt.Key.Key_Return)
    settle(studio)
    assert draws.last.text(), "Enter presses Draw, which has the keyboard at first"


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F5])
def test_esc_or_f5_leads_back_to_the_window(studio, key):
    press(presented(studio), key)
    assert not presentations()
    present(studio)
    assert len(presentations()) == 1
    studio.keys("F5")
    assert not presentations(), "F5 in the window ends it, too"


def test_of_a_private_table_an_audience_sees_what_the_window_shows_and_no_more(counted):
    window = counted.window
    counted.tab("privacy")
    shown = present(counted)
    assert law(shown.picture) is law(window.preview)
    assert law(shown.picture).badge is Badge.SIMULATED
    assert shown.picture.badge.text() == "SIMULATED"
    counted.tab("release")
    assert not window.preview.isVisible()
    assert not shown.picture.isVisible()
    assert shown.result.isVisible()
    receipt = window.session.release.receipt
    assert shown.result.text() == receipt.winners[0]
    assert (shown.asked.text(), shown.terms.text()) == (receipt.words.question, "ε = 1   ·   odds at most 2.72 to 1")
    for each in (shown.asked, shown.result, shown.terms):
        assert each.isVisible() and QFontInfo(each.font()).pixelSize() >= LARGE
    assert not cut(shown)
    assert shown.release_button.text().strip() == "Draw again… (ε = 1 more)"
    QTest.mouseClick(shown.release_button, Qt.MouseButton.LeftButton)
    assert shown.release_button.text().strip() == "Yes, charge ε = 1 more"
    assert window.session.release.receipt is receipt
    assert not shown.draw_button.isEnabled()
    counted.tab("privacy")
    assert shown.picture.isVisible()
    card = window.tables.card(counted.plan.tables[0].handle)
    counted.tab("tables")
    counted.option(card.role, "sample")
    settle(counted)
    assert window.session.preview.shown == ()
    assert law(shown.picture) is None
    assert not shown.picture.offered


def test_closing_the_window_ends_the_presentation(studio):
    presented(studio)
    studio.answers["choose"] = ["Discard"]
    studio.window.close()
    assert not presentations()


_TWO_SCREENS = """
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
application = QApplication([])
from dpstudio.gui.app import build
window = build(application)
window.show()
window.projects.open_demonstration("colour")
window.menus.actions["present"].trigger()
QTest.qWait(100)
shown = window.presenting.shown
print(window.screen().name(), shown.screen().name(), shown.isFullScreen(), *shown.geometry().getRect())
shown.close()
window.close()
"""


def test_a_second_screen_has_the_presentation_while_the_window_stays_on_the_first(home, tmp_path):
    screens = [
        {"name": name, "x": x, "y": 0, "width": 1280, "height": 720, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        for name, x in (("first", 0), ("second", 1280))
    ]
    (tmp_path / "screens.json").write_text(json.dumps({"screens": screens}), "utf-8")
    told = os.environ | {"DPSTUDIO_HOME": str(home), "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path}/screens.json"}
    done = subprocess.run([sys.executable, "-c", _TWO_SCREENS], env=told, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["first", "second", "True", "1280", "0", "1280", "720"], done.stderr


def fits(shown) -> None:
    """Nothing of the view in front has to be scrolled to, by a clicker or by a mouse."""
    page, view = shown.picture.page, shown.picture.view
    if page is not None:
        bars = page.verticalScrollBar(), page.horizontalScrollBar()
        for _ in range(60):  # until it has been laid out
            if any(bar.maximum() for bar in bars):
                QTest.qWait(50)
        assert [bar.maximum() for bar in bars] == [0, 0], view


@pytest.mark.parametrize("demonstration", names())
def test_every_view_fits_a_small_projector_whatever_a_clicker_leads_to(studio, demonstration):
    shown = presented(studio, demonstration)
    picture = shown.picture
    for view in picture.offered:
        studio.option(picture.views, view)
        settle(studio)
        fits(shown)
        for part in in_sight(shown, OneByOne):
            while part.turn(1):
                settle(studio)
                fits(shown)
            assert not part.next.isVisible() or part.next.text().startswith("From the start ("), "nothing comes next"
        if view == "scene":
            picture.scene.turn_answer()
            fits(shown)
        if view == "draws":
            for button in (shown.draw_button, shown.many_button):
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                settle(studio)
                fits(shown)
        if view == "loss" and picture.loss.parts.isVisible():
            studio.option(picture.loss.parts, "leader")
            settle(studio)
            fits(shown)


def test_a_clicker_turns_from_sentence_to_sentence_before_it_leaves_a_view(studio):
    shown = presented(studio, "drugs")
    studio.option(shown.picture.views, "scale")
    settle(studio)
    scale = shown.picture.scale
    seen = []
    while shown.picture.view == "scale":
        in_front = [text.text() for text in scale.said if text.isVisible()]
        assert len(in_front) == 1
        seen += in_front
        press(shown, Qt.Key.Key_PageDown)
    assert seen == [text.text() for text in scale.said]
    press(shown, Qt.Key.Key_PageUp)
    assert shown.picture.view == "scale"
    assert scale.said[-1].isVisible()
    press(shown, Qt.Key.Key_PageUp)
    assert scale.said[-2].isVisible()


def test_a_clicker_waits_for_a_view_that_is_being_worked_out_and_passes_none_of_its_sentences_by(studio):
    shown = presented(studio, "city")
    runner, go = studio.window.presenting._runner, threading.Event()
    for name in ("one", "another"):
        runner.run(name, lambda _: go.wait(60), lambda _: None, lambda _: None)
    studio.option(shown.picture.views, "loss")
    loss = shown.picture.loss
    for _ in range(3):
        press(shown, Qt.Key.Key_PageDown)
        assert shown.picture.view == "loss"
        assert [text.text() for text in loss.said if text.isVisible()] == ["Working out the curves …"]
    go.set()
    settle(studio)
    assert [text.isVisible() for text in loss.said[:2]] == [True, False]
    assert loss.said[0].text() != "Working out the curves …"
    press(shown, Qt.Key.Key_PageDown)
    assert [text.isVisible() for text in loss.said[:2]] == [False, True]


@pytest.mark.parametrize("demonstration", ["colour", "halfspaces", "ages", "likes", "survey", "city"])
def test_neighbours_fit_a_small_projector_before_and_after_a_row_has_changed_and_while_it_is_proven(
    studio, demonstration
):
    shown = presented(studio, demonstration)
    studio.option(shown.picture.views, "neighbours")
    settle(studio)
    view = shown.picture.neighbours
    fits(shown)
    QTest.mouseClick(view.worst_button, Qt.MouseButton.LeftButton)
    settle(studio)
    assert view.said.text()
    fits(shown)
    assert not view.bound.isVisible()
    assert view.exchange_button.isVisible() != view.remove_button.isVisible()
    assert view.plot.height() > 100
    assert view.ratios.height() > 100
    studio.qtbot.waitUntil(lambda: not cut(shown))
    if view.proof.button.isVisible():
        QTest.mouseClick(view.proof.button, Qt.MouseButton.LeftButton)
        for _ in range(len(view.proof.proof.steps)):
            settle(studio)
            fits(shown)
            QTest.mouseClick(view.proof.next, Qt.MouseButton.LeftButton)


def test_queries_fit_a_small_projector_with_one_sentence_at_a_time(studio):
    shown = presented(studio, "halfspaces")
    studio.option(shown.picture.views, "queries")
    settle(studio)
    view = shown.picture.queries
    fits(shown)
    assert view.worst.isVisible() != view.chosen.isVisible()
    studio.focus(view.sliders.least)
    QTest.keyClick(view.sliders.least, Qt.Key.Key_Left)
    settle(studio)
    assert view.chosen.isVisible()
    assert not view.worst.isVisible()
    fits(shown)
    studio.qtbot.waitUntil(lambda: not cut(shown))
    QTest.mouseClick(view.worst_button, Qt.MouseButton.LeftButton)
    settle(studio)
    assert view.worst.isVisible()
    fits(shown)


def test_ten_presses_before_an_audience_throw_all_coins_of_a_draw(studio):
    """A single coin a press would ask for more than a hundred of them where most of 199 candidates show tails."""
    shown = presented(studio, "corona")
    studio.option(shown.picture.views, "draws")
    settle(studio)
    for _ in range(11):
        studio.click(shown.draw_button)
        settle(studio)
    assert shown.picture.draws.counted.draws >= 1


def test_all_that_can_be_read_of_rows_and_names_has_its_place_before_an_audience(studio):
    view = present_view(studio, "colour", "neighbours").neighbours
    inside, table = view.rows.parentWidget(), view.rows
    free, each = inside.height() - table.height(), table.verticalHeader().defaultSectionSize()
    assert free < each, "another row would have room"
    assert (table.viewport().height() // each) >= 3
    assert [table.model().headerData(at, Qt.Orientation.Horizontal) for at in range(2)] == ["person", "colour"]
    queries = present_view(studio, "halfspaces", "queries").queries
    for query in queries._found.queries:
        queries._show_query(query)  # whichever is the worst of a draw
        QTest.qWait(20)
        assert queries.planes.drawn() == queries.planes.currentText()
        for plot in (queries.sample, queries.drawn):
            assert "…" not in plot.getAxis("bottom").labelText + plot.getAxis("left").labelText


def test_all_seven_cities_and_their_table_stay_in_sight_with_the_answer_and_nothing_touches_the_question(studio):
    scene = present_view(studio, "city", "scene").scene
    for _ in range(2):
        scene.turn_answer()
        settle(studio)
        assert scene.both.part == (0, 7)
        assert not scene.part.isVisible()
        above = scene.answer if scene.revealed else scene.question
        below = above.mapTo(scene, above.rect().bottomLeft()).y()
        assert scene.tables.mapTo(scene, scene.tables.rect().topLeft()).y() - below >= 4


def present_view(studio, demonstration, view):
    """The picture before an audience with a view in front."""
    if studio.window.presenting.shown:
        studio.window.presenting.leave()
    studio.answers["choose"] = ["Discard"]
    picture = presented(studio, demonstration).picture
    studio.option(picture.views, view)
    settle(studio)
    return picture
