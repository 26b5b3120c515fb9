"""Exact selection against numpy's unsafe softmax-and-cumsum, in one run: ratios, not seconds.

python benchmarks/selection.py
"""

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling import exponential, permute_and_flip

RATE = Fraction(1, 1000)


def shapes(size: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "equal": np.zeros(size, np.int64),
        "one winner": np.where(np.arange(size) == size // 3, 10**6, 0),
        "spread": rng.integers(0, 10**5, size),
        "Zipf": (10**6 / np.arange(1, size + 1)).astype(np.int64),
        "just below": np.where(np.arange(size) == 7, 10**4, 10**4 - 1),
    }


def softmax(scores: np.ndarray) -> int:
    """What a careless program does: floats decide."""
    shares = np.exp((scores - scores.max()) * float(RATE))
    return int((shares / shares.sum()).cumsum().searchsorted(np.random.default_rng().random()))


def best(work: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def main() -> None:
    entropy = Entropy()
    print(f"{'candidates':>11} {'shape':>11} {'softmax ÷ exponential':>22} {'softmax ÷ permute-and-flip':>27}")
    for size in (10**3, 10**4, 10**5, 10**6):
        for name, scores in shapes(size).items():
            times = max(5, min(200, 2 * 10**6 // size))
            rival = best(lambda s=scores: softmax(s), times)
            ours = best(lambda s=scores: exponential(entropy, s, RATE), times)
            flip = best(lambda s=scores: permute_and_flip(entropy, s, RATE), times)
            print(f"{size:>11,} {name:>11} {rival / ours:>22.2f} {rival / flip:>27.2f}")


if __name__ == "__main__":
    main()
