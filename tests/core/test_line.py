"""A line of candidates: as many pieces as the data need, the law of every single point."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.candidates import Grid, sets
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.simulation import simulate
from dpstudio.core.preview.tabulated import law_table
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import evaluate
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.rules import Formula, Median, Quantile
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.kinds.choose import releasing
from dpstudio.kinds.choose.previewing import of_choice
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded
from tests.questions import choice

EXPONENTIAL = SELECTIONS["exponential"]
UNIT = PrivacyUnit(Relation.ADD_REMOVE)


def counted(values, step=Fraction(1)):
    found = sorted(set(values))
    return [Counts(pa.array(found, pa.int64()), pa.array([values.count(v) for v in found], pa.int64()))]


@pytest.fixture
def short_lines(monkeypatch):
    """Every grid of more than three points counts as a line."""
    monkeypatch.setattr(sets, "MOST_CANDIDATES", 3)


@pytest.mark.usefixtures("short_lines")
@given(
    st.lists(st.integers(-12, 30), max_size=8),
    st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(2)]),
    st.sampled_from([Fraction(1), Fraction(1, 3)]),
    st.sampled_from([None, Fraction(1, 2), Fraction(9, 10)]),
)
def test_pieces_have_the_score_of_each_of_their_points(values, step, column_step, alpha):
    column, line = Column("x", Kind.DECIMAL, column_step), Grid(Fraction(-2), step, 9)
    rule = Median(column) if alpha is None else Quantile(column, alpha)
    pieces = evaluate(rule, line, counted(values))
    assert pieces.sizes.sum() == line.count
    assert pieces.starts.tolist() == [0, *np.cumsum(pieces.sizes)[:-1].tolist()]
    weight = (Fraction(1), Fraction(1)) if alpha is None else (1 - alpha, alpha)
    for start, size, score in zip(pieces.starts, pieces.sizes, pieces.steps, strict=True):
        for point in range(start, start + size):
            y = line.start + point * line.step
            below = sum(v * column_step < y for v in values)
            above = sum(v * column_step > y for v in values)
            assert int(score) * pieces.unit == -abs(weight[0] * below - weight[1] * above)


@pytest.mark.usefixtures("short_lines")
def test_every_point_has_its_law_and_the_realised_epsilon_stays_within_the_claim():
    column, line = Column("x", Kind.INTEGER), Grid(Fraction(0), Fraction(1), 8)
    epsilon, worst = Fraction(1), mpmath.mpf(0)

    def law(values):
        asked = choice(Median(column), line, UNIT, epsilon=epsilon)
        scores = evaluate(asked.rule, line, counted(list(values)))
        rate = asked.calibration.rate(scores.unit)
        top = mpmath.iv.mpf(rate.numerator) / rate.denominator
        weights = [
            mpmath.iv.exp(top * int(score))
            for score, size in zip(scores.steps, scores.sizes, strict=True)
            for _ in range(size)
        ]
        whole = sum(weights, mpmath.iv.mpf(0))
        return [w / whole for w in weights]

    for values in itertools.combinations_with_replacement(range(-1, 9), 2):
        for p, q in zip(law(values), law(values[1:]), strict=True):
            worst = max(worst, abs(mpmath.mpf(mpmath.iv.log(p / q).b)), abs(mpmath.mpf(mpmath.iv.log(p / q).a)))
    assert 0.5 < worst <= 1 + 1e-12


def test_points_of_a_piece_weigh_by_their_number_and_not_by_its_length():
    """Lengths of pieces instead of numbers of points would give the value's own point no chance at all."""
    column, line = Column("x", Kind.INTEGER), Grid(Fraction(0), Fraction(1), 10**8)
    scores = evaluate(Median(column), line, counted([40, 40, 40]))
    assert scores.sizes.tolist() == [40, 1, 10**8 - 41]
    law = EXPONENTIAL.law(scores.steps, Fraction(20), scores.sizes)
    assert law[1] > 0.999999


@pytest.mark.usefixtures("short_lines")
def test_the_draw_follows_the_law_of_the_points():
    column, line = Column("x", Kind.INTEGER), Grid(Fraction(0), Fraction(1), 8)
    asked = choice(Median(column), line, UNIT, epsilon=Fraction(2))
    scores = evaluate(asked.rule, line, counted([1, 4, 4, 6]))
    exact = np.repeat(EXPONENTIAL.law(scores.steps, Fraction(1), scores.sizes) / scores.sizes, scores.sizes)
    entropy = Seeded("line")
    drawn = [int(releasing.draw(asked, scores, entropy)["chosen"]) for _ in range(4000)]
    assert chi_square(np.bincount(drawn, minlength=8), exact) < LIMIT
    assert chi_square(np.bincount(drawn, minlength=8), np.full(8, 1 / 8)) > LIMIT
    many = {int(outcome): times for outcome, _, times in simulate(asked, Shown(scores), 4000, entropy)}
    assert chi_square([many.get(point, 0) for point in range(8)], exact) < LIMIT


@pytest.mark.usefixtures("short_lines")
def test_the_law_of_a_line_tells_of_every_piece_its_points_and_all_their_chance():
    column, line = Column("x", Kind.INTEGER), Grid(Fraction(0), Fraction(1), 8)
    asked = choice(Median(column), line, UNIT, epsilon=Fraction(2))
    scores = evaluate(asked.rule, line, counted([1, 4, 4, 6]))
    names, rows = law_table(asked, Shown(scores))
    assert names == ("first", "last", "points", "score", "probability")
    weights = [int(points) * np.exp(float(Fraction(score))) for _, _, points, score, _ in rows]
    assert [float(row[-1]) for row in rows] == pytest.approx([weight / sum(weights) for weight in weights])
    assert [int(row[2]) for row in rows] == scores.sizes.tolist()


def test_a_line_of_10_to_the_17_points_is_drawn_and_plotted():
    column = Column("x", Kind.DECIMAL, Fraction(1, 100))
    line = Grid(Fraction(0), Fraction(1, 10**11), 10**17)
    asked = choice(Median(column), line, UNIT)
    scores = evaluate(asked.rule, line, counted([100 * v for v in range(1000, 9000, 10)]))
    value = float(releasing.draw(asked, scores, Seeded("far"))["chosen"])
    assert 4000 < value < 6000
    shown = of_choice(asked, Shown(scores), Badge.SAMPLE)
    assert shown.chances.sum() == pytest.approx(1, abs=0.01)
    assert shown.bins is not None
    ends = [tuple(map(Fraction, shown.bins.ends(place))) for place in range(shown.chances.size)]
    first, last = ends[int(shown.chances.argmax())]
    assert 4000 < first < last < 6000
    assert all(after - last == line.step for (_, last), (after, _) in itertools.pairwise(ends))


@pytest.mark.usefixtures("short_lines")
def test_a_line_far_from_zero_is_scored_exactly():
    column, line = Column("x", Kind.DECIMAL, Fraction(1, 10)), Grid(Fraction(10**30), Fraction(1, 7), 9)
    pieces = evaluate(Median(column), line, counted([5, 2**61, 2**62]))
    assert pieces.sizes.tolist() == [9]
    assert pieces.steps.tolist() == [-3]


@pytest.mark.parametrize(
    "text",
    [
        "median(x, candidate)", "-abs(sum(x - candidate))", "distinct(x where x < candidate)",
        "capped_sum(x, 3 where x < candidate)", "sum(x where x < candidate) / max(2, count(x < candidate))",
        "sum(candidate - x where x > 2) / max(3, count(x > 2))", "candidate * sum(x) - candidate * count(x > 1)",
        "-abs(count(x < candidate) - count(x > candidate))", "count(not blank(x) and x < candidate)",
    ],
)  # fmt: skip
@pytest.mark.parametrize("thorough", [False, True])
def test_on_the_way_to_a_bound_a_line_is_never_listed(text, thorough, monkeypatch):
    column, line = Column("x", Kind.INTEGER, bounds=(Fraction(0), Fraction(9))), Grid(Fraction(0), Fraction(1), 10**17)
    for listing in ("texts", "numbers"):
        monkeypatch.setattr(Grid, listing, _never)
    tree = bind(parse(text), {"x": column}, line)
    made = derive(Formula((column,), tree), line, UNIT, thorough=thorough)
    assert 0 < made.delta <= made.range * 2


def _never(*_):
    raise AssertionError("a line was listed")
