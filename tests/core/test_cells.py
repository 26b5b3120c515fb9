from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.tables.cells import choices, grid_index, reader, same_text
from dpstudio.core.tables.schema import Column, Kind


@pytest.mark.parametrize(
    ("text", "decimal", "grouping", "value"),
    [
        ("1,234.50", ".", ",", 123450), ("1.234,50", ",", ".", 123450), ("1 234,5", ",", " ", 123450),
        ("1\u00a0234,5", ",", " ", 123450), ("1\u202f234,5", ",", " ", 123450), ("1 234,5", ",", "\u00a0", 123450),
        ("1\u2019234.5", ".", "'", 123450), ("1'234.5", ".", "\u2019", 123450), ("1.234,5", ",", "'", None),
        ("-0.005", ".", "", 0), ("0.005", ".", "", 1), ("-0.006", ".", "", -1), (".5", ".", "", 50),
        ("5.", ".", "", 500),
        ("1,23.4", ".", ",", None), ("12,50", ".", "", None), ("abc", ".", "", None), ("", ".", "", None),
        ("1e-1", ".", "", 10), ("٣", ".", "", None), ("1e999999", ".", "", None), ("9" * 401, ".", "", None),
            ("1" + "0" * 308, ".", "", 1 << 62),
    ],
)  # fmt: skip
def test_numbers_are_read_under_their_declared_marks(text, decimal, grouping, value):
    column = Column("x", Kind.DECIMAL, Fraction(1, 100), decimal_mark=decimal, grouping_mark=grouping)
    assert reader(column)(text) == value


@given(st.fractions(min_value=-1000, max_value=1000), st.fractions(min_value=Fraction(1, 1000), max_value=10))
def test_rounding_is_floor_of_a_half_more(value, step):
    index = grid_index(value, step)
    assert -step / 2 < index * step - value <= step / 2


@pytest.mark.parametrize(("text", "steps"), [("-7", 0), ("0", 0), ("1.5", 3), ("2", 4), ("2.25", 4), ("1e30", 4)])
def test_what_lies_beyond_a_bound_counts_as_the_bound(text, steps):
    assert reader(Column("x", Kind.DECIMAL, Fraction(1, 2), bounds=(Fraction(0), Fraction(2))))(text) == steps


def test_yes_and_no_words_are_public_lists():
    read = reader(Column("x", Kind.YES_NO, true_words=("oui",), false_words=("non",), blank="non"))
    assert [read(c) for c in (" OUI", "non", "yes", "", None)] == [1, 0, 0, 0, 0]


def test_dates_count_days():
    read = reader(Column("d", Kind.DATE))
    first, second = read("2024-02-28"), read("2024-03-01 12:00")
    assert isinstance(first, int)
    assert second == first + 2
    assert read("0000-01-01") is None
    assert read("31.12.2024") is None


@given(st.text(max_size=20))
def test_every_cell_means_something_or_nothing(cell):
    for kind in Kind:
        meaning = reader(Column("x", kind, Fraction(1, 10)))(cell)
        assert meaning is None or isinstance(meaning, int | str)


def test_texts_match_after_normal_form_and_trimming():
    assert same_text(" e\u0301 ", True) == "é"
    assert same_text("STRASSE", False) == same_text("straße", False)
    assert same_text("Red", True) != same_text("red", True)


@pytest.mark.parametrize(
    ("cell", "separator", "match_case", "named"),
    [
        ("Tea;Milk", ";", True, {"Tea", "Milk"}), ("Tea;", ";", True, {"Tea"}), (" ; ;", ";", True, set()),
        ("Tea ; Tea", ";", True, {"Tea"}), ("A---B", "--", True, {"A", "-B"}), ("A B", " ", True, {"A", "B"}),
        ("A; B;", "; ", True, {"A", "B"}),
        ("TeaXmilk", "X", False, {"tea", "milk"}), ("e\u0301|E\u0301", "|", False, {"é"}),
    ],
)  # fmt: skip
def test_a_cell_of_several_choices_names_each_of_its_parts_but_no_blank_one(cell, separator, match_case, named):
    column = Column("x", Kind.CHOICES, separator=separator, match_case=match_case)
    assert choices(cell, column) == named


@given(st.text(max_size=12), st.text(min_size=1, max_size=3), st.booleans())
def test_a_cell_and_its_meaning_name_the_same_choices(cell, separator, match_case):
    column = Column("x", Kind.CHOICES, separator=separator, match_case=match_case)
    meaning = reader(column)(cell)
    assert choices(cell, column) == (frozenset() if meaning is None else choices(meaning, column))


@pytest.mark.parametrize("cell", ["", " ", ";", ";;", " ; \u00a0;"])
def test_a_cell_of_several_choices_that_names_nothing_is_blank(cell):
    assert reader(Column("x", Kind.CHOICES))(cell) is None
    assert reader(Column("x", Kind.CHOICES, blank="none"))(cell) == "none"
    assert reader(Column("x", Kind.CHOICES, blank="none"))(f"{cell};a") is not None
