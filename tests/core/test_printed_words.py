"""Every rounding that people read keeps its promise: never better than the truth, and more never reads as less."""

import re
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.quantities import chance_in_hundred, odds_up, significant_up
from dpstudio.core.receipt import words
from dpstudio.gui.widgets.percent import percent

EPSILONS = st.fractions(min_value=Fraction(1, 10**6), max_value=200, max_denominator=10**6)
STEPS = [Fraction(k, 100) for k in range(1, 2000)]


def figure(text):
    """The number that a text says; of "more than x" just above x."""
    number = Fraction(
        re.search(r"[0-9][0-9,.]*[0-9]|[0-9]", text.replace("a million", "1,000,000"))[0].replace(",", "")
    )
    return number + Fraction(1, 10**9) if "more than" in text or ">" in text else number


def exact_odds(epsilon):
    return mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)


@given(EPSILONS)
def test_odds_are_rounded_up_and_close(epsilon):
    with mpmath.workprec(400):
        exact, shown = exact_odds(epsilon), odds_up(epsilon)
        if exact > 10**6:
            assert shown == "more than a million"
            return
        said = mpmath.mpf(figure(shown).numerator) / figure(shown).denominator
        assert exact <= said <= exact + (mpmath.mpf("0.0101") if exact < 99.99 else 1.0001)


@given(EPSILONS)
def test_what_a_suspicion_can_become_is_rounded_up_and_never_certain(epsilon):
    with mpmath.workprec(400):
        share = 100 / (1 + 1 / exact_odds(epsilon))
        shown = chance_in_hundred(epsilon)
        assert "100" not in shown
        if shown == "more than 99.9":
            assert share > mpmath.mpf("99.9")
            return
        said = mpmath.mpf(figure(shown).numerator) / figure(shown).denominator
        assert share <= said <= share + (1.0001 if said <= 99 else 0.1001)


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6), st.sampled_from([1, 3]))
def test_the_gap_of_a_choice_is_told_rounded_up(gap, winners):
    said = words.accuracy(gap, Fraction(1, 20), "", winners)
    told = Fraction(re.search(r"within ([0-9,]+\.[0-9]+)", said)[1].replace(",", ""))
    assert gap <= told <= gap + Fraction(1, 100)


@pytest.mark.parametrize("written", [odds_up, chance_in_hundred, words.odds, words.suspicion])
def test_more_epsilon_never_prints_a_smaller_number(written):
    shown = [figure(written(epsilon)) for epsilon in STEPS]
    assert shown == sorted(shown)


@given(EPSILONS, EPSILONS)
def test_more_epsilon_never_prints_a_smaller_number_anywhere(one, two):
    for written in (odds_up, chance_in_hundred):
        assert figure(written(min(one, two))) <= figure(written(max(one, two)))


def test_only_a_small_epsilon_is_said_to_make_a_little_surer():
    little = [
        epsilon for epsilon in STEPS if "little surer" in words.from_what(PrivacyLoss(epsilon, Fraction(0), epsilon))
    ]
    assert little == [epsilon for epsilon in STEPS if epsilon <= 1]
    said = [words.surer(epsilon) for epsilon in STEPS]
    assert list(dict.fromkeys(said)) == ["only a little surer", "surer", "much surer", "almost certain"]


def test_a_large_epsilon_is_warned_of_in_plain_words():
    none = Fraction(0)
    warned = [epsilon for epsilon in STEPS if words.warning(epsilon, none)]
    assert warned == [epsilon for epsilon in STEPS if epsilon > 5]
    assert "protects little" in words.warning(Fraction(10), none)


@pytest.mark.parametrize(("delta", "warned"), [("0", False), ("1/1000", False), ("0.0011", True), ("9/10", True)])
def test_a_large_delta_is_warned_of_however_small_epsilon_is(delta, warned):
    said = words.warning(Fraction(1, 1000), Fraction(delta))
    assert ("give one person away" in said) == ("δ = " in said) == warned
    assert "δ = 9/10" not in said
    both = words.warning(Fraction(10), Fraction(delta))
    assert "become almost certain" in both
    assert ("give one person away" in both) == warned


@pytest.mark.parametrize("epsilon", [Fraction(9), Fraction(10), Fraction(10**9)])
def test_huge_odds_read_as_a_sentence(epsilon):
    said = words.from_what(PrivacyLoss(epsilon, Fraction(0), epsilon))
    assert "at most more" not in said
    assert "100 of 100 c" not in said
    assert "can become more than 99.9 of 100" in said


@given(st.floats(min_value=0, max_value=1))
def test_a_percentage_is_right_to_its_last_digit_and_never_none_or_all(chance):
    shown = percent(chance)
    assert shown not in ("0 %", "0.0 %", "100 %", "100.0 %")
    exact = 100 * Fraction(chance)
    if shown.startswith("<"):
        assert exact < Fraction(1, 10)
    elif shown.startswith(">"):
        assert exact > Fraction(999, 10)
    else:
        half = Fraction(1, 20) if "." in shown else Fraction(1, 2)
        assert abs(figure(shown) - exact) <= half + Fraction(1, 10**9)


def test_a_larger_probability_never_reads_smaller():
    shown = [percent(k / 20_000) for k in range(20_001)]
    said = [Fraction(0) if text.startswith("<") else figure(text) for text in shown]
    assert said == sorted(said)
    assert percent(0.9974) == "99.7 %"


@given(st.fractions(min_value=0, max_value=10**12, max_denominator=10**12), st.integers(1, 6))
def test_significant_digits_are_rounded_up_and_few(value, digits):
    shown = significant_up(value, digits)
    assert value <= shown <= value * (1 + Fraction(1, 10 ** (digits - 1)))
    if shown:
        written = shown
        while written.denominator > 1:
            written *= 10
        assert len(str(written.numerator).rstrip("0")) <= digits


def test_what_is_not_certain_never_reads_as_all_or_nothing():
    assert [percent(chance) for chance in (0.0004, 0.9974, 0.9996)] == ["< 0.1 %", "99.7 %", "> 99.9 %"]
