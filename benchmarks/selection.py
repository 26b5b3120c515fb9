"""Exact selection against numpy: one maximum of the same scores, and the unsafe softmax-and-cumsum, as ratios.

python benchmarks/selection.py
"""

import tracemalloc
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from benchmarks.timing import medians
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.sampling import exponential, exponential_draws, noisy_max_laplace, permute_and_flip

RATE = Fraction(1, 1000)


def shapes(size: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "equal": np.full(size, 3, np.int64),
        "one winner": np.where(np.arange(size) == size // 3, 10**6, 0),
        "spread": rng.integers(0, 10**5, size),
        "Zipf": (10**6 / np.arange(1, size + 1)).astype(np.int64),
        "just below": np.where(np.arange(size) == 7, 10**4, 10**4 - 1),
    }


def softmax(scores: np.ndarray) -> int:
    """What a careless program does: floats decide."""
    shares = np.exp((scores - scores.max()) * float(RATE))
    return int((shares / shares.sum()).cumsum().searchsorted(np.random.default_rng().random()))


def main() -> None:
    entropy = Entropy()
    samplers = (exponential, permute_and_flip, noisy_max_laplace)
    print("                           softmax ÷      ÷ one numpy max of the same scores")
    print(
        f"{'candidates':>11} {'shape':>11} {'exponential':>13} {'exponential':>13} {'permute-flip':>13} {'Laplace':>9}"
    )
    for size in (10**5, 10**6, 10**7):
        for name, scores in shapes(size).items():
            works = [lambda s=scores, draw=draw: draw(entropy, s, RATE) for draw in samplers]
            rival, most, *ours = medians(
                lambda s=scores: softmax(s), scores.max, *works, times=max(5, min(50, 10**7 // size))
            )
            ratios = " ".join(f"{each / most:>13.2f}" for each in ours)
            print(f"{size:>11,} {name:>11} {rival / ours[0]:>13.1f} {ratios}")
    few = np.random.default_rng(1).integers(0, 50, 100)
    single = medians(*[lambda d=draw: d(entropy, few, RATE) for draw in samplers], times=2001)
    print("one of 100 candidates, in microseconds:", ", ".join(f"{1e6 * each:.0f}" for each in single))
    thousand = np.random.default_rng(1).integers(0, 5000, 1000)
    (many,) = medians(lambda: exponential_draws(entropy, thousand, RATE, 10**6), times=5)
    print(f"10^6 draws from 10^3 candidates: {1000 * many:.0f} ms")
    law = SELECTIONS["exponential"].law
    for name, scores in shapes(10**7).items():
        plot, naive = medians(lambda s=scores: law(s, RATE), lambda s=scores: _naive(s), times=15)
        print(f"law of 10^7 candidates ÷ naive softmax, {name}: {plot / naive:.2f}")
    for name, scores in shapes(10**7).items():
        peaks = [_peak(lambda s=scores, draw=draw: draw(entropy, s, RATE)) for draw in samplers]
        print(f"peak memory above 10^7 scores, {name}, in MB:", ", ".join(f"{each / 1e6:.1f}" for each in peaks))


def _peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _naive(scores: np.ndarray) -> np.ndarray:
    shares = np.exp((scores - scores.max()) * float(RATE))
    return shares / shares.sum()


if __name__ == "__main__":
    main()
