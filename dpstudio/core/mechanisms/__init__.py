"""Selection mechanisms: one file each, one contract for all."""

from dpstudio.core.mechanisms.contract import Selection
from dpstudio.core.mechanisms.exponential import ExponentialMechanism
from dpstudio.core.mechanisms.noisy_max import NoisyMaxExponential, NoisyMaxGumbel, NoisyMaxLaplace
from dpstudio.core.mechanisms.permute_and_flip import PermuteAndFlip

_ALL = (ExponentialMechanism(), PermuteAndFlip(), NoisyMaxLaplace(), NoisyMaxGumbel(), NoisyMaxExponential())
MECHANISMS: dict[str, Selection] = {each.key: each for each in _ALL}

__all__ = ["MECHANISMS", "Selection"]
