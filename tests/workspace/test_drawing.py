"""Many draws come in parts, can be cancelled between two of them, and are all counted."""

import numpy as np
import pytest

from dpstudio.core.errors import Cancelled
from dpstudio.core.preview.draws import Draws, apart, apart_by_chance, tally_of
from dpstudio.workspace import drawing
from tests.conftest import Seeded


def coin(entropy, many):
    """A fair coin; every fifth throw is lost."""
    words = entropy.words(many)
    return tally_of(np.where(words % 5 == 0, -1, (words >> np.uint64(8)) % 2).astype(np.int64))


def test_every_draw_is_made_and_what_is_beyond_the_picture_is_left_out(entropy):
    parts = []
    drawing.many(Draws(coin), 10_000, entropy, lambda *part: parts.append(part), lambda _: None)
    assert sum(many for many, _ in parts) == 10_000
    assert 7_500 < sum(int(times.sum()) for _, (_, times) in parts) < 8_500
    assert max(many for many, _ in parts) > 1_000, "quick draws are made many at a time"


def test_it_stops_between_two_parts_and_what_was_drawn_is_told(entropy):
    parts = []

    def tick(share):
        if share > 0.3:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        drawing.many(Draws(coin), 100_000, entropy, lambda *part: parts.append(part), tick)
    assert 0 < sum(many for many, _ in parts) < 100_000


def test_one_draw_is_one_draw():
    tally, story = drawing.one(Draws(coin), Seeded("a"), watched=True)
    assert tally[1].sum() in (0, 1)
    assert story is None


def test_how_far_frequencies_lie_from_a_law_is_the_total_variation_distance():
    law = np.array([0.5, 0.3, 0.1])
    assert apart(np.array([0.5, 0.3, 0.1]), law) == pytest.approx(0)
    assert apart(np.array([1.0, 0.0, 0.0]), law) == pytest.approx(0.5)
    assert apart(np.array([0.0, 0.0, 0.0]), law) == pytest.approx(0.9), "all beyond the picture, where a tenth belongs"


@pytest.mark.parametrize("draws", [1, 100, 10_000])
def test_what_chance_alone_makes_is_about_what_many_tries_make(draws):
    law, found = np.full(40, 1 / 40), []
    for seed in range(40):
        words = Seeded(f"{seed}").words(draws) % np.uint64(40)
        found.append(apart(np.bincount(words.astype(np.int64), minlength=40) / draws, law))
    assert apart_by_chance(law, draws) == pytest.approx(np.mean(found), rel=0.1)
