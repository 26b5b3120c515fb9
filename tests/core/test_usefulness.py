"""How useful a synthetic table is for another number of people: the law for the same shares, and what is proven."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import Queries, Synthesis, query_count, rows_for
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.synthesize.question import SyntheticTable
from dpstudio.kinds.synthesize.usefulness import usefulness_of

TRUTHS = [(3, 1, 0, 2), (0, 0, 0, 7), (1, 1, 1, 1), (9, 0, 1, 0)]


def question(alpha: Fraction, people: int, beta: Fraction) -> SyntheticTable:
    rows = rows_for(alpha, query_count(2, Queries.PAIRS, ()))
    columns = tuple(Column(name, Kind.YES_NO) for name in "ab")
    return SyntheticTable(
        name="",
        handle="h" * 32,
        role=Role.SAMPLE,
        source=Source("text", text=""),
        unit=PrivacyUnit(Relation.REPLACE_ONE),
        epsilon=Fraction(1),
        beta=beta,
        cap=Fraction(3),
        columns=columns,
        synthesis=Synthesis(2, Queries.PAIRS, (), rows),
        alpha=alpha,
        people=people,
    )


def found(truth, alpha=Fraction(3, 5), beta=Fraction(1, 20)):
    asked = question(alpha, sum(truth), beta)
    scores = SMALL_DATABASE.scores(asked.synthesis, truth)
    return asked, usefulness_of(asked, Shown(scores), sum(truth), lambda _: None)


def failing(asked, truth, times) -> float:
    """How likely an error beyond alpha is, on the very table that holds everybody so many times."""
    many = [times * each for each in truth]
    chances = SMALL_DATABASE.law(asked.synthesis, SMALL_DATABASE.scores(asked.synthesis, many), asked.epsilon)
    scores = SMALL_DATABASE.scores(asked.synthesis, many)
    beyond = -scores > asked.alpha * asked.synthesis.rows * sum(many)
    return float(chances[beyond].sum())


@pytest.mark.parametrize("truth", TRUTHS)
def test_more_people_with_the_same_shares_have_the_law_of_the_table_that_holds_them_all(truth):
    asked, useful = found(truth)
    people, checked = sum(truth), 0
    for place, chance in enumerate(useful.failing):
        times, rest = divmod((place + 1) * useful.step, people)
        if times and not rest:
            checked += 1
            assert chance == pytest.approx(failing(asked, truth, times), rel=1e-9)
    assert checked


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("alpha", [Fraction(3, 5), Fraction(4, 5)])
def test_the_bound_is_never_below_the_law_and_says_what_the_receipt_asks_for(truth, alpha):
    asked, useful = found(truth, alpha)
    assert useful.needed == asked.needed
    tables = asked.synthesis.tables
    for place, bound in enumerate(useful.bounds):
        n = (place + 1) * useful.step
        assert float(bound) == pytest.approx(tables * np.exp(-float(alpha) * n / 4))
        assert (bound <= useful.beta) == (n >= useful.needed)
        assert bound >= _law(asked, truth)(n) * (1 - 1e-9)
    assert useful.failing.tolist() == sorted(useful.failing, reverse=True)


def _law(asked, truth) -> Callable[[int], float]:
    """By weights alone, in floats."""
    scores = SMALL_DATABASE.scores(asked.synthesis, truth)
    shares = -scores / (sum(truth) * asked.synthesis.rows)

    def law(n: int) -> float:
        weights = np.exp(-shares * n / 2)
        return float(weights[-scores > asked.alpha * asked.synthesis.rows * sum(truth)].sum() / weights.sum())

    return law


@pytest.mark.parametrize("truth", TRUTHS)
def test_the_least_number_that_is_enough_is_enough_and_one_less_is_not(truth):
    asked, useful = found(truth, beta=Fraction(1, 1000))
    law = _law(asked, truth)
    assert law(useful.enough) <= 0.001
    assert useful.enough == 1 or law(useful.enough - 1) > 0.001
    assert useful.enough <= useful.needed
