"""What one person changes of a choice, whatever rows there are: every candidate's score is worked out again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from operator import mul

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import GENERAL
from dpstudio.core.preview.neighbours import BREAKS, Change, Laws, People, Texts, written
from dpstudio.core.preview.proof import Moved, Proof, of_exponential
from dpstudio.core.quantities import counted
from dpstudio.core.scores.evaluation import Scores, formula_scores
from dpstudio.core.scores.exhaustive import Meaning, Other, table_of
from dpstudio.core.scores.falsifier import possible_rows
from dpstudio.core.scores.rules import reads_own
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Column, Relation, Role
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import joined, phrase

_MOST_KINDS = 60
_BEGIN = phrase(
    "Change the highlighted row, or another. R is how far one person can move two scores apart: {breaks}",
    breaks=BREAKS,
)
Row = tuple[Meaning, ...]


class PeopleOfChoice(People):
    """Rows of a sample, or of a stand-in, of which every candidate's score is worked out again after a change.

    Args:
        rows: what the cells that are read may mean.
        kinds: which of these each line has; None of as many lines, in this order.
        many: how many rows are alike in each line; None of one.
    """

    sign, begin = "R", _BEGIN

    def __init__(
        self,
        question: SettledChoice,
        names: Texts,
        lines: tuple[Texts, ...],
        rows: list[Row],
        kinds: list[int] | None = None,
        many: tuple[int, ...] | None = None,
    ) -> None:
        self._question, self._columns, self._rows = question, question.rule.columns, rows
        self.names, self.lines = names, lines
        self._kinds = list(range(len(rows))) if kinds is None else kinds
        self.many = (1,) * len(lines) if many is None else many
        self.read = tuple(column.name for column in self._columns)
        self.replaced = question.unit.relation is Relation.REPLACE_ONE
        self._named: Callable[[int], str] = question.candidates.label
        self.proves = question.calibration.mechanism.law_form == GENERAL.law_form
        self.bound: Fraction = question.range_sensitivity or Fraction(1)

    def scores(self, change: Change = Change(None, None)) -> Scores:  # noqa: B008 - it cannot be changed
        """Every candidate's score after a change."""
        rows, many = list(self._rows), np.bincount(self._kinds, weights=self.many, minlength=len(self._rows)).tolist()
        if change.taken is not None:
            many[self._kinds[change.taken]] -= 1
        if change.put is not None:
            put = rows[self._kinds[change.put]] if isinstance(change.put, int) else self._meant(change.put)
            rows, many = [*rows, put], [*many, 1]
        rule, candidates = self._question.rule, self._question.candidates
        plain = len(self._columns) - (candidates.count if reads_own(rule) else 0)
        found = table_of(list(self._columns[:plain]), list(self._columns[plain:]), rows)
        return formula_scores(rule, candidates, Tuples(found.cells, found.own, np.array(many, np.int64)))

    @property
    def mean(self) -> tuple[Fraction, ...]:
        """Of each column that is read what its numbers are on average."""
        many = np.bincount(self._kinds, weights=self.many, minlength=len(self._rows)).astype(np.int64).tolist()
        worth = [[value if isinstance(value, int) else 0 for value in row] for row in self._rows]
        sums = [sum(map(mul, column, many)) for column in zip(*worth, strict=True)]
        return tuple(each * column.step / sum(many) for each, column in zip(sums, self._columns, strict=True))

    def _meant(self, cells: Texts) -> Row:
        if len(cells) != len(self._columns):
            raise InputError(
                phrase(
                    "A row has {values} here, and the new one has {cells}.",
                    values=counted(len(self._columns), "values"),
                    cells=len(cells),
                ),
                phrase("Type {read}, with commas between them.", read=joined(phrase(" and "), self.read)),
            )
        return tuple(reader(column)(cell) for column, cell in zip(self._columns, cells, strict=True))

    def cells(self, line: int) -> Texts:
        """As `People.cells`."""
        return tuple(self.lines[line][self.names.index(name)] for name in self.read)

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`."""
        before, after = self.scores(), self.scores(change)
        made = replace(self._question.calibration, range_sensitivity=bound)
        weights, limit = self._question.candidates.weights, float(made.epsilon_of_each)
        first, second = (made.law(each.steps, each.unit, weights) for each in (before, after))
        if min(first.min(), second.min()) >= np.finfo(np.float64).tiny:
            return Laws(first, second, limit)
        old, new = (made.logarithms(each.steps, each.unit, weights) for each in (before, after))
        return Laws(first, second, limit, exact=new - old)

    def proof(self, change: Change, bound: Fraction, place: int) -> Proof:
        """As `People.proof`, of the exponential mechanism's law."""
        question = self._question
        scores = [exact(each) for each in (self.scores(), self.scores(change))]
        weights = question.candidates.weights
        logs = None if weights is None else np.log(np.array([float(each) for each in weights]))
        moved = Moved(self._named(place), question.calibration.epsilon_of_each, bound, question.score_unit)
        return of_exponential(moved, (scores[0], scores[1]), place, logs)

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`; of many kinds of rows some are tried, and beside a sample's own some that nobody has."""
        return self.farthest_of(list(self._changes()), bound, tick)

    def _possible(self) -> list[Texts]:
        """Cells of rows that the sample does not have, at whose values a score changes its mind."""
        if self._question.role is not Role.SAMPLE:
            return []
        there, rule = {*self._rows}, self._question.rule
        rows = (each for each in possible_rows(rule, self._question.candidates) if each not in there)
        return [tuple(map(cell_of, self._columns, row)) for row in islice(rows, _MOST_KINDS)]

    def _changes(self) -> Iterator[Change]:
        """Each kind of row taken out, put in once more, or replaced by each other kind; or another row put in."""
        possible: list[int | Texts] = [*self._possible()]
        kinds = list({self._rows[kind]: line for line, kind in enumerate(self._kinds)}.values())
        kinds = [kinds[place] for place in np.unique(np.linspace(0, len(kinds) - 1, _MOST_KINDS).astype(int))]
        for line in kinds:
            if self.replaced:
                yield from (Change(line, other) for other in (*kinds, *possible))
            else:
                yield Change(line, None)
                yield Change(None, line)
        if not self.replaced:
            yield from (Change(None, cells) for cells in possible)


def cell_of(column: Column, meaning: Meaning) -> str:
    """A meaning as a cell that has it; of several choices all of them."""
    if isinstance(meaning, Other):
        return phrase("another")
    if isinstance(meaning, frozenset):
        return f"{column.separator} ".join(sorted(meaning))
    return written(column, meaning)


def exact(scores: Scores) -> NDArray[np.object_]:
    """The scores as numbers."""
    return np.array([int(each) * scores.unit for each in scores.steps], object)
