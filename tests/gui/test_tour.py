"""The tour points at the real parts of the real window, page by page, whatever size it has and however it looks."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.gui.look.announcing import Said
from dpstudio.gui.look.theme import THEME
from tests.gui.cutting import cut
from tests.gui.hearing import offences
from tests.gui.test_large_text import text_to


def started(studio, key="colour"):
    studio.window.resize(1280, 800)
    studio.click(studio.window.welcome.demonstration_buttons[key])
    studio.settle()
    studio.qtbot.waitUntil(studio.window.preview.scene.isVisible)
    studio.click(studio.window.preview.scene.tour_button)
    studio.settle()
    return studio.window.tour


def around(studio, tour):
    """Whether the ring is around the part in front as it is seen, and the words lie beside it, inside the window."""
    part = tour.steps[tour.at].part()
    seen = part.visibleRegion().boundingRect()
    spot = QRect(part.mapTo(studio.window, seen.topLeft()), seen.size())
    ring, card = tour.ring.geometry(), tour.card.geometry()
    small = spot.height() < studio.window.height() // 2
    return (
        tour.ring.isVisible()
        and ring.contains(spot)
        and ring.width() - spot.width() <= 12
        and ring.height() - spot.height() <= 12
        and studio.window.rect().contains(card)
        and not (small and card.intersects(ring))
    )


def test_next_leads_through_every_page_and_points_at_a_part_of_each(studio):
    tour, pages = started(studio), []
    while tour.at is not None:
        studio.settle()
        studio.qtbot.waitUntil(lambda: around(studio, tour))
        pages.append(studio.window.tab)
        step = tour.steps[tour.at]
        assert (tour.card.title.text(), tour.card.text.text()) == (step.title, step.text)
        assert tour.card.place.text() == f"{len(pages)} of {len(tour.steps)}"
        assert tour.card.stop_button.isVisible() == (tour.card.next_button.text() != "Done"), "one way out"
        assert not cut(tour.card)
        assert not offences(tour.card)
        QTest.mouseClick(tour.card.next_button, Qt.MouseButton.LeftButton)
    assert list(dict.fromkeys(pages)) == ["tables", "question", "score", "privacy", "release", "ledger"]
    assert len(pages) == len(tour.steps)
    assert not tour.card.isVisible()
    assert not tour.ring.isVisible()


@pytest.mark.parametrize("size", ["100", "130"])
@pytest.mark.parametrize("key", ["colour", "halfspaces"])
def test_in_a_low_window_no_words_cover_what_they_are_about(studio, key, size):
    tour = started(studio, key)
    studio.window.resize(1280, 660)
    text_to(studio, size)

    def beside():
        return around(studio, tour) and not tour.card.geometry().intersects(tour.ring.geometry())

    while tour.steps[tour.at].title != "The ledger":  # that is a whole page
        studio.settle()
        studio.qtbot.waitUntil(beside)
        assert not cut(tour.card)
        tour.turn(1)


def test_who_is_protected_is_pointed_at_as_a_whole(studio):
    tour = started(studio)
    tour.turn(1)
    part, fields = tour.steps[tour.at].part(), studio.window.tables.fields
    assert all(part.isAncestorOf(fields[f"privacy_unit.{name}"]) for name in ("kind", "relation"))


def test_the_keyboard_alone_goes_on_and_back_and_ends_it_where_it_was_before(studio):
    tour = started(studio)
    tour.stop()
    studio.come_forward()
    eye = studio.window.preview.scene.tour_button
    studio.focus(eye)
    QTest.keyClick(eye, Qt.Key.Key_Space)
    studio.settle()
    assert tour.card.next_button.hasFocus()
    QTest.keyClick(tour.card.next_button, Qt.Key.Key_Space)
    assert tour.at == 1
    assert tour.card.next_button.hasFocus()
    QTest.keyClick(tour.card.next_button, Qt.Key.Key_Right)
    assert (tour.at, studio.window.tab) == (2, "question")
    QTest.keyClick(tour.card.next_button, Qt.Key.Key_Left)
    assert (tour.at, studio.window.tab) == (1, "tables")
    studio.keys("Esc")
    assert tour.at is None
    assert not tour.card.isVisible()
    assert not tour.ring.isVisible()
    assert QApplication.focusWidget() is eye, "the button that began it, on the page that it began on"


def test_the_part_that_it_points_at_can_be_used_meanwhile_and_escape_still_ends_it(studio):
    tour = started(studio)
    while tour.steps[tour.at].title != "Privacy or accuracy":
        tour.turn(1)
    slider, before = studio.window.privacy.slider, studio.plan.privacy.epsilon
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_End)
    studio.settle()
    assert studio.plan.privacy.epsilon != before
    assert tour.at is not None
    studio.keys("Esc")
    assert tour.at is None


@pytest.mark.parametrize("look", ["dark", "contrast"])
def test_it_follows_size_text_and_look(studio, look):
    tour = started(studio)
    while tour.steps[tour.at].title != "The limit":
        tour.turn(1)
    studio.window.resize(1100, 640)
    studio.qtbot.waitUntil(lambda: around(studio, tour))
    studio.window.settings.set("appearance", look)
    studio.window.settings.set("text_size", "150")
    studio.window._restyle()
    studio.qtbot.waitUntil(lambda: tour.ring.isVisible() and studio.window.rect().contains(tour.card.geometry()))
    studio.qtbot.waitUntil(lambda: not cut(tour.card))
    picture = tour.ring.grab().toImage()
    edge = [picture.pixelColor(x, 1).name() for x in range(20, picture.width() - 20)]
    assert THEME.palette.warn in edge, "the ring has the colour of the look in force"


def test_a_reader_hears_each_step_once(studio):
    tour = started(studio)
    for _ in range(3):
        step, lines = tour.steps[tour.at], studio.window.findChildren(Said)
        heard = [each.accessibleName() for each in lines if step.text in each.accessibleName()]
        assert heard == [f"Tour, step {tour.at + 1} of {len(tour.steps)}. {step.title}. {step.text}"]
        tour.turn(1)


def test_without_a_project_the_menu_opens_an_example_and_of_another_kind_it_shows_what_there_is(studio):
    studio.window.menus.actions["tour"].trigger()
    studio.settle()
    assert studio.plan.name == "Favourite colour"
    assert studio.window.tour.at == 0
    studio.window.tour.stop()
    studio.window.show_welcome()
    tour, titles = started(studio, "smokers"), []
    while tour.at is not None:
        titles.append(tour.steps[tour.at].title)
        tour.turn(1)
    assert "The candidates" not in titles
    assert {"The table", "Privacy or accuracy", "The release"} <= set(titles)
