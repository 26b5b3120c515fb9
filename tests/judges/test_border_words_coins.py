"""Every coin and every uniform number, fed the random words around each threshold, does what exact arithmetic says.

No count of draws could see what happens in the last of 64 or 128 bits.
"""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.sampling import comparison, flips, permutation
from tests.judges.scripted import BITS, PLACES, WORD, Scripted, borders, exact, is_below
from tests.judges.scripted import exponential as exp_of

RATES = [Fraction(1), Fraction(1, 3), Fraction(1, 10**6), Fraction(22, 7), Fraction(45), Fraction(7, 1000)]
GAPS = [0, 1, 2, 5, 17]


def thresholds():
    return [(rate, gap) for rate in RATES for gap in GAPS if gap and rate * gap < 200]


@pytest.mark.parametrize(("rate", "gap"), thresholds())
def test_one_coin_is_heads_just_below_its_threshold(rate, gap):
    threshold = exp_of(rate * gap)
    for words in borders(threshold):
        entropy = Scripted(words[1:])
        assert comparison.is_below(entropy, words[0], BITS, rate * gap) == is_below(words, threshold)


@pytest.mark.parametrize("scale", [Fraction(1, 7), Fraction(3), Fraction(2**20)])
def test_a_scaled_coin_is_heads_just_below_its_threshold(scale):
    for exponent in (Fraction(13), Fraction(200, 7), Fraction(25)):
        with mpmath.workprec(PLACES):
            threshold = exact(scale) * exp_of(exponent)
        for words in borders(threshold):
            assert comparison.is_below(Scripted(words[1:]), words[0], BITS, exponent, scale) == is_below(
                words, threshold
            )


def test_a_coin_of_a_negative_exponent_is_heads_just_below_its_threshold():
    with mpmath.workprec(PLACES):
        threshold = exact(Fraction(1, 100)) * mpmath.exp(exact(Fraction(7, 3)))
    for words in borders(threshold):
        found = comparison.is_below(Scripted(words[1:]), words[0], BITS, Fraction(-7, 3), Fraction(1, 100))
        assert found == is_below(words, threshold)


@pytest.mark.parametrize(("rate", "gap"), thresholds())
@pytest.mark.parametrize(("shift", "offset"), [(0, 0), (3, 5), (-1, 0), (0, 2)])
def test_coins_of_a_whole_vector_are_heads_just_below_their_thresholds(rate, gap, shift, offset):
    with mpmath.workprec(PLACES):
        threshold = mpmath.mpf(2) ** shift * exp_of(rate * gap + offset)
    if threshold > 1:
        return
    for words in borders(threshold):
        distance = np.array([gap, 0], np.uint64)
        entropy = Scripted([words[0], WORD - 1, *words[1:]])
        if shift + offset * -1.4 > 0:
            continue
        assert flips.flips(entropy, distance, rate, shift, offset)[0] == is_below(words, threshold)


# ---- uniform numbers


@pytest.mark.parametrize("limit", [3, 7, 10, 1000, 2**40 - 1, 2**63 - 25, 2**63])
def test_a_word_beyond_the_last_whole_round_is_thrown_away(limit):
    whole = WORD - WORD % limit
    for word in (0, limit - 1, limit, whole - 1, whole, whole + 1, WORD - 1):
        if not 0 <= word < WORD:
            continue
        found = permutation.uniform_below(Scripted([word, 5]), limit, 1)[0]
        assert found == (word if word < whole else 5) % limit


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7, 100, 257, 2**40 - 1])
def test_one_uniform_number_is_drawn_again_at_or_above_its_limit(limit):
    size = (limit - 1).bit_length()
    shift = 8 * -(-size // 8) - size
    for value in {0, 1, limit - 1, limit, limit + 1, (1 << size) - 1}:
        if 0 <= value < 1 << size:
            again = 0
            assert Scripted([value << shift, again]).below(limit) == (value if value < limit else again)


def test_bits_are_the_words_bits_none_lost_none_twice():
    for count in (1, 7, 8, 9, 63, 64, 65, 128):
        size = -(-count // 8)
        entropy = Scripted([WORD - 1] * 3)
        assert entropy.bits(count) == (1 << count) - 1
        assert Scripted([0] * 3).bits(count) == 0
        assert Scripted([1 << (8 * size - count) if size <= 8 else 0, 0, 0]).bits(count) in (1, 0)


@pytest.mark.parametrize("size", [1, 5, 63, 64, 65, 130])
def test_survivors_are_counted_by_their_fair_coins(size):
    for halvings in (1, 2, 3):
        for pattern in (0, WORD - 1, 0x5555555555555555, 1, 1 << 63):
            entropy, left = Scripted([pattern] * 99), size
            for _ in range(halvings):
                words = -(-left // 64)
                bits = "".join(f"{pattern:064b}" for _ in range(words))
                spare = words * 64 - left
                last = f"{pattern >> spare:064b}"
                left = (bits[:-64] + last).count("1") if left else 0
            assert permutation.survivors(entropy, size, halvings) == left


@pytest.mark.parametrize("halvings", [1, 2, 4])
def test_a_place_survives_only_if_all_its_fair_coins_show_heads(halvings):
    size = 70
    rows = [
        [0x0F0F0F0F0F0F0F0F, 0x3333333333333333],
        [WORD - 1, 0x5555555555555555],
        [WORD - 2, WORD - 1],
        [WORD - 1] * 2,
    ]
    words = [word for row in rows[:halvings] for word in row]
    joined = [WORD - 1, WORD - 1]
    for row in rows[:halvings]:
        joined = [a & b for a, b in zip(joined, row, strict=True)]
    bits = np.unpackbits(np.array(joined, np.uint64).view(np.uint8), count=size)
    assert permutation.fair_survivors(Scripted(words), size, halvings).tolist() == np.flatnonzero(bits).tolist()


def test_a_permutation_with_equal_keys_is_drawn_again():
    assert permutation.shuffled(Scripted([9, 9, 1, 3, 1, 2]), 3).tolist() == [1, 2, 0]
    assert permutation.distinct_below(Scripted([7, 7, 3, 12, 1, 2, 3, 4, 5, 6]), 100, 2).tolist() == [7, 3]
    assert permutation.distinct_below(Scripted([12, 7, 3, 1, 1, 2, 3, 4, 5, 6]), 100, 2).tolist() == [12, 7]
