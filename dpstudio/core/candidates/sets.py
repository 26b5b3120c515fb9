"""Finite candidate sets, typed or from a public table; never from the private one."""

import datetime
import itertools
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType

import numpy as np

from dpstudio.core.candidates.numbers import Numbers, common_unit
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted, parse_count, parse_rational, rational_text, there_are
from dpstudio.core.tables.cells import same_text
from dpstudio.translation import phrase

MOST_CANDIDATES = 10_000_000
MOST_POINTS = 10**18
MOST_PRODUCT = 1_000_000
LONGEST_LABEL = 500
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Origin(StrEnum):
    """Where the candidates come from; it stands on the receipt."""

    TYPED = "typed"
    GRID = "grid"
    DATES = "dates"
    PRODUCT = "product of lists"
    PUBLIC_TABLE = "public table"


@dataclass(frozen=True, eq=False)
class Listed:
    """Candidates by name, with the attributes a public table gives them; equal only to itself.

    Args:
        labels: distinct, in natural order.
        attributes: for each attribute the texts, one per candidate.
        weights: positive, one per candidate, or None.
    """

    labels: tuple[str, ...]
    origin: Origin = Origin.TYPED
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    weights: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        # A bound is derived from the attributes, once: nobody may change them afterwards.
        object.__setattr__(self, "attributes", MappingProxyType(dict(self.attributes)))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.labels)

    def label(self, index: int) -> str:
        """The name of one candidate."""
        return self.labels[index]

    def texts(self, attribute: str) -> tuple[str, ...]:
        """An attribute, or the labels themselves for ""."""
        return self.attributes[attribute] if attribute else self.labels

    def numbers(self, attribute: str = "") -> Numbers:
        """An attribute, or the labels themselves for "", as exact numbers.

        Raises:
            InputError: naming the candidate whose text is not a number.
        """
        return _numbers(self, attribute)

    def ends(self, attribute: str = "") -> tuple[Fraction, Fraction]:
        """The least and the greatest of `numbers`."""
        found = self.numbers(attribute)
        return found.least, found.greatest

    @property
    def is_line(self) -> bool:
        """Names are always few enough to list."""
        return False


@lru_cache(maxsize=16)
def _numbers(listed: Listed, attribute: str) -> Numbers:
    """Kept, because it is asked for at every keystroke."""
    values = []
    for label, text in zip(listed.labels, listed.texts(attribute), strict=True):
        try:
            values.append(_value(text))
        except InputError as error:
            what = (
                phrase("“{attribute}” of “{label}”", attribute=attribute, label=label)
                if attribute
                else phrase("“{label}”", label=label)
            )
            raise InputError(
                phrase("The candidate {what} is not a number.", what=what),
                phrase("This score needs numbers, or dates as 2026-12-31."),
            ) from error
    return Numbers.of(values, phrase("the candidates"))


def _value(text: str) -> Fraction:
    """A number of the grammar, or a date counted as a date column counts it."""
    if _DATE.fullmatch(text.strip()):
        try:
            return Fraction(datetime.date.fromisoformat(text.strip()).toordinal())
        except ValueError:
            pass
    return parse_rational(text, phrase("the candidate"), negative=True, zero=True)


@dataclass(frozen=True)
class Grid:
    """start, start + step, ..., exactly; `count` of them. More than MOST_CANDIDATES are a line: never listed.

    With `dates` the numbers are days, counted as a date column counts them.
    """

    start: Fraction
    step: Fraction
    count: int
    weights: None = None
    dates: bool = False

    @property
    def origin(self) -> Origin:
        """A grid is typed as three numbers."""
        return Origin.DATES if self.dates else Origin.GRID

    @property
    def last(self) -> Fraction:
        """The greatest candidate."""
        return self.start + (self.count - 1) * self.step

    @property
    def is_line(self) -> bool:
        """Whether there are too many points to score one by one."""
        return self.count > MOST_CANDIDATES

    def ends(self, attribute: str = "") -> tuple[Fraction, Fraction]:
        """The least and the greatest candidate."""
        return self.start, self.last

    @cached_property
    def _places(self) -> int | None:
        ends = [rational_text(self.start), rational_text(self.step)]
        if any("/" in end for end in ends):
            return None
        return max(len(end.partition(".")[2]) for end in ends)

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return tuple(self.label(i) for i in range(self.count))

    def label(self, index: int) -> str:
        """One candidate with as many decimals as the grid has."""
        value = self.start + index * self.step
        if self.dates:
            return datetime.date.fromordinal(int(value)).isoformat()
        if self._places is None:
            return rational_text(value)
        digits = str(abs(value.numerator) * 10**self._places // value.denominator).rjust(self._places + 1, "0")
        sign = "-" if value < 0 else ""
        return f"{sign}{digits[: -self._places]}.{digits[-self._places :]}" if self._places else sign + digits

    def texts(self, attribute: str) -> tuple[str, ...]:
        """All labels."""
        return self._labels

    def numbers(self, attribute: str = "") -> Numbers:
        """The grid's own numbers."""
        unit, first, stride = self._on_unit
        return Numbers(unit, first + stride * np.arange(self.count, dtype=np.int64))

    @property
    def _on_unit(self) -> tuple[Fraction, int, int]:
        """A unit, and the start and the step on it."""
        unit = common_unit((self.start, self.step))
        return unit, (self.start / unit).numerator, (self.step / unit).numerator

    @property
    def is_too_fine(self) -> bool:
        """Whether the numbers of a grid that is listed need more than 62 bits."""
        _, first, stride = self._on_unit
        return not self.is_line and max(abs(first), abs(first + stride * self.count)) >= 1 << 62


CandidateSet = Listed | Grid


def parse_list(text: str, *, match_case: bool = True) -> tuple[str, ...]:
    """One candidate a line.

    Raises:
        InputError: no candidate, one twice, or one too long.
    """
    labels = tuple(line.strip() for line in text.splitlines() if line.strip())
    refuse_unusable(labels, match_case=match_case)
    return labels


def refuse_unusable(labels: tuple[str, ...], *, match_case: bool = True) -> None:
    """Raise InputError for an empty list, a duplicate, or a label too long to show."""
    if not labels:
        raise InputError(
            phrase("The list of candidates is empty."), phrase("Type one candidate per line."), "candidates"
        )
    if len(labels) > MOST_CANDIDATES:
        raise InputError(
            phrase("There are more than {most_candidates} candidates.", most_candidates=f"{MOST_CANDIDATES:,}"),
            phrase("Use fewer."),
            "candidates",
        )
    seen: dict[str, int] = {}
    for position, label in enumerate(labels, 1):
        if len(label) > LONGEST_LABEL:
            raise InputError(
                phrase(
                    "Candidate {position} is longer than {longest_label} characters.",
                    position=position,
                    longest_label=LONGEST_LABEL,
                ),
                phrase("Shorten it."),
                "candidates",
            )
        first = seen.setdefault(same_text(label, match_case), position)
        if first != position:
            raise InputError(
                phrase(
                    "Candidates {first} and {position} are the same: “{label}”.",
                    first=first,
                    position=position,
                    label=label,
                ),
                phrase("Remove one of them."),
                "candidates",
            )


def parse_grid(start: str, stop: str, step: str) -> Grid:
    """A decimal grid from three typed numbers; `stop` is included where the steps meet it.

    Raises:
        InputError: at the field that is wrong.
    """
    first = parse_rational(start, phrase("The start"), negative=True, zero=True)
    last = parse_rational(stop, phrase("The stop"), negative=True, zero=True)
    stride = parse_rational(step, phrase("The step"))
    if last < first:
        raise InputError(
            phrase("The stop {stop} is below the start {start}.", stop=stop.strip(), start=start.strip()),
            phrase("Swap them, or type a larger stop."),
            phrase("The stop"),
        )
    count = (last - first) // stride + 1
    if count > MOST_POINTS:
        raise InputError(
            phrase(
                "The grid would have {points}; at most {most_points} are possible.",
                points=counted(count, "points"),
                most_points=f"{MOST_POINTS:,}",
            ),
            phrase("Type a larger step."),
            phrase("The step"),
        )
    grid = Grid(first, stride, int(count))
    if grid.is_too_fine:
        raise InputError(
            phrase("The start and step of the grid have too many digits together."),
            phrase("Round one of them."),
            phrase("The step"),
        )
    return grid


def parse_dates(start: str, stop: str, step: str) -> Grid:
    """Every `step` days from one date to another, both written as 2026-12-31.

    Raises:
        InputError: at the field that is wrong.
    """
    first, last = _day(start, phrase("The start")), _day(stop, phrase("The stop"))
    stride = parse_count(step, phrase("The step"), most=MOST_CANDIDATES)
    if last < first:
        raise InputError(
            phrase("The stop {stop} is before the start {start}.", stop=stop.strip(), start=start.strip()),
            phrase("Swap them, or type a later stop."),
            phrase("The stop"),
        )
    return Grid(Fraction(first), Fraction(stride), (last - first) // stride + 1, dates=True)


def _day(text: str, what: str) -> int:
    if _DATE.fullmatch(text.strip()):
        try:
            return datetime.date.fromisoformat(text.strip()).toordinal()
        except ValueError:
            pass
    raise InputError(phrase("{what} is not a date.", what=what), phrase("Write it as 2026-12-31."), what)


def parse_product(text: str) -> Listed:
    """Every choice of one line from each block; blocks are parted by a blank line.

    A candidate's label joins its lines; its attributes are called "part 1", "part 2", ...

    Raises:
        InputError: a block holds a line twice, or there are too many candidates.
    """
    blocks = [parse_list(block) for block in re.split(r"\n[ \t]*\n", text.strip()) if block.strip()]
    if len(blocks) < 2:
        raise InputError(
            phrase("A product needs two lists."), phrase("Separate the lists by a blank line."), "candidates"
        )
    count = math.prod(len(block) for block in blocks)
    if count > MOST_PRODUCT:
        raise InputError(
            phrase(
                "The product would have {candidates}; at most {most_product} are possible.",
                candidates=counted(count, "candidates"),
                most_product=f"{MOST_PRODUCT:,}",
            ),
            phrase("Shorten a list."),
            "candidates",
        )
    rows = list(itertools.product(*blocks))
    labels = tuple(" · ".join(row) for row in rows)
    refuse_unusable(labels)
    parts = {f"part {place}": column for place, column in enumerate(zip(*rows, strict=True), 1)}
    return Listed(labels, Origin.PRODUCT, parts)


def parse_weights(texts: tuple[str, ...], labels: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Positive weights, one per candidate.

    Raises:
        InputError: naming the candidate whose weight is missing, zero, negative or no number.
    """
    if len(texts) != len(labels):
        raise InputError(
            phrase(
                "{weights} for {candidates}.",
                weights=there_are(len(texts), "weights").capitalize(),
                candidates=counted(len(labels), "candidates"),
            ),
            phrase("Give each candidate one weight."),
            "weights",
        )
    return tuple(
        parse_rational(text, phrase("The weight of “{label}”", label=label))
        for text, label in zip(texts, labels, strict=True)
    )
