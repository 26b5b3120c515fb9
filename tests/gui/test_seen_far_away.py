"""Before an audience bars are long, dots have their names, tables some rows, and a clicker leads to every part."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.views.sheet_view import SheetView
from dpstudio.gui.widgets.one_by_one import OneByOne
from dpstudio.workspace.project.demonstrations import names
from tests.gui.cutting_pictures import faults_of
from tests.gui.test_draws import opened
from tests.gui.test_map import map_of, named
from tests.gui.test_presenting import fits, in_sight, present_view, presented, press, settle

ORDINARY = "colour", "city", "ages"
EVERY = [key if key in ORDINARY else pytest.param(key, marks=pytest.mark.long) for key in names()]
LONG_ENOUGH, ROWS = 150, 4
"""Pixels of the longest bar, on a projector of 1,280, and rows of a table that are seen at once."""


def longest(plot) -> float:
    """How many pixels the longest bar or outline has."""
    lengths = [plot.scale.lengths(plot.chances)]
    if isinstance(plot, DrawnPlot):
        lengths.append(plot.scale.lengths(plot.shares))
    (left, right), _ = plot.viewRange()
    return float(np.max(lengths)) * plot.getViewBox().width() / (right - left)


@pytest.mark.parametrize("demonstration", EVERY)
def test_the_longest_bar_of_every_view_is_long_enough_to_be_compared(studio, demonstration):
    shown = presented(studio, demonstration)
    for view in shown.picture.offered:
        studio.option(shown.picture.views, view)
        settle(studio)
        if view == "neighbours":
            QTest.mouseClick(shown.picture.neighbours.worst_button, Qt.MouseButton.LeftButton)
            settle(studio)
        for plot in in_sight(shown, DistributionPlot):
            if plot.few and not plot.logarithmic:
                assert longest(plot) >= LONG_ENOUGH, view


def test_every_city_has_its_name_on_the_map_whatever_its_size(studio):
    plot = map_of(opened(studio, "city", "law"))
    for wide, high in ((360, 300), (420, 260), (460, 460), (600, 240), (900, 700)):
        plot.setFixedSize(wide, high)
        studio.qtbot.wait(50)
        assert len(named(plot)) == 7, (wide, high)
        assert plot.left_out == ""
        assert faults_of(plot) == [], (wide, high)


def test_a_line_leads_from_a_dot_to_a_name_that_stands_farther_away(studio):
    picture = present_view(studio, "city", "law")
    plot = map_of(picture)
    assert len(named(plot)) == 7
    across, up = plot.leads.getData()
    assert len(across), "seven names have no room beside their dots there"
    wide, high = (
        size / (ends[1] - ends[0])
        for size, ends in zip(plot.getViewBox().rect().getRect()[2:], plot.viewRange(), strict=True)
    )
    for start in range(0, len(across), 2):
        away = [
            [
                np.hypot((across[end] - spot.pos().x()) * wide, (up[end] - spot.pos().y()) * high) - spot.size() / 2
                for spot in plot._dots.points()
            ]
            for end in (start, start + 1)
        ]
        assert min(away[0]) == pytest.approx(0, abs=2), "it begins at a dot"
        assert min(away[1]) > 0, "and ends beside a name"


@pytest.mark.parametrize("view", ["scene", "neighbours"])
def test_four_rows_of_a_table_with_long_names_are_seen_at_once(studio, view):
    picture = present_view(studio, "halfspaces", view)
    shown = studio.window.presenting.shown
    for _ in range(2):
        tables = [each for each in in_sight(shown, QTableView) if each.objectName() == "compact"]
        assert len(tables) == (2 if view == "scene" else 1)
        for each in tables:
            assert each.viewport().height() // each.verticalHeader().defaultSectionSize() >= ROWS
            assert each.horizontalScrollBar().maximum() == 0, "and every column"
            assert QRectF(shown.rect()).contains(
                QRectF(each.rect()).translated(each.mapTo(shown, each.rect().topLeft()))
            )
        fits(shown)
        if view == "scene":
            picture.scene.turn_answer()
        else:
            QTest.mouseClick(picture.neighbours.worst_button, Qt.MouseButton.LeftButton)
        settle(studio)


def place(picture):
    """What of the picture is in front: the view, its answer, its sheet, and which of its texts or pictures."""
    page = picture.page
    sheets = [] if page is None else [each._part for each in page.findChildren(SheetView)]
    front = [] if page is None else [each._there().index(each.front) for each in page.findChildren(OneByOne)]
    return picture.view, picture.view == "scene" and picture.scene.revealed, tuple(sheets), tuple(front)


def led(studio, shown, key) -> list:
    """What a clicker's key leads to, from what is in front on."""
    found = [place(shown.picture)]
    while True:
        press(shown, key)
        settle(studio)
        if place(shown.picture) == found[-1]:
            return found
        found.append(place(shown.picture))


@pytest.mark.parametrize("demonstration", EVERY)
def test_a_clicker_leads_to_every_view_and_every_part_of_it_and_back_the_same_way(studio, demonstration):
    shown = presented(studio, demonstration)
    picture = shown.picture
    studio.option(picture.views, picture.offered[0])
    settle(studio)
    there = led(studio, shown, Qt.Key.Key_PageDown)
    assert list(dict.fromkeys(view for view, *_ in there)) == picture.offered
    parts = {view: list(dict.fromkeys(sheets for each, _, sheets, _ in there if each == view)) for view, *_ in there}
    if "loss" in picture.offered:
        sheets = [key for key, button in picture.loss.parts.buttons.items() if not button.isHidden()]
        assert parts["loss"] == [(each,) for each in sheets]
    if "epsilon" in picture.offered:
        pictures = {front for view, _, _, (front, *_) in (each for each in there if each[0] == "epsilon")}
        assert len(pictures) == len(picture.epsilon._turned._there())
    back = led(studio, shown, Qt.Key.Key_PageUp)
    revealed = [each for each in there if each[0] != "scene" or each[1]]
    assert back == revealed[::-1], "the answer of a scene stays"
