"""From a release's random words to what it publishes: which words lead where follows from the definitions alone.

Scores and true figures are given; unit, step, weights, shares and ε are what the release must make of them.
"""

import hashlib
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.figures.contract import Condition
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Quantile, Revenue
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.choose import releasing as choosing
from dpstudio.kinds.measure import releasing as measurement
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.group_sums import GroupSums
from dpstudio.kinds.measure.figures.total import Total
from dpstudio.kinds.measure.question import Measurement
from tests.judges.scripted import PLACES, WORD, Scripted, exact
from tests.judges.test_border_words_mechanisms import holds, stretches
from tests.judges.test_border_words_noise import two_sided
from tests.questions import choice

UNIT = PrivacyUnit(Relation.ADD_REMOVE)
CENTS = Column("x", Kind.DECIMAL, Fraction(1, 100), (Fraction(0), Fraction(2)))
YES_NO = Column("s", Kind.YES_NO)
YES, NO = Condition(YES_NO, "yes", values=(1,)), Condition(YES_NO, "no", values=(0,))


def words_of(seed, count):
    return [int.from_bytes(hashlib.sha256(f"{seed}/{i}".encode()).digest()[:8], "little") for i in range(count)]


@pytest.mark.parametrize("seed", range(10))
def test_a_figure_is_its_truth_and_the_noise_that_a_word_of_its_own_names_on_its_own_grid(seed):
    """One word for each number, in their order; the rate of a step is share * epsilon * step / sensitivity."""
    figures = (
        Asked("all", Total(CENTS), Fraction(1, 2)),
        Asked("each", GroupSums(CENTS, (YES, NO)), Fraction(1, 3)),
        Asked("rows", Count(), Fraction(1, 6)),
    )
    asked = Measurement(
        name="", handle="h", role=Role.PRIVATE, source=Source("text", text="x,s\n"), unit=UNIT, epsilon=Fraction(3),
        beta=Fraction(1, 20), cap=Fraction(3), figures=figures, mechanism="two_sided_geometric",
    )  # fmt: skip
    cent = Fraction(1, 100)
    rates = [Fraction(1, 2) * 3 * cent / 2, *[Fraction(1, 3) * 3 * cent / 2] * 2, Fraction(1, 6) * 3]
    words = words_of(seed, 4)
    found = measurement.draw(asked, [[700], [300, 400], [9]], Scripted(words))["lines"]
    noise = [two_sided([word], rate) for word, rate in zip(words, rates, strict=True)]
    true, steps = (700, 300, 400, 9), (cent, cent, cent, Fraction(1))
    expected = [(a + b) * step for a, b, step in zip(true, noise, steps, strict=True)]
    assert [Fraction(line["value"]) for line in found] == expected


def shares(scores, epsilon, spread, weights):
    """In proportion to weight * exp(epsilon * score / R), the scores in their own unit."""
    with mpmath.workprec(PLACES):
        return {
            place: exact(weight) * mpmath.exp(exact(epsilon * score / spread))
            for place, (score, weight) in enumerate(zip(scores, weights, strict=True))
        }


@pytest.mark.parametrize("weights", [None, (Fraction(3), Fraction(1, 2), Fraction(2))])
def test_a_choice_is_released_as_often_as_scores_in_their_own_unit_and_weights_say(weights):
    candidates = Listed(("0.25", "0.5", "0.75"), weights=weights)
    asked = choice(Revenue(CENTS), candidates, UNIT, epsilon=Fraction(3), bound=Fraction(7, 2))
    scores = Scores(np.array([5, 9, 8], np.int64), Fraction(1, 4))

    def outcome(word, more, after):
        drawn = choosing.draw(asked, scores, Scripted([word, more, *[after] * 9]))["chosen"]
        return candidates.labels.index(drawn)

    law = shares([Fraction(step, 4) for step in (5, 9, 8)], Fraction(3), Fraction(7, 2), weights or [Fraction(1)] * 3)
    holds(stretches(outcome), law)


def test_a_point_of_a_line_is_released_as_often_as_the_score_and_the_number_of_its_pieces_points_say():
    points = 10**8
    asked = choice(
        Quantile(CENTS, Fraction(3, 4)), Grid(Fraction(0), Fraction(1), points), UNIT,
        epsilon=Fraction(5), bound=Fraction(9, 2),
    )  # fmt: skip
    starts, sizes = np.array([0, 40, 41]), np.array([40, 1, points - 41])
    scores = Scores(np.array([-9, -1, -56], np.int64), Fraction(1, 4), starts, sizes)

    def outcome(word, more, after):
        point = int(choosing.draw(asked, scores, Scripted([word, more, *[after] * 9]))["chosen"])
        return int(starts.searchsorted(point, side="right")) - 1

    weights = [Fraction(size) for size in sizes.tolist()]
    law = shares([Fraction(step, 4) for step in (-9, -1, -56)], Fraction(5), Fraction(9, 2), weights)
    holds(stretches(outcome), law)
    first = next(place * (WORD // 4096) for place in range(4096) if outcome(place * (WORD // 4096), 0, 0) == 0)
    drawn = {choosing.draw(asked, scores, Scripted([first, each << 2]))["chosen"] for each in range(40)}
    assert drawn == {str(point) for point in range(40)}, "each of its points alike"
