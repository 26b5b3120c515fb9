"""How far one person moves each node of a score rule, from how far they move its parts (MATH 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from dpstudio.core.quantities.rational import Rational, size
from dpstudio.core.scores.interval import ZERO, Interval


@dataclass(frozen=True)
class NodeSensitivity:
    """What one person can do to a node's score.

    Args:
        low, high: the score of any one candidate moves by something in [low, high] when a person is added.
        replaced: the most that any one candidate's score moves when a person is replaced.
        range_added, range_replaced: the most by which the moves of two candidates differ.
        pairs: the most that two different candidates move together, signs aside, when a person is added, and when one
            is replaced; None claims no more than twice what one moves.
    """

    low: Rational
    high: Rational
    replaced: Rational
    range_added: Rational
    range_replaced: Rational
    pairs: tuple[Rational, Rational] | None = None

    @property
    def added(self) -> Rational:
        """The most that any one candidate's score moves when a person is added or removed."""
        return max(size(self.low), size(self.high))

    @property
    def pair_added(self) -> Rational:
        """The most that two candidates move together when a person is added: however signs turn, so far apart."""
        return self.added * 2 if self.pairs is None else min(self.pairs[0], self.added * 2)

    @property
    def pair_replaced(self) -> Rational:
        """The same when a person is replaced."""
        return self.replaced * 2 if self.pairs is None else min(self.pairs[1], self.replaced * 2)

    @property
    def width(self) -> Rational:
        """From the least to the greatest move when a person is added."""
        return self.high - self.low

    def tightened(self) -> "NodeSensitivity":
        """The general inequalities of MATH 4 applied: always true, sometimes smaller."""
        width = self.width
        moved = min(self.replaced, width)
        spread, apart = min(self.range_added, width), self.range_replaced
        if self.pairs is not None:
            spread, apart = min(spread, self.pairs[0]), min(apart, self.pairs[1])
        return NodeSensitivity(self.low, self.high, moved, spread, min(apart, min(spread, moved) * 2), self.pairs)


PUBLIC = NodeSensitivity(ZERO, ZERO, ZERO, ZERO, ZERO)
"""A public attribute alone: no person moves it."""


def of_row(found: Interval) -> NodeSensitivity:
    """A sum over rows of which one row adds what is known of `found`."""
    return NodeSensitivity(found.low, found.high, found.row, found.candidate, found.both).tightened()


def one_way(row: NodeSensitivity, known: Interval) -> NodeSensitivity:
    """What is true of both, where all scores go the same way along one column, or along one attribute."""
    apart = row.range_replaced
    if known.by_row is not None:
        apart = min(apart, row.replaced)
    if known.by_candidate is not None:
        apart = min(apart, row.range_added)
    return NodeSensitivity(row.low, row.high, row.replaced, row.range_added, apart, row.pairs)


def of_rows(row: NodeSensitivity, most: int, *, replaced_by_fewer: bool) -> NodeSensitivity:
    """A person with up to `most` rows; the person who takes their place may have fewer (MATH 4, last paragraph).

    Where they may have none at all, the move of a person's rows reaches from 0: by how much two of them differ is
    bounded by how far it reaches.
    """
    low, high = min(row.low, most * row.low), max(row.high, most * row.high)
    moved, spread, pair = row.replaced, row.range_replaced, row.pair_replaced
    if replaced_by_fewer:
        low, high = min(ZERO, low), max(ZERO, high)
        moved, spread = max(moved, row.added), max(spread, row.range_added)
        pair = max(pair, row.pair_added)
    pairs = (most * row.pair_added, most * pair)
    return NodeSensitivity(low, high, most * moved, most * row.range_added, most * spread, pairs)


def tightest(one: NodeSensitivity, other: NodeSensitivity) -> NodeSensitivity:
    """Both hold, so the lesser of each figure does."""
    return NodeSensitivity(
        max(one.low, other.low),
        min(one.high, other.high),
        min(one.replaced, other.replaced),
        min(one.range_added, other.range_added),
        min(one.range_replaced, other.range_replaced),
        (min(one.pair_added, other.pair_added), min(one.pair_replaced, other.pair_replaced)),
    ).tightened()


def total(parts: Sequence[NodeSensitivity]) -> NodeSensitivity:
    """Of f + g each figure is the sum of the parts' figures."""
    return NodeSensitivity(
        sum((part.low for part in parts), ZERO),
        sum((part.high for part in parts), ZERO),
        sum((part.replaced for part in parts), ZERO),
        sum((part.range_added for part in parts), ZERO),
        sum((part.range_replaced for part in parts), ZERO),
        together(parts),
    ).tightened()


def together(parts: Sequence[NodeSensitivity]) -> tuple[Rational, Rational]:
    """How far two candidates move together, where each moves no farther than all parts."""
    return sum((part.pair_added for part in parts), ZERO), sum((part.pair_replaced for part in parts), ZERO)


def scaled(moves: NodeSensitivity, factor: Interval) -> NodeSensitivity:
    """c_y * f, c_y public: the figures of f times the largest |c_y|, and how far c_y itself differs."""
    ends = [a * b for a in (factor.low, factor.high) for b in (moves.low, moves.high)]
    return NodeSensitivity(
        min(ends),
        max(ends),
        factor.most * moves.replaced,
        factor.most * moves.range_added + factor.candidate * moves.added,
        factor.most * moves.range_replaced + factor.candidate * moves.replaced,
        (factor.most * moves.pair_added, factor.most * moves.pair_replaced),
    ).tightened()
