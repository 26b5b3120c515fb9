"""The window and the documents speak plainly, and call one thing by one word; receipts have words of their own."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTEAD = {  # what was once written so, and what is written now
    r"\bpersons\b(?!\()": "people",
    r"\bmend(s|ed|ing)?\b": "fix, correct or restore",
    r"\b(one|one \w+) a (line|row|cell|person|candidate)\b": "per line, per row, …",
    r"\bgo(es)? on (with|on)\b": "continues, keeps",
    r"\bcounts for nothing\b": "adds nothing",
    r"\btold to be\b": "said to be",
    r"\bparted (by|into)\b": "separated, divided",
    r"\bslip\b": "the guarantee may fail",
    r"\bby another way\b": "separately",
    r"\btells? of\b": "says, mentions",
    r"\bis no (\w+ )?(receipt|file|column|number|text|word|table|ledger|person)\b": "is not a …",
    r"\bstands? twice\b": "appears twice",
    r"\bbook\b": "ledger",
    r"\bprivacy budget\b": "limit, or ε",
}
DOCUMENTS = (
    "README.md", "docs/manual.md", "docs/reading.md", "docs/receipt.md", "docs/limits.md", "docs/security.md",
    "docs/python.md", "resources/help.md", "resources/about.md",
)  # fmt: skip
WINDOW = sorted((ROOT / "dpstudio" / "gui").rglob("*.py"))


def given_up(text: str) -> list[str]:
    """What stands in a text that is written otherwise now."""
    return [found[0] for pattern in INSTEAD for found in re.finditer(pattern, text, re.IGNORECASE)]


def prose(text: str) -> str:
    """A document without its code."""
    return re.sub(r"`[^`]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def sentences(path: Path) -> list[str]:
    """What a module says: its texts of several words that are no documentation."""
    tree = ast.parse(path.read_text("utf-8"))
    bare = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return [each.value for each in texts if id(each) not in bare and " " in each.value.strip()]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_say_it_in_plain_words(name):
    assert given_up(prose((ROOT / name).read_text("utf-8"))) == []


@pytest.mark.parametrize("path", WINDOW, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_window_says_it_in_plain_words(path):
    assert [said for said in sentences(path) if given_up(said)] == []


def test_what_was_given_up_is_noticed():
    assert given_up("Persons are listed, one a line; mend it, or it goes on with the book.") == [
        "Persons", "mend", "one a line", "goes on with", "book",
    ]  # fmt: skip


STRAIGHT = {  # files' and fields' names, in which a sign that nobody sees must be seen
    "workspace/verifying/opening.py", "workspace/verifying/keys.py",
    "workspace/project/project_file.py", "workspace/project/project_text.py",
}  # fmt: skip


def test_names_of_columns_and_candidates_stand_in_the_quotes_of_people_not_of_programs():
    below = [
        path
        for part in ("core", "planning", "kinds", "workspace", "gui")
        for path in (ROOT / "dpstudio" / part).rglob("*.py")
    ]
    texts = {str(path.relative_to(ROOT / "dpstudio")): path.read_text("utf-8") for path in below}
    assert {
        name for name, text in texts.items() if "phrase(" in text and re.search(r'=f"\{[^"{}]*!r\}"', text)
    } == STRAIGHT
