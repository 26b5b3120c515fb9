"""The exponential mechanism, exactly: Pr[y] proportional to weight_y * exp(rate * score_y).

Integer envelopes at or above every candidate's share propose a candidate; the residue of the proposal is the
leading part of the uniform that accepts it with probability exactly share / envelope. The law is therefore
exact whatever the floats in the envelope are, as long as they lie above the shares.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.chunks import cut
from dpstudio.core.sampling.comparison import SLACK, Floats, Scores, exponents, float_of, gaps, is_below

_PAD = 1.0 + 2.0**-28
_FEW = 4096
_BATCH = 1 << 16
_SINGLY = 8
"""So many draws at most of many candidates are quicker one by one than by an envelope for each candidate."""
Weights = Sequence[Fraction] | NDArray[np.int64] | None
_TOTAL_BITS = 61


def exponential(entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
    """Draw an index with Pr[y] proportional to weight_y * exp(rate * score_y), exactly.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.
        weights: one positive rational, or integer, per candidate, or None for equal weights.

    Source: MATH 5; the envelope is that of von Neumann's rejection.
    """
    if _are_many(scores, weights):
        return _many(entropy, np.asarray(scores, np.int64), rate)
    return _proposals(scores, rate, weights).draw(entropy)


def exponential_draws(
    entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
) -> NDArray[np.int64]:
    """`draws` independent indices, each as `exponential` draws one."""
    if draws <= _SINGLY and _are_many(scores, weights):
        return np.array([exponential(entropy, scores, rate) for _ in range(draws)], np.int64)
    return _proposals(scores, rate, weights).draws(entropy, draws)


def _are_many(scores: Scores, weights: Weights) -> bool:
    """Whether an envelope for each chunk of candidates costs less than one for each candidate."""
    return weights is None and scores.dtype == np.int64 and scores.size > _FEW


@dataclass(frozen=True)
class _Proposals:
    """One envelope weight for each candidate.

    Args:
        envelope, ends: integers above every share, and their running sums.
        share: floats near 2^bits * (the candidate's share).
        gap: how far each candidate's score lies below the pivot's; its exponent is rate * gap.
        scale: the candidate's weight over the pivot's.
    """

    envelope: NDArray[np.int64]
    ends: NDArray[np.int64]
    share: Floats
    bits: int
    rate: Fraction
    gap: Callable[[int], int]
    scale: Callable[[int], Fraction]

    def draw(self, entropy: Entropy) -> int:
        """One index."""
        total = int(self.ends[-1])
        while True:
            drawn = entropy.below(total)
            index = int(self.ends.searchsorted(drawn, side="right"))
            if self._accepted(entropy, drawn, index):
                return index

    def draws(self, entropy: Entropy, count: int) -> NDArray[np.int64]:
        """Many indices at once; proposals near the edge of acceptance are decided one by one."""
        total, found, lacking = int(self.ends[-1]), [np.empty(0, np.int64)], count
        shift = np.uint64(64 - total.bit_length())
        surely = (self.share * (1 - SLACK) - 2).astype(np.int64)
        while lacking:
            drawn = (entropy.words(min(2 * lacking + 64, _BATCH)) >> shift).view(np.int64)
            drawn = drawn[drawn < total][:lacking]
            index = self.ends.searchsorted(drawn, side="right")
            accepted = drawn - self.ends[index] + self.envelope[index] <= surely[index]
            for j in np.flatnonzero(~accepted).tolist():
                accepted[j] = self._accepted(entropy, int(drawn[j]), int(index[j]))
            found.append(index[accepted])
            lacking -= found[-1].size
        return np.concatenate(found)

    def _accepted(self, entropy: Entropy, drawn: int, index: int) -> bool:
        leading = drawn - int(self.ends[index]) + int(self.envelope[index])
        return _accepts(entropy, leading, self.bits, self.share[index], self.gap(index) * self.rate, self.scale(index))


def _proposals(scores: Scores, rate: Fraction, weights: Weights) -> _Proposals:
    """Scaled so that the heaviest share is about 1, however small its weight or far apart the scores."""
    distance, bits = gaps(scores, int(scores.max())), _TOTAL_BITS - int(scores.size).bit_length()
    farther, pivot = -exponents(distance, rate), 0
    if weights is not None:
        logs = _logs(weights)
        pivot = int(np.argmax(logs + farther))
        farther = np.minimum(logs - logs[pivot] - _farther(distance, pivot, rate), 1.0)
    share: Floats = np.exp(farther) * float(1 << bits)
    envelope = (share * _PAD).astype(np.int64) + 1
    least = 0 if weights is None else int(distance[pivot])
    return _Proposals(
        envelope,
        envelope.cumsum(),
        share,
        bits,
        rate,
        lambda index: int(distance[index]) - least,
        lambda index: Fraction(1) if weights is None else _ratio(weights[index], weights[pivot]),
    )


def _ratio(weight: Fraction | np.int64, pivot: Fraction | np.int64) -> Fraction:
    exact = [each if isinstance(each, Fraction) else Fraction(int(each)) for each in (weight, pivot)]
    return exact[0] / exact[1]


def _logs(weights: Sequence[Fraction] | NDArray[np.int64]) -> Floats:
    """Ln of each weight over the heaviest."""
    if isinstance(weights, np.ndarray):
        whole: Floats = np.log(weights / weights.max())
        return whole
    heaviest = max(weights)
    return np.array([_log(weight / heaviest) for weight in weights])


def _farther(distance: NDArray[np.uint64] | NDArray[np.object_], pivot: int, rate: Fraction) -> Floats:
    """Rate * (distance - distance[pivot]), the difference exact before it becomes a float."""
    if distance.dtype == np.uint64 and int(distance.max()) < 1 << 62:
        return (distance.astype(np.int64) - np.int64(distance[pivot])).astype(np.float64) * float_of(rate)
    return np.array([float_of((int(gap) - int(distance[pivot])) * rate) for gap in distance], dtype=np.float64)


def _accepts(entropy: Entropy, leading: int, bits: int, share: float, exponent: Fraction, scale: Fraction) -> bool:
    """Whether (leading + uniform) / 2^bits < scale * exp(-exponent); `share` is its float enclosure's middle."""
    if leading + 1 <= share * (1 - SLACK) - 1:
        return True
    if leading >= share * (1 + SLACK) + 1:
        return False
    return is_below(entropy, leading, bits, exponent, scale)


def _log(value: Fraction) -> float:
    """Ln of a rational in (0, 1], also where its float would underflow."""
    shift = value.denominator.bit_length() - value.numerator.bit_length()
    return float(np.log(float_of(value * 2**shift))) - shift * float(np.log(2.0))


def _many(entropy: Entropy, scores: NDArray[np.int64], rate: Fraction) -> int:
    """One envelope weight for each chunk of candidates: the share of the chunk's best.

    A proposal is a chunk, a place in it, and the residue. Each chunk holds its own best, so at least about one proposal
    in (places of a chunk) is accepted, whatever the scores look like.
    """
    chunks = cut(scores)
    best, count = chunks.best, chunks.tops.size
    factor = -float_of(rate)
    bits = _TOTAL_BITS - count.bit_length()
    scale = float(1 << bits)
    envelope = (np.exp(chunks.gaps * factor) * (scale * _PAD)).astype(np.int64) + 1
    ends = envelope.cumsum()
    shift = np.uint64(64 - int(ends[-1]).bit_length())
    batch = 32
    while True:
        words = entropy.words(2 * batch)
        drawn = (words[:batch] >> shift).view(np.int64)
        chunk = ends.searchsorted(drawn, side="right")
        index = chunks.member(chunk, (words[batch:] >> np.uint64(64 - chunks.place_bits)).view(np.int64))
        real = np.flatnonzero((chunk < count) & (index < chunks.size))
        drawn, chunk, index = drawn[real], chunk[real], index[real]
        leading = drawn - ends[chunk] + envelope[chunk]
        distance = gaps(scores[index], best)
        share = np.exp(distance.astype(np.float64) * factor) * scale
        for j in np.flatnonzero(leading < share * (1 + SLACK) + 1).tolist():
            if _accepts(entropy, int(leading[j]), bits, share[j], Fraction(int(distance[j])) * rate, Fraction(1)):
                return int(index[j])
        batch = min(4 * batch, 4096)
