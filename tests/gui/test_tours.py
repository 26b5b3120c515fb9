"""The tour of every demonstration, by clicks: nothing to be used or watched is covered, and it ends where it began."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from dpstudio.workspace.project.demonstrations import demonstrations
from tests.gui.cutting import cut
from tests.gui.drinkers import asked_about
from tests.gui.test_large_text import text_to
from tests.gui.test_tour import started

KEYS = [each.key for each in demonstrations()]
SIZES = {"660": (1280, 660, "100"), "1024": (1024, 700, "100"), "130": (1280, 720, "130")}


def begun(studio, key, size):
    """The tour of a demonstration in a window of a size, begun on its scene."""
    tour = started(studio, key)
    wide, high, text = SIZES[size]
    studio.window.resize(wide, high)
    text_to(studio, text)
    studio.settle()
    return tour


def place(studio, widget):
    """Where a widget is in the window, as far as it is in sight."""
    window = studio.window
    if not widget.isVisible():
        return QRect()
    found, above = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()), widget.parentWidget()
    while above is not window:
        found &= QRect(above.mapTo(window, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return found


def in_use(studio, title):
    """What a step is about besides the part that it points at: what one moves there, presses or looks at."""
    window = studio.window
    scene, privacy = window.preview.scene, window.privacy
    return {
        "Privacy or accuracy": (privacy.fields["privacy.epsilon"], privacy.fields["privacy.beta"], window.preview),
        "The picture": (scene.draw_button, scene.tabled),
        "The limit": (privacy.limit.bar, privacy.limit.said, window.preview),
    }.get(title, (window.preview,))


def uncovered(studio, tour):
    """Whether ring and words are in the window, and the words cover nothing that is in use."""
    step, card = tour.steps[tour.at], tour.card.geometry()
    part = place(studio, step.part())
    free = (part, tour.ring.geometry(), *(place(studio, each) for each in in_use(studio, step.title)))
    return (
        not part.isEmpty()
        and tour.ring.geometry().contains(part)
        and studio.window.rect().contains(card)
        and not any(card.intersects(each) for each in free)
    )


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def read(studio, tour):
    """What the step in front says of its place, once its words have found theirs."""
    studio.settle()
    studio.qtbot.waitUntil(lambda: uncovered(studio, tour))
    assert not cut(tour.card)
    return tour.card.title.text(), tour.card.place.text()


def walked(studio, tour):
    """Titles and places of all steps, by the button that leads on, up to the last one."""
    found = [read(studio, tour)]
    while tour.card.next_button.text() != "Done":
        click(tour.card.next_button)
        found.append(read(studio, tour))
    return found


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "size", ["660", pytest.param("1024", marks=pytest.mark.long), pytest.param("130", marks=pytest.mark.long)]
)
def test_on_and_back_every_step_counts_one_and_covers_nothing(studio, key, size):
    tour = begun(studio, key, size)
    found = walked(studio, tour)
    assert [counted for _, counted in found] == [f"{at} of {len(found)}" for at in range(1, len(found) + 1)]
    assert len({title for title, _ in found}) == len(found)
    for before in reversed(found[:-1]):
        click(tour.card.back_button)
        assert read(studio, tour) == before
    assert not tour.card.back_button.isEnabled()
    click(tour.card.stop_button)
    assert tour.at is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", ["Done", "Stop", "Esc"])
def test_it_ends_on_the_scene_that_it_began_on(studio, size, way):
    tour = begun(studio, "colour", size)
    click(tour.card.next_button)
    if way == "Done":
        walked(studio, tour)
        click(tour.card.next_button)
    elif way == "Stop":
        click(tour.card.stop_button)
    else:
        studio.keys("Esc")
    assert (tour.at, studio.window.tab, studio.window.preview.view) == (None, "privacy", "scene")
    assert studio.window.preview.scene.isVisible(), "where form and picture do not fit both, the picture"
    assert not tour.card.isVisible()
    assert not tour.ring.isVisible()


def test_begun_on_another_page_it_ends_there(studio, tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.tab("question")
    studio.window.menus.actions["tour"].trigger()
    for _ in studio.window.tour.steps:
        click(studio.window.tour.card.next_button)
    assert (studio.window.tour.at, studio.window.tab) == (None, "question")


def test_begun_without_a_project_it_ends_on_the_scene_of_its_example(studio):
    studio.window.menus.actions["tour"].trigger()
    studio.settle()
    for _ in studio.window.tour.steps:
        click(studio.window.tour.card.next_button)
    studio.settle()
    assert (studio.window.tab, studio.window.preview.view) == ("privacy", "scene")
    studio.qtbot.waitUntil(studio.window.preview.scene.isVisible)
