"""What one person changes of a synthetic table, on a small sample or on an invented table."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.small_database import all_answers, query_matrix
from dpstudio.core.preview.neighbours import BREAKS, Change, Laws, People, Texts, written
from dpstudio.core.quantities import counted
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import joined, phrase

_MOST_ROWS, _MOST_KINDS, _MOST_CELLS = 199, 8, 50_000_000
_NARROW = 1 << 30
_BEGIN = phrase(
    "Choose a row, then put another one in its place. R is how far one person can move the scores of"
    " two synthetic tables apart: {breaks}",
    breaks=BREAKS,
)


class Scored(NamedTuple):
    """All synthetic tables: their scores for the rows that are shown, and in which bin of the picture each lies."""

    scores: NDArray[np.int64]
    places: NDArray[np.int64]
    bins: int


class PeopleOfTables(People):
    """Rows of yes and no, of which every synthetic table's score is worked out again after a change.

    Args:
        types: of which type each line is.
        many: how many rows are alike in each line.
    """

    sign, begin, bound, replaced = "R", _BEGIN, Fraction(2), True

    def __init__(
        self,
        question: SettledSynthesis,
        scored: Scored,
        names: Texts,
        lines: tuple[Texts, ...],
        types: list[int],
        many: tuple[int, ...],
    ) -> None:
        self._question, self._scored, self._types = question, scored, types
        self.names, self.lines, self.many = names, lines, many
        self.read = tuple(column.name for column in question.columns)

    @property
    def truth(self) -> list[int]:
        """How many people are of each type."""
        found = [0] * self._question.synthesis.types
        for kind, many in zip(self._types, self.many, strict=True):
            found[kind] += many
        return found

    def scores(self, truth: list[int]) -> NDArray[Any]:
        """The score of every synthetic table for such people, in the steps of the mechanism."""
        synthesis, people = self._question.synthesis, sum(truth)
        whole = np.int32 if people * synthesis.rows < _NARROW else np.int64
        matrix = query_matrix(synthesis.width, synthesis.queries, synthesis.weights)
        farthest = np.zeros(self._scored.scores.size, whole)
        for answers, wanted in zip(all_answers(synthesis), matrix @ np.array(truth) * synthesis.rows, strict=True):
            apart = np.multiply(answers, people, dtype=whole)
            apart -= int(wanted)
            np.maximum(farthest, np.abs(apart, out=apart), out=farthest)
        found: NDArray[Any] = np.negative(farthest, out=farthest)
        return found

    def cells(self, line: int) -> Texts:
        """As `People.cells`."""
        return tuple(self.lines[line][self.names.index(name)] for name in self.read)

    def _type(self, put: Texts | int) -> int:
        """Of which type a row is; a blank counts as no."""
        if isinstance(put, int):
            return self._types[put]
        columns = self._question.columns
        if len(put) != len(columns):
            raise InputError(
                phrase(
                    "A row has {values} here, and the new one has {put}.",
                    values=counted(len(columns), "values"),
                    put=len(put),
                ),
                phrase("Type {read}, with commas between them.", read=joined(phrase(" and "), self.read)),
            )
        return type_of(self._question, put)

    # ---- the laws

    @cached_property
    def _below(self) -> NDArray[np.int64]:
        """How far each score is from the best, as a number that is never above 0."""
        return np.asarray(self._scored.scores - self._scored.scores.max())

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`: of the largest error, as the old table counts it."""
        rate = float(self._question.epsilon / bound / self._question.synthesis.rows)
        truth = self.truth
        if change.taken is not None and change.put is not None:
            truth[self._types[change.taken]] -= 1
            truth[self._type(change.put)] += 1
        moved = self.scores(truth) - self._scored.scores
        most = int(np.abs(moved).max())
        wide = 2 * most + 1
        cells = self._scored.places * wide + (moved + most)
        size = self._scored.bins * wide
        shape = self._scored.bins, wide
        chances = np.bincount(cells, weights=np.exp(self._below * rate), minlength=size).reshape(shape)
        there = np.bincount(cells, minlength=size).reshape(shape) > 0
        old = chances / chances.sum()
        factors = np.exp(np.arange(-most, most + 1) * rate)
        total = float((old * factors).sum())
        logs = np.arange(-most, most + 1) * rate - np.log(total)
        ratios = np.where(there, np.abs(logs), -1.0).argmax(axis=1)
        exact = np.where(there.any(axis=1), logs[ratios], 0.0)
        after = (old * factors).sum(axis=1) / total
        return Laws(old.sum(axis=1), after, float(self._question.epsilon), exact=exact, single="table")

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`; of many kinds of rows some are tried."""
        return self.farthest_of(list(self._changes()), bound, tick)

    def _changes(self) -> Iterator[Change]:
        """A row of each type that is there, replaced by one of each other type that may be there."""
        there = _some(list({kind: line for line, kind in reversed(list(enumerate(self._types)))}.values()))
        puts = {kind: texts_of(self._question, kind) for kind in _some(list(range(self._question.synthesis.types)))}
        for line in there:
            yield from (Change(line, put) for kind, put in puts.items() if kind != self._types[line])


def _some(all_of: list[int]) -> list[int]:
    """As many of them as are tried."""
    return [all_of[place] for place in np.unique(np.linspace(0, len(all_of) - 1, _MOST_KINDS).astype(int))]


def type_of(question: SettledSynthesis, cells: Texts) -> int:
    """Of which type a row of such cells is; what cannot be read counts as no."""
    read = [reader(column)(cell) for column, cell in zip(question.columns, cells, strict=True)]
    return sum(1 << place for place, meaning in enumerate(read) if meaning)


def texts_of(question: SettledSynthesis, kind: int) -> Texts:
    """The cells of a row of a type."""
    return tuple(written(column, kind >> place & 1) for place, column in enumerate(question.columns))


def may_change(question: SettledSynthesis) -> bool:
    """Whether all tables can be scored again at once, and rows are people."""
    synthesis = question.synthesis
    queries = len(query_matrix(synthesis.width, synthesis.queries, synthesis.weights)) if synthesis.feasible else 0
    return question.unit.person is None and 0 < queries * (synthesis.tables or 0) <= _MOST_CELLS


def people_of(
    question: SettledSynthesis, scored: Scored, invented: list[int] | None, names: Texts, lines: tuple[Texts, ...]
) -> PeopleOfTables | None:
    """The rows of a sample that was read whole, if the scores that are shown follow from them; else invented ones.

    Args:
        invented: how many invented people are of each type; None of a sample.
        names, lines: of the sample; for a private table nothing of them is taken.
    """
    if invented is not None:
        kinds = [kind for kind, many in enumerate(invented) if many]
        many = tuple(invented[kind] for kind in kinds)
        shown = tuple((*texts_of(question, kind), f"{invented[kind]:,}") for kind in kinds)
        read = tuple(column.name for column in question.columns)
        return PeopleOfTables(question, scored, (*read, "rows"), shown, kinds, many)
    there = question.role is Role.SAMPLE and 0 < len(lines) <= _MOST_ROWS
    if not there or not {column.name for column in question.columns} <= set(names):
        return None
    places = [names.index(column.name) for column in question.columns]
    types = [type_of(question, tuple(line[at] for at in places)) for line in lines]
    made = PeopleOfTables(question, scored, names, lines, types, (1,) * len(lines))
    return made if np.array_equal(made.scores(made.truth), scored.scores) else None
