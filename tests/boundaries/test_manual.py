"""The manual's lists are those of the program: mechanisms, settings, keys, kinds of files, verbs, exit codes."""

import re
import signal
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

from dpstudio import cli
from dpstudio.core.errors import StudioError
from dpstudio.core.mechanisms import MECHANISMS, SELECTIONS
from dpstudio.core.tables.dialect import _EXCEL
from dpstudio.gui.actions import ACTIONS
from dpstudio.gui.pages import _TEXTS
from dpstudio.gui.project.table_opener import _KINDS
from dpstudio.interruption import Watch
from dpstudio.workspace.computer.settings import SETTINGS
from dpstudio.workspace.project.project_schema import FORMAT

MANUAL = (Path(__file__).parents[2] / "docs" / "manual.md").read_text("utf-8")
ELSEWHERE = {"Quit": "Ctrl+Q", "Save as": "Ctrl+Shift+S"}  # some desktops give these none


def table(head: str) -> list[list[str]]:
    """The rows below the table's head whose first cell is this."""
    lines = MANUAL.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def test_every_mechanism_is_listed_with_its_law_and_no_other():
    told = {name: law for name, _, law, _ in table("Mechanism")}
    assert told == {each.name: f"`{each.formula}`" for each in MECHANISMS.values()}


def test_the_mechanisms_that_take_weights_or_need_a_bound_are_those_that_are_said_to():
    told = {name: (needs, offered) for name, needs, _, offered in table("Mechanism")}
    for each in SELECTIONS.values():
        needs, offered = told[each.name]
        assert offered.startswith("Choose the best."), each.name
        assert ("finite R" in needs) == each.needs_bound, each.name
        assert ("weights" in offered) == each.takes_weights, each.name
        assert not each.takes_weights or f"`{each.weighted_formula}`" in offered


def test_every_setting_is_listed_with_its_values_the_usual_one_first():
    shown = {each.title: [_TEXTS.get(value, f"{value} %") for value in each.values] for each in SETTINGS}
    assert {title: values.split(", ") for title, values, _ in table("Setting")} == shown


def test_every_key_of_the_menus_is_listed_and_no_other(qapp):
    keys = {}
    for each in ACTIONS:
        name = each.text.replace("&", "").rstrip("…")
        key = QKeySequence(each.shortcut).toString() or ELSEWHERE.get(name, "")
        keys |= {key: name} if key else {}
    assert dict(table("Key")) == keys


def test_every_kind_of_file_that_the_dialog_offers_is_listed():
    told = {each for _, formats in table("What") for each in re.findall(r"`(\.\w+)`", formats)}
    assert told == set(re.findall(r"\*(\.\w+)", _KINDS))
    assert set(_EXCEL) <= told


def test_every_verb_is_listed_once_and_its_call_is_shown():
    told = [verb.strip("`") for verb, _ in table("Verb")]
    assert sorted(told) == sorted(cli.VERBS)
    shown = set(re.findall(r"^dpstudio ([a-z-]+)\b", MANUAL, re.MULTILINE))
    assert shown == set(cli.VERBS)


def kinds(kind: type[StudioError]) -> set[type[StudioError]]:
    """An error and all that are of its kind."""
    return {kind}.union(*map(kinds, kind.__subclasses__()))


def ended(by: signal.Signals) -> int:
    """The exit code of a command that a signal has ended."""
    watch = Watch()
    watch.heard = by
    return watch.ended().exit_code


def test_every_exit_code_is_listed_and_no_other():
    codes = {0, *(each.exit_code for each in kinds(StudioError)), ended(signal.SIGINT), ended(signal.SIGTERM)}
    assert {int(code) for code, _ in table("Exit code")} == codes


def test_the_format_of_project_files_is_todays():
    assert f"JSON of format {FORMAT}; formats 1 to {FORMAT - 1} are still read" in " ".join(MANUAL.split())


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)", MANUAL))
def test_what_the_manual_links_to_is_there(link):
    assert (Path(__file__).parents[2] / "docs" / link).exists()
