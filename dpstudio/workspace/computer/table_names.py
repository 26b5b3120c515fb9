"""What tables are called, by their handles, so that the Ledger tab can name them: the ledger itself knows no name."""

import json
from contextlib import suppress
from pathlib import Path

from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.files import write_whole

_MOST = 10_000


def known() -> dict[str, str]:
    """The names that are kept; none where they cannot be read: a table is then called by a number."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(_file().read_text("utf-8"))
        if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
            return found
    return {}


def keep(handle: str, name: str) -> None:
    """Keep a table's name; where it cannot be written nothing is lost but the name."""
    before = known()
    if before.get(handle) == name:
        return
    before.pop(handle, None)
    newest = dict([*before.items(), (handle, name)][-_MOST:])
    with suppress(OSError):
        write_whole(_file(), json.dumps(newest).encode())


def _file() -> Path:
    return storage.data_folder() / "names.json"
