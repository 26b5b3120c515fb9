"""Every text of the program is in the catalogue, and can be translated."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted({*(ROOT / "dpstudio").rglob("*.py")} - {ROOT / "dpstudio" / "translation.py"})
SHOWING = {"tr", "translated", "document", "use"}


@pytest.fixture(scope="module")
def texts():
    """What collects them, as whoever runs it has it."""
    spec = importlib.util.spec_from_file_location("texts", ROOT / "packaging" / "texts.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_catalogue_has_every_text_of_the_program_and_no_other(texts):
    assert texts.TARGET.read_bytes().decode() == texts.written().decode(), "write it anew: python packaging/texts.py"


@pytest.mark.parametrize("template", ['f"{n} rows"', '"rows of " + n', '", ".join(n)', "n"])
def test_a_text_that_nobody_could_collect_is_refused(texts, template):
    with pytest.raises(SystemExit, match=re.escape("tables.py, line 1: the template is not written there")):
        list(texts.of_source(f"phrase({template})", "tables.py"))


def test_what_is_collected_of_a_module(texts):
    source = """
a = phrase("one" if few else "several {n}", n=phrase("more"))
b = phrase_of(n, "{n} cat", "{n} cats", n=n), counted(n, "signed receipts"), counted(n, things)
"""
    assert list(texts.of_source(source, "")) == [
        "one", "several {n}", "more", ("{n} cat", "{n} cats"), ("{number} signed receipt", "{number} signed receipts"),
    ]  # fmt: skip


def test_every_text_has_a_value_for_each_name_in_it_and_no_other(texts):
    for module in MODULES:
        for call in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in texts.MADE:
                continue
            if any(isinstance(each, ast.Starred) for each in call.args):
                continue
            places = texts.MADE[call.func.id]
            templates = [each for place in places for each in texts.constants(call.args[place])]
            given = {each.arg for each in call.keywords}
            named = {name for each in templates for name in re.findall(r"{(\w+)}", each)}
            assert not given or named == given, f"{module.relative_to(ROOT)}, line {call.lineno}"


def test_only_the_window_asks_for_another_language():
    for module in MODULES:
        if "gui" in module.relative_to(ROOT).parts or module.name == "__main__.py":
            continue
        taken = [each for each in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(each, ast.ImportFrom)]
        names = {name.name for each in taken if each.module == "dpstudio.translation" for name in each.names}
        assert not names & SHOWING, module
