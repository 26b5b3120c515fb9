"""Exact samplers: floats only propose; wherever they could err, integers decide."""

from dpstudio.core.sampling.exponential import exponential
from dpstudio.core.sampling.laplace import noisy_max_laplace
from dpstudio.core.sampling.permute_flip import permute_and_flip

__all__ = ["exponential", "noisy_max_laplace", "permute_and_flip"]
