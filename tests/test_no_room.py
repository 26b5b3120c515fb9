"""Where room is tried before anything is charged or moved, it is said how much is needed and how much there is."""

import shutil
from collections import namedtuple
from fractions import Fraction

import pytest

from dpstudio.core.account import Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.quantities import room
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.bookkeeping import moving
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.releasing import candidate_lists, exporting
from tests.own import own_apples

Usage = namedtuple("Usage", "total used free")
PASSPHRASE = "seven geese on a grey lake"


@pytest.fixture
def left(monkeypatch):
    """Lets each disk have so many bytes free."""
    return lambda free: monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 10**12 - free, free))


@pytest.fixture
def release(run, tmp_path):
    project = own_apples(tmp_path / "apples")
    return lambda: run("release", project, "--out", tmp_path / "receipt", "--ledger", tmp_path / "l")


def full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(("needed", "free", "told"), [
    (1, 0, "1 MB needed, 0 MB free"),
    (1_000_000, 999_999, "1 MB needed, 0 MB free"),
    (1_000_001, 1_000_000, "2 MB needed, 1 MB free"),
    (3_210_000_000, 1_234_567_890, "3,210 MB needed, 1,234 MB free"),
])  # fmt: skip
def test_what_is_needed_is_rounded_up_and_what_is_free_down(needed, free, told):
    assert room(needed, free) == told


def test_a_release_for_whose_result_the_ledger_has_no_room_says_how_much_it_needs(release, left, tmp_path):
    left(2_999_999)
    code, out, err = release()
    assert (code, out) == (2, "")
    assert (
        err == "dpstudio: The disk of the ledger l is full (9 MB needed, 2 MB free). Free some space, then try again.\n"
    )
    assert Ledger(tmp_path / "l").charges() == []
    left(9_000_000)
    assert release()[0] == 0


def test_a_folder_without_room_for_the_receipt_says_how_much_it_needs(release, left, tmp_path, monkeypatch):
    left(1_500_000)
    monkeypatch.setattr(exporting, "_written", full)
    code, _, err = release()
    assert code == 2
    assert err == (
        "dpstudio: receipt cannot be written: the disk is full (2 MB needed, 1 MB free). Make room there, or choose"
        " another folder.\n"
    )
    assert Ledger(tmp_path / "l").charges() == []


def test_a_list_of_candidates_that_cannot_be_kept_says_how_much_it_needs(left, tmp_path, monkeypatch):
    left(0)
    monkeypatch.setattr(candidate_lists, "write_whole", full)
    with pytest.raises(InputError, match=r"beside the ledger: the disk is full \(2 MB needed, 0 MB free\)\."):
        candidate_lists.put(bytes(1_500_000), tmp_path / "ledger.sqlite")


def test_a_ledger_for_which_there_is_no_room_elsewhere_says_how_much_it_needs(left, home, tmp_path):
    ledger, one = moving.open_gate().ledger, Fraction(1)
    ledger.charge("t", PrivacyUnit(Relation.ADD_REMOVE), Limit(one), PrivacyLoss(one, 0 * one, one / 2), "p")
    left(1_000_000)
    with pytest.raises(InputError, match=r"There is no room for moved \(2 MB needed, 1 MB free\)\."):
        moving.move(tmp_path / "moved", PASSPHRASE)
    assert not ledger.moved


def test_only_a_disk_that_is_full_is_told_with_amounts(left, tmp_path):
    left(0)
    assert "MB" not in fault(OSError(13, "Permission denied"), tmp_path, 10**6)[0]
    assert "MB" not in fault(OSError(122, "Disk quota exceeded"), tmp_path, 10**6)[0], "free is free for others"
    assert "MB" not in fault(OSError(28, "No space left on device"))[0]
