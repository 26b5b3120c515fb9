"""How operators and functions stand in the text of a rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from dpstudio.core.scores.language.tree import Node

Make = Callable[[tuple[Node, ...], int], Node]
"""The tree of parts as they were written, the first of which begins at a place."""
Write = Callable[[Node, int], str]
"""The text of a part, in brackets where it binds less tightly than a level."""


class Binds(IntEnum):
    """How tightly a text holds together; what binds less tightly than is wanted stands in brackets."""

    LEAST = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARED = 4
    ADDED = 5
    MULTIPLIED = 6
    NEGATIVE = 7
    CALL = 9


@dataclass(frozen=True)
class Function:
    """How something is called in a rule.

    Args:
        arguments: how many there may be.
        written: how to write it, said where their number is wrong.
        make: the tree of arguments and a place.
        where: the tree of arguments, of the condition behind them and a place; None where none may stand.
        refused: of numbers of arguments that mean something private what is said, and the remedy.
    """

    name: str
    arguments: range
    written: str
    make: Make
    where: Make | None = None
    refused: Mapping[int, tuple[str, str]] = field(default_factory=dict)


def infix(sign: str, level: int, parts: tuple[Node, ...], write: Write) -> str:
    """A sign between two parts, the second of which stands in brackets where it binds no more tightly."""
    return f"{write(parts[0], level)} {sign} {write(parts[1], level + 1)}"
