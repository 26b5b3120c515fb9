"""What the program writes for itself is on the disk when it says so: a power loss leaves the old or the new file."""

import os
from pathlib import Path

import pytest

from dpstudio.core.plan import Plan
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.files import OwnFolder, left_behind, write_whole
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.project import project_file


@pytest.fixture
def steps(monkeypatch) -> list[tuple[str, str]]:
    """What is brought to the disk and what is renamed, in their order."""
    seen, sync, rename = [], os.fsync, os.replace

    def fsync(opened) -> None:
        number = opened if isinstance(opened, int) else opened.fileno()
        seen.append(("sync", str(Path(f"/proc/self/fd/{number}").readlink())))
        sync(number)

    def replace(old, new) -> None:
        seen.append(("rename", str(old), str(new)))
        rename(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    return seen


def settings(folder: Path) -> Path:
    Settings(folder / "settings.json").remember("/p")
    return folder / "settings.json"


def project(folder: Path) -> Path:
    project_file.save(Plan("x"), folder / "p.dpstudio")
    return folder / "p.dpstudio"


@pytest.mark.parametrize("write", [settings, project])
def test_content_is_on_the_disk_before_its_name_and_its_name_before_the_call_returns(write, tmp_path, steps):
    path = write(tmp_path)
    (content, old), (named, fresh, target), (folder, parent) = steps
    assert (content, named, folder) == ("sync", "rename", "sync")
    assert (old, target, parent) == (fresh, str(path), str(tmp_path))


def test_the_key_of_digests_is_on_the_disk_with_its_name(home, steps):
    storage.machine_key()
    assert steps[-1] == ("sync", str(home / "data"))
    assert steps[-2][1].endswith(".new")


@pytest.mark.parametrize("held", [b"old", None])
def test_a_write_that_fails_leaves_what_was_there_and_nothing_beside_it(tmp_path, held):
    limits = pytest.importorskip("resource")
    path, before = tmp_path / "x", limits.getrlimit(limits.RLIMIT_FSIZE)
    if held is not None:
        path.write_bytes(held)
    limits.setrlimit(limits.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_whole(path, bytes(1_000))
    finally:
        limits.setrlimit(limits.RLIMIT_FSIZE, before)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == ({} if held is None else {"x": held})


def test_a_folder_is_left_behind_by_nobody_who_still_holds_it(tmp_path):
    own = OwnFolder(tmp_path, "k")
    assert not list(left_behind(tmp_path, "k"))
    own.close()
    assert not list(tmp_path.iterdir())
