"""Mechanisms: one file each, one contract for all (`contract.Mechanism`), one entry here."""

from types import MappingProxyType
from typing import Literal

from dpstudio.core.mechanisms.contract import Calibration, Mechanism, registered
from dpstudio.core.mechanisms.discrete_gaussian import DiscreteGaussian
from dpstudio.core.mechanisms.exponential import ExponentialMechanism
from dpstudio.core.mechanisms.noise import Noise
from dpstudio.core.mechanisms.noisy_max import NoisyMaxExponential, NoisyMaxGumbel, NoisyMaxLaplace
from dpstudio.core.mechanisms.permute_and_flip import PermuteAndFlip
from dpstudio.core.mechanisms.randomized_response import RandomizedResponse
from dpstudio.core.mechanisms.selection import Selection
from dpstudio.core.mechanisms.small_database import SmallDatabase
from dpstudio.core.mechanisms.two_sided_geometric import TwoSidedGeometric
from dpstudio.translation import joined, phrase

_SELECTIONS = (ExponentialMechanism(), PermuteAndFlip(), NoisyMaxLaplace(), NoisyMaxGumbel(), NoisyMaxExponential())
SelectionKey = Literal[
    "exponential", "permute_and_flip", "noisy_max_laplace", "noisy_max_gumbel", "noisy_max_exponential"
]
SELECTIONS = MappingProxyType(registered(_SELECTIONS))
GENERAL: Selection = _SELECTIONS[0]
"""The one of which noise and randomized response are instances, at twice the price (MATH 1)."""
NOISES = MappingProxyType(registered((TwoSidedGeometric(), DiscreteGaussian())))
RANDOMIZED_RESPONSE, SMALL_DATABASE = RandomizedResponse(), SmallDatabase()
MECHANISMS = MappingProxyType(registered((*SELECTIONS.values(), *NOISES.values(), RANDOMIZED_RESPONSE, SMALL_DATABASE)))


def with_weights() -> str:
    """The mechanisms that candidates may have weights with, in a sentence."""
    return joined(
        phrase(" or "),
        (phrase("the {name}", name=each.name.lower()) for each in SELECTIONS.values() if each.takes_weights),
    )


__all__ = [
    "MECHANISMS",
    "Calibration",
    "GENERAL",
    "Mechanism",
    "NOISES",
    "Noise",
    "RANDOMIZED_RESPONSE",
    "SELECTIONS",
    "SMALL_DATABASE",
    "Selection",
    "SelectionKey",
    "with_weights",
]
