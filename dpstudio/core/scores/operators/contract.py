"""What an operator of the language states about itself.

Three families: numbers of one row, of which arithmetic is also that of scores; conditions on one row; sums over rows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.quantities import readable
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import (
    ONE,
    Candidate,
    Cell,
    Node,
    Operation,
    OwnCell,
    Text,
    operation,
    parts_of,
    walk,
)
from dpstudio.core.scores.language.types import Bound, Level, Type, joined, shown
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.grids import Grid
from dpstudio.core.scores.operators.walks import Along, Binder, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.core.scores.pieces import Pieces
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase

Proved = tuple[NodeSensitivity, str]
"""A bound and the line of proof that gives it."""


class Instead(NamedTuple):
    """What may stand in place of a refused node: its tree, what a button says, and what becomes other by it."""

    tree: Node
    words: str
    why: str


class Operator(ABC):
    """What a node does with its parts.

    Args:
        name: no two have the same.

    Attributes:
        of_meanings: whether it is about cells as such, which need no line of proof each.
        asks_blank: whether it asks of a cell if it is blank, so that a row may be blank there and still add something.
        of_one_unit: whether its parts count the same, so that one without a unit has that of the others.
    """

    binds: ClassVar[Binds] = Binds.CALL
    aggregate: ClassVar[bool] = False
    of_persons: ClassVar[bool] = False
    of_meanings: ClassVar[bool] = False
    asks_blank: ClassVar[bool] = False
    of_one_unit: ClassVar[bool] = False

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def make(self, parts: tuple[Node, ...], at: int) -> Node:
        """The tree of parts as they were written."""
        return operation(self, *parts, at=at)

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        """The text that is read back as the same tree."""
        return f"{self.name}({', '.join(write(part, Binds.LEAST) for part in parts)})"

    @abstractmethod
    def bound(self, node: Operation, binder: Binder) -> Bound:
        """The node with its type.

        Raises:
            RuleError: a part has the wrong type or place.
            RuleRefusal: one person could move it without limit.
        """

    def refuse_within(self, node: Operation, aggregate: Operation) -> None:
        """Raise RuleError where it cannot stand in this sum over rows."""
        return

    def nearest(self, node: Operation) -> Instead | None:
        """The nearest node of the same shape that is not refused, both as parsed; None where none is known.

        Args:
            node: the one of this operator that is refused, or one around it.
        """
        return None

    def constant(self, values: list[Fraction]) -> Fraction | None:
        """The value on constants; None where its text stays as it is."""
        return None

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        """A step that every value is a whole multiple of, from the parts' steps; None where none is known."""
        return None

    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        """Of what straight lines it consists along one number of the row; None where it is not known to."""
        return None

    def keeps_order(self, node: Operation, part: Node) -> bool:
        """Whether something that prefers the same candidates may stand for the part, and the whole still does."""
        return False


class RowNumber(Operator):
    """A number that one row has.

    Attributes:
        takes_scores: whether it may also be that of scores, of which it then says how far one person moves it.
    """

    takes_scores: ClassVar[bool] = False

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A number of numbers; raises RuleError where one is a score and it does not take scores."""
        parts = [binder.wanted(part, Type.NUMBER) for part in node.parts]
        self.refuse_scores(node, parts)
        return joined(node, self.checked(node, parts), Type.NUMBER)

    def refuse_scores(self, node: Operation, parts: list[Bound]) -> None:
        """Raise RuleError where a part is a score, and the operator takes none."""
        if not self.takes_scores and any(part.level is Level.SCORE for part in parts):
            raise RuleError(
                phrase("{name}( ) works on one row.", name=self.name), phrase("Put it inside sum( )."), node.at
            )

    def checked(self, node: Operation, parts: list[Bound]) -> list[Bound]:
        """The bound parts; raises as `bound`."""
        return parts

    @abstractmethod
    def exact(self, node: Operation, rows: Rows) -> Exact:
        """The value for each tuple and candidate."""

    @abstractmethod
    def interval(self, node: Operation, known: Intervals) -> Interval:
        """Where the value lies and how far it moves, never too small."""

    def words(self, found: Interval) -> str:
        """Its line of proof as part of a row expression."""
        return phrase("It lies between {low} and {high}.", low=readable(found.low), high=readable(found.high))


class Arithmetic(RowNumber):
    """A number of numbers, in a row and of scores; of scores it also says how far one person moves it (MATH 4).

    Attributes:
        signs: those with which its parts are added up, where it is their sum.
        is_distance: whether it is its part without sign.
        bends_outward: whether the ends of `moved` are the farthest where its parts move the farthest: the greatest
            is a convex function of the parts' ends, the least a concave one.
    """

    takes_scores: ClassVar[bool] = True
    signs: ClassVar[tuple[int, ...]] = ()
    is_distance: ClassVar[bool] = False
    bends_outward: ClassVar[bool] = False

    def exact(self, node: Operation, rows: Rows) -> Exact:
        """From the parts' values."""
        return self.combined(node, [rows.number(part) for part in node.parts])

    @abstractmethod
    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        """The value from those of the parts."""

    def interval(self, node: Operation, known: Intervals) -> Interval:
        """From the parts' intervals."""
        return self.interval_of([known.of(part) for part in node.parts])

    @abstractmethod
    def interval_of(self, parts: list[Interval]) -> Interval:
        """The interval from those of the parts."""

    @abstractmethod
    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        """How far one person moves the score, from how far they move its parts.

        Args:
            of: of a part, which is written down as a step.
            known: the interval of a public part.
        """

    @abstractmethod
    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        """How far each of all possible persons moves the score.

        Args:
            known: the values of a public part.
        """

    def row_by_row(self, node: Operation, of: Callable[[Node], Node | None]) -> Node | None:
        """What one row adds to the score, from what it adds to the parts; None where the score is no such sum."""
        return None

    def sign(self, signs: list[int]) -> int:
        """1 where it is never negative, -1 where never positive, 0 where it may be either, from the parts' signs."""
        return signs[0] if len(set(signs)) == 1 else 0


class Condition(Operator):
    """Something that holds for a row or not."""

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A condition on conditions."""
        return joined(node, [binder.wanted(part, Type.TRUTH) for part in node.parts], Type.TRUTH)

    @abstractmethod
    def truth(self, node: Operation, rows: Rows) -> Truth:
        """Whether it holds for each tuple and candidate."""

    @abstractmethod
    def interval(self, node: Operation, known: Intervals) -> Interval:
        """Whether it can hold, and with what it changes."""

    def conjuncts(self, node: Operation) -> tuple[Node, ...]:
        """The conditions that must all hold, where it is no more than that."""
        return ()

    def words(self, found: Interval) -> str:
        """Its line of proof as part of a row expression."""
        return phrase("It holds for a row or not.")


class Meaning(Condition):
    """A cell that means a text; its parts are the two."""

    of_meanings = True


class Likeness(Condition):
    """Two cells that mean the same text; its parts are the two."""

    of_meanings = True


class Aggregate(Operator):
    """A sum over rows or persons.

    Attributes:
        of_persons: whether it needs a person's rows together (`of_person`, `of_each`), not each row by itself.
        takes: what its parts are, in their order.
        adds_up: whether what a person adds (`of_each`) is straight in what each of their rows adds.
    """

    aggregate = True
    takes: ClassVar[tuple[Type, ...]] = (Type.TRUTH,)
    adds_up: ClassVar[bool] = False

    def bound(self, node: Operation, binder: Binder) -> Bound:
        """A number that is a score."""
        bound = joined(node, self.parts_bound(node, binder), Type.NUMBER)
        if bound.level is Level.SCORE:
            raise RuleError(phrase("A count or sum is inside another."), phrase("Write them side by side."), node.at)
        if bound.level is Level.PUBLIC:
            raise RuleError(
                phrase("{node} reads no column, so it only says how many rows there are.", node=shown(node)),
                phrase("Name a column of the people's table in it."),
                node.at,
            )
        whole = operation(self, *parts_of(bound.node), at=node.at)
        for each in walk(whole):
            if isinstance(each, Operation):
                each.operator.refuse_within(each, whole)
        return Bound(whole, Type.NUMBER, Level.SCORE)

    def parts_bound(self, node: Operation, binder: Binder) -> list[Bound]:
        """The parts that are numbers and conditions, bound."""
        return [binder.wanted(part, kind) for part, kind in zip(node.parts, self.takes, strict=False)]

    @property
    def by_rows(self) -> bool:
        """Whether it is the sum of what each row adds, whatever the others are."""
        return not self.of_persons

    def value(self, node: Operation) -> Node:
        """What a row adds for which the condition holds."""
        return ONE

    def condition(self, node: Operation) -> Node | None:
        """The condition, where there is one."""
        return node.parts[0]

    def counted(self, node: Operation) -> Cell | None:
        """The cell whose different values are counted; None where rows or persons are."""
        return None

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        """Whole numbers."""
        return Fraction(1)

    def of_person(self, node: Operation, added: Interval, unit: PrivacyUnit) -> Proved | None:
        """How far a person moves it whatever their rows are; None where each row adds its own.

        Raises:
            RuleRefusal: it needs to know persons, and the unit does not.
        """
        return None

    def of_each(self, node: Operation, rows: Exact, counts: NDArray[np.int64], starts: NDArray[np.int64]) -> Exact:
        """What each person adds: a line a person, a column a candidate.

        Args:
            node: bound.
            rows: what each row adds, a person's rows beside one another.
            counts: how often a person has each row.
            starts: where each person's rows begin.
        """
        return rows.added_up(counts, starts)

    def instead(self, node: Operation) -> Instead | None:
        """Of a node that `of_person` refuses, as parsed, what may stand in its place; None where nothing is known."""
        return None


def aggregate_of(node: Operation) -> Aggregate:
    """The operator of a node that is known to be a sum over rows."""
    match node.operator:
        case Aggregate() as found:
            return found
    raise TypeError(node.operator.name)


def filled(aggregate: Node) -> list[Cell | OwnCell]:
    """The cells that a row needs a meaning in to add something: all that are read but for whether they are blank."""
    found: dict[Cell | OwnCell, None] = {}
    waiting = [aggregate]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Cell | OwnCell):
            found[here] = None
        if isinstance(here, Operation) and not here.operator.asks_blank:
            waiting.extend(reversed(here.parts))
    return list(found)


def conjuncts_of(condition: Node | None) -> list[Node]:
    """The conditions that must all hold where one holds."""
    match condition:
        case None:
            return []
        case Operation(operator=Condition() as operator):
            parts = operator.conjuncts(condition)
            return [each for part in parts for each in conjuncts_of(part)] or [condition]
    return [condition]


def meanings_of(tree: Node) -> Iterator[tuple[Cell, Text | Candidate]]:
    """The cells that a bound tree compares by meaning, and with what."""
    for each in walk(tree):
        match each:
            case Operation(operator=Meaning(), parts=(Cell() as cell, (Text() | Candidate()) as option)):
                yield cell, option


def alike_columns(tree: Node, name: str) -> list[str]:
    """The columns whose texts a bound tree compares with those of one column, itself first, also by way of others."""
    pairs = [
        parts_of(each) for each in walk(tree) if isinstance(each, Operation) and isinstance(each.operator, Likeness)
    ]
    found = [name]
    for known in found:
        linked = [cell.name for pair in pairs if Cell(known) in pair for cell in pair if isinstance(cell, Cell)]
        found += [each for each in dict.fromkeys(linked) if each not in found]
    return found
