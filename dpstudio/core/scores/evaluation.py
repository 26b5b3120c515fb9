"""The exact scores of all candidates, from how often each meaning stands in the used columns."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet, Grid, Numbers
from dpstudio.core.candidates.numbers import common_unit
from dpstudio.core.errors import InputError
from dpstudio.core.scores.exact import integers, spread
from dpstudio.core.scores.formula import score
from dpstudio.core.scores.rules import (
    Agreement,
    Formula,
    Median,
    Nearness,
    Quantile,
    Ready,
    Revenue,
    Rule,
    Votes,
    VoteStyle,
)
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.cells import choices, reader, same_text
from dpstudio.core.tables.meanings import map_cells
from dpstudio.core.tables.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from dpstudio.core.tables.counts import Counts

_LARGEST = 1 << 62
Integers = NDArray[np.int64] | NDArray[np.object_]


@dataclass(frozen=True)
class Scores:
    """score_i = steps_i * unit, exactly. Of a private table it is private: no exporter accepts it.

    Args:
        steps: int64, or Python integers where those do not suffice.
        unit: public, above 0.
        starts, sizes: on a line of candidates, where each piece of equal score begins and how many it holds; then
            the scores are those of the pieces.
    """

    steps: Integers
    unit: Fraction
    starts: NDArray[np.int64] | None = None
    sizes: NDArray[np.int64] | None = None


def evaluate(rule: Rule, candidates: CandidateSet, counts: "Sequence[Counts]") -> Scores:
    """Score every candidate.

    Args:
        counts: of the rule's columns, in their order.

    Raises:
        InputError: a candidate cannot be read under the type of the column it is compared with.
    """
    match rule:
        case Ready() | Formula():
            raise TypeError("they are read by `ready_scores` and `formula_scores`")
        case Votes(style=VoteStyle.COLUMN_EACH):
            return Scores(np.array([_count_of(each, {1}) for each in counts], dtype=np.int64), Fraction(1))
        case Votes(style=VoteStyle.CHOICES):
            return Scores(_choices(rule.columns[0], candidates, counts[0]), Fraction(1))
        case Votes():
            return Scores(rows_that_mean(meant_by(rule.columns[0], candidates.texts("")), counts[0]), Fraction(1))
        case Agreement():
            pairs = zip(rule.columns, rule.attributes, counts, strict=True)
            agreeing = (rows_that_mean(meant_by(c, candidates.texts(a)), n) for c, a, n in pairs)
            return Scores(sum(agreeing, start=np.zeros(candidates.count, np.int64)), Fraction(1))
        case Revenue():
            return _revenue(rule.column, candidates.numbers(rule.attribute), counts[0])
        case Median() | Quantile() if isinstance(candidates, Grid) and candidates.is_line:
            return _pieces(rule, candidates, counts[0])
        case Median():
            return _imbalance(rule.column, candidates.numbers(rule.attribute), counts[0], 1, 1, Fraction(1))
        case Quantile():
            part, whole = rule.alpha.numerator, rule.alpha.denominator
            numbers = candidates.numbers(rule.attribute)
            return _imbalance(rule.column, numbers, counts[0], whole - part, part, Fraction(1, whole))
        case Nearness():
            return _nearness(rule, candidates, counts)


def formula_scores(
    rule: Formula, candidates: CandidateSet, tuples: Tuples, tick: Callable[[float], None] = lambda _: None
) -> Scores:
    """Score every candidate by a rule of the language.

    Args:
        tuples: of the rule's columns.
        tick: called with the share done; it may raise Cancelled.
    """
    found = score(rule.tree, {column.name: column for column in rule.columns}, tuples, candidates, tick)
    steps = spread(found, candidates.count)
    small = found.most < _LARGEST and steps.dtype != object
    return Scores(integers(np.ascontiguousarray(steps)) if small else _narrowed(steps), found.unit)


def _narrowed(steps: Integers) -> Integers:
    """64-bit integers where they suffice after all."""
    wide = max((abs(int(step)) for step in steps), default=0) >= _LARGEST
    return steps.astype(object) if wide else steps.astype(np.int64)


def ready_scores(
    rule: Ready, candidates: CandidateSet, pairs: Sequence[tuple[tuple[int | str | None, ...], int]]
) -> Scores:
    """The scores of a ready-made table: as a cell of 0 for a candidate that it lacks, the sum where it names one twice.

    Args:
        pairs: (meaning of the name, steps of the score) and how often they stand together.
    """
    found: dict[int | str, int] = {}
    for (name, steps), many in pairs:
        if name is not None and isinstance(steps, int):
            found[name] = found.get(name, 0) + steps * many
    meaning = reader(replace(rule.columns[0], blank=None))
    none = reader(rule.columns[1])("0")
    absent = none if isinstance(none, int) else 0
    steps_of = [found.get(meaning(text) or "", absent) for text in candidates.texts("")]
    wide = max(map(abs, steps_of), default=0) >= _LARGEST
    return Scores(np.array(steps_of, dtype=object if wide else np.int64), rule.columns[1].step)


def _count_of(counts: "Counts", meanings: set[Any]) -> int:
    pairs = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    return sum(count for value, count in pairs if value in meanings)


def meant_by(column: Column, texts: tuple[str, ...]) -> "pa.Array":
    """What each candidate means under the type of the column it is compared with.

    Raises:
        InputError: one of them means nothing.
    """
    import pyarrow as pa
    import pyarrow.compute as compute

    meant: Any = map_cells(pa.array(texts, pa.string()), replace(column, blank=None))
    if meant.null_count:
        wrong = texts[compute.index(meant.is_null(), True).as_py()]
        raise InputError(f"The candidate {wrong!r} cannot be read under the type of the column {column.name!r}.")
    return meant


def rows_that_mean(meant: "pa.Array", counts: "Counts") -> NDArray[np.int64]:
    """How many rows have each of some meanings."""
    import pyarrow.compute as compute

    places = compute.index_in(meant, value_set=counts.values)
    found: NDArray[np.int64] = counts.counts.take(places).fill_null(0).to_numpy(zero_copy_only=False)
    return found


def _choices(column: Column, candidates: CandidateSet, counts: "Counts") -> NDArray[np.int64]:
    """A row votes once for each candidate that its cell names."""
    labels = [same_text(label, column.match_case) for label in candidates.texts("")]
    votes: dict[str, int] = dict.fromkeys(labels, 0)
    for cell, many in zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True):
        for name in choices(cell or "", column):
            if name in votes:
                votes[name] += many
    return np.array([votes[label] for label in labels], dtype=np.int64)


def _sorted(counts: "Counts") -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Values that contribute, ascending, and their counts."""
    values, heads = counts.values, counts.counts
    if values.null_count:
        present = values.is_valid()
        values, heads = values.filter(present), heads.filter(present)
    steps: NDArray[np.int64] = values.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    order = np.argsort(steps)
    return steps[order], heads.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)[order]


def _wide(*largest: int) -> bool:
    """Whether a product of these sizes needs more than 62 bits."""
    product = 1
    for size in largest:
        product *= max(1, abs(size))
    return product >= _LARGEST


def _times(steps: Integers, factor: int) -> Integers:
    """Exact product with a public factor."""
    if steps.dtype == np.int64 and _wide(int(np.abs(steps).max(initial=0)), factor):
        steps = steps.astype(object)
    return steps * factor


def _floors(numbers: Numbers, step: Fraction) -> NDArray[np.int64]:
    """floor(y / step) for each candidate y, within the values that cells can have."""
    ratio = numbers.unit / step
    steps = _times(numbers.steps, ratio.numerator)
    floors = (steps.astype(object) if _wide(ratio.denominator) else steps) // ratio.denominator
    return np.clip(floors, -_LARGEST - 1, _LARGEST + 1).astype(np.int64)


def _ceilings(numbers: Numbers, step: Fraction) -> NDArray[np.int64]:
    return -_floors(Numbers(numbers.unit, -numbers.steps), step)


def _below(values: NDArray[np.int64], counts: NDArray[np.int64], limits: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many rows lie strictly below each limit."""
    totals = np.concatenate([np.zeros(1, np.int64), counts.cumsum()])
    return totals[values.searchsorted(limits, side="left")]


def _revenue(column: Column, prices: Numbers, counts: "Counts") -> Scores:
    values, heads = _sorted(counts)
    rows = int(heads.sum())
    buyers = rows - _below(values, heads, _ceilings(prices, column.step))
    steps: Integers = prices.steps
    if _wide(int(np.abs(steps).max()), rows):
        steps, buyers = steps.astype(object), buyers.astype(object)
    return Scores(steps * buyers, prices.unit)


def _imbalance(
    column: Column, points: Numbers, counts: "Counts", each_below: int, each_above: int, unit: Fraction
) -> Scores:
    """-|each_below * #(x < y) - each_above * #(x > y)| for each y."""
    values, heads = _sorted(counts)
    rows = int(heads.sum())
    below: Integers = _below(values, heads, _ceilings(points, column.step))
    above: Integers = rows - _below(values, heads, _floors(points, column.step) + 1)
    if _wide(rows, each_below + each_above):
        below, above = below.astype(object), above.astype(object)
    return Scores(-np.abs(each_below * below - each_above * above), unit)


def _pieces(rule: Median | Quantile, line: Grid, counts: "Counts") -> Scores:
    """The scores of the maximal runs of a line on which no row changes sides; a value on the line is one of its own.

    Source: MATH 1, "Countable and continuous Y".
    """
    values, heads = _sorted(counts)
    scale, shift = rule.column.step / line.step, -line.start / line.step
    bottom = math.lcm(scale.denominator, shift.denominator)
    top, add = (scale * bottom).numerator, (shift * bottom).numerator
    farthest = max((abs(int(v)) for v in (*values[:1], *values[-1:])), default=0)
    exact: Integers = values
    if _wide(farthest, top) or _wide(2 * add) or _wide(bottom, line.count):
        exact = values.astype(object)
    moved = exact * top + add
    last = np.clip(moved // bottom, -1, line.count).astype(np.int64)
    first = np.clip(-(-moved // bottom), -1, line.count).astype(np.int64)
    starts = np.unique(np.concatenate([np.zeros(1, np.int64), first, last + 1]).clip(0, line.count))
    starts = starts[starts < line.count]
    totals = np.concatenate([np.zeros(1, np.int64), heads.cumsum()])
    below = totals[last.searchsorted(starts, side="left")]
    above = totals[-1] - totals[first.searchsorted(starts, side="right")]
    whole = rule.alpha.denominator if isinstance(rule, Quantile) else 1
    part = rule.alpha.numerator if isinstance(rule, Quantile) else 1
    each_below = whole - part if isinstance(rule, Quantile) else 1
    unit = Fraction(1, whole)
    sides = (below.astype(object), above.astype(object)) if _wide(int(totals[-1]), whole) else (below, above)
    steps = -np.abs(each_below * sides[0] - part * sides[1])
    return Scores(steps, unit, starts, np.diff(starts, append=line.count))


def _nearness(rule: Nearness, candidates: CandidateSet, counts: "Sequence[Counts]") -> Scores:
    if rule.of_sums:
        return scores_of_sums(rule, candidates, [_sum_and_count(each) for each in counts])
    coordinates = [candidates.numbers(attribute) for attribute in rule.attributes]
    unit = common_unit([numbers.unit for numbers in coordinates] + [column.step for column in rule.columns])
    total: Integers = np.zeros(candidates.count, dtype=np.int64)
    for column, numbers, each in zip(rule.columns, coordinates, counts, strict=True):
        points = _times(numbers.steps, (numbers.unit / unit).numerator)
        values, heads = _sorted(each)
        scaled = _times(values, (column.step / unit).numerator)
        farthest = max((abs(int(x)) for x in (*scaled[:1], *scaled[-1:])), default=0) + int(np.abs(points).max())
        if _wide(farthest, 4 * int(heads.sum()), len(coordinates)):
            points, scaled, heads = points.astype(object), scaled.astype(object), heads.astype(object)
            total = total.astype(object)
        total = total - _sum_of_distances(scaled, heads, points)
    return Scores(total, unit)


def scores_of_sums(rule: Nearness, candidates: CandidateSet, sums: Sequence[tuple[int, int]]) -> Scores:
    """-sum over coordinates of |sum (x - y)| for each candidate y.

    Args:
        sums: of each column the sum of its meanings in steps, and how many cells have one.
    """
    coordinates = [candidates.numbers(attribute) for attribute in rule.attributes]
    unit = common_unit([numbers.unit for numbers in coordinates] + [column.step for column in rule.columns])
    total: Integers = np.zeros(candidates.count, dtype=np.int64)
    for column, numbers, (added, many) in zip(rule.columns, coordinates, sums, strict=True):
        points = _times(_times(numbers.steps, (numbers.unit / unit).numerator), many)
        whole = added * (column.step / unit).numerator
        if points.dtype == object or _wide(4 * len(sums), abs(whole) + int(np.abs(points).max())):
            points, total = points.astype(object), total.astype(object)
        total = total - np.abs(whole - points)
    return Scores(total, unit)


def _sum_and_count(counts: "Counts") -> tuple[int, int]:
    pairs = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    known = [(value, count) for value, count in pairs if value is not None]
    return sum(value * count for value, count in known), sum(count for _, count in known)


def _sum_of_distances(values: Integers, counts: Integers, points: Integers) -> Integers:
    """Sum |x - y| for each y, from prefix sums."""
    zero = np.zeros(1, values.dtype)
    heads = np.concatenate([zero, counts.cumsum()])
    sums = np.concatenate([zero, (values * counts).cumsum()])
    place = values.searchsorted(points, side="right")
    distances: Integers = points * (2 * heads[place] - heads[-1]) + sums[-1] - 2 * sums[place]
    return distances
