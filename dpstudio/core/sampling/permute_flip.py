"""Permute-and-flip, exactly: the first head met in uniform order."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.bernoulli import uniform_head
from dpstudio.core.sampling.chunks import cut
from dpstudio.core.sampling.comparison import Scores, gaps
from dpstudio.core.sampling.flips import flips

_FEW = 4096


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
    shown = np.flatnonzero(flips(entropy, gaps(scores, int(scores.max())), rate))
    return int(shown[entropy.below(shown.size)])


def _many(entropy: Entropy, scores: NDArray[np.int64], rate: Fraction) -> int:
    """Without a coin for each candidate."""
    found = uniform_head(entropy, scores, cut(scores), rate)
    assert found is not None, "the best candidate's coin always shows heads"
    return found
