"""Every picture is saved as PNG or SVG of a chosen size: what is in the file is what the window shows, and says so."""

from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.gui import ask
from dpstudio.gui.exports.picture_page import Page
from dpstudio.gui.look.theme import LOOKS, THEME
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.painting import sized
from dpstudio.gui.widgets.form import Form
from dpstudio.gui.widgets.percent import percent
from tests.gui.cutting_pictures import faults_of
from tests.gui.taking import saved, take
from tests.gui.test_draws import law, opened
from tests.gui.test_exports import heard

TYPED = ask.form
"""The dialog itself, which other tests answer for the person."""
SVG = "{http://www.w3.org/2000/svg}"
VIEWS = [
    ("colour", "law", ""), ("apples", "law", ""), ("city", "law", ""), ("colour", "draws", ""),
    ("apples", "draws", ""), ("colour", "neighbours", ""), ("colour", "epsilon", "The law at six values of ε"),
    ("colour", "epsilon", "What is lost at each ε"), ("ages", "epsilon", "The factor 2"), ("colour", "loss", ""),
    ("halfspaces", "useful", ""), ("halfspaces", "queries", ""), ("colour", "you", ""),
    ("ages", "figures", ""),
]  # fmt: skip
MORE_VIEWS = [
    ("apples", "neighbours", ""), ("halfspaces", "neighbours", ""), ("survey", "neighbours", ""),
    ("likes", "neighbours", ""), ("ages", "scale", ""), ("debts", "scale", ""), ("city", "scene", ""),
    ("apples", "scene", ""), ("ages", "draws", ""),
    ("survey", "figures", ""),
]  # fmt: skip


def points(picture: QImage) -> np.ndarray:
    """The colour of each point, row by row."""
    converted = picture.convertToFormat(QImage.Format.Format_RGB32)
    bits = np.frombuffer(converted.constBits(), np.uint32)  # the picture's own memory: it must outlive what reads it
    return bits.reshape(picture.height(), picture.width()) & 0xFFFFFF


def greys(picture: QImage) -> np.ndarray:
    """How light each point is."""
    converted = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    return np.frombuffer(converted.constBits(), np.uint8).astype(float)


def colours(picture: QImage) -> dict[str, int]:
    """How many points have each colour."""
    found, times = np.unique(points(picture), return_counts=True)
    return {f"#{colour:06x}": count for colour, count in zip(found.tolist(), times.tolist(), strict=True)}


def bars(picture: QImage) -> list[int]:
    """How long the bars are, from top to bottom, in points."""
    rows = (points(picture) == int(THEME.palette.bar[1:], 16)).sum(axis=1).tolist()
    return [max(group) for long, group in groupby(rows, key=lambda row: row > 0) if long]


def test_the_bars_in_the_file_are_as_long_as_the_probabilities_at_any_size(studio, tmp_path):
    opened(studio, "colour", "law")
    chances = np.sort(law(studio).chances)[::-1]
    for width, height, texts in ((900, 500, 100), (500, 700, 100), (1000, 1000, 200)):
        picture = QImage(str(saved(studio, tmp_path / "law.png", (width, height, texts))))
        assert (picture.width(), picture.height()) == (width, height)
        lengths = np.array(bars(picture))
        assert lengths == pytest.approx(chances / chances[0] * lengths[0], abs=1.5)
        assert lengths[0] > width / 2
    assert picture.text("Title") == "Favourite colour, ε = 1: Law"
    assert picture.text("Description").startswith("SAMPLE. Exact, from the sample table.")
    assert "The picture was saved." in heard(studio)


def shapes(drawing: str) -> list[float]:
    """How wide the bars of a drawing are."""
    found = []
    for group in ElementTree.fromstring(drawing).iter(f"{SVG}g"):
        if group.get("fill") == THEME.palette.bar:
            corners = [each.get("points", "").split() for each in group.iter(f"{SVG}polygon")]
            across = [[float(corner.split(",")[0]) for corner in each] for each in corners]
            found += [max(each) - min(each) for each in across]
    return found


def test_a_drawing_has_the_same_bars_and_texts_and_says_what_it_is(studio, tmp_path):
    opened(studio, "colour", "law")
    chances = np.sort(law(studio).chances)[::-1]
    drawing = saved(studio, tmp_path / "law.svg", (900, 500, 100)).read_text("utf-8")
    lengths = np.array(shapes(drawing))
    assert lengths == pytest.approx(chances / chances[0] * lengths[0], rel=1e-3)
    root = ElementTree.fromstring(drawing)
    assert (root.get("width"), root.get("height")) == ("900", "500")
    texts = ["".join(each.itertext()).strip() for each in root.iter(f"{SVG}text")]
    for place in range(5):
        assert percent(float(chances[place])) in texts
    assert {"SAMPLE", "probability in %", "Blue"} <= set(texts)
    assert "Favouritecolour,ε=1:Law" in "".join(texts).replace(" ", "")
    assert root.findtext(f"{SVG}title") == "Favourite colour, ε = 1: Law"
    for each in root.iter(f"{SVG}text"):
        font = QFont(each.get("font-family").split(","))
        font.setPixelSize(int(each.get("font-size")))
        font.setWeight(QFont.Weight(int(each.get("font-weight"))))
        long = QFontMetricsF(font).horizontalAdvance(each.text)
        assert float(each.get("textLength")) == pytest.approx(long, abs=0.01), "in any other font it takes as much room"
        assert each.get("lengthAdjust") == "spacingAndGlyphs"
    assert root.findtext(f"{SVG}desc", "").startswith("SAMPLE. Exact, from the sample table.")


@pytest.mark.parametrize(("name", "view", "of"), VIEWS)
def test_every_view_is_saved_both_ways_and_stays_as_it_was(studio, tmp_path, name, view, of):
    preview = opened(studio, name, view)
    studio.settle()
    if view == "draws":
        studio.click(preview.draws.buttons.many[10_000])
        studio.settle()
    studio.qtbot.wait(200)  # all texts that came have their lines
    shown = [(plot, plot.size(), plot.viewRange()) for plot in preview.findChildren(ThemedPlot) if plot.isVisible()]
    picture = QImage(str(saved(studio, tmp_path / "view.png", (700, 700, 100), of)))
    drawing = saved(studio, tmp_path / "view.svg", (700, 700, 100), of).read_text("utf-8")
    drawn = QImage(700, 700, QImage.Format.Format_RGB32)
    drawn.fill("#00ff00")
    assert rendered(drawing, drawn)
    for each in (picture, drawn):
        found = colours(each)
        assert found.get(THEME.palette.surface, 0) > 700 * 700 / 3
        marks = sum(found.get(colour, 0) for colour in (THEME.palette.bar, THEME.palette.accent))
        assert marks > 300, "something is drawn in it"
        assert "#00ff00" not in found, "its ground is all of it"
    assert "vector-effect" not in "".join(line for line in drawing.split("<") if not line.startswith("text"))
    assert "<image" not in drawing
    studio.qtbot.wait(50)
    for plot, size, part in shown:
        assert plot.size() == size
        assert np.array(plot.viewRange()) == pytest.approx(np.array(part)), "the window shows what it showed"


def rendered(drawing: str, into: QImage) -> bool:
    """Show a drawing, and say whether it is one."""
    renderer, painter = QSvgRenderer(drawing.encode()), QPainter(into)
    renderer.render(painter)
    painter.end()
    return renderer.isValid()


def test_a_higher_picture_has_more_bars(studio, tmp_path):
    opened(studio, "mascot", "law")
    few, many = (bars(QImage(str(saved(studio, tmp_path / f"{high}.png", (600, high, 100))))) for high in (400, 900))
    assert len(many) >= 2 * len(few) > 0


def test_texts_and_lines_of_twice_the_size_are_the_same_picture_with_more_points(studio, tmp_path):
    opened(studio, "colour", "loss")
    studio.settle()
    plain = QImage(str(saved(studio, tmp_path / "plain.png", (600, 600, 100))))
    sharp = QImage(str(saved(studio, tmp_path / "sharp.png", (1200, 1200, 200))))
    again = sharp.scaled(600, 600, mode=Qt.TransformationMode.SmoothTransformation)
    light = greys(plain)
    assert np.abs(light - greys(again)).mean() < 6
    other = QImage(str(saved(studio, tmp_path / "other.png", (1200, 1200, 100)))).scaled(600, 600)
    assert np.abs(light - greys(other)).mean() > 6, "it would have been noticed"


@pytest.mark.parametrize("look", LOOKS)
def test_a_picture_has_the_colours_of_the_look(studio, tmp_path, look):
    studio.window.settings.set("appearance", look)
    studio.window._restyle()
    opened(studio, "colour", "neighbours")
    found = colours(QImage(str(saved(studio, tmp_path / "look.png"))))
    palette = LOOKS[look]
    assert max(found, key=found.__getitem__) == palette.surface
    for colour in (palette.bar, palette.text, palette.warn):
        assert found.get(colour, 0) > 20, colour


def typed(studio, *texts: str, of: str = "") -> list[str]:
    """Type into the dialog that asks for the size, or leave what stands there, press its button, and say all of it."""
    said = []

    def answer() -> None:
        form = QApplication.activeModalWidget()
        assert isinstance(form, Form)
        said.extend(field.editor.text() for field in form.fields)
        for field, text in zip(form.fields, texts, strict=False):
            studio.type(field, text)
        QTest.mouseClick(form.accept_button, Qt.MouseButton.LeftButton)
        said.append(form.problem.text())
        if form.isVisible():
            QTest.mouseClick(form.cancel_button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(300, answer)
    take(studio, "Save the picture as PNG…", of)
    return said


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (("200", "600", "100"), "needs a width of at least"),
        (("600", "200", "100"), "at this width a height of at least"),
        (("600", "60000", "100"), "Height must be a whole number from 1 to 6,000."),
        (("wide", "600", "100"), "Width"),
        (("600", "600", "20"), "a number from 50 to 400"),
        (("600", "600", "100"), ""),
    ],
)
def test_the_dialog_begins_with_the_size_in_the_window_and_says_what_is_wrong(
    studio, tmp_path, monkeypatch, texts, wrong
):
    preview = opened(studio, "colour", "law")
    monkeypatch.setattr(ask, "form", TYPED)
    path = tmp_path / "law.png"
    studio.answers["save_file"] = [str(path)]
    width, height, scale, problem = typed(studio, *texts)
    assert int(width) == pytest.approx(preview.law.bars.width(), abs=40)
    assert int(height) > preview.law.bars.height()
    assert scale == "100"
    assert (wrong in problem) if wrong else not problem
    assert path.exists() == (not wrong)


@pytest.mark.parametrize("view", ["law", "neighbours", "epsilon", "loss", "you"])
def test_the_size_in_the_window_is_large_enough_at_twice_the_size_of_text(studio, tmp_path, monkeypatch, view):
    studio.window.settings.set("text_size", "200")
    studio.window._restyle()
    opened(studio, "colour", view)
    studio.settle()
    monkeypatch.setattr(ask, "form", TYPED)
    path = tmp_path / "view.png"
    studio.answers["save_file"] = [str(path)]
    *size, problem = typed(studio, of="What is lost at each ε" if view == "epsilon" else "")
    assert not problem
    picture = QImage(str(path))
    assert [picture.width(), picture.height()] == [int(each) for each in size[:2]]


def test_a_picture_that_cannot_be_saved_says_so_and_a_name_without_its_end_gets_it(studio, tmp_path):
    opened(studio, "colour", "law")
    saved(studio, tmp_path / "nowhere" / "law.png")
    assert studio.answers["said"][-1][:2] == ("complain", "Not saved")
    assert "The picture was saved." not in heard(studio)
    studio.answers["form"], studio.answers["save_file"] = [["600", "600", "100"]], [str(tmp_path / "my law")]
    take(studio, "Save the picture as SVG…")
    assert Path(tmp_path / "my law.svg").read_text("utf-8").startswith("<?xml")


@pytest.mark.parametrize(("demonstration", "view", "which"), [*VIEWS, *MORE_VIEWS])
def test_nothing_is_cut_and_nothing_overlaps_at_the_smallest_size_that_is_offered_and_at_a_large_one(
    studio, demonstration, view, which
):
    preview = opened(studio, demonstration, view)
    studio.qtbot.wait(100)
    if view == "neighbours":
        studio.click(preview.neighbours.worst_button)
        studio.settle()
    shown = next(each for each in preview.exhibits() if not which or each.name == which)
    for width, height in ((Page.narrowest(shown), 0), (600, 0), (Page.narrowest(shown), 1200), (2400, 1600)):
        page = Page(shown, width)
        with page.laid_out(height or page.least):
            found = [fault for part, _ in shown.parts if isinstance(part, ThemedPlot) for fault in faults_of(part)]
        assert found == [], (width, height)


@pytest.mark.parametrize("size", [QSize(400, 200), QSize(1160, 270), QSize(3000, 2500)], ids=str)
def test_what_epsilon_allows_is_in_the_picture_of_any_size_both_ways(studio, size):
    opened(studio, "city", "neighbours")
    view = studio.window.preview.neighbours
    studio.click(view.worst_button)
    studio.settle()
    with sized(view.ratios, size):
        low, high = view.ratios.viewRange()[1]
        assert low == pytest.approx(-high)
        assert all(low < line.value() < high for line in view.ratios.lines)


@pytest.mark.parametrize(
    ("demonstration", "view", "said"),
    [("likes", "law", "3 of 12 shown."), ("mascot", "law", "3 of 100 shown."), ("city", "draws", "3 of 7 shown."),
     ("ages", "figures", "3 of 7 shown."), ("city", "law", "names shown.")],
)  # fmt: skip
def test_of_more_bars_than_there_is_room_for_the_picture_says_how_many_it_shows_each_with_its_name(
    studio, tmp_path, demonstration, view, said
):
    preview = opened(studio, demonstration, view)
    studio.qtbot.wait(100)
    shown = preview.exhibits()[0]
    wide = Page.narrowest(shown)
    high = Page(shown, wide).least
    text = saved(studio, tmp_path / "small.svg", (wide, high, 100)).read_text("utf-8")
    assert said in text
    plot, page = shown.parts[0][0], Page(shown, wide)
    with page.laid_out(high):
        assert said in page.said
        assert plot.width() <= wide
        (low, top), names = plot.viewRange()[1], plot.getAxis("left")._tickLevels or [[]]
        assert "names" in said or sum(low < at < top for at, _ in names[0]) == int(said[0])
    assert not preview.views.buttons[view].isHidden()
    large = saved(studio, tmp_path / "large.svg", (2400, 3400, 100)).read_text("utf-8")
    assert " shown." not in large


@pytest.mark.parametrize("size", [QSize(280, 140), QSize(600, 200)], ids=str)
def test_a_factor_at_the_edge_is_written_within_the_picture(studio, size):
    view = opened(studio, "ages", "neighbours").neighbours
    studio.click(view.worst_button)
    studio.settle()
    with sized(view.ratios, size):
        inside = view.ratios.getViewBox().sceneBoundingRect()
        for text in view.ratios.texts:
            place = text.mapRectToScene(text.boundingRect())
            assert inside.left() - 1 <= place.left() and place.right() <= inside.right() + 1
