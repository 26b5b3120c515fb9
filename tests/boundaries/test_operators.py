"""What an operator of the language means is known in its own file; who still names one elsewhere is counted."""

import ast
import importlib
from pathlib import Path

from dpstudio.core.scores.operators.contract import Aggregate, Arithmetic, Condition, Operator, RowNumber
from dpstudio.core.scores.operators.registry import FUNCTIONS, GRAMMAR, SIGNS

ROOT = Path(__file__).parents[2] / "dpstudio"
PACKAGE = "dpstudio.core.scores.operators"
COMMON = {"contract", "walks", "written", "grids", "registry", "absent"}
ELSEWHERE = {  # may only become less
    "core/scores/adding.py": {"SUM", "CLIP", "limits"},  # a data engine can add up, and clip, and nothing else
    "core/scores/contribution.py": {"IF", "PRESENT"},  # what a row adds is a tree of its own
    "core/scores/counterexample.py": {"MINUS", "OVER", "TIMES"},  # what is refused is a quotient or a product
    "core/scores/forms.py": {  # each form is one tree, written and recognised
        "ABSOLUTE", "AT_LEAST", "COUNT", "EQUAL", "HAS", "MINUS", "NEGATIVE", "PLUS", "SUM", "TIMES", "imbalance",
    },
    "core/scores/formula.py": {"Order"},  # rows are sorted for any comparison by size
    "core/scores/offers.py": {  # rewrites refused quotients and products
        "MINUS", "NEGATIVE", "OVER", "PLUS", "SUM", "TIMES",
    },
}  # fmt: skip


def named(path: Path) -> set[str]:
    """What a file takes out of the files of single operators."""
    found: set[str] = set()
    for each in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith(PACKAGE):
            module = (each.module or "").removeprefix(PACKAGE).removeprefix(".")
            names = {alias.name for alias in each.names}
            found |= names - COMMON if not module else set() if module in COMMON else names
        if isinstance(each, ast.Import):
            found |= {alias.name for alias in each.names if alias.name.startswith(PACKAGE)}
    return found


def test_nothing_outside_its_file_names_a_single_operator():
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        names = named(path)
        if names and not name.startswith("core/scores/operators/"):
            found[name] = names
    assert found == ELSEWHERE


def test_no_file_tells_operators_apart_by_their_names():
    for path in sorted((ROOT / "core").rglob("*.py")):
        for each in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(each, ast.Compare | ast.Match):
                subject = each.left if isinstance(each, ast.Compare) else each.subject
                assert not ast.unparse(subject).endswith("operator.name"), path


def test_every_operator_belongs_to_a_family_and_has_a_name_of_its_own():
    operators = {}
    for path in sorted((ROOT / "core/scores/operators").glob("*.py")):
        module = importlib.import_module(f"{PACKAGE}.{path.stem}")
        found = {value for value in vars(module).values() if isinstance(value, Operator)}
        operators |= {id(each): each for each in found}
    names = [each.name for each in operators.values()]
    assert len(names) == len(set(names)) >= 26
    families = (Arithmetic, RowNumber, Condition, Aggregate)
    assert {each.name for each in operators.values() if not isinstance(each, families)} == {"in"}, "in becomes = or ="
    written = {*FUNCTIONS, *SIGNS, *GRAMMAR}
    assert {"between", "days", "distance", "median", "quantile", "own_column"} <= written


def test_integers_of_rows_widen_in_one_module():
    wider = {
        path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if ".astype(object)" in path.read_text("utf-8")
    }
    assert wider == {"core/scores/exact.py"}
