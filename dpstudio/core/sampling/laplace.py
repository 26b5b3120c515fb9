"""Report noisy max with Laplace noise, exactly: a race of numbers that are revealed only as far as it needs.

Candidate i runs with -rate * gap_i + sign_i * E_i, E_i = -ln U_i. Floats bound each runner from 64 bits of U_i; those
that can still be first are refined with more bits and integer enclosures of the logarithm until one leads.
"""

from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import ln_enclosure
from dpstudio.core.sampling.bernoulli import successes, uniform_head
from dpstudio.core.sampling.chunks import Chunks, cut
from dpstudio.core.sampling.comparison import Floats, Scores, exponents, float_of, gaps
from dpstudio.core.sampling.permutation import uniform_below

_LN_2 = float(np.log(2.0))
_ERROR = 2.0**-44
_FEW = 16384
_CROWD, _LIKELY_CROWD, _SAMPLE = 64.0, 2000.0, 1024


class _Runner:
    """offset + sign * (-ln U) with U in [leading, leading + 1] / 2^bits."""

    def __init__(self, index: int, offset: Fraction, sign: int, leading: int) -> None:
        self.index, self._offset, self._sign, self._leading, self._bits = index, offset, sign, leading, 64

    def reveal(self, entropy: Entropy) -> None:
        """Draw 64 further bits of U."""
        self._leading = self._leading << 64 | entropy.bits(64)
        self._bits += 64

    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """Rationals that enclose the runner, or None while U may still be 0."""
        if self._leading == 0:
            return None
        scale = Fraction(1 << self._bits)
        nearest = Fraction(ln_enclosure((self._leading + 1) / scale, self._bits)[1]) / scale
        farthest = Fraction(ln_enclosure(self._leading / scale, self._bits)[0]) / scale
        ends = (self._offset - self._sign * nearest, self._offset - self._sign * farthest)
        return min(ends), max(ends)

    def floor(self, entropy: Entropy) -> int:
        """The greatest integer at or below the runner, revealing bits until it is certain."""
        while True:
            known = self.bounds()
            if known is not None and floor(known[0]) == floor(known[1]):
                return floor(known[0])
            self.reveal(entropy)


def noisy_max_laplace(entropy: Entropy, scores: Scores, rate: Fraction) -> int:
    """Draw the index of the largest score + Laplace noise of scale 1 / rate, exactly.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.

    Source: MATH 1, shift argument; MATH 5 for exactness.
    """
    if scores.dtype == np.int64 and scores.size > _FEW:
        return _many(entropy, np.asarray(scores, np.int64), rate)
    distance = gaps(scores, int(scores.max()))
    words = entropy.words(scores.size)
    signs = _signs(entropy, scores.size)
    lowest, highest = _float_bounds(distance, words, signs, rate)
    leaders = np.flatnonzero(highest >= lowest.max()).tolist()
    return _race(entropy, [_Runner(i, -int(distance[i]) * rate, int(signs[i]), int(words[i])) for i in leaders])


def _many(entropy: Entropy, scores: NDArray[np.int64], rate: Fraction) -> int:
    """Only those run that can still win; the noise of the others is never drawn.

    Where many lie near the best, some noisy score almost surely exceeds the best true score; given that it does, its
    excess is exponential, the same for all, so the winner is a uniform one of them. Else one best candidate runs
    first, down to the whole number below it; a candidate that lies below that number exceeds it with probability
    exp(-distance to it) / 2, and its excess is exponential too.
    """
    chunks = cut(scores)
    best = chunks.best
    if _is_crowd(entropy, scores, chunks, rate):
        above = uniform_head(entropy, scores, chunks, rate, halvings=1)
        return _all_below(entropy, scores, best, rate) if above is None else above
    ahead = chunks.members(np.flatnonzero(chunks.tops == best)[:1])
    star = int(ahead[scores[ahead].argmax()])
    first = _Runner(star, Fraction(0), 2 * entropy.bits(1) - 1, entropy.bits(64))
    level = first.floor(entropy)
    near = _near(scores, chunks, rate, -level)
    runners = [
        _Runner(i, -(best - int(scores[i])) * rate, 2 * entropy.bits(1) - 1, entropy.bits(64))
        for i in near
        if i != star
    ]
    far = successes(entropy, scores, chunks, rate, offset=level, halvings=1).tolist()
    runners += [_Runner(i, Fraction(level), 1, entropy.bits(64)) for i in far if i != star]
    return _race(entropy, [first, *runners])


def _is_crowd(entropy: Entropy, scores: NDArray[np.int64], chunks: Chunks, rate: Fraction) -> bool:
    """Whether so many lie near the best that the first branch is the faster one; both are exact, so a guess will do."""
    factor = -float_of(rate)
    if np.exp(chunks.gaps * factor).sum() >= _CROWD:
        return True
    sample = scores[uniform_below(entropy, scores.size, _SAMPLE)]
    shares = np.exp(gaps(sample, chunks.best).astype(np.float64) * factor)
    return bool(shares.mean() * scores.size >= _LIKELY_CROWD)


def _near(scores: NDArray[np.int64], chunks: Chunks, rate: Fraction, reach: int) -> list[int]:
    """All candidates with rate * (best - score) < reach."""
    limit = Fraction(reach) / rate
    if limit <= 0:
        return []
    farthest = np.uint64(min(-(-limit.numerator // limit.denominator) - 1, (1 << 64) - 1))
    members = chunks.members(np.flatnonzero(gaps(chunks.tops, chunks.best) <= farthest))
    return [int(i) for i in members[gaps(scores[members], chunks.best) <= farthest]]


def _all_below(entropy: Entropy, scores: NDArray[np.int64], best: int, rate: Fraction) -> int:
    """No noisy score exceeds the best true one, which is rarer than e^-32: all run, given that none does."""
    runners = []
    for index in range(scores.size):
        while True:
            runner = _Runner(index, -(best - int(scores[index])) * rate, 2 * entropy.bits(1) - 1, entropy.bits(64))
            if runner.floor(entropy) < 0:
                runners.append(runner)
                break
    return _race(entropy, runners)


def _signs(entropy: Entropy, count: int) -> Floats:
    bits = np.unpackbits(np.frombuffer(entropy.read(-(-count // 8)), np.uint8), count=count)
    return bits.astype(np.float64) * 2.0 - 1.0


def _float_bounds(
    distance: NDArray[np.uint64] | NDArray[np.object_], words: NDArray[np.uint64], signs: Floats, rate: Fraction
) -> tuple[Floats, Floats]:
    """Floats below and above every runner; rounding errors stay far inside the margin."""
    leading = words.astype(np.float64)
    unknown = leading < 1.0
    leading[unknown] = 1.0
    noise = 64 * _LN_2 - np.log(leading)
    offset = -exponents(distance, rate)
    margin = (np.abs(offset) + noise + 64.0) * _ERROR + 2.0 / leading
    value = offset + signs * noise
    highest, lowest = value + margin, value - margin
    highest[unknown & (signs > 0)] = np.inf
    lowest[unknown & (signs < 0)] = -np.inf
    return lowest, highest


def _race(entropy: Entropy, runners: list[_Runner]) -> int:
    """The first of all, revealing bits until it is certain."""
    while len(runners) > 1:
        known = [runner.bounds() for runner in runners]
        if all(known):
            best = max(bounds[0] for bounds in known if bounds)
            runners = [runner for runner, bounds in zip(runners, known, strict=True) if bounds and bounds[1] >= best]
        if len(runners) > 1:
            for runner in runners:
                runner.reveal(entropy)
    return runners[0].index
