"""What is said of a mean before its release is true of what comes out, for every table of so many rows."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure.figures.ahead import mean_within
from tests.core.test_errors_of_figures import FigurePlan, line, measured


def mean(**asked):
    return measured(FigurePlan("mean", "m", "x", **asked), relation="add_remove", kind="row")


def ahead(asked, rows: int) -> Fraction | None:
    figure = asked.figures[0]
    of_sum, of_number = errors.vector_errors(asked)
    return mean_within(figure.figure.column.bounds, (of_sum, of_number), figure.rounding, rows)


@pytest.mark.parametrize("epsilon", ["1", "400"])
@pytest.mark.parametrize("rounding", ["", "0.05", "3"])
@pytest.mark.parametrize("rows", [10, 25, 60, 1000])
def test_whatever_the_values_are_the_mean_is_within_what_was_said_of_it(rows, rounding, epsilon):
    asked = replace(mean(rounding=rounding), epsilon=Fraction(epsilon))
    said, (low, high) = ahead(asked, rows), asked.figures[0].figure.column.bounds
    if said is None:
        said = high - low + Fraction(rounding or 0) / 2
    of_sum, of_number = errors.vector_errors(asked)
    steps = [Fraction(at, 4) for at in range(-4, 5)]
    for share, more, number, count in product(range(11), steps, (-1, 0, 1), (rows, rows + 7)):
        total = low * count + (high - low) * count * share // 10
        printed = line(asked, total + round(more * of_sum), count + number * of_number)
        assert abs(Fraction(printed["value"]) - Fraction(total) / count) <= said


def test_of_hardly_any_noise_it_is_hardly_anything():
    assert ahead(replace(mean(), epsilon=Fraction(400)), 1000) == 0
    assert 0 < ahead(mean(), 1000) < Fraction(1, 2)


def test_with_more_rows_it_only_shrinks():
    said = [ahead(mean(), rows) for rows in (20, 40, 100, 1000, 10**6)]
    told = [each for each in said if each is not None]
    assert told == sorted(told, reverse=True)
    assert len(told) > 2


def test_of_as_many_rows_as_the_noise_may_add_nothing_is_said():
    asked = mean()
    assert ahead(asked, int(errors.vector_errors(asked)[1])) is None
    assert ahead(asked, 1) is None
