"""Every sampler of noise, fed the random words around each of its thresholds, does what exact arithmetic says.

No count of draws could see what happens in the last of 64 or 128 bits.
"""

from fractions import Fraction

import mpmath
import pytest

from dpstudio.core.sampling import gaussian, geometric, randomizing
from tests.judges.scripted import PLACES, WORD, Scripted, borders, exact, is_below, uniform
from tests.judges.scripted import exponential as exp_of

RATES = [Fraction(1), Fraction(1, 3), Fraction(1, 10**6), Fraction(22, 7), Fraction(45), Fraction(7, 1000)]


def two_sided(words, rate):
    """The geometric variate of a uniform number: X >= k if U < r^k / (1 + r), X <= -k if 1 - U < r^k / (1 + r)."""
    low = uniform(words)
    ends = {_two_sided(end, rate) for end in (low, low + Fraction(1, WORD ** len(words)))}
    return ends.pop() if len(ends) == 1 else None


def _two_sided(value, rate):
    with mpmath.workprec(PLACES):
        at, r = exact(value), exp_of(rate)
        share = at if at < 1 / (1 + r) else 1 - at
        if share <= 0:
            return None
        size = int(mpmath.floor(-mpmath.log(share * (1 + r)) / exact(rate)))
        return size if at < 1 / (1 + r) else -size


@pytest.mark.parametrize("rate", [*RATES, Fraction(1, 2**37), Fraction(100), Fraction(300)])
def test_geometric_noise_steps_exactly_at_its_thresholds(rate):
    for k in (0, 1, 2, 7, 60):
        with mpmath.workprec(PLACES):
            if rate * k > 400:
                continue
            up = exp_of(rate * k) / (1 + exp_of(rate))
            both = [up, 1 - up]
        for threshold in both:
            for words in borders(threshold):
                expected = two_sided(words, rate)
                if expected is not None:
                    found = geometric.two_sided_geometric(Scripted([words[0], *words[1:]]), rate, 1)[0]
                    assert int(found) == expected


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(9), Fraction(50, 3), Fraction(10**6)])
def test_a_gaussian_is_accepted_exactly_below_its_share(variance):
    scale = int(mpmath.floor(mpmath.sqrt(exact(Fraction(variance.numerator // variance.denominator))))) + 1
    middle = variance / scale
    tries = int(1 * gaussian._TRIES) + 64
    for word in (WORD // 2, WORD // 3, WORD // 100, WORD - WORD // 50, 12345):
        proposed = two_sided([word, 0, 0, 0], Fraction(1, scale))
        threshold = exp_of((abs(proposed) - middle) ** 2 / (2 * variance))
        for words in borders(threshold):
            rejected = [WORD - 1] * (tries - 1)
            script = [word, *[WORD // 2] * (tries - 1), words[0], *rejected, *words[1:]]
            found = int(gaussian.discrete_gaussian(Scripted(script), variance, 1)[0])
            if is_below(words, threshold):
                assert found == proposed
            elif proposed != two_sided([WORD // 2, 0, 0, 0], Fraction(1, scale)):
                taken = Scripted(script)
                gaussian.discrete_gaussian(taken, variance, 1)
                assert found != proposed or taken.taken > len(script)


@pytest.mark.parametrize(
    "epsilon", [Fraction(1), Fraction(1, 100), Fraction(30), Fraction(44), Fraction(50), Fraction(90)]
)
@pytest.mark.parametrize("answers", [2, 3, 5])
def test_an_answer_is_kept_exactly_below_its_chance(epsilon, answers):
    with mpmath.workprec(PLACES):
        threshold = 1 / (1 + (answers - 1) * exp_of(epsilon))
    for words in borders(threshold):
        kept = is_below(words, threshold)
        given = randomizing.response_counts(Scripted(words), epsilon, [1] + [0] * (answers - 1))
        assert sum(given) == 1
        assert (given[0] == 1) == kept


@pytest.mark.parametrize("rate", [Fraction(2**14 + 1), Fraction(2**20), Fraction(10**9), Fraction(10**39)])
def test_noise_that_is_almost_never_there_is_not_there(rate):
    """At these rates a step has a probability below 2^-20,000: no rounding of a float may make one."""
    words = {step * (1 << place) % WORD for place in range(64) for step in (1, -1)} | {WORD // 3, WORD // 3 * 2}
    for word in sorted(words):
        assert geometric.two_sided_geometric(Scripted([word], seed="after"), rate, 1).tolist() == [0]
    together = sorted(words - {0, WORD - 1})
    assert not geometric.two_sided_geometric(Scripted(together), rate, len(together)).any()
