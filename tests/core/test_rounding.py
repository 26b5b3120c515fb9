"""Whatever is rounded keeps the promise by which it is rounded, for every number."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpstudio.core.accounting import _DIGITS, _significant_down
from dpstudio.core.audit import trial
from dpstudio.core.quantities import exp_enclosure
from dpstudio.core.quantities.rounding import suspicion_share
from dpstudio.core.receipt import statement
from dpstudio.core.receipt.errors import place_of, rounded_up
from dpstudio.kinds.choose import describing as choice
from dpstudio.kinds.survey import describing as survey
from dpstudio.kinds.synthesize import describing as synthesis

POSITIVE = st.fractions(min_value=Fraction(1, 10**15), max_value=10**15)
SHARES = st.fractions(min_value=0, max_value=100)
FLOATS = st.floats(min_value=0, max_value=1e6)


@given(POSITIVE)
@example(Fraction(1))
@example(Fraction(10))
@example(Fraction(100))
@example(Fraction(1, 100))
def test_the_place_of_an_error_is_that_of_its_second_digit(error):
    place = place_of(error)
    assert 10 * place <= error < 100 * place
    assert set(str(place if place >= 1 else 1 / place)) <= {"1", "0"}


@given(st.fractions(min_value=-(10**9), max_value=10**9), st.integers(-12, 6))
def test_an_error_is_rounded_up_to_its_place_and_no_farther(value, power):
    place = Fraction(10) ** power
    found = rounded_up(value, place)
    assert value <= found < value + place
    assert (found / place).denominator == 1


@given(POSITIVE)
@example(Fraction(1))
@example(Fraction(999_999_999_999, 10**9))
def test_a_budget_is_rounded_down_to_its_last_digit(value):
    found = _significant_down(value)
    assert 0 <= value - found < value / 10 ** (_DIGITS - 1)
    while found.denominator > 1:
        found *= 10
    assert len(str(found.numerator).rstrip("0")) <= _DIGITS


@pytest.mark.parametrize("up", [choice._rounded_up, synthesis._rounded_up])
@given(value=POSITIVE)
def test_a_score_gap_is_rounded_up_to_millionths(up, value):
    found = up(value)
    assert 0 <= found - value < Fraction(1, 10**6)
    assert (found * 10**6).denominator == 1


@given(FLOATS)
@example(1.345)
def test_what_is_proven_is_rounded_down_and_what_is_missed_up(value):
    """A loss that is off by the last bits of a float alone is none."""
    assert 0 <= value - trial.down(value) < Fraction(1, 1000)
    assert -Fraction(1, 10**6) <= trial.up(value) - value <= Fraction(1, 1000)


@given(SHARES)
@example(Fraction(99_999, 1000))
@example(Fraction(100))
def test_a_share_that_is_drawn_as_a_bar_is_right_to_half_a_hundredth_and_never_all(share):
    found = statement._rounded(share)
    assert abs(found - share) <= (Fraction(1, 200) if found < Fraction(9999, 100) else Fraction(1, 100))
    assert found < 100


@given(st.floats(min_value=0, max_value=1))
@example(1.0)
@example(1 - 1e-14)
@example(1e-14)
def test_the_chance_of_keeping_an_answer_is_right_to_twelve_decimals_and_never_certain(chance):
    said = survey._chance(chance)
    if said.startswith("more than "):
        assert chance > 0.999999999999
    elif said.startswith("less than "):
        assert chance < 0.000000000001
    else:
        assert 0 < Fraction(said) < 1
        assert abs(Fraction(said) - Fraction(chance)) <= Fraction(1, 2 * 10**12)


@given(st.fractions(min_value=Fraction(1, 1000), max_value=90))
def test_what_a_suspicion_can_become_is_never_less_than_it_can(epsilon):
    low, high = exp_enclosure(epsilon, 400)
    least = Fraction(100 << 400, (1 << 400) + low)
    assert Fraction(100 << 400, (1 << 400) + high) <= least <= suspicion_share(epsilon) < 100
