"""The true answer of a sample can be marked in its picture, in its table and in what is taken along; of no other."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from dpstudio.gui.look.theme import LOOKS, THEME
from tests.gui.private_projects import AGE, FigurePlan, of_clinic
from tests.gui.private_projects import survey as private_survey
from tests.gui.taking import copied, saved
from tests.gui.test_draws import law, opened
from tests.gui.test_figures_view import ages, private
from tests.gui.test_hovering import middle, move_to, told
from tests.gui.test_scene import cells


def marked(studio, demonstration, view="law"):
    preview = opened(studio, demonstration, view)
    studio.click(preview.foot.best)
    studio.settle()
    return preview


def smokers(studio) -> int:
    """How many people over 50 smoke, counted row by row."""
    names, rows = studio.window.session.preview.everybody
    smoker, age = (names.index(name) for name in ("smoker", "age"))
    return sum(row[smoker] == "yes" and int(row[age]) > 50 for row in rows)


def starred(view) -> list[str]:
    return [row[0] for row in cells(view.table) if row[0].startswith("★ ")]


def test_the_true_number_of_a_count_is_marked_in_the_law_and_in_the_draws(studio):
    preview = marked(studio, "smokers")
    true, shown = smokers(studio), law(studio)
    assert preview.foot.best.text() == "Mark the true value with ★"
    assert f"★ marks the true value, {true} rows: only a sample may show it." in preview.foot.note.text()
    assert starred(preview.law) == [f"★ {true}"]
    place = next(place for place in range(shown.chances.size) if shown.label(place) == str(true))
    studio.option(preview.views, "draws")
    for plot in (preview.law.bars, preview.draws.plot):
        assert plot.truth.line.value() == pytest.approx(place + 0.5)
        assert plot.truth.stars.getData()[0].tolist() == pytest.approx([place + 0.5])
        assert plot.truth.line.isVisible()
    assert starred(preview.draws) == [f"★ {true}"]
    studio.click(preview.foot.best)
    for plot, view in ((preview.law.bars, preview.law), (preview.draws.plot, preview.draws)):
        studio.option(preview.views, "law" if view is preview.law else "draws")
        assert not plot.truth.line.isVisible()
        assert not plot.truth.stars.getData()[0].size
        assert not starred(view)


def test_the_mouse_reads_it_and_another_scale_keeps_it(studio):
    preview = marked(studio, "smokers")
    bars, true = preview.law.bars, smokers(studio)
    at = bars.truth.line.value()
    move_to(studio, bars, QPointF(at, middle(bars)))
    assert told(bars.mark).startswith(f"★ {true}: ")
    studio.click(preview.foot.log)
    assert bars.truth.line.value() == at
    assert bars.truth.stars.getData()[1].tolist() == [bars.scale.foot], "the star stands where the bars begin"


def test_it_is_taken_along_in_the_table_and_in_both_kinds_of_picture(studio, tmp_path):
    preview = opened(studio, "smokers", "law")
    true = smokers(studio)
    assert "True value" not in copied(studio)[0]
    picture, drawing = (saved(studio, tmp_path / f"plain.{end}") for end in ("png", "svg"))
    plain = QImage(str(picture)), drawing.read_text("utf-8")
    studio.click(preview.foot.best)
    names, *lines = copied(studio)
    column = names.index("True value")
    assert [(line[0], line[column]) for line in lines if line[column]] == [(str(true), str(true))]
    picture, drawing = (saved(studio, tmp_path / f"marked.{end}") for end in ("png", "svg"))
    assert QImage(str(picture)) != plain[0]
    assert "★ marks the true" in drawing.read_text("utf-8")
    assert "★ marks the true" not in plain[1]


def test_a_histogram_marks_the_bin_that_is_chosen(studio):
    preview = marked(studio, "ages")
    for at in range(3):
        studio.choose(preview.parts.number, preview.parts.number.itemText(at))
        studio.settle()
        true = preview._shown.truth
        assert true.figure == ages(studio)[at]
        assert preview.law.bars.truth.line.value() == pytest.approx(true.at)
        assert starred(preview.law) == [f"★ {true.figure}"]


def test_the_true_best_of_a_line_is_marked_as_a_range_over_all_bins_that_it_lies_in(studio):
    preview = marked(studio, "median")
    shown, truth = law(studio), preview.law.bars.truth
    scores, places = shown.scores, shown.truth.places()
    best = np.flatnonzero(scores.steps == scores.steps.max())
    first, last = scores.starts[best[0]], scores.starts[best[-1]] + scores.sizes[best[-1]] - 1
    label = shown.question.candidates.label
    ends = [shown.bins.ends(int(place)) for place in places]
    low, high = (float(label(int(each)).replace(",", "")) for each in (first, last))
    assert float(ends[0][0].replace(",", "")) <= low <= float(ends[0][1].replace(",", ""))
    assert float(ends[-1][0].replace(",", "")) <= high <= float(ends[-1][1].replace(",", ""))
    assert truth.spans == ((places[0], places[-1] + 1),)
    assert truth.ranges.getData()[0].tolist() == [places[0], places[-1] + 1]
    assert truth.stars.getData()[0].tolist() == [(places[0] + places[-1] + 1) / 2]
    assert len(starred(preview.law)) == places.size
    assert not truth.line.isVisible(), "no figure"


def test_on_a_map_a_star_stands_in_the_circle_of_the_best(studio):
    preview = marked(studio, "city")
    shown = law(studio)
    best = int(shown.scores.steps.argmax())
    east, north = preview.law.map.stars.getData()
    assert (east.tolist(), north.tolist()) == ([shown.spots.across[best]], [shown.spots.up[best]])
    studio.click(preview.foot.best)
    assert not preview.law.map.stars.getData()[0].size


@pytest.mark.parametrize("look", LOOKS)
def test_the_line_and_the_star_stand_out_of_the_bars_in_every_look(studio, look):
    preview = opened(studio, "smokers", "law")
    studio.window.menus.actions[f"look_{look}"].trigger()
    studio.click(preview.foot.best)
    studio.settle()
    bars = preview.law.bars
    x = round(bars.mapFromScene(bars.getViewBox().mapViewToScene(QPointF(bars.truth.line.value(), 0))).x())
    top, bottom = (
        round(bars.mapFromScene(bars.getViewBox().mapViewToScene(QPointF(0, each))).y()) for each in bars.viewRange()[1]
    )
    image, ratio = bars.grab().toImage(), bars.devicePixelRatio()
    column = {
        image.pixelColor(round((x + off) * ratio), round(y * ratio)).name()
        for off in range(-3, 4)
        for y in range(bottom + 2, top - 20)
    }
    assert {THEME.palette.text, THEME.palette.surface, THEME.palette.bar} <= column


@pytest.mark.parametrize("plan", ["figures", "survey"])
def test_of_a_private_table_nothing_true_is_offered(studio, tmp_path, plan):
    figures = (FigurePlan("histogram", "Ages", "age", bins="0\n30\n60"),)
    asked = of_clinic(tmp_path, AGE, kind="measure", figures=figures)
    preview = private(studio, tmp_path, asked if plan == "figures" else private_survey(tmp_path))
    for view in preview.offered:
        studio.option(preview.views, view)
        studio.settle()
        assert not preview.foot.best.isVisible(), view
        assert "★" not in preview.foot.note.text()
    assert preview._shown.truth is None
