"""Which of millions of independent coins show heads, without throwing each of them.

Candidates lie in chunks; a chunk's best coin bounds the others. Chunks are sorted into levels j with 2^-j at or above
every coin of theirs. A coin of probability p is a fair coin thrown j times, then one of probability 2^j p. How
many of a level's places survive the fair coins is one binomial number, and which ones is a uniform subset; only
these need a coin of their own.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.chunks import Chunks
from dpstudio.core.sampling.comparison import Floats, float_of, gaps
from dpstudio.core.sampling.flips import flips
from dpstudio.core.sampling.permutation import Places, fair_survivors, uniform_below

_FIRST, _MOST = 256, 1 << 16
_LEVELS = np.array([*range(13), 16, 20, 24, 32, 40], np.int64)


def successes(
    entropy: Entropy,
    scores: NDArray[np.int64],
    chunks: Chunks,
    rate: Fraction,
    offset: int = 0,
    halvings: int = 0,
) -> Places:
    """All candidates whose coin of probability min(1, exp(-exponent)) / 2^halvings shows heads, in no order.

    Args:
        chunks: the scores cut.
        rate, offset: a candidate's exponent is rate * (best - score) + offset; those below 0 are left out.
        halvings: how often each coin's chance is halved.
    """
    levels = _levels(chunks.gaps * float_of(rate) + offset, halvings)
    order = np.argsort(levels, kind="stable")
    ends = np.searchsorted(levels[order], _LEVELS, side="right")
    found: list[Places] = [np.empty(0, np.int64)]
    start = 0
    for level, end in zip(_LEVELS.tolist(), ends.tolist(), strict=True):
        places = fair_survivors(entropy, (end - start) << chunks.place_bits, level)
        if places.size:
            chunk = order[start + (places >> chunks.place_bits)]
            index = chunks.member(chunk, places & ((1 << chunks.place_bits) - 1))
            index = index[index < scores.size]
            distance = gaps(scores[index], chunks.best)
            if offset < 0:
                far = _not_below(distance, rate, -offset)
                index, distance = index[far], distance[far]
            found.append(index[flips(entropy, distance, rate, level - halvings, offset)])
        start = end
    return np.concatenate(found)


def uniform_head(
    entropy: Entropy,
    scores: NDArray[np.int64],
    chunks: Chunks,
    rate: Fraction,
    halvings: int = 0,
) -> int | None:
    """A uniform one of the candidates whose coin shows heads, or None where there is none; arguments as of `successes`.

    Candidates are visited in uniform order, as long as that is cheaper than to find all heads: the first head met is
    a uniform one of all. Where the visited ones show tails, the heads among the others are found.
    """
    costs = np.exp2(-_levels(chunks.gaps * float_of(rate), halvings).astype(np.float64)).sum() * (
        1 << chunks.place_bits
    )
    visited, batch = np.empty(0, np.int64), _FIRST
    while visited.size < max(_FIRST, min(costs / 4, scores.size / 2)):
        fresh = uniform_below(entropy, scores.size, batch)
        fresh = fresh[np.sort(np.unique(fresh, return_index=True)[1])]
        fresh = fresh[~np.isin(fresh, visited)]
        met = np.flatnonzero(flips(entropy, gaps(scores[fresh], chunks.best), rate, -halvings))
        if met.size:
            return int(fresh[met[0]])
        visited, batch = np.concatenate([visited, fresh]), min(4 * batch, _MOST)
    found = successes(entropy, scores, chunks, rate, halvings=halvings)
    found = found[~np.isin(found, visited)]
    return int(found[entropy.below(found.size)]) if found.size else None


def _levels(exponents: Floats, halvings: int) -> NDArray[np.int64]:
    """The deepest level whose envelope surely lies at or above the chunk's best coin."""
    depth = np.maximum(exponents, 0.0) / float(np.log(2.0))
    sure = np.floor(depth - 1e-6 * (1 + depth)) + halvings
    deepest: NDArray[np.int64] = _LEVELS[np.searchsorted(_LEVELS, np.maximum(sure, halvings), side="right") - 1]
    return deepest


def _not_below(distance: NDArray[np.uint64] | NDArray[np.object_], rate: Fraction, least: int) -> NDArray[np.bool_]:
    """Where rate * distance >= least, exactly."""
    needed = Fraction(least) / rate
    limit = -(-needed.numerator // needed.denominator)
    if limit >= 1 << 64:
        return np.zeros(distance.size, np.bool_)
    far: NDArray[np.bool_] = distance >= np.uint64(limit)
    return far
