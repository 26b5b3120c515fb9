"""One contract for all mechanisms: each family's tests inherit it, and every mechanism of the registry has a family."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.mechanisms import MECHANISMS, NOISES, SELECTIONS, Mechanism
from dpstudio.core.mechanisms.contract import registered
from dpstudio.core.mechanisms.exponential import ExponentialMechanism
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.permute_and_flip import PermuteAndFlip
from dpstudio.core.mechanisms.randomized_response import ResponseCalibration
from dpstudio.core.mechanisms.small_database import Queries, Synthesis, SynthesisCalibration, table
from dpstudio.core.mechanisms.two_sided_geometric import TwoSidedGeometric
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded
from tests.core.test_mechanisms import exact_law

BETA = Fraction(1, 20)
EPSILON = Fraction(1)
# What MATH 1 says of each name: which law it has, and what its formula must say that no other's says.
NAMED = {
    "exponential": ("exponential", "Pr[y] ∝"),
    "permute_and_flip": ("permute_and_flip", "visit in random order"),
    "noisy_max_laplace": ("noisy_max_laplace", "Laplace"),
    "noisy_max_gumbel": ("exponential", "Gumbel"),
    "noisy_max_exponential": ("permute_and_flip", "Exponential("),
}


class Contract:
    """What every mechanism must do. A family says how to draw outcome counts and what their law is."""

    keys: tuple[str, ...] = ()

    def pytest_generate_tests(self, metafunc):
        if "mechanism" in metafunc.fixturenames:
            metafunc.parametrize("mechanism", [MECHANISMS[key] for key in self.keys], ids=self.keys)

    def counts(self, mechanism: Mechanism, epsilon: Fraction, seed: str) -> list[int]:
        raise NotImplementedError

    def law(self, mechanism: Mechanism, epsilon: Fraction) -> list[float]:
        raise NotImplementedError

    def accuracy(self, mechanism: Mechanism, epsilon: Fraction) -> Fraction:
        raise NotImplementedError

    def epsilon_for(self, mechanism: Mechanism, wanted: Fraction) -> Fraction:
        raise NotImplementedError

    def loss(self, mechanism: Mechanism, epsilon: Fraction) -> PrivacyLoss:
        raise NotImplementedError

    def test_it_describes_itself(self, mechanism):
        assert MECHANISMS[mechanism.key] is mechanism
        for text in (mechanism.name, mechanism.formula, mechanism.sentence, mechanism.sampler):
            assert text
        assert mechanism.sentence.endswith(".")

    def test_its_law_adds_up_and_its_draws_follow_it_and_no_other(self, mechanism):
        counts = self.counts(mechanism, EPSILON, mechanism.key)
        assert sum(self.law(mechanism, EPSILON)) == pytest.approx(1, abs=1e-9)
        assert chi_square(counts, self.law(mechanism, EPSILON)) < LIMIT
        assert chi_square(counts, self.law(mechanism, EPSILON * Fraction(17, 10))) > LIMIT
        assert chi_square(counts, self.law(mechanism, EPSILON * Fraction(5, 10))) > LIMIT

    def test_the_same_bits_give_the_same_draw(self, mechanism):
        assert self.counts(mechanism, EPSILON, "a") == self.counts(mechanism, EPSILON, "a")
        assert self.counts(mechanism, EPSILON, "a") != self.counts(mechanism, EPSILON, "b")

    def test_more_epsilon_is_more_accurate_and_an_accuracy_has_its_epsilon(self, mechanism):
        wide, narrow = self.accuracy(mechanism, EPSILON), self.accuracy(mechanism, 4 * EPSILON)
        assert 0 <= narrow < wide
        assert self.accuracy(mechanism, self.epsilon_for(mechanism, wide)) <= wide
        assert self.epsilon_for(mechanism, wide) <= EPSILON * Fraction(102, 100)

    def test_its_loss_is_the_epsilon_asked_for_and_zcdp_goes_with_it(self, mechanism):
        loss = self.loss(mechanism, EPSILON)
        assert loss.epsilon == EPSILON
        assert 0 < loss.rho <= EPSILON**2 / 2
        assert loss.delta == 0 or loss.delta == self.delta


class Accurate:
    """For families whose law tells exactly how often an accuracy fails, at the worst that can be."""

    def beyond(self, mechanism, beta):
        raise NotImplementedError

    @pytest.mark.parametrize("beta", [Fraction(1, 2), BETA, Fraction(1, 200), Fraction(1, 10**6)])
    def test_its_accuracy_fails_no_more_often_than_it_says(self, mechanism, beta):
        assert self.beyond(mechanism, beta) <= float(beta) * (1 + 1e-6)


class TestSelection(Contract, Accurate):
    keys = tuple(SELECTIONS)
    scores = np.array([7, 6, 6, 4, 0], np.int64)

    def counts(self, mechanism, epsilon, seed):
        entropy = Seeded(seed)
        won = [self.made(mechanism, epsilon).draw(entropy, self.scores, Fraction(1))[0] for _ in range(3000)]
        return np.bincount(won, minlength=5).tolist()

    def made(self, mechanism, epsilon):
        return SelectionCalibration(mechanism, Fraction(2), epsilon)

    def test_many_draws_at_once_follow_its_law_and_no_other(self, mechanism):
        won = self.made(mechanism, EPSILON).draw_first(Seeded(mechanism.key), self.scores, Fraction(1), 3000)
        counts = np.bincount(won, minlength=5)
        assert chi_square(counts, self.law(mechanism, EPSILON)) < LIMIT
        assert chi_square(counts, self.law(mechanism, EPSILON * Fraction(17, 10))) > LIMIT
        assert chi_square(counts, self.law(mechanism, EPSILON * Fraction(5, 10))) > LIMIT

    def test_its_law_and_its_formula_are_those_of_its_name(self, mechanism):
        named, said = NAMED[mechanism.key]
        law = exact_law(named, tuple(self.scores.tolist()), EPSILON / 2)
        exact = [float(mpmath.mpf(share.mid)) for share in law]
        assert mechanism.law_form == SELECTIONS[named].law_form
        assert self.law(mechanism, EPSILON) == pytest.approx(exact, abs=1e-9)
        assert said in mechanism.formula
        noises = {"Laplace", "Gumbel", "Exponential("}
        assert {noise for noise in noises if noise in mechanism.formula} == {said} & noises

    def law(self, mechanism, epsilon):
        return mechanism.law(self.scores, epsilon / 2)

    def accuracy(self, mechanism, epsilon):
        return mechanism.accuracy(Fraction(2), epsilon, 5, BETA)

    def epsilon_for(self, mechanism, wanted):
        return mechanism.epsilon_for(wanted, Fraction(2), 5, BETA)

    def loss(self, mechanism, epsilon):
        return self.made(mechanism, epsilon).loss

    @pytest.mark.parametrize("epsilon", [Fraction(1, 10**9), Fraction(10**6)])
    @pytest.mark.parametrize("scores", [[5], [3, 3, 3], [10**12, -(10**12), 0], [2**63 - 1, -(2**63)]])
    def test_extremes_are_drawn_and_plotted(self, mechanism, epsilon, scores):
        array = np.array(scores, np.int64)
        assert 0 <= mechanism.draw(Seeded("extreme"), array, epsilon) < len(scores)
        law = mechanism.law(array, epsilon)
        assert np.isfinite(law).all()
        assert law.sum() == pytest.approx(1)
        if epsilon > 1:
            assert scores[mechanism.draw(Seeded("sure"), array, epsilon)] == max(scores)

    def beyond(self, mechanism, beta):
        """One candidate is the best, and all others lie just beyond what is promised."""
        steps = int(1000 * mechanism.accuracy(Fraction(2), EPSILON, 5, beta)) + 1
        return mechanism.law(np.array([steps, 0, 0, 0, 0], np.int64), EPSILON / 2 / 1000)[1:].sum()

    @pytest.mark.parametrize("beta", [Fraction(-1, 20), Fraction(0), Fraction(1), Fraction(2)])
    def test_a_risk_that_is_none_is_refused_and_not_promised(self, mechanism, beta):
        with pytest.raises(ValueError, match="risk"):
            mechanism.accuracy(Fraction(2), EPSILON, 5, beta)
        with pytest.raises(ValueError, match="risk"):
            mechanism.epsilon_for(Fraction(1), Fraction(2), 5, beta)


class TestNoise(Contract, Accurate):
    keys = tuple(NOISES)
    delta = Fraction(1, 1000)
    parts = (Part(Bounds("", 1, Fraction(1), 1, 1, ""), Fraction(1)),)

    def size(self, mechanism, epsilon):
        return mechanism.calibrate(self.parts, epsilon, self.delta if mechanism.takes_delta else Fraction(0)).sizes[0]

    def counts(self, mechanism, epsilon, seed):
        draws = mechanism.draw(Seeded(seed), self.size(mechanism, epsilon), 8000)
        return [int((draws == k).sum()) for k in range(-4, 5)] + [int((np.abs(draws) > 4).sum())]

    def beyond(self, mechanism, beta):
        size = self.size(mechanism, EPSILON)
        wide = int(mechanism.accuracy(size, 1, beta))
        further = mechanism.law(size, np.arange(wide + 1.0, 4 * wide + 200))
        return 2 * further.sum()

    def law(self, mechanism, epsilon):
        law = mechanism.law(self.size(mechanism, epsilon), np.arange(-4.0, 5))
        return [*law, 1 - law.sum()]

    def accuracy(self, mechanism, epsilon):
        return mechanism.accuracy(self.size(mechanism, epsilon), 1, BETA)

    def epsilon_for(self, mechanism, wanted):
        delta = self.delta if mechanism.takes_delta else Fraction(0)
        return mechanism.epsilon_for(Fraction(wanted), 0, self.parts, delta, BETA)

    def loss(self, mechanism, epsilon):
        return mechanism.calibrate(self.parts, epsilon, self.delta if mechanism.takes_delta else Fraction(0)).loss


class TestRandomizedResponse(Contract):
    keys = ("randomized_response",)

    def counts(self, mechanism, epsilon, seed):
        return ResponseCalibration(epsilon, 3).draw(Seeded(seed), [4000, 0, 0])

    def law(self, mechanism, epsilon):
        keep, other = mechanism.law(epsilon, 3)
        return [keep, other, other]

    def accuracy(self, mechanism, epsilon):
        return mechanism.accuracy(epsilon, 3, 1000, BETA)

    def epsilon_for(self, mechanism, wanted):
        return mechanism.epsilon_for(wanted, 3, 1000, BETA)

    def loss(self, mechanism, epsilon):
        return ResponseCalibration(epsilon, 3).loss


class TestSmallDatabase(Contract):
    keys = ("small_database",)
    shape = Synthesis(1, Queries.COLUMNS, (), 6)
    alpha = Fraction(3, 5)

    def scores(self, mechanism):
        return mechanism.scores(self.shape, [2, 6])

    def counts(self, mechanism, epsilon, seed):
        entropy = Seeded(seed)
        numbers = {table(self.shape, i): i for i in range(self.shape.tables)}
        made, scores = SynthesisCalibration(self.shape, epsilon), self.scores(mechanism)
        won = [numbers[made.draw(entropy, scores)] for _ in range(3000)]
        return np.bincount(won, minlength=self.shape.tables).tolist()

    def law(self, mechanism, epsilon):
        return mechanism.law(self.shape, self.scores(mechanism), epsilon)

    def accuracy(self, mechanism, epsilon):
        return mechanism.accuracy(self.shape, epsilon, 400, BETA)

    def epsilon_for(self, mechanism, wanted):
        """For usefulness the error splits in two halves: the table's size, and the draw."""
        draw = 2 * (wanted - mechanism.accuracy(self.shape, Fraction(10**12), 400, BETA))
        return mechanism.epsilon_for(self.shape, draw, 400, BETA)

    def loss(self, mechanism, epsilon):
        return SynthesisCalibration(self.shape, epsilon).loss


def test_every_mechanism_of_the_registry_is_held_to_the_contract():
    held = [key for family in Contract.__subclasses__() for key in family.keys]
    assert sorted(held) == sorted(MECHANISMS)


def test_no_two_mechanisms_tell_the_same_formula():
    assert len({each.formula for each in MECHANISMS.values()}) == len(MECHANISMS)


class Borrowed(PermuteAndFlip):
    """Another law under its parent's name for it."""

    key, name = "borrowed", "Borrowed"
    sentence = "Says what it likes."
    sampler = "its own"

    def draw(self, entropy, scores, rate, weights=None):
        return 0


def test_a_mechanism_that_takes_over_its_parents_law_draws_or_formula_is_not_registered():
    with pytest.raises(TypeError, match="formula, law, zcdp_rho, takes_weights, law_form"):
        registered([Borrowed()])
    with pytest.raises(TypeError, match="draw_many"):
        registered([type("Gumbel", (ExponentialMechanism,), {**vars(Borrowed), "law": Borrowed.draw})()])
    with pytest.raises(TypeError, match="exponent, between, sized, widened, outside"):
        registered([type("Wider", (TwoSidedGeometric,), {"key": "wider", "draw": TwoSidedGeometric.draw})()])
    with pytest.raises(TypeError, match="two mechanisms"):
        registered([PermuteAndFlip(), PermuteAndFlip()])
