"""Randomized answers: the exact coin, the counts it gives, and estimates without bias."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE as MECHANISM
from dpstudio.core.sampling import randomizing
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded


def row_law(epsilon, answers, truth):
    keep, other = MECHANISM.law(epsilon, answers)
    return np.array([keep if place == truth else other for place in range(answers)])


@pytest.mark.parametrize("answers", [2, 3, 7])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(4)])
def test_each_answer_follows_its_law_and_no_other(answers, epsilon):
    for truth in (0, answers - 1):
        counts = [0] * answers
        counts[truth] = 20_000
        given_counts = MECHANISM.draw(Seeded(f"{answers} {epsilon} {truth}"), epsilon, counts)
        assert sum(given_counts) == 20_000
        assert chi_square(given_counts, row_law(epsilon, answers, truth)) < LIMIT
        if epsilon == 1:
            assert chi_square(given_counts, row_law(epsilon * Fraction(13, 10), answers, truth)) > LIMIT
            assert chi_square(given_counts, row_law(epsilon * Fraction(7, 10), answers, truth)) > LIMIT


@pytest.mark.parametrize("answers", [2, 5])
@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(2)])
def test_one_answer_realises_exactly_the_claim(answers, epsilon):
    keep, other = MECHANISM.law(epsilon, answers)
    assert np.log(keep / other) == pytest.approx(float(epsilon), rel=1e-12)
    assert keep + (answers - 1) * other == pytest.approx(1, rel=1e-12)
    broken = keep * 1.05 / ((1 - keep * 1.05) / (answers - 1))
    assert np.log(broken) > float(epsilon), "a twin that keeps more often breaks the claim"


@given(st.fractions(Fraction(1, 1000), 50, max_denominator=1000), st.integers(1, 999))
def test_the_chance_of_keeping_is_enclosed(epsilon, others):
    with mpmath.workdps(60):
        true = 2**64 / (1 + others * mpmath.exp(-mpmath.mpf(epsilon.numerator) / epsilon.denominator))
        low, high = randomizing._chance(epsilon, others, 64)
        assert low <= true <= high <= low + 2


def test_a_coin_at_the_border_draws_further_bits():
    low, _ = randomizing._chance(Fraction(1), 1, 64)
    seen = {randomizing._is_head(Seeded(f"border {i}"), Fraction(1), 1, low) for i in range(200)}
    assert seen == {True, False}


def test_words_at_the_border_are_refined_and_the_others_are_not():
    low, high = randomizing._chance(Fraction(1), 1, 64)
    words = np.array([low - 1, low, high, high + 1, 0, 2**64 - 1], np.uint64)

    class Fixed(Seeded):
        def words(self, count):
            return words

    heads = {randomizing._kept(Fixed(f"rest {i}"), Fraction(1), 1, 6) for i in range(100)}
    assert heads == {2, 3}


def test_estimates_have_no_bias_and_add_up_to_the_people():
    epsilon, counts = Fraction(1), [300, 100, 0]
    keep, other = (Fraction(value).limit_denominator(10**12) for value in MECHANISM.law(epsilon, 3))
    expected = [keep * count + other * (400 - count) for count in counts]
    found = MECHANISM.estimates(epsilon, expected)
    assert [float(estimate) for estimate, _ in found] == pytest.approx(counts, abs=1e-6)
    assert float(sum(estimate for estimate, _ in MECHANISM.estimates(epsilon, [7, 5, 9]))) == pytest.approx(21)


def test_the_standard_error_is_what_repeated_draws_show():
    epsilon, counts, entropy = Fraction(1), [80, 20], Seeded("spread")
    drawn = [MECHANISM.estimates(epsilon, MECHANISM.draw(entropy, epsilon, counts))[0] for _ in range(2000)]
    values = np.array([float(estimate) for estimate, _ in drawn])
    assert values.mean() == pytest.approx(80, abs=1.5)
    assert values.std() == pytest.approx(np.mean([float(deviation) for _, deviation in drawn]), rel=0.08)


def test_the_error_holds_and_the_epsilon_for_an_error_gives_it():
    beta, entropy = Fraction(1, 20), Seeded("holds")
    error = MECHANISM.accuracy(Fraction(1), 2, 100, beta)
    drawn = [MECHANISM.estimates(Fraction(1), MECHANISM.draw(entropy, Fraction(1), [30, 70])) for _ in range(500)]
    assert sum(abs(estimates[0][0] - 30) > error for estimates in drawn) <= 500 * beta
    epsilon = MECHANISM.epsilon_for(Fraction(20), 2, 100, beta)
    assert MECHANISM.accuracy(epsilon, 2, 100, beta) <= 20
    assert MECHANISM.accuracy(epsilon * Fraction(9, 10), 2, 100, beta) > 20
    assert MECHANISM.epsilon_for(Fraction(1), 2, 100, beta) is None


@pytest.mark.parametrize("epsilon", [Fraction(1, 10**9), Fraction(10**6)])
def test_extreme_epsilons(epsilon):
    counts = MECHANISM.draw(Seeded("extreme"), epsilon, [50, 0, 50])
    assert sum(counts) == 100
    if epsilon > 1:
        assert counts == [50, 0, 50]
        assert [float(e) for e, _ in MECHANISM.estimates(epsilon, counts)] == pytest.approx([50, 0, 50])
    assert MECHANISM.draw(Seeded("nobody"), epsilon, [0, 0]) == [0, 0]
