"""Report noisy max: add noise to every score, report the largest. Two of its three forms are old acquaintances."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.exponential import ExponentialMechanism
from dpstudio.core.mechanisms.laplace_law import laplace_law
from dpstudio.core.mechanisms.loss_bounds import LOGARITHMIC, PAIRWISE
from dpstudio.core.mechanisms.permute_and_flip import PermuteAndFlip
from dpstudio.core.mechanisms.selection import (
    Floats,
    RangeCalibrated,
    Weights,
    exponents,
    noise_story,
    refuse_weights,
)
from dpstudio.core.mechanisms.stories import GUMBEL, ONE_SIDED, TWO_SIDED, Noisy
from dpstudio.core.sampling.comparison import Scores
from dpstudio.translation import phrase

_EXPONENTIAL, _FLIP = ExponentialMechanism(), PermuteAndFlip()


class NoisyMaxGumbel(RangeCalibrated):
    """Gumbel noise of scale R / epsilon: by the Gumbel-max trick exactly the exponential mechanism (MATH 1)."""

    key = "noisy_max_gumbel"
    name = phrase("Noisy max, Gumbel noise")
    takes_weights = False
    law_form = "exponential"
    loss_bounds = LOGARITHMIC
    formula = phrase("the y with the largest u(y) + Gumbel(R / ε), which is Pr[y] ∝ exp(ε·u(y) / R)")
    accuracy_formula = _EXPONENTIAL.accuracy_formula
    sentence = phrase(
        "Adds Gumbel noise to every score and takes the largest. This is the exponential mechanism, exactly."
    )
    sampler = phrase("that of the exponential mechanism, which has the same law")

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`."""
        refuse_weights(weights)
        return _EXPONENTIAL.law(scores, rate)

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`."""
        refuse_weights(weights)
        return _EXPONENTIAL.draw(entropy, scores, rate)

    def draw_many(
        self, entropy: Entropy, scores: Scores, rate: Fraction, draws: int, weights: Weights = None
    ) -> NDArray[np.int64]:
        """As `Selection.draw_many`."""
        refuse_weights(weights)
        return _EXPONENTIAL.draw_many(entropy, scores, rate, draws)

    def story(self, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Noisy:
        """As `Selection.story`."""
        return noise_story(GUMBEL, scores, rate, winner, entropy)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """The exponential mechanism's, whose law it has."""
        return _EXPONENTIAL.zcdp_rho(epsilon)

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """The exponential mechanism's."""
        refuse_weights(weights)
        return _EXPONENTIAL.reach(count, beta)


class NoisyMaxExponential(RangeCalibrated):
    """Exponential noise of mean R / epsilon: exactly permute-and-flip (MATH 1)."""

    key = "noisy_max_exponential"
    name = phrase("Noisy max, exponential noise")
    takes_weights = False
    law_form = "permute_and_flip"
    loss_bounds = LOGARITHMIC
    formula = phrase(
        "the y with the largest u(y) + Exponential(R / ε), which is: visit in random order, accept y"
        " with probability exp(−ε·(best − u(y)) / R)"
    )
    accuracy_formula = _FLIP.accuracy_formula
    sentence = phrase("Adds one-sided noise to every score and takes the largest. This is permute-and-flip, exactly.")
    sampler = phrase("that of permute-and-flip, which has the same law")

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`."""
        return _FLIP.law(scores, rate, weights)

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`."""
        return _FLIP.draw(entropy, scores, rate, weights)

    def story(self, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Noisy:
        """As `Selection.story`."""
        return noise_story(ONE_SIDED, scores, rate, winner, entropy)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """Permute-and-flip's, whose law it has."""
        return _FLIP.zcdp_rho(epsilon)

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """Permute-and-flip's."""
        return _FLIP.reach(count, beta, weights)


class NoisyMaxLaplace(RangeCalibrated):
    """Laplace noise of scale R / epsilon; epsilon-DP by the shift argument (MATH 1)."""

    key = "noisy_max_laplace"
    name = phrase("Noisy max, Laplace noise")
    takes_weights = False
    law_form = "laplace"
    loss_bounds = PAIRWISE
    formula = phrase("the y with the largest u(y) + Laplace(R / ε)")
    accuracy_formula = phrase("a · R/ε, where a ≥ 1 is the least thousandth with (d − 1)(2 + a)·e^(−a)/4 ≤ β/k")
    sentence = phrase("Adds two-sided noise to every score and takes the largest.")
    sampler = phrase("a race of exactly refined noisy scores; ties have probability 0")

    def law(self, scores: Scores, rate: Fraction, weights: Weights = None) -> Floats:
        """As `Selection.law`; by quadrature, to about 1e-12 relative."""
        refuse_weights(weights)
        return laplace_law(-exponents(scores, rate))

    def draw(self, entropy: Entropy, scores: Scores, rate: Fraction, weights: Weights = None) -> int:
        """As `Selection.draw`."""
        refuse_weights(weights)
        return sampling.noisy_max_laplace(entropy, scores, rate)

    def story(self, scores: Scores, rate: Fraction, winner: int, entropy: Entropy) -> Noisy:
        """As `Selection.story`."""
        return noise_story(TWO_SIDED, scores, rate, winner, entropy)

    def zcdp_rho(self, epsilon: Fraction) -> Fraction:
        """Pure epsilon gives epsilon^2 / 2."""
        return epsilon**2 / 2

    def reach(self, count: int, beta: Fraction, weights: Weights = None) -> Fraction:
        """The least a >= 1, in thousandths, with (count - 1)(2 + a)e^-a / 4 <= beta (MATH 1, "Accuracy")."""
        refuse_weights(weights)
        return PAIRWISE.reach(Fraction(count), Fraction(1), beta)
