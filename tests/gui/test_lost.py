"""Where ledger, marks or key are lost the window says so at the start and helps; it makes nothing anew."""

import functools
import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from dpstudio import cli
from dpstudio.core.apart import READERS
from dpstudio.core.errors import Held, Lost, StudioError
from dpstudio.core.ledger import turn
from dpstudio.gui import app
from dpstudio.gui.lost import LostDialog
from dpstudio.gui.windows import Windows
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.mistakes import in_words
from tests.gui.test_ledger_held import held
from tests.judges.scripted import Scripted
from tests.own import private_apples


@functools.cache
def prepared() -> Path:
    """A data folder with one release, its project and receipt; made once."""
    folder, before = Path(tempfile.mkdtemp(dir=READERS.room)), os.environ["DPSTUDIO_HOME"]
    os.environ["DPSTUDIO_HOME"] = str(folder / "home")
    try:
        project = private_apples(folder / "apples")
        assert cli.main(["release", str(project), "--out", str(folder / "out")], Scripted(seed="lost")) == 0
    finally:
        os.environ["DPSTUDIO_HOME"] = before
    return folder


@pytest.fixture
def lost(tmp_path, monkeypatch):
    shutil.copytree(prepared(), tmp_path / "world")
    monkeypatch.setenv("DPSTUDIO_HOME", str(tmp_path / "world" / "home"))
    storage.ledger_file().unlink()
    return tmp_path / "world"


def clicks(*steps):
    """Each step gets the dialog once it stands there and nothing is under way in it."""
    left = list(steps)

    def go_on():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, LostDialog) and not dialog.runner.busy() and left:
            left.pop(0)(dialog)
        if left:
            QTimer.singleShot(20, go_on)

    QTimer.singleShot(0, go_on)
    return left


def click(name):
    return lambda dialog: QTest.mouseClick(getattr(dialog, name), Qt.MouseButton.LeftButton)


def test_it_tells_what_is_lost_and_leaving_it_at_that_changes_nothing(qapp, answers, lost):
    told = []
    left = clicks(lambda dialog: told.extend(each.text() for each in dialog.findChildren(QLabel)), click("quit_button"))
    with pytest.raises(Lost, match="ledger is gone"):
        app._built(Windows(qapp))
    assert not left
    assert "The ledger is gone" in told[0] and "backup" in told[1] and "receipts" in told[1]
    assert not storage.ledger_file().exists()


def test_keys_that_nothing_here_knows_are_asked_about_and_cancel_changes_nothing(qapp, answers, lost):
    from dpstudio.core.signing import aloud

    receipt = lost / "out" / "receipt.json"
    key = json.loads(receipt.read_text("utf-8"))["statement"]["signer"]["fingerprint"]
    (lost / "home" / "data" / "signing.key").unlink()
    answers["open_files"] = [[str(receipt)], [str(receipt)]]
    answers["choose"] = ["Cancel", "This ledger signed with it"]
    left = clicks(click("resume_button"), lambda _: told.append(storage.ledger_file().exists()), click("resume_button"))
    told: list[bool] = []
    window = app._built(Windows(qapp))
    assert (left, told) == ([], [False])
    asked = [words for kind, *words in answers["said"] if kind == "choose"]
    assert all(aloud(key) in words[1] for words in asked) and len(asked) == 2
    assert answers["careful"] == ["Is this the ledger's key?"] * 2
    assert all("signed with 1 key unknown to this computer" in words[1] for words in asked)
    assert not [words for kind, *words in answers["said"] if kind == "complain"], "who said no is not told off"
    (account,) = window.session.gate.ledger.accounts().values()
    assert account.spent == 1
    window.close()
    window.deleteLater()


def test_wrong_receipts_help_nothing_and_right_ones_open_the_window(qapp, answers, lost):
    receipt = lost / "out" / "receipt.json"
    wrong = lost / "wrong.json"
    wrong.write_bytes(receipt.read_bytes().replace(b'"total":"1"', b'"total":"0"'))
    answers["open_files"] = [[], [str(wrong)], [str(receipt)]]
    left = clicks(*[click("resume_button")] * 3)
    window = app._built(Windows(qapp))
    assert not left
    assert [words[0] for kind, *words in answers["said"] if kind == "complain"] == ["Nothing has changed"]
    (account,) = window.session.gate.ledger.accounts().values()
    assert account.spent == 1
    (told,) = [words for kind, *words in answers["said"] if kind == "tell"]
    assert "Table 1: ε: 1 of" in " ".join(told), "how much was taken is told"
    window.show()
    window.menus.actions["resume_ledger"].trigger()
    answers["open_files"] = [[str(receipt)]]
    window.menus.actions["resume_ledger"].trigger()
    while window.runner.busy():
        QTest.qWait(10)
    assert "Nothing is lost" in answers["said"][-1][-1]
    assert "dpstudio ledger" not in answers["said"][-1][-1]
    assert answers["open_files"] == [[str(receipt)]], "nobody was asked for receipts"
    window.close()
    window.deleteLater()


def asked_at_the_start(answers):
    return [words for kind, *words in answers["said"] if kind == "choose"]


def test_a_ledger_that_another_program_has_is_told_at_the_start_and_tried_again(qapp, answers, home, monkeypatch):
    app._built(Windows(qapp)).close()
    waits, take = [], turn.Turns.take

    def taken(turns, begin, seconds, held):
        waits.append(seconds)
        return take(turns, begin, seconds, held)

    monkeypatch.setattr(turn, "_LONG", 2.0)
    monkeypatch.setattr(turn.Turns, "take", taken)
    with held(storage.ledger_file()):
        answers["choose"] = ["Try again", "Quit"]
        with pytest.raises(Held, match="another program holds it"):
            app._built(Windows(qapp))
    assert waits
    assert max(waits) < turn._LONG, "nobody waits for another program before there is a window"
    assert [words[0] for words in asked_at_the_start(answers)] == ["dpstudio cannot start"] * 2
    assert "Close that program, then try again." in asked_at_the_start(answers)[0][1]
    window = app._built(Windows(qapp))
    assert not window.session.standing.trouble
    window.close()
    window.deleteLater()


def test_a_folder_in_the_place_of_the_ledger_is_told_at_the_start(qapp, answers, lost):
    storage.ledger_file().mkdir()
    left = clicks(click("quit_button"))
    with pytest.raises(StudioError):
        app._built(Windows(qapp))
    assert not left or asked_at_the_start(answers)


def test_a_home_that_is_no_folder_is_told_at_the_start(qapp, answers, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("DPSTUDIO_HOME", str(tmp_path / "file"))
    answers["choose"] = ["Quit"]
    with pytest.raises((StudioError, OSError)) as left:
        app._built(Windows(qapp))
    ((title, told, *_),) = asked_at_the_start(answers)
    assert (title, told) == ("dpstudio cannot start", str(in_words(left.value)))
    assert "cannot be used: a part of its path is a file, not a folder." in told
    assert "rrno" not in told
