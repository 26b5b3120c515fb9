import os
import stat

import pytest

from dpstudio.workspace import storage
from dpstudio.workspace.settings import SETTINGS, Settings


def test_settings_are_kept_and_only_possible_values_taken():
    settings = Settings()
    for setting in SETTINGS:
        assert settings.get(setting.name) == setting.values[0]
        settings.set(setting.name, setting.values[-1])
    again = Settings()
    assert all(again.get(setting.name) == setting.values[-1] for setting in SETTINGS)
    with pytest.raises(ValueError, match="cannot be"):
        settings.set("appearance", "pink")


@pytest.mark.parametrize("content", ["", "[]", "{", '{"appearance": "pink", "recent": 3}', "null"])
def test_a_damaged_file_counts_as_an_empty_one(content):
    (storage.config_folder() / "settings.json").write_text(content)
    settings = Settings()
    assert settings.get("appearance") == "system"
    assert settings.recent == []


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


def test_work_files_of_a_dead_process_are_removed_at_the_next_start(home):
    dead = home / "cache" / "work-999999999-x"
    dead.mkdir(parents=True)
    alive = home / "cache" / f"work-{os.getppid()}-y"
    alive.mkdir()
    storage.WorkFolder().close()
    assert not dead.exists()
    assert alive.exists()
