"""Exact uniform subsets and binomial counts of fair coins, from random words."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy

Places = NDArray[np.int64]
_BY_BITS = 4


def uniform_below(entropy: Entropy, limit: int, count: int) -> Places:
    """`count` independent uniform integers below `limit`, by rejection."""
    whole = (1 << 64) - (1 << 64) % limit
    drawn = entropy.words(count).copy()
    if whole < 1 << 64:
        while (bad := np.flatnonzero(drawn >= np.uint64(whole))).size:
            drawn[bad] = entropy.words(bad.size)
    return (drawn % np.uint64(limit)).astype(np.int64)


def shuffled(entropy: Entropy, size: int) -> Places:
    """A uniform permutation: random keys sorted, drawn again where two are equal."""
    while True:
        keys = entropy.words(size)
        order = np.argsort(keys)
        ranked = keys[order]
        if not (ranked[1:] == ranked[:-1]).any():
            return order


def distinct_below(entropy: Entropy, limit: int, count: int) -> Places:
    """The first `count` places of a uniform permutation of `limit` places, in order."""
    if 2 * count >= limit:
        return shuffled(entropy, limit)[:count]
    found: Places = np.empty(0, np.int64)
    while found.size < count:
        found = np.concatenate([found, uniform_below(entropy, limit, count - found.size + 8)])
        _, first = np.unique(found, return_index=True)
        found = found[np.sort(first)]
    return found[:count]


def fair_survivors(entropy: Entropy, size: int, halvings: int) -> Places:
    """Which of `size` places survive `halvings` fair coins each."""
    if not size or not halvings:
        return np.arange(size, dtype=np.int64)
    if halvings > _BY_BITS:
        return distinct_below(entropy, size, survivors(entropy, size, halvings))
    words = np.bitwise_and.reduce(entropy.words(halvings * -(-size // 64)).reshape(halvings, -1), axis=0)
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), count=size))


def survivors(entropy: Entropy, size: int, halvings: int) -> int:
    """Binomial(size, 2^-halvings): each round every survivor needs one more fair coin."""
    for _ in range(halvings):
        if not size:
            break
        words = entropy.words(-(-size // 64)).copy()
        words[-1] >>= np.uint64(-size % 64)
        size = int(np.bitwise_count(words).sum(dtype=np.int64))
    return size
