"""More than two hundred faults of disk, files, ledger, key, arguments and projects: each is one clear line.

Every fault is brought about in a world of its own and met through the command line. Nothing may be called a mistake of
dpstudio's, nothing may hang, and what failed may not have been charged.
"""

import io
import json
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dpstudio import cli

CSV = "buyer,limit\n" + "".join(f"p{i},{1 + i % 4}.00\n" for i in range(12))
SURROGATE, NUL, LONG = "a\ud800b", "a\0b", "x" * 5_000
PATIENCE = 20
EARLIER = Path(__file__).parents[1] / "fixtures" / "release_0_1" / "ledger.sqlite"
STARTS = {"parquet": b"PAR1", "excel": b"PK\x03\x04", "arrow": b"ARROW1\0\0", "sqlite": b"SQLite format 3\0"}


@dataclass
class World:
    """A folder with a project, its table, a ledger that holds one result, and the home of one person."""

    folder: Path
    home: Path
    project: Path = field(init=False)
    ledger: Path = field(init=False)
    out: Path = field(init=False)

    def __post_init__(self) -> None:
        self.project = self.folder / "apples" / "apples.dpstudio"
        if not self.project.exists():
            self._write_apples()
            self.table.write_text(CSV, "utf-8")
        self.ledger, self.out = self.folder / "ledger.sqlite", self.folder / "receipt"

    def _write_apples(self) -> None:
        """From another home: nothing has happened in this person's. It lies where the tests' readers may write."""
        silent = redirect_stdout(io.StringIO())
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as home, pytest.MonkeyPatch.context() as patch, silent:
            patch.setenv("DPSTUDIO_HOME", home)
            assert cli.main(["examples", "apples", "--out", str(self.project.parent)]) == 0

    @property
    def table(self) -> Path:
        return self.project.parent / "apple-buyers.csv"

    def edit(self, change: Callable[[dict], None]) -> None:
        content = json.loads(self.project.read_text("utf-8"))
        change(content)
        self.project.write_text(json.dumps(content), "utf-8")

    def sql(self, query: str, *values: object) -> None:
        with sqlite3.connect(self.ledger) as connection:
            connection.execute(query, values)
        connection.close()

    def arguments(self, verb: str) -> list[str]:
        tail = {
            "plan": [self.project],
            "law": [self.project],
            "simulate": [self.project, "-n", "3"],
            "release": [self.project, "--out", self.out],
            "ledger": [],
            "receipt": ["1", "--out", self.out],
            "complete": ["1", self.project, "--out", self.out],
        }[verb]
        return [verb, *map(str, tail), "--ledger", str(self.ledger)]


@dataclass(frozen=True)
class Fault:
    """What is broken, and the verbs that meet it; `drawn` says that a result stands in the ledger before."""

    name: str
    breaks: Callable[[World], object]
    verbs: tuple[str, ...] = ("plan", "release")
    drawn: bool = False
    harmless: bool = False


def damaged_ledgers() -> Iterator[Fault]:
    all_verbs = ("plan", "release", "ledger", "receipt")
    for name, breaks in {
        "a folder": lambda w: w.ledger.mkdir(),
        "a link to nowhere": lambda w: w.ledger.symlink_to(w.folder / "nowhere"),
        "no bytes": lambda w: w.ledger.touch(),
        "a text": lambda w: w.ledger.write_text("this is no ledger " * 1000),
        "a pipe": lambda w: os.mkfifo(w.ledger),
        "a device": lambda w: w.ledger.symlink_to("/dev/null"),
        "below a file": lambda w: setattr(w, "ledger", w.table / "ledger.sqlite"),
        "a long name": lambda w: setattr(w, "ledger", w.folder / ("x" * 300)),
        "a path without end": lambda w: setattr(w, "ledger", w.folder / "/".join(["x" * 200] * 30)),
        "in /proc": lambda w: setattr(w, "ledger", Path("/proc/ledger.sqlite")),
        "a circle of links": lambda w: w.ledger.symlink_to(w.ledger),
        "another program's": lambda w: w.sql("CREATE TABLE song (name)"),
        "another program's charges": lambda w: [w.sql("CREATE TABLE charge (x)"), w.sql("PRAGMA user_version = 3")],
        "a newer program's": lambda w: w.sql("PRAGMA user_version = 99"),
    }.items():
        yield Fault(f"ledger is {name}", breaks, all_verbs)
    for share in (0.05, 0.3, 0.6, 0.9):
        yield Fault(f"ledger cut at {share}", cut("ledger", share), all_verbs, drawn=True)
        yield Fault(f"ledger overwritten from {share}", scribbled("ledger", share), all_verbs, drawn=True)
    for column in ("salt", "kind", "body", "digest"):
        for value in ("x", "", "{", "9" * 5000, "{}"):
            yield Fault(f"{column} is {value[:12]!r}", stored("entry", column, value), all_verbs, drawn=True)
    for value in ("x", "", "{", "[1]", '{"kind": "dpstudio receipt"}'):
        yield Fault(f"text is {value[:12]!r}", stored("statement", "text", value), ("ledger", "receipt"), drawn=True)
    for column in ("epsilon", "delta", "rho"):
        for value in ("x", b"\xff\xfe", "-1", "9" * 5000, "1/0"):
            yield Fault(f"earlier {column} is {str(value)[:12]}", earlier("charge", column, value), all_verbs)
    for column, values in {
        "cap": ("x", b"1", "0"), "delta_cap": ("x", b"1"), "relation": ("x", b"1"), "rows": ("many", -1),
        "person": (b"who",),
    }.items():  # fmt: skip
        for value in values:
            yield Fault(f"earlier {column} is {value!r}", earlier("dataset", column, value), all_verbs)


def cut(which: str, share: float) -> Callable[[World], object]:
    def breaks(world: World) -> None:
        path = getattr(world, which)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])

    return breaks


def scribbled(which: str, share: float) -> Callable[[World], object]:
    def breaks(world: World) -> None:
        path = getattr(world, which)
        data = bytearray(path.read_bytes())
        start = int(len(data) * share)
        data[start : start + 2000] = b"\xa5" * len(data[start : start + 2000])
        path.write_bytes(bytes(data))

    return breaks


def stored(table: str, column: str, value: object) -> Callable[[World], object]:
    return lambda w: w.sql(f"UPDATE {table} SET {column} = ?", value)


def earlier(table: str, column: str, value: object) -> Callable[[World], object]:
    """A ledger of an earlier version, one of its columns damaged."""

    def breaks(world: World) -> None:
        shutil.copy(EARLIER, world.ledger)
        world.sql(f"UPDATE {table} SET {column} = ?", value)

    return breaks


def homes() -> Iterator[Fault]:
    verbs = ("plan", "release", "ledger")
    for name, breaks in {
        "a file": lambda w: w.home.write_text("x"),
        "a link to nowhere": lambda w: w.home.symlink_to(w.folder / "nowhere" / "deeper"),
        "a circle of links": lambda w: w.home.symlink_to(w.home),
        "a device": lambda w: w.home.symlink_to("/dev/null"),
        "in /proc": lambda w: w.home.symlink_to("/proc"),
    }.items():
        yield Fault(f"home is {name}", breaks, verbs)
    for kind in ("data", "cache", "config"):
        for name, put in {
            "a file": lambda p: p.write_text("x"),
            "a link to nowhere": lambda p: p.symlink_to(p.parent / "nowhere" / "x"),
            "a device": lambda p: p.symlink_to("/dev/null"),
        }.items():
            met = ("plan",) if kind == "config" else verbs
            yield Fault(f"{kind} folder is {name}", below_home(kind, put), met, harmless=kind == "config")
    for name in ("digest.key", "marks.sqlite", "demonstrations.sqlite", "ledger.sqlite"):
        for state, put in {
            "a folder": lambda p: p.mkdir(),
            "of no bytes": lambda p: p.touch(),
            "a text": lambda p: p.write_text("no such thing " * 99),
            "a link to nowhere": lambda p: p.symlink_to(p.parent / "nowhere" / "x"),
            "a pipe": lambda p: os.mkfifo(p),
            "a device": lambda p: p.symlink_to("/dev/null"),
        }.items():
            harmless = name in ("demonstrations.sqlite", "ledger.sqlite") or (name, state) == (
                "marks.sqlite",
                "of no bytes",
            )
            met = ("plan", "ledger") if harmless else verbs
            yield Fault(f"{name} is {state}", below_home(f"data/{name}", put), met, harmless=harmless)


def below_home(name: str, put: Callable[[Path], object]) -> Callable[[World], object]:
    def breaks(world: World) -> None:
        path = world.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path)

    return breaks


def folders() -> Iterator[Fault]:
    for name, breaks in {
        "a file": lambda w: w.out.write_text("x"),
        "below a file": lambda w: setattr(w, "out", w.table / "r"),
        "a long name": lambda w: setattr(w, "out", w.folder / ("x" * 300)),
        "in /proc": lambda w: setattr(w, "out", Path("/proc/receipt")),
        "in /sys": lambda w: setattr(w, "out", Path("/sys/receipt")),
        "a device": lambda w: setattr(w, "out", Path("/dev/full")),
        "a pipe": lambda w: os.mkfifo(w.out),
        "a link to nowhere": lambda w: w.out.symlink_to(w.folder / "nowhere" / "deeper"),
        "a circle of links": lambda w: w.out.symlink_to(w.out),
        "full of another receipt": lambda w: [w.out.mkdir(), (w.out / "receipt.csv").write_text("x")],
        "with a folder of that name": lambda w: (w.out / "receipt.json").mkdir(parents=True),
        "with a link of that name": lambda w: [w.out.mkdir(), (w.out / "receipt.pdf").symlink_to("nowhere")],
    }.items():
        yield Fault(f"out is {name}", breaks, ("release", "receipt"), drawn=True)


def tables() -> Iterator[Fault]:
    verbs = ("plan", "release")
    for name, breaks in {
        "missing": lambda w: w.table.unlink(),
        "a folder": lambda w: [w.table.unlink(), w.table.mkdir()],
        "a pipe": lambda w: [w.table.unlink(), os.mkfifo(w.table)],
        "a device": lambda w: [w.table.unlink(), w.table.symlink_to("/dev/zero")],
        "a link to nowhere": lambda w: [w.table.unlink(), w.table.symlink_to("nowhere")],
        "a circle of links": lambda w: [w.table.unlink(), w.table.symlink_to(w.table)],
        "empty": lambda w: w.table.write_bytes(b""),
        "one byte": lambda w: w.table.write_bytes(b"\xff"),
        "not text": lambda w: w.table.write_bytes(bytes(range(256)) * 50),
        "full of NUL": lambda w: w.table.write_bytes(b"\0" * 5000),
        "of another encoding": lambda w: w.table.write_bytes(CSV.replace("p1", "pä").encode("utf-16")),
        "an open quote": lambda w: w.table.write_text(CSV + '"open,1\n' * 50),
        "one endless line": lambda w: w.table.write_text("buyer,limit," + "x," * 200_000),
        "names twice": lambda w: w.table.write_text("limit,limit\n1,2\n"),
        "without the column": lambda w: w.table.write_text("buyer,other\nx,1\n"),
        "too many cells": lambda w: w.table.write_text(CSV + "a,1,2,3\n"),
        "too few cells": lambda w: w.table.write_text(CSV + "a\n"),
    }.items():
        harmless = name in ("an open quote", "too many cells", "too few cells", "names twice")
        yield Fault(f"table is {name}", breaks, verbs, harmless=harmless)
    for suffix, kind in ((".parquet", "parquet"), (".xlsx", "excel"), (".sqlite", "sqlite"), (".arrow", "arrow")):
        for name, data in {
            "empty": b"",
            "a text": CSV.encode(),
            "cut off": STARTS[kind] + b"\x15" * 400,
        }.items():
            yield Fault(f"{kind} table is {name}", other_table(suffix, kind, data), verbs)
        yield Fault(f"{kind} table is a folder", other_table(suffix, kind, None), verbs)


def other_table(suffix: str, kind: str, data: bytes | None) -> Callable[[World], object]:
    def breaks(world: World) -> None:
        path = world.table.with_suffix(suffix)
        path.mkdir() if data is None else path.write_bytes(data)
        world.edit(lambda c: c["plan"]["tables"][0].update(path=path.name, format=kind))

    return breaks


def projects() -> Iterator[Fault]:
    for name, breaks in {
        "missing": lambda w: w.project.unlink(),
        "a folder": lambda w: [w.project.unlink(), w.project.mkdir()],
        "a pipe": lambda w: [w.project.unlink(), os.mkfifo(w.project)],
        "a device": lambda w: [w.project.unlink(), w.project.symlink_to("/dev/zero")],
        "a circle of links": lambda w: [w.project.unlink(), w.project.symlink_to(w.project)],
        "empty": lambda w: w.project.write_bytes(b""),
        "not text": lambda w: w.project.write_bytes(b"\xff\xfe\0"),
        "no object": lambda w: w.project.write_text("[]"),
        "a number": lambda w: w.project.write_text("1"),
        "cut off": lambda w: w.project.write_text(w.project.read_text()[:300]),
        "a long number": lambda w: w.project.write_text('{"format": ' + "9" * 5000 + "}"),
        "an endless number": lambda w: w.project.write_text('{"format": 1e999999}'),
        "nested without end": lambda w: w.project.write_text("[" * 100_000),
        "nested objects": lambda w: w.project.write_text('{"plan":' * 50_000),
        "nested and closed": lambda w: w.project.write_text("[" * 900 + "]" * 900),
        "a field twice": lambda w: w.project.write_text('{"format": 1, "format": 1}'),
        "a newer one": lambda w: w.edit(lambda c: c.update(format=99)),
        "an older one than any": lambda w: w.edit(lambda c: c.update(format=-1)),
        "format is true": lambda w: w.edit(lambda c: c.update(format=True)),
        "format is a text": lambda w: w.edit(lambda c: c.update(format="1")),
        "without a plan": lambda w: w.edit(lambda c: c.pop("plan")),
        "with more": lambda w: w.edit(lambda c: c.update(more=1)),
        "NaN": lambda w: w.project.write_text('{"format": NaN}'),
        "two megabytes of wrong figures": lambda w: w.edit(lambda c: c["plan"].update(figures=[[1]] * 300_000)),
        "two megabytes of names": lambda w: w.edit(lambda c: c["plan"].update({f"k{i}": i for i in range(99_999)})),
        "two megabytes of tables": lambda w: w.edit(lambda c: c["plan"].update(tables=[{}] * 500_000)),
        "a name with a control": lambda w: w.edit(lambda c: c["plan"].update({"a\nb\u2028": 1})),
    }.items():  # fmt: skip
        yield Fault(f"project is {name}", breaks, ("plan",))
    places = [
        ("name",), ("people",), ("kind",), ("formula",), ("tables", 0, "handle"), ("tables", 0, "label"),
        ("tables", 0, "path"), ("tables", 0, "sheet"), ("tables", 0, "format"), ("tables", 0, "delimiter"),
        ("tables", 0, "columns", 0, "name"), ("tables", 0, "columns", 0, "step"), ("tables", 0, "columns", 0, "unit"),
        ("tables", 0, "columns", 0, "lower"), ("tables", 0, "columns", 0, "blank"),
        ("privacy_unit", "person"), ("privacy_unit", "rows"),
        ("candidates", "start"), ("candidates", "step"), ("candidates", "text"), ("candidates", "weights"),
        ("rule", "kind"), ("rule", "columns", 0), ("privacy", "epsilon"), ("privacy", "beta"), ("privacy", "cap"),
        ("privacy", "bound"), ("privacy", "delta"), ("privacy", "winners"),
    ]  # fmt: skip
    for place in places:
        for name, value in {
            "lone surrogate": SURROGATE,
            "NUL": NUL,
            "long": LONG,
            "digits": "9" * 5000,
            "number": 10**30,
            "list": [[]],
            "null": None,
        }.items():
            if name in ("number", "list", "null", "digits") and place not in places[:8]:
                continue
            where = ".".join(map(str, place))
            released = name == "long" and place in (("name",), ("people",), ("tables", 0, "columns", 0, "unit"))
            verbs = ("plan", "release") if released else ("plan",)
            yield Fault(f"{where} is {name}", within(place, value), verbs, harmless=True)


def within(place: tuple, value: object) -> Callable[[World], object]:
    def change(content: dict) -> None:
        here = content["plan"]
        for step in place[:-1]:
            here = here[step]
        here[place[-1]] = value

    return lambda w: w.edit(change)


FAULTS = [*damaged_ledgers(), *homes(), *folders(), *tables(), *projects()]


@contextmanager
def in_time():
    """Whatever waits for a reader or a writer that never comes is stopped."""

    def late(*_):
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def meet(arguments, capsys):
    with in_time():
        code = cli.main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def charged(path: Path) -> int:
    try:
        if not path.is_file():
            return 0
        with sqlite3.connect(path) as connection:
            found = connection.execute("SELECT count(*) FROM entry WHERE kind = 'charge'").fetchone()[0]
        connection.close()
        return int(found)
    except (sqlite3.Error, OSError):
        return 0


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A world in which a result stands in the ledger."""
    folder = tmp_path_factory.mktemp("drawn")
    before = os.environ.get("DPSTUDIO_HOME")
    os.environ["DPSTUDIO_HOME"] = str(folder / "home")
    world = World(folder, folder / "home")
    world.edit(lambda c: c["plan"]["tables"][0].update(role="private"))
    assert cli.main(world.arguments("release")) == 0
    shutil.rmtree(world.out)
    if before is None:
        del os.environ["DPSTUDIO_HOME"]
    else:
        os.environ["DPSTUDIO_HOME"] = before
    with sqlite3.connect(world.ledger) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return folder


@pytest.fixture
def world(tmp_path, home, monkeypatch, request, drawn):
    folder = tmp_path / "world"
    if request.param.drawn:
        shutil.copytree(drawn, folder)
        home = folder / "home"
        monkeypatch.setenv("DPSTUDIO_HOME", str(home))
    found = World(folder, home)
    found.edit(lambda c: c["plan"]["tables"][0].update(role="private"))
    return found, request.param


@pytest.mark.parametrize("world", FAULTS, ids=lambda fault: fault.name, indirect=True)
def test_a_fault_is_one_clear_line_and_costs_nothing(world, capsys):
    here, fault = world
    fault.breaks(here)
    codes = set()
    for verb in fault.verbs:
        before = charged(here.ledger)
        code, out, err = meet(here.arguments(verb), capsys)
        codes.add(code)
        assert "mistake in dpstudio" not in err, (verb, err)
        assert "Traceback" not in out + err
        assert err.count("\n") <= 1, err
        assert code in (0, 2, 3)
        assert len(err) < 1000
        if code:
            assert err.startswith("dpstudio: ") or (verb == "plan" and "missing" in out), (verb, out, err)
            assert charged(here.ledger) == before
    assert fault.harmless or codes & {2, 3}


def test_there_are_more_than_two_hundred_faults():
    assert len(FAULTS) >= 200
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize(
    "arguments",
    [
        [], [""], ["nothing"], ["plan"], ["plan", ""], ["plan", "."], ["plan", "/"], ["plan", "/dev/null"],
        ["plan", NUL],
        ["plan", SURROGATE], ["plan", "\udcff"], ["plan", LONG], ["plan", "a/" * 3000], ["plan", "--nonsense"],
        ["plan", "x", "y"], ["law", "x", "--out"], ["law", "x", "--out", NUL], ["simulate", "x"],
        ["simulate", "x", "-n", "0"], ["simulate", "x", "-n", "9" * 5000], ["simulate", "x", "-n", "-1"],
        ["simulate", "x", "-n", "1.5"], ["audit"], ["audit", "x", "-n", "0"],
        ["audit", "x", "-n"], ["examples", "apples"], ["examples", "none", "--out", "x"],
        ["examples", "apples", "--out", "/proc/x"], ["examples", "apples", "--out", "/dev/null"],
        ["examples", "apples", "--out", NUL], ["examples", "apples", "--out", "x" * 300],
        ["examples", "../apples", "--out", "x"], ["examples", SURROGATE, "--out", "x"], ["release", "x"],
        ["release", "x", "--out"], ["ledger", "x"], ["ledger", "--ledger"], ["ledger", "--ledger", NUL],
        ["ledger", "--ledger", ""], ["ledger", "--ledger", "/"], ["receipt"], ["receipt", "x", "--out", "y"],
        ["receipt", "1"], ["receipt", "7", "--out", "y"], ["receipt", "9" * 5000, "--out", "y"],
        ["receipt", "1", "--out", "y", "--ledger", SURROGATE], ["complete"], ["complete", "1"], ["complete", "x", "y"],
        ["complete", "5", "none.dpstudio"], ["--json"], ["--json", "nothing"], ["--ledger", "x", "plan"],
    ],
)  # fmt: skip
def test_wrong_arguments_are_one_clear_line(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (arguments, ["--json", *arguments]):
        code, out, err = meet(words, capsys)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "mistake" not in err


def test_a_ten_megabyte_project_of_the_wrong_type_is_refused_at_once(tmp_path, capsys, home):
    """Counted in work, not in time: a bounded number of entries is looked at."""
    world = World(tmp_path / "w", home)
    world.project.write_text('{"program": "dpstudio", "format": 1, "plan": {"tables": [' + "1," * 5_000_000 + "1]}}")
    code, _, err = meet(world.arguments("plan"), capsys)
    assert code == 2
    assert "more than" in err
