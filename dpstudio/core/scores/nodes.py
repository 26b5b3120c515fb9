"""How far one row moves each node of a score rule (MATH 4), as exact rationals."""

from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.quantities import rational_text

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Node:
    """What one row can do to a node's score.

    Args:
        what: the node in words.
        low, high: the score of any one candidate moves by something in [low, high] when a row is added.
        replaced: the most that any one candidate's score moves when a row is replaced.
        range_added, range_replaced: the most by which the moves of two candidates differ.
        why: the line of proof.
    """

    what: str
    low: Fraction
    high: Fraction
    replaced: Fraction
    range_added: Fraction
    range_replaced: Fraction
    why: str

    @property
    def added(self) -> Fraction:
        """The most that any one candidate's score moves when a row is added or removed."""
        return max(abs(self.low), abs(self.high))

    def tightened(self) -> "Node":
        """The general inequalities of MATH 4 applied: always true, sometimes smaller."""
        width = self.high - self.low
        moved = min(self.replaced, width)
        spread = min(self.range_added, width)
        return replace(
            self, replaced=moved, range_added=spread, range_replaced=min(self.range_replaced, 2 * spread, 2 * moved)
        )


def count_matching() -> Node:
    """Count of rows that match the candidate."""
    return Node(
        "count of matching rows", ZERO, ONE, ONE, ONE, Fraction(2),
        "A row matches a candidate or it does not, so adding it moves each count by 0 or 1. Replacing a row may take"
        " one from a candidate and give one to another, which moves two scores apart by 2.",
    )  # fmt: skip


def revenue(highest: Fraction) -> Node:
    """The revenue y * #(x >= y) for prices up to `highest`."""
    return Node(
        "price × number of rows that pay it", ZERO, highest, highest, highest, highest,
        f"One row buys at every price up to its own limit, so it adds y to some prices and 0 to the others: at most"
        f" the highest price, {rational_text(highest)}. Replacing a row moves its limit one way, so all scores that"
        " move go the same way.",
    )  # fmt: skip


def median() -> Node:
    """-|#(x < y) - #(x > y)|."""
    return Node(
        "minus the imbalance around the candidate", -ONE, ONE, Fraction(2), Fraction(2), Fraction(4),
        "One row lies below, at, or above a candidate, so adding it moves the difference of the two counts by at most"
        " 1; replacing it can move it from one side to the other, by 2. Candidates on opposite sides move apart.",
    )  # fmt: skip


def quantile(alpha: Fraction) -> Node:
    """-|(1 - alpha) * #(x < y) - alpha * #(x > y)|."""
    most = max(alpha, 1 - alpha)
    return Node(
        "minus the imbalance around the candidate", -most, most, ONE, 2 * most, Fraction(2),
        f"One row below a candidate counts {rational_text(1 - alpha)}, one above it {rational_text(alpha)}, with"
        " opposite signs: adding it moves the difference by at most the larger of the two, and replacing it from one"
        " side to the other by 1. Candidates on opposite sides move apart.",
    )  # fmt: skip


def distance(low: Fraction, high: Fraction, coordinate: str) -> Node:
    """-sum |clip(x) - y|, y within the bounds."""
    width = high - low
    return Node(
        f"minus the distances in {coordinate}", -width, ZERO, width, width, 2 * width,
        f"Row and candidate both lie between {rational_text(low)} and {rational_text(high)}, so one row is at most"
        f" {rational_text(width)} away. Replacing it can bring it nearer to one candidate and farther from another.",
    )  # fmt: skip


def distance_of_sums(
    low: Fraction, high: Fraction, least: Fraction, greatest: Fraction, every_row: bool, coordinate: str
) -> Node:
    """-|sum (clip(x) - y)| for candidates from `least` to `greatest`.

    Where rows may contribute nothing a replacement may both trade one value for another (high - low) and bring a
    value where there was none (the farthest distance), so the larger of both counts. (MATH 4 names only the
    second, which is too small when every candidate lies well inside the bounds.)
    """
    farthest = max(abs(bound - end) for bound in (low, high) for end in (least, greatest))
    width = high - low
    moved = width if every_row else max(width, farthest)
    return Node(
        f"minus the distance of the sums in {coordinate}", -farthest, farthest, moved, 2 * farthest, 2 * moved,
        f"Adding a row moves the sum by its distance from the candidate, at most {rational_text(farthest)}. Replacing"
        f" one value between {rational_text(low)} and {rational_text(high)} by another moves it by at most"
        f" {rational_text(width)}"
        + ("." if every_row else f"; a row that contributes nothing may become one that does: {rational_text(moved)}."),
    )  # fmt: skip


def total(what: str, parts: list[Node], why: str) -> Node:
    """The sum of nodes: each figure is the sum of the parts' figures."""
    return Node(
        what,
        sum((part.low for part in parts), ZERO),
        sum((part.high for part in parts), ZERO),
        sum((part.replaced for part in parts), ZERO),
        sum((part.range_added for part in parts), ZERO),
        sum((part.range_replaced for part in parts), ZERO),
        why,
    )
