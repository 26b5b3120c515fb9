"""What was released, as plans by their digests, so that the Ledger tab can ask it again: a receipt holds no plan."""

import dataclasses
import re
from contextlib import suppress
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.plan import Plan
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.files import write_whole
from dpstudio.workspace.project.project_file import parsed, text_of_plan

_MOST = 1000
_DIGEST = re.compile(r"[0-9a-f]{64}")


def keep(digest: str, plan: Plan) -> None:
    """Keep what was asked, without the text of any table; where it cannot be written it cannot be asked again."""
    tables = tuple(dataclasses.replace(table, text="") for table in plan.tables)
    file = _file(digest)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text_of_plan(dataclasses.replace(plan, tables=tables)).encode())
        kept = sorted(file.parent.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-_MOST]:
            old.unlink()


def known(digest: str) -> Plan | None:
    """What was asked, or None where it is not kept or cannot be read any more."""
    with suppress(OSError, ValueError, RecursionError, InputError):
        if _DIGEST.fullmatch(digest):
            file = _file(digest)
            return parsed(file.read_text("utf-8"), file.name, file.parent)
    return None


def _file(digest: str) -> Path:
    return storage.data_folder() / "asked" / f"{digest}.json"
