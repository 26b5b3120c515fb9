"""Writes resources/languages/dpstudio.pot: every text of the window, for whoever translates it.

python packaging/texts.py [--check]
"""

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from dpstudio.core.quantities import SINGULAR, forms

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "languages" / "dpstudio.pot"
MADE = {"phrase": (0,), "tr": (0,), "phrase_of": (1, 2)}
"""Which arguments of a call are templates."""
COUNTED = {"counted": 1, "there_are": 1, "with_unit": 1}
"""Which argument of a call names what is counted, in the plural."""
DOCUMENTS = ("about.md", "glossary.md", "help.md")
DEMONSTRATIONS = {
    "index.json": ("title", "text", "kind"),
    "scenes.json": ("question", "answer", "more", "grab", "source"),
}
_FIELD, _WORD = re.compile(r"{[^{}]*}"), re.compile(r"[^\W\d_]{2}")
_HEADER = """\
# The texts of dpstudio, collected by packaging/texts.py. docs/translating.md says what to do with them.
#"""
Message = str | tuple[str, str]


def main() -> int:
    """Write the file; with --check say whether it is what it should be."""
    if "--check" not in sys.argv:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_bytes(written())
    elif not TARGET.exists() or TARGET.read_bytes() != written():
        print(f"{TARGET.name} is not what packaging/texts.py writes")
        return 1
    return 0


def written() -> bytes:
    """What belongs into the file."""
    never = datetime(2026, 1, 1, tzinfo=UTC)
    catalogue = Catalog(project="dpstudio", header_comment=_HEADER, creation_date=never, revision_date=never)
    known: set[Message] = set()
    for message, file in messages():
        if message not in known:
            known.add(message)
            catalogue.add(message, locations=[(file, 0)])
    out = io.BytesIO()
    write_po(out, catalogue, width=0, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def messages() -> Iterator[tuple[Message, str]]:
    """Every text of the program and the file that it stands in."""
    for file in sorted((ROOT / "dpstudio").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if name != "dpstudio/translation.py":
            yield from ((message, name) for message in of_source(file.read_text("utf-8"), name) if has_words(message))
    for name in DOCUMENTS:
        for line in (ROOT / "resources" / name).read_text("utf-8").splitlines():
            if has_words(line):
                yield line, f"resources/{name}"
    for name, fields in DEMONSTRATIONS.items():
        listed = json.loads((ROOT / "resources" / "demonstrations" / name).read_text("utf-8"))
        for entry in listed.values() if isinstance(listed, dict) else listed:
            yield from ((entry[field], f"resources/demonstrations/{name}") for field in fields)
    yield from ((forms(things), "dpstudio/core/quantities/counting.py") for things in SINGULAR)


def of_source(source: str, file: str) -> Iterator[Message]:
    """The texts that a module makes, and the members of its enumerations, which are shown as they are.

    Raises:
        SystemExit: a template is not written where it is used, so that nobody could collect it.
    """
    tree = ast.parse(source)
    for kind in ast.walk(tree):
        if isinstance(kind, ast.ClassDef) and any(getattr(base, "id", "") == "StrEnum" for base in kind.bases):
            members = (text for line in kind.body if isinstance(line, ast.Assign) for text in constants(line.value))
            yield from (text for text in members if "_" not in text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in MADE:
            yield from _templates(call, MADE[name], f"{file}, line {call.lineno}")
        elif name in COUNTED and len(call.args) > COUNTED[name]:
            yield from (forms(things) for things in constants(call.args[COUNTED[name]]))


def _templates(call: ast.Call, places: tuple[int, ...], where: str) -> Iterator[Message]:
    if any(isinstance(each, ast.Starred) for each in call.args):
        return  # the forms of what is counted: they are collected where it is counted
    found = [constants(call.args[place]) for place in places if place < len(call.args)]
    if len(found) != len(places) or not all(found):
        sys.exit(f"{where}: the template is not written there")
    if len(found) == 2:
        yield found[0][0], found[1][0]
    else:
        yield from found[0]


def constants(node: ast.expr) -> list[str]:
    """The texts that an argument can be, as far as they stand there."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def has_words(message: Message) -> bool:
    """Whether there is anything to translate."""
    return any(_WORD.search(_FIELD.sub("", each)) for each in ([message] if isinstance(message, str) else message))


if __name__ == "__main__":
    sys.exit(main())
