"""Many draws come in parts, can be cancelled between two of them, and are all counted."""

import numpy as np
import pytest

from dpstudio.core.errors import Cancelled
from dpstudio.core.preview.draws import ByChance, Draws, apart, tally_of
from dpstudio.workspace.releasing import drawing
from tests.apart import apart as plainly_apart
from tests.apart import apart_by_chance
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
    tally, story, _ = drawing.one(Draws(coin), Seeded("a"), watched=True)
    assert tally[1].sum() in (0, 1)
    assert story is None


def test_how_far_frequencies_lie_from_a_law_is_the_total_variation_distance():
    law = np.array([0.5, 0.3, 0.1])
    assert apart(np.arange(3), law, law, 0.9) == pytest.approx(0)
    assert apart(np.array([0]), np.array([1.0]), law, 0.9) == pytest.approx(0.5)
    nothing = np.zeros(0, np.int64), np.zeros(0)
    assert apart(*nothing, law, 0.9) == pytest.approx(0.9), "all beyond the picture, where a tenth belongs"


@pytest.mark.parametrize("shape", [0.1, 1.0, 10.0])
def test_what_was_never_drawn_need_not_be_looked_at(shape):
    random = np.random.default_rng(round(10 * shape))
    law = random.dirichlet(np.full(50, shape)) * 0.97
    places = np.sort(random.choice(50, 12, replace=False))
    shares = random.dirichlet(np.ones(12)) * 0.9
    everywhere = np.zeros(50)
    everywhere[places] = shares
    assert apart(places, shares, law, float(law.sum())) == pytest.approx(plainly_apart(everywhere, law))


@pytest.mark.parametrize("draws", [1, 30, 1_000, 1_000_000])
@pytest.mark.parametrize("shape", [0.01, 1.0, 100.0])
def test_what_chance_makes_of_a_law_is_added_up_once_for_any_number_of_draws(draws, shape):
    law = np.random.default_rng(7).dirichlet(np.full(300_000 if shape == 1 else 200, shape))
    assert ByChance(law).apart(draws) == pytest.approx(apart_by_chance(law, draws), rel=1e-4)


@pytest.mark.parametrize("draws", [1, 100, 10_000])
def test_what_chance_alone_makes_is_about_what_many_tries_make(draws):
    law, found = np.full(40, 1 / 40), []
    for seed in range(40):
        words = Seeded(f"{seed}").words(draws) % np.uint64(40)
        found.append(plainly_apart(np.bincount(words.astype(np.int64), minlength=40) / draws, law))
    assert ByChance(law).apart(draws) == pytest.approx(np.mean(found), rel=0.1)
