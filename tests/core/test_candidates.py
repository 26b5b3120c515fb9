from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Listed, parse_dates, parse_grid, parse_list, parse_product, parse_weights
from dpstudio.core.errors import InputError


def test_a_grid_is_exact_and_holds_both_ends():
    grid = parse_grid("0.01", "5.00", "0.01")
    assert grid.count == 500
    assert (grid.label(0), grid.label(99), grid.label(499)) == ("0.01", "1.00", "5.00")
    numbers = grid.numbers()
    assert numbers.unit == Fraction(1, 100)
    assert np.array_equal(numbers.steps, np.arange(1, 501))


def test_a_grid_of_thirds_and_below_zero():
    grid = parse_grid("-1", "1", "1/3")
    assert [grid.label(i) for i in range(grid.count)] == ["-1", "-2/3", "-1/3", "0", "1/3", "2/3", "1"]
    assert parse_grid("-0.5", "0.5", "0.5").label(0) == "-0.5"


@pytest.mark.parametrize(
    ("start", "stop", "step", "said"),
    [
        ("1", "0", "1", "below the start"),
        ("0", "1", "0", "step is 0"),
        ("0", "1", "-1", "step is negative"),
        ("0", "10000000000000000000", "1", "10,000,000,000,000,000,001 points"),
        ("", "1", "1", "start is blank"),
        ("0", "1e400", "1", "stop is not a number"),
        ("0", "٣", "1", "stop is not a number"),
    ],
)
def test_a_wrong_grid_is_refused_at_its_field(start, stop, step, said):
    with pytest.raises(InputError, match=said):
        parse_grid(start, stop, step)


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "empty"), ("\n \n", "empty"), ("a\nb\na", "Candidates 1 and 3 are the same"), ("x" * 501, "longer than 500")],
)
def test_an_unusable_list_is_explained(text, said):
    with pytest.raises(InputError, match=said):
        parse_list(text)


def test_twins_that_differ_in_capitals_only_matter_when_capitals_do_not():
    assert parse_list("a\nA") == ("a", "A")
    with pytest.raises(InputError, match="same"):
        parse_list("a\nA", match_case=False)


@pytest.mark.parametrize(
    ("weights", "said"), [(("1",), "1 weight for 2"), (("1", "0"), "is 0"), (("1", "-2"), "negative")]
)
def test_wrong_weights_are_explained(weights, said):
    with pytest.raises(InputError, match=said):
        parse_weights(weights, ("a", "b"))
    assert parse_weights(("1", "1/3"), ("a", "b")) == (1, Fraction(1, 3))


def test_labels_that_are_no_numbers_are_named():
    with pytest.raises(InputError, match="“b”"):
        Listed(("1", "b")).numbers()


def test_dates_are_candidates_of_a_date_column():
    numbers = Listed(("2024-02-28", "2024-03-01")).numbers()
    assert int(numbers.steps[1] - numbers.steps[0]) * numbers.unit == 2
    with pytest.raises(InputError):
        Listed(("2024-02-31",)).numbers()


def test_a_grid_of_dates():
    days = parse_dates("2024-02-27", "2024-03-05", "2")
    assert [days.label(i) for i in range(days.count)] == ["2024-02-27", "2024-02-29", "2024-03-02", "2024-03-04"]
    assert np.array_equal(
        days.numbers().steps * int(days.numbers().unit),
        Listed(days.texts("")).numbers().steps * int(Listed(days.texts("")).numbers().unit),
    )


@pytest.mark.parametrize(
    ("start", "stop", "step", "said"),
    [("2024-02-30", "2024-03-01", "1", "start is not a date"), ("2024-03-01", "2024-02-01", "1", "before the start"),
     ("2024-02-01", "2024-03-01", "0.5", "whole number"), ("1", "2", "1", "not a date")],
)  # fmt: skip
def test_wrong_dates_are_refused_at_their_field(start, stop, step, said):
    with pytest.raises(InputError, match=said):
        parse_dates(start, stop, step)


def test_every_combination_of_lists():
    made = parse_product("red\nblue\n\nS\nM\nL\n")
    assert made.count == 6
    assert made.labels[:2] == ("red · S", "red · M")
    assert made.texts("part 2") == ("S", "M", "L", "S", "M", "L")
    assert made.origin == "product of lists"


@pytest.mark.parametrize(
    ("text", "said"), [("a\nb", "two lists"), ("a\na\n\nb", "the same"), ("\n\n".join(["1\n2\n3\n4"] * 11), "at most")]
)
def test_wrong_products_are_explained(text, said):
    with pytest.raises(InputError, match=said):
        parse_product(text)
