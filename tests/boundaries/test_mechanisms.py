"""A selection mechanism is one file and one entry; who else names a single one is counted."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from dpstudio.core.mechanisms import SELECTIONS, SelectionKey
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.receipt import words
from tests.boundaries.randomized_argmax import RandomizedArgmax
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded
from tests.recorded.questions import DRINKS, VOTES, choice, formula, ready, text_of

ROOT = Path(__file__).parents[2]
ELSEWHERE = {  # may only become less
    "api/questions.py": 1,  # the one that is used where none is named
    "core/mechanisms/small_database.py": 1,  # it says that it draws tables by the exponential mechanism's sampler
    "core/plan.py": 1,  # the one that a new plan has
    "core/receipt/earlier.py": 5,  # the laws that receipts of format 1 could have
    "kinds/choose/auditing.py": 1,  # a law that is quick to work out, to look through many pairs of tables with
}
OUTSIDE = {  # what neither knows is told in the statement's own words, or said not to be checked
    "resources/receipt.typ": 3,  # laws as they are set
    "docs/verify_receipt.py": 8,  # laws that are worked out again
}
OWN = {Path(str(sys.modules[type(each).__module__].__file__)) for each in SELECTIONS.values()}
LAWS = {*SELECTIONS, *(each.law_form for each in SELECTIONS.values())}
NAMES = LAWS | {type(each).__name__ for each in SELECTIONS.values()}
SPOKEN = {each.name.lower() for each in SELECTIONS.values()}
SAYS = """
import sys
from dpstudio import cli
for words in ("law sample-{}.dpstudio --json", "plan {}.dpstudio --json", "audit {}.dpstudio -n 400",
              "release {}.dpstudio --out {}", "verify {}/receipt.json {}/receipt.pdf"):
    for name in sys.argv[1:]:
        code = cli.main(words.replace("{}", name).split())
        assert code == 0, (words, name, code)
"""
ASKED = {
    "votes": choice(VOTES, DRINKS),
    "unlimited": formula("sum(spent where drink = candidate)", columns={"spent": {"lower": "", "upper": ""}}),
    "product": formula("count(drink = candidate) * count(flag and drink = candidate)"),
    "capped": formula("capped_sum(age - 50, 40 where drink = candidate)"),
    "ready": ready(delta=""),
}


def documents(tree: ast.Module) -> set[ast.AST]:
    """The docstrings."""
    heads = (each for each in ast.walk(tree) if isinstance(each, ast.Module | ast.ClassDef | ast.FunctionDef))
    return {each.body[0].value for each in heads if each.body and isinstance(each.body[0], ast.Expr)}


def names(node: ast.AST) -> bool:
    """Whether a part of a program names a single mechanism: by key, law or class, or in a text that people read."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value in NAMES or any(spoken in node.value.lower() for spoken in SPOKEN)
    return isinstance(node, ast.Name | ast.alias) and (node.id if isinstance(node, ast.Name) else node.name) in NAMES


def test_nothing_outside_its_file_and_the_registry_names_a_single_mechanism():
    found = {}
    for path in sorted((ROOT / "dpstudio").rglob("*.py")):
        name = path.relative_to(ROOT / "dpstudio").as_posix()
        if path in OWN or name == "core/mechanisms/__init__.py" or name.startswith("core/sampling/"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        if count := sum(map(names, set(ast.walk(tree)) - documents(tree))):
            found[name] = count
    assert found == ELSEWHERE


def test_the_page_and_the_small_verifier_name_those_laws_alone_that_they_know():
    quoted = re.compile("|".join(f'"{each}"' for each in sorted(LAWS)))
    assert {name: len(quoted.findall((ROOT / name).read_text("utf-8"))) for name in OUTSIDE} == OUTSIDE


def test_every_mechanism_can_be_named_from_python_and_no_other():
    assert get_args(SelectionKey) == tuple(SELECTIONS)


def test_what_is_said_of_weights_is_said_by_those_alone_that_take_them():
    for each in (*SELECTIONS.values(), RandomizedArgmax()):
        assert bool(each.weighted_formula) == bool(each.weighted_accuracy_formula) == each.takes_weights


# ---- one more: randomized_argmax.py beside this file


def test_the_one_more_keeps_its_epsilon_between_any_two_tables_and_reaches_it():
    epsilon = Fraction(3, 2)
    laws = [RandomizedArgmax().law(np.array(scores), epsilon) for scores in product(range(3), repeat=4)]
    assert all(law.sum() == pytest.approx(1) for law in laws)
    worst = max(float(np.log(one / other).max()) for one in laws for other in laws)
    assert worst == pytest.approx(float(epsilon), rel=1e-12)


@pytest.mark.parametrize("unit", [Fraction(1, 100), Fraction(50)])
def test_a_mechanism_may_draw_at_a_rate_of_its_own_whatever_the_scores_are_worth(unit):
    made, scores, entropy = (
        SelectionCalibration(RandomizedArgmax(), Fraction(7), Fraction(1)),
        np.array([5, 5, 4, 0]),
        Seeded("own"),
    )
    won = np.bincount([made.draw(entropy, scores, unit)[0] for _ in range(3000)], minlength=4)
    tied, rest = (np.e + 1) / 2, 1
    assert made.law(scores, unit) == pytest.approx(np.array([tied, tied, rest, rest]) / (np.e + 3))
    assert chi_square(won.tolist(), made.law(scores, unit)) < LIMIT


def test_where_no_bound_holds_for_every_table_none_is_stated():
    beta = Fraction(1, 20)
    made = SelectionCalibration(RandomizedArgmax(), Fraction(1), Fraction(1))
    assert made.accuracy(4, beta) is None
    assert "no bound" in words.accuracy(None, beta, "votes", 1)
    enough = made.epsilon_for(Fraction(1), 4, beta)
    for epsilon in (enough, enough - Fraction(1, 100)):
        first = RandomizedArgmax().law(np.array([1, 0, 0, 0]), epsilon)[0]
        known = SelectionCalibration(RandomizedArgmax(), Fraction(1), epsilon).accuracy(4, beta)
        assert (known == 0, known is None) == (first >= 1 - beta, first < 1 - beta)


def test_only_a_mechanism_that_needs_no_bound_does_without_one():
    none = SelectionCalibration(RandomizedArgmax(), None, Fraction(1))
    assert none.law(np.array([3, 1]), Fraction(1)) == pytest.approx(np.array([np.e, 1]) / (np.e + 1))
    for each in SELECTIONS.values():
        assert each.needs_bound
        with pytest.raises(ValueError, match="range sensitivity"):
            SelectionCalibration(each, None, Fraction(1))
        with pytest.raises(ValueError, match="range sensitivity"):
            each.rate(Fraction(1), Fraction(1), None)


@pytest.mark.long
def test_one_more_mechanism_is_one_file_and_one_entry(tmp_path):
    """It needs no bound, so it may be asked of rules that have none: nothing says how far a person moves a score."""
    copy = tmp_path / "copy"
    for name in ("dpstudio", "resources", "tests/recorded/tables"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    registry = copy / "dpstudio/core/mechanisms/__init__.py"
    shutil.copy(Path(__file__).with_name("randomized_argmax.py"), registry.parent)
    entry = (
        "from dpstudio.core.mechanisms.randomized_argmax import RandomizedArgmax\n_SELECTIONS = (RandomizedArgmax(), "
    )
    registry.write_text(registry.read_text("utf-8").replace("_SELECTIONS = (", entry), "utf-8")
    for place, (name, asked) in enumerate(ASKED.items()):
        text = text_of({**asked, "privacy": {**asked["privacy"], "mechanism": "randomized_argmax"}})
        text = text.replace("../tables", "tests/recorded/tables")
        (copy / f"{name}.dpstudio").write_text(text.replace("a" * 32, str(place) * 32), "utf-8")
        sample = text.replace('"private"', '"sample"').replace("a" * 32, f"b{place}" * 16)
        (copy / f"sample-{name}.dpstudio").write_text(sample, "utf-8")
    world = {"PYTHONPATH": str(copy), "DPSTUDIO_HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    says = [sys.executable, "-c", SAYS, *ASKED]
    done = subprocess.run(says, cwd=copy, env=os.environ | world, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ASKED:
        statement = json.loads((copy / name / "receipt.json").read_text("utf-8"))["statement"]
        assert statement["mechanism"]["law"] == "randomized_argmax"
        assert statement["accuracy"]["score_gap_at_most"] is None
        claimed = [statement["question"][each] for each in ("sensitivity", "range_sensitivity")]
        origin = statement["mechanism"]["range_sensitivity_origin"]
        assert (claimed, origin) == (["1", "1"], "derived") if name == "votes" else ([None, None], "none")
        assert not any("asserted" in each for each in statement["flags"])
        small = [sys.executable, str(ROOT / "docs/verify_receipt.py"), str(copy / name / "receipt.json")]
        checked = subprocess.run(small, capture_output=True, text=True, check=True).stdout
        assert "✗" not in checked and "– Scale: law, ρ and accuracy not checked here" in checked
