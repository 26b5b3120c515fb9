"""Of a figure of several numbers any one can be chosen in the picture: by the mouse, by keys, before an audience."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.test_draws import opened
from tests.gui.test_presenting import fits, presented
from tests.gui.test_presenting import settle as presented_settles


def true_counts(studio, bins) -> list[int]:
    """How many people of the sample are in each bin, counted row by row: "Age: 18 to below 30", "Age: 80 or more"."""
    names, rows = studio.window.session.preview.everybody
    ages = [int(row[[name.lower() for name in names].index("age")]) for row in rows]
    ends = [[int(each) for each in re.findall(r"\d+", name)] for name in bins]
    return [sum(low <= age < (high[0] if high else 1000) for age in ages) for low, *high in ends]


def middle(preview) -> str:
    """The value that is most likely published."""
    chances = preview._shown.chances
    return preview._shown.label(int(chances.argmax()))


@pytest.mark.parametrize("view", ["law", "draws"])
def test_any_bin_of_a_histogram_is_chosen_by_the_arrow_keys_of_its_list(studio, view):
    preview = opened(studio, "ages", view)
    number = preview.parts.number
    assert number.isVisible()
    assert not preview.parts.which.isVisible(), "there is one figure alone"
    names = [number.itemText(place) for place in range(number.count())]
    assert len(names) == 7
    for place in (3, 6, 0):
        studio.choose(number, names[place])
        studio.settle()
        assert preview._shown.name == names[place]
        assert f"of {names[place]}, one of 7" in preview._shown.across
        drawn = preview.law.bars if view == "law" else preview.draws.plot
        assert drawn.chances == pytest.approx(100 * preview._shown.chances)


def test_the_bin_that_is_chosen_is_drawn_around_its_own_count(studio):
    preview = opened(studio, "ages", "law")
    number, found = preview.parts.number, []
    names = [number.itemText(place) for place in range(number.count())]
    for name in names:
        studio.choose(number, name)
        studio.settle()
        found.append(int(middle(preview)))
    assert len(set(found)) > 3
    assert found == true_counts(studio, names)


def test_the_bin_stays_while_epsilon_changes_and_is_named_in_what_is_taken_along(studio):
    preview = opened(studio, "ages", "law")
    name = preview.parts.number.itemText(4)
    studio.choose(preview.parts.number, name)
    studio.window.privacy.choose_epsilon("2")
    studio.settle()
    assert preview._shown.name == name
    assert [each.title for each in preview.exhibits()] == [f"Ages of patients, {name}, ε = 2: Law"]


def test_it_is_not_offered_where_there_is_one_number(studio):
    preview = opened(studio, "ages", "law")
    opened(studio, "drugs", "law")
    assert not preview.parts.isVisible()


def test_a_bin_is_chosen_before_an_audience(studio):
    shown = presented(studio, "ages")
    studio.option(shown.picture.views, "law")
    number = shown.picture.parts.number
    studio.focus(number)
    QTest.keyClick(number, Qt.Key.Key_Down)
    presented_settles(studio)
    assert shown.picture._shown.name == number.itemText(1)
    fits(shown)
