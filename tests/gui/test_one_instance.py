"""A further start goes on in the windows that are there; nobody else can, and what is no such start changes nothing."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.core.ledger import turn
from dpstudio.gui import meeting
from dpstudio.gui.look.theme import DARK, THEME
from dpstudio.gui.meeting import Meeting
from dpstudio.gui.widgets.kit import HelpLabel
from dpstudio.gui.windows import Windows
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.files import alone
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.project import demonstrations, project_file

OPEN_ALREADY = "dpstudio: it is already open, and continues in its own window\n"
_MOST = 3000


def start(*words, home=None, wait=False):
    """Start dpstudio as a person does; its process, or what it said where it is waited for."""
    environment = os.environ | ({"DPSTUDIO_HOME": str(home)} if home else {})
    command = [sys.executable, "-m", "dpstudio", *map(str, words)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    return (process.communicate()[1], process.returncode) if wait else process


def until(holds):
    """Wait for what another process does."""
    for _ in range(_MOST):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it has not come to that")


def end(process):
    process.kill()
    process.communicate()


def written(folder: Path, name: str) -> Path:
    """A project of a person's own, in a folder of its own."""
    return demonstrations.write(name, folder / name)


def holders(home: Path) -> list[int]:
    """Which process has each of the projects that are open, by its own lock."""
    found = []
    for lock in (home / "config/open").glob("*.lock"):
        with contextlib.suppress(OSError, ValueError):
            found.append(int(lock.read_text().split("\n")[0]))
    return found


def windows_of(home: Path) -> int:
    """How many windows there are: each has a folder for its work files."""
    return len(list((home / "cache").glob("work-*")))


def test_further_starts_open_their_projects_in_the_first_process_and_a_killed_one_stands_in_nobodys_way(home, tmp_path):
    mine, other = written(tmp_path, "apples"), written(tmp_path, "colour")
    first = start()
    try:
        until((home / "data/meeting/first").exists)
        assert start(wait=True) == (OPEN_ALREADY, 0)
        until(lambda: windows_of(home) == 1)
        assert start(mine, wait=True) == (OPEN_ALREADY, 0)
        until(lambda: holders(home) == [first.pid])
        assert windows_of(home) == 1, "a window with nothing in it yet takes the project"
        assert start(os.path.relpath(other), wait=True) == (OPEN_ALREADY, 0)
        until(lambda: holders(home) == [first.pid] * 2)
        assert windows_of(home) == 2, "a second project has a window of its own"
        for again in (mine, other):
            assert start(again, wait=True) == (OPEN_ALREADY, 0)
        assert (holders(home), windows_of(home)) == ([first.pid] * 2, 2)
        elsewhere = start(mine, home=tmp_path / "another home")
        until(lambda: holders(tmp_path / "another home") == [elsewhere.pid])
        end(elsewhere)
    finally:
        end(first)
    assert (home / "data/meeting/first").exists(), "what was killed leaves its socket behind"
    second = start(mine)
    try:
        until(lambda: second.pid in holders(home))
        assert start(wait=True) == (OPEN_ALREADY, 0)
    finally:
        end(second)


# ---- in this process


@pytest.fixture
def desk(qapp, qtbot, answers, home):
    """The first start, and its windows."""
    windows, place = Windows(qapp), Meeting(storage.meeting_folder())
    assert not place.handed_over([])
    place.heard.connect(windows.take)
    windows.place, windows.qtbot, windows.answers = place, qtbot, answers
    window = windows.add()
    window.show()
    qtbot.waitExposed(window)
    yield windows
    place.close()
    answers["choose"] = ["Discard"] * 9
    windows.quit()
    for each in (window, windows, place):
        each.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # else they would end in whichever thread clears up
    qapp.processEvents()


def another(desk, *words):
    """A further start, while this process goes on; what it said, and its exit code."""
    process = start(*words)
    desk.qtbot.waitUntil(lambda: process.poll() is not None, timeout=120_000)
    return process.communicate()[1], process.returncode


def press(window, keys):
    """Press a shortcut in one of the windows."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, 20_000)
    QTest.keySequence(window.windowHandle(), keys)


def visit(desk, said, *, stay=False):
    """Say something at the socket; what was answered."""
    folder = os.open(storage.meeting_folder(), os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as visitor:
        visitor.connect(f"/proc/self/fd/{folder}/first")
        os.close(folder)
        visitor.setblocking(False)
        with contextlib.suppress(OSError):
            visitor.sendall(said)
        if not stay:
            visitor.shutdown(socket.SHUT_WR)
        got = []

        def answered():
            with contextlib.suppress(BlockingIOError):
                try:
                    got.append(visitor.recv(100))
                except ConnectionError:
                    got.append(b"")
            return bool(got)

        desk.qtbot.waitUntil(answered, timeout=20_000)
        return got[0]


def test_nobody_but_its_owner_can_go_where_the_starts_meet(desk, home):
    folder = home / "data/meeting"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "first").stat().st_mode & 0o077 == 0
    folder.chmod(0o755)
    assert storage.meeting_folder().stat().st_mode & 0o777 == 0o700


def hostile(folder: Path) -> dict[str, bytes]:
    project = str(folder / "p.dpstudio").encode()
    return {
        "nothing": b"",
        "half a message": b'["' + project,
        "a message without its end": b'["' + project + b'"]',
        "no text": b"\xff\xfe\x00\n",
        "no list": b'{"open": "' + project + b'"}\n',
        "no path": b"[1]\n",
        "a number without end": b"[" + b"9" * 9000 + b"]\n",
        "a list in a list": b'[["' + project + b'"]]\n',
        "brackets without end": b"[" * 60_000 + b"\n",
        "more than one": b'["' + project + b'", "' + project + b'"]\n',
        "a file that is not there": b'["' + project + b'.not"]\n',
        "a name that no file has": b'["/\\u0000"]\n',
        "half a character": b'["/\\ud800"]\n',
        "a path from nowhere": b'["pyproject.toml"]\n',
        "a verb": b'["release"]\n',
        "more than a message may have": b'["/' + b"a" * 200_000 + b'"]\n',
        "much without an end": b"a" * 200_000,
    }


def test_what_is_no_start_changes_nothing_and_hinders_no_other(desk, tmp_path, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])  # where a file of that name lies
    project_file.save(desk.front.session.document.plan, tmp_path / "p.dpstudio")
    heard = []
    desk.place.heard.connect(heard.append)
    assert {name: visit(desk, said) for name, said in hostile(tmp_path).items()} == dict.fromkeys(
        hostile(tmp_path), b""
    )
    assert (heard, len(desk.open), desk.front.is_untouched, desk.answers["said"]) == ([], 1, True, [])
    assert visit(desk, b"[]\n", stay=True) == b"taken\n"
    assert heard == [[]]


def test_where_the_first_does_not_answer_or_no_socket_can_be_each_start_goes_on_by_itself(home, monkeypatch):
    folder = storage.meeting_folder()
    monkeypatch.setattr(meeting, "_PATIENCE", 0.2)
    with alone(folder / "first.lock") as held:
        assert held
        assert not Meeting(folder).handed_over([])
    (folder / "first").mkdir()  # nothing can listen there
    waited = []
    monkeypatch.setattr(meeting.time, "sleep", waited.append)
    both = Meeting(folder), Meeting(folder)
    assert [each.handed_over([]) for each in both] == [False, False]
    assert waited == [], "nobody waits for a socket that there cannot be"
    for each in both:
        each.close()


def test_a_further_start_is_taken_by_a_window_that_has_nothing_else_by_a_new_one(desk, tmp_path):
    first, mine, other = desk.front, written(tmp_path, "apples"), written(tmp_path, "colour")
    assert another(desk, mine) == (OPEN_ALREADY, 0)
    desk.qtbot.waitUntil(lambda: first.session.document.path == mine)
    assert desk.open == [first]
    assert another(desk, other) == (OPEN_ALREADY, 0)
    desk.qtbot.waitUntil(lambda: len(desk.open) == 2 and desk.front.session.document.path == other)
    second = desk.front
    assert second.pos() != first.pos()
    assert another(desk, mine) == (OPEN_ALREADY, 0)
    desk.qtbot.waitUntil(first.isActiveWindow)
    assert len(desk.open) == 2
    assert desk.answers["said"] == [], "nobody is asked about a project that is open in a window of the same process"


def test_what_is_wrong_with_a_project_is_told_by_the_start_itself_or_by_the_window(desk, tmp_path):
    told, code = another(desk, tmp_path / "gone.dpstudio")
    assert (code, told.count("\n")) == (2, 1)
    assert "nor a project that is there" in told
    (tmp_path / "wrong.dpstudio").write_text("{")
    assert another(desk, tmp_path / "wrong.dpstudio") == (OPEN_ALREADY, 0)
    desk.qtbot.waitUntil(lambda: bool(desk.answers["said"]))
    assert desk.answers["said"][0][1] == "This project was not opened"
    assert len(desk.open) == 1


def test_while_a_dialog_stands_there_a_project_waits_for_it(desk, tmp_path):
    mine, first = written(tmp_path, "apples"), desk.front
    seen = []

    def meanwhile():
        dialog = QApplication.activeModalWidget()
        desk.take([str(mine)])
        QTest.qWait(600)
        seen.append((dialog.isVisible(), first.session.document.path))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    QTimer.singleShot(50, meanwhile)
    first.menus.actions["settings"].trigger()
    assert seen == [(True, None)]
    desk.qtbot.waitUntil(lambda: first.session.document.path == mine)


def test_what_was_asked_while_the_last_window_is_left_still_opens(desk, tmp_path):
    mine, first = written(tmp_path, "apples"), desk.front
    desk._asked.append(mine)  # a dialog of the closing window stood over it
    desk._later.start()
    first.close()
    desk.qtbot.waitUntil(lambda: desk.front is not None and desk.front.session.document.path == mine)
    assert desk.open != [first]


def test_a_project_that_another_window_has_is_shown_there(desk, tmp_path):
    mine, first = written(tmp_path, "apples"), desk.front
    first.projects.open(str(mine))
    press(first, "Ctrl+Shift+N")
    desk.qtbot.waitUntil(lambda: len(desk.open) == 2)
    second = desk.front
    second.projects.open(str(mine))
    desk.answers["open_file"] = [str(mine)]
    second.projects.open("")
    assert second.is_untouched
    assert desk.answers["said"][-1][0] == "open_file"
    desk.qtbot.waitUntil(first.isActiveWindow)


def test_look_help_and_text_size_are_those_of_every_window(desk):
    first = desk.front
    second = desk.open_another()
    second.settings.set("appearance", "dark")
    second.setting_changed.emit("appearance")
    assert THEME.palette is DARK
    first.settings.set("help_boxes", "hidden")
    first.setting_changed.emit("help_boxes")
    for window in desk.open:
        assert not [each for each in window.findChildren(HelpLabel) if each.isVisibleTo(window)]
    assert Settings().get("appearance") == "dark"
    HelpLabel.shown = True


def test_a_window_goes_by_itself_and_quit_takes_all_unless_one_is_not_left(desk, people):
    first, waits = desk.front, turn.timeout(turn.READ)
    second = desk.open_another()
    press(second, "Ctrl+W")
    assert desk.open == [first]
    assert turn.timeout(turn.READ) == waits, "a window is still there, which must not stand still"
    assert first.isVisible()
    third = desk.open_another()
    third.opener.open([str(people)])
    desk.qtbot.waitUntil(lambda: third.session.document.unsaved)
    desk.answers["choose"] = ["Cancel"]
    press(third, "Ctrl+Q")
    assert desk.open == [first, third]
    desk.answers["choose"] = ["Discard"]
    press(third, "Ctrl+Q")
    assert desk.open == []
