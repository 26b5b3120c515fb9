"""What every mechanism that picks a candidate promises and can tell about itself."""

from abc import abstractmethod
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.mechanisms.contract import Mechanism
from dpstudio.core.quantities import ln_upper, significant_up
from dpstudio.core.sampling import comparison
from dpstudio.core.sampling.comparison import Scores, gaps

Weights = tuple[Fraction, ...] | NDArray[np.int64] | None
Floats = NDArray[np.float64]


class Selection(Mechanism):
    """A mechanism that picks one candidate with pure epsilon-differential privacy.

    `law_form` names the law: mechanisms of one form draw from the same distribution. `rate` is always
    epsilon * (unit of the scores) / R, the exponent that one step of score is worth.
    """

    own = ("law", "draw", "draw_many", "zcdp_rho", "takes_weights", "law_form")
    takes_weights: bool
    law_form: str

    @abstractmethod
    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """The probability of each candidate, for plots and teaching; floats, computed in log space."""

    @abstractmethod
    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """The index of one candidate, drawn exactly from the mechanism's law."""

    def draw_many(
        self, entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """`draws` independent draws on the same scores."""
        return np.array([self.draw(entropy, scores, rate, weights) for _ in range(draws)], dtype=np.int64)

    def loss(self, epsilon: Fraction) -> PrivacyLoss:
        """Pure epsilon, and the zero-concentrated differential privacy that goes with it."""
        return PrivacyLoss(epsilon, Fraction(0), self.zcdp_rho(epsilon))

    @abstractmethod
    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """The zero-concentrated differential privacy that an epsilon gives (MATH 6)."""

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """How many R / epsilon the chosen score stays within, with probability at least 1 - beta; free of the data.

        Args:
            count: the number of candidates.
            weights: with weights the lightest candidate may be the best.

        Source: MATH 1, "Accuracy": ln count + ln 1/beta, rounded up.
        """
        return ln_upper(max(Fraction(1), _spread(count, weights) / beta))

    def accuracy(
        self, range_sensitivity: Fraction, epsilon: Fraction, count: int, beta: Fraction, weights: Weights = None
    ) -> Fraction:
        """With probability at least 1 - beta the chosen score is within this of the best; free of the data."""
        return range_sensitivity / epsilon * self.reach(count, beta, weights)

    def epsilon_for(
        self, accuracy: Fraction, range_sensitivity: Fraction, count: int, beta: Fraction, weights: Weights = None
    ) -> Fraction:
        """The least epsilon of three digits whose `accuracy` is at most the one wanted."""
        needed = range_sensitivity * self.reach(count, beta, weights) / accuracy
        return significant_up(needed) if needed else Fraction(1, 1000)


def _spread(count: int, weights: Weights) -> Fraction:
    if weights is None:
        return Fraction(count)
    exact = [Fraction(weight) if isinstance(weight, Fraction) else Fraction(int(weight)) for weight in weights]
    return sum(exact, Fraction(0)) / min(exact)


def exponents(scores: Scores, rate: Fraction) -> Floats:
    """Rate * (best - score) for each candidate, as floats."""
    return comparison.exponents(gaps(scores, int(scores.max())), rate)


def refuse_weights(weights: Weights) -> None:
    """Raise Refusal where a mechanism is asked for weights it does not know."""
    if weights is not None:
        raise Refusal("Weights are defined for the exponential mechanism only.", "Choose it, or drop the weights.")
