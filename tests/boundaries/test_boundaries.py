"""What the parts may know of one another, seen from outside in fresh interpreters."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dpstudio.gui.actions import ACTIONS
from dpstudio.workspace.computer.settings import SETTINGS

ROOT = Path(__file__).resolve().parents[2]


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "pyqtgraph", "shiboken6"):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
import pkgutil, importlib, dpstudio.core, dpstudio.workspace
for package in (dpstudio.core, dpstudio.workspace):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
import dpstudio.cli
print("fine")
"""


def test_core_workspace_and_command_line_work_without_the_toolkits():
    assert python(BLOCK) == "fine"


def test_the_window_loads_without_the_interface_for_python():
    code = "import sys, dpstudio.gui.main_window; print('dpstudio.api' in sys.modules)"
    assert python(code, QT_QPA_PLATFORM="offscreen") == "False"


def test_scores_mechanisms_and_sampling_load_no_data_engine():
    code = """
import sys
import dpstudio.core.sampling, dpstudio.core.mechanisms
import dpstudio.core.scores.rules, dpstudio.core.scores.derivation, dpstudio.core.scores.evaluation
print(sorted({"ibis", "duckdb", "pyarrow", "typst"} & set(sys.modules)))
"""
    assert python(code) == "[]"


@pytest.mark.parametrize("word", ["eval(", "exec(", "pickle", "np.random", "import random", "pandas"])
def test_no_evaluation_and_no_second_source_of_randomness(word):
    for path in (ROOT / "dpstudio").rglob("*.py"):
        text = path.read_text("utf-8").replace(".exec()", "").replace("moment.exec(", "")
        assert word not in text, path


def parsed(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))


def lines_of(node: ast.AST) -> int:
    return node.end_lineno - node.lineno + 1


def test_no_file_of_the_program_is_longer_than_400_lines():
    long = [p for p in (ROOT / "dpstudio").rglob("*.py") if p.read_text("utf-8").count("\n") > 400]
    assert long == []


def test_no_function_is_longer_than_60_lines_and_no_class_than_250():
    most = {ast.FunctionDef: 60, ast.AsyncFunctionDef: 60, ast.ClassDef: 250}
    long = [
        f"{path}:{node.lineno} {node.name} {lines_of(node)}"
        for path, tree in parsed("dpstudio")
        for node in ast.walk(tree)
        if type(node) in most and lines_of(node) > most[type(node)]
    ]
    assert long == []


def test_an_assert_in_the_program_tells_a_type_and_checks_nothing_else():
    """What must be checked is raised: an interpreter may leave asserts out."""

    def tells_a_type(test: ast.expr) -> bool:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return all(map(tells_a_type, test.values))
        if isinstance(test, ast.Compare):
            return isinstance(test.ops[0], ast.IsNot) and ast.unparse(test.comparators[0]) == "None"
        return isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"

    asserts = [
        (path, node) for path, tree in parsed("dpstudio") for node in ast.walk(tree) if isinstance(node, ast.Assert)
    ]
    assert [f"{path}:{node.lineno}" for path, node in asserts if not tells_a_type(node.test)] == []


def test_a_check_is_silenced_only_where_the_line_says_why():
    """After the rule's name stands the reason."""
    paths = [
        path for folder in ("dpstudio", "tests", "benchmarks", "packaging") for path in (ROOT / folder).rglob("*.py")
    ]
    lines = [(path, line.rstrip()) for path in paths for line in path.read_text("utf-8").split("\n")]
    mute = re.compile(r"# (noqa(: [A-Z0-9, ]+)?|type: ignore(\[[a-z-]+\])?)$")
    assert [(path, line) for path, line in lines if mute.search(line)] == []


def test_every_action_has_a_handler_and_its_own_shortcut(studio):
    assert set(studio.window.menus.actions) == {entry.id for entry in ACTIONS}
    assert len({entry.id for entry in ACTIONS}) == len(ACTIONS)
    shortcuts = [str(entry.shortcut) for entry in ACTIONS if entry.shortcut]
    assert len(set(shortcuts)) == len(shortcuts)


def test_every_setting_has_help_and_a_default():
    assert all(setting.values and setting.help.endswith(".") for setting in SETTINGS)


def test_every_icon_that_is_named_exists():
    shipped = {path.stem for path in (ROOT / "resources" / "icons").glob("*.svg")}
    named = set()
    for path in (ROOT / "dpstudio" / "gui").rglob("*.py"):
        named |= set(re.findall(r'(?:icon|pixmap)\("([a-z0-9-]+)"', path.read_text("utf-8")))
        named |= set(re.findall(r'button\([^)]*?, "([a-z0-9-]+)"[,)]', path.read_text("utf-8")))
    named |= {entry.icon for entry in ACTIONS if entry.icon}
    assert named <= shipped


def test_an_installed_wheel_makes_a_receipt_outside_the_checkout(tmp_path):
    """The wheel's own files suffice: the checkout is not importable there."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    code = f"""
import sys
sys.path[:] = [p for p in sys.path if p not in ("", {str(ROOT)!r})]
sys.path.insert(0, {str(wheel)!r}.replace(".whl", ""))
import dpstudio
assert not dpstudio.__file__.startswith({str(ROOT)!r}), dpstudio.__file__
from dpstudio import cli
assert cli.main(["examples", "apples", "--out", "demo"]) == 0
sys.exit(cli.main(["release", "demo/apples.dpstudio", "--out", "receipt"]))
"""
    import zipfile

    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(str(wheel).replace(".whl", ""))
    outside = tmp_path / "outside"
    outside.mkdir()
    done = subprocess.run([sys.executable, "-c", code], cwd=outside, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (outside / "receipt" / "receipt.pdf").read_bytes().startswith(b"%PDF")
