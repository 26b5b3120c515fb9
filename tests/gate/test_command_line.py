"""Whatever is done with a table in whatever order: once it has been private, no command tells of its rows."""

import contextlib
import io
import json
from pathlib import Path

import pytest

from dpstudio import cli
from tests.gate.canaries import Files, History, content, found_in, pasted
from tests.gate.looking import looked
from tests.gate.sequences import long_ones, rotation, up_to

OPEN = ("public", "sample")
VERBS = ("plan", "law", "simulate", "release")


class Desk:
    """A project file that a person edits, and what the commands say about it."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.folder.mkdir()
        self.project, self.table, self.copy = folder / "p.dpstudio", folder / "people.csv", folder / "copy.csv"
        self.history, self.handles = History(), 0
        self._lay(self.table)
        (folder / "other.csv").write_text("who,drink\nAnn,Tea\n")
        self.asked = self._fresh(str(self.table), "")
        self.before: list[dict] = []
        self.ledger = home / "data" / "ledger.sqlite"
        self.files = Files([folder, home], {self.project, self.table, self.copy})

    def _lay(self, path: Path) -> None:
        """The latest version of the table lies there now."""
        path.write_text(content(self.history.latest))
        self.history.lying[str(path)] = self.history.latest

    def _fresh(self, path: str, text: str) -> dict:
        self.handles += 1
        columns = [{"name": "name", "kind": "category"}, {"name": "drink", "kind": "category"}]
        where = {"format": "text", "path": path, "text": text, "header": "yes"}
        return {"handle": f"{self.handles:032x}", "label": "people", "role": "", **where, "columns": columns}

    def do(self, action: str, verbs: tuple[str, ...] = ("law",)) -> None:
        """One thing that a person does, then what the commands say."""
        self.before.append(self.asked)
        match action:
            case "private" | "public" | "sample":
                self.asked = self.asked | {"role": action}
            case "changed file":
                self.history.latest += 1
                self._lay(Path(self.asked["path"] or self.table))
            case "same file again":
                self._lay(self.copy)
                self.asked = self._fresh(str(self.copy), "") | {"role": self.asked["role"]}
            case "pasted":
                self.asked = self._fresh("", pasted(self.history.latest)) | {"role": self.asked["role"]}
            case "undo":
                self.before.pop()
                self.asked = self.before.pop() if self.before else self.asked
            case "other ledger":
                self.ledger = self.home / f"ledger-{len(self.before)}.sqlite"
                self.history.ledger = str(self.ledger)
            case "inspect" if self.asked["role"]:
                self._write()
                if looked(self.project, self.ledger) and self.asked["role"] != "private":
                    self.history.let_go(self.asked["path"], self.asked["text"])
        self._judge(verbs)

    def _judge(self, verbs: tuple[str, ...]) -> None:
        asked = self.asked
        sealed = self.history.read(*(asked[each] for each in ("role", "path", "text", "handle"))) or not asked["role"]
        self._write()
        for verb in verbs if sealed else ("law",):
            code, said = self.run(verb)
            assert found_in(said, self.history.forbidden) == []
            assert not sealed or verb in ("plan", "release") or (code != 0 and "Tea" not in said), (verb, said)
            assert not sealed or verb != "plan" or asked["role"] not in OPEN or "has been private before" in said, said
        assert self.files.leaks(self.history) == []

    def _write(self) -> None:
        other = {"handle": "f" * 32, "label": "other", "format": "text", "path": str(self.folder / "other.csv"),
                 "role": "sample", "header": "yes", "columns": [{"name": "drink", "kind": "category"}]}  # fmt: skip
        public = self.asked["role"] == "public"
        named = {"kind": "table", "table": self.asked["handle"], "label_column": "name"}
        plan = {
            "tables": [self.asked, other] if public else [self.asked],
            "unit": {"kind": "row", "relation": "add_remove"},
            "candidates": named if public else {"kind": "list", "text": "Tea\nCoffee"},
            "rule": {"kind": "votes", "style": "one_column", "columns": ["drink"]},
            "privacy": {"epsilon": "1/1000", "cap": "100"},
        }
        self.project.write_text(json.dumps({"format": 3, "program": "dpstudio", "plan": plan}))

    def run(self, verb: str) -> tuple[int, str]:
        """What a command says, and its exit code."""
        options = {"simulate": ["-n", "3"], "release": ["--out", str(self.folder / "out")]}.get(verb, [])
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = cli.main([verb, str(self.project), *options, "--ledger", str(self.ledger)])
        assert "mistake" not in said.getvalue(), said.getvalue()
        return code, said.getvalue()


def judge(sequences, folder: Path, monkeypatch) -> None:
    for place, sequence in enumerate(sequences):
        home = folder / f"home{place}"
        monkeypatch.setenv("DPSTUDIO_HOME", str(home))
        desk = Desk(folder / f"desk{place}", home)
        for step, action in enumerate(sequence, 1):
            try:
                desk.do(action, VERBS if step == len(sequence) else ("law",))
            except AssertionError as error:
                raise AssertionError(f"{sequence} at {action}: {error}") from error


@pytest.mark.parametrize("first", range(11))
def test_two_steps_in_any_order_tell_nothing(first, tmp_path, monkeypatch):
    judge(up_to(2)[first * 11 : first * 11 + 11], tmp_path, monkeypatch)


@pytest.mark.parametrize("part", range(6))
def test_longer_orders_tell_nothing(tmp_path, monkeypatch, part):
    judge(rotation("command line")[part::6], tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("part", range(13))
def test_every_three_steps_and_three_hundred_of_six_tell_nothing(tmp_path, monkeypatch, part):
    judge(long_ones("command line")[part::13], tmp_path, monkeypatch)


def test_the_judge_sees_a_sample_and_a_public_table(tmp_path, monkeypatch):
    """Else it would judge nothing: what was never private shows its law, and its rows go into the receipt."""
    home = tmp_path / "home"
    monkeypatch.setenv("DPSTUDIO_HOME", str(home))
    desk = Desk(tmp_path / "desk", home)
    desk.do("sample")
    code, said = desk.run("law")
    assert code == 0
    assert "Coffee" in said
    desk.do("public")
    assert found_in(desk.run("law")[1], [0])


def test_the_judge_knows_what_makes_a_table_private():
    history = History(latest=2, lying={"a": 0, "b": 1, "c": 2})
    assert history.forbidden == [0, 1, 2]
    assert not history.read("sample", "b", "", "h")
    assert history.forbidden == [0, 2]
    assert history.read("private", "a", "", "i")
    assert history.read("sample", "", content(0), "j")
    history.lying["a"] = 2
    assert history.read("sample", "a", "", "k")
    assert history.read("public", "b", "", "i")
    assert history.forbidden == [0, 1, 2]
