"""What every kind of figure promises beside its exact numbers: what is typed, claimed, published and said of it."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, Self

from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.contract import Condition, Figure
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import FigureAsked
from dpstudio.core.receipt.errors import cutting, onto
from dpstudio.core.receipt.figure_kinds import REACHES, Ends, FigureKey, Vector
from dpstudio.core.tables.schema import Column, PrivacyUnit
from dpstudio.translation import phrase

_FAR = Fraction(10**30)


class Finish(NamedTuple):
    """What happens to a noisy number before it is published: it is divided, then rounded, then clamped.

    Args:
        people: what it is divided by.
        rounding: it is rounded to multiples of it, or not at all.
        least, greatest: it is clamped between them; None leaves that end open.
    """

    people: int = 1
    rounding: Fraction | None = None
    least: Fraction | None = None
    greatest: Fraction | None = None

    def of(self, value: Fraction) -> Fraction:
        """The number as it is published."""
        value = value / self.people
        if self.rounding is not None:
            value = onto(value, self.rounding)
        if self.least is not None:
            value = max(value, self.least)
        if self.greatest is not None:
            value = min(value, self.greatest)
        return value


class MeasuredFigure(Figure):
    """A figure as it is asked for and published."""

    key: ClassVar[FigureKey]
    title: ClassVar[str]
    one: ClassVar[str]
    """What a person is asked to add: "a count"."""
    explanation: ClassVar[str]
    asks: ClassVar[tuple[str, ...]]
    """The fields of a `FigurePlan` that it needs, beside those that every figure has."""
    parts_called: ClassVar[str] = ""
    averages: ClassVar[bool] = False
    """Whether a yes / no column counts as 1 and 0."""
    vectors: ClassVar[Mapping[Vector, str]]
    """Those that it may have, and what they are called; `derive` says how many of them it has."""

    # ---- from what is typed, and back

    @classmethod
    def fields(cls, plan: FigurePlan) -> tuple[str, ...]:
        """Those of `asks` that still matter with what is typed."""
        return cls.asks

    @classmethod
    @abstractmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """The figure as typed.

        Args:
            columns: those that the plan names, each read under its declared type once it is asked for.

        Raises:
            StudioError: a declaration or a number is missing or wrong.
        """

    @abstractmethod
    def own_name(self, unit: PrivacyUnit | None) -> str:
        """What it is called that got no name."""

    @abstractmethod
    def sentence(self, name: str, rows: str) -> str:
        """What it counts or adds up.

        Args:
            rows: which rows, in words.
        """

    def claimed(self, told: FigureAsked) -> FigureAsked:
        """Its claims, with those that not every kind has."""
        return told

    # ---- what it is made of

    @property
    def people(self) -> int | None:
        """The public number of people that it is divided by."""
        return None

    @property
    def split(self) -> tuple[Fraction, ...]:
        """Which part of its share of the budget each of its vectors has."""
        return (Fraction(1),)

    @property
    def made_of_several(self) -> bool:
        """Whether several noisy vectors, which are published beneath it, make it."""
        return len(self.split) > 1

    def unit_of(self, vector: int) -> str:
        """What a vector is counted in."""
        return self.unit

    @property
    def answers(self) -> int | None:
        """Among how many answers each person chooses one, where the figure counts such answers."""
        return None

    @property
    def reach(self) -> Ends:
        """The least and the greatest that the true figure can be on any table."""
        low, high = (self.summed and self.summed.bounds) or (Fraction(0), Fraction(0))
        return REACHES[self.key](low, high)

    def names(self, name: str, vectors: int) -> list[list[str]]:
        """What the numbers of each vector are called."""
        if self.parts:
            return [[phrase("{name}: {text}", name=name, text=each.text) for each in self.parts]]
        if len(self.vectors) > 1:
            return [[phrase("{name}: {part}", name=name, part=part)] for part in [*self.vectors][:vectors]]
        return [[name]]

    # ---- from noisy numbers to what is published, and back

    def plus_minus(self, asked: "Asked", noise: Fraction) -> Fraction | None:
        """What the figure as printed is within; None where only its result can say.

        Rounding adds half its width. Clamping never adds, where the true figure lies between the ends.
        """
        return noise if asked.rounding is None else noise + asked.rounding / 2

    def plus_minus_of_parts(self, noise: list[Fraction]) -> str:
        """The ± of each vector in words, where only its result can say what the figure itself is within."""
        return ""

    def plus_minus_ahead(self, asked: "Asked", noise: list[Fraction], rows: int, told: str) -> str:
        """What a figure whose ± only its result can say is within if so many rows count, in words.

        Args:
            told: how many rows, in words.
        """
        return ""

    def noise_for(self, asked: "Asked", wanted: Fraction) -> Fraction:
        """The most that a vector's noise may be off for the ± to be at most the one wanted; 0 or less if never."""
        return wanted - (asked.rounding or Fraction(0)) / 2

    def finish(self, asked: "Asked", noise: Fraction) -> "Finish":
        """What happens to each of its noisy numbers before it is published."""
        return asked.finish

    def lines(self, asked: "Asked", noisy: list[list[Fraction]], noise: list[Fraction]) -> list[dict[str, str]]:
        """Its lines of a result."""
        error = self.plus_minus(asked, noise[0])
        both = zip(self.names(asked.name, 1)[0], noisy[0], strict=True)
        return [result_line(name, asked.finished(value), self.unit, error) for name, value in both]

    @property
    def many_lines(self) -> int:
        """How many lines of a result are its own."""
        return 1 + len(self.split) if self.made_of_several else len(self.parts) or 1

    def before_lines(self, asked: "Asked", values: list[Fraction], unit: PrivacyUnit) -> list[list[Fraction]]:
        """Noisy vectors that lead to the printed values, each on its grid where nothing rounded it afterwards.

        Raises:
            ValueError: no such vectors do.
        """
        some = [asked.unfinished(value) for value in values]
        return [some if asked.rounding is not None else on_grid(some, derive(self, unit)[0].step)]

    def after(self, asked: "Asked") -> list[str]:
        """What happens to its noisy numbers that happens to no other kind's, in words."""
        return []


@dataclass(frozen=True)
class Asked:
    """One figure of a release, with what happens to the noisy answer afterwards (post-processing, free).

    Args:
        name: what it is called in the receipt.
        share: its part of the budget; the parts of a release add up to 1.
        least, greatest: the answer is clamped between them; None leaves that end open.
        rounding: the answer is rounded to multiples of it, or None.
    """

    name: str
    figure: MeasuredFigure
    share: Fraction
    least: Fraction | None = None
    greatest: Fraction | None = None
    rounding: Fraction | None = None

    @property
    def finish(self) -> Finish:
        """Rounded, then clamped, as the person asked."""
        return Finish(1, self.rounding, self.least, self.greatest)

    def finished(self, value: Fraction) -> Fraction:
        """Rounded, then clamped, as the person asked."""
        return self.finish.of(value)

    def unfinished(self, value: Fraction) -> Fraction:
        """A value that finishing turns into this one: beyond an end that it may have been clamped to."""
        return value + _FAR if value == self.greatest else value - _FAR if value == self.least else value

    @property
    def cutting_ends(self) -> Ends:
        """Of the two ends that a noisy figure is clamped to those that the true one may lie beyond, or None.

        Beyond such an end the ± is not true: 20 rows are printed as 1. What is made of several noisy vectors has its ±
        from what is printed, ends included.
        """
        if self.figure.made_of_several:
            return None, None
        return cutting(self.least, self.greatest, self.figure.reach)


def on_grid(values: list[Fraction], step: Fraction) -> list[Fraction]:
    """The same values.

    Raises:
        ValueError: one is no whole number of steps.
    """
    if any(abs(value) < _FAR / 2 and value % step for value in values):
        raise ValueError("a noisy figure is no whole number of steps")
    return values


def result_line(name: str, value: Fraction, unit: str, error: Fraction | None) -> dict[str, str]:
    """A line of a result."""
    return {
        "name": name,
        "value": rational_text(value),
        "unit": unit,
        "error": "" if error is None else rational_text(error),
    }
