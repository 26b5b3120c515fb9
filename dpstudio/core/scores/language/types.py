"""What a part of a rule stands for and where its value comes from."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.tables.schema import NUMERIC, Kind
from dpstudio.translation import phrase


class Type(StrEnum):
    """What a part stands for."""

    NUMBER = "a number"
    TRUTH = "a condition"
    TEXT = "a text"
    CHOICES = "several choices"
    CANDIDATE = "the candidate"


class Level(IntEnum):
    """Where a part's value comes from."""

    PUBLIC = 0
    ROW = 1
    SCORE = 2


@dataclass(frozen=True)
class Bound:
    """A part of a tree with its type and place."""

    node: Node
    type: Type
    level: Level


def type_of(kind: Kind) -> Type:
    """What a cell of a column stands for."""
    if kind is Kind.YES_NO:
        return Type.TRUTH
    if kind in NUMERIC:
        return Type.NUMBER
    return Type.CHOICES if kind is Kind.CHOICES else Type.TEXT


def joined(node: Operation, parts: list[Bound], kind: Type) -> Bound:
    """The operation on bound parts.

    Raises:
        RuleError: a value of one row stands beside a sum over rows.
    """
    level = max(part.level for part in parts)
    if level is Level.SCORE and any(part.level is Level.ROW for part in parts):
        stray = next(part.node for part in parts if part.level is Level.ROW)
        raise RuleError(
            phrase("{stray} is a value of one row, beside a sum over rows.", stray=shown(stray)),
            phrase("Put it inside count( ) or sum( )."),
            stray.at,
        )
    return Bound(Operation(node.operator, tuple(part.node for part in parts), at=node.at), kind, level)


def shown(node: Node) -> str:
    """The text of a part, the beginning of a long one."""
    text = text_of(node)
    return text if len(text) <= 60 else text[:57] + "…"
