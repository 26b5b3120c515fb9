"""Several winners: each draw from those left, epsilon split evenly, and together no more than claimed."""

import itertools
from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.mechanisms import SELECTIONS, peeling
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from tests.conftest import Seeded
from tests.core.test_mechanisms import FORMS, exact_law

SCORES = np.array([3, 2, 0], np.int64)


def exact_orders(key, scores, rate, winners):
    """The probability of each order of winners, in intervals."""
    found = {(): mpmath.iv.mpf(1)}
    for _ in range(winners):
        longer = {}
        for order, chance in found.items():
            left = [i for i in range(len(scores)) if i not in order]
            law = exact_law(key, tuple(scores[i] for i in left), rate)
            for place, share in zip(left, law, strict=True):
                longer[(*order, place)] = chance * share
        found = longer
    return found


@pytest.mark.parametrize("key", FORMS)
def test_orders_follow_their_law_and_no_winner_comes_twice(key):
    entropy, rate = Seeded(key), Fraction(1, 2)
    law = exact_orders(key, (3, 2, 0), rate, 2)
    counts = dict.fromkeys(law, 0)
    for _ in range(3000):
        counts[tuple(peeling.draw_all(SELECTIONS[key], entropy, SCORES, rate, None, 2))] += 1
    expected = {order: 3000 * float(mpmath.mpf(chance.mid)) for order, chance in law.items()}
    assert sum((counts[o] - e) ** 2 / e for o, e in expected.items()) < 50


@pytest.mark.parametrize("key", FORMS)
def test_two_draws_with_half_of_epsilon_each_keep_the_promise(key):
    epsilon = Fraction(1)
    worst = mpmath.mpf(0)
    for scores in itertools.product(range(2), repeat=3):
        before = exact_orders(key, scores, epsilon / 2, 2)
        for shift in itertools.product((0, 1), repeat=3):
            after = exact_orders(key, tuple(s + t for s, t in zip(scores, shift, strict=True)), epsilon / 2, 2)
            worst = max(worst, *(mpmath.mpf(mpmath.iv.log(before[o] / after[o]).b) for o in before))
    assert 0.5 < worst <= 1 + 1e-12


def test_weights_stay_with_their_candidates():
    weights = tuple(Fraction(10**power) for power in (30, 0, 20, 10))
    for weighed in (weights, np.array([10**18, 1, 10**12, 10**6])):
        drawn = peeling.draw_all(SELECTIONS["exponential"], Seeded("w"), np.zeros(4, np.int64), Fraction(1), weighed, 4)
        assert drawn == [0, 2, 3, 1]


def test_accuracy_and_epsilon_belong_together_and_rho_adds():
    beta = Fraction(1, 20)
    four = SelectionCalibration(SELECTIONS["permute_and_flip"], Fraction(1), Fraction(1), 4)
    made = replace(four, epsilon=four.epsilon_for(Fraction(10), 50, beta))
    assert made.accuracy(50, beta) <= 10
    assert replace(made, winners=1).accuracy(50, beta) < 10 / 2
    assert SelectionCalibration(SELECTIONS["exponential"], Fraction(1), Fraction(2), 4).loss.rho == Fraction(1, 8)


def test_the_risk_of_several_winners_is_that_of_all_of_them_together():
    """MATH 1: a draw fails with e^(-gap rate) each of the others; of k draws each may fail with beta / k."""
    made = SelectionCalibration(SELECTIONS["exponential"], Fraction(3), Fraction(2), 4)
    told = made.accuracy(50, Fraction(1, 20))
    exact = 3 * 4 / mpmath.mpf(2) * mpmath.log(50 * 4 * 20)
    assert exact <= told <= exact * mpmath.mpf("1.000001")
    needed = made.epsilon_for(Fraction(10), 50, Fraction(1, 20))
    exact = 4 * 3 / mpmath.mpf(10) * mpmath.log(50 * 4 * 20)
    assert exact <= needed <= exact * mpmath.mpf("1.01")  # rounded up to a few digits


@pytest.mark.parametrize("winners", [1, 2, 5])
@pytest.mark.parametrize("key", FORMS)
def test_each_of_k_draws_has_the_rate_of_a_kth_of_what_is_charged(key, winners):
    made = SelectionCalibration(SELECTIONS[key], Fraction(3), Fraction(2), winners)
    assert made.rate(Fraction(1, 10)) * winners == made.loss.epsilon * Fraction(1, 10) / 3
