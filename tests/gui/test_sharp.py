"""On a sharp screen, and on a page with more dots, lines of pictures are as thick as on any other."""

import os
import subprocess
import sys

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsRectItem

from dpstudio.gui.plots.base import ThemedPlot
from tests.gui.test_draws import opened


def widths(plot: ThemedPlot) -> list[tuple[str, float]]:
    """Of the pens of all that is drawn in a plot, in their order."""
    drawn = ((item, pen) for item in plot.items() if item.isVisible() for pen in pens(item))
    return [(type(item).__name__, pen.widthF()) for item, pen in drawn if pen.style() != Qt.PenStyle.NoPen]


def pens(item) -> list[QPen]:
    """Those of one item, whichever of pyqtgraph's ways it keeps them in."""
    if isinstance(item, pg.InfiniteLine):
        return [item.pen]
    if isinstance(item, pg.AxisItem):
        return [item.pen()]
    if isinstance(item, QGraphicsRectItem) and item.pen().isCosmetic():
        return [item.pen()]
    kept = getattr(item, "opts", {}).get("pen")
    return [kept] if isinstance(kept, QPen) else []


@pytest.mark.parametrize("demonstration", ["apples", "city", "debts", "halfspaces"])
def test_lines_are_twice_as_many_dots_thick_where_a_pixel_has_two_and_come_back(studio, demonstration):
    preview = opened(studio, demonstration, "law")
    for view in preview.offered:
        studio.option(preview.views, view)
        studio.settle()
        for plot in filter(ThemedPlot.isVisible, preview.findChildren(ThemedPlot)):
            before = widths(plot)
            assert before, type(plot).__name__
            plot.laid_out_for(2)
            assert widths(plot) == [(name, 2 * wide) for name, wide in before], (view, type(plot).__name__)
            plot.laid_out_for(0)
            assert widths(plot) == before


def test_a_screen_of_two_dots_a_pixel_has_pens_of_as_many():
    told = "from PySide6.QtWidgets import QApplication, QWidget; from dpstudio.gui.plots.pens import pen_of;"
    code = f"{told} app = QApplication([]); print(pen_of(QWidget(), '#000000', 1.5).widthF())"
    for factor, wide in (("1", "1.5"), ("2", "3.0")):
        found = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "QT_SCALE_FACTOR": factor}, capture_output=True, text=True
        )
        assert found.stdout.split() == [wide], found.stderr
