"""Permute-and-flip, exactly: the first head met in uniform order."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.chunks import layout, tops
from dpstudio.core.sampling.comparison import Scores, float_of, gaps
from dpstudio.core.sampling.flips import flips
from dpstudio.core.sampling.permutation import Places, distinct_below, survivors

_FEW = 4096
_FIRST = 256
_DEEPEST = 40


def permute_and_flip(entropy: Entropy, scores: Scores, rate: Fraction) -> int:
    """Draw an index as permute-and-flip does, exactly.

    The order in which candidates are visited is independent of their coins, so the first head met is a uniform
    member of the set of heads; the best candidate's coin is always heads.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.

    Source: McKenna and Sheldon 2020; MATH 1 and 5.
    """
    if scores.dtype == np.int64 and scores.size > _FEW:
        return _many(entropy, np.asarray(scores, np.int64), rate)
    heads = np.flatnonzero(flips(entropy, gaps(scores, int(scores.max())), rate))
    return int(heads[entropy.below(heads.size)])


def _many(entropy: Entropy, scores: NDArray[np.int64], rate: Fraction) -> int:
    """Visit a few; if all are tails, find the heads among the others without a coin for each.

    Chunks are sorted into levels j with 2^-j at or above every coin of theirs. A coin of probability p is a fair coin
    thrown j times, then one of probability 2^j p. How many of a level's places survive the fair coins is one
    binomial number, and which ones is a uniform subset; only these need a coin of their own.
    """
    place_bits, chunks = layout(scores.size)
    highest = tops(scores, chunks)
    best = int(highest.max())
    visited = distinct_below(entropy, scores.size, _FIRST)
    met = np.flatnonzero(flips(entropy, gaps(scores[visited], best), rate))
    if met.size:
        return int(visited[met[0]])
    depth = gaps(highest, best).astype(np.float64) * (float_of(rate) / float(np.log(2.0)))
    levels = np.clip(np.floor(depth - 1e-6 * (1 + depth)), 0, _DEEPEST).astype(np.int64)
    heads: list[Places] = []
    for level in np.unique(levels).tolist():
        members = np.flatnonzero(levels == level)
        total = members.size << place_bits
        places = distinct_below(entropy, total, survivors(entropy, total, level))
        index = members[places >> place_bits] + (places & ((1 << place_bits) - 1)) * chunks
        index = index[index < scores.size]
        index = index[~np.isin(index, visited)]
        heads.append(index[flips(entropy, gaps(scores[index], best), rate, level)])
    found = np.concatenate(heads)
    return int(found[entropy.below(found.size)])
