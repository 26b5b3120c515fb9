"""What takes longer than a moment is said while it runs, and can be given up; the window lives, and is free after."""

import threading

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.gui import ask
from dpstudio.gui.runner import Runner
from dpstudio.workspace.project import demonstrations, opening, project_file

OPENING = "Opening …"


@pytest.fixture
def desk(qtbot):
    """A window with a button, and what runs beside it."""
    window, crashed = QWidget(), []
    window.button = QPushButton("A button", window)
    window.runner = Runner(crashed.append, window)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.runner.close()


def over(window):
    """What stands over the window."""
    shown = [each for each in QApplication.topLevelWidgets() if each is not window and each.isVisible()]
    return QApplication.activeModalWidget() or (shown[0] if shown else None)


def is_free(window):
    """Whether a click that goes through the window system reaches the window's button."""
    clicked = []
    window.button.clicked.connect(lambda: clicked.append(True))
    spot = window.button.mapTo(window, window.button.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.qWait(20)
    return clicked == [True]


def met(window, then):
    """Do something with the box as soon as it stands there; what was met."""
    found = []

    def look():
        box = over(window)
        if box is None:
            QTimer.singleShot(10, look)
        else:
            found.append(box.told.text())
            then(box)

    QTimer.singleShot(0, look)
    return found


def test_what_ends_at_once_shows_nothing_then_or_ever(desk):
    shown = []
    desk.runner.run("job", lambda _: None, lambda _: shown.append(over(desk)), shown.append)
    ask.wait(desk, OPENING, desk.runner, "job")
    assert shown == [None]
    boxes = [each for each in desk.findChildren(QWidget) if each.isWindow()]
    assert not [timer for box in boxes for timer in box.findChildren(QTimer) if timer.isActive()]
    assert over(desk) is None
    assert is_free(desk)


def test_the_keyboard_is_in_the_window_again_once_the_box_is_gone(desk):
    desk.button.setFocus()
    assert QTest.qWaitForWindowActive(desk)
    go = threading.Event()
    told = met(desk, lambda _: go.set())
    desk.runner.run("job", lambda _: go.wait(), lambda _: None, lambda _: None)
    ask.wait(desk, OPENING, desk.runner, "job")
    assert told == [OPENING]
    assert QTest.qWaitForWindowActive(desk, 1000)
    assert QApplication.focusWidget() is desk.button


def test_what_has_ended_before_it_is_waited_for_shows_nothing(desk):
    ask.wait(desk, OPENING, desk.runner, "job")
    assert over(desk) is None
    assert is_free(desk)


def raise_it(error):
    raise error


ENDS = {
    "done": lambda tick, go: go.wait(10),
    "refused": lambda tick, go: go.wait(10) and raise_it(StudioError("No.")),
    "a mistake of the program's": lambda tick, go: go.wait(10) and raise_it(ZeroDivisionError()),
}


@pytest.mark.parametrize("end", [*ENDS, "dropped"])
def test_the_box_goes_with_its_job_however_that_ends(desk, end):
    go, heard = threading.Event(), []

    def let_it_end(_):
        if end == "dropped":
            desk.runner.cancel("job")
        go.set()

    found = met(desk, let_it_end)
    desk.runner.run("job", lambda tick: ENDS.get(end, ENDS["done"])(tick, go), heard.append, heard.append)
    ask.wait(desk, OPENING, desk.runner, "job")
    assert found == [OPENING]
    assert len(heard) == (end != "dropped")
    assert over(desk) is None
    assert is_free(desk)


GIVE_UP = {
    "Cancel": lambda box: QTest.mouseClick(box.cancel_button, Qt.MouseButton.LeftButton),
    "Escape": lambda box: QTest.keyClick(box, Qt.Key.Key_Escape),
    "its frame": lambda box: box.close(),
}


@pytest.mark.parametrize("how", GIVE_UP)
def test_what_takes_long_can_be_given_up_by_whatever_means_and_is_waited_for(desk, how):
    going_on, told = threading.Event(), []

    def job(tick):
        while not going_on.wait(0.01):
            tick(0)

    found = met(desk, GIVE_UP[how])
    desk.runner.run("job", job, told.append, lambda error: told.append(str(error)))
    ask.wait(desk, OPENING, desk.runner, "job")
    assert found == [OPENING]
    assert told == ["Stopped."]
    assert over(desk) is None
    assert is_free(desk)


def test_a_project_that_is_opened_leaves_the_window_free(studio, monkeypatch, tmp_path):
    file, slowly = tmp_path / "mine.dpstudio", threading.Event()
    project_file.save(studio.plan, file, {})
    studio.window.projects.open(str(file))
    assert over(studio.window) is None
    load = opening.load
    monkeypatch.setattr(opening, "load", lambda *given: slowly.wait(10) and load(*given))
    found = met(studio.window, lambda _: slowly.set())
    studio.window.projects.open(str(file))
    assert found == ["Opening the project …"]
    assert over(studio.window) is None
    studio.window.show_tab("tables")
    studio.tab("question")


def test_a_demonstration_that_takes_long_is_said_and_can_be_given_up(studio, monkeypatch):
    write = demonstrations.open_untitled

    def slowly(name, folder, tick):
        while not go.wait(0.01):
            tick(0)
        return write(name, folder, tick)

    monkeypatch.setattr(demonstrations, "open_untitled", slowly)
    go, welcome = threading.Event(), studio.window.welcome
    found = met(studio.window, GIVE_UP["Cancel"])
    studio.click(welcome.demonstration_buttons["city"])
    assert found == ["Opening the demonstration …"]
    assert (over(studio.window), studio.plan.tables, studio.answers["said"]) == (None, (), [])
    found = met(studio.window, lambda _: go.set())
    studio.click(welcome.demonstration_buttons["city"])
    assert found == ["Opening the demonstration …"]
    assert len(studio.plan.tables) == 2
    studio.settle()
