"""A language that nobody speaks, made of the catalogue: its letters are others, so that a forgotten text is seen."""

import re
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

CODE = "qaa"
"""One of the codes that stand for no language."""
_OTHERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "абцдефгхийклмнопярстувшщызАБЦДЕФГХИЙКЛМНОПЯРСТУВШЩЫЗ"
)
_KEPT = re.compile(r"(\{[^{}]*\}|\*\.\w+)")


def said(text: str) -> str:
    """A text in the invented language: names in braces, and the kinds of files, stay what they are."""
    parts = _KEPT.split(text)
    return "".join(part if place % 2 else part.translate(_OTHERS) for place, part in enumerate(parts))


def install(program: Path, *, but: str = "") -> None:
    """Put the language into a copy of the program.

    Args:
        but: a text that is left out of its catalogue.
    """
    languages = program / "resources" / "languages"
    with (languages / "dpstudio.pot").open("rb") as file:
        catalogue = read_po(file)
    if but:
        assert but in catalogue, "this text is in no catalogue, so it cannot be left out of one"
        catalogue.delete(but)
    catalogue.fuzzy = False
    for message in catalogue:
        if message.id:
            message.string = said(message.id) if isinstance(message.id, str) else tuple(map(said, message.id))
    target = languages / CODE / "LC_MESSAGES" / "dpstudio.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
