"""Which kind of question is asked is known in the kinds' own packages; who still asks elsewhere is counted."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2] / "dpstudio"
NAMES = {"choose", "measure", "survey", "synthesize"}
VALUES = {"Choice", "Measurement", "Survey", "SyntheticTable"}
CLAIMS = {
    "ChoiceAsked",
    "FiguresAsked",
    "SurveyAsked",
    "SynthesisAsked",
    "Chosen",
    "Measured",
    "Surveyed",
    "Synthesized",
}
ELSEWHERE = {  # may only become less
    "api/__init__.py": 4,  # the names of four functions
    "api/questions.py": 4,  # each makes a plan of its kind
    "core/ledger/entries.py": 3,  # by which measure a limit is kept: another word
    "core/plan.py": 1,  # a new plan chooses
    "core/receipt/claims.py": 4,  # the receipt's own fields
    "core/receipt/errors.py": 1,
    "core/receipt/receipt.py": 2,
    "core/receipt/registry.py": 1,
    "gui/tabs/column_editor.py": 2,  # "choose" is a word of the window there
}


def _asks(node: ast.AST) -> int:
    """How often a part of a program asks which kind it has, or names one."""
    if isinstance(node, ast.Constant):
        return int(isinstance(node.value, str) and node.value in NAMES)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        return int(any(isinstance(each, ast.Name) and each.id in VALUES | CLAIMS for each in ast.walk(node.args[1])))
    if isinstance(node, ast.MatchClass):
        return int(isinstance(node.cls, ast.Name) and node.cls.id in VALUES | CLAIMS)
    return 0


def test_no_stage_asks_which_kind_of_question_it_has():
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        count = sum(map(_asks, ast.walk(ast.parse(path.read_text("utf-8")))))
        if count and not name.startswith(("kinds/", "gui/tabs/kinds/")):
            found[name] = count
    assert found == ELSEWHERE


def test_every_kind_is_a_package_of_the_same_parts():
    parts = {kind: {path.stem for path in (ROOT / "kinds" / kind).glob("*.py")} for kind in sorted(NAMES)}
    common = set.intersection(*parts.values())
    assert common >= {
        "kind", "resolving", "settled", "question", "releasing", "describing", "previewing", "law", "auditing",
        "verifying",
    }  # fmt: skip
    assert {path.name for path in (ROOT / "kinds").iterdir() if path.is_dir() and path.name != "__pycache__"} == NAMES
