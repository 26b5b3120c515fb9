"""Choices that were not saved yet, kept for the next start after a crash: never the text of a pasted table."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.plan import Plan, TablePlan
from dpstudio.translation import phrase
from dpstudio.workspace.computer.files import Left, OwnFolder, left_behind, set_aside, write_whole
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.handles import opened_afresh

_KIND, _FILE, _MOST_BYTES = "project", "choices.json", 256 << 20
_NAME = phrase("the kept choices")


class Keeper:
    """Keeps the unsaved choices of one process in a folder of its own.

    Args:
        folder: where those of every process lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: OwnFolder | None = None

    def keep(self, plan: Plan, path: Path | None) -> None:
        """Keep a plan in place of the one before; one that no project could hold changes nothing.

        Args:
            path: of the plan's project, or None.

        Raises:
            OSError: it cannot be written.
        """
        text = project_file.text_of_plan(replace(plan, tables=tuple(_without_text(table) for table in plan.tables)))
        try:
            project_file.parsed(text, _NAME, Path("/"))
        except InputError:
            return
        if self._own is None:
            self._own = OwnFolder(self._folder, _KIND)
        content = {"project": str(path.absolute()) if path else "", "plan": text}
        write_whole(self._own.path / _FILE, json.dumps(content).encode())

    def clear(self) -> None:
        """There is nothing unsaved any more."""
        if self._own is not None:
            self._own.close()
            self._own = None


@dataclass(frozen=True)
class Unsaved:
    """What a process that ended had not saved.

    Attributes:
        path: of its project, or None.
        lost: whether a pasted table is missing from the plan, because its text was kept nowhere.
    """

    plan: Plan
    path: Path | None
    lost: bool
    left: Left

    @property
    def name(self) -> str:
        """The project's, as a person knows it; never a table's."""
        return self.path.stem if self.path else phrase("a project without a name")


def unsaved(folder: Path) -> tuple[list[Unsaved], list[str]]:
    """What ended processes left there, and the names under which damaged ones of it were set aside."""
    found, damaged = [], []
    for left in left_behind(folder, _KIND):
        if not (left.path / _FILE).exists():
            left.remove()
            continue
        try:
            found.append(_read(left))
        except (OSError, ValueError, RecursionError, InputError):
            damaged.append(set_aside(left.path) or left.path.name)
            left.let_go()
    return found, damaged


def _read(left: Left) -> Unsaved:
    """Raises: OSError, ValueError, RecursionError or InputError where it cannot be read."""
    file = left.path / _FILE
    if file.stat().st_size > _MOST_BYTES:
        raise ValueError
    content = json.loads(file.read_text("utf-8"))
    if not isinstance(content, dict) or not all(isinstance(content.get(name), str) for name in ("project", "plan")):
        raise ValueError
    plan = project_file.read(content["plan"], _NAME, Path("/"))
    path = Path(content["project"]) if content["project"] else None
    whole = [_with_text(table, path) for table in plan.tables]
    tables = tuple(table for table in whole if table is not None)
    return Unsaved(opened_afresh(replace(plan, tables=tables)), path, len(tables) < len(whole), left)


def _is_pasted(table: TablePlan) -> bool:
    return not table.path


def _without_text(table: TablePlan) -> TablePlan:
    """A cell is never kept, whatever is said of the table: it may become private with the next click."""
    return replace(table, text="")


def _with_text(table: TablePlan, path: Path | None) -> TablePlan | None:
    """A pasted table with the text that its saved project has; None where that has none."""
    if not _is_pasted(table):
        return table
    try:
        saved = project_file.load(path).tables if path else ()
    except InputError:
        return None
    text = next((each.text for each in saved if each.handle == table.handle), "")
    return replace(table, text=text) if text else None
