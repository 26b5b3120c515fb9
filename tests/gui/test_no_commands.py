"""What the window says names no command of the shell; an error has its own remedy for the command line."""

import ast
import re
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError, Lost, Refusal

ROOT = Path(__file__).parents[2] / "dpstudio"
OF_THE_LINE = ("verbs", "cli.py", "bookkeeping.py", "arguments.py", "interruption.py", "telling.py", "__main__.py")
VERBS = "release|law|plan|simulate|audit|examples|ledger|complete|receipt|verify|lower|move|key|arrive|resume"
COMMAND = re.compile(rf"dpstudio ({VERBS})\b(?! on its way)|(?<![\w-])--[a-z]")
KIND = "dpstudio receipt"  # of a document, as its own field says
NO_WINDOW = "gui/display.py"  # what it says is said where no window opens
WINDOW = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in OF_THE_LINE]
MODULES = [path for path in WINDOW if path != ROOT / NO_WINDOW]


def documented(tree):
    """The docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, kinds) and _is_text(node.body[0])}


def _is_text(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def for_the_line(tree):
    """What stands in an argument `command`, and constants that are named for the command line."""
    given = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "command"]
    named = [node for node in tree.body if isinstance(node, ast.Assign) and "_LINE_" in ast.unparse(node.targets[0])]
    return {id(inner) for each in [*given, *named] for inner in ast.walk(each)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_that_the_window_can_show_names_a_command(path):
    tree = ast.parse(path.read_text("utf-8"))
    allowed = documented(tree) | for_the_line(tree)
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    shown = [node.value for node in texts if id(node) not in allowed and node.value != KIND]
    assert [text for text in shown if COMMAND.search(text)] == []
    kept = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id.startswith("_LINE_")]
    assert [node.lineno for node in kept if id(node) not in allowed] == []


def test_an_error_says_in_the_window_what_the_window_can_do_and_on_the_command_line_what_that_can():
    for kind in (InputError, Refusal):
        error = kind("Wrong.", "Click.", command="dpstudio move")
        assert str(error) == "Wrong. Click."
        assert error.command == "dpstudio move"
        assert kind("Wrong.", "Click.").command == "Click."
        after = error.followed_by("Then go on.")
        assert type(after) is kind
        assert (after.remedy, after.command) == ("Click. Then go on.", "dpstudio move Then go on.")
    lost = Lost("Gone.", "Or so.", command="Or thus.").followed_by("Then go on.")
    assert not COMMAND.search(str(lost))
    assert "Or so. Then go on." in str(lost)
    assert "dpstudio resume" in lost.command
    assert "Or thus. Then go on." in lost.command
