"""From the tree of a score rule to its text, with no bracket more than needed."""

import re

from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.language.tree import (
    COMPARISONS,
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    Text,
)

_BARE = re.compile(r"[^\W\d]\w*")
_WORDS = ("and", "or", "not", "between", "in", "has", "where", "candidate")
_BINDING = {
    Operator.OR: 1,
    Operator.AND: 2,
    Operator.NOT: 3,
    **dict.fromkeys(COMPARISONS, 4),
    Operator.IN: 4,
    Operator.HAS: 4,
    Operator.MATCH: 4,
    Operator.PLUS: 5,
    Operator.MINUS: 5,
    Operator.TIMES: 6,
    Operator.OVER: 6,
    Operator.NEGATIVE: 7,
}


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
            return _operation(node)
    raise TypeError(type(node))


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) and name not in _WORDS else "[" + name.replace("]", "]]") + "]"


def _operation(node: Operation) -> str:
    operator, parts = node.operator, node.parts
    match operator:
        case Operator.NEGATIVE:
            return "-" + _within(parts[0], 7)
        case Operator.NOT:
            return "not " + _within(parts[0], 3)
        case Operator.OR | Operator.AND:
            level = _BINDING[operator]
            last = [_within(part, level + 1) for part in parts[1:]]
            return f" {operator.value} ".join([_within(parts[0], level), *last])
        case Operator.PLUS | Operator.MINUS | Operator.TIMES | Operator.OVER:
            level = _BINDING[operator]
            return f"{_within(parts[0], level)} {operator.value} {_within(parts[1], level + 1)}"
        case Operator.IN:
            options = ", ".join(_within(part, 5) for part in parts[1:])
            return f"{_within(parts[0], 5)} in ({options})"
        case Operator.SUM if len(parts) == 2:
            return f"sum({text_of(parts[0])} where {text_of(parts[1])})"
        case Operator.PRESENT:
            return "true"
    if operator in COMPARISONS or operator in (Operator.HAS, Operator.MATCH):
        sign = "=" if operator is Operator.MATCH else operator.value
        return f"{_within(parts[0], 5)} {sign} {_within(parts[1], 5)}"
    return f"{operator.value}({', '.join(text_of(part) for part in parts)})"


def _within(node: Node, level: int) -> str:
    """The text of a part, in brackets where it binds less tightly than `level`."""
    text = text_of(node)
    binds = _BINDING.get(node.operator, 9) if isinstance(node, Operation) else 9
    if isinstance(node, Number) and "/" in text:
        binds = 6
    return text if binds >= level else f"({text})"
