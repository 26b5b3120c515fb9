"""Random words as a test wishes them, and exact arithmetic to say what must follow from them."""

import hashlib
import itertools
from collections.abc import Iterable
from fractions import Fraction

import mpmath
import numpy as np

from dpstudio.core.entropy import Entropy

BITS = 64
WORD = 1 << BITS
PLACES = 900


class Scripted(Entropy):
    """One stream of 64-bit words: those given, then those of a hash.

    Whatever asks for bytes gets the low ones of as many whole words as it needs.
    """

    def __init__(self, words: Iterable[int] = (), seed: str = "") -> None:
        super().__init__()
        self.left = [int(word) for word in words]
        self.taken = 0
        self._seed = seed

    def _next(self) -> int:
        self.taken += 1
        if self.left:
            return self.left.pop(0)
        return int.from_bytes(hashlib.sha256(f"{self._seed}/{self.taken}".encode()).digest()[:8], "little")

    def read(self, count: int) -> bytes:
        return b"".join(self._next().to_bytes(8, "little") for _ in range(-(-count // 8)))[:count]

    def words(self, count: int) -> np.ndarray:
        return np.array([self._next() for _ in range(count)], np.uint64)


def exact(value: Fraction) -> mpmath.mpf:
    """A rational to 900 bits."""
    with mpmath.workprec(PLACES):
        return mpmath.mpf(value.numerator) / value.denominator


def exponential(exponent: Fraction) -> mpmath.mpf:
    """exp(-exponent) to 900 bits."""
    with mpmath.workprec(PLACES):
        return mpmath.exp(-exact(exponent))


def digits(threshold: mpmath.mpf, count: int) -> int:
    """The first `count` binary places of a threshold, as an integer."""
    with mpmath.workprec(PLACES):
        return int(mpmath.floor(threshold * mpmath.mpf(2) ** count))


def borders(threshold: mpmath.mpf) -> list[list[int]]:
    """Words of a uniform number around a threshold in (0, 1): beside it in each of its first words that tell it from
    0 and 1, and in the two after them.
    """
    words = [digits(threshold, (place + 1) * BITS) % WORD for place in range(PLACES // BITS - 2)]
    telling = next((place for place, word in enumerate(words) if word not in (0, WORD - 1)), None)
    if digits(threshold, BITS) // WORD or telling is None or telling + 3 > len(words):
        return []
    words = words[: telling + 3]
    found = [[0] * (len(words) + 1), [WORD - 1] * (len(words) + 1)]
    nearest = list(itertools.product(range(len(words)), (-1, 1)))
    farther = [(telling, sign << bits) for sign in (-1, 1) for bits in (11, 22, 33, 44)]
    for place, step in nearest + farther:
        beside = [*words[:place], words[place] + step]
        found += [beside + [filler] * (len(words) + 1 - len(beside)) for filler in (0, WORD - 1)]
    possible = [each for each in found if all(0 <= word < WORD for word in each)]
    return [each for each in possible if decides(each, threshold)]


def uniform(words: Iterable[int]) -> Fraction:
    """The number whose binary places the words are."""
    value = Fraction(0)
    for place, word in enumerate(words, 1):
        value += Fraction(word, WORD**place)
    return value


def decides(words: list[int], threshold: mpmath.mpf) -> bool:
    """Whether every number that begins with the words lies on one side of the threshold."""
    with mpmath.workprec(PLACES):
        low, high = exact(uniform(words)), exact(uniform(words) + Fraction(1, WORD ** len(words)))
        return bool(high <= threshold or low >= threshold)


def is_below(words: list[int], threshold: mpmath.mpf) -> bool:
    """Whether the uniform number lies below the threshold; never on it, whatever follows."""
    with mpmath.workprec(PLACES):
        assert decides(words, threshold)
        return bool(exact(uniform(words)) < threshold)
