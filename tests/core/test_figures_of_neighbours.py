"""What one person changes of noisy figures and randomized answers: two laws, their ratios, and the documents' debts."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.contract import Condition
from dpstudio.core.figures.of_rows import adds
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.histogram import Histogram
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.figures.total import Total
from dpstudio.kinds.measure.previewing import of_figures
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.survey.previewing import of_answers
from tests.core import test_figures as plain_figures
from tests.core.test_values import SURVEY

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
DEBT = Column("debt", Kind.DECIMAL, Fraction(1, 100), (Fraction(0), Fraction(10_000_000)), unit="€")
ACCOUNTS = (("Alice", "2800798.00"), ("Bob", "7000.00"), ("Charlie", "1.56"), ("Xander", "0.00"))
NAMES = ("name", "debt")
TOTAL = [[280779956]]
SMOKES = Column("smokes", Kind.YES_NO)
YES = Condition(SMOKES, "smokes", values=(1,))
AGE = Column("age", Kind.INTEGER, bounds=(Fraction(0), Fraction(100)), blank="0")
BINS = tuple(Condition(AGE, f"{low} to {low + 49}", low=low, high=low + 49) for low in (0, 50))


def asked(figure, unit=ADD, role=Role.SAMPLE, noise="two_sided_geometric", epsilon=Fraction(1), others=()):
    figures = (Asked("Figure", figure, Fraction(1, 1 + len(others))), *others)
    return Measurement(
        name="", handle="h" * 32, role=role, source=Source("text", text=""), unit=unit, epsilon=epsilon,
        beta=Fraction(1, 20), cap=Fraction(3), figures=figures, mechanism=noise,
        delta=Fraction(0) if noise == "two_sided_geometric" else Fraction(1, 10**6),
    )  # fmt: skip


def people(question, truth=None, names=(), lines=(), place=0):
    shown = of_figures(question, None if truth is None else Shown(truth))[place]
    return shown.people(names, lines, 1000)


def debts(**values):
    return people(asked(Total(DEBT), **values), TOTAL, NAMES, ACCOUNTS)


def moved(found):
    """The greatest factor by which an outcome's probability changes, as a logarithm."""
    return float(np.abs(found.ratios).max())


def numbers(found):
    """The values that are drawn."""
    first, step = found.outcomes.line
    return first + step * np.arange(found.before.size)


@pytest.mark.parametrize("name", list(plain_figures.FIGURES))
def test_what_a_row_adds_is_what_a_person_would_count(name):
    figure = plain_figures.FIGURES[name]
    own = {column.name: column for column in figure.columns}
    for x, s in plain_figures.meanings(figure):
        row = {column: {"x": x, "s": s}[key] for key, column in own.items()}
        assert adds(figure, row) == plain_figures.plain(figure, [(x, s)])


@pytest.mark.parametrize(("line", "difference"), [(0, "2,800,798"), (1, "7,000"), (2, "1.56")])
def test_each_account_moves_the_total_by_its_own_debt(line, difference):
    opened = debts()
    found = opened.laws(Change(line, None), opened.bound)
    assert f"by {difference} €." in found.told
    assert "from 2,807,799.56 to" in found.told
    expected = Fraction(difference.replace(",", "")) / 10_000_000
    assert moved(found) == pytest.approx(float(expected))


def test_nobody_breaks_the_banks_rule_and_no_debt_that_is_there_is_a_sensitivity():
    opened = debts()
    worst = opened.worst(opened.bound, lambda _: None)
    assert opened.bound == 10_000_000
    assert worst == Change(None, ("10000000",)), "a person whom the bank's rule allows, though nobody owes so much"
    assert moved(opened.laws(worst, opened.bound)) == pytest.approx(1)
    assert not opened.laws(worst, opened.bound).broken.any()
    alice = Fraction(2_800_798)
    assert moved(opened.laws(Change(0, None), alice)) == pytest.approx(1), "enough for these two tables alone"
    assert not opened.laws(Change(0, None), alice).broken.any()
    broken = opened.laws(worst, alice)
    assert moved(broken) == pytest.approx(10_000_000 / 2_800_798)
    assert broken.broken[broken.worst]


def test_noise_for_a_count_lets_the_total_tell_who_is_in_it():
    opened = debts()
    naive = opened.laws(Change(0, None), Fraction(1))
    assert moved(naive) == pytest.approx(2_800_798, rel=1e-9), "far beyond every float, and exact all the same"
    assert naive.broken.any()
    for law, centre in ((naive.before, 2_807_799.56), (naive.after, 7_001.56)):
        assert law.sum() == pytest.approx(1)
        assert abs(numbers(naive)[law.argmax()] - centre) < naive.outcomes.line[1]


@pytest.mark.parametrize("unit", [ADD, REPLACE])
def test_both_laws_are_those_of_the_noise_around_both_counts(unit):
    lines = (("yes",), ("yes",), ("no",))
    opened = people(asked(Count((YES,)), unit), [[2]], ("smokes",), lines)
    found = opened.laws(Change(0, None) if unit is ADD else Change(0, 2), opened.bound)
    q = np.exp(-1)
    for law, centre in ((found.before, 2), (found.after, 1)):
        assert law == pytest.approx((1 - q) / (1 + q) * q ** np.abs(numbers(found) - centre))
    assert found.ratios == pytest.approx(np.log(found.after / found.before))
    assert moved(found) == pytest.approx(1)


@pytest.mark.parametrize("noise", ["two_sided_geometric", "discrete_gaussian"])
@pytest.mark.parametrize("unit", [ADD, REPLACE])
@pytest.mark.parametrize("figure", [Count((YES,)), Histogram(BINS), Total(AGE), Mean(AGE, people=10)], ids=str)
def test_no_possible_row_breaks_the_derived_bound_and_a_quarter_of_it_is_broken(figure, unit, noise):
    if isinstance(figure, Mean) and unit is ADD:
        return
    opened = people(asked(figure, unit, Role.PRIVATE, noise))
    worst = opened.worst(opened.bound, lambda _: None)
    assert not opened.laws(worst, opened.bound).broken.any()
    assert opened.laws(worst, opened.bound / 4).broken.any()


def test_gaussian_noise_keeps_within_its_delta_and_what_lies_beyond_epsilon_is_counted_as_delta_counts_it():
    opened = people(asked(Count((YES,)), role=Role.PRIVATE, noise="discrete_gaussian"))
    found = opened.laws(opened.worst(opened.bound, lambda _: None), opened.bound)
    variance = float(asked(Count((YES,)), noise="discrete_gaussian").calibration.sizes[0])
    steps = np.arange(-400, 401)
    law = np.exp(-(steps**2) / (2 * variance))
    law /= law.sum()
    beyond = np.maximum(0, law[:-1] - np.e * law[1:]).sum()
    assert found.excess == pytest.approx(beyond, rel=1e-6)
    assert 0 < found.excess <= found.delta == 1e-6


def test_a_row_that_moves_to_another_bin_moves_two_numbers_and_together_they_keep_within_epsilon():
    opened = people(asked(Histogram(BINS), REPLACE), [[2, 1]], ("age",), (("3",), ("9",), ("80",)))
    found = opened.laws(Change(0, 2), opened.bound)
    assert moved(found) == pytest.approx(0.5)
    assert "2 published numbers move; seen together they change by a factor of at most 2.72." in found.told


def test_a_row_that_counts_in_several_figures_uses_the_share_of_each():
    other = Asked("Sum of ages", Total(AGE), Fraction(1, 2))
    question = asked(Count((YES,)), others=(other,))
    lines = (("yes", "100"), ("no", "4"))
    opened = people(question, [[1], [104]], ("smokes", "age"), lines)
    found = opened.laws(Change(0, None), opened.bound)
    assert found.limit == 0.5
    assert moved(found) == pytest.approx(0.5)
    assert "factor of at most 2.72" in found.told
    sums = people(question, [[1], [104]], ("smokes", "age"), lines, place=1)
    assert sums.bound == 100
    assert "from 104 to 4" in sums.laws(Change(0, None), sums.bound).told


def test_of_a_private_table_no_row_is_taken_whatever_is_given():
    opened = people(asked(Total(DEBT), role=Role.PRIVATE), None, NAMES, ACCOUNTS)
    cells = {cell for line in opened.lines for cell in line}
    assert cells == {"10000000", "0"}
    found = opened.laws(Change(None, 0), opened.bound)
    assert "2,807,799.56" not in found.told and "rises by 10,000,000 €" in found.told
    assert found.outcomes.across.endswith("from the old true one, in €")
    assert found.before.argmax() == np.abs(numbers(found)).argmin()


def test_rows_count_only_where_the_figures_that_are_shown_follow_from_them():
    opened = people(asked(Total(DEBT)), [[280779957]], NAMES, ACCOUNTS)
    assert {line[0] for line in opened.lines} == {"10000000", "0"}
    with pytest.raises(InputError, match="1 value"):
        debts().laws(Change(None, ("7", "8")), Fraction(1))


def test_rows_of_one_person_come_and_go_together():
    unit = PrivacyUnit(Relation.ADD_REMOVE, person="name", rows=2)
    assert of_figures(asked(Total(DEBT), unit), None)[0].people is None


@pytest.mark.parametrize("bound", [Fraction(10_000_000), Fraction(2_800_798)])
def test_the_proof_of_the_laplace_mechanism_multiplies_to_the_ratio_at_each_outcome(bound):
    opened = debts()
    for change in (Change(0, None), Change(None, ("10000000",))):
        found = opened.laws(change, bound)
        for place in (0, found.worst, found.before.size - 1, int(found.after.argmax())):
            proof = opened.proof(change, bound, place)
            *factors, product_ = (each.log for each in proof.factors)
            assert product_ == pytest.approx(found.ratios[place], abs=1e-9)
            assert sum(factors) == pytest.approx(product_, abs=1e-9)
        holds = "no outcome becomes more likely or more unlikely than by the factor e^ε = 2.72" in proof.steps[-1].said
        assert holds == (not found.broken.any())


def test_an_answer_that_is_changed_moves_both_probabilities_by_e_to_the_epsilon():
    for shown, truth in zip(of_answers(SURVEY, None), (0, 1), strict=True):
        opened = shown.people((), (), 0)
        same = opened.laws(Change(None, None), Fraction(1))
        assert same.before == pytest.approx(shown.chances)
        found = opened.laws(opened.worst(Fraction(1), lambda _: None), Fraction(1))
        keep = np.exp(float(SURVEY.epsilon)) / (1 + np.exp(float(SURVEY.epsilon)))
        assert found.before[truth] == pytest.approx(keep) == found.after[1 - truth]
        assert moved(found) == pytest.approx(float(SURVEY.epsilon))
        assert not found.broken.any()
    with pytest.raises(InputError, match="not one of the answers"):
        opened.laws(Change(0, ("perhaps",)), Fraction(1))


def test_possible_rows_reach_every_sensitivity():
    """The worst row moves a figure as far as its bound says: no row that matters is left out."""
    figures = (Count((YES,)), Histogram(BINS), Total(AGE), Total(DEBT), Total(AGE, (YES,)))
    for figure, unit in product(figures, (ADD, REPLACE)):
        opened = people(asked(figure, unit, Role.PRIVATE))
        worst = opened.worst(opened.bound, lambda _: None)
        (bounds,) = derive(figure, unit)
        assert sum(map(abs, opened.shifts(worst)[0])) == Part(bounds, Fraction(1)).bounds.l1
