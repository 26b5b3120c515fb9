"""Noise on a grid: exact laws, samplers from three sides, exact deltas, errors that hold."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpstudio.core import accounting, sampling
from dpstudio.core.accounting import epsilon_of, rho_for
from dpstudio.core.errors import Refusal
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms import gaussian_tails as tails
from dpstudio.core.mechanisms.noise import Part, least, round_number
from dpstudio.core.sampling import geometric
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded

LAPLACE, GAUSSIAN = NOISES["two_sided_geometric"], NOISES["discrete_gaussian"]
DELTA = Fraction(1, 10**6)
STEPS = np.arange(-6, 7)


def part(l1=1, components=1, share=Fraction(1), l2_squared=None):
    return Part(Bounds("", components, Fraction(1), l1, l2_squared or l1 * l1, ""), share)


def counted(draws):
    return [int((draws == step).sum()) for step in STEPS] + [int((np.abs(draws) > 6).sum())]


def law_of(mechanism, size):
    law = mechanism.law(size, STEPS.astype(float))
    return np.append(law, max(0.0, 1 - law.sum()))


@pytest.mark.parametrize(
    ("mechanism", "size"),
    [
        (LAPLACE, Fraction(1)), (LAPLACE, Fraction(1, 3)), (LAPLACE, Fraction(7, 2)),
        (GAUSSIAN, Fraction(1, 4)), (GAUSSIAN, Fraction(2)), (GAUSSIAN, Fraction(9)),
    ],
)  # fmt: skip
def test_the_sampler_follows_its_law_and_no_other(mechanism, size):
    draws = mechanism.draw(Seeded(f"noise {size}"), size, 30_000)
    assert chi_square(counted(draws), law_of(mechanism, size)) < LIMIT
    assert chi_square(counted(draws), law_of(mechanism, size * Fraction(13, 10))) > LIMIT
    assert chi_square(counted(draws), law_of(mechanism, size * Fraction(7, 10))) > LIMIT


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 10), Fraction(7, 1000), Fraction(9)])
def test_the_exact_path_and_the_fast_one_read_the_same_variate_off_the_same_bits(rate):
    words = np.concatenate([Seeded("same").words(3000), np.array([0, 1, 2**63, 2**64 - 1], np.uint64)])

    class Fixed(Seeded):
        def words(self, count):
            return words

    fast = sampling.two_sided_geometric(Fixed("rest"), rate, words.size)
    exact = [geometric._refined(Seeded("rest"), int(word), rate) for word in words[:-4]]
    assert fast[:-4].tolist() == exact


def test_a_variate_near_a_boundary_draws_further_bits():
    """The word at the border between 0 and -1 is undecided until more bits are drawn."""
    cut = (1 << 160) // ((1 << 96) + geometric.exp_enclosure(Fraction(1), 96)[1])
    seen = {geometric._refined(Seeded(f"border {i}"), cut, Fraction(1)) for i in range(200)}
    assert seen == {0, -1}
    assert geometric._decided(cut, 64, Fraction(1)) is None


@pytest.mark.parametrize("rate", [Fraction(1, 10**30), Fraction(10**40)])
def test_scales_beyond_floats_and_next_to_none_are_drawn(rate):
    draws = sampling.two_sided_geometric(Seeded("wide"), rate, 40)
    if rate < 1:
        assert draws.dtype == object
        assert 10**27 < np.mean([abs(d) for d in draws]) * rate * 10**30 < 10**31
        assert len({d % 2 for d in draws}) == 2
    else:
        assert not draws.any()
    assert sampling.discrete_gaussian(Seeded("wide"), 1 / rate**2, 20).size == 20


def test_the_check_values_of_the_two_sided_geometric():
    law = LAPLACE.law(Fraction(1), np.arange(-200.0, 201))
    assert law[200] == pytest.approx(0.46211716, abs=1e-8)
    assert law @ np.arange(-200, 201) ** 2 == pytest.approx(1.84134719, abs=1e-8)
    assert law.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("moved", [1, 2, 5])
@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(3)])
def test_laplace_noise_realises_exactly_the_claim_and_less_noise_breaks_it(moved, epsilon):
    (rate,) = LAPLACE.calibrate([part(moved)], epsilon, Fraction(0)).sizes
    for twin, holds in ((rate, True), (rate * Fraction(13, 10), False)):
        worst = max(twin * (abs(k - moved) - abs(k)) for k in range(-50, 51))
        assert (worst <= epsilon) is holds
        law = LAPLACE.law(twin, np.arange(-50.0, 51))
        assert np.log(law[moved:] / law[:-moved]).max() == pytest.approx(float(twin * moved), rel=1e-9)


def exact_delta(variance, moved, epsilon):
    """The largest sum of what exceeds e^epsilon times the neighbour, in 40 digits."""
    with mpmath.workdps(40):
        sigma2 = mpmath.mpf(variance.numerator) / variance.denominator
        reach = int(60 * mpmath.sqrt(sigma2)) + moved + 5
        terms = [mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * sigma2)) for k in range(-reach, reach + moved + 1)]
        grown = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
        whole = mpmath.fsum(terms)
        return (
            mpmath.fsum(max(mpmath.mpf(0), a - grown * b) for a, b in zip(terms, terms[moved:], strict=False)) / whole
        )


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(3), Fraction(50), Fraction(900)])
@pytest.mark.parametrize("moved", [1, 4])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(5)])
def test_the_exact_delta_of_the_discrete_law_is_enclosed_from_above_and_tight(variance, moved, epsilon):
    true = exact_delta(variance, moved, epsilon)
    ours = tails.exact_delta(variance, moved, epsilon)
    assert float(ours) == pytest.approx(float(true), rel=1e-9, abs=1e-40)
    with mpmath.workdps(40):
        assert (
            mpmath.mpf(ours.numerator) / ours.denominator >= true * (1 - mpmath.mpf(10) ** -25) - mpmath.mpf(10) ** -38
        )


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(7, 3), Fraction(50)])
def test_no_last_bit_of_a_gaussian_tail_or_delta_is_rounded_for_us(variance):
    """To 2^-150, where the same figures in 40 digits would see nothing."""
    with mpmath.workdps(80):
        spread = mpmath.mpf(variance.numerator) / variance.denominator
        terms = {k: mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * spread)) for k in range(-170, 171)}
        whole, unit = mpmath.fsum(terms.values()), mpmath.mpf(2) ** 192
        for first in (-9, -1, 0, 1, 2, 9):
            low, high = tails._tail(variance, first)
            assert low <= unit * mpmath.fsum(terms[k] for k in range(first, 171)) <= high <= low + 2**40
            beyond = 2 * mpmath.fsum(terms[k] for k in range(max(first, 0) + 1, 171)) / whole
            ours = tails.outside(variance, max(first, 0))
            assert beyond <= mpmath.mpf(ours.numerator) / ours.denominator <= beyond + mpmath.mpf(2) ** -145
        for moved, epsilon in ((1, Fraction(1, 3)), (3, Fraction(1)), (4, Fraction(22, 7)), (2, Fraction(1, 10**9))):
            grown = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
            over = (terms[k] - grown * terms[k + moved] for k in range(-170, 171 - moved))
            true = mpmath.fsum(max(mpmath.mpf(0), each) for each in over) / whole
            ours = tails.exact_delta(variance, moved, epsilon)
            assert true <= mpmath.mpf(ours.numerator) / ours.denominator <= true + mpmath.mpf(2) ** -145


@pytest.mark.parametrize("variance", [Fraction(90_001), Fraction(10**6, 3)])
def test_the_tail_of_wide_gaussian_noise_is_bounded_from_above_and_tightly(variance):
    far = int(14 * float(variance) ** 0.5)
    with mpmath.workdps(30):
        spread = 2 * mpmath.mpf(variance.numerator) / variance.denominator
        terms = [mpmath.exp(-(mpmath.mpf(k) ** 2) / spread) for k in range(far)]
        whole = 2 * mpmath.fsum(terms) - 1
        for sigmas in (1, 2, 3, 5, 8):
            reach = int(sigmas * float(variance) ** 0.5)
            true = 2 * mpmath.fsum(terms[reach + 1 :]) / whole
            ours = GAUSSIAN.outside(variance, reach)
            assert true <= mpmath.mpf(ours.numerator) / ours.denominator <= true * mpmath.mpf("1.03")


@pytest.mark.parametrize("moved", [1, 7, 60])
@pytest.mark.parametrize("epsilon", [Fraction(1, 5), Fraction(1), Fraction(4)])
def test_gaussian_noise_keeps_delta_and_a_little_less_noise_does_not(moved, epsilon):
    made = GAUSSIAN.calibrate([part(moved)], epsilon, DELTA)
    (variance,) = made.sizes
    assert exact_delta(variance, moved, epsilon) <= 1e-6
    if "theorem 7" in made.proof:
        assert exact_delta(variance * Fraction(98, 100), moved, epsilon) > 1e-6
    else:
        assert "corollary 13" in made.proof


def test_the_bound_for_continuous_noise_would_be_too_small():
    """A twin calibrated by the analytic bound for continuous Gaussian noise breaks the claim on the grid (MATH 2)."""
    epsilon, broken = Fraction(3), 0
    for thousandths in range(300, 900, 5):
        sigma = thousandths / 1000
        phi = mpmath.ncdf
        continuous = phi(1 / (2 * sigma) - 3 * sigma) - mpmath.exp(3) * phi(-1 / (2 * sigma) - 3 * sigma)
        broken += exact_delta(Fraction(thousandths, 1000) ** 2, 1, epsilon) > continuous * mpmath.mpf("1.2")
    assert broken


@given(st.fractions(Fraction(1, 1000), 20, max_denominator=1000), st.integers(1, 30))
def test_zcdp_converts_soundly_and_better_than_the_textbook(epsilon, digits):
    delta = Fraction(1, 10**digits)
    rho = rho_for(epsilon, delta)
    unlikely = mpmath.log(10) * digits
    simple = (mpmath.sqrt(unlikely + float(epsilon)) - mpmath.sqrt(unlikely)) ** 2
    assert rho >= simple * (1 - mpmath.mpf("1e-5"))
    orders = [1 + mpmath.mpf(10) ** (mpmath.mpf(i) / 20) for i in range(-80, 121)]
    r = mpmath.mpf(rho.numerator) / rho.denominator
    best = min(a * r + (unlikely + (a - 1) * mpmath.log(1 - 1 / a) - mpmath.log(a)) / (a - 1) for a in orders)
    assert best <= float(epsilon) * 1.05
    assert epsilon_of(rho, delta) <= max(epsilon, rho) * Fraction(1001, 1000)


def converted(rho, delta):
    """The least of corollary 13 over all orders a, where (a - 1)^2 rho = ln(1/delta) - ln a."""
    rho, unlikely = (
        mpmath.mpf(rho.numerator) / rho.denominator,
        -mpmath.log(mpmath.mpf(delta.numerator) / delta.denominator),
    )
    low, high = mpmath.mpf(0), mpmath.sqrt(unlikely / rho) + 1
    for _ in range(200):
        less = (low + high) / 2
        low, high = (less, high) if less**2 * rho + mpmath.log1p(less) < unlikely else (low, less)
    order = 1 + high
    return order * rho + mpmath.log(1 - 1 / order) + (unlikely - mpmath.log(order)) / high


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 10), DELTA, Fraction(1, 10**15), Fraction(1, 10**39)])
def test_zcdp_is_converted_in_our_disfavour_to_the_last_digit(delta):
    """Six digits are kept of a rho and of an epsilon, the one rounded down and the other up."""
    with mpmath.workdps(60):
        for place in range(-15, 25):
            given = Fraction(10**6 + 7919 * place, 10**6) * Fraction(3, 2) ** place
            exact = mpmath.mpf(given.numerator) / given.denominator
            rho = rho_for(given, delta)
            assert converted(rho, delta) <= exact <= converted(rho * Fraction(1001, 1000), delta)
            back = epsilon_of(given, delta)
            assert mpmath.mpf(back.numerator) / back.denominator >= converted(given, delta)


@given(st.fractions(Fraction(1, 10**6), 10**6, max_denominator=10**6), st.integers(1, 39))
def test_what_an_order_adds_is_rounded_up(less, digits):
    order, delta = 1 + less, Fraction(1, 10**digits)
    ours = accounting._surplus(order, delta)
    with mpmath.workdps(160):
        a = mpmath.mpf(order.numerator) / order.denominator
        true = (mpmath.log(10) * digits + (a - 1) * mpmath.log(1 - 1 / a) - mpmath.log(a)) / (a - 1)
        assert true <= mpmath.mpf(ours.numerator) / ours.denominator <= true + mpmath.mpf(10) ** -80


def test_one_figure_by_zcdp_alone_would_need_more_noise():
    exact = GAUSSIAN.calibrate([part()], Fraction(1), DELTA).sizes[0]
    assert exact < Fraction(1) / (2 * rho_for(Fraction(1), DELTA))


@pytest.mark.parametrize("delta", ["0", "1", "2"])
def test_a_delta_outside_0_and_1_is_refused(delta):
    with pytest.raises(Refusal, match="between 0 and 1"):
        GAUSSIAN.calibrate([part()], Fraction(1), Fraction(delta))


@pytest.mark.parametrize("epsilon", [Fraction(1, 10**9), Fraction(10**6)])
def test_extreme_epsilons_are_calibrated_and_drawn(epsilon):
    for mechanism, delta in ((LAPLACE, Fraction(0)), (GAUSSIAN, DELTA)):
        made = mechanism.calibrate([part(share=Fraction(1, 2)), part(3, 2, Fraction(1, 2))], epsilon, delta)
        assert all(size > 0 for size in made.sizes)
        for size in made.sizes:
            assert mechanism.draw(Seeded("extreme"), size, 3).size == 3
            assert mechanism.accuracy(size, 2, Fraction(1, 20)) >= 0


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 50), Fraction(4)])
@pytest.mark.parametrize("components", [1, 10])
def test_the_printed_error_is_the_least_that_holds(rate, components):
    beta = Fraction(1, 20)
    error = LAPLACE.accuracy(rate, components, beta)

    def fails(reach):
        q = mpmath.exp(-mpmath.mpf(rate.numerator) / rate.denominator)
        return 1 - (1 - 2 * q ** (reach + 1) / (1 + q)) ** components

    assert fails(error) <= 0.05
    assert error == 0 or fails(error - 1) > 0.05


@pytest.mark.parametrize("variance", [Fraction(1), Fraction(400), Fraction(10**9)])
def test_gaussian_errors_hold_and_are_near_the_normal_ones(variance):
    error = GAUSSIAN.accuracy(variance, 1, Fraction(1, 20))
    assert 1.9 * float(variance) ** 0.5 - 1 <= error <= 2.1 * float(variance) ** 0.5 + 2
    draws = GAUSSIAN.draw(Seeded("error"), variance, 4000)
    assert (np.abs(draws) > error).mean() < 0.07


def test_parts_share_the_budget_and_their_losses_add_up():
    parts = [part(share=Fraction(1, 4)), part(2, 3, Fraction(3, 4))]
    made = LAPLACE.calibrate(parts, Fraction(2), Fraction(0))
    assert made.sizes == (Fraction(1, 2), Fraction(3, 4))
    assert sum(size * p.bounds.l1 for size, p in zip(made.sizes, parts, strict=True)) == made.loss.epsilon == 2
    assert made.loss.rho == Fraction(1, 8) + Fraction(9, 8)
    gauss = GAUSSIAN.calibrate(parts, Fraction(2), DELTA)
    assert gauss.loss.rho <= rho_for(Fraction(2), DELTA)
    assert gauss.loss.delta == DELTA


@settings(max_examples=25)
@given(st.integers(1, 400), st.sampled_from(list(NOISES)))
def test_the_epsilon_for_an_error_gives_that_error_and_a_smaller_one_does_not(wanted, key):
    mechanism = NOISES[key]
    delta = DELTA if mechanism.takes_delta else Fraction(0)
    epsilon = mechanism.epsilon_for(Fraction(wanted), 0, [part()], delta, Fraction(1, 20))

    def error(value):
        return mechanism.calibrate([part()], value, delta).errors(Fraction(1, 20))[0]

    assert error(epsilon) <= wanted
    assert error(epsilon * Fraction(98, 100)) >= wanted


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_search_finds_the_least_that_is_enough_from_any_start(answer, start):
    assert least(lambda value: value >= answer, start) == answer


def test_round_numbers_rise():
    numbers = [round_number(place) for place in range(0, 9000, 7)]
    assert numbers == sorted(numbers)
    assert round_number(8100) == Fraction(1)


@pytest.mark.parametrize("variance", [Fraction(1, 3), Fraction(5), Fraction(200)])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(6)])
def test_a_smaller_move_never_costs_more_delta_than_the_sensitivity(variance, epsilon):
    """The exact delta is that of the largest move; all smaller ones are covered by it."""
    deltas = [tails.exact_delta(variance, moved, epsilon) for moved in range(1, 9)]
    assert all(a <= b * (1 + Fraction(1, 10**30)) for a, b in itertools.pairwise(deltas))


@pytest.mark.parametrize("epsilon", ["1e-39", "1e-11", "1e-3", "1", "1e13", "1e39"])
@pytest.mark.parametrize("delta", ["1e-39", "1e-20", "1e-6", "0.5"])
@pytest.mark.parametrize("one", [part(), part(10**9, 7), part(10**9)], ids=["small", "many", "far"])
def test_gaussian_noise_of_any_epsilon_and_delta_is_made_in_bounded_work(epsilon, delta, one):
    """The search for orders and variances never runs off; what is made keeps its promise."""
    made = GAUSSIAN.calibrate([one], Fraction(epsilon), Fraction(delta))
    assert made.sizes[0] > 0
    assert made.loss.epsilon == Fraction(epsilon)
    spent = max(made.loss.epsilon, made.loss.rho) * Fraction(10001, 10000)
    assert "exact" in made.proof or epsilon_of(made.loss.rho, Fraction(delta)) <= spent
