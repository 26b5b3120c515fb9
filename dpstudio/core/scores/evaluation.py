"""The exact scores of all candidates: whatever a rule is called, through its tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.candidates.numbers import Numbers
from dpstudio.core.scores.as_read import of_none
from dpstudio.core.scores.exact import Exact, Integers, fitting, integers, narrowed, spread
from dpstudio.core.scores.forms import bound_tree, ready_trees
from dpstudio.core.scores.formula import score
from dpstudio.core.scores.rules import Median, Quantile, Ready, Rule
from dpstudio.core.scores.tuples import Marginals, Tuples, marginals_of

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts


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

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest, in steps: of ten million they are looked for once."""
        return int(self.steps.min()), int(self.steps.max())


def evaluate(
    rule: Rule, candidates: CandidateSet, counts: "Sequence[Counts]", tick: Callable[[float], None] = lambda _: None
) -> Scores:
    """Score every candidate by a rule whose every sum reads one column.

    Args:
        counts: of the rule's columns, in their order.
        tick: as in `formula_scores`.
    """
    return formula_scores(rule, candidates, marginals_of(rule.columns, counts), tick)


def formula_scores(
    rule: Rule,
    candidates: CandidateSet,
    table: Tuples | Marginals,
    tick: Callable[[float], None] = lambda _: None,
) -> Scores:
    """Score every candidate.

    Args:
        rule: any but ready-made scores.
        table: its distinct rows, or its columns by themselves where each of the rule's sums reads one.
        tick: called with the share done; it may raise Cancelled.
    """
    tree, columns = bound_tree(rule, candidates), {column.name: column for column in rule.columns}
    if not (isinstance(candidates, Grid) and candidates.is_line):
        found = score(tree, columns, table, candidates, tick)
        return Scores(_finished(found, candidates.count), found.unit)
    starts = _starts(_values(rule, table), candidates)
    found = score(tree, columns, table, _Points(candidates, starts), tick)
    sizes = np.diff(starts, append=candidates.count)
    return Scores(_finished(found, len(starts)), found.unit, starts, sizes)


def _finished(found: Exact, count: int) -> Integers:
    """A step for each candidate, in 64 bits where those suffice."""
    return narrowed(fitting(integers(np.ascontiguousarray(spread(found, count))), found.most))


def ready_scores(rule: Ready, candidates: CandidateSet, table: Tuples) -> Scores:
    """The scores of a ready-made table: as a cell of 0 for a candidate that it lacks, the sum where it names one twice.

    Args:
        table: of the names and the scores.
    """
    columns = {column.name: column for column in rule.columns}
    in_sum, in_number = ready_trees(rule, candidates)
    known = table.without_blanks([rule.columns[1].name])
    added, met = (score(tree, columns, known, candidates) for tree in (in_sum, in_number))
    absent = int(of_none(rule.columns[1]) / rule.columns[1].step)
    steps = np.where(spread(met, candidates.count) > 0, spread(added, candidates.count), absent)
    return Scores(narrowed(integers(steps)), added.unit)


@dataclass(frozen=True, eq=False)
class _Points:
    """Some points of a line, as candidates."""

    line: Grid
    places: NDArray[np.int64]

    @property
    def count(self) -> int:
        return len(self.places)

    def texts(self, attribute: str) -> tuple[str, ...]:
        return tuple(map(self.line.label, self.places.tolist()))

    def numbers(self, attribute: str) -> Numbers:
        found = Exact(self.line.step, self.places, self.line.count).plus(Exact.constant(self.line.start))
        return Numbers(found.unit, np.asarray(found.steps))


def _starts(values: Exact, line: Grid) -> NDArray[np.int64]:
    """Where the maximal runs of a line begin on which no row changes sides; a value on the line is one of its own.

    Source: MATH 1, "Countable and continuous Y".
    """
    moved = values.plus(Exact.constant(line.start), -1)
    last = np.clip(moved.floors(line.step, line.count), -1, line.count)
    first = np.clip(-moved.negative().floors(line.step, line.count), -1, line.count)
    starts = np.unique(np.concatenate([np.zeros(1, np.int64), first, last + 1]).clip(0, line.count))
    return np.asarray(starts[starts < line.count])


def _values(rule: Rule, table: Tuples | Marginals) -> Exact:
    """The numbers that rows have in the one column of a median or a quantile."""
    if not isinstance(rule, Median | Quantile):
        raise TypeError("on a line of candidates no other rule has as few different scores as there are rows")
    name, step = rule.column.name, rule.column.step
    cells = (table if isinstance(table, Tuples) else table.columns[name]).cells[name]
    return Exact.of(step, cells.steps[cells.present])
