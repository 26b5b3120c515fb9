"""The queries that a synthetic table is to answer, as halfspaces of two coordinates each."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import Queries as Class
from dpstudio.core.mechanisms.small_database import Table
from dpstudio.core.preview.queries import Coordinate, Halfspace, Plane, Queries, Query, summed
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase

_HALF, _ZERO = Fraction(1, 2), Fraction(0)


def queries_of(question: SettledSynthesis, answers: Shown[NDArray[np.int64]], truth: Table) -> Queries:
    """What is asked of a table, and what is drawn from it.

    Args:
        answers: the scores of all synthetic tables for that table.
        truth: how many of its people are of each type.
    """
    columns, asked = _columns(question), tuple(_asked(question))
    planes = tuple(Plane(*pair) for pair in combinations(columns, 2)) or (Plane(*columns),)
    scores = looked_at(answers)
    return Queries(
        planes,
        asked,
        truth,
        question.alpha,
        lambda entropy: SMALL_DATABASE.draw(entropy, question.synthesis, scores, question.epsilon),
    )


def _columns(question: SettledSynthesis) -> list[Coordinate]:
    """Each column as a coordinate, yes being 1."""
    types = range(question.synthesis.types)
    return [
        Coordinate(phrase("“{column}”", column=column.name), tuple(kind >> place & 1 for kind in types))
        for place, column in enumerate(question.columns)
    ]


def _asked(question: SettledSynthesis) -> Iterator[Query]:
    """Every query of the class, once; of several weights that count the same rows the least ones."""
    columns, synthesis = _columns(question), question.synthesis
    if synthesis.queries is Class.HALFSPACES:
        yield from _halfspaces(columns, synthesis.weights)
        return
    for place, column in enumerate(columns):
        others = columns[place + 1 :] + columns[:place]
        plane = Plane(column, *others[:1])
        yield _query(phrase("{column} is yes", column=column.name), plane, Halfspace(1, 0, _HALF))
    if synthesis.queries is Class.PAIRS:
        for one, other in combinations(columns, 2):
            name = phrase("{one} and {other} are yes", one=one.name, other=other.name)
            yield _query(name, Plane(one, other), Halfspace(1, 1, Fraction(3, 2)))


def _halfspaces(columns: list[Coordinate], weights: tuple[int, ...]) -> Iterator[Query]:
    """Weighted sums of all columns but the last that are at least the last one."""
    *others, last = columns
    seen = set()
    each = product(sorted(set(weights)), repeat=len(others))
    for chosen in sorted(each, key=lambda weights: (sum(map(abs, weights)), weights)):
        query = _halfspace(others, chosen, last)
        if query.counts not in seen:
            seen.add(query.counts)
            yield query


def _halfspace(columns: list[Coordinate], weights: tuple[int, ...], last: Coordinate) -> Query:
    """One of them: between the column that weighs something and the last one, or between a weighted sum and that."""
    terms = [(weight, each) for weight, each in zip(weights, columns, strict=True) if weight]
    total = summed([(weight, each.name) for weight, each in terms])
    name = phrase("{sum} ≥ {last}", sum=total, last=last.name)
    if len(terms) > 1:
        rows = zip(*(each.values for _, each in terms), strict=True)
        values = tuple(sum(weight * value for (weight, _), value in zip(terms, row, strict=True)) for row in rows)
        return _query(name, Plane(Coordinate(phrase("({sum})", sum=total), values), last), Halfspace(1, -1, _ZERO))
    weight, across = terms[0] if terms else (0, columns[0])
    return _query(name, Plane(across, last), Halfspace(weight, -1, _ZERO))


def _query(name: str, plane: Plane, halfspace: Halfspace) -> Query:
    return Query(name, plane.counts(halfspace), plane, halfspace)
