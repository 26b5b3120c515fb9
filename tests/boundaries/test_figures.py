"""A kind of figure is one file, one entry and its name in receipts; who else names a single one is counted."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from dpstudio.core.receipt.figure_kinds import REACHES, FigureKey, Vector
from dpstudio.kinds.measure.figures import FIGURES
from tests.boundaries.test_mechanisms import documents
from tests.recorded.questions import REPLACE, THREE, TWO, UNITS, measured, text_of
from tests.twins.twin import copied, outcome

ROOT = Path(__file__).parents[2]
PACKAGE = "dpstudio.kinds.measure.figures"
REGISTRY, NAMED = "kinds/measure/figures/__init__.py", "core/receipt/figure_kinds.py"
ELSEWHERE = {  # may only become less
    "api/figures.py": 5,  # a function of its own for each of the first five; `figure` makes one of any kind
    "core/plan.py": 1,  # the one that a new figure is
    "kinds/measure/words.py": 1,  # the verb: at most three rows of each person count
}
OWN = {Path(str(sys.modules[each.__module__].__file__)) for each in FIGURES.values()}
MODULES = {each.__module__ for each in FIGURES.values()}
CLASSES = {each.__name__ for each in FIGURES.values()}
ABOUT = {"FigurePlan", "FigureAsked", "FigureKey", "FIGURES", "MeasuredFigure"}
SAYS = """
import sys
from dpstudio import cli, figure, open_project
name = sys.argv[1]
for words in ("law sample-{}.dpstudio --json", "plan {}.dpstudio --json", "audit {}.dpstudio -n 400",
              "release {}.dpstudio --out {}", "verify {}/receipt.json {}/receipt.pdf"):
    code = cli.main(words.replace("{}", name).split())
    assert code == 0, (words, code)
asked = open_project(f"{name}.dpstudio")
asked.save(f"again-{name}.dpstudio")
again = open_project(f"again-{name}.dpstudio")
figures = again.found.plan.figures
assert figures == asked.found.plan.figures and "squares" in {each.kind for each in figures}
assert figure("squares", "spent", name="s").kind == "squares"
"""
SQUARES = {"kind": "squares", "column": "spent"}
TEA = [{"column": "drink", "test": "is", "value": "Tea"}]
ASKED = {
    "alone": measured([SQUARES], UNITS["rows"]),
    "replaced": measured([SQUARES | {"conditions": TEA, "rounding": "5", "least": "0"}], REPLACE),
    "persons": measured([SQUARES, {"kind": "histogram", "column": "drink", "bins": "Tea\nMilk"}], THREE),
    "several": measured([{"kind": "mean", "column": "age"}, SQUARES | {"share": "1/4"}], TWO, "Gauss"),
}
L1 = {"alone": "100", "replaced": "100", "persons": "300", "several": "200"}
"""How far a person moves the sum of squares, each of at most 10²."""
ENTRIES = {
    NAMED: {
        '"groups"]': '"groups", "squares"]',
        '"sums of groups"]': '"sums of groups", "sum of squares"]',
        '"groups": _of_sums}': '"groups": _of_sums, "squares": _of_rows}',
    },
    REGISTRY: {
        "_KINDS: ": f"from {PACKAGE}.sum_of_squares import SumOfSquares\n\n_KINDS: ",
        "GroupSums)": "GroupSums, SumOfSquares)",
    },
}


def names(node: ast.AST) -> bool:
    """Whether a part of a program names a single kind of figure: by key, class or module."""
    if isinstance(node, ast.Constant):
        return node.value in FIGURES
    if isinstance(node, ast.ImportFrom):
        return node.module in MODULES
    return isinstance(node, ast.Name) and node.id in CLASSES


def is_about_figures(tree: ast.Module) -> bool:
    """Whether a file can hold a figure: "count" and "total" are words elsewhere, too."""
    found = {alias.name for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) for alias in each.names}
    made = {each.name for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
    modules = {each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    return bool(ABOUT & (found | made)) or any(each.startswith(("dpstudio.core.figures", PACKAGE)) for each in modules)


def test_nothing_outside_its_file_and_the_entries_names_a_single_kind_of_figure():
    found, looked_at = {}, 0
    for path in sorted((ROOT / "dpstudio").rglob("*.py")):
        name = path.relative_to(ROOT / "dpstudio").as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        if path in OWN or name in (REGISTRY, NAMED) or not is_about_figures(tree):
            continue
        looked_at += 1
        if count := sum(map(names, set(ast.walk(tree)) - documents(tree))):
            found[name] = count
    assert looked_at >= 25
    assert found == ELSEWHERE


def test_what_measures_tells_no_figures_apart_by_kind():
    """Not even by a word that is compared with a kind."""
    for path in sorted((ROOT / "dpstudio/kinds/measure").rglob("*.py")):
        for each in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(each, ast.Compare) and isinstance(each.left, ast.Attribute) and each.left.attr == "kind":
                assert "Kind." in ast.unparse(each) or "NUMERIC" in ast.unparse(each), (path, ast.unparse(each))


def test_every_kind_has_its_name_and_its_vectors_in_receipts():
    assert tuple(FIGURES) == get_args(FigureKey) == tuple(REACHES)
    vectors = {vector for each in FIGURES.values() for vector in each.vectors}
    assert vectors == set(get_args(Vector))


# ---- one more: sum_of_squares.py beside this file


def with_squares(folder: Path) -> Path:
    """A copy of the program with one more kind of figure: one file and two entries."""
    copy = copied(folder)
    for name, changes in ENTRIES.items():
        path = copy / "dpstudio" / name
        text = path.read_text("utf-8")
        for old, new in changes.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
    own = copy / "dpstudio" / Path(REGISTRY).parent / "sum_of_squares.py"
    own.write_text(Path(__file__).with_name("sum_of_squares.py").read_text("utf-8"), "utf-8")
    return copy


@pytest.mark.long
def test_one_more_kind_of_figure_is_one_file_and_two_entries(tmp_path):
    copy = with_squares(tmp_path)
    for place, (name, asked) in enumerate(ASKED.items()):
        text = text_of(asked).replace("../tables", "tests/recorded/tables")
        (copy / f"{name}.dpstudio").write_text(text.replace("a" * 32, str(place) * 32), "utf-8")
        sample = text.replace('"private"', '"sample"').replace("a" * 32, f"b{place}" * 16)
        (copy / f"sample-{name}.dpstudio").write_text(sample, "utf-8")
    world = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ASKED:  # each under a ledger of its own: an account has one unit
        around = os.environ | world | {"DPSTUDIO_HOME": str(tmp_path / "homes" / name)}
        says = [sys.executable, "-c", SAYS, name]
        done = subprocess.run(says, cwd=copy, env=around, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    for name, asked in ASKED.items():
        statement = json.loads((copy / name / "receipt.json").read_text("utf-8"))["statement"]
        assert [each["kind"] for each in statement["question"]["figures"]] == [
            each["kind"] for each in asked["figures"]
        ]
        noise = next(each for each in statement["mechanism"]["noises"] if each["vector"] == "sum of squares")
        assert noise["l1_sensitivity"] == L1[name]


@pytest.mark.long
def test_the_window_offers_the_one_more_shows_its_fields_and_draws_it(tmp_path):
    done = outcome(with_squares(tmp_path), "tests/boundaries/window_of_squares.py")
    assert done.returncode == 0, done.stdout + done.stderr
