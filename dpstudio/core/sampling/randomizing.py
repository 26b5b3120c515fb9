"""Randomized answers, exactly: each row keeps its answer with one probability, else takes a uniform other one."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import exp_enclosure
from dpstudio.core.sampling.permutation import uniform_below

_BLOCK = 1 << 20


def response_counts(entropy: Entropy, epsilon: Fraction, counts: Sequence[int]) -> list[int]:
    """How many rows give each answer once every row was randomized by itself.

    Args:
        entropy: source of uniform bits.
        epsilon: a row keeps its answer with probability e^epsilon / (e^epsilon + k - 1), k = len(counts) >= 2.
        counts: how many rows hold each answer.

    Source: MATH 2, randomized response with k answers.
    """
    given = [0] * len(counts)
    others = len(counts) - 1
    for answer, rows in enumerate(counts):
        for start in range(0, rows, _BLOCK):
            size = min(_BLOCK, rows - start)
            kept = _kept(entropy, epsilon, others, size)
            given[answer] += kept
            moved = np.bincount(uniform_below(entropy, others, size - kept), minlength=others).tolist()
            for place, many in enumerate(moved):
                given[place + (place >= answer)] += many
    return given


def _kept(entropy: Entropy, epsilon: Fraction, others: int, rows: int) -> int:
    """How many of `rows` coins show heads."""
    low, high = _chance(epsilon, others, 64)
    words = entropy.words(rows)
    certain = words < np.uint64(low)
    doubtful = words[~certain & (words <= np.uint64(high - 1))].tolist()
    return int(certain.sum()) + sum(_is_head(entropy, epsilon, others, word) for word in doubtful)


def _is_head(entropy: Entropy, epsilon: Fraction, others: int, leading: int) -> bool:
    """Whether (leading + uniform) / 2^64 lies below the chance of keeping."""
    bits = 64
    while True:
        low, high = _chance(epsilon, others, bits)
        if leading + 1 <= low:
            return True
        if leading >= high:
            return False
        leading = leading << 64 | entropy.bits(64)
        bits += 64


def _chance(epsilon: Fraction, others: int, bits: int) -> tuple[int, int]:
    """Integers that enclose 2^bits / (1 + others * e^-epsilon), a few units apart."""
    places = bits + others.bit_length() + 8
    low, high = exp_enclosure(epsilon, places)
    one = 1 << places
    return (one << bits) // (one + others * high), -(-(one << bits) // (one + others * low))
