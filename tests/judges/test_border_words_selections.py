"""Every sampler of candidates, fed the random words around each threshold, does what exact arithmetic says.

No count of draws could see what happens in the last of 64 or 128 bits.
"""

import importlib
import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.sampling import bernoulli, laplace, permute_flip
from dpstudio.core.sampling.chunks import cut
from tests.judges.scripted import BITS, PLACES, WORD, Scripted, borders, digits, exact, is_below, uniform
from tests.judges.scripted import exponential as exp_of
from tests.judges.test_border_words_mechanisms import first_true

exponential = importlib.import_module("dpstudio.core.sampling.exponential")  # the package has a function of this name
TAILS = [WORD - 1]
RATES = [Fraction(1), Fraction(1, 3), Fraction(1, 10**6), Fraction(22, 7), Fraction(45), Fraction(7, 1000)]


def test_permute_and_flip_takes_a_uniform_one_of_the_heads():
    scores, rate = np.array([4, 6, 6, 3], np.int64), Fraction(1, 2)
    for order in itertools.product((0, WORD - 1), repeat=2):
        coins = [order[0], WORD - 1, WORD - 1, order[1]]
        shown = [1, 2]
        if not order[0]:
            shown.append(0)
        if not order[1]:
            shown.append(3)
        shown.sort()
        size = (len(shown) - 1).bit_length()
        for place, index in enumerate(shown):
            entropy = Scripted([*coins, place << (8 - size)])
            assert permute_flip.permute_and_flip(entropy, scores, rate) == index


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("gap", [1, 3])
def test_among_many_the_first_met_wins_just_below_its_threshold(rate, gap):
    """Candidate 7 is met first, the best one second, whose coin is heads with permute-and-flip whatever its word is."""
    scores = np.zeros(20_000, np.int64)
    scores[0] = gap
    places = [7, 0, *range(1, 7), *range(8, 256)]
    for words in borders(exp_of(rate * gap)):
        script = [*places, words[0], 0, *TAILS * 254, *words[1:]]
        assert permute_flip.permute_and_flip(Scripted(script), scores, rate) == (
            7 if is_below(words, exp_of(rate * gap)) else 0
        )


@pytest.mark.parametrize("rate", [rate for rate in RATES if rate < 3])
def test_in_a_crowd_the_first_met_wins_just_below_half_its_threshold(rate):
    with mpmath.workprec(PLACES):
        threshold = exp_of(rate) / 2
    scores = np.zeros(20_000, np.int64)
    scores[0] = 1
    places = [7, 0, *range(1, 7), *range(8, 256)]
    for words in borders(threshold):
        script = [*places, words[0], 0, *TAILS * 254, *words[1:]]
        assert laplace.noisy_max_laplace(Scripted(script), scores, rate) == (7 if is_below(words, threshold) else 0)


def accepted(residue, words, bits, threshold):
    """Whether (residue + uniform) / 2^bits lies below a threshold, exactly; None where the words do not decide."""
    low = Fraction(residue) + uniform(words)
    ends = (low, low + Fraction(1, WORD ** len(words)))
    with mpmath.workprec(PLACES):
        below = {bool(exact(end / 2**bits) < threshold) for end in ends}
    return below.pop() if len(below) == 1 else None


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("weights", [None, (Fraction(1), Fraction(7), Fraction(1, 3), Fraction(10**6))])
def test_the_exponential_mechanism_accepts_exactly_below_each_share(rate, weights):
    scores = np.array([9, 5, 9, 2], np.int64)
    proposals = exponential._proposals(scores, rate, weights)
    ends = [0, *proposals.ends.tolist()]
    for index in range(4):
        with mpmath.workprec(PLACES):
            threshold = exact(proposals.scale(index)) * exp_of(proposals.gap(index) * rate)
            share = threshold * mpmath.mpf(2) ** proposals.bits
            assert int(proposals.envelope[index]) >= share, "an envelope lies below its share"
            assert ends[index + 1] - ends[index] == int(proposals.envelope[index])
            edge = int(mpmath.floor(share))
            rest = [digits(share - edge, (place + 1) * BITS) % WORD for place in range(2)]
        for residue in {0, edge - 1, edge, edge + 1, int(proposals.envelope[index]) - 1}:
            if not 0 <= residue < proposals.envelope[index]:
                continue
            for more in (
                [0, 0],
                [WORD - 1, WORD - 1],
                [rest[0], 0],
                [rest[0], rest[1] + 1 & WORD - 1],
                [max(0, rest[0] - 1), 0],
            ):
                drawn = ends[index] + residue
                expected = accepted(residue, more, proposals.bits, threshold)
                if expected is not None:
                    assert proposals._accepted(Scripted(more), drawn, index) == expected
                if expected:
                    first = drawn << 64 - (ends[-1] - 1).bit_length()
                    assert exponential.exponential(Scripted([first, *more]), scores, rate, weights) == index


@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(1)])
def test_many_draws_at_once_accept_exactly_below_each_share(rate):
    scores = np.array([9, 5, 9, 2], np.int64)
    proposals = exponential._proposals(scores, rate, None)
    ends, total = [0, *proposals.ends.tolist()], int(proposals.ends[-1])
    shift = 64 - total.bit_length()
    for index in range(4):
        with mpmath.workprec(PLACES):
            threshold = exp_of(proposals.gap(index) * rate)
            edge = int(mpmath.floor(threshold * mpmath.mpf(2) ** proposals.bits))
        for residue, more in itertools.product((0, edge - 2, edge - 1, edge, edge + 1), (0, WORD - 1)):
            taken = accepted(residue, [more], proposals.bits, threshold)
            if 0 <= residue < proposals.envelope[index] and taken is not None:
                words = [(ends[index] + residue) << shift] + [WORD - 1] * 65 + [more]
                entropy = Scripted(words)
                found = exponential.exponential_draws(entropy, scores, rate, 1).tolist()
                assert (entropy.taken <= 67) == taken, "another batch is drawn only if the first proposal is refused"
                assert not taken or found == [index]


def test_among_many_a_proposal_is_the_one_its_words_name_and_accepted_exactly():
    rng = np.random.default_rng(5)
    scores, rate = rng.integers(0, 40, 5000), Fraction(1, 9)
    chunks = cut(scores)
    bits = exponential._TOTAL_BITS - chunks.tops.size.bit_length()
    for seed in range(60):
        record = Scripted(seed=f"many {seed}")
        words = [record._next() for _ in range(64)]
        found = exponential._many(Scripted(words, seed=f"more {seed}"), scores, rate)
        expected = first_accepted(scores, rate, chunks, bits, words)
        if expected is not None:
            assert found == expected


def first_accepted(scores, rate, chunks, bits, words):
    """What 32 proposals lead to, with the program's own envelope held against exact shares."""
    factor = -float(rate)
    envelope = (np.exp(chunks.gaps * factor) * (float(1 << bits) * exponential._PAD)).astype(np.int64) + 1
    for top, wide in zip(chunks.tops.tolist(), envelope.tolist(), strict=True):
        with mpmath.workprec(PLACES):
            assert wide >= exp_of((chunks.best - top) * rate) * mpmath.mpf(2) ** bits
    ends = envelope.cumsum()
    shift = 64 - int(ends[-1]).bit_length()
    for word, place in zip(words[:32], words[32:], strict=True):
        drawn = word >> shift
        chunk = next((c for c, end in enumerate(ends.tolist()) if drawn < end), None)
        if chunk is None:
            continue
        width = chunks.width_bits
        index = (
            ((chunk >> width) << (width + chunks.place_bits))
            + (place >> (64 - chunks.place_bits) << width)
            + chunk % (1 << width)
        )
        if index >= scores.size:
            continue
        residue = drawn - int(ends[chunk]) + int(envelope[chunk])
        gap = int(scores.max()) - int(scores[index])
        with mpmath.workprec(PLACES):
            share = exp_of(gap * rate) * mpmath.mpf(2) ** bits
            if residue + 1 <= share:
                return index
            if residue < share:
                return None
    return None


@pytest.mark.parametrize(
    ("rate", "gap", "level"),
    [(Fraction(1), 1, 1), (Fraction(1), 2, 2), (Fraction(1, 3), 5, 2), (Fraction(22, 7), 1, 4)],
)
def test_whoever_has_passed_the_fair_coins_shows_heads_just_below_the_rest_of_its_threshold(rate, gap, level):
    """Of 200 candidates 196 lie in chunks without the best one; candidate 1 comes first of them."""
    scores = np.zeros(200, np.int64)
    scores[0] = gap
    with mpmath.workprec(PLACES):
        threshold = mpmath.mpf(2) ** level * exp_of(rate * gap)
    for words in borders(threshold):
        script = [0, *TAILS * 3, *[WORD - 1] * 4 * level, words[0], *TAILS * 195, *words[1:]]
        found = bernoulli.successes(Scripted(script), scores, cut(scores), rate)
        assert sorted(found.tolist()) == ([0, 1] if is_below(words, threshold) else [0])


@pytest.mark.parametrize("halvings", [0, 1])
def test_no_level_lies_above_the_coin_it_is_for(halvings):
    gaps = np.array([*range(60), 100, 10**4], np.float64)
    for rate in RATES:
        levels = bernoulli._levels(gaps * float(rate), halvings).tolist()
        for gap, level in zip(gaps.tolist(), levels, strict=True):
            with mpmath.workprec(PLACES):
                assert mpmath.mpf(2) ** (level - halvings) * exp_of(rate * int(gap)) <= 1


def test_the_laplace_race_is_won_by_the_largest_even_where_floats_cannot_tell():
    """Two candidates whose noisy scores are equal in all the bits a float has."""
    rate, gap = Fraction(1, 4), 1
    for first_word in (3 << 60, 5 << 55, WORD - 3, 1 << 20):
        with mpmath.workprec(PLACES):
            tie = exact(uniform([first_word])) * exp_of(-rate * gap) if first_word < WORD * 3 // 5 else None
        if tie is None:
            continue
        for words in borders(tie):
            script = [first_word, words[0], 0xC0, *(word for later in words[1:] for word in (0, later))]
            found = laplace.noisy_max_laplace(Scripted(script), np.array([7, 7 + gap], np.int64), rate)
            first, second = (
                noisy(first_word, [0] * 3, Fraction(7), rate),
                noisy(words[0], words[1:], Fraction(7 + gap), rate),
            )
            assert found == int(second > first)


def noisy(word, more, score, rate):
    """rate * score + E, E = -ln U, for a positive sign."""
    with mpmath.workprec(PLACES):
        return exact(rate * score) - mpmath.log(exact(uniform([word, *more])) or mpmath.mpf(2) ** -300)


CROWD = np.zeros(20_000, np.int64)


def test_in_a_crowd_the_first_met_whose_fair_coin_shows_heads_wins():
    """Noise lifts a candidate of the best score above it in one half of all cases: below one half of the words."""
    for place in (0, 7, 255):
        for word in (0, WORD // 2 - 1):
            coins = [WORD // 2] * place + [word] + TAILS * (255 - place)
            assert laplace.noisy_max_laplace(Scripted([*range(256), *coins]), CROWD, Fraction(1)) == place


def test_who_was_met_and_showed_tails_is_met_no_more():
    script = [*range(256), *TAILS * 256, *range(255, 255 + 1024), 0, *TAILS * 1022]
    assert bernoulli.uniform_head(Scripted(script), CROWD, cut(CROWD), Fraction(1), halvings=1) == 256
    met = 256 + 1024 + 4096
    tails = [*range(256), *TAILS * 256, *range(256, 1280), *TAILS * 1024, *range(1280, met), *TAILS * 4096]
    for seed in range(40):
        found = bernoulli.uniform_head(Scripted(tails, seed=f"{seed}"), CROWD, cut(CROWD), Fraction(1), halvings=1)
        assert found >= met


def test_among_many_one_of_the_best_is_accepted_for_a_whole_power_of_two_of_words():
    def outcome(word):
        return exponential._many(Scripted([word] * 32 + [0] * 32 + [WORD // 2] * 256), CROWD, Fraction(1))

    first = outcome(0)
    edge = first_true(0, WORD // 2, lambda word: outcome(word) != first)
    assert edge & (edge - 1) == 0
