"""A refused rule is seen while it is typed: what one person does stands in the picture's place, drawn."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.gui.picture.place import PICTURE, REFUSAL, PicturePlace
from tests.gui.cutting import cut
from tests.gui.test_presenting import presentations

NEAR = "(abs(sum(latitude - candidate.latitude)) + abs(sum(longitude - candidate.longitude))) / 4"
SHARE = "count({0} = candidate) / count({0} != candidate)"


def place_of(window) -> PicturePlace:
    return window.findChild(PicturePlace)


@pytest.fixture
def city(studio):
    """The meeting city in the window that a screen of 1280 x 720 leaves, its score about to be typed."""
    studio.window.resize(1280, 660)
    studio.demonstration("city")
    studio.tab("score")
    return studio


def refused(studio, text=f"1 / ({NEAR})"):
    """Type a rule that is refused; what stands in the picture's place."""
    studio.type(studio.window.score.formula.field, text)
    studio.settle()
    return place_of(studio.window)


def on_one_side(studio, *, place: PicturePlace, front: str) -> None:
    shown, hidden = (
        (place.refusal, studio.window.preview) if front == REFUSAL else (studio.window.preview, place.refusal)
    )
    studio.qtbot.waitUntil(lambda: shown.isVisible() and not hidden.isVisible())
    assert place.in_front == front
    assert place.switch.buttons[front].isChecked() or not place.switch.isVisible()


def test_one_over_the_distance_shows_what_one_person_does_in_the_pictures_place_without_scrolling(city):
    place = refused(city)
    view = place.refusal
    on_one_side(city, place=place, front=REFUSAL)
    problem = city.window.score.formula.field._problem
    assert problem.isVisible()
    assert problem.text().startswith(view.said.text())
    assert view.does.text() == "4 people in one place; one of them moves by 1:"
    assert [round(each) for each in view.bars.moved] == [66, 696, 6996]
    assert [text.toPlainText().strip() for text in view.bars.texts] == ["66.2", "696.0", "6,996.0"]
    assert view.map.isVisible()
    assert [text.toPlainText().strip() for text in view.map.texts] == [
        "4 people, the candidate amid them",
        "one of them moves here",
    ]
    assert city.window.workplace.page.verticalScrollBar().maximum() == 0
    assert city.window.workplace.dock.verticalScrollBar().maximum() == 0
    city.qtbot.waitUntil(lambda: cut(city.window) == [])


def test_the_last_picture_is_one_switch_away_and_stays_while_one_types_on(city):
    place = refused(city)
    city.option(place.switch, PICTURE)
    on_one_side(city, place=place, front=PICTURE)
    assert city.window.preview.badge.text() == "before the change"
    refused(city, "1 / abs(sum(latitude - candidate.latitude))")
    on_one_side(city, place=place, front=PICTURE)
    city.option(place.switch, REFUSAL)
    on_one_side(city, place=place, front=REFUSAL)


def test_the_picture_comes_back_with_the_safe_rule_and_the_next_refusal_in_its_place_again(city):
    place = refused(city)
    city.option(place.switch, PICTURE)
    city.click(city.window.score.formula.safe)
    city.settle()
    on_one_side(city, place=place, front=PICTURE)
    assert not place.switch.isVisible()
    assert city.window.preview.badge.text() == "SAMPLE"
    city.keys("Ctrl+Z")
    city.settle()
    on_one_side(city, place=place, front=REFUSAL)


def test_a_mistake_of_writing_leaves_the_picture_where_it_is(city):
    refused(city, "count(latitude >= candidate.latitud)")
    place = place_of(city.window)
    on_one_side(city, place=place, front=PICTURE)
    assert not place.switch.isVisible()
    assert city.window.preview.badge.text() == "before the change"


def test_a_share_grows_with_the_table_that_shrinks_and_has_no_map(studio):
    studio.demonstration("colour")
    studio.tab("score")
    place = refused(studio, SHARE.format("colour"))
    view = place.refusal
    on_one_side(studio, place=place, front=REFUSAL)
    assert not view.map.isVisible()
    shown = view.table.model()
    cells = [[shown.data(shown.index(line, column)) for column in range(4)] for line in range(shown.rowCount())]
    assert [line[0] for line in cells] == ["1,000", "100", "10", "1"]
    assert [text.toPlainText().strip() for text in view.bars.texts] == [line[3] for line in cells]
    studio.qtbot.waitUntil(lambda: cut(studio.window) == [])


def test_of_a_refused_part_it_is_said_that_it_is_not_the_whole_score(studio):
    studio.demonstration("colour")
    studio.tab("score")
    view = refused(studio, SHARE.format("colour") + " + count(colour = candidate)").refusal
    assert view.cases.text() == (
        "People, and how far one person moves this part of the score,"
        " count(colour = candidate) / count(colour != candidate):"
    )
    assert [view.table.model().headerData(at, Qt.Orientation.Horizontal) for at in range(3)] == [
        "people",
        "part before",
        "part after",
    ]
    refused(studio, SHARE.format("colour"))
    assert view.cases.text() == "People, and how far one person moves the score:"


def test_where_there_was_no_picture_yet_the_refusal_stands_alone(studio, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("choice\n" + "tea\nmilk\n" * 20, "utf-8")
    card = studio.open_private(file)
    studio.tab("question")
    studio.option(studio.window.question.fields["candidates.kind"], "list")
    studio.type(studio.window.question.fields["candidates.text"], "tea\nmilk")
    studio.tab("score")
    studio.option(studio.window.score.fields["rule.kind"], "formula")
    studio.type(studio.window.score.formula.field, SHARE.format("choice"))
    studio.tab("tables")
    studio.choose(card.editor("choice").kind, "one choice (category)")
    studio.settle()
    studio.tab("score")
    place = place_of(studio.window)
    studio.qtbot.waitUntil(place.refusal.isVisible)
    assert not place.switch.isVisible()
    assert not studio.window.preview.isVisible()


def test_a_refusal_without_an_example_has_its_words_alone(city):
    place = refused(city, "sum(latitude * latitude * candidate.latitude / (candidate.latitude - candidate.latitude))")
    if place.in_front == PICTURE:
        place = refused(city, "max(latitude) * count(latitude >= 0)")
    on_one_side(city, place=place, front=REFUSAL)
    assert place.refusal.said.text()
    assert not place.refusal.tabled.isVisible()


def test_the_keyboard_goes_through_the_cases_and_on_to_the_picture_when_the_refusal_goes(city):
    place = refused(city)
    view = place.refusal
    city.focus(view.table)
    assert view.bars.mark._frame.isVisible()
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert view.table.currentIndex().row() == 1
    city.keys("Ctrl+Z")
    city.settle()
    on_one_side(city, place=place, front=PICTURE)
    here = QApplication.focusWidget()
    assert here is not None
    assert city.window.preview.isAncestorOf(here)


def test_an_audience_sees_the_refusal_too(city):
    city.keys("F5")
    (shown,) = presentations()
    city.come_forward()
    refused(city)
    city.qtbot.waitUntil(lambda: shown.place.in_front == REFUSAL)
    assert shown.place.refusal.isVisible()
    assert not shown.picture.isVisible()
    shown.activateWindow()
    city.qtbot.waitUntil(shown.isActiveWindow)
    QTest.keySequence(shown.windowHandle(), "PgDown")
    assert shown.picture.isVisible()
    city.come_forward()
    city.keys("Ctrl+Z")
    city.settle()
    assert shown.picture.isVisible()
    shown.close()
