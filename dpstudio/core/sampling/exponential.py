"""The exponential mechanism, exactly: Pr[y] proportional to weight_y * exp(rate * score_y).

Integer envelopes at or above every candidate's share propose a candidate; the residue of the proposal is the
leading part of the uniform that accepts it with probability exactly share / envelope. The law is therefore
exact whatever the floats in the envelope are, as long as they lie above the shares.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.chunks import layout, tops
from dpstudio.core.sampling.comparison import SLACK, Floats, Scores, float_of, gaps, is_below

_PAD = 1.0 + 2.0**-28
_FEW = 4096
_TOTAL_BITS = 61


def exponential(entropy: Entropy, scores: Scores, rate: Fraction, weights: list[Fraction] | None = None) -> int:
    """Draw an index with Pr[y] proportional to weight_y * exp(rate * score_y), exactly.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.
        weights: one positive rational per candidate, or None for equal weights.

    Source: MATH 5; the envelope is that of von Neumann's rejection.
    """
    if weights is not None:
        return _weighted(entropy, scores, rate, weights)
    if scores.dtype != np.int64 or scores.size <= _FEW:
        return _few(entropy, scores, rate)
    return _many(entropy, np.asarray(scores, np.int64), rate)


def _few(entropy: Entropy, scores: Scores, rate: Fraction) -> int:
    """One envelope weight for each candidate."""
    distance = gaps(scores, int(scores.max()))
    bits = _TOTAL_BITS - int(scores.size).bit_length()
    share = np.exp(distance.astype(np.float64) * -float_of(rate)) * float(1 << bits)
    envelope = (share * _PAD).astype(np.int64) + 1
    ends = envelope.cumsum()
    while True:
        drawn = entropy.below(int(ends[-1]))
        index = int(ends.searchsorted(drawn, side="right"))
        leading = drawn - int(ends[index]) + int(envelope[index])
        if _accepts(entropy, leading, bits, share[index], Fraction(int(distance[index])) * rate, Fraction(1)):
            return index


def _accepts(entropy: Entropy, leading: int, bits: int, share: float, exponent: Fraction, scale: Fraction) -> bool:
    """Whether (leading + uniform) / 2^bits < scale * exp(-exponent); `share` is its float enclosure's middle."""
    if leading + 1 <= share * (1 - SLACK) - 1:
        return True
    if leading >= share * (1 + SLACK) + 1:
        return False
    return is_below(entropy, leading, bits, exponent, scale)


def _weighted(entropy: Entropy, scores: Scores, rate: Fraction, weights: list[Fraction]) -> int:
    """As `_few`, scaled so that the heaviest share is about 1 however small its weight."""
    heaviest = max(weights)
    logs = np.array([_log(weight / heaviest) for weight in weights])
    distance = gaps(scores, int(scores.max())).astype(object)
    factor = float_of(rate)
    pivot = int(np.argmax(logs - distance.astype(np.float64) * factor))
    relative = [int(gap) - int(distance[pivot]) for gap in distance]
    bits = _TOTAL_BITS - int(scores.size).bit_length()
    exponents = (logs - logs[pivot]) - np.array(relative, dtype=np.float64) * factor
    share: Floats = np.exp(np.minimum(exponents, 1.0)) * float(1 << bits)
    envelope = (share * _PAD).astype(np.int64) + 1
    ends = envelope.cumsum()
    while True:
        drawn = entropy.below(int(ends[-1]))
        index = int(ends.searchsorted(drawn, side="right"))
        leading = drawn - int(ends[index]) + int(envelope[index])
        scale = weights[index] / weights[pivot]
        if _accepts(entropy, leading, bits, share[index], Fraction(relative[index]) * rate, scale):
            return index


def _log(value: Fraction) -> float:
    """Ln of a rational in (0, 1], also where its float would underflow."""
    shift = value.denominator.bit_length() - value.numerator.bit_length()
    return float(np.log(float_of(value * 2**shift))) - shift * float(np.log(2.0))


def _many(entropy: Entropy, scores: NDArray[np.int64], rate: Fraction) -> int:
    """One envelope weight for each chunk of candidates: the share of the chunk's best.

    A proposal is a chunk, a place in it, and the residue. Each chunk holds its own best, so at least about one proposal
    in (places of a chunk) is accepted, whatever the scores look like.
    """
    size = scores.size
    place_bits, chunks = layout(size)
    highest = tops(scores, chunks)
    best = int(highest.max())
    factor = -float_of(rate)
    bits = _TOTAL_BITS - chunks.bit_length()
    scale = float(1 << bits)
    envelope = (np.exp(gaps(highest, best).astype(np.float64) * factor) * (scale * _PAD)).astype(np.int64) + 1
    ends = envelope.cumsum()
    shift = np.uint64(64 - int(ends[-1]).bit_length())
    batch = 32
    while True:
        words = entropy.words(2 * batch)
        drawn = (words[:batch] >> shift).view(np.int64)
        chunk = ends.searchsorted(drawn, side="right")
        index = (words[batch:] >> np.uint64(64 - place_bits)).view(np.int64) * chunks + chunk
        real = np.flatnonzero((chunk < chunks) & (index < size))
        drawn, chunk, index = drawn[real], chunk[real], index[real]
        leading = drawn - ends[chunk] + envelope[chunk]
        distance = gaps(scores[index], best)
        share = np.exp(distance.astype(np.float64) * factor) * scale
        for j in np.flatnonzero(leading < share * (1 + SLACK) + 1).tolist():
            if _accepts(entropy, int(leading[j]), bits, share[j], Fraction(int(distance[j])) * rate, Fraction(1)):
                return int(index[j])
        batch = min(4 * batch, 4096)
