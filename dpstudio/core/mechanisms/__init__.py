"""Selection mechanisms: one file each, one contract for all."""

from dpstudio.core.mechanisms.contract import Selection
from dpstudio.core.mechanisms.exponential import ExponentialMechanism
from dpstudio.core.mechanisms.permute_and_flip import PermuteAndFlip

MECHANISMS: dict[str, Selection] = {each.key: each for each in (ExponentialMechanism(), PermuteAndFlip())}

__all__ = ["MECHANISMS", "Selection"]
