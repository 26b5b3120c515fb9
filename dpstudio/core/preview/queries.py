"""A table beside a synthetic one drawn from it: every query's two shares, and halfspaces of two coordinates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dpstudio.core.entropy import Entropy
from dpstudio.translation import phrase

Table = tuple[int, ...]
Counts = tuple[bool, ...]
"""Whether a query counts a row, for each type of row."""


class Coordinate(NamedTuple):
    """A number that each row has.

    Args:
        name: what it is.
        values: one for each type of row.
    """

    name: str
    values: tuple[int, ...]


class Halfspace(NamedTuple):
    """The rows for which `across` times one coordinate and `up` times the other one are `least` or more together."""

    across: int
    up: int
    least: Fraction


class Plane(NamedTuple):
    """Two coordinates, or one; where types of rows lie."""

    across: Coordinate
    up: Coordinate | None = None

    @property
    def spots(self) -> list[tuple[int, int]]:
        """Where each type of row lies; all of them at 0 where there is one coordinate."""
        up = self.up.values if self.up is not None else (0,) * len(self.across.values)
        return list(zip(self.across.values, up, strict=True))

    @property
    def middle(self) -> Halfspace:
        """The rows at or beyond the middle of the first coordinate."""
        return Halfspace(1, 0, Fraction(min(self.across.values) + max(self.across.values), 2))

    def counts(self, halfspace: Halfspace) -> Counts:
        """Which types of rows lie in a halfspace, its border included."""
        return tuple(halfspace.across * x + halfspace.up * y >= halfspace.least for x, y in self.spots)


class Query(NamedTuple):
    """A query that the synthetic table is to answer.

    Args:
        name: what it asks for.
        counts: which types of rows it counts.
        plane, halfspace: where it is drawn: it counts the rows in this halfspace.
    """

    name: str
    counts: Counts
    plane: Plane
    halfspace: Halfspace


class Shares(NamedTuple):
    """The shares of two tables' rows that a query counts."""

    sample: Fraction
    drawn: Fraction

    @property
    def error(self) -> Fraction:
        """How far they lie apart."""
        return abs(self.sample - self.drawn)


@dataclass(frozen=True)
class Queries:
    """A table that may be seen, and the law of synthetic ones.

    Args:
        planes: the pairs of columns, or the one that there is.
        queries: all that are asked.
        truth: how many rows of each type the table has.
        alpha: by how much any query's share may be wrong.
        draw: one synthetic table, how many rows of each type it has.
    """

    planes: tuple[Plane, ...]
    queries: tuple[Query, ...]
    truth: Table
    alpha: Fraction
    draw: Callable[[Entropy], Table]

    def shares(self, counts: Sequence[bool], drawn: Table) -> Shares:
        """Of the table and of a synthetic one."""
        return Shares(_share(counts, self.truth), _share(counts, drawn))

    def by_error(self, drawn: Table) -> list[tuple[Query, Shares]]:
        """All queries, the worst one of a synthetic table first."""
        found = [(query, self.shares(query.counts, drawn)) for query in self.queries]
        return sorted(found, key=lambda each: -each[1].error)

    def declared(self, counts: Counts) -> Query | None:
        """The query that counts these very types of rows, if there is one."""
        return next((query for query in self.queries if query.counts == counts), None)


def summed(terms: Sequence[tuple[int, str]]) -> str:
    """A weighted sum as people read it, without what weighs nothing; "0" where nothing weighs."""
    found = ""
    for weight, name in terms:
        if weight:
            term = name if abs(weight) == 1 else phrase("{times}·{name}", times=f"{abs(weight):,}", name=name)
            found = _with(found, term, negative=weight < 0)
    return found or "0"


def _with(before: str, term: str, *, negative: bool) -> str:
    """A sum with one more term."""
    if not before:
        return phrase("−{term}", term=term) if negative else term
    if negative:
        return phrase("{before} − {term}", before=before, term=term)
    return phrase("{before} + {term}", before=before, term=term)


def _share(counts: Sequence[bool], table: Table) -> Fraction:
    """The share of a table's rows that are counted; 0 of an empty table."""
    inside = sum(many for counted, many in zip(counts, table, strict=True) if counted)
    return Fraction(inside, max(1, sum(table)))
