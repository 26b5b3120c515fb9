"""What is handed on of an error says where, and nothing of the data, the person or the computer."""

import getpass
import json
import platform
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from dpstudio.core.candidates import parse_grid
from dpstudio.workspace.computer import mistakes
from dpstudio.workspace.computer.mistakes import describe, report

SECRET = "Zaphod"


def grouped():
    raise ExceptionGroup(SECRET, [ValueError(SECRET), KeyError(SECRET)])


def chained():
    try:
        {}[SECRET]
    except KeyError as error:
        raise RuntimeError(SECRET) from error


def endless(depth: int = 0):
    return endless(depth + 1)


def endless_inside():
    """As if a function of dpstudio called itself without end."""
    place = str(Path(mistakes.__file__).with_name("endless.py"))
    exec(compile("def again():\n    again()\nagain()", place, "exec"), {})


FAILING = {
    "an error of ours": lambda: parse_grid(SECRET, None, ()),
    "DuckDB quotes a cell": lambda: duckdb.sql(f"SELECT CAST('{SECRET}' AS INTEGER)").fetchall(),
    "Arrow quotes a cell": lambda: pa.array([SECRET]).cast("int64"),
    "Python quotes a cell": lambda: int(SECRET),
    "JSON holds the text": lambda: json.loads(SECRET),
    "code from a text": lambda: compile(SECRET + " =", SECRET, "exec"),
    "a file's name": lambda: Path(f"/{SECRET}/{SECRET}").read_text(),
    "several at once": grouped,
    "one after another": chained,
    "too deep": endless,
    "too deep in dpstudio": endless_inside,
}


def caught(failing) -> BaseException:
    try:
        failing()
    except BaseException as error:
        return error
    raise AssertionError("it does not fail")


@pytest.mark.parametrize("name", FAILING)
def test_a_report_quotes_nothing(name):
    error = caught(FAILING[name])
    for said in (report(error), describe(error)):
        assert SECRET not in said
        for mark in (str(Path.home()), getpass.getuser(), platform.node(), "/"):
            assert mark not in said.replace("dpstudio/", "").replace("core/", "").replace("quantities/", "").replace(
                "candidates/", ""
            ).replace("workspace/", "").replace("computer/", "")
    assert type(error).__qualname__ in report(error)
    assert len(report(error)) < 4_000


def test_a_report_says_where_and_with_which_versions():
    said = report(caught(FAILING["an error of ours"]))
    assert "dpstudio/core/" in said
    assert ", line " in said
    assert f"Python {platform.python_version()}" in said
    assert "dpstudio 0.1.0" in said
    assert f"duckdb {duckdb.__version__}" in said
    assert "dpstudio/core/" in describe(caught(FAILING["an error of ours"]))


def test_what_led_to_an_error_is_named_too():
    said = report(caught(FAILING["one after another"]))
    assert said.index("RuntimeError") < said.index("KeyError")
    assert "ValueError" in report(caught(FAILING["several at once"]))


def test_the_command_line_quotes_nothing_of_an_error_that_nobody_expected(tmp_path):
    """A release in which the engine's error quotes a cell."""
    code = f"""
import sys
from dpstudio import cli
from dpstudio.workspace.project import demonstrations
from dpstudio.core.entropy import Entropy
from pathlib import Path
class Broken(Entropy):
    def read(self, count):
        raise KeyError("{SECRET}")
    words = read
project = demonstrations.write("apples", Path(sys.argv[1]) / "apples")
sys.exit(cli.main(["release", str(project), "--out", sys.argv[1] + "/out"], Broken()))
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "KeyError" in done.stderr
    assert SECRET not in done.stdout + done.stderr
