"""Exact samplers: floats only propose; wherever they could err, integers decide."""

from dpstudio.core.sampling.exponential import exponential
from dpstudio.core.sampling.flips import permute_and_flip

__all__ = ["exponential", "permute_and_flip"]
