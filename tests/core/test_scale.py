"""Laplace noise by its scale: the documents' curves, and their computation with 51 and 50 people."""

from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.preview.scale import Scale
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.histogram import Histogram
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.figures.total import Total
from dpstudio.kinds.measure.previewing import of_figures
from tests.core.test_figures_of_neighbours import AGE, BINS, DEBT, REPLACE, YES, asked

COUNT = Scale(Fraction(51), Fraction(1), Fraction(1), "rows")
SCALES = [Fraction(1, 10), Fraction(1), Fraction(5, 2), Fraction(5)]


@pytest.mark.parametrize("b", SCALES)
def test_a_density_has_the_area_1_and_the_variance_that_is_said(b):
    fine = np.linspace(51 - 60 * float(b), 51 + 60 * float(b), 400_001)
    found = COUNT.densities(b, fine, COUNT.truth)
    step = fine[1] - fine[0]
    assert found.sum() * step == pytest.approx(1, abs=1e-3)
    assert (found * (fine - 51) ** 2).sum() * step == pytest.approx(2 * float(b) ** 2, rel=1e-3)
    far = np.abs(fine - 51) >= 2 * float(b)
    assert found[far].sum() * step == pytest.approx(np.exp(-2), rel=1e-2)
    assert found.max() == pytest.approx(1 / (2 * float(b)))


@pytest.mark.parametrize("b", SCALES)
def test_the_privacy_loss_is_the_logarithm_of_the_ratio_and_never_beyond_one_over_b(b):
    at = np.array([float(each) for each in COUNT.values])
    ratio = COUNT.densities(b, at, COUNT.truth) / COUNT.densities(b, at, COUNT.neighbour)
    assert COUNT.losses(b, at) == pytest.approx(np.log(ratio))
    assert np.abs(COUNT.losses(b, at)).max() == pytest.approx(1 / float(b))
    for value in COUNT.values:
        assert float(COUNT.loss(b, value)) == pytest.approx(float(COUNT.losses(b, np.array([float(value)]))[0]))


def test_the_documents_51_and_50():
    assert COUNT.in_force == 1
    for value, expected in ((52, 1), (51, 1), (50, -1), (30, -1)):
        assert COUNT.loss(Fraction(1), Fraction(value)) == expected
    assert COUNT.loss(Fraction(1), Fraction(101, 2)) == 0
    assert COUNT.loss(Fraction(4), Fraction(60)) == Fraction(1, 4)
    assert COUNT.distances(Fraction(2), Fraction(55)) == 2


def test_every_figure_with_laplace_noise_has_its_scale():
    count, bins, total = (of_figures(asked(each, role=Role.PRIVATE), None)[0].scale for each in
                          (Count((YES,)), Histogram(BINS), Total(DEBT)))  # fmt: skip
    assert count == bins == COUNT
    assert (total.truth, total.neighbour, total.in_force, total.unit) == (10_000_000, 0, 10_000_000, "€")
    mean = of_figures(asked(Mean(AGE, people=50), REPLACE, Role.PRIVATE), None)[0].scale
    assert mean.bound == 2
    assert of_figures(asked(Count((YES,)), role=Role.PRIVATE, noise="discrete_gaussian"), None)[0].scale is None


@pytest.mark.parametrize("typed", ["1/1000", "1/10", "0.19", "0.2", "0.3", "0.7", "1", "3", "10", "99"])
@pytest.mark.parametrize("bound", [Fraction(1), Fraction(10), Fraction(1, 3)])
def test_the_scale_in_force_can_be_chosen_and_larger_and_smaller_ones(typed, bound):
    epsilon = Fraction(typed)
    found = Scale(5 * bound, bound, epsilon, "")
    place = found.in_force / found.step
    assert place.denominator == 1
    assert 1 <= place <= found.most
    assert found.most * found.step >= 5 * min(bound, found.in_force)
    if (10 / epsilon).denominator == 1 and epsilon >= Fraction(1, 5):
        assert found.step == bound / 10, "round scales"
