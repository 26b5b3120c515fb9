"""In an invented language no text of the window is English: none was forgotten."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from dpstudio.core.scores.operators.registry import FUNCTIONS
from dpstudio.core.tables.dialect import ENCODINGS
from dpstudio.workspace.project.demonstrations import demonstrations
from dpstudio.workspace.resolving.written import FILES_WORDS
from tests.gui.private_projects import PROJECTS
from tests.languages.invented import CODE, install
from tests.languages.showing import english
from tests.turns import DAY
from tests.twins.twin import ROOT, copied

ORDINARY = ("dialogs", "colour", "forty_figures")[DAY % 3]
"""One walk a day; the long run goes through all of them."""
ALL = ("dialogs", *(each.key for each in demonstrations()), *PROJECTS)
SECONDS = 300
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
NOBODYS = {"dpstudio", "exp", "ln", "Pr", "OPT", "English", CODE.capitalize()}
"""Names that are the same in every language: the program's, those of formulas and of languages."""
EXAMPLE = "count(choice = candidate)"
"""A rule as it is typed, in a field that is still empty."""
_CHOSEN = {"program", "kind", "relation", "role", "style", "format", "encoding", "mechanism", "noise", "queries"}
"""What is chosen in a project, not typed."""


def owns(what: str, folder: Path) -> set[str]:
    """The words that are the person's: of tables, and of what was typed into a project."""
    source = ROOT / "resources" / "demonstrations" / ("colour" if what == "dialogs" else what)
    files = [*source.glob("*"), *folder.glob("*.csv"), *folder.glob("*.dpstudio")]
    found = {*FUNCTIONS, *NOBODYS, *(word for name in (*ENCODINGS, *FILES_WORDS) for word in _WORD.findall(name))}
    for file in files:
        text = file.read_text("utf-8")
        typed = _typed(json.loads(text)) if file.suffix == ".dpstudio" else text
        found |= {word for part in (typed, file.name) for word in _WORD.findall(part)}
    return found | {word for file in folder.glob("*.sqlite") for word in _WORD.findall(_of_database(file))}


def _of_database(file: Path) -> str:
    """What the tables of a database are called."""
    with closing(sqlite3.connect(file)) as kept:
        return " ".join(name for (name,) in kept.execute("select name from sqlite_master"))


def _typed(held: object) -> str:
    """What a project holds of the person's own words: the values of what a person types, never its keys."""
    if isinstance(held, dict):
        return " ".join(_typed(value) for name, value in held.items() if name not in _CHOSEN)
    if isinstance(held, list):
        return " ".join(map(_typed, held))
    return held if isinstance(held, str) else ""


def walked(program: Path, what: str, folder: Path) -> list[str]:
    """What is English in the window of a copy of the program that speaks the invented language."""
    home = folder / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.json").write_text(json.dumps({"kept": {"language": CODE}}), "utf-8")
    own = folder / "own"
    own.mkdir()
    found = subprocess.run(
        [sys.executable, "-m", "tests.languages.walk", what, str(own)],
        cwd=program,
        env=os.environ | {"PYTHONPATH": str(program), "DPSTUDIO_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-3000:]
    told = json.loads(found.stdout)
    assert told["spoken"] == CODE
    known = owns(what, own)
    texts = told["found"].items()
    quoted = sorted({EXAMPLE, *(each for each in told["quoted"] if " " in each)}, key=len, reverse=True)
    assert sum(bool(re.search("[а-яА-Я]{2}", text)) for text, _ in texts) > 100, "hardly anything was looked at"
    wrong = ((where, text, english(text, known.__contains__, quoted)) for text, where in texts)
    return [f"{where}: {words} in {text[:200]!r}" for where, text, words in wrong if words]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """A copy of the program with the invented language."""
    made = copied(tmp_path_factory.mktemp("program"))
    install(made)
    return made


@pytest.mark.parametrize(
    "what", [each if each == ORDINARY else pytest.param(each, marks=pytest.mark.long) for each in ALL]
)
def test_no_text_of_the_window_is_forgotten(program, tmp_path, what):
    assert walked(program, what, tmp_path) == []


@pytest.mark.long
def test_a_text_that_is_in_no_catalogue_is_noticed(tmp_path):
    """Else this judge would see nothing: the name of one tab is left out."""
    made = copied(tmp_path)
    install(made, but="Rows and people")
    (tmp_path / "walk").mkdir()
    found = walked(made, "colour", tmp_path / "walk")
    assert found and all("'Rows', 'and', 'people'" in each or "Rows and people" in each for each in found), found
