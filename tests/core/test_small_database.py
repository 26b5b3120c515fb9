"""Small-database release: every table numbered once, the exact law, and what it promises."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SMALL_DATABASE as MECHANISM
from dpstudio.core.mechanisms import small_database
from dpstudio.core.mechanisms.small_database import (
    Queries,
    Synthesis,
    largest_feasible,
    query_count,
    query_matrix,
    refuse_infeasible,
    rows_for,
    table,
)
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded

SHAPES = [
    Synthesis(1, Queries.COLUMNS, (), 4),
    Synthesis(2, Queries.PAIRS, (), 3),
    Synthesis(2, Queries.HALFSPACES, (-1, 0, 1), 3),
    Synthesis(3, Queries.COLUMNS, (), 2),
]


def all_tables(shape):
    return [
        tuple(Counter(rows).get(kind, 0) for kind in range(shape.types))
        for rows in itertools.combinations_with_replacement(range(shape.types), shape.rows)
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_table_has_one_number(shape):
    numbered = [table(shape, number) for number in range(shape.tables)]
    assert len(numbered) == comb(shape.types + shape.rows - 1, shape.rows)
    assert set(numbered) == set(all_tables(shape))


def plain_score(shape, truth, synthetic):
    people = sum(truth)
    bits = list(itertools.product((0, 1), repeat=shape.width))
    kinds = [tuple(kind >> j & 1 for j in range(shape.width)) for kind in range(shape.types)]
    assert sorted(kinds) == sorted(bits)
    queries = []
    if shape.queries is Queries.HALFSPACES:
        for weights in itertools.product(shape.weights, repeat=shape.width - 1):
            queries.append([sum(w * x for w, x in zip(weights, kind, strict=False)) >= kind[-1] for kind in kinds])
    else:
        queries += [[kind[j] for kind in kinds] for j in range(shape.width)]
        if shape.queries is Queries.PAIRS:
            queries += [[k[i] and k[j] for k in kinds] for i, j in itertools.combinations(range(shape.width), 2)]
    return -max(
        abs(
            shape.rows * sum(n for n, q in zip(truth, query, strict=True) if q)
            - people * sum(n for n, q in zip(synthetic, query, strict=True) if q)
        )
        for query in queries
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_scores_are_those_of_the_definition(shape):
    truth = [(3 * kind + 1) % 5 for kind in range(shape.types)]
    scores = MECHANISM.scores(shape, truth)
    assert scores.tolist() == [plain_score(shape, truth, table(shape, i)) for i in range(shape.tables)]


def exact(shape, truth, epsilon):
    scores = MECHANISM.scores(shape, truth).tolist()
    rate = mpmath.iv.mpf((epsilon / 2 / shape.rows).numerator) / (epsilon / 2 / shape.rows).denominator
    shares = [mpmath.iv.exp(rate * score) for score in scores]
    whole = sum(shares, mpmath.iv.mpf(0))
    return [share / whole for share in shares]


@pytest.mark.parametrize("shape", SHAPES[:3])
def test_the_realised_epsilon_never_exceeds_the_claim_and_half_of_it_is_exceeded(shape):
    epsilon, worst = Fraction(1), mpmath.mpf(0)
    for people in (1, 3):
        for rows in itertools.combinations_with_replacement(range(shape.types), people):
            before = [rows.count(kind) for kind in range(shape.types)]
            law = exact(shape, before, epsilon)
            for other in range(shape.types):
                after = list(before)
                after[rows[0]] -= 1
                after[other] += 1
                for p, q in zip(law, exact(shape, after, epsilon), strict=True):
                    worst = max(worst, mpmath.mpf(mpmath.iv.log(p / q).b))
    assert float(epsilon) / 2 < worst <= float(epsilon) * (1 + 1e-12)


def test_the_sampler_follows_its_law_and_no_other():
    shape, truth, epsilon, entropy = SHAPES[0], [2, 6], Fraction(2), Seeded("tables")
    scores = MECHANISM.scores(shape, truth)
    drawn = Counter(MECHANISM.draw(entropy, shape, scores, epsilon) for _ in range(6000))
    counts = [drawn[table(shape, i)] for i in range(shape.tables)]
    assert chi_square(counts, MECHANISM.law(shape, scores, epsilon)) < LIMIT
    assert chi_square(counts, MECHANISM.law(shape, scores, epsilon * Fraction(13, 10))) > LIMIT
    assert chi_square(counts, MECHANISM.law(shape, scores, epsilon * Fraction(7, 10))) > LIMIT
    many = np.bincount(MECHANISM.draw_many(entropy, shape, scores, epsilon, 6000), minlength=shape.tables)
    assert chi_square(many, MECHANISM.law(shape, scores, epsilon)) < LIMIT


@pytest.mark.parametrize(("queries", "count"), [(Queries.COLUMNS, 3), (Queries.PAIRS, 6), (Queries.HALFSPACES, 9)])
def test_the_class_of_queries_has_its_size(queries, count):
    assert query_count(3, queries, (-1, 0, 1)) == count
    assert query_matrix(3, queries, (-1, 0, 1)).shape == (count, 8)


def test_halfspaces_that_agree_on_every_row_count_once():
    assert query_count(2, Queries.HALFSPACES, (1, 2, 3)) == 1
    assert query_count(2, Queries.HALFSPACES, (-2, -1, 1)) == 2


@pytest.mark.parametrize("shape", [Synthesis(2, Queries.PAIRS, (), 0), Synthesis(1, Queries.COLUMNS, (), 0)])
def test_the_size_is_enough_for_every_table(shape):
    """Some small table is within alpha / 2 of any real one on every query (Hoeffding), and m is what MATH says."""
    alpha = Fraction(1, 2)
    queries = query_count(shape.width, shape.queries, ())
    rows = rows_for(alpha, queries)
    assert rows == int(2 * mpmath.log(2 * queries) / mpmath.mpf("0.25")) + 1
    sized = Synthesis(shape.width, shape.queries, (), rows)
    for truth in itertools.product(range(3), repeat=shape.types):
        if sum(truth):
            best = -int(MECHANISM.scores(sized, truth).max()) / (sum(truth) * rows)
            assert best <= alpha / 2


def test_enough_people_make_the_promise_and_it_holds():
    alpha, beta, epsilon = Fraction(1, 2), Fraction(1, 10), Fraction(1)
    shape = Synthesis(2, Queries.COLUMNS, (), rows_for(alpha, 2))
    needed = MECHANISM.needed(shape, epsilon, alpha, beta)
    assert MECHANISM.accuracy(shape, epsilon, needed, beta) <= alpha
    truth = [needed - 10, 5, 5, 0]
    scores = MECHANISM.scores(shape, truth)
    chances, errors = MECHANISM.error_law(shape, scores, epsilon, needed)
    assert chances[errors > float(alpha)].sum() <= float(beta)
    assert chances.sum() == pytest.approx(1)
    again = MECHANISM.epsilon_for(shape, alpha, needed, beta)
    assert MECHANISM.needed(shape, again, alpha, beta) <= needed


def test_an_error_that_a_guess_of_one_half_beats_is_not_called_a_remedy():
    shape = Synthesis(4, Queries.PAIRS, (), rows_for(Fraction(1, 10), query_count(4, Queries.PAIRS, ())))
    offered = largest_feasible(shape)
    assert offered >= Fraction(1, 2)
    with pytest.raises(InputError, match=r"says nothing.*Use fewer columns, or fewer queries") as refused:
        refuse_infeasible(shape)
    assert f"an error of {-(-100 * offered // 1)} in 100" in str(refused.value)


def test_what_cannot_be_enumerated_is_refused_with_the_largest_that_can():
    shape = Synthesis(4, Queries.COLUMNS, (), rows_for(Fraction(1, 10), 4))
    with pytest.raises(InputError, match="is the smallest that is possible") as refused:
        refuse_infeasible(shape)
    offered = largest_feasible(shape)
    assert f"{float(offered):.3f}" in str(refused.value)
    for alpha, fits in ((offered, True), (offered - Fraction(1, 1000), False)):
        assert Synthesis(4, Queries.COLUMNS, (), rows_for(alpha, 4)).feasible is fits


def test_sixty_columns_are_sized_and_refused_without_being_built():
    shape = Synthesis(60, Queries.COLUMNS, (), rows_for(Fraction(1, 10), 60))
    assert shape.tables_text.startswith("about 10^")
    assert MECHANISM.needed(shape, Fraction(1), Fraction(1, 10), Fraction(1, 20)) > 10**6
    with pytest.raises(InputError, match="Use fewer columns"):
        refuse_infeasible(shape)


def test_a_table_of_one_type_has_many_rows_refused():
    with pytest.raises(InputError):
        refuse_infeasible(Synthesis(1, Queries.COLUMNS, (), 10**7))


@given(st.lists(st.integers(-40, 0), min_size=1, max_size=60), st.sampled_from([1, 10**6]))
def test_tables_of_one_error_are_counted_as_they_are_however_far_scores_lie_apart(scores, apart):
    found = np.array(scores, np.int64) * apart
    distinct, many = np.unique(found, return_counts=True)
    tallied = small_database._tallied(found)
    assert (tallied[0].tolist(), tallied[1].tolist()) == (distinct.tolist(), many.tolist())
