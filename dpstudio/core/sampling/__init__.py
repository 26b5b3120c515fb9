"""Exact samplers: floats only propose; wherever they could err, integers decide."""

from dpstudio.core.sampling.exponential import exponential
from dpstudio.core.sampling.flips import permute_and_flip
from dpstudio.core.sampling.laplace import noisy_max_laplace

__all__ = ["exponential", "noisy_max_laplace", "permute_and_flip"]
