"""The bar of steps: every name and every choice is whole, however large the text and however narrow the window."""

import pytest
from PySide6.QtGui import QFontMetrics

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.captions import in_lines, within
from tests.gui.cutting import captions_cut
from tests.gui.test_large_text import SIZES, text_to

CHOICES = (
    "number_of_visits_in_the_year_befor…down_2026.csv, private",
    "randomized answers of “smoker”", "nearness to people as a whole",
    "ε = 1, Exponential mechanism", "", "0 of 10 spent",
)  # fmt: skip
LETTERS = len


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_every_name_and_choice_is_whole_at_every_size_of_text(studio, width):
    """Live: the bar stands in a window whose texts grow and shrink again."""
    bar = studio.window.workplace.steps
    studio.window.show_tab("tables")
    studio.window.resize(width, 700)
    studio.qtbot.waitUntil(lambda: bar.width() == width)
    for place, chosen in enumerate(CHOICES):
        bar.show_step(place, "done", chosen)
    heights = []
    for percent in (*SIZES[2:], "130", "100"):
        text_to(studio, percent)
        studio.qtbot.waitUntil(lambda: captions_cut(bar) == [], timeout=3000)
        assert sum(bar.tabRect(place).width() for place in range(bar.count())) <= width
        heights.append(bar.height())
    assert heights[0] == heights[-1]


def test_the_bar_has_two_lines_where_the_width_allows_it(studio):
    bar = studio.window.workplace.steps
    studio.window.show_tab("tables")
    title, chosen = map(QFontMetrics, bar._fonts())
    assert bar.height() < 2 * title.height() + 2 * chosen.height() + THEME.px(12)


def test_a_text_is_broken_where_its_words_end_and_the_longest_line_is_as_short_as_can_be():
    assert in_lines(LETTERS, "one two three four", 1) == ("one two three four",)
    assert in_lines(LETTERS, "one two three four", 2) == ("one two", "three four")
    assert in_lines(LETTERS, "one two three four", 9) == ("one", "two", "three", "four")


def test_a_long_name_is_broken_within_and_nothing_of_it_is_lost():
    name = "number_of_visits_in_the_year_before_last.csv"
    lines = in_lines(LETTERS, name, 3)
    assert "".join(lines) == name
    assert max(map(len, lines)) < 20


def test_no_more_lines_are_taken_than_a_width_asks_for():
    assert within(LETTERS, "one two three four", 18, 4) == ("one two three four",)
    assert within(LETTERS, "one two three four", 10, 4) == ("one two", "three four")
    assert within(LETTERS, "one two three four", 1, 2) == ("one two", "three four")
