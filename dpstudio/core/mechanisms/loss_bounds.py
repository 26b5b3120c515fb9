"""What is proven of how far below the best a chosen candidate lies, in units of R / epsilon; rounded up.

Candidates have weights, 1 each where nothing else is said; `whole` is the weight of all of them, `best` that of some
that are known to be the best, or near it.
"""

from abc import ABC, abstractmethod
from fractions import Fraction

from dpstudio.core.quantities import exp_enclosure, ln_upper

_BITS = 256
_FAR = Fraction(178)
"""Beyond it e^-x is less than one of these bits."""
_DIGITS = 1000


class LossBounds(ABC):
    """The bounds that hold for the mechanisms of one family, whatever the scores are."""

    @abstractmethod
    def tail(self, times: Fraction, whole: Fraction, best: Fraction) -> Fraction:
        """How likely a candidate is chosen that lies at least `times` below each of those of weight `best`.

        Args:
            times: above 0.
        """

    @abstractmethod
    def reach(self, whole: Fraction, best: Fraction, beta: Fraction) -> Fraction:
        """How far below those of weight `best` the chosen one lies at most, except with probability beta."""

    def mean(self, whole: Fraction, best: Fraction) -> Fraction:
        """How far below those of weight `best` the chosen one lies on average, at most: ln(whole / best) + 1.

        Source: proposition 1.4 of the lecture on selection integrates the tail; for Laplace noise the largest of d
        noises is on average at most the largest of their absolute values, d exponential ones, and a single one is 0.
        """
        return ln_upper(max(Fraction(1), whole / best)) + 1

    def mean_by_score(self, whole: Fraction, best: Fraction, score: Fraction) -> Fraction | None:
        """By what the chosen one lies below the best on average, besides 1 in the score's own unit; None if unknown.

        Args:
            score: the best one.
        """
        return None


class LogarithmicBounds(LossBounds):
    """Those of the exponential mechanism and of permute-and-flip (MATH 1, "Accuracy").

    Of B, all that lie so far below, the exponential mechanism has at most e^-times * weight(B) / best. Permute-and-flip
    accepts y of B with e^-times of what it accepts one of the `best` with, and only before them all: less still.
    """

    def tail(self, times: Fraction, whole: Fraction, best: Fraction) -> Fraction:
        """As `LossBounds.tail`: whole / best * e^-times."""
        return whole / best * exp_upper(times)

    def reach(self, whole: Fraction, best: Fraction, beta: Fraction) -> Fraction:
        """As `LossBounds.reach`: ln(whole / best) + ln(1 / beta)."""
        return ln_upper(max(Fraction(1), whole / best / beta))

    def mean_by_score(self, whole: Fraction, best: Fraction, score: Fraction) -> Fraction | None:
        """As `LossBounds.mean_by_score`: ln(whole / best) + ln(score), of a score of at least 1.

        The slides state it for every score above 0. From 1 on it holds, since the average is at most ln(whole / best)
        by Gibbs' variational principle; below, two candidates with scores 1/10 and 0 break it.
        """
        return ln_upper(whole / best) + ln_upper(score) if score >= 1 and whole >= best else None


class PairwiseBounds(LossBounds):
    """Those of noisy max with Laplace noise: each of the others beats one of the best with (2 + times)e^-times / 4."""

    def tail(self, times: Fraction, whole: Fraction, best: Fraction) -> Fraction:
        """As `LossBounds.tail`."""
        return (whole - best) * (2 + min(times, _FAR)) * exp_upper(times) / 4

    def reach(self, whole: Fraction, best: Fraction, beta: Fraction) -> Fraction:
        """As `LossBounds.reach`: the least a >= 1, in thousandths, whose `tail` is at most beta."""
        if whole == best:
            return Fraction(0)
        low, high = _DIGITS - 1, _DIGITS
        while self.tail(Fraction(high, _DIGITS), whole, best) > beta:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            rare = self.tail(Fraction(middle, _DIGITS), whole, best) <= beta
            low, high = (low, middle) if rare else (middle, high)
        return Fraction(high, _DIGITS)


def exp_upper(exponent: Fraction) -> Fraction:
    """A rational at or just above e^-exponent."""
    return Fraction(exp_enclosure(min(exponent, _FAR), _BITS)[1], 1 << _BITS)


LOGARITHMIC, PAIRWISE = LogarithmicBounds(), PairwiseBounds()
