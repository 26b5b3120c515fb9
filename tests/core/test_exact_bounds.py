"""Bounds that are exact: rules of wide columns, absolute values of disjoint groups, sums under one weight."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import StudioError
from dpstudio.core.scores.breakpoints import Breakpoints
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.contribution import contribution
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.exact import spread
from dpstudio.core.scores.exhaustive import Enumeration, table_of
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import Cell, cells_of, is_aggregate
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula, Median, Nearness, Revenue
from dpstudio.core.scores.trials import Trials
from dpstudio.core.scores.tuples import Attributes
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.rule_trees import aggregate, plain_scores

ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE_ONE
UNITS = [
    PrivacyUnit(ADD), PrivacyUnit(REPLACE), PrivacyUnit(REPLACE, gaps=True),
    *(PrivacyUnit(relation, "who", rows) for relation in (ADD, REPLACE) for rows in (1, 2, 3)),
    *(PrivacyUnit(REPLACE, "who", rows, everyone=True) for rows in (1, 2)),
]  # fmt: skip
PRICES = Listed(("1", "2", "3", "4"))
WIDE = Column("x", Kind.DECIMAL, step=Fraction(1, 100), bounds=(Fraction(0), Fraction(10**6)))
COLUMNS = {
    column.name: column
    for column in (
        Column("x", Kind.INTEGER, bounds=(Fraction(-7), Fraction(9))),
        Column("z z", Kind.DECIMAL, step=Fraction(1, 2), bounds=(Fraction(-2), Fraction(4)), blank="0.5"),
        Column("far", Kind.INTEGER, bounds=(Fraction(30), Fraction(42)), blank="40"),
        Column("w", Kind.CATEGORY),
        Column("likes", Kind.CHOICES),
        Column("f", Kind.YES_NO),
    )
}
MEANINGS = {
    "x": [*range(-7, 10), None], "z z": range(-4, 9), "far": range(30, 43), "w": ["a", "b", "c", "other", None],
    "likes": ["a", "a;b;", "c ; other;; c", ";", "b;c;a", "b;c", "b", "a;c", None], "f": [0, 1, None],
}  # fmt: skip
POINTS = Listed(("a", "b", "c"), attributes={
    "p": ("0", "1.5", "8"), "q": ("-1", "0.5", "0.5"), "r": ("2", "3", "2.5"), "t": ("b", "a", "a"),
})  # fmt: skip


def settled(text, columns=COLUMNS, points=POINTS):
    tree = bind(parse(text), columns, points)
    return Formula(tuple(columns[name] for name in cells_of(tree)), tree)


def of_every_row(node, columns, meanings, points):
    """The figures of what one row adds, from every row that can be; an independent way to them."""
    names = cells_of(node)
    rows = list(itertools.product(*(meanings[name] for name in names)))
    found = values(node, table_of([columns[name] for name in names], [], rows), Attributes(points))
    steps = spread(found, len(rows), points.count).astype(object)
    gaps = (steps[:, :, None] - steps[:, None, :]).reshape(len(rows), -1)
    sizes = np.sort(np.abs(steps), axis=1)
    moved, pair = max(steps.max(axis=0) - steps.min(axis=0)), max(sizes[:, -1] + sizes[:, -2])
    figures = (steps.min(), steps.max(), moved, gaps.max(), max(gaps.max(axis=0) - gaps.min(axis=0)))
    unit = found.unit
    return NodeSensitivity(
        *(int(each) * unit for each in figures), (int(pair) * unit, 2 * int(min(pair, moved)) * unit)
    )


def test_the_rows_that_are_tried_of_wide_columns_show_what_all_rows_show():
    """Random sums over rows: of 17 numbers, 13 halves and 13 numbers far from 0 only those where the sum bends."""
    pick = random.Random(3)
    done = fewer = 0
    texts = ["sum(10 - x where x > candidate.p)", "sum(x + 10 where x < candidate.p)"]
    while done < 150:
        try:
            made = settled(texts.pop() if texts else aggregate(pick, pick.choice([0, 1, 1, 2])))
        except StudioError:
            continue
        if not is_aggregate(made.tree) or np.prod([len(MEANINGS[name]) for name in cells_of(made.tree)]) > 3000:
            continue
        added = contribution(made.tree, COLUMNS)
        found = Enumeration(COLUMNS, POINTS, Trials(1e8)).figures_of_row(added)
        every = of_every_row(added, COLUMNS, MEANINGS, POINTS)
        assert found == every.tightened(), made.tree
        numbers = [COLUMNS[name] for name in cells_of(added) if name in ("x", "z z", "far")]
        breakpoints = Breakpoints(COLUMNS, POINTS, Trials(1e8))
        points = [breakpoints.representatives(added, Cell(column.name), column) for column in numbers]
        fewer += any(each is not None and len(each) < 12 for each in points)
        done += 1
    assert fewer >= 60


@pytest.mark.parametrize("unit", UNITS, ids=str)
@pytest.mark.parametrize("bounds", [WIDE.bounds, None, (Fraction(0), Fraction(5))], ids=str)
def test_of_revenue_no_two_prices_come_farther_apart_than_some_buyer_moves_them(unit, bounds):
    """Prices 1, 2, 3, 4, limits of any width: who pays 4 pays 1 too."""
    column = Column("x", Kind.DECIMAL, step=Fraction(1, 100), bounds=bounds)
    made = derive(Revenue(column), PRICES, unit)
    limits = [0, 99, 100, 101, 199, 200, 201, 300, 399, 400, 500]
    buyers = [[price if limit >= 100 * price else 0 for price in (1, 2, 3, 4)] for limit in limits]
    assert (made.delta, made.range) == farthest(buyers, unit, lambda scores: scores)
    assert (made.delta, made.range) == (4 * unit.rows, (3 if unit.relation is ADD else 4) * unit.rows)


def farthest(rows, unit, score, contexts=((),)):
    """How far one person moves scores of the sums of what rows add, exhaustively.

    Args:
        rows: what each row that can be adds to each candidate.
        score: of the sums.
        contexts: rows of other people.
    """
    many = unit.rows if unit.person else 1
    sizes = range(1, many + 1) if unit.may_have_fewer or unit.relation is ADD else [many]
    people = [np.sum(each, axis=0) for size in sizes for each in itertools.combinations_with_replacement(rows, size)]
    nobody = np.zeros_like(people[0])
    people = np.array([*people, nobody] if unit.may_have_none or unit.relation is ADD else people)
    delta = apart = 0
    for context in contexts:
        scores = score(np.sum([nobody, *context], axis=0) + people)
        before = scores[-1:] if unit.relation is ADD else scores
        moves = (scores[:, None, :] - before[None, :, :]).reshape(-1, scores.shape[1])
        delta = max(delta, abs(moves).max())
        apart = max(apart, (moves.max(axis=1) - moves.min(axis=1)).max())
    return delta, apart


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.rows < 3], ids=str)
@pytest.mark.parametrize(("rule", "points"), [
    (Median(WIDE), PRICES),
    (Nearness((WIDE,), ("",)), PRICES),
    (settled("sum(abs(x - candidate) where x >= 2)", {"x": WIDE}, PRICES), PRICES),
    (settled("min(count(x >= candidate), 7) - count(x = candidate)", {"x": WIDE}, PRICES), PRICES),
])  # fmt: skip
def test_the_ends_of_wide_columns_and_what_lies_between_candidates_are_never_forgotten(rule, points, unit):
    """Tables of a person and up to two others, their values the ends, the candidates, and between."""
    cells = [0, 1, 50, 100, 150, 199, 200, 201, 300, 399, 400, 10**8 - 1, 10**8, None]
    tree = rule.tree if isinstance(rule, Formula) else bind(parse(TEXTS[type(rule)]), {"x": WIDE}, points)
    made = refine(rule, points, unit).sensitivity
    for rest in ([], [[{"x": 100}] * 5, [{"x": 10**8}] * 4]):
        people = [[{"x": cell}] * size for cell in cells for size in {1, unit.rows}]
        people += [[]] if unit.may_have_none or unit.relation is ADD else []
        scores = [plain_scores(tree, {"x": WIDE}, points, [*rest, person]) for person in people]
        pairs = [(scores[-1], each) for each in scores] if unit.relation is ADD else itertools.combinations(scores, 2)
        for one, other in pairs:
            moves = [b - a for a, b in zip(one, other, strict=True)]
            assert max(map(abs, moves)) <= made.delta
            assert max(moves) - min(moves) <= made.range


TEXTS = {Median: "median(x, candidate)", Nearness: "-sum(abs(x - candidate))"}


@pytest.mark.parametrize("unit", UNITS, ids=str)
@pytest.mark.parametrize("text", [
    "count(w = candidate and f) - count(w = candidate and not f)",
    'count(w = candidate and likes has "a") - count(w = candidate and not likes has "a")',
])  # fmt: skip
def test_a_person_of_several_rows_moves_disjoint_groups_no_farther_apart_than_their_rows(text, unit):
    """-|a - b| for each region: who moves one region's balance by all rows moves no other's."""
    rows = [{"w": name, "f": flag, "likes": "a" if flag else "b"} for name in "abcd" for flag in (0, 1)]
    made = settled(f"-abs({text})")
    balance = [plain_scores(made.tree.parts[0].parts[0], COLUMNS, POINTS, [[row]]) for row in rows]
    balance = [[int(each) for each in moves] for moves in balance]
    mixed = [
        [],
        *([one] * 9 for one in balance),
        *([one, other] * 9 for one, other in zip(balance, balance[2:], strict=False)),
    ]
    true = farthest(balance, unit, lambda sums: -abs(sums), mixed)
    found = derive(made, POINTS, unit)
    assert (
        (found.delta, found.range) == true == ((unit.rows, unit.rows) if unit.relation is ADD else (2 * unit.rows,) * 2)
    )


WEIGHED = {
    "x": Column("x", Kind.DECIMAL, step=Fraction(1, 100), bounds=(Fraction(0), Fraction(1000))),
    "y": Column("y", Kind.DECIMAL, step=Fraction(1, 100), bounds=(Fraction(0), Fraction(1000))),
}


@pytest.mark.parametrize("unit", UNITS, ids=str)
@pytest.mark.parametrize("text", [
    "sum(x * candidate.w) - sum(y * candidate.w)", "candidate.w * sum(x) - candidate.w * sum(y)",
    "candidate.w * (sum(x) - sum(y))", "sum((x - y) * candidate.w) + 7",
])  # fmt: skip
@pytest.mark.parametrize("count", [3, 3000])
def test_two_sums_under_one_weight_move_as_the_sum_of_the_differences(text, unit, count):
    """Of a row that adds x·w and takes y·w away, the farthest are those with one at its end and the other at 0."""
    weights = tuple(f"{2 + 3 * place / (count - 1):.6f}" for place in range(count))
    points = Listed(tuple(map(str, range(count))), attributes={"w": weights})
    found = derive(settled(text, WEIGHED, points), points, unit)
    rows = [[(x - y) * weight for weight in (2, 5)] for x in (0, 1000) for y in (0, 1000)]
    rows += [[sign * 1000 * weight for weight in (2, 5)] for sign in (1, -1)] + [[0, 0]]  # of a blank
    assert (found.delta, found.range) == farthest(rows, unit, lambda sums: sums)


@pytest.mark.parametrize(
    "text", ["count(month(d) >= candidate.p)", "sum(x * x)", "count(x > far)", "sum(abs(x - far))"]
)
def test_of_what_does_not_tell_its_lines_no_row_is_left_out(text):
    columns = COLUMNS | {"d": Column("d", Kind.DATE, bounds=(Fraction(1), Fraction(10**6)))}
    made = settled(text, columns)
    added = contribution(made.tree, columns)
    name = cells_of(added)[0]
    for node in (added, made.tree):
        assert Breakpoints(columns, POINTS, Trials(1e8)).representatives(node, Cell(name), columns[name]) is None


def test_who_has_no_row_moves_two_candidates_together_by_whole_values():
    """Values of 30 to 42 that count -1 for one candidate and 0.5 for another: all of them may go at once."""
    points = Listed(("a", "b"), attributes={"q": ("-1", "0.5"), "o": ("-100", "0")})
    made = settled("-abs(sum(far * candidate.q) - candidate.o)", points=points)
    balance = [[-far, far / 2] for far in MEANINGS["far"]]
    for unit, most in ((PrivacyUnit(REPLACE, gaps=True), (42, 63)), (PrivacyUnit(REPLACE), (12, 18))):
        assert farthest(balance, unit, lambda sums: -abs(sums - [-100, 0])) == most
        found = refine(made, points, unit).sensitivity
        assert (found.delta, found.range) >= most


def test_sums_under_different_weights_stay_apart():
    """8 · 4 of one column and 0.5 · 7 of the other: nothing offsets."""
    found = derive(settled("candidate.q * sum(x) - candidate.p * sum([z z])"), POINTS, PrivacyUnit(ADD))
    assert found.delta == 35.5


def test_the_candidates_own_wide_columns_are_tried_where_they_bend():
    """Ratings from -50 to 50: one person's may be the farthest from 8 and just -3, so 58 and 0."""
    columns = {name: Column(name, Kind.INTEGER, bounds=(Fraction(-50), Fraction(50))) for name in "ab"}
    points = Listed(("a", "b"), attributes={"p": ("8", "-3")})
    tree = bind(parse("-sum(abs(own_column() - candidate.p))"), columns, points)
    for unit in (PrivacyUnit(ADD), PrivacyUnit(ADD, "who", 2)):
        found = derive(Formula(tuple(columns.values()), tree), points, unit)
        assert (found.delta, found.range) == (58 * unit.rows, 58 * unit.rows)


@pytest.mark.parametrize("end", [50, 10**12])
def test_the_candidates_own_columns_of_any_width_are_exact_at_their_breaks(end):
    """How much farther a number is from 8 than from 0: from -8 to 8, and from -3 to 3 for the other candidate."""
    columns = {name: Column(name, Kind.INTEGER, bounds=(Fraction(-end), Fraction(end))) for name in "ab"}
    points = Listed(("a", "b"), attributes={"p": ("8", "-3")})
    tree = bind(parse("sum(abs(own_column() - candidate.p) - abs(own_column()))"), columns, points)
    for unit in (PrivacyUnit(ADD), PrivacyUnit(ADD, "who", 2)):
        found = refine(Formula(tuple(columns.values()), tree), points, unit).sensitivity
        assert (found.delta, found.range) == (8 * unit.rows, 11 * unit.rows)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_budget_of_a_keystroke_leaves_a_bound_that_holds(rows):
    """Where there is no time to try rows, the bound is that of the form, and the closer look finds the exact one."""
    unit, prices = PrivacyUnit(ADD, "who", rows), Grid(Fraction(1), Fraction(1), 300)
    assert derive(Revenue(WIDE), prices, unit).range == 300 * rows
    assert refine(Revenue(WIDE), prices, unit).sensitivity.range == 299 * rows
