import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.settings import SETTINGS, Settings


def test_settings_are_kept_and_only_possible_values_taken():
    settings = Settings()
    for setting in SETTINGS:
        assert settings.get(setting.name) == setting.values[0]
        settings.set(setting.name, setting.values[-1])
    again = Settings()
    assert all(again.get(setting.name) == setting.values[-1] for setting in SETTINGS)
    with pytest.raises(ValueError, match="cannot be"):
        settings.set("appearance", "pink")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{", b"null", b"3", b"\xff\xfe{",
        b"[" * 200_000, b'{"a":' * 200_000, b"9" * 5_000, b" " * (2 << 20),
        b'{"recent": 3}', b'{"recent": [3]}', b'{"recent": [""]}', b'{"recent": {"a": 1}}', b'{"recent": ["a\\u0000"]}',
        b'{"recent": ["\\ud800"]}',
    ],
)  # fmt: skip
def test_damaged_settings_are_set_aside_and_told_once(content):
    file = storage.config_folder() / "settings.json"
    for name in ("settings.json.damaged", "settings.json.damaged-2"):
        file.write_bytes(content)
        settings = Settings()
        assert name in settings.trouble
        assert (file.parent / name).read_bytes() == content
        assert settings.get("appearance") == "system"
        assert settings.recent == []
        settings.remember("/p")
        assert Settings().recent == ["/p"]
        assert Settings().trouble == ""


def test_settings_that_are_a_folder_are_set_aside():
    file = storage.config_folder() / "settings.json"
    file.mkdir()
    assert "settings.json.damaged" in Settings().trouble
    Settings().remember("/p")
    assert Settings().recent == ["/p"]


def test_a_value_that_this_version_does_not_know_is_the_usual_one():
    file = storage.config_folder() / "settings.json"
    file.write_text('{"appearance": "pink", "text_size": [], "recent": ["/p"]}')
    settings = Settings()
    assert (settings.get("appearance"), settings.get("text_size")) == ("system", "100")
    assert (settings.recent, settings.trouble) == (["/p"], "")


def test_recent_projects_are_few_and_the_newest_first():
    settings = Settings()
    for i in range(12):
        settings.remember(f"/p{i}")
    settings.remember("/p9")
    assert settings.recent[:2] == ["/p9", "/p11"]
    assert len(settings.recent) == 8
    settings.forget("/p9")
    assert Settings().recent[0] == "/p11"


def test_the_machine_key_is_secret_and_stays(home):
    key = storage.machine_key()
    assert len(key) == 32
    assert storage.machine_key() == key
    assert stat.S_IMODE((home / "data" / "digest.key").stat().st_mode) == 0o600


def test_work_files_are_the_owners_and_are_removed(home):
    work = storage.WorkFolder()
    assert stat.S_IMODE(work.path.stat().st_mode) == 0o700
    (work.path / "rows").write_text("private")
    work.close()
    assert not work.path.exists()


_HOLDS = """
import os, sys, time
from dpstudio.workspace.computer import storage
work = storage.WorkFolder()
(work.path / "rows").write_text("private")
print(work.path, flush=True)
sys.stdin.read()
"""


def test_work_files_of_a_dead_process_are_removed_at_the_next_start_and_those_of_a_living_one_stay():
    """Whatever its number is: the next start may have the very same one."""
    processes = [subprocess.Popen([sys.executable, "-c", _HOLDS], stdin=-1, stdout=-1, text=True) for _ in range(2)]
    dead, alive = (Path(process.stdout.readline().strip()) for process in processes)
    processes[0].kill()
    processes[0].wait()
    storage.WorkFolder().close()
    assert (dead.exists(), alive.exists()) == (False, True)
    processes[1].communicate()
    storage.WorkFolder().close()
    assert not alive.exists()
    for process in processes:
        process.stdin.close()
        process.stdout.close()
