"""The view You: what a release can tell about one person, counted in people, in plain words, and never too little."""

from fractions import Fraction

import pytest
from PySide6.QtGui import QAccessible

from dpstudio.core.quantities import chance_in_hundred, suspicion_share
from dpstudio.gui.look.theme import THEME
from tests.gui.hearing import told
from tests.gui.test_draws import law, opened


def painted(field, place: int) -> bool:
    """Whether one of the people is filled."""
    spot = field.cell(place)
    picture = field.grab().toImage()
    return (
        picture.pixelColor(int(spot.center().x()), int(spot.top() + 0.7 * spot.height())).name() == THEME.palette.accent
    )


@pytest.mark.parametrize(("epsilon", "filled"), [("1", 74), ("0.01", 51), ("3", 96), ("8", 99), ("40", 99)])
def test_a_suspicion_is_counted_in_people_without_your_data_and_with_them(studio, epsilon, filled):
    you = opened(studio, "colour", "you").you
    studio.type(studio.window.privacy.fields["privacy.epsilon"], epsilon)
    studio.settle()
    without, with_you = you.fields
    assert (without.filled, with_you.filled) == (50, filled)
    assert with_you.filled >= min(99, float(suspicion_share(Fraction(epsilon)))), "never shown smaller than it is"
    for field, count in ((without, 50), (with_you, filled)):
        assert [painted(field, place) for place in (0, count - 1, count, 99)] == [True, True, False, count > 99]
    most = chance_in_hundred(Fraction(epsilon))
    assert most in you.captions[1].text()
    assert most in you.said.text()
    assert told(with_you).text(QAccessible.Text.Name) == you.captions[1].text()
    assert you.warning.isVisible() == (Fraction(epsilon) > 5)


def test_what_it_is_compared_with_follows_the_neighbours_that_are_protected(studio):
    assert opened(studio, "colour", "you").you.captions[0].text() == "Without your data: 50 of 100"
    assert opened(studio, "halfspaces", "you").you.captions[0].text() == "With another's data in your place: 50 of 100"


def test_what_holds_for_every_table_and_answer_says_so(studio):
    preview = opened(studio, "survey", "you")
    assert preview.badge.text() == "NO DATA NEEDED"
    place = preview.views.buttons["law"].geometry()
    assert not preview.parts.which.isEnabled(), "it holds for every answer"
    studio.option(preview.views, "law")
    assert preview.parts.which.isEnabled()
    assert preview.views.buttons["law"].geometry() == place, "nothing jumps away from a click"


def test_randomized_answers_are_shown_as_answers_that_stay(studio):
    you = opened(studio, "survey", "you").you
    shown = studio.window.session.preview.shown
    for place, field in enumerate(you.fields):
        assert field.filled == round(100 * float(shown[place].chances[place]))
        assert shown[place].label(place) in you.captions[place].text()
    assert you.where.text().startswith("You → table → noise → result. Your answer is in the table as you gave it")
    assert law(studio).scores is None
    you = opened(studio, "colour", "you").you
    assert you.where.text().startswith("You → table → noise → result.")


def test_a_guarantee_that_may_fail_says_so(studio):
    you = opened(studio, "smokers", "you").you
    assert "δ" not in you.said.text()
    privacy = studio.window.privacy
    studio.pick(privacy.fields["privacy.noise"], "discrete_gaussian")
    studio.type(privacy.fields["privacy.delta"], "0.000001")
    studio.type(privacy.fields["privacy.delta_cap"], "0.5")
    studio.settle()
    assert "This may fail with probability δ = 0.000001." in you.said.text()
