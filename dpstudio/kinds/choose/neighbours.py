"""Neighbouring tables for a choice: the pairs that the search finds, among crowds of other people of many sizes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.derivation import Sensitivity
from dpstudio.core.scores.evaluation import Scores, formula_scores
from dpstudio.core.scores.exhaustive import Meaning, table_of
from dpstudio.core.scores.falsifier import Search, Table
from dpstudio.core.scores.rules import Formula, Ready, Rule, reads_own
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.cells import reach_of_cells
from dpstudio.core.tables.schema import NUMERIC, Column, Relation
from dpstudio.kinds.choose.settled import SettledChoice

# How far the crowd's favourite leads, in units of R / epsilon.
_LEADS = (Fraction(3), Fraction(9, 2), Fraction(2), Fraction(1), Fraction(6), Fraction(0))
_MOST_CROWDS = 40
_MOST_PEOPLE = 10_000
_MOST_APART = 1_000
Row = tuple[Meaning, ...]
Person = tuple[Row, ...]


@dataclass(frozen=True)
class Crowd:
    """Other people, all alike, and the one person who changes; a person without rows is not there.

    Args:
        many: how many others there are.
    """

    other: Person
    many: int
    before: Person
    after: Person

    def tables(self) -> tuple[list[Person], list[Person]]:
        """Both tables, person by person."""
        others = [self.other] * self.many
        return [*others, self.before], [*others, self.after]


def pairs(question: SettledChoice) -> Iterator[tuple[Scores, Scores]]:
    """The exact scores of many pairs of neighbouring tables, as a release has them."""
    if question.sensitivity is None:
        yield _any_two(question)
        return
    if isinstance(question.rule, Ready):
        yield from _ready(question.sensitivity, question.rule.columns[1].step, question)
        return
    for crowd in crowds(question):
        first, second = (scores(question.rule, question.candidates, table) for table in crowd.tables())
        yield first, second


def crowds(question: SettledChoice) -> Iterator[Crowd]:
    """For each critical row a crowd of people who have it, and the change beside it that moves the scores farthest."""
    search = Search(question.rule, question.candidates, question.unit)
    whole = _Whole(question.rule.columns, search)
    found: list[Table] = [(person,) for rest in search.contexts if len(rest) == 1 for person in rest]
    for rest in found[:_MOST_CROWDS] or [()]:
        _, _, pair = search.farthest(rest, True)
        adds = question.unit.relation is Relation.ADD_REMOVE
        before = whole.person(() if adds else pair.before[-1])
        other, after = whole.person(rest[0] if rest else ()), whole.person(pair.after[-1])
        worth = _lead(question, other)
        most = _MOST_APART if isinstance(question.rule, Formula) and question.rule.counts_persons() else _MOST_PEOPLE
        for many in dict.fromkeys([*(min(most, ceil(lead * _gap(question) / worth)) for lead in _LEADS), 1]):
            yield Crowd(other, many, before, after)


def _gap(question: SettledChoice) -> Fraction:
    """R / epsilon of one draw: what moves a chance by the factor e."""
    return _range(question) / question.calibration.epsilon_of_each


def _range(question: SettledChoice) -> Fraction:
    """The R in force, of a rule with a bound."""
    if question.range_sensitivity is None:
        raise TypeError("the rule has no bound")
    return question.range_sensitivity


def _lead(question: SettledChoice, other: Person) -> Fraction:
    """How far apart one more such person moves the scores of two candidates."""
    found = scores(question.rule, question.candidates, [other])
    spread = (found.ends[1] - found.ends[0]) * found.unit
    return spread or _range(question)


class _Whole:
    """Rows of the search, which looks at a few candidates, as rows of all columns."""

    def __init__(self, columns: tuple[Column, ...], search: Search) -> None:
        last = search.columns[-1]
        self._places = [
            search.columns.index(each if each in search.columns else last)
            if each in search.columns or replace(each, name="") == replace(last, name="")
            else None
            for each in columns
        ]
        self._rows = search.rows
        self._left_out = [_any_meaning(column) for column in columns]

    def person(self, rows: tuple[int, ...]) -> Person:
        """Whoever has these rows; columns of candidates that the search leaves out hold what the last one holds."""
        return tuple(
            tuple(
                other if place is None else self._rows[row][place]
                for place, other in zip(self._places, self._left_out, strict=True)
            )
            for row in rows
        )


def _any_meaning(column: Column) -> int:
    """No, or of the numbers that a cell can be the one nearest to 0."""
    low, high = reach_of_cells(column) if column.kind in NUMERIC else (0, 0)
    return min(max(0, low), high)


def scores(rule: Rule, candidates: CandidateSet, table: list[Person]) -> Scores:
    """The exact scores of a table that is given as its people's rows."""
    plain = len(rule.columns) - (candidates.count if reads_own(rule) else 0)
    persons = isinstance(rule, Formula) and rule.counts_persons()
    return formula_scores(rule, candidates, _tuples(rule.columns[:plain], rule.columns[plain:], table, persons))


def _tuples(plain: tuple[Column, ...], owned: tuple[Column, ...], table: list[Person], persons: bool) -> Tuples:
    if persons:
        apart = [(row, many, place) for place, person in enumerate(table) for row, many in Counter(person).items()]
        found = table_of(list(plain), list(owned), [row for row, _, _ in apart])
        counts, whose = (np.array([each[at] for each in apart], np.int64) for at in (1, 2))
        return Tuples(found.cells, found.own, counts, whose)
    many = Counter(row for person in table for row in person)
    found = table_of(list(plain), list(owned), list(many))
    return Tuples(found.cells, found.own, np.array(list(many.values()), np.int64))


def _any_two(question: SettledChoice) -> tuple[Scores, Scores]:
    """Without a bound one person may turn any scores into any others: the first leads, then the last."""
    first = np.zeros(question.candidates.count, np.int64)
    first[0] = 1
    return Scores(first, Fraction(1)), Scores(first[::-1].copy(), Fraction(1))


def _ready(asserted: Sensitivity, step: Fraction, question: SettledChoice) -> Iterator[tuple[Scores, Scores]]:
    """Ready-made scores have no rows: one score rises and all others fall, as far as was asserted."""
    count = question.candidates.count
    apart, most = (int(bound // step) for bound in (asserted.range, asserted.delta))
    rise = min(apart, most)
    fall = min(apart - rise, most)
    for lead in (-each for each in _LEADS):
        first = np.zeros(count, np.int64)
        first[0] = int(lead * _gap(question) / step)
        second = first - fall
        second[0] = first[0] + rise
        yield Scores(first, step), Scores(second, step)
