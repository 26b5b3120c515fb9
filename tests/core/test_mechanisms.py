"""The laws against MATH's check values, and the privacy they claim over all small neighbouring tables."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.mechanisms import MECHANISMS, SELECTIONS
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.randomized_response import ResponseCalibration
from dpstudio.core.mechanisms.selection import Selection
from dpstudio.core.mechanisms.small_database import Queries, Synthesis, SynthesisCalibration

EXPONENTIAL, FLIP = SELECTIONS["exponential"], SELECTIONS["permute_and_flip"]
LAPLACE = SELECTIONS["noisy_max_laplace"]
UNWEIGHTED = [each for each in SELECTIONS.values() if not each.takes_weights]
FORMS = ["exponential", "permute_and_flip", "noisy_max_laplace"]
CHECK = np.array([3, 2, 0], np.int64)


def test_the_check_values():
    half = Fraction(1, 2)
    assert EXPONENTIAL.law(CHECK, half) == pytest.approx([0.54654939, 0.33149896, 0.12195165], abs=5e-9)
    assert FLIP.law(CHECK, half) == pytest.approx([0.63028135, 0.28070945, 0.08900920], abs=5e-9)
    assert LAPLACE.law(CHECK, half) == pytest.approx([0.55727807, 0.33235830, 0.11036363], abs=5e-9)


@given(st.fractions(min_value=0, max_value=20, max_denominator=100))
def test_two_candidates_have_the_closed_form(a):
    if a == 0:
        return
    scores = np.array([1, 0], np.int64)
    e = float(mpmath.exp(-mpmath.mpf(a.numerator) / a.denominator))
    assert EXPONENTIAL.law(scores, a)[1] == pytest.approx(e / (1 + e), rel=1e-12)
    assert FLIP.law(scores, a)[1] == pytest.approx(e / 2, rel=1e-12)
    assert LAPLACE.law(scores, a)[1] == pytest.approx((2 + float(a)) * e / 4, rel=1e-12)


@pytest.mark.parametrize("gap", [1, 30, 300, 680])
def test_small_probabilities_keep_their_precision_with_laplace_noise(gap):
    worse = LAPLACE.law(np.array([gap, 0], np.int64), Fraction(1))[1]
    assert worse == pytest.approx(float((2 + mpmath.mpf(gap)) * mpmath.exp(-gap) / 4), rel=1e-12)


@pytest.mark.parametrize("key", FORMS)
@given(scores=st.lists(st.integers(-400, 400), min_size=2, max_size=6), rate=st.fractions(0, 2, max_denominator=50))
def test_logarithms_are_those_of_the_law_and_go_on_below_any_float(key, scores, rate):
    if not rate:
        return
    mechanism, steps = SELECTIONS[key], np.array(scores, np.int64)
    law, logs = mechanism.law(steps, rate), mechanism.logarithms(steps, rate)
    known = law > 1e-250
    assert logs[known] == pytest.approx(np.log(law[known]), rel=1e-9, abs=1e-9)
    far = mechanism.logarithms(np.append(steps, [-10_000, -30_000]), rate * 1000)
    assert far[-2] - far[-1] == pytest.approx(float(20_000_000 * rate), rel=1e-9)
    assert (far <= 1e-9).all()


def test_mechanisms_of_one_form_have_one_law_and_say_so():
    for each in SELECTIONS.values():
        twin = next(other for other in SELECTIONS.values() if other.law_form == each.law_form)
        assert np.array_equal(each.law(CHECK, Fraction(1, 2)), twin.law(CHECK, Fraction(1, 2)))
        if twin is not each:
            assert twin.name.lower() in each.sentence


def exact_laplace(places: list[Fraction]) -> list:
    """The law of noisy max with Laplace noise: between the kinks the integrand is a sum of exponentials."""
    iv = mpmath.iv
    kinks = sorted(set(places))
    law = []
    for y, own in enumerate(places):
        chance = iv.mpf(0)
        for low, high in zip([None, *kinks], [*kinks, None], strict=True):
            middle = kinks[0] - 1 if low is None else low
            up = middle < own
            terms = {1 if up else -1: iv.exp(number(-own if up else own)) / 2}
            for place in (p for z, p in enumerate(places) if z != y):
                if middle < place:
                    factors = [(1, iv.exp(-number(place)) / 2)]
                else:
                    factors = [(0, iv.mpf(1)), (-1, -iv.exp(number(place)) / 2)]
                fresh: dict = {}
                for power, amount in terms.items():
                    for more, factor in factors:
                        fresh[power + more] = fresh.get(power + more, iv.mpf(0)) + amount * factor
                terms = fresh
            for power, amount in terms.items():
                chance += amount * integral(power, low, high)
        law.append(chance)
    return law


def number(value: Fraction):
    return mpmath.iv.mpf(value.numerator) / value.denominator


def integral(power, low, high):
    """Of e^(power * t) from low (None: minus infinity) to high (None: infinity), where it converges."""
    iv = mpmath.iv
    if power == 0:
        return number(high - low)
    top = iv.mpf(0) if high is None else iv.exp(power * number(high))
    bottom = iv.mpf(0) if low is None else iv.exp(power * number(low))
    return (top - bottom) / power


def exact_law(key: str, scores: tuple[int, ...], rate: Fraction) -> list:
    """The law in interval arithmetic: permute-and-flip by summing over all subsets of heads."""
    iv = mpmath.iv
    best = max(scores)
    heads = [iv.exp(-iv.mpf((rate * (best - s)).numerator) / (rate * (best - s)).denominator) for s in scores]
    form = SELECTIONS[key].law_form
    if form == "laplace":
        return exact_laplace([rate * (s - best) for s in scores])
    if form == "exponential":
        total = sum(heads, iv.mpf(0))
        return [head / total for head in heads]
    law = [iv.mpf(0)] * len(scores)
    for flips in itertools.product((0, 1), repeat=len(scores)):
        if not any(flips):
            continue
        chance = iv.mpf(1)
        for head, up in zip(heads, flips, strict=True):
            chance *= head if up else 1 - head
        for i, up in enumerate(flips):
            if up:
                law[i] += chance / sum(flips)
    return law


@pytest.mark.parametrize("key", list(SELECTIONS))
@given(
    st.lists(st.integers(-6, 6), min_size=1, max_size=5), st.sampled_from([Fraction(1, 7), Fraction(1), Fraction(3)])
)
def test_the_law_agrees_with_interval_arithmetic(key, scores, rate):
    law = SELECTIONS[key].law(np.array(scores, np.int64), rate)
    for chance, exact in zip(law, exact_law(key, tuple(scores), rate), strict=True):
        assert chance == pytest.approx(float(mpmath.mpf(exact.mid)), rel=1e-11, abs=1e-300)


def realised(key: str, rate: Fraction, shifts: list[int], size: int) -> mpmath.mpf:
    """The largest log-ratio over all score vectors in a box and all shifts with range at most one."""
    worst = mpmath.mpf(0)
    for scores in itertools.product(range(3), repeat=size):
        before = exact_law(key, scores, rate)
        for shift in itertools.product(shifts, repeat=size):
            if max(shift) - min(shift) <= 1:
                after = exact_law(key, tuple(s + t for s, t in zip(scores, shift, strict=True)), rate)
                for p, q in zip(before, after, strict=True):
                    worst = max(worst, mpmath.mpf(mpmath.iv.log(p / q).b))
    return worst


@pytest.mark.parametrize("key", FORMS)
def test_the_realised_epsilon_never_exceeds_the_claim(key):
    epsilon = Fraction(1)
    assert realised(key, epsilon, [-1, 0, 1], 3) <= float(epsilon) * (1 + 1e-12)


@pytest.mark.parametrize("key", FORMS)
def test_the_claim_is_reached_and_half_the_range_would_break_it(key):
    """The judge above fails a broken twin that divides by half of R."""
    assert realised(key, Fraction(2), [-1, 0, 1], 2) > 1.2
    if key == "permute_and_flip":
        assert realised(key, Fraction(1), [-1, 0, 1], 2) == pytest.approx(1, rel=1e-9)


@given(st.lists(st.integers(0, 12), min_size=2, max_size=7))
def test_permute_and_flip_is_never_worse_in_expectation(scores):
    array = np.array(scores, np.int64)
    assert FLIP.law(array, Fraction(1, 2)) @ array >= EXPONENTIAL.law(array, Fraction(1, 2)) @ array - 1e-9


def test_equal_scores_have_equal_chances_and_large_gaps_no_nan():
    for mechanism in SELECTIONS.values():
        assert mechanism.law(np.zeros(1000, np.int64), Fraction(1)) == pytest.approx(np.full(1000, 1e-3))
        law = mechanism.law(np.array([10**5, 0], np.int64), Fraction(1))
        assert law.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("key", list(SELECTIONS))
def test_the_accuracy_holds_for_every_small_table(key):
    mechanism: Selection = SELECTIONS[key]
    epsilon, bound, beta = Fraction(1), Fraction(2), Fraction(1, 10)
    for scores in itertools.product(range(0, 20, 3), repeat=3):
        gap = mechanism.accuracy(bound, epsilon, 3, beta)
        law = mechanism.law(np.array(scores, np.int64), epsilon / bound)
        far = sum(p for p, s in zip(law, scores, strict=True) if max(scores) - s > gap)
        assert far <= beta


def test_the_documents_accuracy_of_36_84_and_its_half_with_the_range():
    gap = EXPONENTIAL.accuracy(Fraction(2), Fraction(1, 2), 100, Fraction(1, 100))
    assert float(gap) == pytest.approx(36.8414, abs=1e-3)
    assert float(EXPONENTIAL.accuracy(Fraction(1), Fraction(1, 2), 100, Fraction(1, 100))) == pytest.approx(
        18.4207, abs=1e-3
    )


@given(st.fractions(min_value=Fraction(1, 100), max_value=1000, max_denominator=100), st.integers(1, 10**6))
def test_the_epsilon_for_an_accuracy_gives_that_accuracy(gap, count):
    beta = Fraction(1, 20)
    for mechanism in SELECTIONS.values():
        epsilon = mechanism.epsilon_for(gap, Fraction(3), count, beta)
        assert mechanism.accuracy(Fraction(3), epsilon, count, beta) <= gap


def test_weights_widen_the_accuracy_and_belong_to_the_exponential_mechanism():
    weights = (Fraction(1), Fraction(99))
    plain = EXPONENTIAL.accuracy(Fraction(1), Fraction(1), 2, Fraction(1, 2))
    assert EXPONENTIAL.accuracy(Fraction(1), Fraction(1), 2, Fraction(1, 2), weights) > plain
    for mechanism in UNWEIGHTED:
        with pytest.raises(Refusal):
            mechanism.law(CHECK, Fraction(1), weights)
        with pytest.raises(Refusal):
            mechanism.draw(None, CHECK, Fraction(1), weights)


def test_concentrated_figures():
    assert EXPONENTIAL.zcdp_rho(Fraction(2)) == Fraction(1, 2)
    assert FLIP.zcdp_rho(Fraction(2)) == LAPLACE.zcdp_rho(Fraction(2)) == 2
    assert SELECTIONS["noisy_max_gumbel"].zcdp_rho(Fraction(2)) == Fraction(1, 2)


def divergence(before, after, order):
    """Of Rényi; of order 1 that of Kullback and Leibler."""
    if order == 1:
        return float(before @ np.log(before / after))
    return float(np.log(before**order @ after ** (1.0 - order)) / (order - 1))


def neighbouring_laws(key, epsilon):
    """Of every mechanism that draws one of few outcomes, on tables whose scores one person moves apart by R."""
    if key == "randomized_response":
        yield from ((np.array(MECHANISMS[key].law(epsilon, 2)), np.array(MECHANISMS[key].law(epsilon, 2))[::-1]),)
    elif key == "small_database":
        shape, small = Synthesis(1, Queries.COLUMNS, (), 3), MECHANISMS[key]
        for yes in range(4):
            tables = ([4 - yes, yes], [3 - yes, yes + 1])
            yield tuple(small.law(shape, small.scores(shape, each), epsilon) for each in tables)
    else:
        every, moves = itertools.product((0, 1), repeat=3), itertools.product((0, 1), repeat=3)
        for scores, shift in itertools.product(every, moves):
            yield tuple(MECHANISMS[key].law(np.array(each), epsilon) for each in (scores, np.add(scores, shift)))


@pytest.mark.parametrize("key", [*SELECTIONS, "randomized_response", "small_database"])
def test_the_zcdp_that_is_charged_covers_every_renyi_divergence_and_is_near_it(key):
    for epsilon in (Fraction(1, 10), Fraction(1), Fraction(4)):
        made = {
            "randomized_response": lambda e: ResponseCalibration(e, 2),
            "small_database": lambda e: SynthesisCalibration(Synthesis(1, Queries.COLUMNS, (), 3), e),
        }.get(key, lambda e: SelectionCalibration(SELECTIONS[key], Fraction(1), e))(epsilon)
        found = [
            divergence(one, other, order) / order
            for pair in neighbouring_laws(key, epsilon)
            for one, other in (pair, pair[::-1])
            for order in (1, 1.5, 2, 8)
        ]
        assert max(found) <= made.loss.rho * Fraction(10**9 + 1, 10**9)
        assert epsilon >= 1 or max(found) > made.loss.rho / 4


def test_too_many_different_scores_for_laplace_are_told_and_still_drawn(entropy):
    scores = np.arange(10_001)
    with pytest.raises(InputError, match="at most 10,000"):
        LAPLACE.law(scores, Fraction(1, 100))
    assert 0 <= LAPLACE.draw(entropy, scores, Fraction(1, 100)) <= 10_000


@pytest.mark.parametrize("size", [1 << 16, (1 << 17) + 5])
def test_the_law_of_many_candidates_is_that_of_few(size):
    scores = (np.arange(size) * 7919) % 1000
    law = EXPONENTIAL.law(scores, Fraction(1, 50))
    direct = np.exp((scores - scores.max()) / 50)
    np.testing.assert_allclose(law, direct / direct.sum(), rtol=1e-9)
    assert law.sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("rate", [Fraction(1, 10**9), Fraction(1, 50), Fraction(10**6)])
@pytest.mark.parametrize("most", [0, 10**6, 2**63 - 1])
@pytest.mark.parametrize("odd", [0, -1, 70, -70, -(10**6), -(2**33)])
def test_one_score_unlike_all_others_is_not_overlooked_among_many(odd, most, rate):
    """The law of many candidates looks at a sample first; candidate 77,777 is not in it."""
    scores = np.full(1 << 17, most - 3)
    scores[::3] = most - 9
    scores[77_777] = min(most - 3 + odd, 2**63 - 1)
    law = EXPONENTIAL.law(scores, rate)
    logs = (scores - scores.max()).astype(float) * float(rate)
    np.testing.assert_allclose(law, np.exp(logs) / np.exp(logs).sum(), rtol=1e-9, atol=1e-300)
