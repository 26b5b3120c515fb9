"""From the tree of a score rule to its text, with no bracket more than needed."""

import re
from functools import lru_cache

from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell, Text

_BARE = re.compile(r"[^\W\d]\w*")
_QUOTIENT = 6  # a fraction binds as a division does
_WORDS = ("and", "or", "not", "between", "in", "has", "where", "candidate")


def text_of(node: Node) -> str:
    """The text that `parse` reads back as the same tree (bound trees: the text they came from)."""
    match node:
        case Number(value):
            return rational_text(value)
        case Text(text):
            return '"' + text.replace('"', '""') + '"'
        case Cell(name):
            return _name(name)
        case OwnCell():
            return "own_column()"
        case Candidate(attribute):
            return f"candidate.{_name(attribute)}" if attribute else "candidate"
        case Operation():
            return text_of_operation(node)
    raise TypeError(type(node))


@lru_cache(maxsize=4096)
def text_of_operation(node: Operation) -> str:
    """Kept, because the proof of a rule tells the text of every part, and a keystroke changes few of them."""
    return node.operator.text(node.parts, _within)


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) and name not in _WORDS else "[" + name.replace("]", "]]") + "]"


def _within(node: Node, level: int) -> str:
    """The text of a part, in brackets where it binds less tightly than `level`."""
    text = text_of(node)
    if isinstance(node, Operation):
        return text if node.operator.binds >= level else f"({text})"
    quotient = isinstance(node, Number) and "/" in text
    return f"({text})" if quotient and level > _QUOTIENT else text
