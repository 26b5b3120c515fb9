"""What becomes of a law at other values of ε, and what each mechanism loses there, judged by sums of our own."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import Cancelled
from dpstudio.core.mechanisms import GENERAL, NOISES, SELECTIONS, SMALL_DATABASE
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.over_epsilon import Curve, OverEpsilon, Point, along, around, coarse_first, wanted, work_out
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Quantile, Votes, VoteStyle
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, Role
from dpstudio.kinds.choose.previewing import of_choice
from dpstudio.kinds.choose.releasing import invented
from dpstudio.kinds.measure.previewing import of_figures
from dpstudio.kinds.survey.previewing import of_answers
from tests.core.test_errors_of_figures import measured
from tests.core.test_mechanisms import exact_law
from tests.core.test_one_person import ADD, DRINKS, EXCHANGE, PAYS, VOTES
from tests.core.test_preview_figures import FIGURES, MEAN, REPLACE
from tests.core.test_values import SURVEY, SYNTHETIC
from tests.questions import choice

EPSILONS = [Fraction(1, 10), Fraction(1), Fraction(7, 2)]
SCORES = (3, 2, 0)


def drinks(scores=SCORES, unit=Fraction(1), neighbours=ADD, candidates=DRINKS, **values):
    question = choice(VOTES, candidates, neighbours, role=Role.SAMPLE, **values)
    return of_choice(question, Shown(Scores(np.array(scores), unit)), Badge.SAMPLE)


def exactly(interval) -> float:
    return float(mpmath.mpf(interval.mid))


@pytest.mark.parametrize(
    ("epsilon", "values"),
    [
        ("1", ["1/10", "1/5", "1/2", "1", "2", "5"]),
        ("7/10", ["1/20", "1/10", "1/5", "7/10", "2", "5"]),
        ("0.0003", ["0.00005", "0.0001", "0.0002", "0.0003", "0.0005", "0.001"]),
        ("40", ["5", "10", "20", "40", "100", "200"]),
    ],
)
def test_six_round_values_stand_around_the_one_in_force(epsilon, values):
    assert around(Fraction(epsilon)) == tuple(map(Fraction, values))


@pytest.mark.parametrize("epsilon", ["1", "0.7", "0.01", "10", "0.0003", "123", "1e-12", "10000"])
def test_the_curve_runs_over_25_values_and_the_one_in_force(epsilon):
    found = along(Fraction(epsilon))
    assert Fraction(epsilon) in found
    assert 25 <= len(found) <= 26
    assert list(found) == sorted(found)
    assert found[-1] / found[0] == 1000
    assert max(after / before for before, after in pairwise(found)) < 1.4
    assert sorted(coarse_first(found)) == list(found)
    if Fraction(1, 100) <= Fraction(epsilon) <= 10:
        assert (found[0], found[-1]) == (Fraction(1, 100), 10)


@pytest.mark.parametrize("neighbours", [ADD, EXCHANGE])
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("key", list(SELECTIONS))
def test_each_mechanism_loses_what_interval_arithmetic_says(key, epsilon, neighbours):
    over = drinks(unit=Fraction(1, 2), neighbours=neighbours, epsilon=Fraction(1), mechanism=key).over
    rate = epsilon / 2 / (1 if neighbours is ADD else 2)
    law = [exactly(chance) for chance in exact_law(key, SCORES, rate)]
    assert over.law(epsilon) == pytest.approx(law, rel=1e-9)
    curve = over.curves[over.chosen]
    assert SELECTIONS[key].name in curve.names
    assert curve.at(epsilon) == pytest.approx(0.5 * law[1] + 1.5 * law[2], rel=1e-9)


def test_every_mechanism_has_a_curve_and_those_of_one_law_share_it():
    over = drinks().over
    assert sorted(name for curve in over.curves for name in curve.names) == sorted(s.name for s in SELECTIONS.values())
    assert sorted(len(curve.names) for curve in over.curves) == [1, 2, 2]
    assert "Exponential mechanism" in over.curves[over.chosen].names
    assert over.lost == "Expected loss, in units of the score"
    assert drinks(score_unit="votes").over.lost == "Expected loss, in votes"


def test_with_weights_only_what_is_defined_with_them_is_compared():
    candidates = replace(DRINKS, weights=(Fraction(1), Fraction(2), Fraction(3)))
    over = drinks(candidates=candidates).over
    heads = [weight * mpmath.exp(score) for weight, score in zip((1, 2, 3), SCORES, strict=True)]
    (curve,) = over.curves
    assert curve.names == ("Exponential mechanism",)
    assert curve.at(Fraction(1)) == pytest.approx(float((heads[1] + 3 * heads[2]) / sum(heads)))


def test_of_several_winners_the_first_has_its_part_of_each_epsilon():
    one, two = drinks().over, drinks(winners=2).over
    assert two.law(Fraction(2)) == pytest.approx(one.law(Fraction(1)))
    assert two.curves[0].at(Fraction(2)) == pytest.approx(one.curves[0].at(Fraction(1)))


def test_more_scores_than_laplace_noise_can_be_worked_out_for_leave_its_curve_open():
    many = 10_001
    over = drinks(range(many), candidates=Listed(tuple(map(str, range(many))))).over
    losses = {names[0]: at(Fraction(1, 100)) for names, at in over.curves}
    assert losses["Noisy max, Laplace noise"] is None
    assert 0 < losses["Permute-and-flip"] <= losses["Exponential mechanism"]


def bars(over, people=100):
    found = over.contrast(people)
    return [(bar.size, bar.text) for bar in found.bars]


def test_noise_on_every_score_beside_noise_for_the_winner():
    """d·Δ/ε against R/ε; where each row has one vote, one person moves one score, or two, however many there are."""
    likes = Votes(tuple(Column(name, Kind.YES_NO) for name in DRINKS.labels), VoteStyle.COLUMN_EACH)
    for rule, neighbours, every, winner in (
        (likes, ADD, 3, 1), (likes, EXCHANGE, 3, 2), (VOTES, ADD, 1, 1), (VOTES, EXCHANGE, 2, 2),
    ):  # fmt: skip
        question = choice(rule, DRINKS, neighbours, role=Role.SAMPLE, epsilon=Fraction(1, 4), score_unit="votes")
        over = of_choice(question, Shown(Scores(np.array(SCORES), Fraction(1))), Badge.SAMPLE).over
        assert bars(over) == [(4 * winner, f"{4 * winner} votes"), (4 * every, f"{4 * every} votes")]
    assert "all 3 scores" in drinks_of(likes).contrast(1).words
    assert bars(drinks(winners=2, epsilon=Fraction(1)).over)[0][0] == 2, "each of two draws has half of ε"


def drinks_of(rule):
    return of_choice(choice(rule, DRINKS, ADD), Shown(Scores(np.array(SCORES), Fraction(1))), Badge.SAMPLE).over


def test_a_count_with_central_noise_is_beside_the_same_count_of_randomized_answers():
    """100 people at ε = 1: central ±3 beside local ±32."""
    (shown,) = of_figures(measured(FIGURES["count"][0]), None)
    (central, said), (local, told) = bars(shown.over)
    q, keep = mpmath.exp(-1), mpmath.e / (mpmath.e + 1)
    assert 2 * q**4 / (1 + q) <= 0.05 < 2 * q**3 / (1 + q)
    assert (central, said) == (3, "±3 rows")
    assert float(local) == pytest.approx(float(mpmath.sqrt(100 * mpmath.log(80) / 2) / (2 * keep - 1)))
    assert told == "±32.04 rows"
    assert "100 people" in shown.over.contrast(100).words


def test_a_histogram_asks_for_one_more_answer_than_it_has_bins():
    (shown,) = of_figures(measured(FIGURES["histogram"][0]), None)
    (_, _), (local, _) = bars(shown.over, 400)
    keep = mpmath.e / (mpmath.e + 2)
    wide = mpmath.sqrt(400 * mpmath.log(2 * 3 * 20) / 2) / (keep - (1 - keep) / 2)
    assert float(local) == pytest.approx(float(wide))


@pytest.mark.parametrize("name", ["sum", "mean", "groups"])
def test_sums_have_no_randomized_answers_to_be_compared_with(name):
    figure, unit, _ = FIGURES[name]
    (shown,) = of_figures(measured(figure, **unit), None)
    assert shown.over.contrast(100) is None


def test_randomized_answers_stand_beside_noise_on_the_counts():
    (central, _), (local, _) = bars(of_answers(SURVEY)[0].over)
    q = mpmath.exp(-0.5)
    outside = [1 - (1 - 2 * q ** (reach + 1) / (1 + q)) ** 2 for reach in range(40)]
    assert central == next(reach for reach, chance in enumerate(outside) if chance <= 0.05)
    keep = mpmath.e / (mpmath.e + 1)
    exact = mpmath.sqrt(SURVEY.people * mpmath.log(80) / 2) / (2 * keep - 1)
    assert local == Fraction(int(mpmath.ceil(10 * (exact + mpmath.mpf("0.05")))), 10), "its rounding is part of it"


def test_noise_and_randomized_answers_are_instances_at_half_of_epsilon():
    """A choice by that score in proportion to exp(ε·u/R), R = 2Δ, worked out candidate by candidate (MATH 1)."""
    for shown in of_answers(SURVEY):
        truth = int(shown.chances.argmax())
        scores = [int(place == truth) for place in range(shown.chances.size)]
        law = GENERAL.law(np.array(scores), Fraction(1) / 2)
        assert shown.over.law(SURVEY.epsilon / 2) == pytest.approx(law)
        assert shown.over.instance
    (shown,) = of_figures(measured(FIGURES["count"][0]), None)
    reach = 200
    law = GENERAL.law(-np.abs(np.arange(-reach, reach + 1)), shown.question.epsilon / 2)
    many = shown.chances.size
    assert shown.over.law(shown.question.epsilon / 2) == pytest.approx(law[reach - many // 2 : reach + many // 2 + 1])
    assert shown.over.curves[0].at(Fraction(1, 2)) == pytest.approx(float(law @ np.abs(np.arange(-reach, reach + 1))))
    gaussian = replace(shown.question, mechanism="discrete_gaussian", delta=Fraction(1, 10**6))
    assert not of_figures(gaussian, None)[0].over.instance
    assert not drinks().over.instance


def test_a_line_of_candidates_is_drawn_in_the_same_bins_at_every_epsilon():
    line = Grid(Fraction(0), Fraction(1, 10**7), 4 * 10**7 + 1)
    question = choice(Quantile(PAYS, Fraction(1, 2)), line, ADD, role=Role.SAMPLE)
    shown = of_choice(question, Shown(invented(question)), Badge.SAMPLE)
    assert shown.over.law(question.epsilon) == pytest.approx(shown.chances)
    assert shown.over.law(Fraction(1, 10)).size == shown.chances.size
    assert [curve.names for curve in shown.over.curves] == [("Exponential mechanism",)]


@pytest.mark.parametrize("noise", list(NOISES))
@pytest.mark.parametrize("size", ["1/1000", "1/7", "3", "40", "3599", "3601", "1e6"])
def test_the_expected_size_of_noise_is_the_sum_of_its_law(noise, size):
    size = Fraction(size)
    exponent = (lambda k: k * float(size)) if noise == "two_sided_geometric" else (lambda k: k * k / (2 * float(size)))
    reach = 60 / float(size) if noise == "two_sided_geometric" else 45 * float(size) ** 0.5
    steps = np.arange(0.0, reach + 50)
    likely = np.exp(-exponent(steps))
    expected = 2 * float(steps @ likely) / (2 * float(likely.sum()) - 1)
    assert NOISES[noise].mean_size(size) == pytest.approx(expected, rel=1e-8, abs=1e-300)


@pytest.mark.parametrize(("figure", "unit", "across"), FIGURES.values(), ids=list(FIGURES))
def test_the_error_of_a_figure_follows_epsilon_in_its_own_unit(figure, unit, across):
    asked = measured(figure, **unit)
    (shown,) = of_figures(asked, None)
    assert shown.over.law(asked.epsilon) == pytest.approx(shown.chances)
    part, people = asked.parts[0], int(figure.people or 1)
    for epsilon in EPSILONS:
        q = mpmath.exp(-mpmath.mpf(epsilon.numerator) / epsilon.denominator / part.bounds.l1)
        mean = 2 * mpmath.nsum(lambda k, q=q: k * q**k, [1, mpmath.inf]) * (1 - q) / (1 + q)
        expected = float(mean * part.bounds.step.numerator / part.bounds.step.denominator / people)
        (curve,) = shown.over.curves
        assert curve.at(epsilon) == pytest.approx(expected, rel=1e-9)
    assert shown.over.lost.startswith(f"Expected {across.replace(' of each number', '').split(',')[0]}")


def test_what_is_published_of_a_sample_keeps_its_bins():
    asked = replace(measured(MEAN, **REPLACE), role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown(((500,),)))
    assert shown.over.law(asked.epsilon) == pytest.approx(shown.chances)
    assert shown.over.law(asked.epsilon * 4).max() > shown.chances.max()


def test_with_a_delta_both_kinds_of_noise_are_compared():
    asked = replace(measured(FIGURES["count"][0]), mechanism="discrete_gaussian", delta=Fraction(1, 10**6))
    (shown,) = of_figures(asked, None)
    names = [curve.names[0] for curve in shown.over.curves]
    assert names == [each.name for each in NOISES.values()]
    assert names[shown.over.chosen] == NOISES["discrete_gaussian"].name
    steps = [
        abs(Fraction(shown.label(place).replace("+", "").replace("−", "-"))) for place in range(shown.chances.size)
    ]
    wide = float(sum(float(step) * chance for step, chance in zip(steps, shown.chances, strict=True)))
    assert shown.over.curves[shown.over.chosen].at(asked.epsilon) == pytest.approx(wide, rel=0.02)


def test_answers_are_changed_less_often_where_epsilon_is_larger():
    for place, shown in enumerate(of_answers(SURVEY)):
        assert shown.over.law(SURVEY.epsilon) == pytest.approx(shown.chances)
        for epsilon in EPSILONS:
            kept = float(mpmath.exp(epsilon) / (mpmath.exp(epsilon) + 1))
            assert shown.over.law(epsilon)[place] == pytest.approx(kept)
            assert shown.over.curves[0].at(epsilon) == pytest.approx(100 * (1 - kept))


def test_a_synthetic_table_errs_as_the_sum_over_all_tables_says():
    truth = [4, 1] if SYNTHETIC.synthesis.types == 2 else [3, 1, 1, 0][: SYNTHETIC.synthesis.types]
    scores = SMALL_DATABASE.scores(SYNTHETIC.synthesis, truth)
    (shown,) = SYNTHETIC.preview(Shown(scores), Badge.SAMPLE)
    assert shown.over.law(SYNTHETIC.epsilon) == pytest.approx(shown.chances)
    rows, people = SYNTHETIC.synthesis.rows, SYNTHETIC.people
    for epsilon in EPSILONS:
        heads = [mpmath.exp(int(score) * mpmath.mpf(float(epsilon)) / 2 / rows) for score in scores]
        mean = sum(head * -int(score) for head, score in zip(heads, scores, strict=True)) / sum(heads)
        assert shown.over.curves[0].at(epsilon) == pytest.approx(float(100 * mean / rows / people), rel=1e-6)


def test_losses_are_those_of_another_epsilon_and_mechanism_but_of_no_other_scores():
    one = drinks()
    answers, over = one.answers, one.over
    other = of_choice(replace(one.question, epsilon=Fraction(3), mechanism="permute_and_flip"), answers, Badge.SAMPLE)
    assert other.over.loses_as(over)
    assert other.over.chosen != over.chosen
    assert not drinks().over.loses_as(over), "they may be other scores"
    bound = of_choice(replace(one.question, bound=Fraction(2)), answers, Badge.SAMPLE)
    assert not bound.over.loses_as(over)
    assert not over.loses_as(None)


def test_losses_are_told_as_they_are_found_and_can_be_stopped():
    over = OverEpsilon(lambda _: np.zeros(1), (Curve(("a",), float), Curve(("b",), lambda _: None)), 1, "")
    points = wanted(over, Fraction(1))
    assert sorted(points) == [Point(curve, each) for curve in (0, 1) for each in along(Fraction(1))]
    assert {point.curve for point in points[:25]} == {1}, "the mechanism in force comes first"
    found = {}
    work_out(over, points, found.__setitem__, lambda _: None)
    assert found == {Point(0, each): float(each) for each in along(Fraction(1))} | dict.fromkeys(points[:25])

    def stop(share: float) -> None:
        if share >= 0.5:
            raise Cancelled("Stopped.")

    found.clear()
    with pytest.raises(Cancelled):
        work_out(over, points, found.__setitem__, stop)
    assert list(found) == points[:25]
