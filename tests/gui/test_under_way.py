"""Opening and reading beside the window: once it takes longer than a moment, in words, how far it is, and Cancel."""

import threading

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication

from dpstudio.core.errors import Cancelled
from dpstudio.gui import ask
from dpstudio.gui.look.announcing import Said
from dpstudio.gui.project import table_opener
from dpstudio.gui.widgets import under_way
from dpstudio.gui.widgets.under_way import MOMENT, UnderWay
from dpstudio.workspace.computer import digests, storage
from dpstudio.workspace.guarding import gate
from dpstudio.workspace.project import demonstrations
from dpstudio.workspace.releasing import jobs


@pytest.fixture
def lines(studio):
    """What the window says to be under way."""
    (found,) = studio.window.findChildren(UnderWay)
    return found


@pytest.fixture
def at_once(monkeypatch):
    """A moment is over at once."""
    monkeypatch.setattr(under_way, "MOMENT", 0)


@pytest.fixture
def large(tmp_path):
    """A private table that is read in more than one piece."""
    path = tmp_path / "large.csv"
    path.write_text("pays,city\n" + "1,Rome\n" * 1_500_000)
    return path


def held(monkeypatch, module, name):
    """Let a part of the program wait until it may go on, as on a slow disk; the threads that it was done on."""
    work, go, threads = getattr(module, name), threading.Event(), []

    def slowly(*given):
        threads.append(threading.current_thread())
        while not go.wait(0.01):
            given[-1](0.0)
        return work(*given)

    monkeypatch.setattr(module, name, slowly)
    return go, threads


def test_what_is_opened_in_a_moment_says_nothing(studio, lines, people):
    shown = []
    studio.window.runner.busy_changed.connect(lambda _: shown.extend(lines.lines))
    studio.window.opener.open([str(people)])
    studio.settle()
    assert len(studio.plan.tables) == 1
    assert shown == []


def test_opening_on_a_slow_disk_is_said_on_every_page_and_goes_on_beside_the_window(studio, lines, people, monkeypatch):
    go, threads = held(monkeypatch, table_opener, "recognise")
    studio.answers["open_files"] = [[str(people)]]
    studio.click(studio.window.welcome.open_button)
    studio.qtbot.waitUntil(lambda: [line.text for line in lines.lines] == [f"Opening {people.name} …"])
    assert lines.lines[0].running.progress.maximum() == 0, "nobody knows how long it takes"
    said = [each.accessibleName() for each in studio.window.findChildren(Said) if each.isVisible()]
    assert said == [f"Opening {people.name} …"]
    studio.window.show_tab("question")
    assert lines.lines
    go.set()
    studio.settle()
    assert lines.lines == []
    assert [table.label for table in studio.plan.tables] == [people.name]
    assert threads
    assert threading.main_thread() not in threads


def test_opening_can_be_given_up_and_then_nothing_is_opened_and_nothing_complained_of(
    studio, lines, people, monkeypatch
):
    held(monkeypatch, table_opener, "recognise")
    studio.window.opener.open([str(people)])
    studio.qtbot.waitUntil(lambda: bool(lines.lines))
    cancel = lines.lines[0].running.cancel_button
    assert cancel.accessibleName() == f"Cancel: Opening {people.name} …"
    studio.click(cancel)
    studio.settle()
    assert (lines.lines, studio.plan.tables, studio.answers["said"]) == ([], (), [])


def test_reading_a_large_table_tells_how_far_it_is(studio, lines, large, at_once, monkeypatch):
    monkeypatch.setattr(digests, "_CHUNK", 1 << 20)
    runs, seen, runner = [], [], studio.window.runner
    runner.busy_changed.connect(lambda job: runs.append([]) if runner.words(job).startswith("Reading") else None)
    runner.shared.connect(lambda job, share: runs[-1].append(share) if job.startswith("facts:") else None)
    runner.shared.connect(lambda *_: seen.extend((line.text, line.running.progress.value()) for line in lines.lines))
    studio.open_private(large)
    assert {text for text, _ in seen} == {f"Reading {large.name} …"}
    *_, whole = runs
    assert whole == sorted(whole), "a bar that goes back helps nobody"
    assert whole[0] < 0.1
    assert whole[-1] > 0.5, "taking digests is half of it, reading the other"
    assert len(set(whole)) > 10
    assert max(value for _, value in seen) > 500
    assert lines.lines == []


def test_reading_can_be_stopped_and_begun_again(studio, lines, large, at_once, monkeypatch):
    monkeypatch.setattr(digests, "_CHUNK", 1 << 12)
    window = studio.window
    given_up, taken = threading.Event(), gate.digests

    def give_up(*_):
        for line in lines.lines:
            line.running.cancel_button.click()
            given_up.set()

    studio.answers["open_files"] = [[str(large)]]
    studio.click(window.welcome.open_button)
    studio.settle()

    def slow(table, key, tick):  # not over before it is stopped
        return taken(table, key, lambda share: (tick(share), given_up.wait(30)))

    monkeypatch.setattr(gate, "digests", slow)
    window.runner.shared.connect(give_up)
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    window.runner.shared.disconnect(give_up)
    told = f"Reading {large.name} was stopped."
    assert any(each.startswith(told) for each in studio.missing)
    assert not window.session.facts[card.handle].digests
    assert lines.lines == []
    monkeypatch.setattr(digests, "_CHUNK", 1 << 22)
    studio.click(card.read_button)
    studio.settle()
    assert window.session.facts[card.handle].digests
    assert not any(each.startswith(told) for each in studio.missing)
    assert not card.read_button.isVisible()


def test_a_pasted_table_and_a_demonstration_are_opened_beside_the_window_too(studio, monkeypatch):
    go, threads = held(monkeypatch, table_opener, "recognise_text")
    go.set()
    QGuiApplication.clipboard().setText("a,b\n1,2\n")
    studio.keys("Ctrl+Shift+V")
    assert len(studio.plan.tables) == 1
    go, others = held(monkeypatch, demonstrations, "open_untitled")
    go.set()
    studio.answers["choose"] = ["Discard"]
    studio.window.show_welcome()
    studio.click(studio.window.welcome.demonstration_buttons["apples"])
    assert studio.plan.rule.kind == "revenue"
    assert len(threads) == len(others) == 1
    assert threading.main_thread() not in [*threads, *others]


def test_of_a_demonstration_that_was_given_up_nothing_is_left(home):
    folder = storage.demonstrations_folder()

    def give_up(_):
        if list(folder.rglob("*.csv")):  # one of its two tables has been written
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        demonstrations.open_untitled("city-250", folder, give_up)
    assert list(folder.glob("*")) == []


def test_nothing_is_said_to_be_under_way_while_a_box_says_how_it_ended(studio, lines, monkeypatch, tmp_path):
    """As long as a box stands over the window, what Qt is to delete is not deleted."""
    empty, seen = tmp_path / "empty.csv", []
    empty.touch()

    def complain(*_):
        inner = QEventLoop()
        QTimer.singleShot(3 * MOMENT, inner, inner.quit)
        inner.exec()
        seen.append(lines.lines)

    monkeypatch.setattr(ask, "complain", complain)
    studio.answers["open_files"] = [[str(empty)]]
    studio.click(studio.window.welcome.open_button)
    studio.settle()
    studio.qtbot.waitUntil(lambda: bool(seen))
    assert seen == [[]]


def test_a_picture_that_takes_long_is_said_and_can_be_stopped(studio, lines, monkeypatch):
    go, _ = held(monkeypatch, jobs, "preview_answers")
    studio.window.welcome.demonstration_buttons["drugs"].click()
    studio.qtbot.waitUntil(lambda: [line.text for line in lines.lines] == ["Working out the picture …"])
    studio.click(lines.lines[0].running.cancel_button)
    studio.settle()
    assert lines.lines == []
    assert not studio.window.session.preview.shown
    assert studio.window.preview._empty.text() == "Stopped. The picture is worked out again with the next change."
    go.set()
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.7")
    studio.settle()
    assert studio.window.session.preview.shown
