"""Another ε draws the picture anew and nothing else: what nobody sees is not measured, what is the same not told."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots import lines
from dpstudio.gui.plots.axis import RoundAxis
from dpstudio.gui.plots.columns import Columns
from dpstudio.gui.plots.overlaid import RatioPlot
from dpstudio.gui.views import law as law_view
from dpstudio.gui.widgets import captions, fold, steps
from dpstudio.gui.widgets.sentences import Sentences
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.kinds.synthesize.one_person import PeopleOfTables


@pytest.fixture
def law(studio):
    """The law of a price, as a curve with its scores beneath."""
    studio.window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab("privacy")
    studio.picture()
    studio.window.preview.bring("law")
    studio.settle()
    return studio.window.preview


class Paints(QObject):
    """How often a widget is painted."""

    times = 0

    def eventFilter(self, watched, event):
        self.times += event.type() == QEvent.Type.Paint
        return False


def slide(studio):
    """A page of the slider, until the new picture is painted."""
    slider = studio.window.privacy.slider
    slider.setValue(slider.value() + 10)
    studio.settle()
    studio.qtbot.wait(20)


def test_a_table_beneath_a_picture_is_measured_after_it_and_in_front_at_once(studio, law, monkeypatch):
    studio.qtbot.waitUntil(lambda: not law.law.table._resting.isActive())  # of the picture before
    asked, own = [], TableView.sizeHintForIndex
    monkeypatch.setattr(
        TableView, "sizeHintForIndex", lambda self, index: asked.append(self.accessibleName()) or own(self, index)
    )
    name, told = law.law.table.accessibleName(), []
    studio.window.session.preview.changed.connect(lambda: told.append(name in asked))
    slide(studio)
    assert told == [False]
    studio.qtbot.waitUntil(lambda: name in asked)
    asked.clear()
    law.bring("table")
    assert name in asked
    model = law.law.table.model()
    for place in range(model.columnCount()):
        assert law.law.table.columnWidth(place) >= law.law.table.sizeHintForIndex(model.index(3, place)).width()


def test_an_axis_whose_numbers_stay_is_not_measured_again(studio, law, monkeypatch):
    slide(studio)
    fitted, own = [], RoundAxis.fit
    monkeypatch.setattr(RoundAxis, "fit", lambda self: fitted.append(self) or own(self))
    slide(studio)
    assert not fitted
    law.law.bars.setXRange(20, 60)
    assert fitted == [law.law.bars.getAxis("bottom")]


def test_a_new_picture_is_painted_once(studio, law):
    paints = Paints()
    slide(studio)
    law.law.bars.viewport().installEventFilter(paints)
    slide(studio)
    assert paints.times == 1


def test_the_steps_and_what_is_folded_away_are_parted_into_lines_again_only_where_they_say_something_else(
    studio, law, monkeypatch
):
    parted, own = [], captions.in_lines
    for module in (captions, fold, steps):
        monkeypatch.setattr(module, "in_lines", lambda wide, text, most: parted.append(text) or own(wide, text, most))
    slide(studio)
    said = studio.window.workplace.steps.chosen(3)
    assert said in parted
    assert parted.count(said) <= 4, "to see that all fits, to share the width, and to be painted"
    assert not [text for text in parted if text.startswith(("More", "who issues"))]


def test_that_a_picture_is_under_way_is_said_once_it_lasts(studio, law):
    before = law.badge.text()
    law.show_busy(busy=True)
    assert law.badge.text() == before, "most pictures are there before it could be read"
    studio.qtbot.waitUntil(lambda: law.badge.text() == "computing…")
    law.show_busy(busy=False)
    assert law.badge.text() == before


def test_laws_of_neighbours_and_of_a_scene_are_worked_out_beside_the_window(studio, monkeypatch):
    """Of a synthetic table each takes millions of scores; what is drawn stays in its place until then."""
    at, own = [], PeopleOfTables.laws
    monkeypatch.setattr(
        PeopleOfTables, "laws", lambda self, *asked: at.append(threading.current_thread()) or own(self, *asked)
    )
    studio.click(studio.window.welcome.demonstration_buttons["halfspaces"])
    studio.settle()
    preview = studio.window.preview
    scene = preview.scene
    assert scene.laws is not None
    before = scene.both.shares
    studio.click_cell(scene.tables.rows, 3)
    assert scene.both.shares.tolist() == before.tolist()
    studio.settle()
    assert scene.both.shares.tolist() != before.tolist()
    preview.bring("neighbours")
    studio.settle()
    view = preview.neighbours
    drawn = view.found
    studio.type(view.new, "no, no, yes")
    studio.click(view.exchange_button)
    assert view.found is drawn
    studio.settle()
    assert view.found is not drawn
    assert len(at) >= 4
    assert threading.main_thread() not in at


def test_many_outcomes_are_put_in_order_beside_the_window_and_the_picture_stays_meanwhile(studio, law, monkeypatch):
    monkeypatch.setattr(law_view, "_MANY", 100)
    at, own = [], lines.by_chance
    monkeypatch.setattr(
        law_view, "by_chance", lambda *shown, **how: at.append(threading.current_thread()) or own(*shown, **how)
    )
    before, shown = law.law.bars.chances.copy(), studio.window.session.preview.shown[0]
    studio.choose(law.law.order, "most likely first")
    assert law.law.bars.isVisible()
    assert law.law.bars.chances.tolist() == before.tolist()
    studio.settle()
    assert law.law.bars.chances == pytest.approx(100 * np.sort(shown.chances)[::-1])
    slide(studio)
    now = studio.window.session.preview.shown[0]
    assert now is not shown
    assert law.law.bars.chances == pytest.approx(100 * np.sort(now.chances)[::-1])
    assert at and threading.main_thread() not in at


def test_the_sentences_of_a_release_are_written_anew_where_they_change(studio, law):
    shown = studio.window.release_tab.findChild(Sentences)
    studio.tab("release")
    before, said = list(shown.labels), [each.text() for each in shown.labels]
    studio.tab("privacy")
    slide(studio)
    studio.tab("release")
    assert all(now is was for now, was in zip(shown.labels, before, strict=True))
    changed = [each.text() for each, was in zip(shown.labels, said, strict=True) if each.text() != was]
    assert changed and len(changed) < len(said)
    assert all("odds" in each or "Error bound" in each for each in changed)


@pytest.mark.parametrize("end", [np.minimum, np.maximum])
def test_the_ends_of_wide_columns_are_those_of_all_their_numbers(end):
    values = np.arange(1_000_037) * (1 if end is np.maximum else -1)
    starts = np.arange(0, values.size, 64 * 500)
    assert (Columns(values).ends(end, starts, values.size) == end.reduceat(values, starts)).all()
    starts = np.array([10, 333])
    assert (Columns(values).ends(end, starts, 900) == end.reduceat(values[:900], starts)).all()


def test_of_more_ratios_than_pixel_columns_each_column_shows_the_farthest(qtbot):
    plot = RatioPlot()
    qtbot.addWidget(plot)
    plot.resize(400, 200)
    plot.show()
    ratios = 0.5 * np.sin(np.arange(5_000) / 7)
    ratios[1_234] = -3.0
    plot.show_ratios(ratios, np.abs(ratios) > 1, 1.0, int(np.abs(ratios).argmax()))
    heights, brushes = plot.bars.opts["height"], plot.bars.opts["brushes"]
    assert heights.size == len(brushes) < 400
    assert heights.min() == -3.0
    red = [place for place, brush in enumerate(brushes) if brush.color().name() == THEME.palette.bad]
    assert red == [int(heights.argmin())]
    left = plot.bars.opts["x"] - plot.bars.opts["width"] / 2
    assert left[red[0]] <= 1_234 < left[red[0] + 1], "it stands where its outcome does"
