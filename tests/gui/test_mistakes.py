"""An error that nobody expected is told once, with a report to copy, and the program goes on."""

import sys
import threading

import pytest
from PySide6.QtCore import QTimer, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from dpstudio.gui import ask
from dpstudio.gui.error_dialog import CrashDialog, catch_all

SECRET = "Zaphod"


@pytest.fixture
def caught(studio, monkeypatch):
    """The window as it is started, where nothing escapes."""
    for place, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(place, name, getattr(place, name))
    catch_all(studio.window.mistakes)
    yield studio
    qInstallMessageHandler(None)


def dialogs(studio) -> list[CrashDialog]:
    QApplication.processEvents()
    return [each for each in studio.window.findChildren(CrashDialog) if each.isVisible()]


def lines(studio) -> list[str]:
    return [line.text for line in studio.window.notices.lines]


def the_dialog(studio) -> CrashDialog:
    studio.qtbot.waitUntil(lambda: len(dialogs(studio)) == 1)
    return dialogs(studio)[0]


def fail(*_):
    raise ValueError(f"the cell {SECRET}")


class Painted(QWidget):
    """Fails whenever it is drawn."""

    drawn = 0

    def paintEvent(self, event):
        self.drawn += 1
        fail()


def in_a_slot(studio):
    QTimer.singleShot(0, fail)


def in_a_job(studio):
    studio.window.runner.run("x", fail, fail, lambda _: None)


def in_a_thread(studio):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


def where_nothing_can_be_raised(studio):
    class Broken:
        def __del__(self):
            fail()

    Broken()


def in_painting(studio):
    painted = Painted(studio.window)
    painted.resize(50, 50)
    painted.show()


WAYS = [in_a_slot, in_a_job, in_a_thread, where_nothing_can_be_raised, in_painting]


def test_it_is_told_wherever_it_happens_with_a_report_to_copy_and_quotes_nothing(caught, capfd):
    for happens in WAYS:
        happens(caught)
        dialog = the_dialog(caught)
        caught.click(dialog.copy_button)
        said, heard = dialog.report.toPlainText(), capfd.readouterr()
        assert QGuiApplication.clipboard().text() == said
        assert "ValueError" in said and "dpstudio 0.1.0" in said and "ValueError" in heard.err, happens.__name__
        assert SECRET not in said + heard.out + heard.err, happens.__name__
        caught.click(dialog.go_on_button)
        assert dialogs(caught) == []
        caught.window.mistakes._known.clear()


def words(dialog):
    return " ".join(each.text() for each in dialog.findChildren(QLabel))


def test_what_became_of_the_project_is_told_only_where_one_is_open(caught):
    in_a_slot(caught)
    assert "No project is open" in words(the_dialog(caught))
    assert "still open" not in words(the_dialog(caught))


def test_the_program_goes_on(caught):
    caught.demonstration("apples")
    caught.settle()
    in_a_slot(caught)
    assert "Your project is still open" in words(the_dialog(caught))
    caught.click(the_dialog(caught).go_on_button)
    caught.release()
    assert caught.window.session.release is not None


def test_what_fails_at_every_drawing_opens_one_dialog_and_then_one_line(caught):
    painted = Painted(caught.window)
    painted.resize(50, 50)
    painted.show()
    dialog = the_dialog(caught)
    for _ in range(30):
        painted.update()
        assert dialogs(caught) == [dialog]
    caught.click(dialog.go_on_button)
    for _ in range(30):
        painted.update()
        assert dialogs(caught) == []
    assert painted.drawn > 30
    assert len(lines(caught)) == 1
    assert "made a mistake again" in lines(caught)[0]
    painted.close()  # else it is drawn once more when nobody hears what Qt prints of it
    caught.click(caught.window.notices.lines[0].close_button)
    assert lines(caught) == []


def test_other_errors_while_the_dialog_is_open_join_it(caught):
    in_a_slot(caught)
    dialog = the_dialog(caught)
    for kind in (KeyError, TypeError, ZeroDivisionError):

        def other(kind=kind):
            raise kind(SECRET)

        QTimer.singleShot(0, other)
        in_a_slot(caught)
    caught.qtbot.waitUntil(lambda: "ZeroDivisionError" in dialog.report.toPlainText())
    assert dialogs(caught) == [dialog]
    assert all(kind in dialog.report.toPlainText() for kind in ("ValueError", "KeyError", "TypeError"))


def test_where_telling_itself_fails_nothing_is_repeated(caught, monkeypatch):
    asked = []

    def broken(*_):
        asked.append(1)
        raise RuntimeError(SECRET)

    monkeypatch.setattr(ask, "complain", broken)

    def refused():
        raise OSError(28, "No space left on device", f"/home/{len(asked)}")

    for _ in range(5):
        QTimer.singleShot(0, refused)
    caught.qtbot.waitUntil(lambda: len(lines(caught)) >= 2)
    assert asked == [1]
    assert dialogs(caught) == []
    assert not any(SECRET in line for line in lines(caught))


def test_what_the_system_refuses_is_told_in_words(caught):
    def refused():
        raise PermissionError(13, "Permission denied", "/somewhere/settings.json")

    for _ in range(3):
        QTimer.singleShot(0, refused)
    caught.qtbot.waitUntil(lambda: lines(caught) != [])
    told = [said for said in caught.answers["said"] if said[0] == "complain"]
    assert len(told) == 1
    assert "settings.json cannot be used: the system does not allow it" in told[0][2]
    assert lines(caught) == [told[0][2]]
    assert dialogs(caught) == []


def test_settings_that_were_damaged_are_told_in_one_line(qapp, qtbot, answers, home):
    from dpstudio.gui.app import build

    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.json").write_text("{")
    window = build(qapp)
    qtbot.addWidget(window)
    (line,) = window.notices.lines
    assert "settings.json.damaged" in line.text
    window.close()
