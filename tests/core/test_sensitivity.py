"""Every score rule against all small neighbouring tables: no derived figure is too small, named ones are tight."""

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pyarrow as pa
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import Refusal
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import evaluate
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.rules import Agreement, Formula, Median, Nearness, Quantile, Revenue, Votes, VoteStyle
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind, PrivacyUnit, Relation

ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE_ONE
NUMBER = Column("x", Kind.INTEGER, bounds=(Fraction(0), Fraction(3)))
SIDE = Column("z", Kind.INTEGER, bounds=(Fraction(-1), Fraction(2)))
WORD = Column("w", Kind.CATEGORY)
POINTS = Listed(
    ("A", "B", "C"), attributes={"x": ("1", "2", "2"), "z": ("0", "1", "2"), "w": ("a", "b", "a"), "v": ("a", "a", "b")}
)
LETTERS = Listed(("a", "b", "c"))
GRID = Grid(Fraction(0), Fraction(1), 4)
FLAGS = (Column("a", Kind.YES_NO), Column("b", Kind.YES_NO), Column("c", Kind.YES_NO))

# rule, candidates, meanings of each column (None contributes nothing), relations in which both figures are tight
CASES = {
    "votes": (Votes((WORD,), VoteStyle.ONE_COLUMN), LETTERS, [["a", "b", None]], {ADD, REPLACE}),
    "approval": (
        Votes((Column("w", Kind.CHOICES),), VoteStyle.CHOICES), LETTERS, [["a", "a;b", "b;b;c", None]], {ADD, REPLACE},
    ),
    "flags": (Votes(FLAGS, VoteStyle.COLUMN_EACH), LETTERS, [[0, 1, None]] * 3, {ADD, REPLACE}),
    "revenue": (Revenue(NUMBER), GRID, [[0, 1, 2, 3, None]], {ADD, REPLACE}),
    "median": (Median(NUMBER), GRID, [[0, 1, 2, 3, None]], {ADD}),
    "quantile": (Quantile(NUMBER, Fraction(3, 4)), GRID, [[0, 1, 2, 3, None]], set()),
    "nearness": (Nearness((NUMBER,), ("",)), GRID, [[0, 1, 2, 3, None]], {ADD, REPLACE}),
    "plane": (Nearness((NUMBER, SIDE), ("x", "z")), POINTS, [[0, 3, None], [-1, 2]], set()),
    "sums": (Nearness((NUMBER,), ("",), of_sums=True), GRID, [[0, 1, 2, 3, None]], set()),
    "sums of all": (
        Nearness((replace(NUMBER, blank="0"),), ("x",), of_sums=True), POINTS, [[0, 1, 2, 3]], set(),
    ),
    "sums, candidates inside": (Nearness((NUMBER,), ("x",), of_sums=True), POINTS, [[0, 3, None]], set()),
    "agreement": (Agreement((WORD, replace(WORD, name="v")), ("w", "v")), POINTS, [["a", "b", None]] * 2, {ADD}),
}  # fmt: skip


def counts(column: Column, meanings: list) -> Counts:
    found = Counter(meanings)
    kind = pa.string() if column.kind in TEXTUAL else pa.int64()
    return Counts(pa.array(list(found), kind), pa.array(list(found.values()), pa.int64()))


def score(rule, candidates, rows):
    each = [counts(column, [row[i] for row in rows]) for i, column in enumerate(rule.columns)]
    found = evaluate(rule, candidates, each)
    return [int(step) * found.unit for step in found.steps]


def moves(rule, candidates, meanings, relation, most_rows):
    """The worst single shift and the worst spread of shifts over all neighbouring tables."""
    rows = list(itertools.product(*meanings))
    delta = spread = Fraction(0)
    for size in range(most_rows + 1):
        for table in itertools.combinations_with_replacement(rows, size):
            before = score(rule, candidates, table)
            changes = [(*table, row) for row in rows]
            if relation is REPLACE:
                changes = [(*table[:i], row, *table[i + 1 :]) for i in range(size) for row in rows]
            for neighbour in changes:
                shift = [b - a for a, b in zip(before, score(rule, candidates, neighbour), strict=True)]
                delta = max(delta, *(abs(s) for s in shift))
                spread = max(spread, max(shift) - min(shift))
    return delta, spread


@pytest.mark.parametrize("relation", [ADD, REPLACE])
@pytest.mark.parametrize("name", list(CASES))
def test_no_derived_figure_is_too_small(name, relation):
    rule, candidates, meanings, tight = CASES[name]
    derived = derive(rule, candidates, PrivacyUnit(relation))
    delta, spread = moves(rule, candidates, meanings, relation, 2 if len(meanings) == 1 else 1)
    assert delta <= derived.delta
    assert spread <= derived.range
    assert derived.range <= 2 * derived.delta
    if relation in tight:
        assert (delta, spread) == (derived.delta, derived.range)


def test_the_judge_refutes_half_of_every_tight_figure():
    for name in ("votes", "revenue", "median", "nearness"):
        rule, candidates, meanings, _ = CASES[name]
        delta, spread = moves(rule, candidates, meanings, ADD, 2)
        derived = derive(rule, candidates, PrivacyUnit(ADD))
        assert delta > derived.delta / 2
        assert spread > derived.range / 2


def test_skipped_blanks_need_the_larger_of_width_and_distance():
    """With candidates well inside the bounds a value traded for another moves the sum farther than a new value."""
    rule = Nearness((NUMBER,), ("x",), of_sums=True)
    delta, _ = moves(rule, POINTS, [[0, 3, None]], REPLACE, 2)
    farthest = Fraction(2)
    assert delta == 3 > farthest
    assert derive(rule, POINTS, PrivacyUnit(REPLACE)).delta == 3


@pytest.mark.parametrize("relation", [ADD, REPLACE])
@pytest.mark.parametrize("name", list(CASES))
def test_a_person_of_a_sheet_may_have_no_row_like_one_who_is_found_by_a_column(name, relation):
    rule, candidates, _, _ = CASES[name]
    sheet = derive(rule, candidates, PrivacyUnit(relation, gaps=True))
    column = derive(rule, candidates, PrivacyUnit(relation, "who", 1))
    assert (sheet.delta, sheet.range) == (column.delta, column.range)
    declared = derive(rule, candidates, PrivacyUnit(relation, everyone=True, gaps=True))
    plain = derive(rule, candidates, PrivacyUnit(relation))
    assert (declared.delta, declared.range) == (plain.delta, plain.range)


@pytest.mark.parametrize("name", ["votes", "revenue", "nearness", "sums"])
@pytest.mark.parametrize("relation", [ADD, REPLACE])
def test_a_person_with_two_rows_is_covered(name, relation):
    rule, candidates, meanings, _ = CASES[name]
    derived = derive(rule, candidates, PrivacyUnit(relation, "who", 2))
    rows = [(m,) for m in meanings[0]]
    persons = [p for size in range(3) for p in itertools.combinations_with_replacement(rows, size)]
    delta = spread = Fraction(0)
    for rest in [(), (rows[0],), (rows[1], rows[-2])]:
        befores = persons if relation is REPLACE else [()]
        for one in befores:
            before = score(rule, candidates, (*rest, *one))
            for other in persons:
                shift = [b - a for a, b in zip(before, score(rule, candidates, (*rest, *other)), strict=True)]
                delta = max(delta, *(abs(s) for s in shift))
                spread = max(spread, max(shift) - min(shift))
    assert delta <= derived.delta
    assert spread <= derived.range


def test_the_median_is_twice_the_quantile_of_a_half():
    rows = [(0,), (1,), (1,), (3,)]
    half = [2 * s for s in score(Quantile(NUMBER, Fraction(1, 2)), GRID, rows)]
    assert half == score(Median(NUMBER), GRID, rows)
    for relation in (ADD, REPLACE):
        unit = PrivacyUnit(relation)
        one, two = derive(Quantile(NUMBER, Fraction(1, 2)), GRID, unit), derive(Median(NUMBER), GRID, unit)
        assert (2 * one.delta, 2 * one.range) == (two.delta, two.range)


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 4), Fraction(9, 10)])
def test_a_quantile_has_its_share_of_the_rows_below_it(share):
    rows = [(0,), (0,), (1,), (2,), (2,), (2,), (3,)]
    sides = [(sum(x < y for (x,) in rows), sum(x > y for (x,) in rows)) for y in range(4)]
    expected = [-abs((1 - share) * below - share * above) for below, above in sides]
    assert score(Quantile(NUMBER, share), GRID, rows) == expected


def test_figures_of_the_documents():
    """Whoever buys at the highest price buys at the lowest too, so no two prices come as far apart as 1.99."""
    prices = Grid(Fraction("0.01"), Fraction("0.01"), 199)
    apples = derive(Revenue(replace(NUMBER, bounds=None)), prices, PrivacyUnit(ADD))
    assert (apples.delta, apples.range) == (Fraction("1.99"), Fraction("1.98"))


def test_where_every_possible_row_can_be_tried_the_figures_are_exact():
    """Nobody pays between 1 and 2, so a person who buys at the highest price buys at the lowest too."""
    prices = Grid(Fraction("0.01"), Fraction("0.01"), 199)
    apples = derive(Revenue(NUMBER), prices, PrivacyUnit(ADD))
    assert (apples.delta, apples.range) == (Fraction("1.99"), Fraction("1.98"))


def test_votes_of_the_documents():
    votes = derive(CASES["votes"][0], LETTERS, PrivacyUnit(REPLACE))
    assert (votes.delta, votes.range) == (1, 2)


def test_unbounded_and_senseless_rules_are_refused_in_words():
    unit = PrivacyUnit(ADD)
    with pytest.raises(Refusal, match="no bounds"):
        derive(Nearness((replace(NUMBER, bounds=None),), ("",)), GRID, unit)
    with pytest.raises(Refusal, match="outside the bounds"):
        derive(Nearness((NUMBER,), ("",)), Grid(Fraction(0), Fraction(1), 9), unit)
    with pytest.raises(Refusal, match="negative"):
        derive(Revenue(NUMBER), Grid(Fraction(-1), Fraction(1), 3), unit)


def test_every_step_says_why():
    for rule, candidates, _, _ in CASES.values():
        for step in derive(rule, candidates, PrivacyUnit(REPLACE, "who", 3)).steps:
            assert step.what
            assert step.why.endswith(".")


@pytest.mark.parametrize(
    ("least", "most", "low", "high"), [(-5, 5, -3, 3), (-2, 1, -2, 1), (-9, -4, -3, 0), (4, 9, 0, 3), (0, 0, 0, 0)]
)
def test_a_clip_moves_as_far_as_from_one_end_to_the_other(least, most, low, high):
    tree = bind(parse("clip(count(w = candidate), -1, 2)"), {"w": WORD}, LETTERS)
    part = Moves(*(Exact.constant(Fraction(end)) for end in (least, most)))
    found = tree.operator.moved(tree, lambda _: part, None)
    assert [int(end.steps.item()) * end.unit for end in (found.low, found.high)] == [low, high]


@pytest.mark.parametrize("relation", [ADD, REPLACE])
def test_scores_that_nobody_can_move_apart_are_refused_for_what_they_are(relation):
    """Where n is public, candidate.x times all rows depends on the candidate, and on nobody's data."""
    column, unit = replace(FLAGS[0], blank="no"), PrivacyUnit(relation)
    alike = "count(a) + candidate.x"
    public = "candidate.x * (count(a) + count(not a))"
    for text in [alike, public] if relation is REPLACE else [alike]:
        with pytest.raises(Refusal, match="No person can move the scores of two candidates apart"):
            derive(Formula((column,), bind(parse(text), {"a": column}, POINTS)), POINTS, unit)
    with pytest.raises(Refusal, match="does not depend on the candidate"):
        derive(Formula((column,), bind(parse("count(a)"), {"a": column}, POINTS)), POINTS, unit)
