"""The samplers, from three sides: the claimed law passes; 30 % less and 30 % more noise fail."""

import math
import os
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.sampling import comparison
from dpstudio.core.sampling.chunks import cut
from dpstudio.core.sampling.comparison import is_below
from dpstudio.core.sampling.flips import flips
from dpstudio.core.sampling.permutation import distinct_below, fair_survivors, survivors
from tests.chi_square import chi_square as chi_square_of
from tests.conftest import Seeded

DRAWS = 6000
SCORES = np.array([7, 6, 6, 4, 0], np.int64)
RATE = Fraction(1, 2)


def chi_square(counts: np.ndarray, law: np.ndarray) -> float:
    expected = law * counts.sum()
    return float(((counts - expected) ** 2 / expected).sum())


LIMIT = 50.0
"""Above the 1 - 1e-8 quantile of chi-square with up to 7 degrees of freedom; the draws are seeded anyway."""


def draws(key, scores, rate, weights=None, seed="draws", count=DRAWS):
    entropy = Seeded(seed)
    mechanism = SELECTIONS[key]
    won = [mechanism.draw(entropy, scores, rate, weights) for _ in range(count)]
    return np.bincount(won, minlength=len(scores))


@pytest.mark.parametrize("key", list(SELECTIONS))
def test_the_sampler_follows_its_law_and_no_other(key):
    counts = draws(key, SCORES, RATE)
    law = SELECTIONS[key].law
    assert chi_square(counts, law(SCORES, RATE)) < LIMIT
    assert chi_square(counts, law(SCORES, RATE * Fraction(13, 10))) > LIMIT
    assert chi_square(counts, law(SCORES, RATE * Fraction(7, 10))) > LIMIT


@pytest.mark.parametrize("key", list(SELECTIONS))
def test_scores_beyond_64_bits_follow_the_same_law(key):
    wide = SCORES.astype(object) * 10**30
    counts = draws(key, wide, RATE / 10**30)
    assert chi_square(counts, SELECTIONS[key].law(SCORES, RATE)) < LIMIT


@pytest.mark.parametrize("key", list(SELECTIONS))
def test_the_exact_path_alone_gives_the_same_law(key, monkeypatch):
    for module in (sampling.exponential.__globals__, flips.__globals__):
        monkeypatch.setitem(module, "SLACK", 1.0)
    monkeypatch.setitem(sampling.noisy_max_laplace.__globals__, "_ERROR", 1.0)
    counts = draws(key, SCORES, RATE, count=2000)
    assert chi_square(counts, SELECTIONS[key].law(SCORES, RATE)) < LIMIT


def test_the_large_sampler_follows_the_law_of_the_small_one():
    scores = np.zeros(6000, np.int64)
    scores[:5] = [20, 19, 19, 18, 17]
    counts = draws("exponential", scores, RATE)
    law = SELECTIONS["exponential"].law(scores, RATE)
    grouped = np.append(counts[:5], counts[5:].sum())
    assert chi_square(grouped, np.append(law[:5], law[5:].sum())) < LIMIT


@pytest.mark.parametrize("shape", ["few heads", "a level below"])
def test_large_permute_and_flip_follows_the_law_of_the_small_one(shape):
    """17,000 candidates: heads that must be searched for, alone and among others in deep levels."""
    scores = np.full(17_000, {"few heads": -30, "a level below": 6}[shape], np.int64)
    scores[[5, 900, 901, 16_999]] = [20, 19, 18, 17]
    counts = draws("permute_and_flip", scores, RATE, count=1500)
    law = SELECTIONS["permute_and_flip"].law(scores, RATE)
    special = [5, 900, 901, 16_999]
    grouped = np.append(counts[special], counts.sum() - counts[special].sum()).astype(float)
    expected = np.append(law[special], 1 - law[special].sum())
    if shape == "few heads":
        grouped, expected = grouped[:4], expected[:4] / expected[:4].sum()
        assert counts.sum() == counts[special].sum()
    assert chi_square(grouped, expected) < LIMIT
    wrong = SELECTIONS["permute_and_flip"].law(scores, RATE * Fraction(3, 10))
    other = np.append(wrong[special], 1 - wrong[special].sum())[: len(grouped)]
    assert chi_square(grouped, other / other.sum()) > LIMIT


def test_heads_met_at_once_follow_the_law_too():
    scores = np.where(np.arange(17_000) < 8_500, 20, 17).astype(np.int64)
    counts = draws("permute_and_flip", scores, RATE, count=1500)
    groups = np.array([counts[:8_500].sum(), counts[8_500:].sum()], float)
    for rate, fits in ((RATE, True), (RATE * Fraction(7, 10), False), (RATE * Fraction(13, 10), False)):
        law = SELECTIONS["permute_and_flip"].law(scores, rate)
        assert (chi_square(groups, np.array([law[:8_500].sum(), law[8_500:].sum()])) < 20) is fits


def test_survivors_are_binomial_and_subsets_uniform():
    entropy = Seeded("binomial")
    counted = np.bincount([survivors(entropy, 3, 1) for _ in range(4000)], minlength=4)
    assert chi_square(counted, np.array([1, 3, 3, 1]) / 8) < LIMIT
    assert survivors(entropy, 1000, 0) == 1000
    assert survivors(entropy, 10**6, 40) == 0
    pairs = np.zeros((5, 5))
    for _ in range(4000):
        first, second = distinct_below(entropy, 5, 2).tolist()
        pairs[first, second] += 1
    assert np.trace(pairs) == 0
    off = pairs[~np.eye(5, dtype=bool)]
    assert chi_square(off, np.full(20, 1 / 20)) < 80
    few = np.bincount([int(distinct_below(entropy, 7, 1)[0]) for _ in range(4000)], minlength=7)
    assert chi_square(few, np.full(7, 1 / 7)) < LIMIT


def test_shifted_coins_have_their_probability():
    distance = np.full(6000, 4, np.uint64)
    heads = int(flips(Seeded("coins"), distance, Fraction(1), 5).sum())
    chance = 32 * math.exp(-4)
    assert abs(heads - 6000 * chance) < 6 * math.sqrt(6000 * chance * (1 - chance))


def test_every_place_of_the_large_sampler_can_win():
    for size in (4097, 5000, 8191, 8193):
        scores = np.full(size, -(10**6), np.int64)
        scores[size - 1] = 0
        assert sampling.exponential(Seeded(str(size)), scores, Fraction(1)) == size - 1


def test_weights_multiply_the_chances():
    weights = (Fraction(1), Fraction(2), Fraction(1, 3), Fraction(5), Fraction(100))
    counts = draws("exponential", SCORES, RATE, weights)
    law = SELECTIONS["exponential"].law(SCORES, RATE, weights)
    assert chi_square(counts, law) < LIMIT
    assert chi_square(counts, SELECTIONS["exponential"].law(SCORES, RATE)) > LIMIT


def test_extreme_weights_finish():
    scores = np.array([0, 10], np.int64)
    weights = [Fraction(10**39), Fraction(1, 10**39)]
    assert sampling.exponential(Seeded("w"), scores, Fraction(1), weights) == 0
    assert sampling.exponential(Seeded("w"), scores, Fraction(100), weights) == 1


@pytest.mark.parametrize("key", list(SELECTIONS))
@pytest.mark.parametrize(
    "scores",
    [[5], [0, 0], [10**18, -(10**18)], [2**63 - 1, -(2**63)], [0] * 5000, list(range(5000))],
)
def test_extreme_scores_are_drawn_without_complaint(key, scores):
    array = np.array(scores, np.int64)
    for rate in (Fraction(1, 10**9), Fraction(10**6)):
        assert 0 <= SELECTIONS[key].draw(Seeded("x"), array, rate) < len(scores)


class Fixed(Seeded):
    """All bits one value, to place the uniform exactly on a threshold."""

    def read(self, count: int) -> bytes:
        return b"\0" * count


def test_the_exact_comparison_decides_next_to_the_threshold():
    threshold = math.floor(2**64 * math.exp(-1))
    exact = 6786177901268885274
    assert abs(threshold - exact) < 2**12
    assert is_below(Fixed(""), exact, 64, Fraction(1))
    assert not is_below(Fixed(""), exact + 1, 64, Fraction(1))
    assert is_below(Fixed(""), exact - 1, 64, Fraction(1))


def test_a_negative_exponent_raises_the_threshold():
    assert is_below(Fixed(""), 2, 0, Fraction(-1))
    assert not is_below(Fixed(""), 3, 0, Fraction(-1))


def test_a_broken_twin_without_refinement_would_be_seen(monkeypatch):
    """The judge of the exact path fails when the exact comparison is wrong."""
    monkeypatch.setitem(flips.__globals__, "SLACK", 1.0)
    monkeypatch.setitem(flips.__globals__, "is_below", lambda *a, **k: True)
    counts = draws("permute_and_flip", SCORES, RATE)
    assert chi_square(counts, SELECTIONS["permute_and_flip"].law(SCORES, RATE)) > LIMIT


def test_gaps_are_exact_at_the_ends_of_64_bits():
    scores = np.array([2**63 - 1, -(2**63)], np.int64)
    assert comparison.gaps(scores, 2**63 - 1).tolist() == [0, 2**64 - 1]


@pytest.mark.parametrize("shape", ["a crowd", "few ahead", "a level below", "a crowd behind"])
def test_the_large_race_follows_the_law_of_the_small_one(shape):
    """17,000 candidates with Laplace noise: many near the best, a few alone, a few among many farther ones."""
    far = {"a crowd": 19, "few ahead": -60, "a level below": 3, "a crowd behind": 10}[shape]
    scores = np.full(17_000, far, np.int64)
    special = [5, 900, 901, 16_999]
    scores[special] = [20, 19, 18, 17]
    mechanism, entropy = SELECTIONS["noisy_max_laplace"], Seeded(shape)
    behind = shape == "a crowd behind"  # there thousands run in each race, so there are few
    won = [mechanism.draw(entropy, scores, RATE) for _ in range(150 if behind else 1500)]
    counts = np.bincount(won, minlength=scores.size)
    grouped = [*counts[special], counts.sum() - counts[special].sum()]
    for rate, fits in ((RATE, True), (RATE * 2 if behind else RATE * Fraction(3, 10), False)):
        law = mechanism.law(scores, rate)
        if shape == "a crowd" and not fits:
            continue
        assert (chi_square_of(grouped, [*law[special], 1 - law[special].sum()]) < LIMIT) is fits


def test_where_no_noise_exceeds_the_best_all_run_given_that():
    """The branch that is rarer than e^-32, alone: the law of the largest, given that none is above the best."""
    scores, entropy = np.array([2, 1, 0], np.int64), Seeded("below")
    won = [sampling.noisy_max_laplace.__globals__["_all_below"](entropy, scores, 2, Fraction(1)) for _ in range(12_000)]
    rng = np.random.default_rng(3)
    noisy = scores + rng.laplace(size=(600_000, 3))
    kept = noisy[(noisy <= 2).all(axis=1)]
    law = np.bincount(kept.argmax(axis=1), minlength=3) / len(kept)
    assert chi_square_of(np.bincount(won, minlength=3), law) < LIMIT


@pytest.mark.parametrize("halvings", [0, 1, 3, 4, 5, 9])
def test_survivors_of_fair_coins_are_each_as_likely(halvings):
    entropy, times = Seeded(f"fair {halvings}"), 3000
    counts, many = np.zeros(40), []
    for _ in range(times):
        places = fair_survivors(entropy, 40, halvings)
        assert len(set(places.tolist())) == places.size
        counts[places] += 1
        many.append(places.size)
    expected = times / 2**halvings
    if halvings:
        assert ((counts - expected) ** 2 / (expected * (1 - 2.0**-halvings))).sum() < 120
    assert abs(np.mean(many) - 40 / 2**halvings) < 6 * (40 / 2**halvings / times) ** 0.5 + 1e-9


@pytest.mark.parametrize("size", [1, 63, 5000, 17_003, 300_001])
def test_chunks_cover_every_candidate_once_and_hold_their_best(size):
    scores = np.asarray((np.arange(size) * 7919) % 10_007, np.int64)
    found = cut(scores)
    assert found.best == scores.max()
    members = [found.members(np.array([chunk])) for chunk in range(found.tops.size)]
    assert sorted(np.concatenate(members).tolist()) == list(range(size))
    for chunk in range(0, found.tops.size, max(1, found.tops.size // 50)):
        if members[chunk].size:
            assert found.tops[chunk] == scores[members[chunk]].max()


@pytest.mark.parametrize("weights", [None, (Fraction(1), Fraction(5), Fraction(1), Fraction(9), Fraction(1, 7))])
def test_many_draws_follow_the_same_law(weights):
    counts = np.bincount(sampling.exponential_draws(Seeded("many"), SCORES, RATE, 20_000, weights), minlength=5)
    law = SELECTIONS["exponential"].law
    assert chi_square(counts, law(SCORES, RATE, weights)) < LIMIT
    assert chi_square(counts, law(SCORES, RATE * Fraction(13, 10), weights)) > LIMIT


@pytest.mark.parametrize("draws", [1, 7])
def test_a_few_draws_of_many_candidates_are_each_drawn_as_one_is(draws):
    scores = np.asarray((np.arange(5000) * 7919) % 10_007, np.int64)
    one = Seeded("few")
    singly = [sampling.exponential(one, scores, Fraction(1, 900)) for _ in range(draws)]
    assert sampling.exponential_draws(Seeded("few"), scores, Fraction(1, 900), draws).tolist() == singly
    assert draws == 1 or len(set(singly)) > 1


def test_long_vectors_come_from_a_fresh_key_and_a_forked_child_has_its_own():
    first, second = Entropy(), Entropy()
    assert not np.array_equal(first.words(2000), second.words(2000))
    ahead = first.words(2000)
    assert not np.array_equal(ahead, first.words(2000))
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, first.words(2000)[:8].tobytes())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = np.frombuffer(os.read(read, 64), np.uint64)
    os.close(read)
    os.close(write)
    assert not np.array_equal(theirs, first.words(2000)[:8])


@pytest.mark.parametrize("key", list(SELECTIONS))
def test_scores_and_rates_beyond_every_float_are_drawn(key):
    for scores, rate in (
        ([0, 10**400], Fraction(1, 10**300)),
        ([10**400, 0, 10**400 - 1], Fraction(10**39)),
        ([10**350, 0], Fraction(10**320)),
    ):
        won = SELECTIONS[key].draw(Seeded("far"), np.array(scores, object), rate)
        assert scores[won] >= max(scores) - 1
    law = draws(key, SCORES.astype(object) * 10**350, RATE / 10**350, count=2000)
    assert chi_square(law, SELECTIONS[key].law(SCORES, RATE)) < LIMIT
    near = np.array([2**63 - 1, -(2**63)], np.int64)
    assert {SELECTIONS[key].draw(Seeded(str(i)), near, Fraction(1, 10**320)) for i in range(40)} == {0, 1}
