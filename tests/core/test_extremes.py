"""Every number that can be declared works for every table: bounds, scores and searches stay exact and never fail."""

import itertools
import random
from fractions import Fraction

import pyarrow as pa
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.candidates.sets import parse_grid
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.plan import ColumnPlan
from dpstudio.core.scores.adding import adding
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import evaluate, formula_scores
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.falsifier import Unbroken, falsify
from dpstudio.core.scores.forms import tree_of
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.rules import Formula, Median, Nearness, Quantile, Revenue
from dpstudio.core.tables.cells import reach_of_cells
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.kinds.choose.stand_in import stand_in_scores
from dpstudio.planning import declarations
from tests.rule_trees import plain_scores

TINY, ODD, LARGE, HUGE = "0." + "0" * 23 + "1", "1/3486784401", "1" + "0" * 22, "1" + "0" * 39
LIMIT = str(1 << 62)
NUMBERS = [TINY, ODD, LARGE, HUGE, LIMIT, "0", "1", "-" + TINY, "-" + HUGE, "-7"]
TOGETHER = [
    (TINY, "0", "-" + TINY),
    (ODD, "0", "1"),
    (HUGE, "0", "-" + HUGE),
    (LARGE, "0", "-" + LARGE),
    ("1", "0", "7"),
]
X = declarations.column(ColumnPlan("x", "integer", lower="-1", upper="2"))
U = declarations.column(ColumnPlan("u", "integer"))
B = declarations.column(ColumnPlan("b", "integer", lower="-" + LIMIT, upper=LIMIT, blank="0"))
D = declarations.column(ColumnPlan("d", "decimal", step=TINY, lower="0", upper="0." + "0" * 23 + "3"))
W = declarations.column(ColumnPlan("when", "date"))
COLUMNS = {column.name: column for column in (X, U, B, D, W)}
MEANINGS = {"x": [-1, 0, 2, None], "u": [0, 1, -(1 << 62), 1 << 62, None], "b": [0, 1 << 62, -(1 << 62), 5],
            "d": [0, 1, 3, None], "when": [1, 3_652_059, 730_000, None]}  # fmt: skip
UNITS = [PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE), PrivacyUnit(Relation.REPLACE_ONE, "p", 2)]
RULES = [
    "count({c} >= candidate.t)", "count({c} < candidate.t + {k})", "count({c} = candidate.t)",
    "candidate.t * count({c} >= candidate.s)", "median({c}, candidate.t)", "quantile({c}, candidate.t, {q})",
    "max(0, count({c} >= candidate.t) / {n})", "min({k}, count({c} >= candidate.t) - {k})",
    "clip(count({c} >= candidate.t) / {n}, 0, {n})", "-abs(count({c} < candidate.s) * candidate.t - {k})",
    "sum(clip({c}, 0, {n}) where x >= candidate.t)", "sum(clip({c} - candidate.t, -{n}, {n}))",
    f"sum(clip(u, {LARGE}, {HUGE}) where x >= candidate.t)", f"sum(clip(u, -{HUGE}, 3) where x >= candidate.t)",
    "-sum(distance({b}, candidate.t))", "distance_of_sums({b}, candidate.t)", "sum({b} * {k} + candidate.t)",
    "sum(if({c} >= candidate.t, {k}, {b}))", "sum(max({b} / {n}, candidate.t) * candidate.s)",
]  # fmt: skip


def random_rule(pick):
    text = pick.choice(RULES)
    signed = [f"({k})" for k in NUMBERS]
    positive = [TINY, f"({ODD})", LARGE, HUGE, LIMIT, "1"]
    return text.format(c=pick.choice([*COLUMNS][:4]), b=pick.choice("xbd"), k=pick.choice(signed),
                       n=pick.choice(positive), q=pick.choice([TINY, "0.5", "0." + "9" * 30]))  # fmt: skip


def tables(pick, names):
    choices = [MEANINGS[name] for name in names]
    zeros = tuple(0 if 0 in each else each[0] for each in choices)
    mixed = [tuple(map(pick.choice, choices)) for _ in range(4)]
    return [[], [zeros], [zeros] * 5, mixed, [mixed[0]] * 3]


def same(found, expected):
    return [int(step) * found.unit for step in found.steps] == expected


def _added_up(added, names, rows, points):
    """The scores from cells that are clipped as the data engine clips them."""
    low, high = reach_of_cells(added.column)
    assert -(1 << 62) <= low <= high <= 1 << 62
    place = names.index(added.column.name)
    clipped = [(*row[:place], row[place] if row[place] is None else min(max(row[place], low), high), *row[place + 1 :])
               for row in rows]  # fmt: skip
    return formula_scores(added.rule, points, table_of(list(added.rule.columns), [], clipped))


@pytest.mark.parametrize("seed", range(6))
def test_formulas_with_extreme_constants_are_bounded_evaluated_and_searched_exactly(seed):
    pick, done = random.Random(seed), 0
    while done < 25:
        points = Listed(("a", "b", "c"), attributes={"t": pick.choice(TOGETHER), "s": ("1", "0", "3")})
        tree = bind(parse(random_rule(pick)), COLUMNS, points)
        names = cells_of(tree)
        rule = Formula(tuple(COLUMNS[name] for name in names), tree)
        done += 1
        for rows in tables(pick, names):
            people = [[dict(zip(names, row, strict=True))] for row in rows]
            expected = plain_scores(tree, COLUMNS, points, people)
            found = formula_scores(rule, points, table_of(list(rule.columns), [], rows))
            assert same(found, expected), (tree, rows)
            added = adding(rule)
            assert added is None or same(_added_up(added, names, rows, points), expected), (tree, rows)
        stand_in_scores(rule, points, 100)
        unit = pick.choice(UNITS)
        try:
            bound = derive(rule, points, unit)
        except Refusal:
            continue
        assert isinstance(falsify(rule, points, unit, bound.range), Unbroken)
        falsify(rule, points, unit, Fraction(0))


@pytest.mark.parametrize("column", [X, U, B, D, W], ids=lambda column: column.name)
@pytest.mark.parametrize("texts", [(TINY, TINY[:-1] + "3"), (ODD, "2/3486784401"), (LIMIT[:-2], "0"), ("0.5", "3")])
def test_forms_with_extreme_candidates_score_as_their_formulas_do(column, texts):
    points = Listed(texts, attributes={"n": texts})
    rules = [Revenue(column), Median(column), Quantile(column, Fraction(1, 10**30)), Nearness((column,), ("n",)),
             Nearness((column,), ("n",), of_sums=True)]  # fmt: skip
    for rule, size in itertools.product(rules, (0, 1, 4)):
        steps = [each for each in MEANINGS[column.name] if each is not None][:size]
        counts = Counts(pa.array(steps, pa.int64()), pa.array([7] * len(steps), pa.int64()))
        people = [[{column.name: step}] for step in steps for _ in range(7)]
        expected = plain_scores(tree_of(rule), {column.name: column}, points, people)
        assert same(evaluate(rule, points, [counts]), expected), rule
        stand_in_scores(rule, points, 100)


def test_a_line_of_tiny_steps_scores_tables_of_zeros():
    line = Grid(Fraction(0), Fraction(1, 10**24), 10**18)
    for column in (X, U, B, D):
        counts = Counts(pa.array([0], pa.int64()), pa.array([9], pa.int64()))
        found = evaluate(Median(column), line, [counts])
        assert int(found.sizes.sum()) == 10**18
        assert int(found.steps[0]) == 0


@pytest.mark.parametrize(
    ("lower", "upper", "step", "wrong"),
    [("0", HUGE, "1", "upper"), ("-" + LARGE, "0", "1", "lower"), ("0", "1", TINY, "upper")],
)
def test_bounds_that_no_cell_can_reach_are_refused_where_they_are_declared(lower, upper, step, wrong):
    with pytest.raises(InputError, match=r"2\^62 steps") as caught:
        declarations.column(ColumnPlan("x", "decimal", step=step, lower=lower, upper=upper))
    assert caught.value.field == f"column:x:{wrong}"


def test_a_grid_whose_numbers_cannot_be_held_is_refused_where_it_is_typed():
    with pytest.raises(InputError, match="too many digits"):
        parse_grid(TINY, "1", "0.1")
    with pytest.raises(InputError, match="too many digits"):
        parse_grid(LARGE, LARGE + ".5", "0.25")
    assert parse_grid("0", "10", "0.1").count == 101
