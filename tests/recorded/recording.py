"""What the command line says of a recorded question and of its release, as text that is compared byte for byte.

`python -m tests.recorded.recording [NAME...]` records anew and prints what changed. A plan is recorded as `plan --json`
prints it; a release as it is printed, with its receipt's statement and the ledger; of a choice its exact scores too,
as `law --json` has them where the same table is a sample. JSON is spelled out over many lines; that nothing is lost
by it is checked here. Left out is what is random, of the day, or of the libraries that are installed.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpstudio import cli
from dpstudio.core.apart import READERS
from tests.judges.scripted import Scripted
from tests.recorded.questions import HERE, PROJECTS, TABLES

MEMORY = Path("/dev/shm")
MOST_SCORES = 20_000
DEMONSTRATIONS = (
    "ages", "apples", "city", "colour", "corona", "counts", "debts", "drugs", "halfspaces", "likes", "mascot", "median",
    "smokers", "survey", "apples-250",
)  # fmt: skip
NAMES = (*sorted(path.stem for path in PROJECTS.iterdir()), *(f"demonstration-{name}" for name in DEMONSTRATIONS))
# The day, what is hashed under random salts, the random key, the versions of libraries.
LEFT_OUT = ("date", "ledger_head", "signer", "software")


class World:
    """A home in which nothing has happened, and a question.

    Args:
        folder: empty; everything is written below it.
        name: one of NAMES.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.is_shipped = name.startswith("demonstration-")
        os.environ["DPSTUDIO_HOME"] = str(folder / "home")
        self.project = PROJECTS / f"{name}.dpstudio"
        if self.is_shipped:
            _, said, _ = self.says("examples", name.partition("-")[2], "--out", folder / "shipped")
            self.project = Path(json.loads(said)["project"])

    def says(self, *words: object) -> tuple[int, str, str]:
        """What a verb answers; random words are those of the question's name."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main([*map(str, words), "--json"], Scripted(seed=self.name))
        return code, out.getvalue(), err.getvalue()

    def plan(self) -> str:
        """The record of the plan."""
        return _spelled(*self.says("plan", self.project))

    def scores(self) -> str:
        """The record of the exact scores; of what is no choice, or has too many candidates, there is none."""
        _, said, _ = self.says("plan", self.project)
        if (json.loads(said).get("candidates") or MOST_SCORES) >= MOST_SCORES:
            return ""
        sample = self.folder / "sample.dpstudio"
        asked = self.project.read_text("utf-8").replace('"role": "private"', '"role": "sample"')
        sample.write_text(asked.replace("../tables", str(TABLES)), "utf-8")
        os.environ["DPSTUDIO_HOME"] = str(self.folder / "another home")
        code, out, err = self.says("law", self.project if self.is_shipped else sample)
        if code:
            return _spelled(code, out, err)
        return "".join(f"{each['candidate']}\t{each['score']}\n" for each in json.loads(out)["law"])

    def release(self) -> str:
        """The record of the release: what was printed, the statement of its receipt, the ledger."""
        receipts = self.folder / "receipts"
        code, out, err = self.says("release", self.project, "--out", receipts)
        told = [_spelled(code, out.replace(str(receipts) + os.sep, ""), err)]
        if code == 0:
            told.append(_lines(self._bare(_statement(receipts / "receipt.json"))))
        _, ledger, _ = self.says("ledger", *["--demonstrations"] * self.is_shipped)
        told.append(_lines(self._without_handles(json.loads(ledger))))
        return "\n".join(told)

    def _bare(self, statement: dict[str, Any]) -> dict[str, Any]:
        """The statement without what is random or of the day."""
        if self.is_shipped:
            statement["accounting"]["dataset"] = ""
        return {name: said for name, said in statement.items() if name not in LEFT_OUT}

    def _without_handles(self, ledger: dict[str, Any]) -> dict[str, Any]:
        """The tables of the ledger without days, and of a demonstration without the random name of its table."""
        del ledger["entries"]  # they tell nothing of the question
        for table in ledger["datasets"]:
            table |= {"dataset": ""} if self.is_shipped else {}
            for charge in table["charges"]:
                del charge["date"]
        return ledger


def _statement(receipt: Path) -> dict[str, Any]:
    """The statement of a receipt, which stands in it as canonical JSON, and again in its envelope."""
    content = receipt.read_bytes()
    whole = json.loads(content)
    assert content == _canonical(whole), "a receipt is canonical JSON"
    if whole.get("envelope") is not None:
        assert b64decode(whole["envelope"]["payload"]) == _canonical(whole["statement"]), "its envelope holds it"
    found: dict[str, Any] = whole["statement"]
    return found


def _canonical(content: object) -> bytes:
    """RFC 8785, of what has no numbers but small whole ones and names of ASCII."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _spelled(code: int, out: str, err: str) -> str:
    """An answer: its exit code, then each line of JSON over many lines."""
    told = [f"exit {code}"]
    for line in (*out.splitlines(), *err.splitlines()):
        content = json.loads(line)
        assert json.dumps(content, ensure_ascii=False) == line, "nothing is lost by spelling it out"
        told.append(_lines(content))
    return "\n".join(told) + "\n"


def _lines(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1)


KINDS: dict[str, Callable[[World], str]] = {"plans": World.plan, "scores": World.scores, "releases": World.release}


def file_of(kind: str, name: str) -> Path:
    """Where it is recorded."""
    return HERE / kind / f"{name}.txt"


def recorded(kind: str, name: str) -> str:
    """What it says there; nothing where there is no such file."""
    path = file_of(kind, name)
    return path.read_bytes().decode() if path.exists() else ""


def said(kind: str, name: str, below: Path) -> str:
    """What dpstudio says now, in a world of its own in a folder."""
    before = os.environ.get("DPSTUDIO_HOME", "")
    READERS.write_within(below)  # one reader for all worlds there
    with tempfile.TemporaryDirectory(dir=below) as folder:
        found = KINDS[kind](World(Path(folder), name))
    os.environ["DPSTUDIO_HOME"] = before
    return found


def main(names: tuple[str, ...]) -> None:
    """Record these questions anew, or all of them, and print which changed."""
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    for kind in KINDS:
        for name in names or NAMES:
            text = said(kind, name, MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir()))
            if text != recorded(kind, name):
                file_of(kind, name).parent.mkdir(exist_ok=True)
                file_of(kind, name).write_bytes(text.encode())
                print(f"changed: {kind}/{name}", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
