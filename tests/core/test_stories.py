"""What is shown to have led to a winner has, together with it, the law of the mechanism's definition."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.mechanisms.stories import Coins, Noisy
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded

SCORES, RATE, DRAWS = np.array([7, 6, 6, 4, 0], np.int64), Fraction(1, 2), 1500
# Of each noise of scale 1 how likely it lies below a point.
BELOW = {
    "noisy_max_gumbel": lambda at: np.exp(-np.exp(-at)),
    "noisy_max_exponential": lambda at: np.where(at > 0, 1 - np.exp(-np.maximum(at, 0)), 0.0),
    "noisy_max_laplace": lambda at: np.where(at < 0, np.exp(at) / 2, 1 - np.exp(-at) / 2),
}
ENDS = np.array([-3.0, -1.5, -0.5, 0.0, 0.3, 0.8, 1.5, 2.5, 4.0])


def stories(key: str, scores=SCORES, rate=RATE, draws=DRAWS):
    """Winners as they are drawn, each with its story."""
    made, entropy = SELECTIONS[key], Seeded(key)
    for _ in range(draws):
        winner = made.draw(entropy, scores, rate)
        yield winner, made.story(scores, rate, winner, entropy)


@pytest.mark.parametrize("key", BELOW)
def test_the_noise_of_each_candidate_has_its_own_law_and_the_largest_sum_wins(key):
    noise = []
    for winner, story in stories(key):
        assert isinstance(story, Noisy)
        sums = SCORES + story.noise
        assert int(np.argmax(sums)) == winner == story.winner
        assert (sums < sums[winner]).sum() == SCORES.size - 1
        noise.append(story.noise * float(RATE))
    law = np.diff(np.concatenate([[0.0], BELOW[key](ENDS), [1.0]]))
    other = np.diff(np.concatenate([[0.0], BELOW[key](ENDS - 0.3), [1.0]]))
    for candidate in np.array(noise).T:
        counts = np.bincount(np.searchsorted(ENDS, candidate), minlength=law.size)
        assert chi_square(counts, law) < LIMIT
        assert chi_square(counts, other) > LIMIT


def test_coins_are_thrown_in_an_order_that_knows_no_scores_and_the_first_head_wins():
    first, heads = Counter(), Counter()
    chances = np.exp(float(RATE) * (SCORES - SCORES.max()))
    for winner, story in stories("permute_and_flip"):
        assert isinstance(story, Coins)
        assert story.thrown[-1] == winner
        assert len(set(story.thrown)) == len(story.thrown)
        assert story.heads == pytest.approx(chances[list(story.thrown)])
        first[story.thrown[0]] += 1
        heads[story.thrown[0]] += len(story.thrown) == 1
    assert chi_square([first[place] for place in range(5)], [0.2] * 5) < LIMIT
    for place, chance in enumerate(chances):
        fell = [heads[place], first[place] - heads[place]]
        assert chi_square(fell, [chance, 1 - chance]) < LIMIT


def test_the_best_candidate_never_shows_tails():
    assert all(0 not in story.thrown[:-1] for _, story in stories("permute_and_flip", draws=300))


def test_the_exponential_mechanism_has_nothing_to_be_watched():
    assert all(story is None for _, story in stories("exponential", draws=3))


@pytest.mark.parametrize("key", [*BELOW, "permute_and_flip"])
@pytest.mark.parametrize("scores", [[5, 5], [0, 1000], [0] * 300, list(range(300))])
def test_ties_far_gaps_and_many_candidates_have_stories_too(key, scores):
    scores = np.array(scores, np.int64)
    for winner, story in stories(key, scores, Fraction(1), 3):
        if isinstance(story, Noisy):
            assert np.isfinite(story.noise).all()
            assert int(np.argmax(scores + story.noise)) == winner
        else:
            assert story.thrown[-1] == winner
            assert ((story.heads >= 0) & (story.heads <= 1)).all()
