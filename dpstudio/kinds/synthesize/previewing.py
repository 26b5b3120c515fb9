"""How wrong a synthetic table may be: the law of its largest error over all queries."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import all_answers
from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.distribution import Badge, Beside, Distribution, Line
from dpstudio.core.preview.draws import drawn_by
from dpstudio.core.preview.neighbours import Change, Texts
from dpstudio.core.preview.over_epsilon import Curve, OverEpsilon
from dpstudio.core.preview.queries import Queries
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.synthesize.one_person import PeopleOfTables, Scored, may_change, people_of
from dpstudio.kinds.synthesize.queries import queries_of
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.kinds.synthesize.usefulness import tail_of, usefulness_of
from dpstudio.translation import phrase

_BINS = 60
Rows = Callable[[Texts, tuple[Texts, ...]], PeopleOfTables | None]


def of_tables(
    question: SettledSynthesis, answers: Shown[NDArray[np.int64]], people: int, badge: Badge
) -> tuple[Distribution, ...]:
    """The chances of the largest error, in bins of equal width up to the largest likely one.

    Args:
        answers: the scores of all tables, for the sample or for an invented table of `people`.
    """
    scores, whole = looked_at(answers), max(1, people) * question.synthesis.rows
    chances, errors = SMALL_DATABASE.error_law(question.synthesis, scores, question.epsilon, people)
    likely = errors[np.searchsorted(np.cumsum(chances), 0.999).clip(max=errors.size - 1)]
    width = max(float(likely) / _BINS, 1e-9)

    def binned_at(shares: NDArray[np.float64]) -> NDArray[np.int64]:
        return np.minimum(shares / width, _BINS).astype(np.int64)

    def binned(epsilon: Fraction) -> NDArray[np.float64]:
        chances, errors = SMALL_DATABASE.error_law(question.synthesis, scores, epsilon, people)
        return np.bincount(binned_at(errors), weights=chances, minlength=_BINS + 1).astype(np.float64)

    # As many decimals as two neighbouring bins need to be told apart.
    digits = max(1, ceil(-log10(100 * width)))

    def shown(place: float) -> str:
        return f"{100 * place * width:.{digits}f} %"

    def ends(place: int) -> tuple[str, str]:
        return shown(place), "" if place == _BINS else shown(place + 1)

    draws = drawn_by(
        lambda entropy, many: SMALL_DATABASE.draw_many(entropy, question.synthesis, scores, question.epsilon, many),
        lambda tables: binned_at(-scores[tables] / whole),
        lambda table: phrase("largest error {error} %", error=f"{100 * float(-scores[table] / whole):.{digits}f}"),
    )
    scored = Scored(scores, lambda steps: binned_at(-steps / whole), _BINS + 1)
    rows = _rows(question, scored, people, badge)
    bins = Bins(ends, lambda place: shown(place + 0.5), phrase("{width} % wide", width=f"{100 * width:.{digits}f}"))
    made = Distribution(
        question,
        badge,
        binned(question.epsilon),
        bins.label,
        phrase("largest error of any query"),
        upright=True,
        bins=bins,
        line=Line(50 * width, 100 * width, "%"),
        draws=draws,
        people=None if rows is None else lambda names, lines, _: rows(names, lines),
        beside=partial(_beside, rows) if rows is not None and badge is Badge.SAMPLE else None,
        over=_over(question, answers, people, binned),
        queries=None if rows is None else partial(_queries, question, answers, rows),
        useful=partial(usefulness_of, question, answers, people),
        tail=partial(tail_of, question, answers, people, width, _BINS + 1),
    )
    return (made,)


def _rows(question: SettledSynthesis, scored: Scored, people: int, badge: Badge) -> Rows | None:
    """The rows that may be changed one by one, worked out once; None where there are too many tables for it."""
    if not may_change(question):
        return None
    all_answers(question.synthesis)  # here, and not when a person first asks for a neighbour
    made_up = None if badge is Badge.SAMPLE else invented(question, people)
    return cache(lambda *rows: people_of(question, scored, made_up, *rows))


def _beside(rows: Rows, names: Texts, lines: tuple[Texts, ...], change: Change) -> Beside | None:
    """Both laws of the largest error, of a sample that was read whole."""
    people = rows(names, lines)
    return None if people is None else Beside(people.laws(change, people.bound))


def _queries(
    question: SettledSynthesis,
    answers: Shown[NDArray[np.int64]],
    rows: Rows,
    names: Texts,
    lines: tuple[Texts, ...],
) -> Queries | None:
    """A sample that was read whole, or an invented table, beside what is drawn from it."""
    people = rows(names, lines)
    return None if people is None else queries_of(question, answers, people.truth)


def _over(
    question: SettledSynthesis,
    answers: Shown[NDArray[np.int64]],
    people: int,
    law: Callable[[Fraction], NDArray[np.float64]],
) -> OverEpsilon:
    """The largest error at another ε, and what it is on average."""

    def mean(epsilon: Fraction) -> float:
        chances, errors = SMALL_DATABASE.error_law(question.synthesis, looked_at(answers), epsilon, people)
        return 100 * float(chances @ errors)

    curve = Curve((SMALL_DATABASE.name,), mean)
    return OverEpsilon(law, (curve,), 0, phrase("Expected largest error, in %"), answers, (people,))


def stand_in_tables(question: SettledSynthesis, people: int, tick: Callable[[float], None]) -> Shown[NDArray[np.int64]]:
    """The scores of all tables for an invented one of `people`."""
    return Shown(SMALL_DATABASE.scores(question.synthesis, invented(question, people), tick))


def invented(question: SettledSynthesis, people: int) -> list[int]:
    """An invented table: types fall off in the order of their number; nothing of the private table takes part."""
    shares = 1 / (1 + np.arange(question.synthesis.types))
    ends = np.rint(np.cumsum(shares / shares.sum()) * people).astype(np.int64)
    return [int(many) for many in np.diff(ends, prepend=0)]
