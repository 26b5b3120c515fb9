"""Unsaved choices outlive a crash, tell nothing of a table's rows, and never keep the program from starting."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dpstudio.core.plan import Plan, RulePlan, TablePlan
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.autosave import Keeper, unsaved

SECRET = "Zaphod"
PLAN = Plan("Äpfel 価格", (TablePlan("a" * 32, "t.csv", "text", "/tables/t.csv"),))


@pytest.fixture
def folder() -> Path:
    return storage.unsaved_folder()


def crash(keeper: Keeper) -> None:
    """The process is gone, and with it its hold on the folder."""
    os.close(keeper._own._held)


def left(folder: Path):
    (found,), damaged = unsaved(folder)
    assert damaged == []
    return found


def kept(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def test_what_was_not_saved_is_there_after_a_crash_and_only_its_owners(folder, tmp_path):
    keeper = Keeper(folder)
    keeper.keep(PLAN, tmp_path / "p.dpstudio")
    keeper.keep(replace(PLAN, name="newer"), tmp_path / "p.dpstudio")
    assert unsaved(folder) == ([], []), "a living process keeps its own"
    (file,) = kept(folder)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {stat.S_IMODE(each.stat().st_mode) for each in (folder, file.parent)} == {0o700}
    crash(keeper)
    found = left(folder)
    assert (found.plan, found.path, found.lost) == (replace(PLAN, name="newer"), tmp_path / "p.dpstudio", False)
    found.left.let_go()
    left(folder).left.remove()
    assert not list(folder.iterdir())


@pytest.mark.parametrize("role", ["", "private"])
def test_a_role_stays_as_it_was_given(folder, role):
    keeper = Keeper(folder)
    keeper.keep(replace(PLAN, tables=(replace(PLAN.tables[0], role=role),)), None)
    crash(keeper)
    found = left(folder)
    assert found.plan.tables[0].role == role
    assert found.name == "a project without a name"


def test_nothing_is_left_once_everything_is_saved(folder):
    keeper = Keeper(folder)
    keeper.keep(PLAN, None)
    keeper.clear()
    assert not list(folder.iterdir())
    keeper.clear()
    keeper.keep(PLAN, None)
    assert len(kept(folder)) == 1


@pytest.mark.parametrize("role", ["", "private", "public", "sample"])
def test_the_text_of_a_pasted_table_is_never_kept(folder, role):
    keeper = Keeper(folder)
    pasted = TablePlan("b" * 32, "pasted table", "text", text=f"x\n{SECRET}\n", role=role)
    in_a_file = replace(PLAN.tables[0], text=f"x\n{SECRET}\n")
    keeper.keep(replace(PLAN, tables=(in_a_file, pasted), rule=RulePlan("votes")), None)
    assert not any(SECRET in file.read_text("utf-8") for file in kept(folder))
    crash(keeper)
    found = left(folder)
    assert found.lost
    assert found.plan == replace(PLAN, rule=RulePlan("votes"))


def test_a_pasted_table_that_the_saved_project_has_is_taken_from_there(folder, tmp_path):
    pasted = TablePlan("b" * 32, "pasted table", "text", text="x\n1\n", role="sample")
    path = tmp_path / "p.dpstudio"
    project_file.save(Plan("1", (pasted,)), path, {pasted.handle: open_gate().permit(pasted, lambda _: None)})
    keeper = Keeper(folder)
    keeper.keep(Plan("2", (pasted,)), path)
    crash(keeper)
    found = left(folder)
    assert (found.plan, found.lost) == (Plan("2", (pasted,)), False)


def test_a_plan_that_no_project_holds_leaves_what_was_kept(folder):
    keeper = Keeper(folder)
    keeper.keep(PLAN, None)
    for wrong in (replace(PLAN, name="x" * 2_000), replace(PLAN, name="\ud800"), replace(PLAN, tables=PLAN.tables * 2)):
        keeper.keep(wrong, None)
    crash(keeper)
    assert left(folder).plan == PLAN


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{", b"3", b"null", b"\xff\xfe", b"[" * 200_000, b"{}", b'{"project": "", "plan": 3}',
        b'{"project": 1, "plan": ""}', b'{"project": "", "plan": "{}"}', b'{"project": "", "plan": "[[["}',
        b'{"project": "\\u0000", "plan": ""}',
    ],
)  # fmt: skip
def test_damaged_ones_are_set_aside_and_told_once(folder, content):
    keeper, good = Keeper(folder), Keeper(folder)
    for each in (keeper, good):
        each.keep(PLAN, None)
    (keeper._own.path / "choices.json").write_bytes(content)
    name = keeper._own.path.name
    for each in (keeper, good):
        crash(each)
    found, damaged = unsaved(folder)
    assert damaged == [f"{name}.damaged"]
    assert [each.plan for each in found] == [PLAN]
    assert (folder / damaged[0] / "choices.json").read_bytes() == content
    found[0].left.let_go()
    assert unsaved(folder)[1] == []


KILLED = """
import os, signal, sys
from pathlib import Path
from dpstudio.core.plan import Plan
from dpstudio.workspace.project.autosave import Keeper
keeper = Keeper(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(10**9):
    keeper.keep(Plan(str(number)), None)
    print(number, flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_whole_plan(folder):
    for lines in (1, 7):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)], stdout=-1, text=True)
        seen = [process.stdout.readline() for _ in range(lines + 1)]
        process.kill()
        seen += process.stdout.readlines()
        process.stdout.close()
        process.wait()
        told = int(seen[-1]) if seen[-1].endswith("\n") else int(seen[-2])
        found = left(folder)
        assert int(found.plan.name) in (told, told + 1)
        found.left.remove()


def test_the_file_is_json_whose_plan_is_a_project(folder):
    keeper = Keeper(folder)
    keeper.keep(PLAN, None)
    (file,) = kept(folder)
    content = json.loads(file.read_text("utf-8"))
    assert set(content) == {"project", "plan"}
    assert project_file.read(content["plan"], "x", Path("/")) == PLAN
