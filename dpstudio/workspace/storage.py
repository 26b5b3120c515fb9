"""Where the program keeps its things, and the secrets of this machine."""

import os
import secrets
import shutil
import tempfile
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("dpstudio", appauthor=False)


def _home(kind: str, default: str) -> Path:
    override = os.environ.get("DPSTUDIO_HOME")
    folder = Path(override) / kind if override else Path(default)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def config_folder() -> Path:
    """Settings and recent files."""
    return _home("config", _DIRS.user_config_dir)


def data_folder() -> Path:
    """Ledger and keys."""
    return _home("data", _DIRS.user_data_dir)


def ledger_file() -> Path:
    """The ledger used unless another is named."""
    return data_folder() / "ledger.sqlite"


def demonstrations_folder() -> Path:
    """The tables of demonstrations that were opened."""
    return data_folder() / "demonstrations"


def machine_key() -> bytes:
    """32 secret bytes that key every digest of data; they never leave this machine."""
    file = data_folder() / "digest.key"
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(secrets.token_bytes(32))
    except FileExistsError:
        pass
    return file.read_bytes()


class WorkFolder:
    """An owner-only folder for work files, removed on close; those of dead processes are removed at the start."""

    def __init__(self) -> None:
        parent = _home("cache", _DIRS.user_cache_dir)
        _sweep(parent)
        self.path = Path(tempfile.mkdtemp(prefix=f"work-{os.getpid()}-", dir=parent))

    def close(self) -> None:
        """Remove the folder and all in it."""
        shutil.rmtree(self.path, ignore_errors=True)


def _sweep(parent: Path) -> None:
    for folder in parent.glob("work-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdigit() and int(owner) != os.getpid() and not _alive(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
