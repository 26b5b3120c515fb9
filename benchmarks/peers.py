"""Against OpenDP and diffprivlib: the same laws, and how much longer they take. Both are optional.

sh benchmarks/peers.sh
"""

import math
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import NOISES, SELECTIONS
from dpstudio.core.sampling import discrete_gaussian, two_sided_geometric

RATE = Fraction(1, 2)
SCORES = np.array([7, 6, 6, 4, 0])
DRAWS = 20_000
LIMIT = 60.0


def chi_square(counts: np.ndarray, law: np.ndarray) -> float:
    """On the outcomes listed, given that one of them comes out."""
    expected = law / law.sum() * counts.sum()
    likely = expected >= 5
    return float(((counts[likely] - expected[likely]) ** 2 / expected[likely]).sum())


def agree(name: str, counts: np.ndarray, law: np.ndarray) -> None:
    found = chi_square(counts, law)
    print(f"{name}: chi-square {found:.1f} ({'agrees' if found < LIMIT else 'DISAGREES'})")
    if found >= LIMIT:
        raise SystemExit(1)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def noisy_max(noise: str, scores: list[int], rate: float) -> Callable[[], int]:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T="f64", nan=False)), dp.linf_distance(T="f64")
    values = [float(score) for score in scores]
    made = dp.m.make_noisy_max(
        *space, dp.max_divergence() if noise == "exponential" else dp.zero_concentrated_divergence(), scale=1 / rate
    )
    return lambda: int(made(values))


def main() -> None:
    entropy = Entropy()
    import opendp.prelude as dp

    dp.enable_features("contrib")
    for noise, key in (("exponential", "permute_and_flip"), ("gumbel", "exponential")):
        rival = noisy_max(noise, SCORES.tolist(), float(RATE))
        counts = np.bincount([rival() for _ in range(DRAWS)], minlength=5)
        agree(f"OpenDP noisy max, {noise} noise, and our {key}", counts, SELECTIONS[key].law(SCORES, RATE))
    integers = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    steps = np.arange(-6.0, 7)
    for name, made, key, size in (
        ("discrete Laplace", dp.m.make_laplace(*integers, scale=3.0), "two_sided_geometric", Fraction(1, 3)),
        ("discrete Gaussian", dp.m.make_gaussian(*integers, scale=3.0), "discrete_gaussian", Fraction(9)),
    ):
        drawn = Counter(made(0) for _ in range(DRAWS))
        agree(f"OpenDP {name}", np.array([drawn[int(k)] for k in steps]), NOISES[key].law(size, steps))
    speed(entropy, dp, integers)
    ibm(entropy)


def speed(entropy: Entropy, dp: object, integers: tuple[object, ...]) -> None:
    for size in (100, 10**4, 10**6):
        scores = np.random.default_rng(1).integers(0, 10**5, size)
        for noise, key in (("gumbel", "exponential"), ("exponential", "permute_and_flip")):
            rival = noisy_max(noise, scores.tolist(), 1e-3)
            times = 200 if size < 10**4 else 3
            theirs = min(seconds(rival) for _ in range(times))
            ours = min(
                seconds(lambda k=key, s=scores: SELECTIONS[k].draw(entropy, s, Fraction(1, 1000))) for _ in range(times)
            )
            print(f"OpenDP ÷ ours, {key}, {size:,} candidates: {theirs / ours:.0f}")
    vector = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    many = dp.m.make_laplace(*vector, scale=10.0)
    zeros = [0] * 10**5
    theirs = seconds(lambda: many(zeros))
    ours = min(seconds(lambda: two_sided_geometric(entropy, Fraction(1, 10), 10**5)) for _ in range(5))
    print(f"OpenDP ÷ ours, 10^5 two-sided geometric integers: {theirs / ours:.0f}")
    many = dp.m.make_gaussian(dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int), scale=10.0)
    theirs = seconds(lambda: many(zeros))
    ours = min(seconds(lambda: discrete_gaussian(entropy, Fraction(100), 10**5)) for _ in range(5))
    print(f"OpenDP ÷ ours, 10^5 discrete Gaussian integers: {theirs / ours:.0f}")


def ibm(entropy: Entropy) -> None:
    from diffprivlib.mechanisms import Binary, Exponential, Geometric, PermuteAndFlip

    utility = SCORES.astype(float).tolist()
    for kind, key in ((Exponential, "exponential"), (PermuteAndFlip, "permute_and_flip")):
        made = kind(epsilon=1.0, sensitivity=1.0, utility=utility)
        counts = np.bincount([made.randomise() for _ in range(DRAWS)], minlength=5)
        agree(f"diffprivlib {kind.__name__}", counts, SELECTIONS[key].law(SCORES, RATE))
    made = Geometric(epsilon=1.0, sensitivity=3)
    drawn = Counter(made.randomise(0) for _ in range(DRAWS))
    steps = np.arange(-6.0, 7)
    agree(
        "diffprivlib Geometric",
        np.array([drawn[int(k)] for k in steps]),
        NOISES["two_sided_geometric"].law(Fraction(1, 3), steps),
    )
    coin = Binary(epsilon=1.0, value0="no", value1="yes")
    kept = sum(coin.randomise("yes") == "yes" for _ in range(DRAWS))
    keep = math.e / (math.e + 1)
    agree("diffprivlib Binary and our randomized response", np.array([kept, DRAWS - kept]), np.array([keep, 1 - keep]))


if __name__ == "__main__":
    main()
