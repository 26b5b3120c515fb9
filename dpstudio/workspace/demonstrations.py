"""The demonstrations that ship: projects with tables of ours or facts from the documents."""

import csv
import dataclasses
import io
import json
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.plan import Plan
from dpstudio.core.tables.importing import Tick
from dpstudio.resources import resource
from dpstudio.workspace import project_file
from dpstudio.workspace.handles import fresh_handle

TIMES = 250


@dataclass(frozen=True)
class Demonstration:
    """One demonstration: `key` names its folder in the resources, `icon` its picture."""

    key: str
    title: str
    text: str
    icon: str


def demonstrations() -> list[Demonstration]:
    """All that ship, in the order of the welcome page."""
    entries = json.loads(resource("demonstrations/index.json").read_text("utf-8"))
    return [Demonstration(**entry) for entry in entries]


def names() -> list[str]:
    """What `dpstudio examples` can write: each demonstration as in the document, and with 250 times the people."""
    return [name for each in demonstrations() for name in (each.key, f"{each.key}-{TIMES}")]


def write(name: str, folder: Path, tick: Tick = lambda _: None) -> Path:
    """Write a demonstration's project and tables into `folder` and return the project's path.

    Args:
        tick: asked between two files whether to go on; it may raise Cancelled.

    Raises:
        InputError: no such demonstration, or a file is there already.
    """
    key, _, times = name.rpartition("-") if name.endswith(f"-{TIMES}") else (name, "", "1")
    if key not in [each.key for each in demonstrations()]:
        raise InputError(f"There is no demonstration {name!r}.", "Choose one of: " + ", ".join(names()) + ".")
    source = resource(f"demonstrations/{key}")
    folder.mkdir(parents=True, exist_ok=True)
    plan = _with_people(project_file.load(source / f"{key}{project_file.SUFFIX}", tick), int(times))
    tables = []
    for table in plan.tables:
        tick(0.5)
        text = Path(table.path).read_text("utf-8")
        target = folder / Path(table.path).name
        _write_new(target, repeated(text, int(times)) if table.role == "sample" else text)
        handle = fresh_handle()
        tables.append(dataclasses.replace(table, path=str(target), handle=handle))
        if plan.candidates.table == table.handle:
            plan = dataclasses.replace(plan, candidates=dataclasses.replace(plan.candidates, table=handle))
    project = folder / f"{name}{project_file.SUFFIX}"
    if project.exists():
        raise InputError(f"{project.name} is there already.", "Choose an empty folder.")
    project_file.save(dataclasses.replace(plan, tables=tuple(tables)), project)
    return project


def open_untitled(name: str, folder: Path, tick: Tick = lambda _: None) -> Plan:
    """A demonstration's plan, its tables written into a fresh folder of the program's own.

    Args:
        tick: as in `write`; nothing is left of one that was given up.
    """
    own = folder / f"{name}-{secrets.token_hex(4)}"
    try:
        return project_file.load(write(name, own, tick), tick)
    except Cancelled:
        shutil.rmtree(own, ignore_errors=True)
        raise


def repeated(table: str, times: int) -> str:
    """The table with each row `times` times, every copy another person: the first column gets a number."""
    if times == 1:
        return table
    rows = list(csv.reader(io.StringIO(table, newline="")))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    for copy in range(1, times + 1):
        writer.writerows([f"{row[0]} {copy}", *row[1:]] for row in rows[1:])
    return out.getvalue()


def _with_people(plan: Plan, times: int) -> Plan:
    """The plan with its public number of people `times` as large, where it names one."""
    many = [str(int(part.people) * times) if part.people else "" for part in (plan.survey, plan.synthesis)]
    return dataclasses.replace(
        plan,
        survey=dataclasses.replace(plan.survey, people=many[0]),
        synthesis=dataclasses.replace(plan.synthesis, people=many[1]),
    )


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except FileExistsError:
        raise InputError(f"{path.name} is there already.", "Choose an empty folder.") from None
