"""Randomized response: every person's answer is kept or exchanged by a coin of its own (MATH 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from dpstudio.core import sampling
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.contract import Calibration, Mechanism, refuse_unusable
from dpstudio.core.mechanisms.noise import least, round_number
from dpstudio.core.quantities import exp_enclosure, ln_upper
from dpstudio.translation import phrase

_BITS = 256


class RandomizedResponse(Mechanism):
    """A row keeps its answer with e^epsilon / (e^epsilon + k - 1), else gives a uniform other one of the k answers."""

    key = "randomized_response"
    name = phrase("Randomized response")
    formula = phrase("Pr[keep] = e^ε / (e^ε + k − 1), else one of the other k − 1 answers, each alike")
    sentence = phrase(
        "Each person's answer is kept or exchanged by a coin of its own; only the counts of the"
        " randomized answers are published, and from them an estimate of the true ones."
    )
    sampler = phrase("one exact coin for each row, then a uniform other answer")

    def law(self, epsilon: Fraction, answers: int) -> tuple[float, float]:
        """The probability that an answer is kept, and that of each other one."""
        keep, other = _chances(epsilon, answers)
        return float(keep), float(other)

    def draw(self, entropy: Entropy, epsilon: Fraction, counts: Sequence[int]) -> list[int]:
        """How many rows give each answer once all are randomized; exact."""
        return sampling.response_counts(entropy, epsilon, counts)

    def estimates(self, epsilon: Fraction, given: Sequence[int]) -> list[tuple[Fraction, Fraction]]:
        """For each answer the unbiased estimate of its true count, and the estimate's standard error.

        Args:
            given: the randomized counts; what follows from them is post-processing.
        """
        people = sum(given)
        keep, other = _chances(epsilon, len(given))
        found = []
        for count in given:
            estimate = (count - people * other) / (keep - other)
            likely = min(max(estimate, Fraction(0)), Fraction(people))
            variance = likely * keep * (1 - keep) + (people - likely) * other * (1 - other)
            found.append((estimate, _root_up(variance) / (keep - other)))
        return found

    def accuracy(self, epsilon: Fraction, answers: int, people: int, beta: Fraction) -> Fraction:
        """With probability at least 1 - beta every estimate is within this of the true count; free of the data.

        Source: Hoeffding's inequality for the sum of `people` independent coins, and a union over the answers.
        """
        return _accuracy(epsilon, answers, people, beta)

    def epsilon_for(self, wanted: Fraction, answers: int, people: int, beta: Fraction) -> Fraction | None:
        """The least epsilon of three digits for a wanted `accuracy`, or None where no epsilon gives it."""
        if _root_up(people * ln_upper(2 * answers / beta) / 2) >= wanted:
            return None

        def enough(place: int) -> bool:
            return self.accuracy(round_number(place), answers, people, beta) <= wanted

        return round_number(least(enough, 9 * 900))


@dataclass(frozen=True)
class ResponseCalibration(Calibration):
    """Every person's own coin, fitted to a budget: whoever changes an answer changes one row's coin (MATH 2).

    Args:
        answers: how many there are.
    """

    epsilon: Fraction
    answers: int

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon)
        if type(self.answers) is not int or self.answers < 2:
            raise ValueError("there are at least two answers")

    @property
    def loss(self) -> PrivacyLoss:
        """Pure epsilon, and zCDP epsilon^2 / 2."""
        return PrivacyLoss(self.epsilon, Fraction(0), self.epsilon**2 / 2)

    def draw(self, entropy: Entropy, counts: Sequence[int]) -> list[int]:
        """How many rows give each answer once all are randomized; exact."""
        if len(counts) != self.answers:
            raise ValueError("the counts are not those of the answers")
        return RandomizedResponse().draw(entropy, self.epsilon, counts)


@lru_cache(maxsize=64)
def _accuracy(epsilon: Fraction, answers: int, people: int, beta: Fraction) -> Fraction:
    keep, other = _chances(epsilon, answers)
    return _root_up(people * ln_upper(2 * answers / beta) / 2) / (keep - other)


@lru_cache(maxsize=64)
def _chances(epsilon: Fraction, answers: int) -> tuple[Fraction, Fraction]:
    """The chance of keeping and that of each other answer, to about 2^-250: for estimates, never for a draw."""
    rest = Fraction(sum(exp_enclosure(epsilon, _BITS)), 2 << _BITS)
    keep = 1 / (1 + (answers - 1) * rest)
    return keep, rest * keep


def _root_up(value: Fraction) -> Fraction:
    return Fraction(isqrt((value.numerator << 64) // value.denominator) + 1, 1 << 32)
