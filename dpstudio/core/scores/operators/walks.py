"""What an operator may ask of whoever works something out on a tree."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Operation, Text
from dpstudio.core.scores.language.types import Bound, Type
from dpstudio.core.scores.pieces import Pieces
from dpstudio.core.tables.schema import Column

Truth = NDArray[np.bool_]


class Binder(Protocol):
    """Gives parts a type and a place (`language/binding.py`).

    Attributes:
        bounded: whether the rule needs a bound, so that what can have none is refused.
    """

    bounded: bool

    def wanted(self, node: Node, wanted: Type) -> Bound:
        """The part, which must be a number or a condition."""

    def column(self, cell: Cell) -> Column:
        """The declared column of a cell."""

    def grid(self, node: Node) -> Fraction | None:
        """A step that every value of a bound part of one row is a whole multiple of; None where none is known."""

    def reach(self, node: Node) -> Interval:
        """The interval of a bound part of one row."""

    def refuse_meaningless(self, cell: Cell, option: Text | Candidate) -> None:
        """Raise where a text can be no meaning of the cell, or the candidates have no such attribute."""


class Intervals(Protocol):
    """Knows where row expressions lie (`analysis.py`)."""

    columns: Mapping[str, Column]
    candidates: CandidateSet

    @property
    def own(self) -> tuple[Column, ...]:
        """The candidates' own columns; none where there are no such."""

    def of(self, node: Node) -> Interval:
        """The interval of an expression."""


class Along(Protocol):
    """Knows how row expressions run along one number of the row (`breakpoints.py`)."""

    def of(self, node: Node) -> Pieces | None:
        """The straight lines of an expression; None where they are not known."""

    def all_of(self, node: Operation) -> list[Pieces] | None:
        """Those of every part; None where one's are not known."""

    def meant(self, cell: Cell, option: Text | Candidate) -> Pieces:
        """Where it changes whether the cell means a text."""


class Rows(Protocol):
    """Works out row expressions on distinct tuples of cells by candidates (`cells.py`)."""

    def number(self, node: Node) -> Exact:
        """A number for each."""

    def truth(self, node: Node) -> Truth:
        """Whether a condition holds for each."""

    def meant(self, cell: Cell, option: Text | Candidate) -> Truth:
        """Whether a cell means a text."""

    def alike(self, one: Cell, other: Cell) -> Truth:
        """Whether two cells mean the same text."""

    def present(self, node: Node) -> Truth:
        """Whether a cell has a meaning."""
