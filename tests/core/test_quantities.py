import re
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import (
    chance_in_hundred,
    decimal_up,
    exp_enclosure,
    listed,
    ln_enclosure,
    ln_upper,
    odds_up,
    parse_count,
    parse_rational,
    parse_stored,
    rational_text,
    significant_up,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", "1"), ("0.5", "1/2"), ("1/3", "1/3"), (" 2 ", "2"), ("0.10", "1/10"), ("007", "7"), ("12.50", "25/2")],
)
def test_numbers_are_read_exactly(text, value):
    assert parse_rational(text, "ε") == Fraction(value)


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "0.0", "-1", "1e400", "1e-400", "1_0", "٣", "１", "nan", "inf", "+1", "1,5", ".5", "5.", "1/0",
     "1/2/3", "0x10", "1 000", "½", "1" * 41, "--1", "1.5/2", "\t1", "1\n"],
)  # fmt: skip
def test_what_is_no_number_is_refused_in_words(text):
    with pytest.raises(InputError) as refusal:
        parse_rational(text, "ε")
    assert refusal.value.message.startswith("ε ")
    assert refusal.value.remedy


def test_signs_and_zero_only_where_they_mean_something():
    assert parse_rational("-1.5", "a bound", negative=True) == Fraction(-3, 2)
    assert parse_rational("0", "a bound", zero=True) == 0


digits = st.text("0123456789", min_size=1, max_size=20)
typed = st.one_of(
    st.from_regex(r"-?[0-9]{1,40}", fullmatch=True),
    st.builds("{}{}.{}".format, st.sampled_from(["", "-"]), digits, digits),
    st.builds("{}{}/{}".format, st.sampled_from(["", "-"]), digits, digits.filter(lambda text: text.strip("0"))),
    st.builds("1/{}".format, st.builds(lambda a, b: 2**a * 5**b, st.integers(0, 60), st.integers(0, 25))),
    st.builds("0.{}".format, st.integers(0, 39).map(lambda n: str(5**n).rjust(39, "0")[-39:])),
).filter(lambda text: sum(c.isdigit() for c in text) <= 40)


@given(typed)
def test_what_can_be_typed_is_written_so_that_it_reads_again(text):
    value = parse_rational(text, "x", negative=True, zero=True)
    written = rational_text(value)
    assert parse_rational(written, "x", negative=True, zero=True) == value
    assert value < 0 or parse_stored(written, "x") == value


def test_every_power_of_two_and_five_is_written_so_that_it_reads_again():
    for twos in range(129):
        for fives in range(0, 56, 5):
            value = Fraction(1, 2**twos * 5**fives)
            assert parse_stored(rational_text(value), "x") == value
            if value.denominator < 10**39:
                assert parse_rational(rational_text(value), "x") == value


@given(st.fractions(min_value=0, max_denominator=10**120), typed, typed)
def test_what_follows_from_numbers_reads_again_too(value, first, second):
    """Rho, sensitivities and totals have more digits than may be typed."""
    a, b = (abs(parse_rational(text, "x", negative=True, zero=True)) for text in (first, second))
    for derived in (value, a**2 / 2, a * b / 8, a + b, (a + b) ** 2 / 2):
        assert parse_stored(rational_text(derived), "x") == derived


@pytest.mark.parametrize("text", [None, 1, b"1", "", "x", "-1", "1e3", "1/0", "1" * 4001, "١", " 1"])
def test_what_was_never_written_so_is_called_damaged(text):
    with pytest.raises(InputError, match="damaged"):
        parse_stored(text, "the cap")


def test_counts_are_whole_and_bounded():
    assert parse_count("12", "k", most=20) == 12
    for text in ("1.5", "21", "0", "-3"):
        with pytest.raises(InputError):
            parse_count(text, "k", most=20)


@given(st.fractions(min_value=0, max_value=300, max_denominator=10**6), st.integers(8, 200))
def test_exp_is_enclosed(exponent, bits):
    low, high = exp_enclosure(exponent, bits)
    with mpmath.workprec(bits + 700):
        exact = mpmath.exp(-mpmath.mpf(exponent.numerator) / exponent.denominator) * mpmath.mpf(2) ** bits
        assert low <= exact <= high
    assert high - low <= 4


@given(st.fractions(min_value=1, max_value=10**9, max_denominator=10**6))
def test_ln_is_bounded_from_above_and_close(value):
    bound = ln_upper(value)
    with mpmath.workprec(400):
        exact = mpmath.log(mpmath.mpf(value.numerator) / value.denominator)
        given_bound = mpmath.mpf(bound.numerator) / bound.denominator
        assert exact <= given_bound <= exact + mpmath.mpf(2) ** -90


@given(st.fractions(min_value=Fraction(1, 10**12), max_value=10**12, max_denominator=10**12), st.integers(8, 300))
def test_ln_is_enclosed(value, bits):
    low, high = ln_enclosure(value, bits)
    with mpmath.workprec(bits + 200):
        exact = mpmath.log(mpmath.mpf(value.numerator) / value.denominator) * mpmath.mpf(2) ** bits
        assert low <= exact <= high
    assert high - low <= 4


@given(st.fractions(min_value=-(10**12), max_value=10**12, max_denominator=10**9), st.integers(0, 6))
def test_decimals_are_rounded_up(value, places):
    shown = Fraction(decimal_up(value, places).replace(",", ""))
    assert value <= shown < value + Fraction(1, 10**places)


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9, max_denominator=10**9))
def test_three_digits_are_rounded_up(value):
    shown = significant_up(value)
    assert value <= shown <= value * Fraction(101, 100)


def test_odds_and_chances_of_epsilon_one():
    assert odds_up(Fraction(1)) == "2.72"
    assert chance_in_hundred(Fraction(1)) == "74"
    assert chance_in_hundred(Fraction(1, 10**9)) == "51"
    assert chance_in_hundred(Fraction(10**6)) == "more than 99.9"
    assert odds_up(Fraction(10**6)) == "more than a million"


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["None, thanks", "b"], ["a, b", "c, d", "e"]])
def test_names_in_a_list_can_be_told_apart_where_they_hold_commas(names):
    said = listed(names)
    if len(names) == 1:
        assert said == names[0]
        return
    assert all(f"“{name}”" in said for name in names if "," in name)
    outside = re.sub("“.*?”(?=, |$)", "x", said)
    assert outside.count(", ") == len(names) - 1
