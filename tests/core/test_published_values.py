"""What a figure's picture shows for each number of steps of noise is what would be printed, worked out by words."""

from fractions import Fraction
from itertools import pairwise
from math import floor

from hypothesis import given, settings
from hypothesis import strategies as st

from dpstudio.kinds.measure.bins import noise_bins, noise_law
from dpstudio.kinds.measure.figures.contract import Finish
from dpstudio.kinds.measure.published import Published
from tests.core.test_errors_of_figures import measured
from tests.core.test_release_kinds import FigurePlan

FAR = 20
NUMBERS = st.fractions(-60, 60, max_denominator=30)
WIDTHS = st.none() | st.fractions(Fraction(1, 30), 40, max_denominator=30)
FINISHES = st.builds(
    lambda people, width, ends: Finish(people, width, *ends),
    st.sampled_from([1, 1, 7, 48]),
    WIDTHS,
    st.tuples(NUMBERS, NUMBERS).map(sorted) | st.tuples(st.none() | NUMBERS, st.none()) | st.tuples(st.none(), NUMBERS),
)
STEPS = st.fractions(Fraction(1, 20), 5, max_denominator=20)


def by_words(finish, number):
    """Divided, halves rounded up, kept between the ends."""
    number /= finish.people
    if finish.rounding is not None:
        number = floor(number / finish.rounding + Fraction(1, 2)) * finish.rounding
    number = number if finish.least is None else max(number, finish.least)
    return number if finish.greatest is None else min(number, finish.greatest)


def side_by_side(reach, half):
    width = 2 * half + 1
    return tuple((at - half, at + half) for at in range(-reach * width, reach * width + 1, width))


def parted(bins, values, finish):
    """Each bin begins where its first value does; the ends of a clamping stand alone in what is shown."""
    same = {step: [other for other in values if values[other] == values[step]] for step in values}
    lowest, end = same[bins[0][0]][0], same[bins[-1][1]][-1] + 1
    borders = {same[first][0] for first, _ in bins} | {end}
    ends = {finish.least, finish.greatest} - {None}
    borders |= {same[lowest][-1] + 1} if values[lowest] in ends else set()
    borders |= {same[end - 1][0]} if values[end - 1] in ends else set()
    return tuple((first, after - 1) for first, after in pairwise(sorted(each for each in borders if each <= end)))


@settings(deadline=None)
@given(FINISHES, st.integers(-300, 300), STEPS)
def test_each_step_of_noise_leads_to_what_the_words_say(finish, centre, step):
    published = Published(finish, centre, step)
    for noise in range(-40, 41):
        said = by_words(finish, (centre + noise) * step)
        assert published.value(noise) == said
        assert finish.of((centre + noise) * step) == said


@settings(deadline=None, max_examples=25)
@given(FINISHES, st.integers(-60, 60), STEPS, st.integers(1, 5), st.integers(0, 2))
def test_the_bins_of_a_picture_are_those_that_the_words_lead_to(finish, centre, step, reach, half):
    bins = side_by_side(reach, half)
    published = Published(finish, centre, step)
    far = FAR * (bins[-1][1] + 1)
    values = {noise: by_words(finish, (centre + noise) * step) for noise in range(-far, far)}
    found = published.apart(bins)
    assert found == parted(bins, values, finish)
    assert published.widest(found) == max(values[last] - values[first] for first, last in found)
    middles = [values[sum(ends) // 2] for ends in found]
    steps = {later - one for one, later in pairwise(middles)}
    if len(steps) == 1 and min(steps) > 0:
        assert published.line(found) == (float(middles[0]), float(min(steps)), "")
    else:
        assert published.line(found) is None


def test_figures_that_are_alike_have_one_law():
    """A name changes nothing in a picture, so what it is drawn of is not worked out again."""
    one, other = (measured(FigurePlan("count", name)) for name in ("Rows", "People"))
    assert noise_law(one, 0) is noise_law(other, 0)
    assert noise_law(one, 0)[0] == noise_bins(one, 0)
    wider = measured(FigurePlan("count", "Rows"), beta="0.5")
    assert noise_law(wider, 0) is not noise_law(one, 0)
