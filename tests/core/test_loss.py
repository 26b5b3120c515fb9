"""How far below the best a choice falls: the exact law beside the documents' bounds, none of which is ever below it."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.mechanisms.loss_bounds import LOGARITHMIC, PAIRWISE, exp_upper
from dpstudio.core.preview.loss import round_steps
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.kinds.choose.leader import leader_of
from dpstudio.kinds.choose.loss import losses_of, proof_of
from tests.boundaries.randomized_argmax import RandomizedArgmax
from tests.core.test_mechanisms import exact_law
from tests.questions import choice

HALF, ONE, HUNDREDTH = Fraction(1, 2), Fraction(1), Fraction(1, 100)
MASCOT = [60] + [0] * 99


def question(count, *, weights=None, **values):
    rule = Votes((Column("w", Kind.CATEGORY),), VoteStyle.ONE_COLUMN)
    candidates = Listed(tuple(f"c{place}" for place in range(count)), weights=weights)
    return choice(rule, candidates, PrivacyUnit(Relation.ADD_REMOVE), **values)


def losses(scores, unit=ONE, **values):
    asked = question(len(scores), **values)
    found = Scores(np.array(scores), unit)
    return losses_of(asked, found, asked.calibration.law(found.steps, unit, asked.candidates.weights))


def proved(scores, **values):
    return proof_of(question(len(scores), **values), lambda: losses(scores, **values))()


def leader(count, unit=ONE, **values):
    return leader_of(question(count, **values), unit, lambda _: None)


def exact(key, scores, rate):
    """The probability of each loss or a greater one, and the average loss, at most and at least."""
    law, best = exact_law(key, scores, rate), max(scores)

    def tail(t):
        return sum((chance for chance, score in zip(law, scores, strict=True) if best - score >= t), mpmath.iv.mpf(0))

    return tail, sum((chance * (best - score) for chance, score in zip(law, scores, strict=True)), mpmath.iv.mpf(0))


def over(bound, true):
    """Whether a rational is at or above a number that is enclosed."""
    return bound is None or mpmath.mpf(bound.numerator) / bound.denominator >= true.b


@pytest.mark.parametrize("key", SELECTIONS)
@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(4)])
def test_no_bound_is_below_the_law_at_any_distance_and_the_law_is_exact(key, epsilon):
    for scores in product((0, 1, 4), repeat=4):
        found, (tail, mean) = losses(scores, mechanism=key, epsilon=epsilon), exact(key, scores, epsilon)
        assert found.average.true == pytest.approx(float(mean.mid), rel=1e-9, abs=1e-12)
        assert all(over(bound, mean) for bound in (found.average.counted, found.average.other))
        for t in (Fraction(place, 2) for place in range(1, 11)):
            shown, near = found.at_least(t), found.nearby(t)
            assert shown.chance == pytest.approx(float(mpmath.mpf(mpmath.iv.mpf(tail(t)).mid)), rel=1e-9, abs=1e-12)
            assert all(over(bound, tail(t)) for bound in (shown.counted, shown.tied, shown.near))
            assert over(near.bound, tail(2 * t))
            assert (near.inside, near.outside) == (1 - shown.chance, found.chance(2 * t))
            assert near.count == sum(max(scores) - score < t for score in scores)
            assert over(near.mean, mean)
            if near.bound is not None:
                assert near.bound == found.at_least(2 * t).near


@pytest.mark.parametrize("key", SELECTIONS)
def test_what_is_not_exceeded_but_with_probability_beta_is_the_laws_own_and_never_beyond_the_bounds(key):
    for scores in product((0, 2, 3, 9), repeat=3):
        found, (tail, _) = losses(scores, mechanism=key, beta=Fraction(1, 4)), exact(key, scores, ONE)
        mostly = found.mostly
        assert tail(mostly.true + HALF).b <= 0.25
        assert mostly.true == 0 or tail(mostly.true).a > 0.25
        for bound in (mostly.counted, mostly.other):
            assert tail(bound + Fraction(1, 10**9)).b <= 0.25
        assert mostly.other <= mostly.counted


def test_a_loss_that_is_exceeded_with_probability_beta_to_the_digit_is_the_one():
    found = replace(losses([3, 2, 0]), tails=np.array([1.0, 0.25, 0.125]), beta=Fraction(1, 4))
    assert found.mostly.true == 0
    assert replace(found, beta=Fraction(1, 8)).mostly.true == 1
    assert replace(found, beta=Fraction(1, 10)).mostly.true == 3


def test_ties_for_the_best_sharpen_the_bound_and_are_counted():
    found = losses([7, 7, 7, 1, 0, 0], mechanism="exponential")
    assert (found.tied, found.candidates, found.worst) == (3, 6, 7)
    shown = found.at_least(Fraction(2))
    assert float(shown.counted) == pytest.approx(6 * np.exp(-2))
    assert float(shown.tied) == pytest.approx(2 * np.exp(-2))
    assert float(shown.near) == pytest.approx(2 * np.exp(-1))
    assert float(found.mostly.other) == pytest.approx(np.log(2 * 20))
    assert float(found.average.counted) == pytest.approx(np.log(6) + 1)
    assert float(found.average.other) == pytest.approx(np.log(6) + np.log(7) + 1)


def test_weights_and_their_lightest_candidate_count_as_the_documents_base_measure_does():
    weights = tuple(map(Fraction, ("1", "3", "1/2", "2")))
    for scores in product((0, 1, 5), repeat=4):
        found = losses(scores, weights=weights)
        powers = [float(weight) * np.exp(score) for weight, score in zip(weights, scores, strict=True)]
        for t in map(Fraction, range(1, 7)):
            true = sum(p for p, s in zip(powers, scores, strict=True) if max(scores) - s >= t) / sum(powers)
            shown = found.at_least(t)
            assert shown.chance == pytest.approx(true)
            assert min(shown.counted, shown.tied, shown.near) >= true
        top = sum(weight for weight, score in zip(weights, scores, strict=True) if score == max(scores))
        assert float(found.at_least(ONE).tied) == pytest.approx(float(Fraction("6.5") / top) * np.exp(-1))
        assert float(found.at_least(ONE).counted) == pytest.approx(13 * np.exp(-1))


def test_a_line_of_candidates_is_judged_as_the_list_of_its_points():
    asked = question(6)
    steps, sizes = np.array([4, 1, 0]), np.array([2, 1, 3])
    pieces = Scores(steps, ONE, np.array([0, 2, 3]), sizes)
    line = losses_of(asked, pieces, asked.calibration.law(steps, ONE, sizes))
    points = losses([4, 4, 1, 0, 0, 0])
    for t in map(Fraction, (1, 2, 3, 4, 5)):
        assert line.at_least(t).tied == points.at_least(t).tied
        assert line.chance(t) == pytest.approx(points.chance(t))
        assert line.nearby(t).count == points.nearby(t).count


@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(4)])
def test_each_step_of_the_documents_proof_is_at_least_the_one_before_and_their_area_bounds_the_average(epsilon):
    for scores in product((0, 1, 4), repeat=4):
        proof = proved(scores, epsilon=epsilon)
        tail, mean = exact("exponential", scores, epsilon)
        top = max(scores)
        best = exact_law("exponential", scores, epsilon)[scores.index(top)]
        for t in (Fraction(place, 2) for place in range(1, 11)):
            shown = proof.at(t)
            assert shown.count == sum(top - score >= t for score in scores)
            assert shown.chance == pytest.approx(float(mpmath.mpf(tail(t).mid)), rel=1e-9, abs=1e-12)
            assert shown.ratio == pytest.approx(float(mpmath.mpf((tail(t) / best).mid)), rel=1e-9, abs=1e-12)
            assert shown.chance <= shown.ratio <= float(shown.together)
            assert shown.together <= shown.bound
            assert float(shown.bound) == pytest.approx(4 * np.exp(-float(t * epsilon)))
            assert shown.together == shown.count * shown.each
        assert float(proof.flat) == pytest.approx(np.log(4) / float(epsilon))
        assert over(proof.flat + proof.rest, mean)


def test_the_proof_is_told_of_the_exponential_mechanism_without_weights_alone():
    for mechanism in SELECTIONS:
        told = mechanism in ("exponential", "noisy_max_gumbel")
        assert (proof_of(question(3, mechanism=mechanism), lambda: None) is not None) is told, mechanism
    weighted = tuple(map(Fraction, ("1", "3", "1/2")))
    assert proof_of(question(3, weights=weighted), lambda: None) is None


# ---- the documents' numbers


def test_example_1_5_has_36_84_and_37_votes_suffice_where_the_text_has_39():
    values = {"epsilon": HALF, "beta": HUNDREDTH, "bound": Fraction(2)}
    found = losses(MASCOT, **values)
    assert float(found.within) == pytest.approx(36.8414, abs=1e-4)
    assert float(found.at_least(found.within).counted) == pytest.approx(0.01)
    lead = leader(100, **values)
    assert lead.needed.lead == 37
    assert lead.needed.proven == found.within
    assert lead.doubled is None
    assert lead.step == 1
    assert lead.losing[37] == pytest.approx(99 / (99 + np.exp(37 / 4)))
    assert lead.losing[36] > 0.01 >= lead.losing[37]
    assert 36 < 4 * np.log(9801) < 37


def test_with_the_range_of_votes_half_the_lead_suffices_and_the_documents_is_told_beside_it():
    lead = leader(100, epsilon=HALF, beta=HUNDREDTH)
    assert (lead.needed.lead, lead.doubled.lead) == (19, 37)
    assert float(lead.needed.proven) == pytest.approx(18.4207, abs=1e-4)


@pytest.mark.parametrize("key", SELECTIONS)
def test_the_least_lead_suffices_one_step_less_does_not_and_no_bound_promises_more(key):
    for count, unit in ((2, ONE), (7, Fraction(1, 4)), (30, Fraction(3))):
        found = leader(count, unit, mechanism=key, beta=Fraction(1, 20))
        lead = found.needed.lead

        def loses(steps, count=count, unit=unit):
            return SELECTIONS[key].law(np.array([int(steps)] + [0] * (count - 1)), unit)[1:].sum()

        assert loses(int(lead / unit)) <= 0.05 < loses(int(lead / unit) - 1)
        assert lead < found.needed.proven + unit
        for place, (bound, true) in enumerate(zip(found.bounds, found.losing, strict=True)):
            steps = place * found.step / unit
            law = loses(steps) if steps.denominator == 1 else true
            assert true == pytest.approx(law, rel=1e-9)
            assert bound >= law * (1 - 1e-9)
            assert float(bound) >= true
        assert place * found.step >= 2 * lead


def test_with_weights_the_leader_is_the_lightest():
    weights = tuple(map(Fraction, ("2", "1", "1/2")))
    found = leader(3, weights=weights, beta=Fraction(1, 20))
    assert found.losing[0] == pytest.approx(3 / 3.5)
    assert found.needed.lead == np.ceil(np.log(19 * 6))


# ---- where the documents' bounds do not hold, none is shown


def test_the_bound_by_ln_opt_is_not_shown_where_the_best_score_is_below_one_for_it_fails_there():
    """d = 2, R/epsilon = 1, scores 1/100 and 0: the slides' bound is below 0."""
    found, claimed = losses([1, 0], Fraction(1, 100)), np.log(2) + np.log(0.01) + 1
    assert claimed < 0 < found.average.true
    assert found.average.other is None
    assert float(losses([100, 0], Fraction(1, 100)).average.other) == pytest.approx(np.log(2) + 1)


def test_the_bound_by_three_t_is_not_shown_where_a_score_is_below_zero_for_it_fails_there():
    found, t = losses([1, -199], Fraction(1, 100)), Fraction(2, 100)
    near = found.nearby(t)
    assert near.bound <= t / found.best
    assert found.average.true > 3 * t
    assert near.mean is None
    assert losses([6, 1]).nearby(Fraction(2)).mean == 6


def test_a_mechanism_for_which_nothing_is_proven_has_its_law_and_no_bound(monkeypatch):
    known = {**SELECTIONS, "randomized_argmax": RandomizedArgmax()}
    monkeypatch.setattr("dpstudio.kinds.choose.settled.SELECTIONS", known)
    found = losses([5, 3, 0], mechanism="randomized_argmax")
    shown = found.at_least(Fraction(2))
    assert (shown.counted, shown.tied, shown.near) == (None, None, None)
    assert shown.chance == pytest.approx(2 / (np.e + 2))
    assert (found.average.counted, found.average.other, found.nearby(ONE).bound) == (None, None, None)
    lead = leader(3, mechanism="randomized_argmax")
    assert lead.needed.lead is None
    assert lead.bounds is None


# ---- exactness


@pytest.mark.parametrize("exponent", [Fraction(1, 7), ONE, Fraction(50), Fraction(177), Fraction(10**9, 3)])
def test_a_bound_is_rounded_up_however_small_it_is(exponent):
    with mpmath.workprec(700):
        true = mpmath.exp(-mpmath.mpf(exponent.numerator) / exponent.denominator)
        shown = exp_upper(exponent)
        assert mpmath.mpf(shown.numerator) / shown.denominator >= true
    assert shown <= Fraction(float(true)) + Fraction(1, 1 << 255) + Fraction(1, 10**14) * Fraction(float(true))


def test_huge_scores_are_compared_exactly():
    found = losses(np.array([10**30, 10**30 - 1, 0], dtype=object))
    assert found.chance(ONE) == pytest.approx(1 / (1 + np.e))
    assert found.chance(ONE + Fraction(1, 10**20)) == 0
    assert found.worst == 10**30


def test_more_than_everything_and_all_alike_say_nothing():
    found = losses([3, 3])
    assert (found.chance(Fraction(0)), found.chance(ONE), found.worst) == (1, 0, 0)
    assert found.average.true == 0
    assert PAIRWISE.reach(Fraction(1), Fraction(1), HALF) == 0
    assert LOGARITHMIC.tail(Fraction(1, 10), Fraction(5), ONE) > 1


@pytest.mark.parametrize(
    ("end", "unit", "step", "places"),
    [
        (Fraction(20), ONE, ONE, 20),
        (Fraction(2), Fraction(1, 100), Fraction(1, 50), 100),
        (Fraction(450), ONE, Fraction(5), 90),
        (Fraction(1, 3), Fraction(1, 7), Fraction(1, 200), 67),
        (Fraction(1), Fraction(5), Fraction(5), 1),
    ],
)
def test_a_slider_goes_in_round_steps(end, unit, step, places):
    assert round_steps(end, unit) == (step, places)
