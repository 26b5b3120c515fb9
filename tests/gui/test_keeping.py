"""After a crash the next start offers what was not saved; after a clean end there is nothing to offer."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from dpstudio.gui.app import build
from dpstudio.workspace.computer import storage
from tests.gate.canaries import files_below
from tests.gui.studio import Studio

SECRET = "Zaphod"


@pytest.fixture
def start(qapp, qtbot, answers):
    """Start the program again; each window is closed at the end."""
    begun = []

    def started() -> Studio:
        window = build(qapp)
        begun.append(window)
        window.show()
        qtbot.waitExposed(window)
        return Studio(window, qtbot, answers)

    yield started
    for window in begun:
        answers["choose"] = ["Discard"]
        window.close()
        window.deleteLater()
    qapp.processEvents()


def kept() -> list[Path]:
    return files_below(storage.unsaved_folder())


def crash(studio: Studio) -> None:
    """The process ends: nothing of it is run any more, and its folder is nobody's."""
    keeping = studio.window.keeping
    keeping.now()
    keeping._pool.shutdown(wait=True)
    os.close(keeping._keeper._own._held)
    keeping._closed = True
    studio.window.projects.close()


def line(studio: Studio):
    (found,) = studio.window.notices.lines
    return found


def with_table(studio: Studio, people: Path) -> None:
    studio.answers["open_files"] = [[str(people)]]
    studio.click(studio.window.welcome.open_button)
    studio.settle()


def test_choices_are_offered_after_a_crash_and_go_on(start, people, tmp_path):
    before = start()
    with_table(before, people)
    before.option(before.window.tables.card(before.plan.tables[0].handle).role, "private")
    before.settle()
    before.answers["save_file"] = [str(tmp_path / "Shop.dpstudio")]
    before.keys("Ctrl+S")
    before.protect_rows("add_remove")
    crash(before)
    after = start()
    assert line(after).text == "dpstudio closed before the latest changes to “Shop” were saved."
    after.click(line(after).buttons["Open them"])
    after.settle()
    assert after.plan == before.plan
    assert after.plan.tables[0].role == "private"
    assert after.window.session.document.path == tmp_path / "Shop.dpstudio"
    assert after.window.isWindowModified()
    assert after.window.notices.lines == []
    after.keys("Ctrl+S")
    after.qtbot.waitUntil(lambda: kept() == [])
    assert start().window.notices.lines == []


@pytest.mark.long
def test_an_unanswered_role_is_unanswered_after_a_crash_too(start, people):
    before = start()
    with_table(before, people)
    crash(before)
    assert not any("Ann" in file.read_text("utf-8") for file in kept())
    after = start()
    assert "a project without a name" in line(after).text
    after.click(line(after).buttons["Open them"])
    after.settle()
    assert after.plan.tables[0].role == ""
    assert after.window.session.facts == {}


@pytest.mark.long
def test_choices_are_discarded_where_a_person_says_so(start, people):
    before = start()
    with_table(before, people)
    crash(before)
    after = start()
    after.click(line(after).buttons["Discard them"])
    assert after.window.notices.lines == []
    assert kept() == []


@pytest.mark.long
def test_a_line_that_is_put_away_is_offered_at_the_next_start_again(start, people):
    before = start()
    with_table(before, people)
    crash(before)
    after = start()
    assert start().window.notices.lines == [], "the other window has it already"
    after.click(line(after).close_button)
    after.window.close()
    assert "Open them" in line(start()).buttons


def test_a_pasted_table_is_not_kept_and_that_is_told(start):
    before = start()
    QGuiApplication.clipboard().setText(f"x\n{SECRET}\n")
    before.window.menus.actions["paste_table"].trigger()
    crash(before)
    assert not any(SECRET in file.read_text("utf-8") for file in kept())
    after = start()
    after.click(line(after).buttons["Open them"])
    after.settle()
    assert after.plan.tables == ()
    assert "Paste it again" in line(after).text
    after.answers["choose"] = ["Discard"]
    after.window.menus.actions["new"].trigger()
    assert after.window.notices.lines == [], "it is not said of another project"


def test_nothing_is_offered_after_a_clean_end(start, people, answers):
    before = start()
    with_table(before, people)
    before.qtbot.waitUntil(lambda: len(kept()) == 1, timeout=10_000)
    answers["choose"] = ["Discard"]
    before.window.close()
    assert kept() == []
    assert start().window.notices.lines == []


@pytest.mark.long
def test_what_undoing_makes_saved_again_is_not_kept(start, people):
    studio = start()
    with_table(studio, people)
    studio.qtbot.waitUntil(lambda: len(kept()) == 1, timeout=10_000)
    studio.keys("Ctrl+Z")
    studio.qtbot.waitUntil(lambda: kept() == [], timeout=10_000)


def test_a_folder_that_cannot_be_written_is_told_in_one_line_as_long_as_it_cannot(start, people):
    studio = start()
    storage.unsaved_folder().rmdir()
    (storage.data_folder() / "unsaved").write_text("no folder")
    with_table(studio, people)
    studio.qtbot.waitUntil(lambda: len(studio.window.notices.lines) == 1, timeout=10_000)
    assert "cannot be kept in case of a crash (a part of its path is a file, not a folder)" in line(studio).text
    (storage.data_folder() / "unsaved").unlink()
    assert storage.unsaved_folder().is_dir()
    studio.qtbot.waitUntil(lambda: studio.window.notices.lines == [], timeout=10_000)
    assert len(kept()) == 1


WINDOW = """
import os
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from dpstudio.gui import app
application = QApplication([])
window = app.build(application)
window.show()
QTimer.singleShot(0, lambda: window.opener.open([sys.argv[1]]))
def look():
    if any("choices.json" in names for *_, names in os.walk(sys.argv[2])):
        print("kept", flush=True)
        timer.stop()
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
QTimer.singleShot(15_000, lambda: os._exit(1))
application.exec()
"""


def test_a_window_that_is_killed_leaves_its_choices_to_the_next_one(start, people):
    process = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(people), str(storage.unsaved_folder())], stdout=-1, text=True
    )
    assert process.stdout.readline() == "kept\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    after = start()
    after.click(line(after).buttons["Open them"])
    after.settle()
    assert after.plan.tables[0].path == str(people)
    assert after.plan.tables[0].role == ""
