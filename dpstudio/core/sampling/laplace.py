"""Report noisy max with Laplace noise, exactly: a race of numbers that are revealed only as far as it needs.

Candidate i runs with -rate * gap_i + sign_i * E_i, E_i = -ln U_i. Floats bound each runner from 64 bits of U_i; those
that can still be first are refined with more bits and integer enclosures of the logarithm until one leads.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import ln_enclosure
from dpstudio.core.sampling.comparison import Floats, Scores, float_of, gaps

_LN_2 = float(np.log(2.0))
_ERROR = 2.0**-44


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


def noisy_max_laplace(entropy: Entropy, scores: Scores, rate: Fraction) -> int:
    """Draw the index of the largest score + Laplace noise of scale 1 / rate, exactly.

    Args:
        entropy: source of uniform bits.
        scores: one integer per candidate, int64 or Python integers.
        rate: epsilon * (unit of the scores) / R, above 0.

    Source: MATH 1, shift argument; MATH 5 for exactness.
    """
    distance = gaps(scores, int(scores.max()))
    words = entropy.words(scores.size)
    signs = _signs(entropy, scores.size)
    lowest, highest = _float_bounds(distance, words, signs, rate)
    leaders = np.flatnonzero(highest >= lowest.max()).tolist()
    return _race(entropy, [_Runner(i, -int(distance[i]) * rate, int(signs[i]), int(words[i])) for i in leaders])


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
    offset = distance.astype(np.float64) * -float_of(rate)
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
