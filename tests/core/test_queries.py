"""A table beside a synthetic one: shares, errors, the worst query and halfspaces are those that counting rows gives."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import atan2, hypot, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import Queries as Class
from dpstudio.core.mechanisms.small_database import Synthesis, query_matrix, table
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.halfspaces import (
    STEP,
    directions,
    pivot,
    placed,
    reach,
    said,
    through,
    toward,
    turned,
    within,
)
from dpstudio.core.preview.queries import Coordinate, Halfspace, Plane, summed
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.synthesize.previewing import of_tables
from dpstudio.kinds.synthesize.queries import queries_of
from dpstudio.kinds.synthesize.question import SyntheticTable
from tests.chi_square import LIMIT, chi_square
from tests.conftest import Seeded

CASES = [
    (1, Class.COLUMNS, ()), (2, Class.COLUMNS, ()), (3, Class.PAIRS, ()), (2, Class.HALFSPACES, (-1, 0, 1)),
    (3, Class.HALFSPACES, (-1, 0, 1)), (3, Class.HALFSPACES, (-7, 2)),
]  # fmt: skip


def asked(width, queries, weights) -> SyntheticTable:
    columns = tuple(Column(name, Kind.YES_NO, true_words=("yes",), false_words=("no",)) for name in "abc"[:width])
    return SyntheticTable(
        name="", handle="h" * 32, source=Source("text", text=""), role=Role.SAMPLE,
        unit=PrivacyUnit(Relation.REPLACE_ONE), epsilon=Fraction(1), beta=Fraction(1, 20), cap=Fraction(3),
        columns=columns, synthesis=Synthesis(width, queries, weights, 4), alpha=Fraction(1, 2), people=4,
    )  # fmt: skip


def counted(width, queries, weights) -> set[tuple[bool, ...]]:
    """Which types every query of a class counts, written down anew."""
    rows = [tuple(kind >> place & 1 for place in range(width)) for kind in range(2**width)]
    if queries is Class.HALFSPACES:
        chosen = product(weights, repeat=width - 1)
        return {
            tuple(sum(w * x for w, x in zip(each, row[:-1], strict=True)) >= row[-1] for row in rows) for each in chosen
        }
    found = {tuple(row[place] == 1 for row in rows) for place in range(width)}
    if queries is Class.PAIRS:
        found |= {tuple(row[i] + row[j] == 2 for row in rows) for i in range(width) for j in range(i)}
    return found


def found(width, queries, weights, truth=None):
    question = asked(width, queries, weights)
    truth = truth or tuple((3 * kind + 1) % 5 for kind in range(2**width))
    scores = SMALL_DATABASE.scores(question.synthesis, truth)
    return question, scores, queries_of(question, Shown(scores), truth)


@pytest.mark.parametrize(("width", "queries", "weights"), CASES)
def test_each_query_of_the_class_is_there_once_and_counts_its_rows_in_a_halfspace(width, queries, weights):
    _, _, made = found(width, queries, weights)
    assert {each.counts for each in made.queries} == counted(width, queries, weights)
    assert len(made.queries) == len(query_matrix(width, queries, weights))
    for query in made.queries:
        inside = tuple(
            query.halfspace.across * x + query.halfspace.up * y >= query.halfspace.least for x, y in query.plane.spots
        )
        assert inside == query.counts == query.plane.counts(query.halfspace)
        assert made.declared(inside) is query


@pytest.mark.parametrize(("width", "queries", "weights"), CASES)
def test_the_worst_query_is_that_by_which_a_table_is_scored(width, queries, weights):
    question, scores, made = found(width, queries, weights)
    people, rows = sum(made.truth), question.synthesis.rows
    for number in range(0, len(scores), max(1, len(scores) // 40)):
        drawn = table(question.synthesis, number)
        lines = made.by_error(drawn)
        errors = [shares.error for _, shares in lines]
        assert errors == sorted(errors, reverse=True)
        assert errors[0] == Fraction(-int(scores[number]), people * rows)
        for query, shares in lines:
            inside = [sum(n for n, q in zip(each, query.counts, strict=True) if q) for each in (made.truth, drawn)]
            assert shares == (Fraction(inside[0], people), Fraction(inside[1], rows))


def test_what_is_drawn_follows_the_law():
    question, scores, made = found(1, Class.COLUMNS, (), (2, 6))
    entropy = Seeded("queries")
    drawn = Counter(made.draw(entropy) for _ in range(3000))
    counts = [drawn[table(question.synthesis, number)] for number in range(len(scores))]
    assert chi_square(counts, SMALL_DATABASE.law(question.synthesis, scores, question.epsilon)) < LIMIT


def test_only_what_may_be_seen_is_taken():
    question, scores, _ = found(1, Class.COLUMNS, ())
    with pytest.raises(TypeError):
        queries_of(question, scores, (1, 1))


def test_of_a_sample_it_is_its_rows_and_of_an_invented_table_those_that_are_invented():
    question = asked(2, Class.COLUMNS, ())
    rows = (("yes", "no"),) * 3 + (("no", "yes"),)
    scores = Shown(SMALL_DATABASE.scores(question.synthesis, (0, 3, 1, 0)))
    (made,) = of_tables(question, scores, 4, Badge.SAMPLE)
    names = tuple(each.name for each in question.columns)
    assert made.queries(names, rows).truth == (0, 3, 1, 0)
    assert made.queries(names, rows[1:]) is None, "these are not all rows that the law is of"
    invented = Shown(SMALL_DATABASE.scores(question.synthesis, (2, 1, 1, 0)))
    (made,) = of_tables(question, invented, 4, Badge.SIMULATED)
    assert sum(made.queries((), ()).truth) == 4


PLANES = st.builds(
    lambda across, up: Plane(
        Coordinate("a", tuple(x for x in across for _ in up)), Coordinate("b", tuple(up) * len(across))
    ),
    st.lists(st.integers(-5, 5), min_size=2, max_size=3, unique=True),
    st.lists(st.integers(-2, 2), min_size=2, max_size=2, unique=True),
)  # fmt: skip
SPOTS = st.tuples(st.floats(-6, 6), st.floats(-3, 3))


@given(PLANES, st.data(), st.integers(-100, 100), SPOTS)
def test_a_border_that_is_moved_goes_through_the_spot_as_far_as_the_rows_reach(plane, data, least, spot):
    direction = data.draw(st.sampled_from(directions(plane, (1, 0))))
    moved = through(plane, placed(plane, direction, least / 10), spot)
    assert (moved.across, moved.up) == direction
    low, high = reach(plane, direction)
    assert low * STEP <= moved.least <= high * STEP
    assert moved.least % STEP == 0
    wanted = direction[0] * spot[0] + direction[1] * spot[1]
    assert float(moved.least) == pytest.approx(min(max(wanted, float(low * STEP)), float(high * STEP)), abs=0.0501)
    ends = [plane.counts(Halfspace(*direction, each * STEP)) for each in (low, high)]
    assert [any(ends[1]), all(ends[0])] == [False, True], "from all rows to none"


@given(PLANES, st.data(), SPOTS)
def test_a_halfspace_turns_around_the_spot_of_its_border_next_to_the_middle(plane, data, spot):
    among = directions(plane, (1, 0))
    direction, other = (data.draw(st.sampled_from(among)) for _ in range(2))
    low, high = reach(plane, direction)
    halfspace = Halfspace(*direction, data.draw(st.integers(low, high)) * STEP)
    x, y = pivot(plane, halfspace)
    assert direction[0] * x + direction[1] * y == pytest.approx(float(halfspace.least))
    after = turned(plane, halfspace, other)
    low, high = reach(plane, other)
    wanted = min(max(other[0] * x + other[1] * y, float(low * STEP)), float(high * STEP))
    assert float(after.least) == pytest.approx(wanted, abs=0.0501)
    if hypot(spot[0] - x, spot[1] - y) > 0.1:
        dragged = toward(plane, halfspace, spot)
        assert dragged.across * direction[0] + dragged.up * direction[1] > -1e-9
        along = atan2(spot[1] - y, spot[0] - x)
        apart = abs((atan2(-dragged.across, dragged.up) - along + pi / 2) % pi - pi / 2)
        assert apart <= pi / 20, "as near as directions are to one another"


@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(-30, 30))
def test_the_part_of_a_picture_in_a_halfspace_has_as_much_area_as_points_in_it(across, up, tenths):
    if not across and not up:
        return
    halfspace = Halfspace(across, up, tenths * STEP)
    corners = [(-1.0, -1.0), (2.0, -1.0), (2.0, 2.0), (-1.0, 2.0)]
    shape = np.array(within(corners, halfspace)).reshape(-1, 2)
    rolled = np.roll(shape, -1, axis=0)
    area = abs(float((shape[:, 0] * rolled[:, 1] - shape[:, 1] * rolled[:, 0]).sum())) / 2
    x, y = np.meshgrid(*[np.linspace(-1, 2, 301)[:-1] + 0.005] * 2)
    assert area == pytest.approx(9 * float((across * x + up * y >= float(halfspace.least)).mean()), abs=0.08)


def test_weighted_sums_are_written_as_people_write_them():
    assert summed([(1, "a"), (-2, "b"), (0, "c")]) == "a − 2·b"
    assert summed([(0, "a"), (-1, "b"), (3, "c")]) == "−b + 3·c"
    assert summed([(0, "a")]) == "0"
    plane = Plane(Coordinate("a", (0, 1)))
    assert said(plane, Halfspace(1, 0, Fraction(1, 2))) == "a ≥ 0.5"
