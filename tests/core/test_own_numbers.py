"""own_column() as a number: what the column named like the candidate holds, under bounds that all of them share."""

import itertools
import random
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import InputError, Refusal, StudioError
from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.scores import formula
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import evaluate, formula_scores
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.falsifier import falsify
from dpstudio.core.scores.formula import only_adds_up, reads_single_columns
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import settle
from tests.core.test_sensitivity import counts
from tests.rule_trees import WORLD, World, farthest_beside, observed, plain_scores, rule

F = Fraction
STARS = Column("a", Kind.INTEGER, bounds=(F(1), F(5)))
HALVES = Column("b", Kind.DECIMAL, step=F(1, 2), bounds=(F(1), F(3)), blank="2")
CLUB = Column("f", Kind.YES_NO)
COLUMNS = {column.name: column for column in (CLUB, STARS, HALVES)}
MEANINGS = {"f": [0, 1, None], "a": [1, 3, 5, None], "b": [2, 3, 5, 6]}
POINTS = Listed(("a", "b"), attributes={"p": ("1", "2.5")})
ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE_ONE
UNITS = [
    PrivacyUnit(ADD), PrivacyUnit(REPLACE), PrivacyUnit(REPLACE, gaps=True),
    *(PrivacyUnit(relation, "who", rows) for rows in (1, 2, 3) for relation in (ADD, REPLACE)),
    PrivacyUnit(REPLACE, "who", 2, everyone=True),
]  # fmt: skip
RULES = [
    "sum(own_column())", "sum(own_column() where f)", "count(own_column() >= 3)", "sum(own_column() * candidate.p)",
    "-sum(abs(own_column() - candidate.p))", "sum(if(f, own_column(), 2 - own_column()))",
    "capped_sum(own_column(), 6)", "sum(own_column()) - 2 * count(own_column() between 2 and 3)",
    "sum(own_column() where own_column() > candidate.p) / max(4, count(own_column() > candidate.p))",
]  # fmt: skip
REACHED = RULES[:6]


def settled(text, columns=COLUMNS, candidates=POINTS):
    bound = bind(parse(text), columns, candidates)
    plain = [column for name, column in columns.items() if name in cells_of(bound)]
    return Formula((*plain, *(columns[label] for label in candidates.labels)), bound)


def people_of(made, unit):
    names = [column.name for column in made.columns]
    rows = [dict(zip(names, row, strict=True)) for row in itertools.product(*(MEANINGS[name] for name in names))]
    many = unit.rows if unit.person else 1
    rows = rows[:: 1 if many == 1 else -(-len(rows) // 16)]
    people = [list(set_) for size in range(1, many + 1) for set_ in itertools.combinations_with_replacement(rows, size)]
    return people[:: -(-len(people) // 50)], rows


def farthest(made, unit, contexts):
    """How far any one person moves a score, and two scores apart, beside nobody and beside two others."""
    people, rows = people_of(made, unit)
    return farthest_beside(made, POINTS, people, unit, ([], [[rows[0]], [rows[-1]]])[:contexts])


def is_long(text, unit):
    """Where persons have several rows only some rules are tried in the ordinary run."""
    return unit.rows > 2 or (unit.person is not None and text not in RULES[::3])


@pytest.mark.parametrize(("text", "unit"), [
    pytest.param(text, unit, marks=[pytest.mark.long] * is_long(text, unit)) for text in RULES for unit in UNITS
])  # fmt: skip
def test_no_person_moves_ratings_farther_than_is_claimed(text, unit):
    made = settled(text)
    delta, spread = farthest(made, unit, 2 if "/" in text else 1)
    closer = refine(made, POINTS, unit).sensitivity
    for found in (derive(made, POINTS, unit), closer):
        assert delta <= found.delta
        assert spread <= found.range
    if text in REACHED and unit.rows == 1:
        assert (delta, spread) == (closer.delta, closer.range)
    assert falsify(made, POINTS, unit, closer.range).moved <= closer.range


@pytest.mark.parametrize(("blank", "unit", "delta", "spread"), [
    (None, UNITS[0], 5, 5), (None, UNITS[1], 5, 10), ("3", UNITS[0], 5, 4), ("3", UNITS[1], 4, 8),
    (None, UNITS[6], 10, 20), ("3", UNITS[5], 10, 8), ("3", UNITS[6], 10, 16),
])  # fmt: skip
def test_the_sum_of_stars_moves_by_the_most_stars_and_apart_by_what_lies_between_most_and_least(
    blank, unit, delta, spread
):
    """Of many candidates too, where no row can be tried; a blank adds nothing unless it counts as something."""
    for many in (2, 3, 40):
        candidates = Listed(tuple(f"c{place}" for place in range(many)))
        columns = {label: replace(STARS, name=label, blank=blank) for label in candidates.labels}
        found = derive(settled("sum(own_column())", columns, candidates), candidates, unit)
        assert (found.delta, found.range) == (delta, spread)


def test_columns_of_other_bounds_share_their_hull():
    found = derive(settled("sum(own_column())"), POINTS, PrivacyUnit(ADD))
    assert found.steps[0].why == "The common bounds of the columns named like the candidates: between 1 and 5."
    many = Listed(tuple(f"c{place}" for place in range(30)))
    columns = {
        each: Column(each, Kind.INTEGER, bounds=(F(-place), F(place + 1))) for place, each in enumerate(many.labels)
    }
    assert derive(settled("sum(own_column())", columns, many), many, PrivacyUnit(ADD)).delta == 30
    assert derive(settled("sum(own_column())", columns, many), many, PrivacyUnit(ADD)).range == 30 + 29


@pytest.mark.parametrize(
    "text",
    [
        *RULES,
        "count(f and own_column() >= candidate.p)",
    ],
)
def test_scores_are_what_the_words_say(text, monkeypatch):
    made, pick = settled(text), random.Random(8)
    names = [column.name for column in made.columns]
    for size in (0, 1, 9, 40):
        rows = [tuple(pick.choice(MEANINGS[name]) for name in names) for _ in range(size)]
        plain = [column for column in made.columns if column is CLUB]
        table = table_of(plain, [STARS, HALVES], rows)
        table = Tuples(table.cells, table.own, table.counts, np.arange(size))
        people = [[dict(zip(names, row, strict=True))] for row in rows]
        wanted = plain_scores(made.tree, COLUMNS, POINTS, people)
        found = formula_scores(made, POINTS, table)
        assert [int(step) * found.unit for step in found.steps] == wanted
        if reads_single_columns(made.tree):
            each = [counts(column, [row[place] for row in rows]) for place, column in enumerate(made.columns)]
            apart = evaluate(made, POINTS, each)
            assert [int(step) * apart.unit for step in apart.steps] == wanted
        monkeypatch.setattr(formula, "BLOCK", 3)


def test_ratings_are_added_up_where_nothing_else_is_done_with_them():
    for text in ("sum(own_column())", "2 * sum(own_column())", "sum(own_column()) - candidate.p"):
        assert only_adds_up(settled(text).tree, COLUMNS)
    for text in (
        "sum(own_column() where f)",
        "sum(own_column() * 2)",
        "count(own_column() > 2)",
        "capped_sum(own_column(), 9)",
    ):
        assert not only_adds_up(settled(text).tree, COLUMNS)


@pytest.mark.parametrize("tries", [15, pytest.param(150, marks=pytest.mark.long)])
def test_no_derived_figure_of_a_random_rule_on_ratings_is_too_small(tries):
    pick, done = random.Random(12), 0
    own = {
        "a": replace(STARS, bounds=(F(-1), F(2))),
        "b": replace(HALVES, name="b"),
        "c": replace(STARS, name="c", blank="2"),
    }
    cells = {"a": [-1, 0, 2, None], "b": [2, 6], "c": [1, 5]}
    world = World(WORLD.columns | own, WORLD.meanings | cells, WORLD.points)
    for _ in range(tries):
        unit = pick.choice(UNITS)
        text = re.sub(
            r"\b(x|far)\b",
            lambda _: pick.choice(["own_column()", "own_column()", "x"]),
            rule(pick, pick.choice([0, 1])),
        )
        if "own_column()" not in text:
            continue
        try:
            derived, delta, spread = observed(text, unit, 6, 2, pick, world)
        except StudioError:
            continue
        assert delta <= derived.delta, text
        assert spread <= derived.range, text
        done += 1
    assert done >= tries / 5


A = ColumnPlan("A", Kind.INTEGER.value, lower="1", upper="5")


def asked(text, *columns):
    names = tuple(column.name for column in columns)
    return settle(
        text,
        TablePlan("t", "t.csv", "text", columns=columns),
        TableFacts(names=names),
        Listed(("A", "B")),
        PrivacyUnit(ADD),
    )


@pytest.mark.parametrize(("other", "reason"), [
    (ColumnPlan("B", ""), "not declared as a number, as “A” is"),
    (ColumnPlan("B", "yes_no"), "not declared as a number"),
    (ColumnPlan("B", "category"), "not declared as a number"),
    (ColumnPlan("B", "date"), "not declared as a number"),
    (ColumnPlan("B", "longitude", step="1"), "not declared as a number"),
    (ColumnPlan("B", "integer", lower="1", upper="9", unit="points"), "is in stars and “B” in points"),
])  # fmt: skip
def test_columns_that_do_not_go_together_are_told_by_name(other, reason):
    with pytest.raises(InputError, match=reason) as caught:
        asked("sum(own_column())", replace(A, unit="stars"), other)
    assert caught.value.field.startswith("column:B:")


def test_numbers_of_other_steps_and_without_a_unit_go_together():
    made, trouble = asked(
        "sum(own_column())", replace(A, unit="stars"), ColumnPlan("B", "decimal", step="0.25", lower="0", upper="10")
    )
    assert trouble is None
    assert derive(made, Listed(("A", "B")), PrivacyUnit(ADD)).delta == 10


def test_a_column_without_bounds_is_named():
    made, _ = asked("sum(own_column())", A, ColumnPlan("B", "integer"))
    with pytest.raises(Refusal, match="has no bounds"):
        derive(made, Listed(("A", "B")), PrivacyUnit(ADD))
    made, _ = asked("count(own_column() >= 3)", A, ColumnPlan("B", "integer"))
    assert derive(made, Listed(("A", "B")), PrivacyUnit(ADD)).delta == 1


@pytest.mark.parametrize("kind", ["", "yes_no"])
def test_yes_and_no_are_no_numbers_and_what_to_declare_is_said(kind):
    made, trouble = asked("sum(own_column())", ColumnPlan("A", kind), ColumnPlan("B", kind))
    assert made is None
    assert "as numbers with bounds" in trouble.sentence
    assert "count(own_column())" in trouble.sentence
    made, trouble = asked("count(own_column())", ColumnPlan("A", kind), ColumnPlan("B", kind))
    assert trouble is None
    made, trouble = asked("count(own_column())", A, replace(A, name="B"))
    assert "own_column() is a number" in trouble.sentence
