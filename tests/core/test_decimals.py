"""Numbers of a whole batch mean what each of them means alone."""

from fractions import Fraction

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.decimals import plain_steps
from dpstudio.core.tables.meanings import map_cells
from dpstudio.core.tables.schema import Column, Kind

DIGITS = st.text("0123456789", max_size=12)
NUMBERS = st.builds(
    lambda s, a, m, b: s + a + m + b, st.sampled_from(["", "-", "+"]), DIGITS, st.sampled_from(["", ".", ","]), DIGITS
)
CELLS = st.lists(
    st.one_of(NUMBERS, st.none(), st.text(max_size=6), st.sampled_from(["1e3", " 7", "1,234", "nan", "٣", "1\n"]))
)
STEPS = st.sampled_from(
    [
        Fraction(1),
        Fraction(1, 100),
        Fraction(1, 3),
        Fraction(5, 2),
        Fraction(7),
        Fraction(1, 10**9),
        Fraction(1, 10**12),
    ]
)


@given(CELLS, STEPS, st.sampled_from(list(".,")), st.sampled_from([None, (-3, 5)]), st.sampled_from([None, "2"]))
def test_a_batch_means_what_its_cells_mean_alone(cells, step, mark, ends, blank):
    bounds = None if ends is None else (ends[0] * step, ends[1] * step)
    column = Column("x", Kind.DECIMAL, step, bounds, blank, decimal_mark=mark, grouping_mark="" if mark == "," else ",")
    meaning = reader(column)
    found = map_cells(pa.array(cells, pa.string()), column)
    assert found.to_pylist() == [meaning(cell) for cell in cells]


@pytest.mark.parametrize(
    "text", ["0.005", "-0.005", "0.015", "-0.015", "999999999.999999999", "-999999999.999999999", "00.5"]
)
def test_halves_are_rounded_up_on_the_grid_as_everywhere(text):
    column = Column("x", Kind.DECIMAL, Fraction(1, 100))
    steps, done = plain_steps(pa.array([text]), column)
    assert done.tolist() == [True]
    assert steps.tolist() == [reader(column)(text)]


def test_a_slice_of_a_batch_is_read_from_its_own_place():
    column = Column("x", Kind.INTEGER)
    whole = pa.array(["1", "2", "x", "4", "5"])
    assert map_cells(whole.slice(1, 3), column).to_pylist() == [2, None, 4]
    assert map_cells(pa.array([], pa.string()), column).to_pylist() == []


@pytest.mark.parametrize("kind", [Kind.DATE, Kind.CATEGORY, Kind.YES_NO])
def test_other_types_are_left_to_their_own_reader(kind):
    assert plain_steps(pa.array(["1"]), Column("x", kind)) is None
