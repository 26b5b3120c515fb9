"""The tree of a score rule: leaves and operators, nothing that could run anything else."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

if TYPE_CHECKING:
    from dpstudio.core.scores.operators.contract import Operator


@dataclass(frozen=True)
class Node:
    """Any node; `at` is the place in the text where it begins, `depth` how many levels it has."""

    at: int = field(default=0, compare=False, kw_only=True)

    @property
    def depth(self) -> int:
        """Leaves have one level."""
        return 1

    @property
    def size(self) -> int:
        """How many nodes there are, this one among them."""
        return 1

    @property
    def reads_row(self) -> bool:
        """Whether a row matters to it."""
        return False

    @property
    def reads_candidate(self) -> bool:
        """Whether the candidate matters to it."""
        return False

    @property
    def reads_own(self) -> bool:
        """Whether it reads the column that is named like the candidate."""
        return False

    @property
    def has_aggregate(self) -> bool:
        """Whether something is summed over rows or persons in it."""
        return False


@dataclass(frozen=True)
class Number(Node):
    """A constant."""

    value: Fraction


@dataclass(frozen=True)
class Text(Node):
    """A fixed text in quotes."""

    text: str


@dataclass(frozen=True)
class Cell(Node):
    """A row's cell in the named column."""

    name: str

    @property
    def reads_row(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class OwnCell(Node):
    """A row's cell in the column that is named like the candidate: yes or no, or a number."""

    @property
    def reads_row(self) -> bool:
        """Always."""
        return True

    @property
    def reads_candidate(self) -> bool:
        """Always: which column it is."""
        return True

    @property
    def reads_own(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class Candidate(Node):
    """The candidate itself, or one of its attributes."""

    attribute: str = ""

    @property
    def reads_candidate(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class Operation(Node):
    """An operator and its parts; what they mean, the operator's own file says (`scores/operators`)."""

    operator: "Operator"
    parts: tuple[Node, ...]
    known: "_Known" = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        parts, sums = self.parts, self.operator.aggregate
        depth, size, row, candidate, own, aggregate = 0, 1, sums, False, False, sums
        for part in parts:
            depth, size = max(depth, part.depth), size + part.size
            row, candidate, own = row or part.reads_row, candidate or part.reads_candidate, own or part.reads_own
            aggregate = aggregate or part.has_aggregate
        known = _Known(depth + 1, size, row, candidate, own, aggregate, hash((self.operator, parts)))
        object.__setattr__(self, "known", known)

    def __hash__(self) -> int:
        """Known already: trees are looked up at every level of theirs."""
        return self.known.digest

    @property
    def depth(self) -> int:
        """One more than the deepest part."""
        return self.known.depth

    @property
    def size(self) -> int:
        """One more than all parts together."""
        return self.known.size

    @property
    def reads_row(self) -> bool:
        """Whether a row matters to any part; how many rows there are matters to every sum."""
        return self.known.reads_row

    @property
    def reads_candidate(self) -> bool:
        """Whether the candidate matters to any part."""
        return self.known.reads_candidate

    @property
    def reads_own(self) -> bool:
        """Whether any part reads the column that is named like the candidate."""
        return self.known.reads_own

    @property
    def has_aggregate(self) -> bool:
        """Whether it is a sum over rows or persons, or any part is."""
        return self.known.has_aggregate


class _Known(NamedTuple):
    """What is worked out once of an operation, from what is known of its parts."""

    depth: int
    size: int
    reads_row: bool
    reads_candidate: bool
    reads_own: bool
    has_aggregate: bool
    digest: int


def parts_of(node: Node) -> tuple[Node, ...]:
    """The nodes directly below."""
    return node.parts if isinstance(node, Operation) else ()


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, wholes before parts."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(parts_of(here)))


def is_aggregate(node: Node) -> TypeGuard[Operation]:
    """Whether the node sums something over rows or persons."""
    return isinstance(node, Operation) and node.operator.aggregate


def cells_of(node: Node) -> tuple[str, ...]:
    """The columns that the node reads by name, in the order of the text."""
    return tuple(dict.fromkeys(each.name for each in walk(node) if isinstance(each, Cell)))


def replaced(node: Node, old: Node, new: Node) -> Node:
    """The tree with one node in place of another, wherever that stands."""
    if node == old:
        return new
    if isinstance(node, Operation):
        return replace(node, parts=tuple(replaced(part, old, new) for part in node.parts))
    return node


def operation(operator: "Operator", *parts: Node, at: int = 0) -> Operation:
    """An operation on its parts."""
    return Operation(operator, parts, at=at)


ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))
