"""What every mechanism that picks a candidate promises and can tell about itself."""

from abc import abstractmethod
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.mechanisms.contract import Mechanism
from dpstudio.core.mechanisms.loss_bounds import LOGARITHMIC, LossBounds
from dpstudio.core.mechanisms.stories import Coins, Noisy, Shape, Story, coins, noisy
from dpstudio.core.quantities import significant_up
from dpstudio.core.sampling import comparison
from dpstudio.core.sampling.comparison import Scores, gaps
from dpstudio.translation import phrase

Weights = tuple[Fraction, ...] | NDArray[np.int64] | None
Floats = NDArray[np.float64]
_FAR, _FINE = 600.0, 1 << 40
"""Up to which exponent a law is worked out as it is, and into how many steps each whole one is parted."""


class Selection(Mechanism):
    """A mechanism that picks one candidate with pure epsilon-differential privacy.

    `law_form` names the law: mechanisms of one form draw from the same distribution. `accuracy_formula` says how
    `accuracy` follows for each of k draws; the `weighted` texts stand in their place where candidates have weights.
    `needs_bound` says whether its privacy rests on R; only one that does not is given None for it, of a rule without.
    `loss_bounds` are those that are shown beside the truth, where some are proven.
    """

    own: tuple[str, ...] = (
        *("law", "draw", "draw_many", "zcdp_rho", "takes_weights", "needs_bound", "law_form", "rate", "accuracy"),
        *("epsilon_for", "accuracy_formula", "weighted_formula", "weighted_accuracy_formula"),
    )
    takes_weights: bool
    needs_bound: bool
    law_form: str
    accuracy_formula: str
    weighted_formula = ""
    weighted_accuracy_formula = ""
    loss_bounds: LossBounds | None = None

    @abstractmethod
    def rate(self, epsilon: Fraction, unit: Fraction, range_sensitivity: Fraction | None) -> Fraction:
        """The only figure that law and draw take besides the scores, for one draw at epsilon.

        Args:
            unit: what one step of the scores is worth.
        """

    @abstractmethod
    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """The probability of each candidate, for plots and teaching; floats, computed in log space."""

    def logarithms(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """Those of `law`; of what is below any float that of the least float."""
        found: Floats = np.log(np.maximum(self.law(scores, rate, weights), np.finfo(np.float64).tiny))
        return found

    @abstractmethod
    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """The index of one candidate, drawn exactly from the mechanism's law."""

    def draw_many(
        self, entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """`draws` independent draws on the same scores."""
        return np.array([self.draw(entropy, scores, rate, weights) for _ in range(draws)], dtype=np.int64)

    def story(self, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Story | None:
        """What may have led to a winner that was drawn, to be watched; None where there is nothing to see."""
        return None

    def loss(self, epsilon: Fraction) -> PrivacyLoss:
        """Pure epsilon, and the zero-concentrated differential privacy that goes with it."""
        return PrivacyLoss(epsilon, Fraction(0), self.zcdp_rho(epsilon))

    @abstractmethod
    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """The zero-concentrated differential privacy that an epsilon gives (MATH 6)."""

    @abstractmethod
    def accuracy(
        self, range_sensitivity: Fraction | None, epsilon: Fraction, count: int, beta: Fraction, weights: Weights = None
    ) -> Fraction | None:
        """With probability at least 1 - beta the chosen score is within this of the best; free of the data.

        None where no bound holds for every table.

        Args:
            count: the number of candidates.
            weights: with weights the lightest candidate may be the best.
        """

    @abstractmethod
    def epsilon_for(
        self,
        accuracy: Fraction,
        range_sensitivity: Fraction | None,
        count: int,
        beta: Fraction,
        weights: Weights = None,
    ) -> Fraction:
        """An epsilon of three digits whose `accuracy` is at most the one wanted, the least of them."""


class RangeCalibrated(Selection):
    """A selection whose law depends on the scores by epsilon * u(y) / R alone, R the range sensitivity (MATH 1)."""

    own = (*Selection.own, "reach")
    needs_bound = True

    def rate(self, epsilon: Fraction, unit: Fraction, range_sensitivity: Fraction | None) -> Fraction:
        """Epsilon * unit / R: what one step of score is worth in the exponent."""
        return epsilon * unit / _needed(range_sensitivity)

    def logarithms(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.logarithms`, also of what is below any float.

        It falls as e to the power of rate * (score - best) where it is as small as that; with Laplace noise a factor
        that grows like the exponent is left out.
        """
        far = exponents(scores, rate)
        near = np.minimum(far, _FAR)
        steps = -np.rint(near * _FINE).astype(np.int64)
        return super().logarithms(steps, Fraction(1, _FINE), weights) - (far - near)

    @abstractmethod
    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """How many R / epsilon the chosen score stays within; arguments as of `accuracy`."""

    def accuracy(
        self, range_sensitivity: Fraction | None, epsilon: Fraction, count: int, beta: Fraction, weights: Weights = None
    ) -> Fraction:
        """As `Selection.accuracy`: R / epsilon times the reach."""
        return _needed(range_sensitivity) / epsilon * self.reach(count, _risk(beta), weights)

    def epsilon_for(
        self,
        accuracy: Fraction,
        range_sensitivity: Fraction | None,
        count: int,
        beta: Fraction,
        weights: Weights = None,
    ) -> Fraction:
        """As `Selection.epsilon_for`."""
        needed = _needed(range_sensitivity) * self.reach(count, _risk(beta), weights) / accuracy
        return significant_up(needed) if needed else Fraction(1, 1000)


def _needed(range_sensitivity: Fraction | None) -> Fraction:
    """R, which a rule without a bound does not have."""
    if range_sensitivity is None:
        raise ValueError("the mechanism needs a range sensitivity")
    return range_sensitivity


def logarithmic_reach(count: int, beta: Fraction, weights: Weights) -> Fraction:
    """The reach of the exponential mechanism and of permute-and-flip: ln count + ln 1/beta, rounded up.

    Source: MATH 1, "Accuracy".
    """
    return LOGARITHMIC.reach(_spread(count, weights), Fraction(1), _risk(beta))


def _risk(beta: Fraction) -> Fraction:
    """How rarely an accuracy may fail, which lies between 0 and 1."""
    if not 0 < beta < 1:
        raise ValueError("a risk lies above 0 and below 1")
    return beta


def _spread(count: int, weights: Weights) -> Fraction:
    if weights is None:
        return Fraction(count)
    exact = [Fraction(weight) if isinstance(weight, Fraction) else Fraction(int(weight)) for weight in weights]
    return sum(exact, Fraction(0)) / min(exact)


def exponents(scores: Scores, rate: Fraction) -> Floats:
    """Rate * (best - score) for each candidate, as floats."""
    return comparison.exponents(gaps(scores, int(scores.max())), rate)


def noise_story(shape: Shape, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Noisy:
    """As `Selection.story`: noise of scale 1 / rate on every score."""
    found = noisy(shape, exponents(scores, rate), winner, entropy)
    return Noisy(winner, found.noise / comparison.float_of(rate))


def coin_story(scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Coins:
    """As `Selection.story`: coins that show heads with e to the power of rate * (score - best)."""
    return coins(exponents(scores, rate), winner, entropy)


def refuse_weights(weights: Weights) -> None:
    """Raise Refusal where a mechanism is asked for weights it does not know."""
    if weights is not None:
        raise Refusal(
            phrase("This mechanism is not defined with weights."), phrase("Choose another one, or drop the weights.")
        )
