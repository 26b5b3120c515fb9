"""What is blank, two texts of a row, different values: as the words say, and no farther than one person can move it."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import StudioError
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.falsifier import Unbroken, falsify
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_formula import UNITS, scores_of
from tests.rule_trees import WORDED, World, farthest, observed, plain_scores, worded

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
PERSONS = [PrivacyUnit(relation, "who", rows) for relation in Relation for rows in (1, 2)]
POINTS = Listed(("a", "b"), attributes={"p": ("0", "1")})
TWO = (Fraction(0), Fraction(1))
SMALL = World(
    {
        "w": Column("w", Kind.CATEGORY), "v": Column("v", Kind.CATEGORY), "x": Column("x", Kind.INTEGER, bounds=TWO),
        "d": Column("d", Kind.DATE), "f": Column("f", Kind.YES_NO), "likes": Column("likes", Kind.CHOICES),
        "any": Column("any", Kind.DECIMAL, Fraction(1, 100)), "low": Column("low", Kind.CATEGORY, match_case=False),
        "known": Column("known", Kind.INTEGER, blank="1", bounds=TWO),
    },
    {
        "w": ["a", "b", "z", None], "v": ["a", "b", "z", None], "x": [0, 1, None], "d": [7, None], "f": [0, 1, None],
        "likes": ["a", "a;b", None], "any": [5, None], "low": ["a", None], "known": [0, 1],
    },
    POINTS,
)  # fmt: skip


def made(text, tried=SMALL):
    """The rule, bound to what it reads."""
    tree = bind(parse(text), tried.columns, tried.points)
    return Formula(tuple(column for name, column in tried.columns.items() if name in cells_of(tree)), tree)


def rows_of(rule, tried=SMALL):
    names = [column.name for column in rule.columns]
    return [dict(zip(names, row, strict=True)) for row in itertools.product(*(tried.meanings[n] for n in names))]


def bounded(text, unit, most):
    """The derived figures, the closer ones, and how far neighbouring tables of at most so many people really go."""
    rule = made(text)
    rows = rows_of(rule)[:9] if unit.rows > 1 else rows_of(rule)
    quick, close = derive(rule, POINTS, unit), refine(rule, POINTS, unit).sensitivity
    delta, spread = farthest(rule.tree, SMALL, unit, rows, most)
    assert delta <= close.delta <= quick.delta, text
    assert spread <= close.range <= quick.range, text
    return quick, delta, spread


@pytest.mark.parametrize("unit", [ADD, REPLACE, *PERSONS])
@pytest.mark.parametrize("text", [
    "count(blank(x) and w = candidate)", "count(w = v and w = candidate)", "count(not w = v and v = candidate)",
    "distinct(x where w = candidate)", 'distinct(w where w in ("a", "z") and v = candidate)',
    "distinct(x where w = candidate) - count(blank(x) and w = candidate)", "count(w = v or w = candidate)",
    "2 * distinct(f where x >= candidate.p)", "max(distinct(f where w = candidate), candidate.p)",
        "distinct(x where w = candidate) - count(w = candidate)",
])  # fmt: skip
def test_no_two_neighbouring_tables_move_it_farther_than_derived(text, unit):
    bounded(text, unit, 3 if unit.rows == 1 and len(made(text).columns) < 2 else 2 if unit.rows == 1 else 1)


@pytest.mark.parametrize(
    "text", ["distinct(x where w = candidate)", 'distinct(w where w in ("a", "b") and v = candidate)']
)
def test_different_values_move_by_one_a_row_and_two_of_them_apart_by_two_where_a_row_is_replaced(text):
    for unit, figures in ((ADD, (1, 1)), (REPLACE, (1, 2)), (PrivacyUnit(Relation.ADD_REMOVE, "who", 2), (2, 2))):
        quick, delta, spread = bounded(text, unit, 2 if unit.rows == 1 else 1)
        assert (quick.delta, quick.range) == figures
        assert delta == figures[0]
        assert spread == figures[1]


def test_as_many_texts_are_tried_as_two_columns_can_hold():
    """A row whose two texts no rule names may hold one text twice, or two."""
    rule = made("count(w = v) * candidate.p - count(not w = v) * candidate.p")
    found = refine(rule, POINTS, REPLACE).sensitivity
    assert (found.delta, found.range) == (2, 2)
    assert isinstance(falsify(rule, POINTS, REPLACE, found.range), Unbroken)
    assert falsify(rule, POINTS, REPLACE, Fraction(1)).moved == 2


@pytest.mark.parametrize("name", ["x", "d", "f", "likes", "w", "any"])
def test_a_blank_cell_of_every_kind_is_blank_and_no_other(name):
    people = [[{"v": "a", name: value}] for value in SMALL.meanings[name]]
    rule = made(f"count(blank({name}) and v = candidate) + 10 * count(not blank({name}) and v = candidate)")
    assert scores_of(rule, POINTS, people) == [1 + 10 * (len(people) - 1), 0]
    assert scores_of(made(f"candidate.p * count(blank({name}))"), POINTS, people) == [0, 1]


@pytest.mark.parametrize(("text", "said", "remedy"), [
    ("count(blank(known))", "says what a blank counts as", 'write = "1"'),
    ("count(blank(x + 1))", "not a column", "blank"),
    ('count(x = "")', "cannot be compared with a blank", r"blank\(x\)"),
    ('count(likes has " ")', "cannot be compared with a blank", r"blank\(likes\)"),
    ("count(x is blank)", "does not fit", r"blank\(x\)"),
    ("count(blank(x) or x > 3)", "asks more of x", r"count\(blank\(x\)\)"),
    ("sum(if(blank(x), 1, x))", "asks more of x", "Tables tab"),
    ("distinct(x where blank(x))", "asks more of x", "Tables tab"),
    ("count(blank(x) and not blank(x) and x > 1)", "asks more of x", "Tables tab"),
    ("count(w = low)", "Capitals matter in w alone", "alike"),
    ("count(low != w)", "Capitals matter in w alone", "alike"),
    ("count(w = likes)", "several choices", 'likes has "tea"'),
    ("count(w < v)", "no order", "="),
    ("distinct(w)", "declares no list", r'distinct\(w where w in'),
    ("distinct(w where w = candidate)", "declares no list", r'distinct\(w where w in'),
    ('distinct(w where w in ("a", "b") or x > 0)', "declares no list", r'distinct\(w where w in'),
    ("distinct(any)", "declares no list", "the least and the greatest"),
    ("distinct(likes)", "several choices", "count"),
    ("distinct(x + 1)", "not a column", "distinct"),
])  # fmt: skip
def test_what_cannot_be_asked_is_told_with_what_to_write(text, said, remedy):
    with pytest.raises(RuleError, match=said) as caught:
        made(text)
    assert remedy.replace("\\", "") in caught.value.remedy


def test_of_a_cell_that_must_not_be_blank_more_may_be_asked():
    rule = made("sum(x where not blank(x) and w = candidate)")
    assert scores_of(rule, POINTS, [[{"x": None, "w": "a"}], [{"x": 1, "w": "a"}]]) == [1, 0]


def test_texts_are_compared_by_what_they_mean():
    low, other = (replace(SMALL.columns["low"], name=name) for name in ("low", "other"))
    tried = World({"low": low, "other": replace(other, blank="Tea")}, {}, POINTS)
    rule = made("count(low = other) * candidate.p", tried)
    people = [[{"low": one, "other": two}] for one, two in [("a", "a"), ("a", "b"), ("tea", "tea"), (None, "tea")]]
    assert scores_of(rule, POINTS, people) == [0, 2]


def test_random_rules_score_as_their_words_say_and_move_no_farther_than_derived():
    pick, tried = random.Random(18), 0
    for turn in range(70):
        unit = UNITS[turn % len(UNITS)]
        text = worded(pick, unit.person is not None)
        try:
            derived, delta, spread = observed(text, unit, 8, 1, pick, WORDED)
        except StudioError:
            continue
        tried += 1
        assert delta <= derived.delta, text
        assert spread <= derived.range, text
        rule = made(text, WORDED)
        assert bind(parse(text_of(rule.tree)), WORDED.columns, WORDED.points) == rule.tree, text
        people = [[{name: pick.choice(WORDED.meanings[name]) for name in WORDED.columns}] for _ in range(9)]
        assert scores_of(rule, WORDED.points, people) == plain_scores(rule.tree, WORDED.columns, WORDED.points, people)
    assert tried > 25
