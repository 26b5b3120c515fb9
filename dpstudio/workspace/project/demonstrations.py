"""The demonstrations that ship: projects with tables of ours or facts from the documents."""

import csv
import io
import json
import secrets
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.resources import resource
from dpstudio.translation import phrase, shipped
from dpstudio.workspace.guarding.shipped import shipped_as
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.handles import fresh_handle, renamed

TIMES = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000)
"""How many times the people of the documents a demonstration can have."""


@dataclass(frozen=True)
class Demonstration:
    """One demonstration.

    Args:
        key: names its folder in the resources.
        title, text: what it is about.
        icon: its sign.
        kind: what is done in it, in a few words.
        times: how many times the document's people it opens with: so many that chance is seen at work.
        shape: how probable its outcomes are then, in their order, the most probable 1.
    """

    key: str
    title: str
    text: str
    icon: str
    kind: str
    times: int
    shape: tuple[float, ...]


def demonstrations() -> list[Demonstration]:
    """All that ship, in the order of the welcome page."""
    entries = json.loads(resource("demonstrations/index.json").read_text("utf-8"))
    return [Demonstration(**entry | _said(entry) | {"shape": tuple(entry["shape"])}) for entry in entries]


def _said(entry: dict[str, Any]) -> dict[str, str]:
    return {name: shipped(entry[name]) for name in ("title", "text", "kind")}


def names() -> list[str]:
    """What `dpstudio examples` can write: each demonstration, as in the document."""
    return [each.key for each in demonstrations()]


def write(name: str, folder: Path, tick: Tick = lambda _: None) -> Path:
    """Write a demonstration's project and tables into `folder` and return the project's path.

    Args:
        name: "apples" is as in the document, "apples-50" has fifty times its people.
        tick: asked between two files whether to go on; it may raise Cancelled.

    Raises:
        InputError: no such demonstration, or a file is there already.
    """
    key, dash, many = name.partition("-")
    if key not in names() or (dash and many not in map(str, TIMES[1:])):
        raise InputError(
            f"There is no demonstration {name!r}.",
            f"Choose one of: {', '.join(names())}. With more people: {names()[0]}-{TIMES[1]} to"
            f" {names()[0]}-{TIMES[-1]}.",
        )
    times, source = int(many or 1), resource(f"demonstrations/{key}")
    folder.mkdir(parents=True, exist_ok=True)
    plan = project_file.load(source / f"{key}{project_file.SUFFIX}", tick)
    for table in plan.tables:
        tick(0.5)
        text = Path(table.path).read_text("utf-8")
        if table.role == Role.SAMPLE:
            plan = _counted(plan, people(text), people(text) * times)
            text = repeated(text, times)
        target = folder / Path(table.path).name
        _write_new(target, text)
        plan = renamed(_at(plan, table, target), table.handle, fresh_handle())
    project = folder / f"{name}{project_file.SUFFIX}"
    if project.exists():
        raise InputError(f"{project.name} is there already.", "Choose an empty folder.")
    project_file.save(plan, project)
    return project


def open_untitled(name: str, folder: Path, tick: Tick = lambda _: None) -> Plan:
    """A demonstration's plan, its tables written into a fresh folder of the program's own.

    Args:
        name: as for `write`.
        tick: as in `write`; nothing is left of one that was given up.
    """
    own = folder / f"{name}-{secrets.token_hex(4)}"
    try:
        plan = project_file.load(write(name, own, tick), tick)
    except Cancelled:
        shutil.rmtree(own, ignore_errors=True)
        raise
    sample, times = plan.data_table, name.partition("-")[2]
    return plan if sample is None or not times else _labelled(plan, sample.handle, int(times))


def opening_name(each: Demonstration) -> str:
    """The name under which `write` gives a demonstration as many people as it opens with."""
    return each.key if each.times == 1 else f"{each.key}-{each.times}"


def with_people(plan: Plan, times: int, folder: Path) -> Plan:
    """The plan with `times` the document's people in its tables that ship, each in a file and an account of its own.

    A number of people that was the table's own follows it, and so does the name under which its releases are listed.

    Raises:
        InputError: a table cannot be written.
    """
    for table in plan.tables:
        found = shipped_as(table) if table.role == Role.SAMPLE else None
        if found is not None and found.times != times:
            text = resource(f"demonstrations/{found.source}").read_text("utf-8")
            name = Path(found.source)
            target = folder / f"{name.parent}-{times}-{secrets.token_hex(4)}" / name.name
            target.parent.mkdir(parents=True)
            _write_new(target, repeated(text, times))
            plan = _counted(plan, found.people * found.times, found.people * times)
            plan = renamed(_labelled(_at(plan, table, target), table.handle, times), table.handle, fresh_handle())
    return plan


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


def people(text: str) -> int:
    """How many people a table of ours has: one a row."""
    return sum(1 for _ in csv.reader(io.StringIO(text, newline=""))) - 1


def _counted(plan: Plan, before: int, after: int) -> Plan:
    """The plan with another number of people wherever the table's own stands."""

    def follow(people: str) -> str:
        return str(after) if people == str(before) else people

    survey = replace(plan.survey, people=follow(plan.survey.people))
    figures = tuple(replace(each, people=follow(each.people)) for each in plan.figures)
    synthesis = replace(plan.synthesis, people=follow(plan.synthesis.people))
    return replace(plan, figures=figures, survey=survey, synthesis=synthesis)


def _labelled(plan: Plan, handle: str, times: int) -> Plan:
    """The plan with a table named by its file, and by how many times the people it has."""

    def named(table: TablePlan) -> TablePlan:
        label = (f"×{times:,} " if times > 1 else "") + Path(table.path).name  # first, where no list cuts it off
        return replace(table, label=label) if table.handle == handle else table

    return replace(plan, tables=tuple(map(named, plan.tables)))


def _at(plan: Plan, table: TablePlan, path: Path) -> Plan:
    """The plan with a table's file at another place."""
    moved = replace(table, path=str(path), text="")
    return replace(plan, tables=tuple(moved if each.handle == table.handle else each for each in plan.tables))


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except FileExistsError:
        raise InputError(
            phrase("{name} is there already.", name=path.name), phrase("Choose an empty folder.")
        ) from None
