from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Votes, VoteStyle
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.kinds.choose.comparison import compare
from tests.questions import choice


def shown(scores, weights=None, epsilon=Fraction(1, 2)):
    column = Column("w", Kind.CATEGORY)
    rule, unit = Votes((column,), VoteStyle.ONE_COLUMN), PrivacyUnit(Relation.ADD_REMOVE)
    candidates = Listed(tuple(f"c{i}" for i in range(len(scores))), weights=weights)
    question = choice(
        rule,
        candidates,
        unit,
        epsilon=epsilon,
        role=Role.SAMPLE,
        beta=Fraction(1, 100),
        cap=Fraction(9),
        score_unit="votes",
    )
    return question, Shown(Scores(np.array(scores, np.int64), Fraction(1)))


def test_all_mechanisms_stand_side_by_side_and_the_detour_is_far_worse():
    rows = {row.name: row for row in compare(*shown([60, 50, 40] + [0] * 97)).rows}
    assert len(rows) == 6
    flip, exponential = rows["Permute-and-flip"], rows["Exponential mechanism"]
    detour = rows["Noise on every score"]
    assert flip.best > exponential.best > detour.best
    assert flip.mean_loss < exponential.mean_loss < detour.mean_loss
    assert rows["Noisy max, Gumbel noise"].best == exponential.best
    assert rows["Noisy max, exponential noise"].best == flip.best
    assert float(exponential.bound) == pytest.approx(18.4207, abs=1e-3)
    assert exponential.rho == Fraction(1, 32)
    assert detour.bound is None


def test_ties_for_the_best_count_together_and_losses_are_exact():
    rows = compare(*shown([5, 5])).rows
    assert all(row.best == pytest.approx(1) and row.mean_loss == 0 and row.common_loss == 0 for row in rows)


def test_with_weights_only_the_exponential_mechanism_remains():
    rows = compare(*shown([1, 0], (Fraction(1), Fraction(3)))).rows
    assert [row.name for row in rows] == ["Exponential mechanism", "Noise on every score"]


def test_what_cannot_be_computed_is_left_open():
    rows = {row.name: row for row in compare(*shown(list(range(10_001)), epsilon=Fraction(1, 100))).rows}
    assert rows["Noisy max, Laplace noise"].best is None
    assert rows["Noisy max, Laplace noise"].bound is not None
    assert rows["Permute-and-flip"].best is not None


def test_the_usual_loss_is_for_the_risk_that_was_typed():
    """The worse of two wins in 1.8 of 100 draws: within 95 of 100 nothing is lost, within 99 of 100 all of it."""
    rows = {row.name: row for row in compare(*shown([8, 0])).rows}
    assert rows["Exponential mechanism"].common_loss == 8


def test_what_cannot_be_worked_out_for_too_many_scores_is_left_open_and_the_rest_is_told():
    rows = {row.name: row for row in compare(*shown(range(10_001), epsilon=Fraction(1, 10**6))).rows}
    assert rows["Noisy max, Laplace noise"].best is None
    assert rows["Noisy max, Laplace noise"].bound > 0
    assert rows["Exponential mechanism"].best > 0
