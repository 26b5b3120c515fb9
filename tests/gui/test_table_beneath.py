"""Beneath each picture lies a table of its numbers: the keyboard moves through it, and the picture shows where."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.widgets.percent import percent
from tests.gui.hearing import told

ROLE, TEXT = QAccessible.Role, QAccessible.Text


def opened(studio, demonstration):
    studio.window.projects.open_demonstration(demonstration)
    studio.settle()
    studio.tab("privacy")
    studio.picture()
    studio.qtbot.wait(50)
    return studio.window.preview


def into_the_picture(studio, preview) -> None:
    """The Tab key leads from the lists above the picture, else from the views, into its table."""
    lists = [each for each in (preview.law.order, preview.law.drawn_as) if each.isVisible()]
    last = lists[0] if lists else preview.views.editor
    studio.focus(last)
    QTest.keyClick(last, Qt.Key.Key_Tab)
    assert preview.law.table.hasFocus()


def cell(preview) -> str:
    """What a reader says of the cell that the keyboard is in."""
    table = told(preview.law.table)
    child = table.focusChild()
    assert child is not None
    return child.text(TEXT.Name)


def names(model) -> list[str]:
    return [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]


@pytest.mark.parametrize("demonstration", ["colour", "apples", "city", "ages", "survey", "halfspaces", "median"])
def test_every_picture_has_a_table_that_takes_the_keyboard(studio, demonstration):
    preview = opened(studio, demonstration)
    plot = next(each for each in (preview.law.bars, preview.law.map) if each.isVisible())
    assert plot.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert told(plot).role() == ROLE.Graphic
    into_the_picture(studio, preview)
    assert told(preview.law.table).role() == ROLE.Table
    assert told(preview.law.table).text(TEXT.Name) == "Sampling distribution as a table"
    (shown,) = studio.window.session.preview.shown[:1]
    assert preview.law.table.model().rowCount() == shown.chances.size
    assert "Probability" in names(preview.law.table.model())
    assert preview.law.table.currentIndex().row() >= 0


def test_the_arrow_keys_lead_through_candidates_probabilities_and_scores(studio):
    preview = opened(studio, "colour")
    into_the_picture(studio, preview)
    (shown,) = studio.window.session.preview.shown
    ranked = (-shown.chances).argsort(kind="stable")
    best, second = int(ranked[0]), int(ranked[1])
    assert names(preview.law.table.model()) == ["Candidate", "Probability", "Score in votes"]
    assert cell(preview) == shown.label(best)
    QTest.keyClick(preview.law.table, Qt.Key.Key_Down)
    assert cell(preview) == shown.label(second)
    QTest.keyClick(preview.law.table, Qt.Key.Key_Right)
    assert cell(preview) == digits(float(shown.chances[second]))
    QTest.keyClick(preview.law.table, Qt.Key.Key_Right)
    assert int(cell(preview)) == shown.scores.steps[second] * shown.scores.unit


def painted(plot, at: QPointF) -> str:
    """The colour of a plot at a point of its own coordinates."""
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(at))
    picture = plot.grab().toImage()
    near = [QPoint(spot.x() + dx, spot.y() + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return THEME.palette.text if THEME.palette.text in {picture.pixelColor(each).name() for each in near} else ""


def test_the_picture_frames_the_bar_that_the_keyboard_is_on(studio):
    preview = opened(studio, "colour")
    plot = preview.law.bars
    corner = QPointF(float(plot.chances.max()) * 0.6, 1.5)
    assert painted(plot, corner) == ""
    into_the_picture(studio, preview)
    QTest.keyClick(preview.law.table, Qt.Key.Key_Down)
    assert painted(plot, corner) == THEME.palette.text
    studio.focus(studio.window.workplace.steps)
    assert painted(plot, corner) == "", "nothing is marked once the keyboard is elsewhere"


def test_a_curve_shows_a_line_with_the_name_and_the_probability(studio):
    preview = opened(studio, "apples")
    plot = preview.law.bars
    into_the_picture(studio, preview)
    QTest.keyClick(preview.law.table, Qt.Key.Key_PageDown)
    row = preview.law.table.currentIndex().row()
    (shown,) = studio.window.session.preview.shown
    assert plot.mark.line.isVisible()
    assert plot.mark.line.value() == row + 0.5
    assert plot.mark.told.toPlainText().strip() == f"{shown.label(row)}: {percent(float(shown.chances[row]))}"


def test_a_map_rings_the_candidate(studio):
    preview = opened(studio, "city")
    assert preview.law.map.isVisible()
    into_the_picture(studio, preview)
    QTest.keyClick(preview.law.table, Qt.Key.Key_Down)
    row = preview.law.table.currentIndex().row()
    (spot,) = preview.law.map._ring.points()
    assert (spot.pos().x(), spot.pos().y()) == tuple(preview.law.map._spots[row][:2])


def test_a_bar_far_below_is_brought_into_sight(studio):
    preview = opened(studio, "mascot")
    into_the_picture(studio, preview)
    QTest.keyClick(preview.law.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    last = preview.law.table.currentIndex().row()
    assert last == preview.law.table.model().rowCount() - 1 > 40
    low, high = preview.law.bars.viewRange()[1]
    assert low < last < high


def test_a_click_on_a_bar_leads_the_keyboard_to_its_line(studio):
    preview = opened(studio, "colour")
    plot = preview.law.bars
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(0.5, 2)))
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert preview.law.table.hasFocus()
    assert preview.law.table.currentIndex().row() == 2


def test_the_keyboard_stays_on_its_line_while_the_picture_changes(studio):
    preview = opened(studio, "apples")
    into_the_picture(studio, preview)
    for _ in range(3):
        QTest.keyClick(preview.law.table, Qt.Key.Key_Down)
    row = preview.law.table.currentIndex().row()
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    assert preview.law.table.currentIndex().row() == row


def test_a_picture_that_goes_takes_its_table_along(studio):
    preview = opened(studio, "apples")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "survey")
    studio.settle()
    assert preview.law.table.model().rowCount() == 0
    assert not preview.law.table.isVisible()
