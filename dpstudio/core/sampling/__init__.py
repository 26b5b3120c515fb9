"""Exact samplers: floats only propose; wherever they could err, integers decide."""

from dpstudio.core.sampling.exponential import exponential, exponential_draws
from dpstudio.core.sampling.gaussian import discrete_gaussian
from dpstudio.core.sampling.geometric import two_sided_geometric
from dpstudio.core.sampling.laplace import noisy_max_laplace
from dpstudio.core.sampling.permute_flip import permute_and_flip
from dpstudio.core.sampling.randomizing import response_counts

__all__ = [
    "discrete_gaussian",
    "exponential",
    "exponential_draws",
    "noisy_max_laplace",
    "permute_and_flip",
    "response_counts",
    "two_sided_geometric",
]
