"""A ratio with a public floor: what the words say, rounded to a public grid, and no farther than one person can."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import Refusal, StudioError
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_formula import scores_of
from tests.rule_trees import WORLD, World, farthest, observed, plain_scores, rule_of_ratios

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
PERSONS = [PrivacyUnit(relation, "who", rows) for relation in Relation for rows in (1, 2)]
W, F = Column("w", Kind.CATEGORY), Column("f", Kind.YES_NO, blank="no")
POINTS = Listed(("a", "b"), attributes={"p": ("1", "2")})
MEAN = "sum(x where w = candidate) / max({}, count(w = candidate))"
SHARE = "count(f and x >= candidate.p) / max({}, count(x >= candidate.p))"


def world(low, high):
    x = Column("x", Kind.INTEGER, bounds=(Fraction(low), Fraction(high)), blank=str(low))
    return World({"x": x, "w": W, "f": F}, {"x": [low, high], "w": ["a", "b"], "f": [0, 1]}, POINTS)


def bounds_of(text, tried, unit):
    """The rule, bound; its bound as a keystroke has it; and as a closer look has it."""
    columns, _, points = tried
    tree = bind(parse(text), columns, points)
    made = Formula(tuple(column for name, column in columns.items() if name in cells_of(tree)), tree)
    return tree, derive(made, points, unit), refine(made, points, unit).sensitivity


def rows_of(tree, tried):
    names = cells_of(tree)
    return [dict(zip(names, row, strict=True)) for row in itertools.product(*(tried.meanings[n] for n in names))]


@pytest.mark.parametrize("unit", [ADD, REPLACE, *PERSONS])
@pytest.mark.parametrize("floor", [1, 2, 3])
@pytest.mark.parametrize(("low", "high"), [(0, 3), (2, 3), (-1, 3), (-3, 0), (-3, -2)])
def test_no_two_neighbouring_tables_move_a_mean_farther_than_derived(low, high, floor, unit):
    tried = world(low, high)
    tree, quick, close = bounds_of(MEAN.format(floor), tried, unit)
    delta, spread = farthest(tree, tried, unit, rows_of(tree, tried), 4 if unit.rows == 1 else 2)
    assert delta <= close.delta <= quick.delta
    assert spread <= close.range <= quick.range


@pytest.mark.parametrize("unit", [ADD, REPLACE])
@pytest.mark.parametrize("floor", [1, 2, 3])
def test_a_mean_of_what_is_never_negative_moves_by_the_most_over_the_floor_and_no_less(floor, unit):
    tried = world(0, 3)
    tree, quick, _ = bounds_of(MEAN.format(floor), tried, unit)
    assert farthest(tree, tried, unit, rows_of(tree, tried), 4) == (quick.delta, quick.range)
    assert (quick.delta, quick.range) == (Fraction(3, floor), Fraction(3 if unit is ADD else 6, floor))


@pytest.mark.parametrize("floor", [1, 2])
def test_a_whole_value_may_be_exchanged_and_a_mean_of_either_sign_be_pulled_over_its_range(floor):
    """Between -3 and 3 one row in place of another moves a mean by 6 / m, one more by 6 / (m + 1) or 3 / m."""
    tried = world(-3, 3)
    for unit, most in ((REPLACE, Fraction(6, floor)), (ADD, max(Fraction(6, floor + 1), Fraction(3, floor)))):
        tree, quick, _ = bounds_of(MEAN.format(floor), tried, unit)
        delta, _ = farthest(tree, tried, unit, rows_of(tree, tried), 4)
        assert delta == quick.delta == most


@pytest.mark.parametrize(("most", "moved"), [(2, 2667), (5, 6667)])
def test_rounding_may_pull_a_mean_by_a_part_of_a_step_more_which_is_counted_in(most, moved):
    """A row of -2 beside two of 2 makes their mean 2/3, rounded to 1333/2000: it falls by more than 4/3."""
    tried = world(-most, most)
    tree, quick, close = bounds_of(MEAN.format(2), tried, ADD)
    assert quick.delta == close.delta == Fraction(moved, 2000) > Fraction(2 * most, 3)
    assert farthest(tree, tried, ADD, rows_of(tree, tried), 3)[0] == quick.delta


@pytest.mark.parametrize("unit", [ADD, REPLACE, *PERSONS])
@pytest.mark.parametrize("text", [
    SHARE, "sum(candidate.p * x where f) / max({}, count(f))", "sum(x where f and w = candidate) / max({}, count(f))",
    "-sum(abs(x - candidate.p) where w = candidate) / max(count(w = candidate), {})",
    "abs(sum(x where w = candidate) / max({}, count(w = candidate)) - 1)",
])  # fmt: skip
def test_shares_weighted_values_and_rules_made_of_ratios_are_never_bounded_too_low(text, unit):
    tried = world(0, 2)
    for floor in (1, 2):
        tree, quick, close = bounds_of(text.format(floor), tried, unit)
        rows = rows_of(tree, tried)
        delta, spread = farthest(tree, tried, unit, rows[: 6 if unit.rows > 1 else 8], 3 if unit.rows == 1 else 2)
        assert delta <= close.delta <= quick.delta
        assert spread <= close.range <= quick.range


def test_a_person_never_moves_a_mean_beyond_the_range_of_its_values():
    _, quick, _ = bounds_of(MEAN.format(2), world(0, 3), PrivacyUnit(Relation.ADD_REMOVE, "who", 50))
    assert quick.delta == 3


def test_a_blank_value_counts_below_and_adds_nothing():
    x = Column("x", Kind.INTEGER, bounds=(Fraction(4), Fraction(6)))
    tried = World({"x": x, "w": W}, {"x": [4, 6, None], "w": ["a", "b"]}, POINTS)
    for unit in (ADD, REPLACE):
        tree, quick, close = bounds_of(MEAN.format(1), tried, unit)
        made = Formula((x, W), tree)
        people = [[{"x": 6, "w": "a"}], [{"x": None, "w": "a"}]]
        assert scores_of(made, POINTS, people) == [3, 0]
        delta, spread = farthest(tree, tried, unit, rows_of(tree, tried), 3)
        assert delta <= close.delta <= quick.delta
        assert spread <= close.range <= quick.range


def test_a_score_is_the_quotient_rounded_half_up_to_a_thousandth_of_the_step_over_the_floor():
    tree, _, _ = bounds_of(MEAN.format(2), world(-1, 3), ADD)
    people = [[{"x": x, "w": w}] for x, w in [(3, "a"), (-1, "a"), (-1, "a"), (3, "b"), (3, "b"), (2, "b")]]
    made = Formula(tuple(world(-1, 3).columns[name] for name in ("x", "w")), tree)
    assert scores_of(made, POINTS, people) == [Fraction(667, 2000), Fraction(5333, 2000)]
    assert scores_of(made, POINTS, []) == [0, 0]


def test_huge_values_stay_exact():
    most = 1 << 60
    x = Column("x", Kind.INTEGER, bounds=(Fraction(-most), Fraction(most)))
    tried = World({"x": x, "w": W}, {}, POINTS)
    tree, _, _ = bounds_of(MEAN.format(7), tried, ADD)
    people = [[{"x": most - i, "w": "a"}] for i in range(9)] + [[{"x": -most, "w": "b"}]]
    assert scores_of(Formula((x, W), tree), POINTS, people) == plain_scores(tree, tried.columns, POINTS, people)


def test_random_ratios_score_as_their_words_say_and_move_no_farther_than_derived():
    pick, tried = random.Random(4), 0
    units = [ADD, REPLACE, *PERSONS]
    for turn in range(36):
        text, unit = rule_of_ratios(pick), units[turn % len(units)]
        try:
            derived, delta, spread = observed(text, unit, 6, 1, pick)
        except StudioError:
            continue
        assert delta <= derived.delta, text
        assert spread <= derived.range, text
        tree = bind(parse(text), WORLD.columns, WORLD.points)
        again = bind(parse(text_of(tree)), WORLD.columns, WORLD.points)
        assert again == tree
        used = tuple(column for name, column in WORLD.columns.items() if name in cells_of(tree))
        people = [[{name: pick.choice(WORLD.meanings[name]) for name in WORLD.columns}] for _ in range(7)]
        scores = plain_scores(tree, WORLD.columns, WORLD.points, people)
        assert scores_of(Formula(used, tree), WORLD.points, people) == scores, text
        plain = plain_scores(parse(text), WORLD.columns, WORLD.points, people)
        assert max(abs(a - b) for a, b in zip(scores, plain, strict=True)) <= Fraction(1, 1000), text
        tried += 1
    assert tried > 18


def test_the_values_of_a_ratio_need_bounds():
    tried = World({"x": replace(world(0, 1).columns["x"], bounds=None), "w": W}, {}, POINTS)
    with pytest.raises(Refusal, match="no bounds"):
        bounds_of(MEAN.format(3), tried, ADD)
