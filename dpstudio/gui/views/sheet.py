"""A picture of probabilities over something that a slider chooses: curves, a table, and sentences."""

from abc import ABC, abstractmethod
from fractions import Fraction

from dpstudio.core.quantities import readable, with_unit
from dpstudio.gui.plots.curves import Curve, Mark


class Sheet(ABC):
    """One of the things that the view shows.

    Attributes:
        step: what the slider's places are multiples of.
        first, last: its ends.
        start: where it stands at first.
        asked: what it stands for.
        unit: what that counts.
        names: the columns of the table, one of distances, then one for each curve.
        curves: what is drawn.
    """

    step: Fraction
    first: int
    last: int
    start: int
    asked: str
    unit: str
    names: tuple[str, ...]
    curves: list[Curve]

    @property
    def count(self) -> int:
        """How many lines the table has."""
        return self.last - self.first + 1

    @abstractmethod
    def cell(self, line: int, place: int) -> str:
        """A cell of the table."""

    @abstractmethod
    def plain(self, line: int) -> tuple[str, ...]:
        """A line of the table for other programs, with all digits."""

    @abstractmethod
    def marks(self, at: int) -> list[Mark]:
        """What is marked where the slider stands."""

    @abstractmethod
    def sentences(self, at: int) -> list[str]:
        """What is said where the slider stands, the most important first."""

    def bare(self, at: int) -> str:
        """What the slider stands at."""
        return readable(at * self.step)

    def distance(self, at: int) -> str:
        """What the slider stands at, with its unit."""
        return with_unit(self.bare(at), self.unit)
