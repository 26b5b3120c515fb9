"""Exact noise on a grid against numpy's floats: ratios in one run.

python benchmarks/noise.py
"""

from fractions import Fraction

import numpy as np

from benchmarks.timing import medians
from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling import discrete_gaussian, two_sided_geometric

COUNT = 10**6


def main() -> None:
    entropy, rng = Entropy(), np.random.default_rng()
    for scale in (1, 10, 1000, 10**6):
        ours, rival = medians(
            lambda s=scale: two_sided_geometric(entropy, Fraction(1, s), COUNT),
            lambda s=scale: rng.laplace(0, s, COUNT),
            times=9,
        )
        print(f"10^6 two-sided geometric of scale {scale:,} ÷ numpy laplace: {ours / rival:.2f}")
    for sigma in (1, 10, 1000):
        ours, rival = medians(
            lambda s=sigma: discrete_gaussian(entropy, Fraction(s * s), COUNT),
            lambda s=sigma: rng.normal(0, s, COUNT),
            times=9,
        )
        print(f"10^6 discrete Gaussian of sigma {sigma:,} ÷ numpy normal: {ours / rival:.2f}")


if __name__ == "__main__":
    main()
