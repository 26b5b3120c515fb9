"""What candidates count in a picture: as the column that a formula sets them beside."""

from fractions import Fraction

import pytest

from dpstudio.core.candidates import Grid
from dpstudio.core.scores.candidate_unit import unit_beside
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.tables.schema import Column, Kind


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("sum(candidate where price >= candidate)", "€"),
        ("-sum(abs(price - candidate))", "€"),
        ("count(age < candidate)", "years"),
        ("count(price >= candidate and age >= candidate)", ""),
        ("-sum(abs(price * candidate - age))", ""),
        ("candidate * count(age >= 18)", ""),
    ],
)
def test_a_candidate_counts_what_it_is_compared_with(text, unit):
    units, one = {"price": "€", "age": "years"}, Fraction(1)
    columns = {name: Column(name, Kind.INTEGER, one, unit=each) for name, each in units.items()}
    tree = bind(parse(text), columns, Grid(one, one, 10), bounded=False)
    assert unit_beside(tree, columns.values()) == unit
