"""What one person adds to a capped sum is their whole total, at most the cap: on every table, whatever their rows."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.scores.as_read import grid_of
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import formula_scores
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.offers import offered
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_formula import scores_of
from tests.rule_trees import farthest_beside

F = Fraction
COLUMNS = {
    "x": Column("x", Kind.INTEGER, bounds=(F(0), F(3))),
    "u": Column("u", Kind.DECIMAL, step=F(1, 2), bounds=(F(1), F(2)), blank="1.5"),
    "w": Column("w", Kind.CATEGORY),
    "low": Column("low", Kind.INTEGER, bounds=(F(-2), F(4))),
    "open": Column("open", Kind.INTEGER),
}
MEANINGS = {"x": [0, 1, 3, None], "u": [2, 3, 4], "w": ["a", "b", "other"], "low": [-2, 0, 4, None]}
POINTS = Listed(("a", "b"), attributes={"p": ("1", "2"), "r": ("1", "1.5")})
ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE_ONE
UNITS = [
    PrivacyUnit(ADD), PrivacyUnit(REPLACE), PrivacyUnit(REPLACE, gaps=True),
    *(PrivacyUnit(relation, "who", rows) for relation in (ADD, REPLACE) for rows in (1, 2, 3)),
    *(PrivacyUnit(REPLACE, "who", rows, everyone=True) for rows in (1, 2, 3)),
]  # fmt: skip
# Whether the claimed figures are also reached, whatever the unit.
RULES = [
    ("capped_sum(x, 4 where w = candidate)", True),
    ("capped_sum(x, 100 where w = candidate)", True),
    ("capped_sum(u, 2.5 where w = candidate)", True),
    ("capped_sum(u * candidate.r, 5)", True),
    ("capped_sum(1, 2 where x >= candidate.p)", True),
    ("capped_sum(x, 3.5 where x >= candidate.p)", True),
    ("capped_sum(clip(low, 0, 4), 4 where w = candidate)", True),
    ("capped_sum(x, 4 where w = candidate) + capped_sum(x, 2 where w != candidate)", True),
    ("capped_sum(x, 4 where w = candidate) - capped_sum(u, 3 where w = candidate)", False),
    ("capped_sum(x, 2 where w = candidate) + persons(w = candidate) + count(x >= candidate.p)", False),
    ("-abs(capped_sum(x, 4 where w = candidate) - candidate.p)", False),
    ("min(capped_sum(x, 4 where w = candidate), 5) * candidate.r", False),
]


def settled(text, columns=COLUMNS, candidates=POINTS):
    bound = bind(parse(text), columns, candidates)
    return Formula(tuple(columns[name] for name in columns if name in cells_of(bound)), bound)


def people_of(made, unit):
    """Everybody that there can be: each with up to k of all possible rows, of many an even part."""
    names = [column.name for column in made.columns]
    rows = [dict(zip(names, row, strict=True)) for row in itertools.product(*(MEANINGS[name] for name in names))]
    rows = rows[:: -(-len(rows) // 14)] if unit.person and unit.rows > 1 else rows
    sizes = range(1, (unit.rows if unit.person else 1) + 1)
    people = [list(set_) for size in sizes for set_ in itertools.combinations_with_replacement(rows, size)]
    return people[:: -(-len(people) // 130)], rows


def farthest(made, unit, contexts):
    """How far any one person moves a score, and two scores apart, beside other people."""
    people, rows = people_of(made, unit)
    return farthest_beside(made, POINTS, people, unit, ([], [[rows[0]]], [[rows[-2]], [rows[1]]])[:contexts])


CASES = [
    pytest.param(*case, unit, marks=[pytest.mark.long] * (unit.rows > 2 or unit.everyone))
    for case, unit in itertools.product(RULES, UNITS) if unit.person or "persons(" not in case[0]
]  # fmt: skip


@pytest.mark.parametrize(("text", "reached", "unit"), CASES)
def test_no_person_moves_a_capped_sum_farther_than_is_claimed(text, reached, unit):
    """Such sums add up person by person, so that nobody else matters; of other rules other people do."""
    made = settled(text)
    delta, spread = farthest(made, unit, 1 if reached else 3)
    closer = refine(made, POINTS, unit).sensitivity
    for found in (derive(made, POINTS, unit), closer):
        assert delta <= found.delta
        assert spread <= found.range
    if reached and unit.rows < 3:
        assert (delta, spread) == (closer.delta, closer.range)


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 1000])
def test_the_cap_bounds_what_a_person_does_whatever_rows_they_have(rows):
    made = settled("capped_sum(x, 5 where w = candidate)")
    most = min(3 * rows, 5)
    one, other = (derive(made, POINTS, PrivacyUnit(relation, "who", rows)) for relation in (ADD, REPLACE))
    assert (one.delta, one.range) == (most, most)
    assert (other.delta, other.range) == (most, 2 * most)
    whole = derive(settled("sum(x where w = candidate)"), POINTS, PrivacyUnit(ADD, "who", rows))
    assert whole.delta == 3 * rows


def test_whoever_takes_a_place_may_have_no_row():
    """Who had the greatest total leaves, and who comes has nothing: all of it moves, not what lies above the least."""
    made = settled(
        "capped_sum(v * candidate.r, 90)", {"v": Column("v", Kind.INTEGER, bounds=(F(10), F(10**6)), blank="10")}
    )
    for everyone, moved in ((False, 90), (True, 80)):
        assert derive(made, POINTS, PrivacyUnit(REPLACE, "who", 2, everyone=everyone)).delta == moved


def test_two_caps_in_one_rule_are_two_moves_of_one_person():
    """Somebody with a row each fills both caps at once, and both count."""
    made = settled("capped_sum(x, 2 where w = candidate) + capped_sum(u, 1.5 where w = candidate)")
    assert derive(made, POINTS, PrivacyUnit(ADD, "who", 3)).delta == F(7, 2)


def test_where_each_row_is_one_person_it_is_the_clipped_sum():
    pick = random.Random(1)
    for text, clipped in (
        ("capped_sum(x, 2 where w = candidate)", "sum(clip(x, 0, 2) where w = candidate)"),
        ("capped_sum(u * candidate.r, 2.5)", "sum(clip(u * candidate.r, 0, 2.5))"),
    ):
        one, other = settled(text), settled(clipped)
        for unit in UNITS[:3]:
            first, second = derive(one, POINTS, unit), derive(other, POINTS, unit)
            assert (first.delta, first.range) == (second.delta, second.range)
        names = [column.name for column in one.columns]
        rows = [tuple(pick.choice(MEANINGS[name]) for name in names) for _ in range(40)]
        table = table_of(list(one.columns), [], rows)
        many = Tuples(table.cells, (), np.array([pick.choice([1, 2, 9]) for _ in rows], np.int64))
        first, second = (formula_scores(each, POINTS, many) for each in (one, other))
        assert [step * first.unit for step in first.steps] == [step * second.unit for step in second.steps]


def test_rows_that_are_alike_are_added_up_before_the_cap():
    """An engine hands on one line for a person's equal rows, and how many these are."""
    made = settled("capped_sum(x, 5 where w = candidate)")
    table = table_of(list(made.columns), [], [(3, "a"), (1, "a"), (3, "b"), (1, "b")])
    whose = np.array([7, 3, 7, 3], np.int64)
    found = formula_scores(made, POINTS, Tuples(table.cells, (), np.array([2, 2, 1, 3], np.int64), whose))
    assert [int(step) * found.unit for step in found.steps] == [5 + 2, 3 + 3]


def test_amounts_beyond_64_bits_are_capped_exactly():
    big = 1 << 62
    columns = {"v": Column("v", Kind.INTEGER, bounds=(F(0), F(big))), "w": COLUMNS["w"]}
    made = settled(f"capped_sum(v * v, {big * big + 1} where w = candidate)", columns)
    table = [[{"v": big, "w": "a"}] * 3, [{"v": big - 1, "w": "a"}], [{"v": 3, "w": "b"}] * 2]
    assert scores_of(made, POINTS, table) == [big * big + 1 + (big - 1) ** 2, 18]


@pytest.mark.parametrize(("text", "reason", "safe"), [
    ("capped_sum(low, 3 where w = candidate)", "may be −2", "capped_sum(clip(low, 0, 3), 3 where w = candidate)"),
    ("capped_sum(open, 3 where w = candidate)", "no bounds", "capped_sum(clip(open, 0, 3), 3 where w = candidate)"),
    ("count(w = candidate) - 2 * capped_sum(x - 1, 1.5 where w = candidate)", "may be −1",
     "count(w = candidate) - 2 * capped_sum(clip(x - 1, 0, 1.5), 1.5 where w = candidate)"),
    ("capped_sum(clip(low, -1, 2), 3 where w = candidate) + capped_sum(clip(low, 0, 2), 1 where w = candidate)",
     "may be −1", "capped_sum(clip(clip(low, -1, 2), 0, 3), 3 where w = candidate)"
     " + capped_sum(clip(low, 0, 2), 1 where w = candidate)"),
])  # fmt: skip
@pytest.mark.parametrize("unit", UNITS[:6])
def test_what_may_be_negative_is_refused_and_a_rule_that_counts_nothing_below_0_is_offered(text, reason, safe, unit):
    made = settled(text)
    with pytest.raises(RuleRefusal, match=reason) as caught:
        derive(made, POINTS, unit)
    found = offered(parse(text), caught.value.node, made.columns, POINTS, unit)
    assert text_of(found.tree) == safe
    assert found.delta == derive(settled(safe), POINTS, unit).delta


@pytest.mark.parametrize(("text", "reason"), [
    ("capped_sum(x, 0 where w = candidate)", "above 0"),
    ("capped_sum(x, -3 where w = candidate)", "above 0"),
    ("capped_sum(x where w = candidate)", "is written capped_sum"),
    ("capped_sum(w, 3)", "is a text"),
    ("capped_sum(1, 3)", "reads no column"),
    ("capped_sum(count(w = candidate), 3)", "inside another"),
])  # fmt: skip
def test_what_is_no_capped_sum_is_told_at_its_character(text, reason):
    with pytest.raises(RuleError, match=reason):
        settled(text)


@pytest.mark.parametrize("text", ["capped_sum(x, u)", "capped_sum(x, candidate.p)", "capped_sum(x, max(x))"])
def test_a_cap_that_is_no_fixed_number_is_refused(text):
    with pytest.raises((RuleRefusal, RuleError)):
        settled(text)


def test_a_capped_sum_lies_on_the_grid_of_its_numbers_and_of_the_cap():
    for text, grid in (("capped_sum(u, 3)", F(1, 2)), ("capped_sum(u, 0.2)", F(1, 10)), ("capped_sum(x, 7)", F(1))):
        assert grid_of(bind(parse(text), COLUMNS, POINTS), COLUMNS) == grid
