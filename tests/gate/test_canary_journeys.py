"""Twenty canaries in a private table of every format: after a whole journey, however it ends, they are nowhere else.

Searched are every file below the home (unpacked where it is packed), what was printed, titles, texts and the clipboard.
Two journeys, others every day, in the ordinary run; every format with every ending in the long one.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.entropy import Entropy
from tests.gate.canaries import canaries, files_below, found_in, inside
from tests.gate.journey import ENDINGS
from tests.gate.private_tables import KINDS, SAID, WRITERS
from tests.turns import DAY

ROOT = Path(__file__).resolve().parents[2]
WAYS = list(product(KINDS, ENDINGS))
TODAY = {(KINDS[DAY % len(KINDS)], ENDINGS[DAY % len(ENDINGS)])}
COMMANDS = list(product(WRITERS))
TODAYS_COMMAND = {(list(WRITERS)[DAY % len(WRITERS)],)}
KILLS = list(product(("xlsx", "csv", "parquet"), (*range(5, 165, 10), "with rows")))
TODAYS_KILL = {("xlsx", "with rows")}
KILLED = """
import sys
from pathlib import Path
from tests.gate.journey import kill_at, kill_while_rows_lie_there
from dpstudio import cli
kill_while_rows_lie_there() if sys.argv[1] == "with rows" else kill_at(int(sys.argv[1]), Path(sys.argv[2]))
sys.exit(cli.main(sys.argv[3:]))
"""


def rotating(ways: list, today: set) -> list:
    """All of them, those of today in the ordinary run."""
    marks = [[] if way in today else pytest.mark.long for way in ways]
    names = ["-".join(map(str, way)) for way in ways]
    return [pytest.param(*way, marks=mark, id=name) for way, mark, name in zip(ways, marks, names, strict=True)]


class World:
    """A home, a table outside of it, and everything that was printed."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder, self.home, self.said = folder, folder / "home", ""
        self.own = folder / "own"
        for each in (self.home / "tmp", self.own):
            each.mkdir(parents=True)
        if kind in WRITERS:
            WRITERS[kind](self.own)

    def run(self, *words: str, **more: str) -> int:
        """A program of its own process, in this home."""
        known = ("PATH", "PYTHONPATH", "QT_QPA_PLATFORM", "PYTHON_KEYRING_BACKEND", "LANG")
        environment = {name: os.environ[name] for name in known if name in os.environ} | more
        paths = os.pathsep.join([environment.get("PYTHONPATH", ""), str(ROOT)])
        homes = {"PYTHONUNBUFFERED": "1", "HOME": str(self.home), "TMPDIR": str(self.home / "tmp"), "PYTHONPATH": paths}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.home,
            env=environment | homes,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        self.said += done.stdout + done.stderr
        return done.returncode

    def files(self) -> list[Path]:
        """Every file that is not the table itself."""
        return [file for file in files_below(self.folder) if self.own not in file.parents]

    def with_canaries(self) -> list[str]:
        """The endings of the files that give one away."""
        return [file.suffix or file.name for file in self.files() if found_in(inside(file), [0])]

    def judge(self) -> None:
        """Not one canary, anywhere."""
        assert found_in(self.said, [0]) == []
        assert self.with_canaries() == []


@pytest.mark.parametrize(("kind", "ending"), rotating(WAYS, TODAY))
def test_no_window_leaves_a_canary_anywhere(kind, ending, tmp_path):
    world = World(tmp_path, kind)
    code = world.run("-m", "tests.gate.journey", kind, ending, str(tmp_path))
    assert code == (-9 if ending.startswith("killed") else 0), world.said[-3000:]
    names = {file.name for file in world.files()}
    assert world.with_canaries() == ([".parquet"] if ending == "killed in a release" else [])
    if ending == "killed":
        assert "choices.json" in names
    if ending in ("closed", "mistaken"):
        assert {"mine.dpstudio", "receipt.pdf", "receipt.json", "ledger.sqlite"} <= names
    if ending == "mistaken":
        assert "clipboard: KeyError" in world.said
    assert world.run("-m", "tests.gate.journey", "again", "", str(tmp_path)) == 0, world.said[-3000:]
    assert ("line: dpstudio closed before" in world.said) or ending != "killed"
    world.judge()


def test_the_judge_finds_canaries_in_every_format(tmp_path):
    """Else it would judge nothing."""
    assert len(set(canaries(0))) == 20
    assert len(WAYS) == len(KINDS) * len(ENDINGS) >= 55 and len(KILLS) >= 50
    for kind, write in WRITERS.items():
        folder = tmp_path / kind
        folder.mkdir()
        path = write(folder)
        files = [path] if path.is_file() else list(path.iterdir())
        assert set().union(*(found_in(inside(file), [0]) for file in files)) == set(canaries(0)), kind


class Failing(Entropy):
    """At the draw an engine's error quotes a row."""

    def read(self, count: int) -> bytes:
        raise KeyError(f"row 1: {canaries(0)[0]},Tea")

    def words(self, count: int):
        raise KeyError(f"row 1: {canaries(0)[0]},Tea")


class Desk:
    """Commands in this process, with a home of their own."""

    def __init__(self, world: World, kind: str, monkeypatch) -> None:
        self.world, self.project = world, world.home / "p.dpstudio"
        monkeypatch.setattr(tempfile, "tempdir", str(world.home / "tmp"))
        monkeypatch.setenv("DPSTUDIO_HOME", str(world.home / "dpstudio"))
        (path,) = world.own.iterdir()
        columns = [{"name": "name", "kind": "category"}, {"name": "drink", "kind": "category"}]
        table = {"handle": "a" * 32, "label": "people", "path": str(path), "role": "private", "header": "yes",
                 "columns": columns, **SAID[kind]}  # fmt: skip
        self.plan = {
            "tables": [table],
            "unit": {"kind": "person", "person": "name", "rows": "1", "relation": "add_remove"},
            "candidates": {"kind": "list", "text": "Tea\nCoffee"},
            "rule": {"kind": "votes", "style": "one_column", "columns": ["drink"]},
        }
        self.save("2")

    def save(self, cap: str) -> None:
        """The project, with this limit."""
        plan = self.plan | {"privacy": {"cap": cap}}
        self.project.write_text(json.dumps({"format": 3, "program": "dpstudio", "plan": plan}), "utf-8")

    def says(self, *words: object, entropy: Entropy | None = None) -> int:
        """Run one, keep what it says, and return its exit code."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = cli.main([str(word) for word in words], entropy)
        self.world.said += said.getvalue()
        assert not list(self.world.home.rglob("work-*")), "work files are gone when a command ends"
        return code


@pytest.mark.parametrize("kind", rotating(COMMANDS, TODAYS_COMMAND))
def test_no_command_leaves_a_canary_anywhere(kind, tmp_path, monkeypatch):
    world = World(tmp_path, kind)
    desk, out = Desk(world, kind, monkeypatch), world.home / "out"
    for words in (["plan"], ["plan", "--json"]):
        assert desk.says(words[0], desk.project, *words[1:]) == 0, world.said
    assert desk.says("law", desk.project) != 0
    assert desk.says("simulate", desk.project, "-n", 3) != 0
    assert desk.says("release", desk.project, "--out", out) == 0, world.said
    assert desk.says("release", desk.project, "--out", out) == 3, "the folder holds a receipt"
    assert desk.says("release", desk.project, "--out", world.home / "broken", entropy=Failing()) == 1
    assert "KeyError" in world.said
    assert desk.says("release", desk.project, "--out", world.home / "over") == 3, "over the limit"
    assert desk.says("complete", 2, desk.project, "--out", world.home / "completed") == 0, world.said
    for words in (["ledger"], ["ledger", "--json"], ["receipt", 1, "--out", world.home / "again"], ["key"]):
        assert desk.says(*words) == 0, world.said
    if kind in ("csv", "semicolons", "tsv"):
        (path,) = world.own.iterdir()
        path.write_bytes(path.read_bytes() + f'{canaries(0)[1]},Tea,"{canaries(0)[2]}\n'.encode())
        desk.save("9")
        assert desk.says("release", desk.project, "--out", world.home / "malformed") in (2, 3)
    assert len([file for file in world.files() if file.suffix == ".pdf"]) >= 2
    world.judge()


@pytest.mark.parametrize(("kind", "moment"), rotating(KILLS, TODAYS_KILL))
def test_no_killed_command_leaves_a_canary_once_the_next_one_has_run(kind, moment, tmp_path, monkeypatch):
    world = World(tmp_path, kind)
    desk = Desk(world, kind, monkeypatch)
    same = {"DPSTUDIO_HOME": str(world.home / "dpstudio")}
    words = ["release", str(desk.project), "--out", str(world.home / "out")]
    assert world.run("-c", KILLED, str(moment), str(tmp_path), *words, **same) in (-9, 0), world.said
    assert world.with_canaries() == ([".parquet"] if moment == "with rows" else [])
    assert desk.says("ledger") in (0, 2), world.said
    world.judge()
