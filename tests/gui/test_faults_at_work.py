"""What else can go wrong beneath an open window: a full disk, a lost key, a table that becomes a folder."""

import resource
import shutil
from contextlib import contextmanager

import pytest

from dpstudio.workspace.computer import storage
from tests.gui.drinkers import asked_about
from tests.receipts import statement


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    return file


@pytest.fixture
def counted(studio, file, tmp_path):
    """A private table with one release, whose receipt was exported, and its question once more."""
    asked_about(studio, file)
    studio.release()
    export(studio, tmp_path / "first")
    return studio


@contextmanager
def full_disk(room=0):
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def export(studio, folder):
    studio.answers["folder"] = [str(folder)]
    studio.click(studio.window.release_tab.export_button)
    studio.settle()


def spent(studio):
    return [account.spent for account in studio.window.session.ledger.accounts().values()]


def complaints(studio):
    return [told for kind, *told in studio.answers["said"] if kind == "complain"]


def test_on_a_full_disk_nothing_is_released_and_with_room_again_all_goes_on_by_itself(counted):
    window = counted.window
    counted.tab("release")
    counted.click(window.release_tab.release_button)
    with full_disk():
        counted.click(window.release_tab.confirm_button)
        counted.settle()
        assert window.release_tab.refused.text().endswith("Free some space, then try again. Nothing was charged.")
        assert "disk is full" in counted.missing[0]
        assert window.session.resolved.account.spent == 1
        assert not window.release_tab.release_button.isEnabled() and window.release_tab.result.isVisible()
        counted.tab("ledger")
        assert window.ledger_tab.trouble.text() == counted.missing[0]
    counted.qtbot.waitUntil(lambda: not window.session.standing.trouble, timeout=20_000)
    counted.settle()
    assert counted.missing == [] and window.ledger_tab.trouble.text() == ""
    counted.release()
    assert spent(counted) == [2] and complaints(counted) == []


@pytest.mark.parametrize("room", [0, 60_000], ids=["at once", "half-way"])
def test_an_export_to_a_full_disk_is_told_and_can_be_repeated(counted, tmp_path, room):
    counted.tab("release")
    with full_disk(room):
        export(counted, tmp_path / "out")
        ((title, why),) = complaints(counted)
        assert title == "The receipt was not exported"
        assert why.startswith("out cannot be written: ") and why.endswith("Choose a folder on another disk.")
        assert not any(left.name.endswith(".new") for left in (tmp_path / "out").iterdir())
        assert counted.window.release_tab.result.exported.text() != "" or room == 0
    export(counted, tmp_path / "out")
    assert statement(tmp_path / "out" / "receipt.json") == statement(tmp_path / "first" / "receipt.json")


def test_a_signing_key_that_is_gone_is_made_anew_and_the_result_says_so(counted, tmp_path):
    (storage.data_folder() / "signing.key").unlink()
    counted.release()
    assert "is signed with another key" in counted.window.release_tab.result.key_changed_text.text()
    assert spent(counted) == [2]
    export(counted, tmp_path / "out")
    assert complaints(counted) == []


def damaged(name):
    (storage.data_folder() / name).write_bytes(b"x" * 5000)


def gone(name):
    (storage.data_folder() / name).unlink()


def folder(name):
    gone(name)
    (storage.data_folder() / name).mkdir()


def other(name):
    (storage.data_folder() / name).write_bytes(b"x" * 32)


@pytest.mark.parametrize("damage", [damaged, pytest.param(folder, marks=pytest.mark.long)])
def test_a_damaged_signing_key_stops_a_release_and_a_new_one_is_a_click_away(counted, tmp_path, damage):
    window = counted.window
    said = counted.confirm_after(lambda: damage("signing.key"))
    assert "signing.key" in said and said.endswith("Nothing was charged.")
    assert spent(counted) == [1]
    counted.tab("ledger")
    assert "signing.key" in window.ledger_tab.signing.told.text()
    counted.answers["choose"] = ["Make a new key"]
    counted.click(window.ledger_tab.signing.new_button)
    counted.settle()
    counted.release()
    assert spent(counted) == [2] and complaints(counted) == []


EVERY = [
    (name, damage)
    for name in ("digest.key", "marks.sqlite", "ledger.sqlite")
    for damage in (gone, damaged, folder, other)
]
ALWAYS = ("digest.key", gone), ("digest.key", other), ("marks.sqlite", gone), ("ledger.sqlite", folder)


@pytest.mark.parametrize(
    ("name", "damage"),
    [pytest.param(*each, marks=() if each in ALWAYS else pytest.mark.long) for each in EVERY],
)
def test_what_the_ledger_needs_is_missed_at_once_and_receipts_help_without_a_new_start(counted, tmp_path, name, damage):
    window = counted.window
    said = counted.confirm_after(lambda: damage(name))
    assert said.endswith("Nothing was charged.")
    assert "Start from receipts" in said and "Start from receipts" in counted.missing[0]
    assert not window.release_tab.release_button.isEnabled()
    assert (storage.data_folder() / name).exists() is (damage is not gone)  # nothing is made anew by itself
    counted.tab("ledger")
    assert window.ledger_tab.trouble.text() == counted.missing[0] == window.session.standing.trouble
    counted.answers["open_files"] = [[str(tmp_path / "first" / "receipt.json")]]
    counted.click(window.ledger_tab.keeping.resume_button)
    counted.settle()
    assert window.session.standing.trouble == ""
    counted.tab("release")
    counted.settle()
    assert counted.missing == [] and not window.release_tab.refused.isVisible()
    counted.release()
    assert spent(counted) == [2] and complaints(counted) == []


@pytest.mark.parametrize("name", ["digest.key", "marks.sqlite", "ledger.sqlite"])
@pytest.mark.long
def test_what_is_put_back_as_it_was_is_taken_up_again_without_a_word(counted, tmp_path, name):
    place, kept = storage.data_folder() / name, tmp_path / "kept"
    counted.tab("ledger")
    shutil.move(place, kept)
    counted.tab("release")
    assert counted.window.session.standing.trouble
    shutil.move(kept, place)
    counted.qtbot.waitUntil(lambda: not counted.window.session.standing.trouble, timeout=20_000)
    counted.settle()
    assert counted.missing == []


@pytest.mark.parametrize("role", ["private", pytest.param("sample", marks=pytest.mark.long)])
def test_a_table_that_becomes_a_folder_is_said_and_goes_on_when_it_is_a_file_again(studio, file, role):
    asked_about(studio, file, role)
    content = file.read_bytes()

    def turn_into_folder():
        file.unlink()
        file.mkdir()

    said = studio.confirm_after(turn_into_folder)
    assert said.startswith("drinkers.csv is not a file.") and said.endswith("Nothing was charged.")
    assert studio.missing[0].startswith("drinkers.csv is not a file.")
    assert not studio.window.release_tab.release_button.isEnabled() and spent(studio) == []
    file.rmdir()
    file.write_bytes(content)
    studio.tab("tables")
    studio.settle()
    assert studio.missing == []
    studio.release()
    assert spent(studio) == [1]
