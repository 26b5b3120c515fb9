"""What one person changes of a synthetic table, on a sample or on an invented table."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.small_database import Synthesis, all_answers, query_matrix
from dpstudio.core.preview.neighbours import BREAKS, Change, Laws, People, Texts, written
from dpstudio.core.preview.proof import Moved, Proof, of_exponential
from dpstudio.core.quantities import counted
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.synthesize.farthest import farthest
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import joined, phrase

_MOST_KINDS, _MOST_CELLS = 8, 50_000_000
_NARROW = 1 << 30
_BEGIN = phrase(
    "Put another row in the place of the highlighted one, or choose another first. R is how far one person can move"
    " the scores of two synthetic tables apart: {breaks}",
    breaks=BREAKS,
)


class Scored(NamedTuple):
    """All synthetic tables: their scores for the rows that are shown, and in which bin of the picture a score lies."""

    scores: NDArray[np.int64]
    place: Callable[[NDArray[Any]], NDArray[np.int64]]
    bins: int


class Kinds(NamedTuple):
    """Synthetic tables that have the same score and move by the same: both in the mechanism's steps, and how many."""

    scores: NDArray[np.int64]
    moved: NDArray[np.int64]
    many: NDArray[np.int64]


@lru_cache(maxsize=3)
def scores_of(synthesis: Synthesis, truth: tuple[int, ...]) -> NDArray[Any]:
    """The score of every synthetic table for so many people of each type, in the steps of the mechanism."""
    people = sum(truth)
    whole = np.int32 if people * synthesis.rows < _NARROW else np.int64
    matrix = query_matrix(synthesis.width, synthesis.queries, synthesis.weights)
    farthest = np.zeros(synthesis.tables or 0, whole)
    for answers, wanted in zip(all_answers(synthesis), matrix @ np.array(truth) * synthesis.rows, strict=True):
        apart = np.multiply(answers, people, dtype=whole)
        apart -= int(wanted)
        np.maximum(farthest, np.abs(apart, out=apart), out=farthest)
    found: NDArray[Any] = np.negative(farthest, out=farthest)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=32)
def kinds_of(synthesis: Synthesis, before: tuple[int, ...], after: tuple[int, ...]) -> Kinds:
    """The tables put together that nothing tells apart when some people come in the place of others."""
    old = scores_of(synthesis, before)
    moved = scores_of(synthesis, after) - old
    most = int(np.abs(moved).max())
    wide = 2 * most + 1
    found, many = np.unique(old.astype(np.int64) * wide + (moved + most), return_counts=True)
    return Kinds(found // wide, found % wide - most, many.astype(np.int64))


class PeopleOfTables(People):
    """Rows of yes and no, of which every synthetic table's score is worked out again after a change.

    Args:
        types: of which type each line is.
        many: how many rows are alike in each line.
    """

    sign, begin, bound, replaced, proves = "R", _BEGIN, Fraction(2), True, True

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

    @cached_property
    def truth(self) -> tuple[int, ...]:
        """How many people are of each type."""
        found = np.bincount(self._types, weights=self.many, minlength=self._question.synthesis.types)
        return tuple(found.astype(np.int64).tolist())

    def scores(self) -> NDArray[Any]:
        """The score of every synthetic table for these people, in the steps of the mechanism."""
        return scores_of(self._question.synthesis, self.truth)

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

    def _kinds(self, change: Change) -> Kinds:
        """All synthetic tables before and after a change."""
        before = self.truth
        after = list(before)
        if change.taken is not None and change.put is not None:
            after[self._types[change.taken]] -= 1
            after[self._type(change.put)] += 1
        return kinds_of(self._question.synthesis, before, tuple(after))

    def _rate(self, bound: Fraction) -> float:
        return float(self._question.epsilon / bound / self._question.synthesis.rows)

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`: of the largest error, as the old table counts it."""
        found, rate, bins = self._kinds(change), self._rate(bound), self._scored.bins
        places, many = self._scored.place(found.scores), np.log(found.many)
        both = [many + (scores - scores.max()) * rate for scores in (found.scores, found.scores + found.moved)]
        old, new = (each - np.logaddexp.reduce(each) for each in both)
        logs = new - old
        nearest_first = np.argsort(np.abs(logs), kind="stable")
        exact = np.zeros(bins)
        exact[places[nearest_first]] = logs[nearest_first]  # of several in one place the last one stays
        before, after = (np.bincount(places, np.exp(each), bins).astype(np.float64) for each in (old, new))
        return Laws(before, after, float(self._question.epsilon), exact=exact, single="table")

    def proof(self, change: Change, bound: Fraction, place: int) -> Proof | None:
        """As `People.proof`, of the exponential mechanism among all tables: of the one in a bin that moves farthest."""
        found, rows = self._kinds(change), self._question.synthesis.rows
        there = np.flatnonzero(self._scored.place(found.scores) == place)
        if not there.size:
            return None
        old, new = (_people(each, rows) for each in (found.scores, found.scores + found.moved))
        logs = found.moved * self._rate(bound)
        chances = np.log(found.many) + (found.scores - found.scores.max()) * self._rate(bound)
        total = np.logaddexp.reduce(chances + logs) - np.logaddexp.reduce(chances)
        at = int(there[np.abs(logs[there] - total).argmax()])
        wrong = -100 * int(found.scores[at]) / (max(1, sum(self.truth)) * rows)
        name = phrase("a table that is wrong by {wrong} %", wrong=f"{wrong:.2f}")
        moved = Moved(name, self._question.epsilon, bound, "people", phrase("synthetic tables"))
        return of_exponential(moved, (old, new), at, np.log(found.many))

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`; of many kinds of rows some are tried."""
        changes = list(self._changes())
        exchanges = [(self._types[line], self._type(put)) for line, put in changes]
        at = farthest(self._question.synthesis, self.truth, exchanges, self._rate(bound), tick)
        return Change(*changes[at])

    def _changes(self) -> Iterator[tuple[int, Texts]]:
        """A row of each type that is there, replaced by one of each other type that may be there."""
        there = _some(list({kind: line for line, kind in reversed(list(enumerate(self._types)))}.values()))
        puts = {kind: texts_of(self._question, kind) for kind in _some(list(range(self._question.synthesis.types)))}
        for line in there:
            yield from ((line, put) for kind, put in puts.items() if kind != self._types[line])


def _people(scores: NDArray[np.int64], rows: int) -> NDArray[np.object_]:
    """Scores in people."""
    return np.array([Fraction(int(each), rows) for each in scores], object)


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
    """The rows of a sample, if the scores that are shown follow from them; else invented ones.

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
    if question.role is not Role.SAMPLE or not {column.name for column in question.columns} <= set(names):
        return None
    places = [names.index(column.name) for column in question.columns]
    known: dict[Texts, int] = {}
    types = []
    for line in lines:
        cells = tuple(line[at] for at in places)
        if cells not in known:
            known[cells] = type_of(question, cells)
        types.append(known[cells])
    made = PeopleOfTables(question, scored, names, lines, types, (1,) * len(lines))
    return made if lines and np.array_equal(made.scores(), scored.scores) else None
